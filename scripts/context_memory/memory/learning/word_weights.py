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
from . import grammar

WEIGHT = 0.8
"""Points of a rule that one unit of the fitted score is worth; the best of five on messages left out of the fit."""
BIAS = -0.25
"""Points: a score of none is a little against. Rules alone learnt at first sight .66 and .76 (English, Chinese) of what
`tenth_sight` to `twelfth_sight` hold, with words .80 and .84, and as many false things."""
AGAINST = -2.0
"""The score below which words outweigh a rule."""
AGAINST_BARE = -1.2
"""The same for a rule that brings just enough points, as more than half of the false ones do: of all labelled sets 2 of
2,102 lasting messages are lost with it, and 30 of 137 things that are not (`python -m bench learning`)."""
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
    return max(both, points) if score >= (AGAINST if points > grammar.ENOUGH else AGAINST_BARE) else both


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
-1300	C:now
-1075	invoice
-1025	having
-1000	^before
-900	^i need	mine
-875	had	haha	src
-850	^no more	then
-800	^the grant	was	why
-750	^my <N> class	try	writing
-725	^i have to	lol	points
-700	^in <num>	^in <num> we	^run	mail	sleep
-675	^give	^write a	enough	lost	used
-650	^give me	^take	^this	review	too	wants
-646	bias
-625	C:broken	^i want you	^my english	^my english is	^only	battery	cut	match	mushrooms
-600	^with	could	hall	reformat	slides	there's	understood	viewing
-575	^i'm off on	^what	^write	draft	friday	going	they
-550	^<addr> hours	^i usually prefer	^lol	^we are	batch	chapter	leaves	make	neighbour	parks	slept	weather
-525	^<num>	^as	^for <N>	^i'll	^i'm in	bunch	came	config	subfolders	value	yours
-500	^find	^for the	^i only	^in anything	^in anything you	^no more questions	^write the	decided	flake	king	km	let's
-500	seriously	timeout	which
-475	^<N>	^half of	^i'm on line	^never mind	^not <N>	bucket	can	down	her	ill	parents	run	saw	saying	sound	story
-475	template	tent	token	waiting
-450	^deploy	^from here	^from here on	^i lived	^i lived in	^my code	^nothing	^the numbers	broke	check	delayed	finally
-450	frau	great	groups	latex	left	letter	locked	newer	node	remove	simple	sort	thanks	took	useless	work	wrote	your
-425	^a	^i'm in a	^start	^summarise	begin	button	css	dishes	finish	fix	flight	glasses	looks	mind	mostly	notices	price
-425	ran	says	screenshot	six	umbrella	walk	whether	would
-400	^all our	^every invoice	^every invoice gets	^for <N> <N>	^i saw	^i saw you	^two	admin	blank	coming	deck	fill
-400	hardcoded	he's	ideas	lived	look	main	meant	paint	paragraph	partner	ping	receipts	replica	rest	reused	send	tablets
-400	their	unit	whats
-375	C:near	^go	^in the	^keep the	^merge	^or	^our tests	^put	^that's	^the vet	allergic	approve	bloods	but	class	dates
-375	firm	formal	funeral	gold	headings	hot	leaf	list	lock	loop	now	older	paid	quick	quote	removed	see	spring	stopped
-375	tried	update	vet	welcome	works
-350	C^:passing	^add	^i don't have	^i want to	^we're at	almost	applying	back	card	character	did	error	filed	getting
-350	hash	laptop	lasts	parcel	pasted	reel	reformatting	subtitle	sum	till	timesheets	went	windows
-325	^draft	^same	^they	^to	^we're at <num>	again	appears	boasts	cake	churned	counts	done	except	flat	hotel	index
-325	listings	menu	missing	others	picks	prices	remind	replace	series	sister	sold	tell	there	trip	viewers	vlan	well
-325	worry	xxxxxxx	z
-300	C^:adverb	^half	^my hands	^my hands are	^plan	^then	asleep	austin	bored	bump	caption	chatgpt	clean	coffee	cold
-300	commas	continue	duplicates	editors	factors	help	insists	less	let	long	lunch	makes	moved	near	noticed	outdated
-300	parts	queries	read	rebase	recruiter	reviewers	rollback	scanner	sensor	sent	slower	sounds	split	stale	steps	table
-300	that	thinks	trust	wait	while
-275	C^:near	^i don't	^ignore	^ignore the	^our <N> is	^run the	^she's	^thanks	^update	^use the	^we need	answered
-275	anyone	artefacts	been	being	bisect	broken	close	comment	conform	description	dinner	either	even	everything	example
-275	finished	flag	footer	green	ignore	it	like	mess	message	motorbike	nearly	nestled	planning	plants	prof	rash
-275	rebooted	regretted	renovating	rhyme	rides	section	separately	shows	slide	small	speak	still	submit	surprise	take
-275	today	typo	wedding	wrong	yellow
-250	^check	^looks	^my <N>	^not	^show	^show me	about	away	bin	bit	calculations	chokes	comes	compare	compute	docker
-250	essential	fails	fighting	graph	hills	idea	keeps	knew	looked	looking	nine	ok	places	plan	pounds	proposal	reply
-250	save	server	somewhere	space	start	starting	time	toast	tomatoes	typos
-225	C^:month	^look	^look at	ahead	appointment	canary	candidates	commits	convert	develop	disabled	explanations
-225	ferritin	folder	friendly	gap	gentle	grant	grep	hmm	importer	insurance	jax	law	lose	meeting	none	offline	order
-225	oven	p	page	pictures	pm	remember	row	saved	screamed	script	seconds	some	syncing	thinking	thought	title	tokens
-225	tone	train	twenty	uploaded	version
-200	^i'm not	^no	accident	add	alarm	all	bed	bring	checklist	cli	dictated	exporter	feared	food	form	hm	hurry	install
-200	many	meets	midwives	minute	minutes	mum	null	pages	passed	patch	paying	query	redis	regulars	reporting	sections
-200	settings	shorten	stuff	swap	text	throw	top	underneath	wanted	xxxxxxxxxxxxxxxxxxxxxxx
-175	^wait	^we have	alert	argument	arrived	article	backlog	behaviour	better	both	bother	building	candles	car	carries
-175	conflict	deploy	different	difficulty	dropped	find	frames	fully	header	him	hint	how	intro	liked	line	locks	log
-175	medium	meh	member	old	paged	pay	permission	photosynthesis	pick	plans	plenty	pnpm	positive	prefer	prints	pull
-175	raining	raise	reach	reader	redo	refactor	renumber	replicas	rerun	rewrite	roommate	same	samples	second	sed	sends
-175	shot	starter	teams	tidied	timing	tooling	tooltip	versions	ward	window	write	xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx	yet
-150	C^:act	C^:tool	^now	^write to	address	admissions	ate	banner	busy	chart	chat	colleague	dental	document	endpoints
-150	friend	hands	hour	importance	inches	kid	kidding	kidney	landed	likes	living	mainly	moment	must	numbering	other
-150	parser	polite	seeing	segfaults	selector	should	single	slightly	stuck	trim	turn	undo	van	vegan	whatever	wording
-150	xxxxxx
-125	C:day	C^:broken	admins	already	apologies	attached	aunt	black	blue	boots	boring	brain	cache	cloud	clue	cried
-125	domain	edge	fake	fingers	four	guess	guests	half	hold	holiday	hunk	hurts	know	leaks	legend	lot	made	meetings	merge
-125	mistake	naming	notice	parking	politely	queue	readme	recieved	running	runs	salaries	sales	sense	sheet	specific
-125	starts	strongest	swimming	tablet	talked	thank	the	tidy	tired	tmp	tomorrow	touched	trying	usually	utils	values
-125	weird	working
-100	C^:every	^fix	^let's	^make	^one	around	badly	basically	blunt	brb	bridge	burn	cancelled	click	colours	contained
-100	copied	dentist	desk	discussion	docs	door	during	fair	fourth	funny	grovelling	hate	hi	hidden	holds	ines	item
-100	itself	limits	loud	meantime	morning	new	next	nice	notes	odd	oh	okay	open	option	orbis	overlap	part	phew	plugins
-100	practice	profiler	pushed	referee	regex	rename	retry	roll	sampling	sees	self	session	smaller	sorry	station
-100	supervisor	tbh	tenancy	thx	tickets	traces	trainer	tuesday	turned	updated	vegetarians	war	xxxxxxxxxxxxxxxxxx
-75	^our	absent	access	ad	altos	always	another	any	awful	backing	bees	blocks	border	budget	bye	cancel	cancellation
-75	carbs	cat	ci	clauses	cllr	collect	connection	content	converted	decide	desktop	diff	disks	embarrassing	etiquette
-75	export	failure	families	fines	flickers	font	fra	generate	good	handwriting	historical	holidays	iconv	infra
-75	insurances	internal	jack	jumps	last	logic	market	moving	mush	neutral	numbers	nuts	officer	orange	positions	poster
-75	pumpkins	raw	reasons	remarks	retention	rows	scratch	scroll	search	skip	smells	stomach	stray	sven	syntax	tab	ten
-75	timed	total	tries	websocket	wifi	worksheet	xero	xxxxxxxxxxxxxx
-50	^every	^our <N>	actions	alright	anything	bold	book	branch	brief	brother	build	callers	cases	catches	charging	cheap
-50	checksums	component	cover	crop	curious	damping	degrees	deleted	deployment	differ	downside	editing	effect	enter
-50	exhibits	experiment	failing	farms	feeling	few	file	firmware	fit	fixture	freehold	front	glad	grey	handout	hated	he
-50	heading	hey	hospital	hosting	imprint	interview	inventory	just	landlord	latency	lecture	maintain	meanwhile	methods
-50	middle	missed	model	monday	niggles	october	packs	pass	passive	postmortem	posts	printing	pudding	regenerate
-50	returned	ringing	risks	scale	seedling	severity	shift	shorter	sketch	slogan	stamp	steakhouses	swaps	tax	three	tick
-50	tonight	transcript	tray	twins	ugh	umlauts	use	using	usual	visitors	voice	warm	whiteboards	will	xxxxx	xxxxxxxxx
-50	xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
-25	C:decided	adapter	added	agenda	anymore	asked	beds	belong	bibliography	birthday	booked	bruised	bug	chapters	choose
-25	citation	clock	compile	complaint	confirm	context	courier	courses	crash	critical	daemon	dashboard	data	demo
-25	directory	disaster	disk	drain	drops	equipment	facts	fans	fell	fetchuser	filtered	final	fine	flower	found	froze
-25	funding	fuzz	getuser	gift	gino	grandads	greenhouse	handrail	happened	headline	hotels	huge	includes	inline	joint
-25	jump	kill	load	lunches	memory	messy	mockup	move	newsletter	nope	onto	opening	ouch	outreach	overlaps	pack	packing
-25	pdf	perfect	phones	piano	picnic	picture	pipeline	plumber	pocket	polyfills	post	princesses	printer	pub	puree
-25	quarterly	quid	rainy	region	rehearsal	rejected	relocation	rephrase	restarted	returning	rolled	roofer	rough	route
-25	rub	screen	screens	screw	sec	seems	set	shave	shipped	sitter	slip	sofa	software	something	soon	soup	sourdough
-25	speakers	strict	suggest	summarize	supplier	think	timeline	together	translation	trial	upper	variant	waffle	week
-25	wheels	workshop	yes
0	^can	accounts	adapt	addresses	adds	adjust	affiliation	afternoon	ago	anyway	approved	argue	arrive	attempt	auth	backup
0	bea	bio	brightwater	brunch	bubble	builder	cart	certificate	checked	cleaned	comparison	complains	conference	contact
0	cooked	cordon	country	cousins	crashed	dark	darker	dash	deal	dear	dependency	dialog	dictate	director	dosage	draw
0	editor	emerita	ended	endpoint	evening	everybody	exception	exclude	existing	expired	explains	face	failures	fall
0	family	faster	fee	fetch	field	figure	files	flatten	full	function	garage	gear	got	gradient	gran	grounded	grumpy	h
0	happening	honestly	host	html	implement	incl	inspector	instructed	ipad	jammed	kernel	keyword	kind	lab	landing	laptops
0	larger	lena	length	lib	limit	link	local	locally	logging	mailbox	meals	mech	met	metrics	milk	min	minds	mixed	mobile
0	mode	modernise	months	names	one	opened	outage	outline	papers	parsing	patient	photo	picky	playing	playwright	prepare
0	present	pressure	printable	printed	professor	properly	prototype	publisher	puppy	put	quarters	recap	receipt	recipe
0	recording	redone	redux	refs	rely	renew	replies	research	restocking	revert	robot	rounding	rubs	s	scaffolding	school
0	seating	sentences	short	silly	slot	slowest	smallest	snapshot	sock	solicitor	spec	stack	standup	stationary	string
0	styles	summary	tables	tenants	tender	terminology	terrible	testing	tests	tho	through	throwaway	times	typing	tyres
0	ugly	up	usefull	vacuum	verbose	visit	wall	weeks	weights	wide	xxxxxxxxxxx	xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx	y
25	C:passing	accountant	act	active	also	anna	authored	big	capitals	changed	charts	clicks	cluster	colour	column
25	department	doc	drive	early	eleven	else	entry	fly	images	incident	invoices	jo	jonas	live	medians	online	pallet	print
25	problem	prose	reading	rejects	remote	replaced	report	sell	signature	smoke	someone	standard	state	style	thing
25	timezone	uses	varnish	viva	what	wiped	worked	yesterday
50	^the	bottom	bullet	console	containers	covers	default	dispatch	env	gave	generated	grammar	handbook	handover	high	ids
50	import	including	indent	kindly	later	married	migration	ones	policy	sandbox	schedule	seed	spaces	step	stored
50	surprises	tenant	thesis	this	thursday	translations	twice	two	unclear	upload	variable	weekdays	zod
75	am	bag	bank	bigger	breaks	built	calendar	cents	clinic	closed	commands	compose	delve	descriptions	details
75	documentation	documents	doing	exports	five	forbidden	german	gets	guide	here	installing	json	keywords	label	lists
75	longer	margin	matter	max	mention	mock	nap	nothing	output	percentages	photos	postage	prod	really	refunds	responsible
75	retired	sick	snowflake	terms	th	to	touching	travel	user	valid	wife
100	C:kin	^in	accordingly	ask	bags	base	bastion	best	bins	blog	board	bullets	case	cc	churn	come	crafts	deep	fixed
100	format	go	handle	happens	hours	imperative	intolerant	knee	learn	library	links	lives	logged	lowercase	maintenance
100	mean	merging	minimum	module	oldest	over	partners	period	pharmacy	plot	rather	refreshed	registered	rent	sam	sending
100	shortcuts	size	so	somebody	sqlite	statistics	status	summarise	talk	taxes	those	thread	tool	tote	vendors	yarn	yup
125	^i can't	^we've	agency	archived	b	care	december	dentists	dependencies	diabetes	do	dog	dollars	fixtures	flags	for
125	forty	helps	labels	mails	mondays	mother	nodes	oak	payroll	point	postgres	preregistered	reference	requests	require
125	revenue	said	services	share	side	speaks	stays	teacher	than	tops	translate	unsure	we've	were	width	xliff
150	^i have	^i want	a	accept	and	animations	centre	channel	client	cook	course	daughter	dorm	email	frame	frozen	future
150	general	glossary	hand	headlines	hearing	informal	invite	its	k	logs	low	means	mo	most	my	narrow	needs	nut	percent
150	pie	primary	production	quotes	rivers	runner	seven	sole	stay	timestamps	understand	we	white
175	^i'm	^you	allowed	alt	anywhere	approvals	arm	command	conversion	everyone	everywhere	exclamation	forgot	handles
175	hard	hosts	i'd	integration	jargon	jobs	mirror	noah	nobody	off	on	or	out	owned	peanut	pip	prefers	right	sentence
175	structured	terminal	terraform	topic	vans	want	where	within	words	worker
200	C^:now	^i have a	action	alone	answer	asking	avoid	axis	backups	blind	booking	clients	council	decimal	design	easy
200	end	euros	force	forward	frontend	gluten	gone	gym	image	imports	kilos	note	once	options	own	platform	please	px	quiz
200	request	results	returns	round	shifts	sign	ticket	vegetarian	wed	wen	who	wound	written
225	C:month	^for	^it	^that	abbreviations	accepts	books	contracts	dot	dr	each	english	failed	feature	have	home	i	i've
225	key	lactose	legal	literal	machine	mascot	noon	of	only	organise	paper	person	pls	putting	red	return	rust	scripts
225	semicolons	serif	she	signed	sources	talks	these	tuesdays	turns	users	web	wednesday	whiteboard	yusuf
250	*ed	*ing	^i'd	acme	author	based	boss	bus	central	csv	customers	delete	disclaimers	e	eat	fifteen	give	gradients
250	grafana	id	items	judgment	late	ms	north	number	phone	pilot	pr	pushes	questions	release	retro	shared	solution	stand
250	stores	titles	touch	utilize	vault
275	^i'm the	abstract	basic	boiler	bot	box	called	calls	copy	currently	dashes	date	dies	docstring	eight	em	empty
275	extend	gateway	git	happen	hetzner	least	license	linter	man	need	needed	owner	signs	sit	spell	spelling	tabs	teach
275	trace	u	weekend	workers
300	C^:kin	^the <N>	^when	^when you	^whenever you	appendix	at	bare	below	btw	burned	changelog	checks	color	columns
300	commit	contract	directly	evenings	fish	free	group	in	include	keys	mm	nurse	place	q	restart	room	severe	square
300	straight	sure	told	university	until
325	C:often	^we're	^when i	^whenever	accent	answers	apologising	cap	catch	causal	clear	clerk	convention	database
325	digest	doctor	eats	examples	greeting	handed	helper	if	intern	job	kg	leave	level	lines	me	merged	noodle	package
325	plain	portuguese	rd	reminder	shown	stop	vendor
350	C:act	^i don't do	^i'm on the	^the api	^we don't	^you can drop	aid	as	bakery	business	by	call	dairy	edited	emojis
350	exam	far	feel	grade	grpc	ifs	issue	keyboard	mark	marked	merges	nights	paragraphs	python	reports	say	sir	squash
350	store	summaries	system	test	urgent	warnings	x
375	^the staging	correct	count	dad	drafts	fail	gigs	hates	heating	integer	kept	listens	login	marks	metric	mom	network
375	refer	repeat	settled	shell	ship	swallow	treat	word	zero
400	^leave out	^leave out the	^the test	^you don't	alerts	ben	computer	dead	ends	football	fractions	his	i'm	internet
400	large	myself	nested	orders	public	reads	rotate	scrap	stick	true
425	<num>	C^:address	C^:day	^for anything	^i'm colour	^i'm colour blind	^i'm the only	because	change	chrome	excluded
425	facing	follow	from	hangs	migrations	oil	otherwise	palette	router	schema	service	site	sudo	takes	thursdays	training
425	twelve	worksheets
450	C:manner	C^:state	^answer	^he goes	^he goes to	^i changed my	^i go	^i moved to	^we only	against	brokers	currency
450	flaky	floor	fridays	has	hints	hit	initials	monorepo	more	n	per	releases	saving	tense	units	warehouse	years
475	C:state	C:thing	^don't add	^i	^i get	^if a	are	behind	carry	closes	errors	fridge	hiring	into	language	mg	never
475	nightly	outgrew	port	slow	snake	term	things	unless	without
500	<addr>	C:address	^address	^call	^my <N> is	^stop	^we're a	agreed	bad	clause	code	composition	costs	don't	driving
500	explain	fiscal	inheritance	may	money	name	night	password	publish	question	rate	result	since	son	sprint	that's
500	variables	with	you
525	^i work	^i've been a	^if	adding	choice	db	deadline	deleting	deposit	due	environment	history	holding	house	legacy
525	mornings	people	shellfish	sugar	when
550	C:adverb	^don't call	^i use	^i've	^my	^the old	^the warehouse	above	be	branches	explanation	finance	forget	get
550	harder	leverage	messages	pork	pytest	shop	though	whole
575	C^:owns	^prefer	^she	app	before	boys	deploys	dev	drop	edit	instead	is	kitchen	letters	modules	paleo	paste	push
575	staging	tilda	way	year
600	*ly	^each	^next	^we	an	billing	codebase	emails	named	show	spelled	suite	team	third
625	C:every	^i'm off sugar	assume	backend	days	diet	doesn't	manager	month	not	owns	past	product
650	^i'd rather you	^i'm <num>	drink	ever	false	garden	goes	logo	negative	office	tag	type
675	*s	^i've got	^if a test	changes	functions	it's	we're
700	C:tool	^forget	^i take	^next time	bill	calling	charge	codes	deliver	kids	task
725	^for this	^she can't	^tests	apply	buttons	comments	day	no	quarter
750	^no internet	api	bedtime	characters	chemistry	cite	every	keep	repo	whenever
775	C^:decided	after	customer	freeze	husband	journal	source
800	much	texts	them
825	C^:ill	^you can	eu	pill	under
850	our	us
875	first	licence
900	<N>	bar	brand	does
925	account
950	^i'm a	^write paragraphs	company
975	support
1000	project
1025	little
1050	C:owns	C:when	allergy
1100	C:ill
1125	^never	rule
"""
_CHINESE = """
-950	C:今
-875	想
-825	C^:此
-775	用$
-750	^只	同学
-675	C:坏	把
-625	C:此
-600	同	好
-575	帮	才	报告	等
-561	bias
-550	一直	不得	吧$	在的	帮我	现在的	的$
-525	^不	^写	不是	你的
-500	^用	个	名字	所以	是$	笔记	试	还	退
-475	C^:别	^在	几	列表
-450	C^:体	^你	^先	^要	就是	有个	讲讲
-425	A”	C^:今	“A”	中午	了$	写个	写公	写她	名字$	夏天	快	的A$	说	限$
-400	也	剩	后给	启动	周四	太	定$	我$	我听	水	火	说一遍	饭
-375	^别	^四	^我们现	^我看	^把	“A	三天	再写	哈	在在	好像	崩	崩$	我的是	我跑	掉	来	现在在	用户	顺	，再
-350	^给王	上才	上这	下周	个地	乱	件里	名叫	名字，	喜欢$	在$	改到	新的	是给	欢$	版，	生的	看	空着	给王	要求	里一	长	问$	题$	食	，别写
-325	A文	A文件	C^:址	^不用	^按	^排班	^这	不叫	了一	五个	先别	到的	口	启	四点	在改	基本	实验	对不	对不上	小时的	我去	数字$	时的	是，	有点	有自己	来了	格式	码$	要$	谱	边	这么	递	重	面
-300	C^:做	^不是	^不然	^我去	^是	^直接	上周	他们	信你	写我	列	列$	到$	去	啥	基	失	失败	子，	字$	完	小时	屏	差	己的	意思	我讲讲	改名	火车	王	玩	的文件	盘点	租房	第二	红	编辑	自己的
-300	菜单	败	辑	针	铁	错	，换
-275	#号	^#年	^两	^人	^再	^十	^嗯	^新	两	你别	只有	哈哈	嗯	大了	大了$	婆	字多	度	我先	抬	抬头	提醒我	百以	百以内	笑	考试	色的	配置$	醒我
-250	#年我	#床对	^#年我	^#床	^#床对	^A#	^”	^三	^今	^就	^有人	^老板	一半	一段	上网	不上	不上$	个$	了两	人都	从来不	件先	信$	先别动	先用	写文	写文档	别和	别和题	前我	动$	句话	和题
-250	和题目	回滚	存	完$	床对	床对青	挑	断了	有一	来不	标题$	死了	法$	滚	牙	用这	用这个	的不用	看看	租客	空着$	第#	紧	置$	脑	要看	讲$	这周	连	都用这	释$	里你	音	，不过
-225	#年	$	^	^客户要	^帮	^帮我	^我不	^改成	^最	^每次都	^注释	^选A	三列	上传	上我	下	不对	个A	个人的	个名	个名字	了四	了，你	些	产环	产环境	从来	以前	们的测	件夹	传	假$	全部	决定$
-225	到四	单里	参	友	发票$	只要	只要名	回了	国	在哪	在这	地方	堆	境的A	好$	婆婆	客户要	就一	年我	年我们	张$	我也	我只	我只要	户要	户要求	手动	报#	报#$	报价	挂了$	挪$	文件夹	旧的	服	楚$
-225	没人	清楚$	生产环	用#	用那	疼$	的事$	票$	简单	腰	色	要名	要名字	选A	释	飞机
-200	#行	^A	^“	^“A	^“A”	^其	^写一	^别的	^我猜	^我要	^报告	^换	^注	^现	^现在	^生	^直	…	…$	下A	个A，	个分	了没	们定	们定了	份的	你给我	出十	出十道	出来	函数	删了	前$	十道
-200	印	又	吐	哪	导	开$	成A$	我们定	我住$	我先备	我就	我猜	所	打个	改了	改的	整个	早	昨	晚点	最后	月份的	每一	灰	点不	然	用到	电脑	登	第#行	等$	红的	给她	老板	色$	菜单里	表$	试的	说要
-200	账号	这个$	那部	那部分	里$	重新	飞	食谱	，一个	，你先	，帮	，帮我	，把	，是
-175	#床	#竖	#竖版	@里	A#竖	C^:常	^以后做	^哈	^哈哈	^小	^我们	^我刚	^我妈	^我的是	^我说最	^换成	^整	^看	^端	^端口	^端口#	^答	^答案	^继	^继续	^语	^选	一份	一段不	一篇	三的
-175	下$	下班前	下面	不错	个分支	个文	了用A	人的	以删	以后做	你上	你上次	做A$	停	八个	内容	写$	写封	写得	出院	删了$	别排	到新	变$	可以删	后做	后做A	在手	在手机	多#	多#$	大家	天	妈$	客人
-175	家$	少了	就用	师的	弄	引言	志$	我上传	我刚	我妈$	我说最	我还	手机上	拆	据$	排$	排班	提交$	搞	数据$	早$	是A#	最多#	有$	有人	期$	机上	检	段不	灰色	灰色的	班前	理员	的写法	看完	竖
-175	竖版	第二个	算了	管理员	缓	行，	识	说最	说最多	赶	跳	过A	过A$	过我	过生	过生日	还在	都返	都返回	问题$	院了	页$	页面	，看
-150	C:日	^上次	^今天	^你上	^你上次	^你先	^合	^周三的	^周末	^就是	^带	^我先	^我说	^用户	^第	^算	^线	^线上	”，	一下$	一个	一声$	一步	一遍$	三点	上去	下班	不多	不好$	不对$	不小
-150	不小心	两条	个数	个测	个测试	人的名	他$	会前	先不	分之	删掉	单子	只剩	只想	只想吃	只跑	号$	吧	周三的	在用$	声$	多$	大$	完了	客户看	导入	小$	小心	差不	差不多	应该	应该是	开会	引	得不
-150	想吃	想吃$	感	感觉	我爸只	找到	找到了	挪	控	放右	放右边	料	新	显	晚上我	月的	样写	次都这	段	比一	永	永远	没$	流水	点的$	然后	爸只	爸只想	百分	百分之	看了	系统	累	红的$	线上	组$	继续	续
-150	能跑	蓝	要一	要做	该	该是	过了$	这个文	这样写	连不	连不上	适	遍$	那版	配	里那	错$	，每
-125	^#	^一	^一个	^之前我	^做	^刚	^别写	^名	^周	^周四	^导入	^我们对	^昨	^然	^然后	^等	^算了	^算了，	^老	^这个接	^这周	^这封	一版	下，	不变	不变$	不过	两小	两小时	个文件	个，
-125	之前我	也在	五的	交了	人在	今天不	们$	们对	们对外	们店	们组$	会改	会改到	你说话	修	做成	其他	再发	再跑	分钟后	别人	别动$	前一	前一直	前我们	加上	加个	包跟	包跟你	只用表	后我	后我只	周末	啥$
-125	回滚到	备	外的口	多了$	天不	奇	好了	容	对$	封信	应用题	张图	录	径是“	情包	情包跟	我们$	我们对	我们店	我再	我只用	我把	户看	把A	挂了	掉$	搬家	改成A	文档$	日志$	明天	昨天	是“A	机$
-125	析器	标题	案是	案是#	次都	步	每次	每次都	没	流	流程	滚到	点了	点的	用表情	用题	电了	登不	登不上	百	的了	的测	的测试	看不懂	看不清	第	答案是	算了，	缓存	群里	蓝色	表情包	解析	解析器	言	试$
-125	话了	话了$	该是#	说话了	请假	谢	谢谢	账号$	跑了	过了	近	这个接	这封	遍	都这	酒	酒店	钟后	问问	难度	额小$
-100	A”$	^不对	^今年	^周五	^好	^字	^快	^我们以	^我们决	^我们店	^我赶	^最后	^格	^格式	^等等	^等等，	^老师	^谢	^谢谢	^这周的	^这条	^都	一次$	一版$	三个	不用了	不错$	了用	五手
-100	五手动	以$	以后我	们以	们以前	们店从	会前我	你写	信	假	再发$	出	分钟	删掉$	别的	前都是	加一	动发	动发版	去$	发我	发给	可以$	周五手	在下	在下面	够$	定了用	室	对外的	导出	封邮	封邮件	就够$
-100	峰	帮我排	店从	店从来	开会前	得不错	快点	我们以	我在	我妈	我赶	所有	手动发	手机	拿	排个	接着	整理	是#$	是周	是周五	来不用	病	病了	的会	的是A	的问题	目录	看不	看了，	等等	等等，	等，	等，别
-100	表	见	调	赶时	赶时间	这周的	这条	部分	都	都是周	都这样	钟	锁	错，	飞机$	驼	驼峰
-75	^其他	^写个	^加	^可	^客户	^我还	^最后一	^表	一个$	上了	上了$	下一	不上了	今天	以	们决	们决定	件$	份$	你	写…	写上	刚	别用A	前	占	占了	发版$	合同	周的	图$	在地	在用	外的	太长	客
-75	封	己	帮我把	式$	录$	心	情	我们决	我排个	我看看	我还在	按钮	改一	改一下	改了$	时候	最多	朋	朋友	没有$	用的A	病了$	看下	着	移	程$	端口	结果	给我$	自己	试试	试试$	请	请假$	迁移	过敏	部
-75	重写	钮	铁上	难	页	，别用	，改
-50	^图不	^图不错	^帮我把	^我现	^我现在	^报	^按钮	^排	^明	^晚	^这次	^重	^页	一点$	一遍	不然	了	们	位$	候	列出来	删	到了	十分钟	发$	吃饭	哈$	图不	图不错	在看	地	夏	多了	太长了	她$
-50	对，	我现	我现在	时	查	模	注释	消	点	电	的文	直	看看$	种	答案	索	行$	补	要用	讲	谢$	谢谢$	这段	金额小	长了	长了$	额小	，你
-25	^客	^我们组	^把A	^昨天	^结	一下	不用$	二个	今	仓	你先	前要	加	去掉$	句	另	右	合并	底	得	成	我一	把这	挂	早上	时间	气	海	用表	给客	给客户	表格	要带	跑$	返	返回	远	链接	题	，老
0	A$	^可以	^周报	^导	^我的	^改	^给	交$	住$	你说	别动	变	妈	少	志	懂	我这	换	数	文档	时间$	案	版$	理	登录	离	系	结论	评审	说$	说一	跟你	里的	间$
25	^他	^我一	^数据	一	上$	划	半	可以	周一	在一	场	子$	对	山	并	库$	建	意	我没	推	文件	日志	次	清	疼	的都	知	给我	行	论	跑A	这	这样	问题	，我
50	A#$	A#A	三，	个仓	了，不	件一	会议	句$	只做	密	对了	就行	年级	您	更	机	格	档	点，	用的是	看$	结	缩	被	要是
75	A#，	A@	C^:日	^以	^提	一句	不加	中	主要	代	以内	会	住	供应	信息	公	别再	动	压	取消	图表	尽	尽量	岁	工单	年级$	我家	我想	我要	房	招聘	换成	支付	文案	本	欧	比	点半	班$	用第	管$
75	管，	级$	聘	能	花	药	落款	都不	里	，A	，叫	，叫我
100	^仓	^仓库	^对	^我住	^我没	^我老	不了	个月	主	件	全	公司	别用	单，	号是	司	后的	命令	品	块$	外	女	她	子	实习	库的	开	提醒	改	放最	更新	案$	民	满	的	的，	直接	码	租	第三	统	编	负
100	账	跑一	软	进	都按	醒	限	，A$	，这
125	#的	^公	^我喜	^我喜欢	^我家	^我每	^测	^测试	^测试环	^这个项	”这	”这种	三方	不做	不好，	不要写	了A	低于	先问我	写A	制在	单号	可证	后提	回	图	在是	大	奶	好，	学	宿	必	必须	成#	我
125	我们不	我周一	我喜	我喜欢	我手	我早	我每	我跟	我，	截图	控制在	改成#	数字	板	猫叫	现在是	白	的是	空	空格$	第三方	线$	者	脚本	节	许可	许可证	证	词	话	负责	财务	那边	邮	间	险	须	预发	，不
125	，五	，其	，发	，只
150	#A$	A#	AAA	A版	A那	A，需	^下次	^叫	^叫我	^叫我老	^回	^外	^我们公	^我早	^提交	^教	一直用	三月	上	不要用	两个人	个选	个选项	中文$	五	代码	代码注	令	们公	们公司	价	任何	便	保
150	先问	全量	决定不	分	包	北	发	名	在@，	地址是	址是	址是@	型	型标	型标注	域	处	安	定不	定的	客户那	小数	少用	微	总	总$	总结	我们公	我周	户那	户那边	打	持	接给	提交	是#	是A	标注	欧阳	每个
150	测试环	涉	涉及	点以后	爱	环境	用中	用中文	的东	的东西	的，没	直接给	直用	看A	睡	码注	码注释	类型	类型标	经	结论$	老的	苏	英文$	西	论$	试环	试环境	贴	转	这种	选项$	面，	风	首	，在	，晚
150	，需	，需求
175	@，	^上	^以后	^我们这	^我对	^我换	^我每天	^给这	^跟	^跟我	”了	”了$	一周	一律用	不吃	不能	不要	之前	九点	书	买	了，我	交	人名	们一	们财年	价$	体	先看	免责	免责声	公室	写	办公室	加坡
175	卖	及	发布	句话以	回复	坡	境	士	声明	外包	字段	宽	州$	师	干	律用	德	思	我们	我对	我换	我每天	户的	报表	支持	新加	新加坡	日$	时$	晚	月开	月开始	架	标	次了	活	涨到	涨到#	深	点$	的那个
175	短一	短一点	研	箱	给这	色盲	茶	落	要再	要大	议	话以	话以内	财年	责声	责声明	走	起	过	那	那边的	邮件	都跑	里不许	量$	钉	钉钉	镜	问	题不	，保	，保留	，晚上	，没	，没有	，端
200	A改	C:我	^从	^家	^接	^接口	^数	^这个	^这个仓	「	」	一下我	一次了	一用	下我	不吃猪	个仓库	之	人	们这边	依	依赖	保留两	做	先把	免	写中	写中文	写死	分$	别写	十个	千万	历	发货	发货$
200	台$	号了	号了$	吃	吃$	吃猪	吃猪肉	否	四十	四百	在可	在可以	声	头	头的	它	审	小时$	就行$	工作	必须先	我们一	我出	户$	找	抄送	拉	接	操	操作	支	文，	方	明年	是小	末	李	次了$	次先	没有
200	烦	猪	猪肉	猫	现在可	生	用A，	留两	留两位	的人	的操	的操作	的账	的账号	票	空格	繁	繁体	统一用	职	能用	腾	菜$	蛋	规	讯	设计	诉我$	货$	赖	还有	这个仓	都是A	里云	钱	镜像	问我$	阿里	阿里云
200	除	需求	页，	项目	须先	风险	，不能	，给
225	@#	@#$	@$	A了，	A改成	^别再	^前	^前端	^回答	^孩	^孩子	^我们办	^我周	^我周一	^接口返	^服务器	一天	三句	不用给	不让	不让用	东西	两点	个人$	了，现	京	他	们不	们办	们办公	件名	件落
225	件落款	六点	凌	凌晨	利	别用“	务	动A	医院	南	取	变量	口返	口返回	名是	团	在A	块的	复	存成	孩子	就能	就说	岛	序	张	归小	息	我们办	我们这	我用	我看	我看不	手	护	招	括	括号	按小	按小时
225	接口返	收	教	文件名	明	是四	是学	晨	标题不	次，	欢	爸	猜$	班，	用给	用给我	留	称	算	红绿	给	考	腾讯	腾讯云	自	英	要	让用	讯云	说“	运	那条	邮件落	都是	都要写	院	需要	非	面$	项$	，手
250	#A	A目	A目录	C:我们	C^:kin	C^:坏	C^:物	^A改	^A改成	^A的	^不用再	^北	^我们周	^我手	^每	^没	^称	^称呼	^称呼我	^财	^财务	^跳	^跳板	^跳板机	^预	^预发	一律	一点的
250	上午	不写	不抽	不需	不需要	个项	个项目	云	五下午	产	亲	人，	们周	们的	作废	先把风	先给	入	共	写“	区	区$	周三	周日不	呼我	四百行	因	圳	天凌	天凌晨	天去	夹	孩	家医	家医院	寄	就	局	已	已经
250	带	库你	慢	成#了	我习	我习惯	我们周	我们的	我做	我有	户	把风	把风险	换一	据	改成	数据	日不	是@$	机的	杭	杭州	次都先	每天凌	深圳	点以	点头	狗	班	百行$	直用A	短	码的	称呼我	算$	米	约	统一
250	美	翻	血	要先	这个项	都先把	都存	里别	链	险告	险告诉	青	预算	领	领导	风险告	，下	，不然	，改成	，还
275	C^:定	C^:病	^之前说	^供应	^供应链	^北师	^北师大	^发版	^图	^我不吃	^最低	^林	^林知	^林知夏	^跟你	^跟你说	^默	一页	不吃香	不看	业$	两位	也没	从	们这	休息	你可	你可以	供	供应链	再
275	再给	出门	别	别给	到三	前端	北师	北师大	十一	发票要	吃香	吃香菜	后	告诉	告诉我	周日	命	图都	在新	在新加	夏$	多	大版	大版$	头$	家里	就别	工	布	师大	师大版	常	平时	应链	应链$	废	建机	开头$
275	很	念	我不吃	我推	我老	抄	换一次	排事	提醒$	放在	是@	有老	林知	林知夏	正	注	注册	照	物	现	白$	百行	的事	的话	盲	知夏	知夏$	票要	端	第一	类	组	给我推	自建	设	诉我	译	读	超	车	边只	那台
275	那边只	醒$	链$	陈	隔	面包	预	香	香菜	香菜$	马	，一	，三	，上
300	#栋	#栋#	AA	C:做	^供	^备	^备份	”$	三下	三下午	中文	习惯	习生叫	了九	交作	们只	低	你随	你随便	八点	删，	前说的	医	午	发，	叫我	叫我老	后端	周三下	喜	喜欢	多，	字母	年了	底下	我们只
300	批	报错	接口	放A，	数学	整	日	栋	栋#	栋#$	样	测	牛	狗叫	病历	的总	目	科	称呼	站	素	结构	能上	觉得	评	说一下	财	责	跑A$	跟	路径	这块	都先	除了	须先跑	，我们	，有
325	##	##A	#A#	^房	^服	^服务	三十	上的	不用再	之前说	了，	以后	伤	何	做完的	先跑A	八	再给我	准备好	前说	包$	午$	备好	完的	完的$	定	尾	年	按A	排除	月	有	有事	末尾	母	没做	生叫	用A
325	用再	的数字	程	网	认	让	记	诉	边的	过敏$	选项	部署	都从	里不写	默	，已	，已经	，有事	，标
350	#，	^店	^我们只	^缓	^缓存	个是	个点	之前先	习生	件之	件之前	儿子	关	分钟$	别给我	到文	到文化	办公	十	博	只坐	名，	和	固	固定	在	士$	姐	婚	学$	实习生	客气	就得	开发	我是	户的名	换成A
350	提	搬到	改到文	文	文件之	文化	早餐	是A，	最	最低	构	楼	法	用A$	用“	用感	用感叹	糖$	维	署	老	老周	耳	要给	过，	这个是	道的	钟$	问我
375	A了$	^交	^早餐	上限	东	两个	九	习	事	二	休$	先跑	光	内的	写测	写测试	别写死	千	合$	周	块	备份	字	字体	季	层	州	店休	店休$	径	成A了	报	改动	敏	替	林	眼$	简	管	级	练	计	这个	通
375	那是	阳	隔周	零	靠	餐	骑	骑车	，主	，老的
400	#了	#了$	C:物	^单	^我没车	^退	^阿	上班	不发	不许	亚	前先	半年	台	听	呼	在@	就三	属	开头	我没车	文$	款	每月	没车	的A	的时	的时候	税	糖	给我发	肾	英语	质	跟我说	跟着	，#
425	^公司	^家里	下单	保留	先	六	准	吃，	哲	套	对接	归	惯	批$	抽	按	放	放A	机房	片	现在	翻译	课	费	超过	这家	送	阿哲	需	，别
450	#个	A，	C^:久	^我写	”	为	伦	单	含	含税	周报	带着	律	月$	来，	测试	眼	线	营	要写	说明	轮换	里不	高	，排	，这个
475	A	^我是	^那	于	仓库	位	内	办	加A	号	坐	字都	家	权	每天	由	给我看	要说	跟我	轮
500	C:kin	^她	冰	助	化	可	周报$	平	我写	格$	法务	许	话，	，现	，现在
525	A写	七	儿	册	刘	只	合	四	店	当	答	，他
550	A的	C:久	下午	敏$	用短	语	说的	路	量
575	二十	力	回答	项
600	A了	C:别
625	^部	^部署	付	小	是定	晚上
650	C:址	三	个人	作	门
675	#	@	C:病	休	姓	用
700	库
725	“	双	是
775	C:常	^我
850	阿
875	每
900	C:定
925	不
950	C:体
1125	叫
1225	都要
"""
