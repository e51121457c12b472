"""How much the words of a clause speak for its lasting: weights fitted to all labelled messages of `bench/lasting`.

`python -m bench.fit_learning` fits them by logistic regression and writes the tables. A feature is a word (`never`),
how the clause opens (`^we never`), a class of words of the grammar (`C:kin`; `C^:kin` where it opens the clause), or
an ending of words (`*s`); in Chinese one to three characters, how the clause opens (`^我们`) and ends (`的$`).
`<num>`, `<addr>` and `<N>` stand for numbers, addresses and names.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache

from ...text import lexing
from ...text.patterns import lazy_regex

WEIGHT = 0.8
"""Points of a rule that one unit of the fitted score is worth; the best of five on messages left out of the fit."""
BIAS = -0.25
"""Points: a score of none is a little against. Rules alone learnt at first sight .66 and .76 (English, Chinese) of what
`tenth_sight` to `twelfth_sight` hold, with words .80 and .84, and as many false things."""
AGAINST = -2.0
"""The score below which words outweigh a rule."""
LEAST_POINTS, MOST_POINTS = -4, 3
"""What rules may add, so that no heap of them outweighs the words."""
MOST_SCORE = 6.0
LEAST_KNOWN, FEWEST_KNOWN = 0.7, 3
"""Share of the words of a clause that the table must know, and their number; paths and other languages have fewer."""
SHAPELESS = -1
"""Points of a clause that opens in no shape of the grammar."""
_HUNDREDTHS = 100

_ADDRESS = lazy_regex(
    r"\w+://\S+|\S+@\S+\.\w+|\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?|(?<!\w)[~/][\w.-]+(?:/[\w.-]*)*"
    r"|(?=[\w./-]*[a-z])[\w.-]+/[\w./-]+|`[^`]+`|\b[\w-]+(?:\.[\w-]+)+\b"
)
_TOKEN = lazy_regex(r"(?i)[a-z]+(?:'[a-z]+)?|<addr>|\d[\d.,:]*|\w+")
_I = ("I", "I'm", "I've", "I'd", "I'll")
_LEAD = ("please", "also", "and", "but", "so", "ok", "oh", "btw", "just")
_LEAD_ZH = lazy_regex(r"^(?:还有|另外|对了|顺便说一句|不过|但是?|所以|而且|请|，|,|：)+")
_NUMBER_ZH, _LATIN_ZH = lazy_regex(r"\d+(?:[.:]\d+)*"), lazy_regex(r"[a-z][\w+-]*")
_ENDINGS = ("ing", "ed", "ly", "s")
_OPENS, _OPENS_ZH = 12, 4
"""Characters from the start within which a class of words opens a clause."""
_LONG_WORD = 4


def total(clause: str, points: int, classes: Mapping[str, re.Pattern[str]]) -> float:
    """The points of rules and words together; those of rules alone where the words are of another language."""
    is_chinese = lexing.has_cjk(clause)
    known = _table(is_chinese=is_chinese)
    found = set(features(clause, classes, is_chinese=is_chinese))
    if not is_chinese and not _is_known(found, known):
        return float(points)
    score: float = (
        known["bias"] + sum(known.get(each, 0.0) for each in found) / max(1, len(found & known.keys())) ** 0.5
    )
    both = max(LEAST_POINTS, min(MOST_POINTS, points)) + WEIGHT * max(-MOST_SCORE, min(MOST_SCORE, score)) + BIAS
    return max(both, points) if score >= AGAINST else both


def features(clause: str, classes: Mapping[str, re.Pattern[str]], *, is_chinese: bool) -> Iterator[str]:
    """The features of a clause, some more than once."""
    clause = clause.strip(" ，。！,.!") if is_chinese else clause.strip()
    yield from _of_chinese(clause.lower()) if is_chinese else _of_english(clause)
    for name, words in classes.items():
        if at := words.search(clause):
            yield f"C:{name}"
            if at.start() < (_OPENS_ZH if is_chinese else _OPENS):
                yield f"C^:{name}"


def _of_english(clause: str) -> Iterator[str]:
    words = [_word_of(token, i) for i, token in enumerate(_TOKEN.findall(_ADDRESS.sub(" <addr> ", clause)))]
    core = [word for word in words if word not in _LEAD]
    yield from words
    yield from ("^" + " ".join(core[:n]) for n in (1, 2, 3) if len(core) >= n)
    for word in words:
        if len(word) > _LONG_WORD and word.isalpha():
            yield from ("*" + ending for ending in _ENDINGS if word.endswith(ending))


def _word_of(token: str, at: int) -> str:
    if token[0].isdigit():
        return "<num>"
    return "<N>" if token[0].isupper() and at and token not in _I else token.lower()


def _of_chinese(clause: str) -> Iterator[str]:
    plain = _LATIN_ZH.sub("A", _NUMBER_ZH.sub("#", _ADDRESS.sub("@", clause))).replace(" ", "")
    core = _LEAD_ZH.sub("", plain)
    yield from (plain[i : i + n] for n in (1, 2, 3) for i in range(len(plain) - n + 1))
    yield from ("^" + core[:n] for n in (1, 2, 3))
    yield from (core[-n:] + "$" for n in (1, 2))


def _is_known(found: set[str], known: Mapping[str, float]) -> bool:
    words = [each for each in found if each.isalpha()]
    return sum(word in known for word in words) >= max(FEWEST_KNOWN, LEAST_KNOWN * len(words))


@cache
def _table(*, is_chinese: bool) -> dict[str, float]:
    """Feature to weight; a line of the table is a weight in hundredths and the features that have it, tabs between."""
    lines = (line.split("\t") for line in (_CHINESE if is_chinese else _ENGLISH).strip().splitlines())
    return {feature: int(weight) / _HUNDREDTHS for weight, *those in lines for feature in those}


# -- fitted -----------------------------------------------------------------------------------------
_ENGLISH = """
-1260	C:now
-1000	says
-860	haha
-780	points	then
-760	^run	lol	there's
-740	had	wrote
-700	^before	was	why
-680	enough	src	wants
-660	^the grant
-657	bias
-640	lost	prof
-620	^write a	having
-600	^i need	^i usually prefer	chapter	match	mine	reformat	writing
-580	^give	^give me	^my english	^my english is	draft	let's	yours
-560	^<N>	^we are	^what	headings
-540	^write the	cut
-520	C:broken	^i want you	^lol	^this	^write	coming	could	hall	timeout
-500	^take	config	going	now	table	viewing
-480	^<num>	^for <N>	^for <N> <N>	^i'm on line	^nothing	^only	^we begin	^we begin in	can	check	friday	getting	make
-480	your
-460	^go	batch	bunch	fact	node	subfolders	too
-440	C:near	^i'm off on	^no more questions	^three	bucket	dinner	fix	gold	leaf	missing	partner	saying	section	they
-440	useless	would
-420	^allergic to latex	^half of	^i don't	^i never understood	^in <N>	flake	groups	mushrooms	newer	rest	review	thanks
-420	that	trip	understood	value	which	works
-400	^invoices in	^invoices in our	^it's the	^never mind	^not	^the grant report	^two	back	king	left	loop	mostly	moved
-400	older	start	tried
-380	C^:passing	^as they	^as they are	^i saw	^in anything	^in anything you	^no more	^our demo	^our demo is	^put	^same
-380	again	bit	boasts	error	good	her	hotel	listings	looks	others	parcel	read	replica	reviewers	row	saw	screenshot	sort
-380	umbrella	whats
-360	^all our drawings	^as	^deploy	^deploy the	^deploy the branch	^find	^how	^i am working	^i moved the	^i saw you
-360	^lol from	^lol from now	^merge	description	drawings	fill	finally	hardcoded	meant	quick	template	try	update	used
-340	^a	^don't apply	^don't apply anything	^half	^i only have	^i'm in	^i'm in a	^the tablets	^the tablets are	^they
-340	^we dropped story	anyone	bus	done	finish	frau	help	laptop	mind	plan	reel	slept	spring	story	tablets
-320	C^:near	^before work	^give me three	^he	^not <N>	^start	^there's a	^we're having	^we're having people	^with	down
-320	finished	flat	guests	ideas	index	leaves	letter	ok	paragraph	parts	picks	ran	rebase	rebooted	sleep	speak	thought
-320	xxxxxxx
-300	^before work a	^draft	^he can't	^he can't do	^i want to	^take <N>	^take <N> numbers	^that's	^the vet
-300	^the vet called	^then	^update	^we're at	ahead	almost	blank	bloods	bump	but	came	character	chokes	continue	flag
-300	main	menu	minutes	pm	queries	removed	slower	starts	stopped	typo	vet	wait	welcome	while
-280	^all our	^count	^count the	^for now	^last	^my code	^our flight	^our flight is	^summarise	^to me	^to me token
-280	^we're at <num>	^with a	clean	delayed	essential	filed	flight	footer	importer	less	look	looking	mail	meets	prices
-280	proposal	quote	send	slide	stale	token	wedding	went	whether	work
-260	^all formal	^all formal notices	^find a	^for the	^i need a	^i'll	^ignore	^ignore the	^in	^look	^look at
-260	^my code is	^our tests are	^thanks	broke	everything	grant	graph	he	ignore	lunch	nestled	notices	outdated	pasted
-260	renovating	rollback	see	series	small	supplier	there	thinking	toast	typos	worry	wrong
-240	^add	^don't worry	^grep	^i got new	^run the	^sort	^the logo	^to	^use the numbers	^we need	^write an	^you are
-240	accountant	add	appears	approve	austin	button	cli	commits	feared	form	glasses	great	grep	invoice	nearly	noticed
-240	positive	prefer	remove	reviewer	run	sent	shows	submit	swimming	tell	title	tone
-220	C^:act	^could	^could you	^i went	^in the	^replace	^show	^show me	^the last	^their	^wait	^we broke
-220	^we broke something	allergic	battery	book	bored	canary	caption	chatgpt	column	compare	conform	convert	develop
-220	fails	he's	looked	recruiter	replace	slides	somewhere	sound	split	starting	still	thinks	timesheets	tomatoes
-220	uploaded	vegetarians	z
-200	C^:adverb	^check	^don't leave	^don't leave anything	^my laptop	^our tests	^run the tests	^the migration	^use the
-200	^we can	appointment	banner	bother	building	comment	compute	even	exporter	final	frames	friendly	green	idea	kidding
-200	legend	message	near	none	option	p	permission	photosynthesis	pictures	places	prints	raise	redis	reply	reporting
-200	roommate	screamed	sections	sed	subtitle	throw	timing	top	train	underneath	vlan	weird
-180	C^:broken	^from now	^from now on	^looks	^our	^plan	^ship	^the new	^which	alert	all	argument	b	brain	cancel
-180	candidates	churned	counts	data	dental	didn't	except	files	hash	keeps	mainly	many	mum	nice	okay	paged	patch	paying
-180	regex	regulars	replicas	selector	sense	server	settings	simple	sold	stuff	surprise	swap	today	waiting
-180	xxxxxxxxxxxxxxxxxxxxxxx	yet
-160	^don't touch	^everything	^merge it	^open	^remove	^remove the	^we need a	accident	address	apologies	artefacts
-160	backlog	bag	begin	colleague	conflict	different	document	endpoints	folder	gentle	h	hint	importance	kid	kidney
-160	landed	let	list	living	meeting	merge	null	numbering	orbis	plenty	pnpm	polite	pull	questions	queue	reach	reader
-160	recieved	renumber	said	sales	scanner	script	seeing	segfaults	single	slightly	ten	tenant	the	tidied	time	trim
-160	window	xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
-140	^hm	^hmm	^let	^let me	^prepare	^suggest	aunt	badly	behaviour	bring	bullet	busy	chat	checklist	cried	discussion
-140	dropped	during	find	four	funny	game	guess	hidden	him	hm	hmm	hunk	hurry	latex	lie	like	made	midwives	move	overlap
-140	page	pay	plans	receipts	refactor	referee	remind	replies	rerun	sampling	sends	sheet	short	sister	sorry	starter
-140	supervisor	teams	their	thing	vegan	version	weather	week
-120	^ask	^i'm not	^i'm off	^let me know	^no	^remind	^remind me	absent	around	article	ate	attached	bed	being	birthday
-120	cllr	colours	converted	decided	docs	door	fake	fra	grovelling	hate	header	historical	iconv	ill	intro	landlord
-120	library	liked	little	lot	margin	new	notice	odd	paint	parser	pushed	query	readme	reasons	redo	rewrite	second
-120	separately	shorten	should	six	smells	sounds	steps	stray	sven	syncing	talked	tests	tickets	tomorrow	tooling
-120	tooltip	trying	twenty	twice	undo	well	who
-100	^anyway	^fix	^now	bin	boring	cache	cancellation	cat	clauses	cloud	content	drive	exhibits	failure	few	fine
-100	firmware	flickers	fully	function	handbook	happened	hi	holiday	inches	insurances	item	line	loud	mistake	model
-100	morning	next	niggles	nine	parents	parking	phew	plugins	raining	remember	rename	running	scroll	seriously	session
-100	specific	station	thank	thx	tired	traces	values	van	within	wording	worksheet	write
-80	^can	^i only	^make	^redo	^redo the	^we decided	bees	belong	bridge	burn	candles	carbs	catches	chapters	ci	complaint
-80	critical	diff	ended	example	fines	firm	generate	greenhouse	ines	insurance	inventory	it	leaks	messy	notes	offline
-80	passive	rash	retention	scale	scratch	set	severity	smaller	space	stack	steakhouses	tab	take	tenancy	tidy	tuesday
-80	turn	visitors	voice	weeks	whatever
-60	^let's	access	altos	another	awful	backing	basically	build	callers	charts	component	connection	contained	copied
-60	courses	curious	damping	dashboard	date	deleted	drain	edge	editing	email	enter	experiment	families	far	fingers
-60	formal	fourth	half	handwriting	heading	hey	hold	hosting	images	infra	insists	internal	locked	logic	meanwhile
-60	migration	naming	narrow	officer	open	or	piano	poster	pudding	raw	receipt	remarks	retry	risks	salaries	same	search
-60	seedling	self	sentences	slogan	some	soon	strongest	stuck	sum	swaps	syntax	tbh	timed	tmp	tonight	total	touched
-60	transcript	tray	use	versions	websocket	xero	xxxxx	yesterday
-40	C^:often	^one	act	alright	been	branch	bruised	bug	calculator	charging	cheap	class	coffee	colour	comes	commands
-40	crash	daemon	demo	deployment	did	disks	embarrassing	equipment	failed	fans	feeling	fixture	font	found	freehold	full
-40	got	grey	handout	hated	hospital	hotels	huge	ids	imprint	install	interview	itself	jump	jumps	just	kill	lecture
-40	likes	limit	log	maintain	married	mess	missed	mobile	nuts	oh	onto	opening	outreach	packs	paid	pass	percent	policy
-40	postmortem	price	profiler	relocation	returned	route	screens	seconds	seems	sketch	software	soup	sugar	tick	times
-40	took	trust	turned	umlauts	usually	variable	war	what	whiteboards
-20	C^:every	^can you	accounts	adapter	admissions	always	any	approved	beds	better	board	brief	broken	brunch	cake
-20	cancelled	citation	client	clock	compile	confirm	context	country	cover	covers	crashed	csv	dark	deal	default	dentist
-20	dictate	directory	disaster	downside	exception	facts	fall	false	fell	fetchuser	filtered	flower	froze	funding	fuzz
-20	garage	getuser	gift	grandads	grounded	grumpy	happening	headline	honestly	host	incl	includes	inline	joint	junior
-20	latency	lib	links	load	local	lunches	mg	mockup	mode	modernise	monday	nope	opened	ouch	pack	packing	part	patient
-20	perfect	photos	pick	picky	picnic	pipeline	polyfills	post	practice	printed	printer	pub	quarterly	quid	rainy
-20	regenerate	region	rehearsal	rejected	rephrase	restarted	returning	ringing	rolled	roofer	rough	scaffolding	screen
-20	screw	senior	share	shave	slowest	sourdough	strict	summarize	tablet	tax	think	timeline	together	translation	trial
-20	ugly	usual	utils	variant	waffle	warm	weights	will	words	worked	workshop	xxxxxxxxxxxxx	yes
0	^don't	about	adapt	adjust	affiliation	afternoon	agenda	ago	alarm	anyway	arrive	attempt	auth	authored	bea	because	big
0	bold	both	brightwater	bubble	builder	called	cart	certificate	clicks	comparison	complains	cordon	cousins	darker	dash
0	dear	deck	dependency	details	docker	dosage	editor	else	english	exclude	existing	expired	explains	extend	failing
0	family	faster	fee	fetch	field	figure	file	front	gear	gino	gradient	hands	hurts	implement	incident	inspector
0	instructed	kernel	keyword	landing	laptops	larger	lena	link	locally	lock	logging	logs	mailbox	maintenance	makes	meals
0	mech	memory	methods	metrics	min	minds	minute	mixed	moment	must	online	out	outage	outline	parsing	pdf	playwright
0	properly	prototype	puppy	quarters	quotes	recap	recipe	redone	refs	rely	renew	research	restocking	revert	rounding
0	rubs	s	seating	sentence	shipped	silly	slot	smallest	smoke	snapshot	sock	state	styles	tender	terminology	text	these
0	tho	three	ticket	till	upper	usefull	using	verbose	wall	wide	xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx	y
20	^i want	anna	anything	away	breaks	budget	card	dates	department	deploy	do	endpoint	ends	entry	exports	fit	fridays
20	hour	how	including	invoices	k	long	meetings	newsletter	old	one	order	paper	present	problem	put	quiz	red	replaced
20	she	someone	standard	step	stored	suggest	this	timezone	tokens	two	wiped
40	C:day	active	also	asked	bigger	blue	cc	chart	closed	compose	console	cook	doing	five	fly	grammar	hand	ipad	jonas
40	later	law	limits	live	matter	moving	nobody	noon	postage	prefers	redux	rejects	sam	sandbox	schedule	sell	signature
40	somebody	status	style	terms	thesis	translate	travel	upload	varnish	want	weekdays	wife
60	C^:now	anywhere	bastion	blunt	bottom	calls	centre	cents	come	crafts	descriptions	disk	everywhere	forward	friend
60	german	guide	happens	hearing	helps	import	installing	jax	jobs	json	keywords	kindly	know	most	of	pages	payroll
60	pediatrician	physio	prepare	really	reference	refunds	release	shortcuts	so	up	zod
80	C:decided	C:passing	agency	anymore	bags	bullets	channel	clinic	close	deep	dentists	documentation	exclamation
80	forbidden	format	forty	frame	generated	imperative	indent	its	last	lives	max	minimum	module	mondays	nap	nothing
80	output	pie	print	prod	reading	registered	retro	returns	runner	runs	shorter	snowflake	stays	surprises	takes	thread
80	tops	tote	touching	translations	unsure	until	uses	width	xliff
100	^the	am	bank	base	best	blog	built	case	changed	churn	contact	customers	delve	dependencies	documents	dorm	export
100	force	future	handle	handover	helm	intolerant	knee	means	mock	more	mother	oven	owned	postgres	px	request	seven	size
100	something	sources	statistics	summary	tenants	to	valid	ward	were	wifi	windows	worker
120	^it	accepts	action	appendix	cluster	diabetes	eight	facing	fixtures	food	gym	home	jo	lowercase	mean	much	plot	pls
120	report	requests	revenue	right	side	skip	sole	structured	tool	user	we	where	white	working	yup
140	accept	apply	arm	ask	bad	booking	car	containers	december	doc	eat	exam	for	frozen	general	glossary	have	headlines
140	hosts	id	include	invite	literal	names	nodes	numbers	nut	over	pip	refreshed	rent	responsible	shifts	spaces	square
140	terminal	terraform	than	timestamps	wed	written	yarn
160	C^:when	^i'm	abbreviations	axis	bakery	based	conversion	daughter	delete	early	easy	fifteen	git	give	gone	handles
160	his	isn't	items	jargon	kitchen	labels	machine	merging	oak	ones	orders	pharmacy	phone	production	putting	results
160	return	room	seed	sign	site	summarise	teach	teacher	u	understand	vegetarian	yusuf
180	*ing	^for	^i'm on	^that	allowed	alt	avoid	burned	dashes	decimal	directly	dog	em	gluten	gradients	group	informal
180	linter	longer	mails	mascot	once	other	partners	peanut	period	plain	primary	reminder	rivers	rust	say	school
180	semicolons	services	signed	since	thursday	tuesdays	web	workers
200	C:month	^be	^i can't	^i live in	^noah	^the plan	a	approvals	blind	contract	dead	dr	e	everyone	forgot	go	hard	here
200	imports	kilos	late	level	mention	ms	noah	nurse	organise	percentages	please	point	pushes	python	require	round
200	shared	sick	sit	solution	squash	vendors	whiteboard
220	C:kin	^explain	^i have	^treat warnings	^treat warnings as	^you don't have	and	backups	closes	dies	digest	docstring
220	each	euros	flags	fractions	gave	greeting	happen	helper	image	judgment	lactose	merged	mom	own	package	pr	reads	shop
220	spelling	straight	those	told	topic	trace	users	vault	warnings	wen	wound
240	^answer	^i get	^i got a	^i have a	^the staging server	^treat	^we've	^when you	accent	basic	contracts	course	edited
240	empty	examples	feel	frontend	hours	marks	metric	monorepo	needed	note	off	on	platform	q	restart	scripts	stay	talks
240	treat	utilize	we've	weekend	x
260	*ed	C^:address	C^:kin	^anything	^i can't have	^i'd rather	^i've been	^i've been a	^i've got	^stop adding	^we don't
260	^whenever	^whenever you	^you	^you may	abstract	an	asking	bare	bot	change	changelog	clear	clients	command	database
260	design	evenings	explain	feature	grafana	in	keys	leave	legal	license	merges	night	person	pilot	place	public	rather
260	reports	stores	sure	system	tabs	titles	vendor	wednesday
280	C:manner	^don't catch	^don't ever	^forget what	^forget what i	^i do	^i go	^my son has	^the test	^we're	answers	btw
280	catch	central	color	commit	copy	correct	costs	doctor	drafts	driving	errors	gigs	hetzner	i'd	integration	least	mm
280	question	rate	settled	stand	summaries	th
300	^i'm saving	^i'm saving for	^my son	^stop calling	^stop calling me	^you don't	acme	books	brokers	computer	dad
300	drink	eleven	fish	instead	into	job	keyboard	listens	logged	migrations	only	repeat	schema	son	spell	things
320	^i work	^my boss want	^the <N>	^the staging	accordingly	agreed	answer	apologising	at	box	business	call	convention
320	emojis	excluded	gateway	ifs	initials	issue	manager	me	my	need	portuguese	refer	router	rows	severe	signs	sir	slow
320	stick	store	sudo	through	units	urgent	zero
340	C:address	^i don't eat	^i'm the	^my	^prefer composition over	^scrap	^the rent	^the rent is	^when i	alerts	below
340	bill	codes	fail	floor	follow	free	grade	hints	history	integer	lines	marked	may	paragraphs	scrap	shown	thursdays
360	^anything that	^anything that costs	^i'm the only	^invoices above	^invoices above <num>	^tests go	^tests go next
360	^the deadline	^the logs	be	boss	currency	deadline	flaky	from	get	gets	handed	label	login	needs	nested	owner	rd
360	shell	touch
380	C:act	^don't add	^from	^i	^i'd	^i've	^product	^we do	^we're on	^you can drop	above	against	bedtime	cap	causal	code
380	football	hangs	i	kept	legacy	mark	modules	noodle	owns	rotate	saving	service	test	third	unless	you
400	^call	^call me	^prefer composition	^the kids	^we write	composition	does	grpc	i'm	i've	if	inheritance	intern
400	internet	key	large	network	palette	result	true	word
420	^for anything	^get	^i moved to	^i'm colour	^i'm colour blind	^i'm on the	^she is	^she is on	^the api
420	^the test account	^we only	^you can stop	branches	choice	dev	messages	myself	name	password	pork	qa	shellfish
420	warfarin	worksheets	years
440	<num>	^explain things	^i'd rather you	^i'm studying	^i'm studying for	^that rule	^that rule about	^when	bar	before
440	columns	deploys	due	end	finance	forget	harder	money	serif	show	stop	studying	training	variables	when
460	C^:state	^don't add comments	^next time read	^not to	^not to apply	behind	capital	carry	count	edit	environment
460	language	nightly	releases	staging	strand	talk	tense	way
480	C:state	^address	^be more	^be more concise	^don't apologise	^don't apologise much	^each	^each quiz	^each quiz has
480	^forget	^if a	^prefer	^there are three	account	adding	apologise	boys	concise	hates	holding	house	leverage	people
480	twelve
500	C:adverb	^i keep	^next	^stop	^you should	by	calling	deposit	doesn't	every	explanation	has	hiring	never	paste
500	publish	ship	snake	term	that's	with
520	^i take	^i use	deliver	ever	fiscal	number	port	type
540	C:often	^i'm <num>	^if a test	^the warehouse	assume	changes	comments	deleting	hit	husband	nights	not	paleo	team
540	turns	whole	without
560	*ly	C:tool	^<addr>	^don't call	^i want bad	^next time	^the old	^we're a	as	named	news	per	spelled	sprint	texts
560	we'll
580	^if	^in millimetres	^we	backend	billing	characters	clause	customer	diet	keep	millimetres	options	push	task
580	warehouse
600	<addr>	^answer directly	^for this	app	codebase	letters	source	we're	whenever
620	^for this journal	^ngozi	days	exceed	is	journal	logo	ngozi	no	tag
640	api	day	emails	eu	garden	kids	mornings	negative	otherwise	past	product
660	^tests	are	db	don't	drop	goes	office	quarter	suite	them
680	C:every	buttons	charge	chemistry	functions
700	*s	C:thing	C^:owns	pill	year
720	month	us
740	^no internet	after	freeze
760	company
780	^i'm a	^you can	licence	repo	under
800	^write paragraphs	first
820	C^:decided	brand
900	C^:ill	it's	our
920	<N>	rule
960	^never	project
1020	C:ill	C:owns	allergy
1120	support
1260	C:when
"""
_CHINESE = """
-1260	,
-880	C:此
-720	C:坏
-700	C:今	C^:此	想
-600	把
-560	^只	的$
-540	C^:今
-520	^要
-500	是$
-480	^要是
-461	bias
-460	C^:做
-440	再写	太	差	玩	看
-420	^用	个	好	帮	帮我	用$	重
-400	所以	才
-380	C^:体	^不	了$	存	退
-360	C^:址	^不是	两	个$	完	度	报告	的A$	着	等	还
-340	^把	不得	面
-320	C^:别	^A	^在	去	参	定$	错	长
-300	^你	^先	你的	先生的	我$	早	校	生的	的报	盘点	药
-280	^写	^往	后给	吧$	我就	所	掉	点	见	试	说	重新	问$
-260	^我们现	^我去	中午	决定$	就是	崩	崩$	懂	我去	数字$	次	用户	觉$	讲讲	说一遍	退货	针
-240	,不	^再	^十	^帮	^帮我	^新	^等	^等等	不过	们现	们现在	你	别用A	到$	名字$	基本	她	我们现	挪	新	服务$	用#	电	的文件	等等	边	页$	题$
-220	$	^	^小	^我妈	^等等，	^老	一遍$	不是	也	他$	保存	先别	内容	写她	十分	十分钟	吧	器人	己	开会	我听	报#	报#$	提醒我	新的	早上	有自己	机器人	点保	点保存	然	的不用	矩$	租客	等等，	等，
-220	等，别	红	考试	自己	色	菜单	行$	规矩$	谱	辑	这个$	遍$	醒我
-200	^”	^今	^停	三天	不好	么	乱	人去	以	们$	们的测	作业	写个	单里	发票$	名叫	名字	地方	基	大了	大了$	妈$	小时	快	我们$	我妈	我妈$	整个	断了	明天	有点	机$	滚	火车	王	的事$	的文	票$
-200	菜单里	飞机$
-180	#床	#床对	A”	^#床	^#床对	^只跑	^周六	^哈	^哈哈	^少	^我先备	^说	“A”	下	下A	不好$	不对	不用$	两小	两小时	们店从	们组$	任务	信	先别动	先用	写一	列	删	务$	只跑	号$	告用	周六
-180	哈	哈哈	回了	回滚	她$	子，	对$	左	己的	床对	床对青	店从	店从来	引言	往	意	我先备	我的$	我还	报告用	掉$	搞	改名	改的	昨	来不用	汤	火	猜	的不	码$	考	腰	自己的	言	过了$	里一	题	食
-180	，别用
-160	^三	^两	^别	^回滚	^好	^我们生	^我看	^每次都	^注释	^用户	^看	^线上才	^给王	一	一段	一直	上才	上才是	上这	下周	不对$	个地	个文	了	了一	了两	他	们生	们生产	件里	会	别动$	到的	剩	加
-160	单子	口	在用	境的A	失	失败	好$	字$	实	屏	应该	应该是	开$	式	意思	我们生	我住$	才是	才是A	早$	昨天	是给	板机	次提	水	点的$	然后	物$	电脑	百分	看$	第	线上才	组$	给王	脑	补	要$
-160	要是	要看	该	该是	该是#	说一	调	败	跳	跳板	跳板机	配置$	酒	酒店	里你	难度	页面
-140	^今年	^全部	^只支	^只支持	^周一	^就	^我们在	^然	^然后	^画	^结	“A	一声$	一段不	一遍	上次	不错	不错$	五个	交$	产环	产环境	今	们在	件$	份$	你先	你给	修	假$	八个	写法	出来	别动
-140	到四	前我	变$	启动	周四	喜欢$	四点	回来	在改	在用$	在这	声$	多了	失败$	奇	客人	少了	异	张图	志$	我们在	我再	我讲讲	挂了$	据$	改了	数据$	整理	是红	是红的	月的	有$	服务	标题$	次都
-140	欢$	步	死了	段不	每次都	法$	注释	生产环	百	的写	的写法	的测	的测试	看一下	看看	示	第二	系	红的	红的$	经理	置$	航	讲$	败$	过了	近	遍	都返	都返回	锁	错$	问	问题$	难
-120	#行	A”$	A里	^上次	^两个	^以后做	^先给	^全	^写一	^到	^升	^周	^字	^客户不	^我在开	^我婆	^我婆婆	^我爸只	^我赶	^换	^换成	^改成	^晚	^有人	^线	^线上	一到	一步	一版	一版$
-120	下个	下个月	不用解	两个地	个人的	个地方	个文件	中午开	之前你	了,	五的	些	交之	交之前	从中	从中午	令	以删	以后做	份的	你给我	你说话	信用	假	做A$	六个	再发	再发$	再用流	写我	列表	初	别排	前你
-120	前你给	动$	医生说	十页	十页$	午开	午开始	发给	只剩	只想	只想吃	可以删	吃$	后$	后做	后做A	哪	国	在下	在下面	在哪	在在	在开	在开会	在手	在手机	在等	在这边	备份$	多十	多十页	天别	天别超	天在
-120	好像	婆$	婆婆	婆婆$	客户不	志	想吃	想吃$	成	我三点	我在开	我在这	我婆	我婆婆	我爸只	我的是	我记	我记得	我赶	户不	户不喜	手机上	找个	持A$	挂	挂了	按钮	挑	提交之	断	日志$	旧的	时间	显
-120	最后$	最多十	月份的	有人	本号	机上	样	每一	每天别	水号	水号$	没	流水	流水号	点的	爸只	爸只想	版本号	现在在	生说	用到	用流	用流水	用解	用解释	用这	用这个	的名	的名字	直接	稿	空着	第#	第#行
-120	线上	色$	请假	请假$	赶	边跑	边跑$	这么	这边跑	都用这	钮	随	面试	食谱	，用
-100	#年	,不要	C^:常	^#	^“	^“A	^“A”	^不用	^之前我	^其	^周五	^就是	^开	^我们从	^我们决	^我们对	^我们试	^报告	^直接	^第	三条	三点	三百	上这么	不变	不变$	不是A	个测	个测试
-100	个页	个页面	么写	么写$	之前我	今天	从接	从接口	从来	以后我	们从接	们决	们决定	们对	们对外	们试	们试过	件我	住$	你上	你上次	全部	其	其他	写在	写的	出	函	列$	删$	删了	删了$	到了$	到列
-100	到列表	前我们	加上	包跟	包跟你	发版$	口径	口径是	口拿	口拿到	另	只用表	后我	后我只	员	周四下	哈下	哈下次	哈哈下	啥	四下	四下午	四点前	在上	在地	地方$	外的	外的口	天的	妈	家里来	对外	对外的
-100	导入	小时的	少文	少文档	峰	张$	录	径是	径是“	情包	情包跟	成A$	我们从	我们决	我们对	我们试	我只用	我看$	拿到	拿到列	排$	接口拿	改了$	整个文	文件$	文件我	文档上	日志	时的	是“A	来客	来客人
-100	档上	档上这	每次	用的A	用表情	疼$	的口	的口径	看不	看不清	看我	着$	程$	空着$	缓	至少文	表情包	要一	试过	试过A	话了	话了$	说话了	过A	过A$	还在	这一	这个文	这么写	配	里来	里来客	铁	链接
-100	限	页	驼	驼峰
-80	#年$	,别	,我	,每	@里	^一个	^不对	^今天	^你先	^其他	^出	^刚	^加	^合	^名	^周四	^哈哈哈	^导	^导入	^总	^我不是	^排班	^排班的	^时	^时间	^明	^昨	^最后	^每次	^注	^短	^短一
-80	^端	^端口	^继	^继续	^老师	^脚本每	^选A	一个$	一律空	一点	上看	下$	不是哈	不过我	个接	个接口	也在	也在用	二一	二一律	人的	人的名	以$	们	们也	们也在	们从	会改	会改到	传	候周	候周二	值	做
-80	写封	写我个	几	分钟	刚	删掉	删掉$	别人	别的	加一	动都	动都读	原	只用	可以$	右	右$	启	启动都	周二一	哈哈哈	啊	回#	在看	够$	婆	字的	客	导	就够$	左右	左右$	律空	律空着	得不	得不错	想要
-80	我不是	我们也	我找	我把	我赶时	换	改掉	文件里	料	时候周	时间$	是哈	本每次	机上看	来	来了	次启	次启动	每次启	注意	流程	版本	班的	班的时	登	的会	算了	继续	续	绿	缓存	置	脚本每	腰疼	腰疼$	表$
-80	要一个	要写我	解析	请求	读配	读配置	赶时	赶时间	跑$	过我	过我不	返回#	选A	那个	部	都读	都读配	释	重写	钟	间$	颜	颜色	飞机	饭
-60	A,	A上	^做	^写个	^发	^可	^嗯	^帮我把	^我们	^我们店	^我先	^我想	^我还	^我还在	^按	^改	^昨天	^现	^现在	^端口#	一下$	一份	一声	下,	下一	不多	不知	不知道	个名	中	从来不	们店
-60	信$	做成	停	列表$	前要$	去$	发我	口#	口#$	嗯	回新	回新的	图不	多了$	够	封信	封邮	封邮件	就用	差不	差不多	帮我把	应用题	式$	情	慢	懂$	我们店	我先	我只	我想	我看看	我觉	我觉得	我起
-60	我还在	我这	把A	挺	排班	接着	文件	新的$	来不	来了$	标题	次都返	流	清	用我	用题	的,	的数$	的那	直	看下	知道	端口#	索	结果	给她	给我$	色的	菜	蓝色	行	表情	角	讲	试$	试试	说一声	货
-60	返回新	还要	这样	都这	都这样	配置	里$
-40	^主	^五	^帮我写	^我住	^明天	^最	^给	^给我	^谢	^谢谢	^重	三个	上去	二个	体	先备	先备份	决	决定	分	别用	去吃	去吃饭	又	句	吃饭	启了	啥$	大一	大一点	完$	完了	导出	封	帮我写	弄	我住
-40	把这	拆	时	是A#	查	没有$	点$	点前	现	用表	登录	的了	的了$	看了	看看$	知	移	端口	第二个	给他	肉	英	蓝	表	谢	谢$	谢谢	谢谢$	返	返回	这次	这段	选	里面	重启了
-20	^客户	^我一	^我不	^我们组	^我家	^我现	^我现在	^把A	^这次	上线	不是$	们用	们用的	们组	任	你说	前	太长	太长了	密	快点	我不	我们用	我们组	我家	我现	我现在	我看	拿	改一	改一下	改成	正	消
-20	目录	被	解	跟你	跟你说	这边	释$	长了	长了$
0	^不要	个仓	主	以后	低	吃	在一	地址	址	就行	成A	我要	收	每个	每周	用的	议	论	说$	里	，我
20	C:日	C^:我	C^:日	^一	一页	上$	不喜	不喜欢	代码	写$	到	台	复	就行$	户	日期	月底	李	疼	种	科	第三	编	记录	那边	问题	，只
40	A#$	^她	^我只	^跑	上午	为	代	以内	价	别超	别超过	区	午	南	回	子	子$	放	方案	标	段	生	用第	经	网	要带	觉得	设	走	过敏	那	，#	，不要
60	A$	AA$	^变	^变量	^变量名	^我对青	^我手	^我老	^文	^有	一点$	下次	了A	今年上	住在	写到	口是	命	团	头	尽	尽量	年上	必须先	感	我对青	控	控制	时$	明$	是#$	是小	晚	月份	本	构建	格
60	步$	游	的，	米	翻	老板	谁	负	财务	起	跑一遍	运	运维	进	都不许	须先	预算
80	#A$	#天	A#A	A#的	A的A	^我儿	^我儿子	^接	^数	^数据	^测试环	^这个仓	^这个项	三句	上八	上八点	不要用	个仓库	了，现	人名	人，	仓	以上	们只支	件名	件的	你写	像	写	划	十个	受$	只有
80	合并	名	在三	地	处	备	天	州$	并	店	建	开	我们不	我儿	我儿子	推	搬	放A	文件名	末	班	用了	用的是	留	的邮	的邮件	的都	睡$	码	第一	缩	英文$	血	试了	试了$	过	过$	这个仓	邮	都不	钱	门$
80	，我们	，现	，现在
100	#A	#了	A都	^之前说	^九	^九点	^仓	^仓库	^我是左	^我没	^报表	^标	^标题	^每	^测	^测试	^给客	^给客户	一下	一般	不上	不耐	不能	东西$	两点	个A都	丽	九点	乳	乳糖	乳糖不	产	人	们不
100	件	价$	候	写“A	办	包$	单	取消	可证	叹	叹号	名是	后来	在A	址是@	声	它	安	客气	封版	属	年级$	库$	库的	息	感叹	感叹号	我没	我说话	报	报表	提醒	撇子$	支	方库$	更新	案$	民	测试环	甲
100	的英	税	等我	签	算	箱	糖不	糖不耐	级$	线$	结	维	耐	能	能用	般	花	花生	西$	许可	许可证	设计	证	词$	试环	试环境	话，	负责	资	跟	车	都	都要写	醒	领	领导	：
120	A目	A目录	C^:我们	^下	^以后提	^后来	^喜	^喜欢	^我们公	^我写	^我喜	^我喜欢	^我在	^我在深	^提	^提交信	^这个	^镜	^镜像	一个	上十	不用	不看	不要出	中文$	之	之前	书	于	五不	以后提
120	们公	们公司	们周五	位	公室	关	关门	关门$	兼	兼容	再改	写A	写中	写中文	写死	准	制在	前先给	前都	办公室	北	区$	可以	号是#	同	后提	后提交	周五不	四月	因	团队	固	固定	在深	在深圳	地址是	址是
120	块$	字段	密码贴	对花	对花生	小学	就写“	工资	年级	库在	底	张	我们公	我出	我喜	我喜欢	我在	我在深	我推	我看方	房东	手机号	拉	据	排事	控制在	改	敬	数据	方案$	是#	晚上十	机号	来的实	杭	杭州
120	案里	款就	款就写	点关	点关门	点就	爱	特	特别	班$	理	生过	生过敏	用中	用中文	的实	的实习	目的	看A	看方	看方案	码贴	码贴在	给我推	花生过	落款	落款就	要先	要出	要出现	要更	要更新	记得	象	账	贴
120	跑	这	这种	都要更	里云	里的	量$	镜	镜像	阿里云	除	项目的	预发	，一
140	^从	^代码注	^回	^我习	^我习惯	^我们已	^我平	^我平时	^我晕	^我的	^跟我用	一下我	三方库	上的	下午六	下我	不要	个人$	个项	个项目	习惯用	习生	代码注	以后不	们一	们已	们已经	们的A	们这边	任何
140	份	先跑一	出门	别	动A	医院	午六	午六点	号了	号了$	号是	名$	后不	周日不	回复	图	域名	外	大	头的	实习	实习生	对了	就得	山	工作	开头	息$	惯用	我一	我们已	我平	我平时	我晕	我有	我点	我点头
140	房$	抄送给	拼	教	文案	文案里	新来	新来的	方库	日	日不	明	晕	条	来的	欧	欧阳	涉	涉及	满	点半	点头	环	的	的位	的周	的数	目	盲	码注	码注释	约	结论	给我	落	要给	词	译	语$	课	跟我用	这个项
140	送给	都从	都是A	金	金额	院	零	青	额
160	@#	@#$	@下	@下面	A@	C:做	^@#	^不要写	^公	^叫	^叫我	^叫我老	^周二	^周二固	^图	^客户那	^必	^必须	^必须先	^我个	^我个人	^我们这	^接口	^提交	^给我看	^超	「	」	」$	一律用
160	一点的	三下	三下午	三方	上	不做	不开	不开会	东西	个人觉	个月	主题	之前要	二固	二固定	交班	交班记	人觉	人觉得	付费	们这	休$	住在成	作废	供	供应	依	依赖	先给	先问	先问我	全	凌	凌晨	利	别给	办公
160	务的	化学	化学$	升级	卓	卓#	及	发环	发环境	变量	只认	叫我小	吴	吴总	吴总$	周三下	周二固	周日	器上	四十	固定店	在成	在成都	型	型标	型标注	备份	夏	夏$	天凌	天凌晨	字	季	安卓	安卓#	定店
160	定店休	客户那	岁	店休	店休$	废	律师	律用	得A	得A$	得写	总$	成都	成都高	我们一	我们的	我们这	我小	户$	户那	户那边	护士	放在	新区	新区$	方$	晨	更	有	有两	有别	机房	权限	构	标注	案	次先
160	每天凌	江	法务的	照	现在	班记	班记录	理$	的依	的依赖	程	第三方	简短	算$	管$	箱温	箱温度	类型	类型标	结论$	给	自建	西	要大	觉得A	计	论$	说一下	赖	跑一	路#	路#号	边的	还有	都得写	都跑
160	都高	都高新	链	阿里	险	靠	预	风险	高新	高新区	，不
180	A写$	C:我	^下次	^交	^交班	^交班记	^别再	^别用“	^我们周	^我每天	^接口返	^财务那	^超过	^退	^那	^默写	^默写只	“亲	“亲”	一用	一直用	三月	不吃猪	不要写	业$	两个	个模	个选	个选项
180	之前都	九	也没	习生叫	云	亲”	亲”$	以不	以不写	以用	们周	们的	们财年	件落	件落款	伦	先把	免责	免责声	六月	内的$	写只	写只考	决定不	别再	别用“	医	千万	发布	口返	口返回	句话以	只坐	只坐靠	只考
180	只考课	叫张	叫张弛	可	可以不	可以用	叶	吃猪	吃猪肉	合	周二	周报$	咖	咖啡	啡	喝	坐	坐靠	坐靠过	声明	套	定不	定了	家里	小马	工	已	已经	年	建机	弛	弛$	张弛	张弛$	归小	录按	录按A	我们周
180	我每天	批	抄送	护	报了	报了$	按A	按A写	接口返	时候	是A	最多	月开	月开始	权	死	猪	猪肉	猪肉$	生叫	生叫张	用A	用“亲	的是	直用	直用A	看代	看代码	短一	空格	空格$	管理	统一用	翻译	考课
180	考课内	腾	腾讯	腾讯云	要用	讯	讯云	记录按	诉我$	话	话以	话以内	语	读	课内	课内的	财年	责声	责声明	过道	过道的	送	选项$	道的	道的位	邮件	邮件落	都按	都用	里不许	里加	问我	靠过	靠过道	面$	风
180	马	默写	默写只
200	A的	^#栋	^#栋#	^不吃	^不吃香	^不用再	^不要在	^北	^北师	^北师大	^周日	^周日不	^喜欢用	^张	^我们办	^我周	^我周一	^我对	^我每	^我没车	^服	^服务	^标题不	^跟	^默	、	一个人	不用翻
200	不要在	不需	不需要	两个人	之前说	也没驾	五分	五分钟	交里加	从	们办	们办公	先把风	先跑A	公司	册的	写含	写含税	冰	分$	前说	加A	加A$	动	北师	北师大	双	发	取整	叫我老	司	含税价	告诉	周报	喜欢用
200	四百	图的	在	在归	大版	大版$	姐	对	尼	局	师大	师大版	我一个	我们办	我周	我周一	我对	我每	我没车	我用	我说	把风	把风险	接口	提醒$	操	操作	日不发	是四	月	有两个	标题不	次都先	欢	欢用	欢用短
200	没车	没驾	注	注册的	现在归	用短	用短句	用翻	用翻译	的操	的操作	的数字	的账	的账号	眼	短一点	短句	短句$	码的	税价	税价$	粤	粤语	线	统	翻译了	老周	苏	菜$	要	要两	要两个	要再	要写含	要在	要在提
200	记	诉	译了	译了$	说明	读文	读文件	跑A	跑A$	车也没	输出	道	都先把	都是	醒$	里加A	键	问我$	险告	险告诉	需要	须先跑	题不	题不用	风险告	驾	驾照	驾照$	默
220	##	##A	#A#	#栋	#栋#	#的	@$	AA	A写	A版	C^:定	^##	^##A	^以后简	^公司	^发版	^最低	^有青	^有青光	^服务器	^没	^跟我	^路	^预	^预发	万	不发	不发货	习惯	二	亲	付
220	以后简	们只	何	光	光眼	光眼$	六点	别给我	前说的	单仓	双周	双周报	取	后	后简	后简短	告诉我	周报改	喜	喜欢	境	士$	天起周	学	学$	孩子	宁	定	层	州	带	底下	必	必须	成双	成双周	我习	我习惯
220	我们只	我发	我是	我的	抄	报改	报改成	持	支持	改动	改成双	数字都	方	晚上	有青	有青光	栋	栋#	栋#$	点以	点以后	环境	用A$	的时	的时候	眼$	端	简短一	组	让	让你	诉我	费	起周	起周报	选项	那是
220	阿	需	青光	青光眼	项目	须
240	^前	^前端	^我不吃	^林	^林知	^林知夏	^称	^称呼	^称呼我	不吃	亚	交	件之	件之前	儿	务	发票要	发货	发货$	否	呼	呼我	四百行	天去	孩	定的	审批	就	干了	开发	我不吃	房	整	文件之	是A，	最低
240	期写	林知	林知夏	活	用感	用感叹	由	百行	百行$	知夏	知夏$	票要	称呼	称呼我	站	简	类	糖$	茶	茶叶	认	财	货$	跟我说	路径	这块	都先	里不	陈	，这个
260	#个	A了	A了$	C^:kin	^供	^供应	^供应链	^财	^财务	^部	^部署	不写	东	了九	会$	供应链	儿子	免	共	写测	写测试	前端	包	博	后端	块	域	士	外包	审	少用	就三	干	应链	应链$	我老	是@$
260	款	深	版	短	称	给我看	继	营业	说“	过敏$	这个	链$	项$	，这
280	^家里	下午	不吃香	八	再	单号	吃香	吃香菜	姓	小	就别	布	提	文$	是@	格$	每天	级	给我发	考$	营	责	香	香菜	香菜$	（	）
300	#$	C:我们	^单	^回答	^备	^备份	^家	”	”$	一律	事$	保	内的	再给	再给我	刘	十一	回答	圳	师	平时	年了	接	提交	最	注册	深圳	用“	答	钥
320	C:病	^我们只	不用再	保留	内	助	号	周三	字都	平	文	用再	老	行字	行字$	说的
340	A	^@	^孩	^孩子	习	二十	先跑	八点	十	叫我	惯	批$	承	测	统一	要写	质	那条	量
360	@	A#	A，	C^:久	C^:物	仓库	六	含	含税	对接	搬到	林	测试	的话	超
380	上限	中文	之前先	了，	事	在@	要说	超过
400	C:物	“	休	公	只	周	和	地点	我	是定	糖	路	阳	高
420	C^:病	千	归	当	敏	门
440	作	先	前先	化	敏$
460	^我是	不许	家	按	法务	练
500	七	册	楼	法	管	跟我
520	C:别	别写	项
540	#	^我	三
560	个人	四	律	是	用	许
580	C:kin
600	C:址
640	不	库
720	叫	都要
780	C:体	C:常
860	C:久
880	每
920	C:定
2320	，
"""
