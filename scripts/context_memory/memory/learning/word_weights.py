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
_COMMA_ZH = lazy_regex(r"\s*[,，;；:：、]\s*")
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
    plain = _COMMA_ZH.sub("，", _LATIN_ZH.sub("A", _NUMBER_ZH.sub("#", _ADDRESS.sub("@", clause)))).replace(" ", "")
    core = _LEAD_ZH.sub("", plain)
    grams = (plain[i : i + n] for n in (1, 2, 3) for i in range(len(plain) - n + 1))
    yield from (gram for gram in grams if gram != "，")
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
-1360	C:now
-1040	invoice
-920	^before	mine
-900	had	having
-840	then
-820	haha	src
-800	why
-780	was
-760	^i need
-740	^no more
-720	could
-700	points	writing
-690	bias
-680	^my <N> class
-660	^the grant	review
-640	^in <num>	^in <num> we	^run	^this	lol	sleep
-620	C:broken	^write a	cut	enough	lost	try	used
-600	draft	mail	there's
-580	^give	^give me	^with	battery	match	too
-560	^my english	^my english is	^what	chapter	make	reformat	slides	they	wants
-540	^i want you	^only	^write	going	hall	understood	which	yours
-520	^<addr> hours	^<num>	^i'm in	^i'm off on	^take	^we are	friday	value	viewing	weather
-500	^find	^i usually prefer	^lol	decided	km	seriously	slept	thanks
-480	^<N>	^for <N>	^i only	^write the	bunch	config	fact	king	leaves	neighbour	now	parks	subfolders
-460	^for the	^in anything	^in anything you	batch	bucket	came	can	check	class	down	fix	flake	great	her	left	let's	saw
-460	saying	says	story	template	timeout	work
-440	^i'm on line	^my code	^no more questions	^not <N>	glasses	looks	mind	mostly	tent	your
-420	^as	^from here	^from here on	^i lived	^i lived in	^i'll	^i'm in a	^never mind	^nothing	broke	coming	delayed
-420	finally	frau	he's	latex	letter	main	mushrooms	parents	quick	took	umbrella	would
-400	^every invoice	^every invoice gets	^go	^half of	^how	^i saw	^i saw you	^in the	^start	^summarise	^the numbers
-400	again	but	button	flight	groups	hardcoded	headings	ideas	list	look	newer	node	ping	quote	ran	receipts	remove
-400	reused	run	send	simple	six	sort	token	useless	wrote
-380	^a	^deploy	^for <N> <N>	css	deck	finish	gold	leaf	lived	long	meant	paragraph	price	replica	screenshot	see	tried
-380	unit	update	whats	whether
-360	C:near	^all our	^draft	^our tests	^the grant report	^two	allergic	dates	firm	getting	lock	notices	partner	removed
-360	rest	subtitle	tablets	vet
-340	^add	^i don't have	^i moved the	^keep the	^or	^put	^thanks	^that's	^the vet	^to	^we're at	admin	bit	blank	bloods
-340	card	done	fill	hot	hotel	lasts	older	picks	stopped	that	trip	vlan	welcome	windows	works	worry
-320	C^:passing	^i don't	^merge	^then	^they	^we're at <num>	almost	asleep	broken	commas	did	except	filed	flat	hash
-320	help	laptop	loop	menu	missing	others	paint	parcel	pasted	spring	stale	sum	table	tell	their	today	went	while
-300	^half	^i want to	^my hands	^my hands are	^three	^update	applying	cake	character	clean	even	formal	lunch	nine
-300	parts	prices	read	rebase	remind	replace	series	steps	take	there	till	train	wrong	xxxxxxx	z
-280	^ignore	^ignore the	^plan	^same	^she's	^we need	answered	appears	approve	back	begin	boasts	bored	bus	caption
-280	chatgpt	churned	continue	counts	description	duplicates	error	finished	footer	ignore	index	like	listings	looking
-280	makes	nestled	ok	outdated	paid	plan	queries	recruiter	reel	reformatting	reviewers	saved	section	sensor	sister
-280	slower	sounds	speak	split	still	thinks	timesheets	typo	viewers	wait
-260	C^:adverb	^check	^he	^looks	^my <N>	^our <N> is	^use the	artefacts	been	being	bump	chokes	cold	conform	dinner
-260	editors	everything	flag	it	less	let	moved	near	nearly	noticed	page	proposal	rebooted	rhyme	separately	server
-260	slide	small	sold	sound	space	start	starting	toast	tomatoes	wedding	well
-240	C^:month	^give me three	^run the	anyone	appointment	away	bisect	calculations	compare	convert	docker	essential
-240	example	factors	fighting	form	gap	importer	looked	mess	message	motorbike	p	planning	pounds	prof	regretted	reply
-240	rides	rollback	row	save	script	seconds	sent	shows	submit	surprise	time	title	trust	uploaded	yellow
-220	^i'm not	^look	^look at	accident	ahead	all	austin	canary	candidates	checklist	close	coffee	comment	deploy	either
-220	ferritin	food	gentle	graph	green	hills	hm	hmm	hurry	insists	insurance	many	midwives	morning	oven	plants	pm
-220	screamed	somewhere	thinking	thought	top	typos	walk
-200	C^:near	^run the tests	^show	^show me	^wait	arrived	bin	cli	commits	compute	develop	dictated	disabled
-200	explanations	fails	feared	folder	grant	grep	him	idea	keeps	lose	meeting	minutes	order	pages	paying	pictures
-200	prints	renovating	reporting	samples	settings	some	stuff	swap	teams	tokens	version	waiting	write
-180	^don't touch	^not	backlog	banner	bed	bring	building	cancel	comes	conflict	frames	friendly	header	jax	knew	law
-180	line	meets	minute	mum	none	passed	patch	pay	photosynthesis	prefer	query	raining	rash	reader	redis	redo	remember
-180	rewrite	sections	shorten	starter	syncing	throw	tidied	timing	tone	underneath	versions	wanted	xxxxxx
-180	xxxxxxxxxxxxxxxxxxxxxxx	yet
-160	^no	^now	^write to	add	alert	argument	article	blue	both	bother	can't	carries	chat	difficulty	dropped	exporter
-160	hands	importance	intro	kid	kidney	liked	locks	medium	meh	member	moment	must	null	other	paged	parser	plans	pnpm
-160	pull	reach	refactor	regulars	renumber	second	sed	seeing	selector	sends	shot	slightly	text	undo	usually	vegan	ward
-160	whatever	window	xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
-140	C:day	C^:act	C^:broken	^change	^make	address	behaviour	boring	busy	cache	click	colleague	dental	different
-140	endpoints	find	friend	hold	kidding	landed	legend	log	lot	mainly	merge	nice	numbering	permission	pick	places	raise
-140	replicas	rerun	same	scanner	segfaults	sense	stuck	talked	tomorrow	tooltip	trim	trying	twenty	values	wording
-120	^fix	^merge it	about	admins	apologies	ate	attached	better	blunt	brain	chart	discussion	document	fair	four	fully
-120	guess	guests	half	hi	hint	ill	inches	install	naming	notice	odd	offline	orbis	polite	positive	readme	recieved
-120	referee	rename	roommate	sampling	smaller	sorry	strongest	sven	swimming	thank	tidy	tired	tooling	traces	turn	van
-120	vegetarians	weird	worksheet
-100	C^:tool	^let's	^one	aunt	basically	black	book	brb	cancelled	candles	cloud	colours	copied	cried	dentist	domain
-100	door	during	export	fake	fingers	funny	hate	holds	holiday	hurts	ines	internal	item	leaks	limits	living	loud	made
-100	meantime	mistake	new	notes	numbers	okay	old	option	phew	plugins	politely	pushed	queue	regex	retention	retry
-100	running	sales	school	scratch	session	sheet	should	single	specific	station	stray	supervisor	tbh	tenancy	the	thx
-100	tickets	touched	tuesday	updated	utils	wifi	xxxxxxxxxxxxxxxxxx
-80	^our	^our <N>	^we have	absent	ad	already	another	anything	around	awful	badly	bees	bridge	burn	cancellation	cat	ci
-80	clauses	cllr	clue	collect	connection	contained	demo	desk	disks	docs	edge	exhibits	flickers	fourth	good	grovelling
-80	handwriting	happened	hidden	historical	holidays	hospital	hunk	insurances	itself	know	landlord	logic	market
-80	meetings	next	officer	open	orange	overlap	profiler	pumpkins	reasons	roll	runs	salaries	scroll	sees	self	timed	tmp
-80	tonight	total	trainer	tries	turned	use	war	websocket	working	xxxxx	xxxxxxxxxxxxxx
-60	C^:every	access	actions	admissions	backing	birthday	bold	border	branch	brother	build	bye	callers	carbs	checksums
-60	component	content	converted	curious	damping	data	decide	degrees	deleted	desktop	differ	editing	embarrassing	enter
-60	etiquette	failure	families	farms	few	files	fines	firmware	font	fra	front	generate	grey	he	hey	home	hosting	iconv
-60	infra	jack	just	last	likes	locked	meanwhile	middle	model	moving	mush	neutral	niggles	nuts	parking	part	pass	plenty
-60	positions	poster	postmortem	posts	practice	pudding	raw	remarks	search	seedling	sketch	smells	starts	steakhouses
-60	stomach	swaps	tab	tray	twins	ugh	visitors	voice
-40	added	alright	altos	always	anymore	anyway	blocks	booked	brief	bruised	budget	bug	cases	catches	chapters	charging
-40	cheap	complaint	courses	cover	crop	dashboard	deployment	diff	downside	drain	effect	equipment	experiment	failing
-40	feeling	final	fixture	found	freehold	funding	glad	handout	hated	heading	hotels	imprint	interview	inventory	jump
-40	jumps	kill	lab	latency	lecture	maintain	memory	messy	methods	missed	monday	names	october	oh	onto	outreach	overlaps
-40	pack	packs	papers	passive	piano	plumber	polyfills	princesses	printing	put	rainy	returned	risks	rough	route	rows
-40	rub	seems	set	severity	shift	slogan	software	soon	soup	speakers	stamp	summarize	syntax	tax	ten	tenants	tick
-40	together	transcript	umlauts	usual	warm	week	wheels	whiteboards	will	xero	xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
-40	yes
-20	^can	^it's	accounts	adapter	addresses	agenda	approved	asked	attempt	beds	belong	bio	brunch	cart	checked	choose
-20	citation	cleaned	clock	column	compile	confirm	context	crash	crashed	daemon	dark	dear	dictate	director	directory
-20	disaster	disk	drops	emerita	endpoint	evening	fall	fans	fee	fell	fetchuser	filtered	fit	flower	froze	full	funeral
-20	fuzz	garage	gear	getuser	gift	grandads	greenhouse	grounded	grumpy	handrail	headline	honestly	host	html	huge	incl
-20	includes	inline	inspector	joint	length	lib	load	logging	lunches	meals	mech	met	mockup	mode	months	move	newsletter
-20	nope	opened	opening	ouch	outline	packing	patient	pdf	perfect	phones	picky	picnic	picture	pipeline	pocket	post
-20	printed	printer	professor	pub	quarterly	quid	recording	redone	regenerate	region	rehearsal	rejected	relocation
-20	rephrase	restarted	restocking	returning	revert	ringing	rolled	roofer	rubs	scaffolding	scale	screen	screens	screw
-20	seating	sec	shave	shipped	sitter	skip	slip	smallest	sofa	solicitor	something	sourdough	stationary	strict	suggest
-20	summary	tablet	think	tho	timeline	times	translation	trial	using	variant	waffle	weeks	workshop	xxxxxxxxx
-20	xxxxxxxxxxx	xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
0	C:decided	^every	adapt	adds	adjust	affiliation	afternoon	ago	alarm	argue	arrive	auth	backup	bea	brightwater	bubble
0	builder	certificate	comparison	contact	cooked	cordon	country	cousins	critical	darker	dash	deal	dependency	dialog
0	dosage	draw	editor	ended	everybody	exception	exclude	existing	expired	explains	face	failures	family	faster	fetch
0	field	figure	file	flatten	gino	gradient	h	happening	implement	instructed	jammed	kernel	keyword	kind	landing	laptops
0	larger	lena	link	live	local	locally	mailbox	medians	metrics	milk	min	minds	mixed	modernise	one	outage	parsing	photo
0	playing	playwright	prepare	present	pressure	printable	properly	prototype	publisher	puppy	quarters	recap	receipt
0	recipe	refs	renew	replies	research	robot	rounding	shorter	silly	slot	slowest	snapshot	sock	spec	standup	string
0	styles	supplier	tables	tender	terminology	terrible	testing	tests	throwaway	typing	tyres	ugly	up	upper	usefull	vacuum
0	verbose	wall	weights	what	wide	y
20	accountant	act	active	also	anna	any	authored	big	bottom	bullet	charts	clicks	colour	complains	containers	covers
20	department	details	doc	drive	entry	facts	fine	fly	function	generated	hour	how	ipad	jo	longer	mobile	nothing	online
20	print	problem	redux	rely	remote	s	sell	sending	signature	smoke	someone	stack	state	step	tenant	three	timezone
20	upload	uses	varnish	viva	wiped	worked
40	C:passing	bigger	capitals	changed	cluster	console	delve	dispatch	else	got	handbook	hours	images	incident	including
40	indent	jonas	kindly	later	married	matter	mention	migration	mock	pallet	postage	prose	reading	rejects	replaced
40	sandbox	schedule	spaces	standard	stored	style	thesis	through	twice	yesterday	zod
60	^the	am	blog	clinic	commands	default	documents	env	exports	five	format	grammar	handover	happens	high	ids	import
60	invoices	json	learn	library	limit	links	lists	maintenance	nap	ones	output	policy	refunds	rent	retired	seed
60	sentences	short	shortcuts	surprises	terms	thing	thursday	to	translations	travel	two	user	valid	variable	weekdays
80	bastion	best	board	built	cc	compose	descriptions	eleven	forbidden	gave	german	gets	guide	handle	here	keywords	label
80	max	percentages	prod	really	registered	responsible	sick	size	statistics	summarise	this	thread	touching	translate
80	wife
100	C:kin	^in	anywhere	base	breaks	churn	command	crafts	deep	dentists	documentation	doing	fixtures	forty	glossary
100	helps	imperative	installing	knee	logged	lowercase	margin	mean	merging	minimum	module	mother	oak	oldest	or	partners
100	photos	plot	reference	refreshed	runner	sam	side	snowflake	so	somebody	status	stays	tool	tops	yup
120	^i want	animations	archived	ask	bags	bins	case	cents	client	cook	december	dependencies	diabetes	dog	dollars	dorm
120	fixed	for	frame	go	hand	intolerant	invite	labels	mails	means	mondays	most	over	period	pie	report	requests	require
120	revenue	services	share	sqlite	stay	taxes	than	tote	unclear	unsure	vendors	worker
140	^we've	accept	accordingly	agency	and	arm	centre	channel	daughter	easy	failed	future	gran	gym	handles	headlines
140	hearing	hosts	its	jargon	literal	lives	logs	narrow	nobody	nodes	nut	off	owned	payroll	pharmacy	point	preregistered
140	production	quotes	rivers	sole	terminal	timestamps	topic	we've	were	written	xliff	yarn
160	a	approvals	b	backups	calendar	care	closed	course	do	email	english	euros	everywhere	flags	forward	frozen	general
160	i'd	informal	integration	low	percent	platform	primary	questions	rather	red	results	returns	talk	teacher	terraform
160	th	those	understand	vans	white	width
180	^for	^i have a	^i'm	abbreviations	action	allowed	alone	alt	bank	based	booking	bullets	come	conversion	design	end
180	exclamation	force	forgot	hard	imports	k	kilos	machine	mirror	needs	note	of	organise	out	peanut	pip	px	request
180	round	rust	said	sentence	seven	structured	users	want	wed	wednesday	wen	who	within	words
200	^that	avoid	axis	blind	boss	clients	council	decimal	dies	dot	dr	early	everyone	gone	jobs	legal	mascot	my	noon	on
200	own	postgres	putting	right	shifts	sign	sources	we	web	wound
220	C^:now	accepts	acme	appendix	asking	basic	books	called	contracts	csv	delete	feature	fifteen	frontend	give	gluten
220	gradients	i've	image	items	linter	paper	please	prefers	release	retro	return	scripts	semicolons	serif	she	signed
220	solution	tabs	ticket	where	whiteboard	yusuf
240	^i have	bag	calls	car	dashes	digest	disclaimers	each	em	git	id	judgment	key	ms	north	number	once	only	person	phone
240	pls	pr	pushes	quiz	restart	shared	signs	spell	stop	talks	these	titles	trace	tuesdays	university	vault
260	C:month	^i'd	^i'm the	^it	^you	answer	author	boiler	bot	box	central	checks	copy	currently	customers	date	docstring
260	e	eat	eight	extend	far	greeting	have	hetzner	include	lactose	late	license	man	needed	options	pilot	reminder	sit
260	spelling	stores	sure	utilize	vegetarian	vendor	weekend
280	*ed	*ing	abstract	apologising	convention	database	directly	emojis	empty	evenings	feel	gateway	grafana	group	handed
280	helper	i	intern	kg	least	mo	reads	square	stand	straight	teach	workers	zero
300	^i don't do	^leave out	^leave out the	answers	bakery	bare	below	burned	business	changelog	clear	clerk	commit
300	contract	happen	ifs	instead	keys	leave	level	noah	noodle	nurse	owner	package	place	portuguese	q	rd	room	shown
300	since	squash	takes	turns	u	until
320	C:often	C^:kin	^the <N>	^we don't	^when	^when i	^when you	^whenever you	aid	call	catch	color	columns	doctor	fish
320	fractions	in	issue	job	listens	merges	mm	need	plain	python	question	reports	schema	system	told	touch	x
340	^whenever	^you can drop	accent	at	ben	btw	cap	causal	correct	dead	drafts	edited	fail	heating	if	login	me	merged
340	mom	myself	nested	store	things	urgent	warnings
360	^i can't	^the staging	^you don't	as	brokers	count	dairy	follow	grade	grpc	integer	keyboard	lines	mark	marked	marks
360	metric	monorepo	more	public	refer	repeat	say	service	severe	site	son	stick	sudo	summaries	swallow	word
380	C:act	C:manner	^anything	^i changed my	^i moved to	^i'm colour	^i'm colour blind	^the test	^we're	alerts	because
380	by	chrome	closes	exam	examples	excluded	facing	free	fridays	hangs	his	nights	oil	paragraphs	rotate	router	shell
380	sir	treat	units
400	^call	^call me	^i go	^the api	against	currency	dad	gigs	hates	hints	initials	internet	kept	large	n	network	scrap
400	ship	slow	test	training	true	unless	worksheets	years
420	^i'm the only	^my <N> is	^my son has	^you can stop	computer	fridge	from	hit	legacy	migrations	orders	result	saving
420	settled	tense	term
440	<num>	C^:day	^don't add	^for anything	^i get	^i'm on the	^if a	^prefer composition	^table	^we only	agreed	behind
440	change	composition	costs	deadline	flaky	football	i'm	inheritance	never	nightly	releases	thursdays
460	C^:state	^address	^be	carry	emails	ends	floor	has	history	holding	into	mg	night	outgrew	pytest	rate	snake	that's
460	variables	you
480	C:thing	C^:address	^i	^i work	code	driving	environment	errors	fiscal	hiring	language	money	palette	password	per
480	publish	shellfish	sprint	twelve
500	<addr>	^answer	^my	^prefer	^she hates	are	be	branches	choice	explain	explanation	harder	manager	messages	port	shop
500	though	tilda	when	with	without
520	^don't call	^i use	^i've been a	^the warehouse	above	bad	boys	don't	finance	house	may	mornings	name	otherwise
520	people	pork
540	C:address	C:state	^if	^she	^we're a	clause	deleting	deposit	dev	due	edit	false	forget	paleo	rhetorical
560	C:adverb	^stop	^we	adding	deploys	drop	get	kitchen	letters	leverage	modules	paste	staging	sugar	third	year
580	^each	^he goes	^he goes to	^i'm <num>	^next	assume	before	bill	billing	codebase	drink	named	past	show	spelled	team
580	warehouse	whole
600	^i've	an	diet	functions	garden	logo	month	owns	push	suite	type	way
620	*ly	^i take	^ngozi	backend	charge	does	ever	ngozi	product
640	C^:owns	^i'd rather you	^i'm off sugar	db	is	not	task
660	C:every	^forget	^i've got	^if a test	^next time	^the old	app	codes	goes	negative
680	buttons	changes	days	doesn't	office	tag	we're
700	^for this	api	apply	calling	comments	every	quarter
720	*s	C:tool	^no internet	^tests	husband	journal	no
740	bedtime	characters	deliver	freeze	it's	keep	repo
760	chemistry	customer	source	texts	whenever
780	C^:decided	after	cite	day	eu	kids	licence	much	us
800	^you can
820	under
840	them
860	C^:ill	bar	first	our
880	^write paragraphs	account	brand	pill
920	support
940	<N>	^i'm a	company
960	little
1000	project
1020	C:owns
1080	C:when
1100	allergy
1120	rule
1140	^never
1160	C:ill
"""
_CHINESE = """
-880	想
-820	C^:此
-780	^只
-760	同学
-720	C:今	用$
-660	C:坏
-640	C:此	同	把
-600	在的	现在的
-580	好
-560	不得	帮	才	报告
-556	bias
-540	^不	一直	不是	你的	名字	吧$	帮我	的$
-520	^写	个	笔记	还	退
-500	C^:别	^在	^用	是$	等
-480	“A	所以	试	说
-460	几	列表	名字$	有个	讲讲
-440	^你	^先	写她	就是	快	的A$	说一遍
-420	C^:体	^我们现	^要	也	了$	太	水	限$
-400	三天	中午	再写	写个	写公	后给	启动	夏天	我听	我的是	我跑	掉	火
-380	C^:今	^我看	^把	四点	崩	版，	要求	里一	长	，再
-360	A”	^四	“A”	下周	五个	件里	先别	名字，	周四	哈	完	崩$	我$	新的	来	空着	边	铁	问$	顺	题$	饭	，别写
-340	^”	^别	^给王	上才	上这	个地	乱	升	口	名叫	喜欢$	在$	基本	定$	是给	欢$	玩	生的	用户	看	码$	给王	递	食
-320	#号	A文	A文件	C^:址	^不用	^人	^我去	^按	^排班	^这	不叫	了一	写了	到的	启	失	失败	子，	对不	对不上	小时的	我去	数字$	时的	有点	有自己	格式	编辑	考试	谱	败	辑	这么	重	面
-300	C^:做	^不是	^不然	^是	^直接	信你	写我	列	啥	基	完$	抬	抬头	提醒我	改到	来了	火车	王	的文件	盘点	租房	红	菜单	要$	醒我	针	错
-280	^#年	^A#	^两	^再	^十	^嗯	^新	^老板	上周	个$	先别动	先用	写文	写文档	列$	到$	剩	动$	只有	嗯	大了	大了$	婆	字$	屏	差	己的	意思	我讲讲	报价	样的	租客	第二	自己的	色的	配置$
-280	，换
-260	^今	^他们	^改成	^有人	一半	两	了两	人都	他们	件先	你别	前我	去	又	句话	哈哈	在改	好像	字多	存	小时	度	报#	报#$	挑	改名	断了	昨	标题$	死了	法$	用这	用这个	百以	百以内	空着$	笑	第#
-260	置$	试一	都用这	释$	里你	音	，写
-240	#年我	#床对	^#年我	^#床	^#床对	^三	^客户要	^就	^帮	^帮我	^选A	一段	上我	上网	不上	不上$	个人的	了四	从来不	以前	信$	假$	决定$	别和	别和题	参	友	吐	和题	和题目	国	在哪	在这
-240	好$	婆婆	客户要	就一	年我	年我们	床对	床对青	张$	我只	户要	挪$	有一	来不	楚$	清楚$	牙	用那	疼$	的不用	看看	票$	紧	脑	要看	讲$	这周	连	选A	释	飞机	，不过
-220	$	^	^“	^“A	^“A”	^别的	^我不	^我们	^报告	个名	个名字	了，你	些	产环	产环境	从来	们的测	件夹	传	全部	出十	出十道	到现	到现在	前$	十道	印	发票$	只要名	回了	回滚	地方	堆	境的A	天
-220	实验	我也	我住$	我先备	我只要	我记	我记得	户要求	挂了$	改的	文件夹	是，	晚点	服	每一	滚	生产环	用#	的事$	简单	给她	老板	腰	色	要名	要名字	，一个
-200	#年	#竖	#竖版	#行	A#竖	^A	^其	^写一	^我猜	^我的是	^我要	^最	^注释	^直	…	…$	一份	上传	下面	不对	个A	个A，	了没	们定	们定了	份的	你给我	停	写得	函数	单里	只要	在手	在手机	导
-200	开$	成A$	我们定	我就	我猜	所	手动	搞	整个	旧的	早	最后	月份的	期$	然	电脑	登	看完	竖	竖版	第#行	终	要做	试的	说要	账号	这个$	那部	那部分	重新	飞	食谱	，你先	，帮	，把	，是
-180	@里	^我刚	^我妈	^我说最	^换	^整	^注	^现	^现在	^生	^看	^端	^端口	^答	^答案	^选	一段不	一篇	三的	下	下$	下A	不错	个分	个数	人的	他$	以删	八个	再看	出来	出院	删了	别排	到四
-180	单子	可以删	吧	哪	在在	多#	多#$	大家	妈$	客人	家$	少了	就用	弄	引言	志$	感	我先	我刚	我妈$	我说最	我还	手机上	打个	拆	排班	改了	早$	明天	是A#	最多#	有人	机上	来了，	段不	灰	灰色
-180	灰色的	点不	现在在	理员	用到	的写法	的菜	的菜单	算了	管理员	红的	组$	缓	色$	菜单里	行，	表$	要一	说最	说最多	赶	跳	过我	过生	过生日	还在	都返	都返回	里$	问题$	院了	页面	，帮我	，看
-160	C:日	C^:常	^两个	^今天	^以后做	^你先	^全部	^周末	^哈	^哈哈	^小	^就是	^带	^我先	^我说	^换成	^每次都	^算	^线	^线上	^继	^继续	^语	一个	一步	三点	上去	下班	下班前	不好$	不小
-160	不小心	两条	个分支	个文	了用A	人的名	以后做	你上	你上次	做A$	做一	先不	内容	写$	写封	分之	分钟	删了$	删掉	别动$	变$	只剩	只想	只想吃	只跑	后做	后做A	在用$	多$	完了	客户看	导入	小$
-160	小心	师的	开会	得不	想吃	想吃$	感觉	我上传	我爸只	据$	排$	提交$	数据$	显	晚上我	月的	有$	样写	次都这	比一	流水	爸只	爸只想	班前	百	百分	百分之	第二个	累	线上	继续	续	识	该	过A	过A$
-160	过了$	近	这样写	钟	错$	页$
-140	#床	^#	^上次	^之前我	^你上	^你上次	^做	^合	^周	^周三的	^导入	^我们对	^昨	^用户	^端口#	^第	^等	^算了	”，	一下$	一声$	一遍$	下，	不多	不对$	不过	两小	两小时	个大	个测	个测试
-140	之前我	也在	五的	交了	人用$	们对	们对外	会前	信	修	做成	公司都	其他	分钟后	别人	到新	前我们	司都	司都没	周三的	在用	声$	外的口	大$	奇	实	室	容	差不	差不多	应用题	应该	应该是	径是“	我们对
-140	户看	手机	找到	找到了	把A	挪	搬家	改成A	放右	放右边	文档$	新	昨天	是“A	是周	检	步	段	没$	没人用	流	点的$	然后	用题	登不	登不上	的了	的测	的测试	看不清	看了	系统	红的$	缓存	群里	能跑
-140	蓝	该是	该是#	请假	账号$	资料	跑了	过了	连不	连不上	适	遍	遍$	那版	都没	都没人	配	里那	钟后	锁	难度	额小$	，每
-120	^一	^一个	^今年	^刚	^别写	^名	^周四	^快	^我们以	^我们决	^我现	^我现在	^格	^格式	^然	^然后	^等等	^算了，	^老师	^这周	^这周的	^这封	^都	一次$	三个	不变	不变$	个文件	个，	了三
-120	五手	五手动	交，	人在	今天	以$	们$	们以	们以前	们店	们组$	会前我	会改	会改到	你说话	再跑	别的	前一	前一直	前都是	加上	加个	动发	动发版	包跟	包跟你	去$	发给	只用表	可以$	后我	后我只	周五手
-120	周末	啥$	回滚到	在看	备	好了	客	对$	封信	开会前	引	张图	得不错	快点	情包	情包跟	我们$	我们以	我们店	我只用	我妈	我把	我现	我现在	手动发	掉$	控	整理	日志$	是周五	案是	案是#	每次	永	永远
-120	流程	滚到	点了	用表情	电了	看不懂	看了，	第	等等	答案是	算了，	蓝色	表情包	见	言	话了	话了$	说话了	谢	谢谢	这个文	这周的	这封	都是周	都这	错，
-100	^不对	^周五	^好	^字	^我们店	^我赶	^最后	^等等，	^老	^表	^谢	^谢谢	^这个接	^这条	一版	一版$	不用了	不错$	了用	今天不	以后我	们决	们决定	们店从	份$	住在	你写	假	再发	再发$	出
-100	删掉$	别用A	加一	十分钟	占	占了	发我	号$	图$	在下	在下面	在地	多了$	够$	天不	定了用	对外的	封	封邮	封邮件	就够$	峰	帮我把	店从	店从来	录	想想	我们决	我再	我赶	所有	挂了	排个	接着	料
-100	是#$	机$	来不用	析器	标题	没	没人	点的	的是A	目录	看下	等等，	等，	等，别	表	解析	解析器	调	这一	这个接	这条	部分	都这样	酒	酒店	铁上	问问	难	页	颜	颜色	飞机$	驼	驼峰
-80	^其他	^加	^可	^我还	^明	^最后一	上了	上了$	下一	不上了	今	件$	写…	刚	前	周的	哈哈哈	外的	太长	她$	导出	帮我排	式$	心	情	我排个	我还在	按钮	改一	改了$	时	最多	朋	朋友	次都	每次都
-80	没有$	点	用的A	的会	的问题	看不	移	程$	端口	给我$	补	要用	试试	请	请假$	赶时	赶时间	迁移	都	重写	钮
-60	^主	^写个	^客户	^帮我把	^按钮	^排	^晚	^这次	^重	^页	一个$	一点$	一遍	不然	了	以	住$	你	写上	删	到	发$	发版$	合同	图不	地	多了	太长了	对，	己	我一	我在	我看看	找个	改一下	早上
-60	时候	气	消	病	的文	着	答案	索	结果	自己	试$	试试$	过敏	这段	金额小	长了	额小
-40	^图不	^图不错	^把A	^昨天	^结	一下	不用$	以前都	你先	候	列出来	吃饭	哈$	图不错	夏	录$	成	查	模	注释	看看$	种	结论	表格	要带	讲	说$	谢$	谢谢$	返	返回	部	长了$	，你
-20	A$	A”$	^可以	^周报	^我们组	^给	上$	二个	交$	仓	们	位$	到了	前要	加	去掉$	变	另	叫A	右	库$	懂	把这	文档	时间	时间$	点，	用表	电	直	离	行$	说一	跑$	链接	间$	题
0	^客	^导	^我的	你说	别动	句	合并	妈	对	建	志	我没	挂	换	数	案	次	海	版$	登录	的都	跟你	跟你说	远	里的
20	^我一	^改	一	之后	划	场	少	山	并	我这	文件	日志	清	理	的邮件	系	行	被	论	评审	跑A	这	这样
40	A#$	^我在	了，不	份	体$	供应	句$	只做	在一	对了	底	得	意	我要	推	机	格	班$	疼	看$	知	给我	缩	落款	问题	，我
60	A#A	A@	^提	一句	三，	业	个仓	中	代	以内	会	会议	别再	半	取消	可以	密	就行	岁	年级	开	您	我家	换成	更	比	用的是	用第	管$	管，	结	能	脚本	药	要是	都不	里	，老
80	A#，	^以	^我老	不加	主要	件一	信息	动	品	块$	年级$	思	招聘	支付	文案	本$	欧	点半	的，	级$	聘	花	跑一	进	那个	都按	限	，A	，叫我
100	C^:日	^仓	^仓库	^他	^我住	^我没	不了	件	写A	制在	单，	压	号是	周一	命令	回	图表	在是	奶	子	工单	库的	我周一	我想	我跟	房	控制在	提醒	放最	更新	标	案$	民	满	现在是	的	码	第三	统	继
100	编	负	账	那边	醒	间	，叫	，这
120	#的	^不要	^以后改	^对	^我家	^我属	^教	^测试环	”这	”这种	三方	三方库	上	不做	不好，	个月	主	代码	价	任何	低于	保	分	别用	单号	后提	后的	图	大	好，	必	必须	成#	我们不	我喜	我喜欢	我属
120	我，	截图	改	改成#	数字	方库	板	猫叫	白	的，没	直接	睡	研	空格$	第三方	者	证	负责	财务	软	邮	须	首	，A$	，五	，其	，发	，给我
140	A版	A那	^下次	^公	^叫	^叫我	^叫我老	^外	^我们公	^我喜	^我喜欢	^我早	^我每	^数	^测	^测试	^这个项	不要写	两个人	个选	个选项	了A	五	代码注	们公	们公司	住	便	先问	先问我	全	全量	公司
140	公室	办公室	发	可证	司	名	在@，	在跟	址是@	域	处	外	女	实习	宿	小数	总	总结	我们公	我周	我手	我早	我每	打	提交	日$	晚	欧阳	每个	的是	看A	码注	码注释	空	线$	经	节	许可	许可证	词	话	贴
140	这种	选项$	面，	预发	，不	，只	，在	，晚	，没
160	#A$	A#	AAA	A，需	^以后	^提交	一直用	不吃	中文$	之前	书	买	了，我	令	体	公	写死	决定不	加坡	包	地址是	址是	坡	型	型标	型标注	境	字段	安	定不	定的	客户那	少用	微	德	总$	我	我对
160	户的	户那	户那边	持	接给	支持	新加	新加坡	时$	是#	是A	本	标注	测试环	涉	涉及	点以后	烦	环境	用中	用中文	的东	的东西	直接给	直用	短一	租	箱	类型	类型标	结论$	老的	苏	英文$	落	要大	论$
160	试环	试环境	转	过	邮件	都跑	问	，保	，保留	，端	，需	，需求
180	A了，	^上	^回	^家	^我们这	^我对	^我换	^跟我	”了	”了$	一周	一律用	三月	不吃猪	不能	不要	不要用	九点	人名	们一	们财年	价$	先看	免责	免责声	写	及	发布	句话以	吃猪	吃猪肉	四十	团	士	声明
180	头	她	学	它	宽	师	干	待	律用	我们	我们一	我换	户	抄送	报表	接	文，	月开	月开始	李	次了	没有	深	猪	猪肉	琴	用A，	的人	的操	的操作	短一点	票	职	菜$	西	要再	规	议	设计	话以	话以内	财年
180	责声	责声明	运	那	那边的	里不许	量$	钉	钉钉	钥	镜	题不	，晚上	，没有
200	@，	A改	C:我	^我每天	^接	^给这	^跟	^这个	^这个仓	一下我	一次了	一用	下我	东西	个仓库	之	依	依赖	保留两	写中	写中文	分$	别写	北	南	历	台$	号了	吃$	否	四百	回复	块的	声	复	外包	审
200	审批	州$	我出	我每天	我用	户$	手	找	括	括号	教	方	明年	是学	末	架	次了$	次，	活	涨到	涨到#	班，	留两	留两位	称	空格	繁	繁体	给这	统一用	能用	腾	腾讯	腾讯云	色盲	蛋	讯	讯云	赖	走了	起
200	这个仓	都是	都是A	里云	钱	问我$	阿里	阿里云	除	险	需求	需要	面$	项目	，不能	，给
220	@#	@#$	@$	A改成	C^:kin	^A改	^A改成	^A的	^别再	^前	^前端	^回答	^我们办	^我周	^我周一	^接口	「	」	不用给	不让	不让用	两点	个人$	交	京	他	们不	们办	们办公	们这边	件名	件落
220	件落款	作废	做	先给	免	共	凌	凌晨	别用“	务	十个	千万	发货	发货$	取	号了$	吃	名是	在A	头的	封版	小时$	就行$	就说	岛	工作	序	归小	必须先	成#了	我们办	我们这	我做	我看	护	拉	招	按小
220	按小时	操	操作	文件名	明	是小	晨	次先	欢	点$	爸	生	用给	用给我	留	的账	的账号	的那个	目	给	考	血	要	让用	说“	货$	走	还有	邮件落	都要写	里别	镜像	院	非	页，	项$	须先	领	领导	，改成
240	A的时	^孩	^孩子	^我手	^接口返	^服务器	^没	^称呼我	一点的	三句	上午	不写	不看	不需	不需要	五下午	产	亲	人	们的	供	入	六点	写“	利	动A	区	医院	变量	口返	口返回	周三	天凌	天凌晨	天去	存成
240	孩子	宁	就	就能	局	已	已经	息	我习	我习惯	我们的	我有	我看不	接口返	是四	标题不	每天凌	点以	爱	狗	猫	码的	算	红绿	约	统一	美	自	英	要先	读	陈	风	马	，下	，不然	，手
260	#A	#栋	#栋#	A目	A目录	C:我们	C^:物	C^:病	^#栋	^#栋#	^不用再	^北	^北师	^北师大	^我们周	^每	^称	^称呼	^给客	^给客户	^财	^财务	^跳	^跳板	^跳板机	^预	^预发	一天	一律
260	不抽	两位	个项	个项目	也没	人，	们周	前端	北师	北师大	区$	后	周日不	呼我	命	四百行	因	圳	大版	大版$	孩	家医	家医院	寄	就别	师大	师大版	库你	废	慢	我们周	我推	我老	据	支	收	改成	放在	数据
260	日不	是@$	机的	杭	杭州	栋	栋#	栋#$	注	注册	深圳	点头	照	猜$	班	百行$	的话	直用A	短	称呼我	算$	米	类	组	给我推	翻	茶	设	译	说不	车	这个项	那台	那条	都存	链	隔	青	预算	，一	，三
260	，还
280	AA	C:做	C^:坏	C^:定	^之前说	^供应	^供应链	^发版	^图	^我不吃	^房	^林	^林知	^林知夏	^跟你	^跟你说	^默	一页	三下	三下午	不吃香	业$	了，现	云	从	以后	们这	休息	你可	你可以	供应链
280	先把	再	再给	别	别给	十一	卖	吃香	吃香菜	周三下	周日	在新	在新加	夏$	多	多，	头$	夹	家里	工	布	带	常	平时	应链	应链$	底下	建机	开头$	张	念	我不吃	批	抄	换一	排事	接口	是@	有老	林知
280	林知夏	正	白$	百行	的事	盲	知夏	知夏$	站	端	第一	老的那	自建	觉得	超	这块	链$	面包	预	香	香菜	香菜$	，我们
300	#，	^供	^最低	^阿	习惯	习生叫	了九	们只	低	何	你随	你随便	八点	出门	到三	前说的	午	午$	发票要	叫我	叫我老	后端	喜	喜欢	图都	字母	定	客气	年了	我们只	换一次	换成A	提醒$	放A，	整	样	测
300	牛	物	狗叫	病历	票要	称呼	素	结构	老周	诉我$	说一下	财	边只	选项	那边只	醒$	除了	风险	，上	，有
320	##	##A	^备	^备份	^服	^服务	^法	上的	不用再	中文	交作	件之	件之前	伤	先跑A	准备好	删，	办公	包$	发，	告诉	告诉我	哲	备好	就得	年	很	报	报错	文件之	日	有	末尾	母	没做	用A	用再	的总
320	的数字	科	程	维	网	署	能上	认	让	诉我	责	跑A$	跟	路径	过敏$	部署	都从	问我	阿哲	须先跑	，已	，已经	，标
340	#A#	^店	^我们只	三十	东	之前说	了，	做完的	儿子	八	关	再给我	分钟$	别写死	别给我	到文	到文化	前说	医	十	只坐	听不	固	固定	在可	在可以	备份	完的	完的$	尾	成A了	我是	按A	排除	提	改到文
340	文	文化	是A，	最	有事	构	现在可	生叫	用A$	用感	用感叹	耳	要给	记	评	边的	道的	里不写	钟$	默	，有事
360	^早餐	^缓	^缓存	”$	两个	个是	个点	之前先	二	休$	写测	写测试	千	博	台	合$	听	在	士$	婚	学$	州	店休	店休$	开发	径	户的名	早餐	替	月	法	用“	糖$	质	过，	这个是	，主
380	上限	九	习生	事	先跑	光	内的	准	半年	名，	周	在@	块	字	字体	季	实习生	就三	层	搬到	改动	最低	林	的A	的时	的时候	眼$	税	老	肾	英语	计	诉	课	这个	那是	隔周	零	靠	餐	骑	骑车
400	C:物	^交	^我没车	^退	下单	不发	不许	习	亚	吃，	和	对接	开头	归	惯	我没车	抽	放	敏	文$	款	每月	没车	片	管	糖	都先	阳	，#	，别	，老的
420	^单	上班	伦	保留	先	前先	办	呼	姐	属	批$	按	放A	测试	简	级	给我发	翻译	费	跟我说	送	通	需	，现	，现在
440	#个	A了$	C^:久	^家里	^我写	^我是	^那	为	六	含	含税	周报	坐	套	带着	律	月$	机房	楼	现	线	营	超过	这家	，排
460	#了	#了$	A，	^公司	仓库	单	字都	家	店	权	来，	由	眼	给我看	要说	说明	跟我	跟着	轮	轮换	高	，这个
480	A	”	于	位	内	加A	助	化	平	格$	每天	法务	要写	里不
500	A写	儿	冰	刘	可	合	周报$	四	我写	许	话，
520	只	号	当	语	量	，他
540	A的	七	下午	册	敏$	答
560	C:kin	C:久	力	用短	路
580	C:别	二十	回答	现在	练	项
600	A了	个人	说的
620	付	姓
640	C:址	^她	^部	^部署	“	小	是定	门
660	三	作	库
680	#	C:病	休	晚上	用
700	@
720	双	是
760	C:常
780	^我	阿
860	每
900	不
920	C:体
940	C:定
1120	叫
1240	都要
"""
