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
-1160	C:now
-720	they
-710	src
-690	^i usually prefer
-650	was
-620	works
-610	timeout
-590	^<N>	bias
-570	C:near
-560	match	would
-550	^write	now	xxxxxxxxxxxxxxxxxxxxxxx
-540	minutes
-530	can	lol	reformat
-520	^lol	haven't
-500	^give	^give me	^go	^run	which
-490	bunch	getting	subfolders	then
-480	ideas	that
-470	^write a
-460	but	quiz	report	reviewers	too
-450	C:broken	^no more questions	dinner	older	row	umbrella
-440	^we are	going
-430	^before	^i want you	could	fix	steps
-420	bucket	form	lost	says	wrong
-410	ok
-400	C^:passing	^i moved the	^i need	^this	headings	tried
-390	^in the	^take	points
-380	^i saw	^not	make	saw
-370	^deploy	^i saw you	^write the	hardcoded	most	others	patch
-360	^deploy the	^deploy the branch	^i never understood	^what	config	four	move	policy	understood	whether	yours
-350	^i live for	^i want	back	continue	haha	having	toast	why
-340	C^:near	^i prefer pnpm	^no	^our demo	^our demo is	^we need	like	npm	nuts	thought
-330	C^:adverb	^as they	^as they are	^find	^lol from	^lol from now	^run the	fill	page	table
-320	^not <N>	blank	character	fine	looks	missing	proposal	rebase	screenshot	second	submit
-310	^give me three	^i only have	^i'm on line	bullet	font	s	wants
-300	^our tests	^our tests are	^we're having	^we're having people	line	starts	tell
-290	^run the tests	busy	error	good	hash	header	mind	naming	reads	removed	section	worry
-280	^same	^take <N>	^take <N> numbers	^we use a	due	index	loop	mail	sister	speak	swap	thing	your
-270	^as	^i don't	all	cut	half	let's	look	questions	selector	server	thanks
-260	^add	^every time	^every time you	^for the	^we have	ahead	develop	draft	essential	finished	groups	ignore	newer
-260	traces
-250	C^:address	^looks	^our flight	^our flight is	^the new intern	^update	^we need a	^we want	^we want to	bed	delayed
-250	meant	quick	went	what
-240	^half	^half of	^no more	almost	failing	give	glasses	hotel	how	nearly	parts	send	wait
-230	^i'm in	^i'm in a	^make	^plan	birthday	cli	dental	finish	flight	internet	mainly	message	replace	see	talked	there
-220	C^:act	^could	^could you	^how	^i removed	^i removed almost	^pls	asked	badly	battery	bit	okay	queue	remove	script
-220	single	slept	small	typos	undo
-210	^he lives	^he lives in	^kidding	^merge	artefacts	broke	comes	example	file	five	kidding	mushrooms	redis	sections
-210	sort	throw	value	words
-200	^let's	^look	^look at	^my code	^you are	address	banner	exporter	footer	game	looking	lunch	menu	outdated	stuff
-200	xxxxxxx
-190	^he	^i moved	^open	^that's	^then	^write an	check	colours	endpoints	had	help	importer	left	moved	query	slide
-190	starter	train	whatever
-180	^check	^help	^help me	^i need a	^merge it	^the importer	^the importer chokes	^update my	b	building	chokes	doing
-180	great	he	idea	laptop	last	let	merge	moment	review	sounds	take	these	week	where
-170	^check whether	^don't touch	^let	^let me	^my code is	^my manager	blue	compare	docs	find	hmm	hurry	infra	internal
-170	leaves	looked	mine	mostly	new	other	returns	same	simple	soon	the	tooling	top	yet
-160	^every	^let me know	^prepare	^remove	^remove the	cache	full	intro	noon	prices	redo	rest	settings	sleep	thinking
-160	tired	trying	two
-150	^never mind	^put	function	kid	update	welcome
-140	^can	^draft	^look at the	^open the	^remind	^remind me	again	down	email	examples	forgot	gino	green	near	readme	red
-140	remind	shorter	split	websocket
-130	^tell	^we use	case	component	driving	legend	made	null	plugins	raining	screens	sense	start	stuck	trip	uploaded
-120	^i never	article	content	details	editing	fake	friendly	guess	hosting	install	invoice	late	liked	remember	reply
-120	restart	seconds	sent	specific	still	teams	ten	thank	were	xxxxx
-110	^thanks	^wait	accordingly	belong	candidates	chapter	different	gentle	history	hm	log	model	notes	parser	results
-110	risks	somewhere	tone	tooltip	waiting	wording
-100	^only	away	branch	button	cat	ci	deleted	done	enter	fails	failure	flickers	generated	pictures	refactor	regex
-100	returned	rewrite	scroll	session	short	six	skip	syntax	tenant	time	today	up
-90	bare	bold	clean	enough	him	library	maintain	married	notice	period	plot	remarks	sales	sed	tick
-80	C^:now	^use the	access	basically	behaviour	build	cancellation	carbs	clause	clauses	commits	dentist	everything
-80	happens	hold	insurances	meeting	narrow	one	run	set	slides	station	takes	tmp	try
-70	C^:broken	accepts	accounts	bigger	complaint	computer	dashboard	export	formal	funny	it	nice	rename	right	seeing
-70	segfaults	stack	stray	versions	while
-60	adapter	approve	bees	callers	card	coffee	contained	diff	eight	endpoint	failed	fixture	generate	hi	holiday	logic
-60	meanwhile	odd	outreach	percent	practice	ran	retry	self	some	step	total	usually	visitors
-50	^use	appendix	except	image	junior	likes	list	login	main	many	pipeline	pnpm	putting	quarterly	question	restarted
-50	returning	search	senior	sketch	smaller	sorry	title	told	useless
-40	C:day	also	always	bug	client	command	disk	gets	huge	letter	matter	opening	plan	tbh	users	version	will
-30	allergic	alright	bump	crash	csv	flag	froze	gift	hands	hate	jump	landlord	link	load	onto	option	pack	paragraph
-30	screen	should	tomorrow	utils	xxxxxxxxxxxxx	yesterday
-20	beds	begin	cc	column	comment	compile	context	cover	directory	downside	each	flower	for	found	got	hey	hotels	hour
-20	inline	later	pass	pay	picnic	post	present	shave	stale	steakhouses	terraform	text	thx	understand	upper	weird
-20	xxxxxxxxxxxxxxxx
-10	another	big	broken	cart	change	dark	did	extend	fetch	grant	happening	her	his	hours	invite	laptops	lives	logging
-10	lunches	mode	nights	nope	nothing	outline	parsing	pick	prefers	price	runner	sentences	shorten	sourdough	summarize
-10	think	till	together	tonight	turn	user	usual	window	yes
0	C^:often	adapt	around	auth	axis	bottom	buttons	dash	doctor	else	existing	faster	feel	field	happened	host	implement
0	landing	language	larger	lib	live	lock	monday	opened	parcel	playwright	postmortem	properly	pull	quarters	recap	rely
0	revert	rounding	say	school	sheet	slot	snapshot	styles	tax	template	tender	token	used	using	variant	verbose
10	authored	dad	dentists	exports	friend	handbook	hiring	json	migration	morning	newsletter	part	pm	running	schedule
10	smoke	three	translate	weekend
20	against	be	dropped	hurts	jobs	keywords	redux	registered	runs	stored	summarise	upload	wife
30	add	anyway	better	bother	chart	charts	clinic	cluster	dates	description	files	fly	follow	format	including	makes
30	problem	reading	sam	shifts	show	site	timezone	write
40	^keep	calls	come	data	demo	german	images	import	links	may	nine	owner	pls	prefer	put	quote	region	replica	system
40	tests	touching	use	well	who	worker
50	daughter	force	handles	letters	mock	must	names	ones	read	since	surprises	until	variable	vendor
60	anna	compose	deploy	english	lowercase	mark	max	module	postgres	reports	request	terms	texts	timestamps	tool
70	about	am	bakery	emojis	even	future	intolerant	product	sources	worked	writing
80	ask	bad	closes	dependencies	diabetes	early	hetzner	lactose	prod	requests	shortcuts	suggest	thesis	twice
90	bank	changed	doc	does	everywhere	exclamation	hand	indent	intern	jonas	linter	longer	marks	mention	mondays	of	rows
90	she	size	tabs	uses	vegetarian	want
100	C:decided	C^:every	best	class	commands	contact	currency	default	delete	dies	guide	license	people	translations
100	travel
110	C^:tool	anymore	avoid	dog	e	fiscal	folder	husband	know	next	numbers	oh	order	prepare	tokens
120	C:passing	^don't	^try	^we never	active	cook	grade	imperative	its	jargon	means	monorepo	person	side	so	summary	yarn
130	accent	booking	just	k	options	payroll	sentence	us
140	*ing	C^:thing	^i work	^we don't	based	book	directly	do	hints	nobody	organise	pr	thursday	trace	whiteboard	within
140	written
150	asking	basic	both	cheap	copy	dr	drafts	easy	empty	forward	gluten	imports	legal	mails	manager	open	rd	shown
150	something	spaces	squash	state	tenants
160	^i live in	db	flags	general	mean	night	owns	to	vault	working	zero
170	agreed	anywhere	colour	database	frontend	git	hard	into	old	owned	place	settled	slow	snake	spelling	sure	teach
170	those
180	^for	answer	anything	color	decided	docstring	happen	id	keys	listens	password	public	scripts	talks	tuesdays
190	^all	^the client	called	characters	date	frozen	have	helper	ifs	literal	logo	production	rivers	services	things	this
190	units	years
200	^i can't	^my son	^treat warnings	^treat warnings as	^we only	^when you	^whenever you	blog	bot	dead	over	package
200	please	room	sign	son	warnings
210	C:month	^feature	^feature flags	^treat	because	box	fixtures	logs	nested	only	terminal	treat
220	C:act	^answer	^i have a	^my	^whenever	can't	december	handed	kitchen	machine	merging	mornings	myself	nut	paste
220	print	shop	sir	that's	touch
230	^i'd rather	^we're	assume	car	changelog	euros	from	job	leverage	metric	needed	rather	rust	shellfish	summaries
230	third
240	^don't ever touch	^i	^the staging server	^we've	and	backups	contract	grpc	lines	need	talk	we	we've
250	C:manner	^for anything	apologising	been	commit	freeze	get	integration	leave	much	require	rotate	source	when
260	an	carry	central	close	costs	eat	greeting	in	once	out	own	platform	result	store	their	wifi
270	^i keep	^i've been	^i've been a	^the test	^we bill	^we bill by	bill	errors	floor	migrations	nurse	paragraphs
280	C^:manner	^be	^don't add	^don't ever	^i don't eat	code	doesn't	drink	feature	has	integer	messages	or	refer
290	^i'm the only	^never	above	branches	cents	deadline	gateway	go	i'd	keyboard	named	needs	pork	said	straight	turns
300	<addr>	^i have	^the api	^the staging	a	approvals	btw	customers	design	fish	money	on	return	sprint	stick	test
300	through
310	*ed	^i'm colour	^i'm colour blind	^next	^prefer composition	^prefer composition over	^we write	^we write them
310	composition	inheritance	merges	off	web
320	^get	^in this	^the <N>	^when i	acme	changes	group	large	plain	release	schema	ticket
330	^forget	^forget what	^forget what i	^you	answers	at	dev	flaky	here	i've	issue	limit	peanut	python	team	than
330	thursdays
340	^address	^i'm saving	^i'm saving for	^i've	^i've got	any	billing	by	house	merged	point	repeat	saving	unless	with
350	C:state	^i get	call	long	port	semicolons	spelled
360	C^:when	^i go	^i prefer	^i'm the	^next time read	^the old	edit	more	service	task
370	C:address	^i'm on the	^the	^you should	budget	convention	deleting	end	explain	functions	i	logged	signs	we're
380	<num>	^i take	^if a	^invoices	^prefer	adding	are	bar	forget	shell	tense	way	whenever	work
390	^don't apologise	^don't apologise much	^don't call	^i keep kosher	^i'm studying	^i'm studying for	^stop	apologise
390	exam	hates	kosher	my	nightly	studying	topic	word
400	^it's	^when	emails	invoices
410	^be more	^be more concise	^don't add comments	^i'd	^the test account	backend	before	blind	calling	cap	concise	ever
410	instead	push	qa	quarter	without
420	account	drop	name	variables	year
430	^next time	^you can drop	boys	brand	environment	modules	note
440	C:kin	^i use	^i'd rather you	app	hangs	i'm
450	phone
460	behind	th
470	deploys	is	licence	network	never	past
480	key	kids	paleo	per	warehouse
490	C:often	^tests	codebase	diet	every	if	publish	stop
500	below	ship
510	C^:state	first	number
520	no	rule
530	^if a test	api	don't	office	you
540	^we	^we're a	comments	customer	keep	releases
550	C:tool
560	*s	^answer directly	whole
570	^i'm a	allergy	me	staging
580	*ly	days	free	type
600	C^:owns	eu
610	^you can	as	otherwise
620	^if
640	chemistry	suite
650	C^:kin	after	month
680	C:adverb	C:thing
690	not
700	goes
710	^write paragraphs	day
730	C:owns
740	tag
750	repo
770	^there are three	them
790	project
810	C^:ill
840	C^:decided
850	C:every	support	under
860	company
910	<N>
930	C:ill
960	our
990	C:when
1010	it's
"""
_CHINESE = """
-1030	,
-870	C:此
-670	的$
-630	C:今	C^:今
-600	C:坏	C^:此	了$
-560	把
-540	^只
-500	C^:址	想
-490	才
-480	bias
-450	重
-430	^要	早
-420	C^:做	^用
-410	好
-400	不得
-390	^不	^要是	个	帮	帮我	看
-360	C^:别	^把
-350	玩
-330	等
-320	题$
-310	完	页
-290	报告	新的	生的	针
-280	个$	先生的	班	红	说
-270	会	在用	讲讲
-260	^你	^帮	吧$	大了	大了$	懂	明天	的不用
-250	C^:体	^先	^再	^写	^帮我	^我看	他	们的测	删	到的	早上	次	讲	跑$
-240	一	件里	几	早$	的A$	要是	试
-230	^不是	^给	别用A	到	号$	名字	器人	机器人	火车	用户
-220	A#A	^不要	中午	再写	开会	思	码$	租
-210	$	^	^A	^三	^在	^我们在	下A	两小	两小时	些	们在	发票$	启	在用$	差	录	志$	我们在	我就	的测	的测试	着	票$	锁	面
-200	^别	^我先备	写个	单子	吧	快	我先备	我还	掉	掉$	搞	火	点	的制	过了$	都返	都返回	配置$	错	页$
-190	^两个	^我赶	^新	从来没	件$	份$	制度	在改	如	就是	我赶	改了	昨	昨天	来没	的不	言	赶	过了	问题$
-180	A里	^哈	^哈哈	^往	^等	两	前我	哈哈	在等	备份$	存	小时	屏	己	往	文件$	汤	给我$	自己	色	这个文
-170	,不	^强	^等等	^等等，	上次	不好	列	周五	太	对$	打	数字$	日志$	有自己	标题$	没	等等	等等，	等，	等，别	红的	红的$	，别用
-160	^@	^周	^好	^老	一直	上这	不过	也在	任务	你的	别用	告用	回	好$	字$	崩	崩$	我看	报告用	挂	新	还在	酒	酒店	颜	颜色
-150	^之前我	^周六	^我们也	一声$	不对	之前我	也在用	们也	们也在	分	到$	前我们	十分	十分钟	原	去	名叫	名字$	周六	声$	天在	己的	我们也	挂$	文件里	服务$	消息	用的A	的文件	看看	自己的	要一	过A
-150	过A$	返	返回	还	配	配置	释	里你
-140	^我们试	^换	不对$	们试	们试过	件夹	你说话	信	写法	列表	前给	十页	十页$	回了	回来	在哪	在这	多十	多十页	引言	心	我们试	我讲讲	按钮	文件夹	最多十	混	的写	的写法	算了	算了$	要看	讲$	试过
-140	试过A	释$	钮
-130	^“	^“A	^两	^今	^十	^我在这	^我想	^我每次	一步	一段	一段不	不好$	中午开	从中	从中午	保存	保存都	假	写在	删掉	删掉$	别的	包跟	包跟你	午开	午开始	只用	只用表	后我	后我只	回新	回新的
-130	在在	在手	在手机	在这边	多了	多了$	存都	存都崩	情包	情包跟	慢	我只用	我在这	我想	我每次	手机上	持A$	新的$	晚点	机上	次点	次点保	次都返	段不	每次点	点保	点保存	现在在	用表情	的那	看我	第	航
-130	航班	表情包	话了	话了$	说话了	边跑	边跑$	返回新	这边跑	部	都崩	都崩$	里面	错$
-120	^以后我	^其	一遍$	不是A	他$	令	以后我	先用	前都在	务$	启动	哈	四点前	在上	总	意思	我$	时间$	每次	生日	用我	登录	表	要$	要一个	过生	过生日	遍$	间$	饭
-110	#行	^“A”	^开	^我们的	^我赶时	^我还	^明	^用户	^结	^都	上这么	下周	不是$	个测	个测试	个都	么写	么写$	了	了,	其他	写$	写一	写的	加上	失	失败	导入	少文	少文档	想要	成	我看一	我赶时
-110	改名	文档上	时间	是$	服务	机$	查	档上	档上这	比	法$	滚	猜	窄	第#	第#行	第二	至	至少	至少文	色$	色的	菜	该	败	赶时	赶时间	这么	这么写	那个
-100	^#	^其他	^写一	^十月	^十月我	^导	^导入	^往后挪	^我们从	^我们经	^我去	^我只有	^我猜	^我要	^报告	^改成	^每次部	^直	^直接	^脚本每	三天	下$	不是	个人去	中午前	五个	交$	京都	京都玩
-100	人去	人去京	今	从接	从接口	以$	们两	们两个	们从	们从接	们经	们经理	其他的	删了	删了$	到列	到列表	前要看	动都	动都读	十月	十月我	午前	午前要	去京	去京都	发给	变$	口拿	口拿到	只有十	可以$	吉他
-100	吉他$	后挪	后挪$	启动都	哪把	哪把吉	四点	在看	就用	应	应该	应该是	开$	引	往后挪	忘	忘了	我们两	我们从	我们经	我去	我只有	我猜	把吉	把吉他	拿到	拿到列	挪	挪$	接口拿	提醒我	改了$	整个	月我
-100	月我们	有十	有十分	本每次	次启	次启动	次部	次部署	每次启	每次部	演	演示	玩三	玩三天	理中	理中午	看一	看一下	看不	看不清	经理中	置$	署都	署都失	脚本每	解	该是	该是#	说话	读配	读配置	课	近
-100	部署都	都失	都失败	都玩	都玩三	都读	都读配	醒我	页面	飞机$	，别
-90	#年	A,	A退	A退出	^停	^升	^周一	^周五	^想	^我在开	^我还在	^日志里	^最	^看看	^第	一个	不错	个文	个重	个重写	五	他的	修	先别	先备	先备份	前的	回滚	在开	在开会	失败$	志里一	情	我在开
-90	我把	我还在	我这	找个	投	挂了$	排$	改	是A退	注释	注释里	物$	百分	的文	直是A	睡	知	经理	蓝色	表$	表情	败$	退出	释里	里一	里一直	重写	重启	题
-80	A”	^一个	^做	^停掉	^停掉服	^加	^可	^帮我把	^往后	^我三点	^给我	^行	“A”	三点才	不错$	个页	个页面	五的	们用	们用的	停掉	停掉服	再想	再想想	分之	去吃	去吃饭	吃饭	吉	国	在在地	在地
-80	在地铁	地铁	地铁上	太多	她$	子，	字的	导	封	左	帮我把	开	弄	想$	想想	想想$	懂$	成A$	我三点	我们用	我再	我再想	我觉	我觉得	才睡	把A	拿	掉服	掉服务	机	析	查询	注释$	点$	点才	点才睡	用#
-80	用的	疼$	百分之	目录	着$	自	询	退	铁	铁上
-70	^不对	^升版	^升版本	^合	^名	^就	^我先	^我去吃	^我觉	^我觉得	^我说的	^老师	^选	^选A	“A	一版	一版$	一遍	上都	上都见	两台	两台电	人在	以删	再发	再发$	写	别人	别人在	到四	前要$	剩
-70	升版	升版本	发我	只剩	可以删	台电	台电脑	吃饭$	合同	啥	回#	在两	在两台	我先	我去吃	我在两	我说的	改到	文件	是我	本号	标题	死了	没别	没别人	没看	点前	版本号	电了	电脑上	登	的电了	给他	给她	置
-70	脑上	脑上都	腰	腰疼	腰疼$	蓝色的	见过	见过$	试试	说的是	车$	返回#	这一	这边	选A	遍	都见	都见过	链	链接	饭$
-60	#年$	^名字	^我现	^我现在	^然	^然后	一声	下	下一	个礼	个礼物	列表$	加	加一	句$	哪	喜欢第	图不	大一	大一点	好了	封邮	封邮件	录页	志	志里	我现	我现在	我看看	我起	手	打开	接着	日志里	是缓
-60	是缓存	有点	欢第	步	然	然后	生成	登录页	看$	看看$	礼物	礼物$	程$	线	缓	缓存	蓝	见	请求	重新	问题
-50	^五	^五点	^写个	^嗯	^帮我写	^我在看	^我看看	^昨	^昨天	^现	^现在	^看	^继	^继续	一个$	一份	三点	个名	个文件	了两	二个	会改	会改到	传	值	做完	写封	分钟后	到了$	啥$	嗯	在看第	子	完$
-50	客	帮我写	总是	我在看	我找	我找到	所以	找到	找到了	报错	挂了	清	点了	牙	用$	用表	电脑	的会	看第	第二个	继续	续	绿	考	脑	说一声	里那	钟后
-40	,我	^今天	^图不	^图不错	^我一	^谢	上去	么	几个	删$	加个	加粗	北	又	另一	告	图不错	太长	封信	小时后	得不	得不错	快点	手机	时后	来	标题加	每个	的,	直	示	粗	索	被	谢	谢谢	走	这段	题加
-40	题加粗
-30	C^:坏	^把A	^第二	^谢谢	^这次	^重	一下$	一点$	上	下A$	你说	信$	包	在改$	太长了	快点$	有自	段	百	谢$	谢谢$	跟你	跟你说	还在改	这次	长	长了	长了$
-20	^可以	^每次	今天	以后	周一	复	总结	我写	我只	我要	把这	日志	服	的问题	行$	觉	说$
-10	一点	以	分钟	前都	改一	改一下	方案	版本	英文	行	钟
0	A$	^我们	上线	不要	停	口	来$	部署	里的	问	，我
10	^一	出	在一	店	最后	生产	署	过
20	A”$	^这	前	我在	网	试$	过敏	都不	预算	，不要	，只
30	^我在	也	代码	受	只	品	尽	尽量	息	我的	时	的，	线$	里
40	#号	@$	@，	一家	书	密码	我一	案里	版	用的是	用第	电话	第三	过$	院	预
50	A#	^公	^凡	^凡是	^我老	一下	不要用	住	凡	凡是	取消	命	地址	址	放	日	末	板	种	端口	英
60	^变	^变量	^变量名	^所	^所有	^接	^这个仓	三月份	个仓	个仓库	于	决	决定	吃	团	安	室	我不	房	是A	林	标	每周	离	职	要带	设	这个仓	金额	额	，这
70	A目	A目录	一句	三句话	之前	了，现	从	冰	准备	划$	前要	动A	午	封版	我们的	我推	接	支	更新	欧阳	用公	的东	的东西	第一	结	给我推	计划	计划$	象	都跑	金	钱	，现	，现在
80	^我儿	^我儿子	三句	任何	你	南	合并	图	地址是	址是	大	州$	库的	得	我儿	我儿子	户	改成	时$	每月	点以后	的A	的邮	目的	盲	看A	管$	能	议	负	项目的	，其
90	A#$	^代	^代码	^以后提	^她	^我习	^我习惯	^我的	^每个A	^测	^测试	^跑	^这个项	不耐	习惯用	乳	乳糖	乳糖不	二十	从A	以后提	们只支	们的	件一	写“	千万	句	另	周二	境的	声	字段	并	库$
90	惯用	接口	文档	月份	欧	点以	环境的	糖不	糖不耐	耐	设计	词$	负责	起	跑一	，不	，老
100	^我不	^我们这	^我喜	^我喜欢	^我在深	^没	”这	”这种	上八	上八点	不吃猪	交里	产	们这	件	件名	伦	位$	候	像	共	划	制在	办	化	发	可以	号是#	吃猪	吃猪肉	名	咖	咖啡	啡	喝	四百	在深	在深圳
100	客户	对花	对花生	年级	年级$	库周	我们这	我喜	我喜欢	我在深	控	控制	控制在	提交里	撇子$	文件名	是小	最多	构建	案$	档	欢	爸	猪	猪肉	理$	生过	生过敏	的事	程	级$	经	给	肉	能用	花生	花生过
100	话，	这种	都按	，一	，每	，给	：
110	A都	^我只	^我是左	^我每	^我每天	^提交	^数据库	^每	^项	^项目	一用	三下	三下午	下面$	个A都	个月	中文$	二	交	人$	代	出现	利	办公	单位	可证	周三下	喜	喜欢	头	密	州	我为	我是	我每
110	我每天	据库	推	放在	数据库	方库$	方案$	期	杭	杭州	次先	理	统一用	菜$	许可	许可证	证	语$	请	资	阿里	青	靠	，改
120	#天	^家	^家里	^工资	^接口	^接口返	^超	^超过	一律用	三方库	上$	不能	习生	们只	先给	先问	先问我	六	句话以	孩	孩子	实习	实习生	小学	峰	峰$	工资	师	律用	我们只	户的	报	提醒	放A	数	文案
120	文案里	方库	格	涉	涉及	爱	用中	用中文	用驼	用驼峰	留	盘	真	空格	空格$	等我	结论$	给我看	要两	要两个	要先	要动	要用	让	记	论$	话以	话以内	超过五	过五	还有	都用	醒	里加	陈	险	风险	驼	驼峰
120	驼峰$
130	^发版	^我们办	^数据	^文	^镜	^镜像	一下我	下我	个项	个项目	中	以内$	们办	们办公	关	内$	前先给	动文	动文件	口返	口返回	另外	名$	名是	周报$	士$	外	天去	套	姐	密码贴	我们办	我看方	户$	据
130	接口返	数据	新来	新来的	是#$	有	条	来的	步$	班$	用“A	用了$	用感	用感叹	看方	看方案	码贴	码贴在	简短	粤	粤语	统	腾	要给	记得	诉我$	词	读	贴在	这个项	都要写	键	镜	镜像	阳	阿
140	#月	#月#	#的	C:做	^代码注	^数	^这个	一点的	三方	下次	不吃香	不开	不开会	个模	了A	付	代码注	务的	化学	化学$	及	变量	只改	号是	吃香	吃香菜	同	块$	字	干	干了	我点	我点头	操	操作	方$
140	月#	格$	法务的	点头	用A	用了	的操	的操作	码注	码注释	站	第三方	箱	翻	腾讯	腾讯云	花	讯	讯云	读文	读文件	贴	边的	问我$	香	香菜	香菜$
150	C^:kin	^从今	^从今天	^我手	^提交信	^法	^法务	^法务对	一个人	一直用	个人$	主题	九	五不	人	今天起	从今	从今天	以内	们周五	依	依赖	先把	免责	免责声	全	刘	刘洋	刘洋$	别给	务对	务对接
150	区$	医	单号	双周	双周报	发布	叫我老	周五不	周报改	坐	域名	声明	天起	天起周	定的	对接找	成双	成双周	我一个	我说	找刘	找刘洋	报改	报改成	持	接找	接找刘	提醒$	支持	改成双	更	法务对	注	洋	洋$
150	现在	的依	的依赖	的是	的是A	直用	直用A	空	篇	米	给三	给三个	翻译	责声	责声明	赖	起周	起周报	跑A	这	道	都是	醒$	里不要	钥	问我	面$	项$
160	C^:我	^之前说	^从	^单	^回	^我家	^我对	^跟我	^部	^部署	上的	东西	丽	何	双	发环	发环境	叫张	叫张弛	在归	型	岁	废	弛	弛$	张弛	张弛$	必	必须	我家	我对	改动	照	现在归	生叫张	的数	西
160	认	诉	选项	邮	需要	须	风
170	AA	^以	^以后	^图	^我们周	习生叫	们周	件落	件落款	作废	写死	否	周三	图的	型标	型标注	层	市	我们周	报了	搬	改动$	文$	是#	是@$	构	标注	生叫	用“	短一	管理	类	类型	类型标	结论	给我	论
170	邮件	邮件落	都先	马	高
180	#$	^别再	^我周	^我周一	^提	^日	^标题不	^财	^财务	“	一般	不用翻	主	之	了九	以不	以不写	以用	先跑	兼	兼容	内	册的	包$	可	可以不	可以用	四百行	对接	就得	已	我习	我习惯	我周一	我用
180	报了$	教	晚上	标题不	案	注册的	点就	用翻	用翻译	百行$	税	翻译了	老周	般	落	要写	要大	译了	译了$	费	跟我说	那边	题不	题不用
190	^房	^房东	习惯	事	助	十一	取整	天	实	尼	已经	开发	我周	数字都	整	有两	有两个	活	百行	的	的数字	看的	短一点	码	简	苏	让你	译	说明	那	需
200	A了	A了$	A的	C^:定	C^:病	^下	^不要在	”$	不要在	不需	不需要	之前要	交里加	六点	加A	加A$	发票要	域	定	定了	年了	我老	按	是@	注册	测	由	票要	糖$	要再	要在	要在提	远	里加A	量
210	#	^仓	^仓库	^公司	^我们只	^我是	^称	^称呼	^称呼我	^跟	^那	儿子	再用	别再	区	回答	姓	审	对	对了	工	布	得写	文	现	用A$	签	级	计	财务	跟	都得写
220	^张	”	两个人	云	亚	免	呼	呼我	审批	就三	带	底	底下	张	归小	我发	测试	称呼	称呼我	给我发	落款	语	路
230	C:日	^我没车	一律	万	东	休	位	八	准	别给我	博	取	告诉	告诉我	学$	局	径	我没车	款	没车	的时	目	称	诉我	路径	过敏$	这块	除	项目
240	^回答	^我不吃	^服	^服务	^服务器	不吃	件之	件之前	再	务	单	在	宁	就	当	我不吃	护士	文件之	时候	本	每天	责	这个
250	C^:我们	^前	^前端	三月	不用再	低	再给	再给我	写测	写测试	前端	周	周报	和	提交	方	用再	的时候	端	账
260	不用	之前说	前说	叫我	护	里不
270	^下次	不写	了，	圳	块	平时	惯	敏	深	深圳
280	A@	上限	儿	册	前说的	合	后端	就别	平	批$	敏$	是A，	最	环	的话	统一	话	财	那是
290	C:我们	公司	司	小	律	法务	糖	限
300	@	下午	中文	习	仓库	保留	后	字都	学	少用	批	答	说的	那条
310	之前先	公	四	搬到	组
320	别
330	两个	仓	前先	十	归
340	千	境	士	环境	门
350	要	跟我
360	号	年	都
370	A	C:病	八点	在@	提	超
380	A，	先	我
390	C:我	^孩	^孩子	项
400	作	法	管
410	C:物	超过
430	七
440	三	不许	老
450	家	月
460	用
500	C^:久
520	别写
530	C^:物
540	C:kin
550	库
560	许
580	是
610	不	叫
620	^我
630	C:址	个人
650	C:别
660	都要
670	每
770	C:体
780	C:常
820	C:定
1150	C:久
1940	，
"""
