"""How much the words of a clause speak for its lasting: weights fitted to all labelled messages of `bench/lasting`.

`python -m bench.fit_learning` fits them by logistic regression and writes the tables. A feature is a word (`never`),
how the clause opens (`^we never`), a class of words of the grammar (`C:kin`; `C^:kin` where it opens the clause), or
an ending of words (`*s`); in Chinese one to three characters, how the clause opens (`^我们`) and ends (`的$`). `<num>`, `<addr>` and `<N>` stand for numbers, addresses and names.
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
-780	minutes
-750	they
-730	wrong
-720	match
-700	was
-670	again	xxxxxxxxxxxxxxxxxxxxxxx
-630	missing
-610	src	works
-600	^i usually prefer
-580	^i need
-560	^<N>	bias	dinner
-550	^go	^this	reformat
-540	haha	quiz	today
-520	row	timeout
-510	^write a	looks	umbrella
-500	error	yet
-490	^before	^give	^give me	config	lol	meeting
-480	^i want you	back	bunch	subfolders
-470	^in the	haven't	ideas	then	too
-460	^lol	^our tests are	form	it	second
-450	^our tests	can	fix
-440	but	failing	most
-430	^i never understood	^what	settings	that	this	understood	whether
-420	could	mind	saw	would
-410	^i saw	^plan	having	others	which
-400	^for the	bucket	guess	hash	make	toast
-390	^i saw you	^i want	hardcoded
-380	^not	continue	outdated	page	steps
-370	^we need
-360	^my code	^our demo	^our demo is	blank	fill	patch	policy	reviewers	screenshot
-350	^take	ci	last	look	meant	nuts	remove	submit	yours
-340	^find	^we have	^we're having	^we're having people	computer	flight	lost	starts
-330	^looks	loop	ok	older	proposal	section	thing
-320	^book	^same	^we use a	glasses	server	soon	these	thought
-310	^no	^run	^the new intern	other	returns
-300	^add	^update	^we are	^we want	^we want to	fails	file	four	index	leaves	mail	naming	noon	points	removed	selector
-300	sort	why
-290	^he	^not <N>	^we need a	address	almost	draft	going	reads	returned	s	tried
-280	^deploy	^deploy the	^i only have	busy	font	importer	line	made	nearly	throw	version	worry
-270	^he lives	^he lives in	^i'm on line	^write	fine	hotel	kidding	mushrooms	sent	until
-260	^for this	^never mind	badly	battery	chokes	colours	cut	down	groups	idea	move	newer	raining	right	says	sections
-260	slept	swap	thanks	tomorrow
-250	^ask	^i removed	^i removed almost	^take <N>	^take <N> numbers	^those	^write an	cache	due	half	how	infra	red
-250	thinking	xxxxxxx
-240	^could	^could you	^look	^look at	^my code is	^pls check	^pls check my	character	comes	endpoints	essential	fake
-240	liked	looked	looking	mark	mine	query	queue	replace	stuck
-230	^i'm in	^i'm in a	^write the	birthday	case	cli	compare	five	internet	open	session	sounds	tooling	where	your
-220	^open	failed	failure	hurry	intro	null	redis	report	script	send	skip	update	websocket	what
-210	^find a	^half	^i don't	^i have to	^i moved the	^i'll	^our flight	^our flight is	^pls	^update my	build	crash
-210	delayed	getting	lunch	tell	told	typos
-200	^i went	^you always	^you always say	^you are	artefacts	driving	had	hmm	let	percent	starter	teams	wait	went
-190	^don't touch	^ignore	^ignore the	^that	article	banner	broken	building	bullet	clean	dental	forgot	ignore	legend
-190	let's	mainly	parts	redo	refactor	screens	sense	single	somewhere	value	welcome	were
-180	^half of	^how	^let	^let me	^only	^ship	^that's	bed	deleted	function	questions	quick	readme	traces	trip	try
-180	yesterday
-170	^let's go	^look at the	^tell	^we talked	^we talked about	button	carbs	generated	help	hm	invoice	see	split	talked
-170	those	two	wants	wording
-160	^draft	^let me know	^my laptop	^my laptop is	^prepare	^remind	^remind me	^tell me	^thanks	^the test is	ahead	b
-160	bit	column	diff	find	finished	good	great	laptop	menu	moment	one	rebase	remind	step	thank	the	tonight	uploaded
-150	^check	^delete	^help	^help me	^i need a	^make	^put	access	candidates	disk	doing	email	game	late	morning	plugins
-150	seconds	simple	small	there	words
-140	^don't commit	^i'm tired	^let's	^merge	^then	exporter	internal	problem	speak	tired
-130	^it	basically	behaviour	blue	develop	docs	editing	example	examples	footer	near	now	plot	reply	sales	sed	slide
-130	tick	undo	waiting
-120	^use the	^wait	card	check	export	headings	list	odd	screen	stuff	week
-110	different	froze	give	library	message	model	paragraph	regex	rest	results	rewrite	same	slow	table	ten	tenant
-110	xxxxxxxxxxxxxxxx
-100	^i'm going	accordingly	away	bold	branch	cancellation	clauses	compile	component	contained	enter	flickers	got	he
-100	hosting	login	notice	period	ran	request	restart	scroll	segfaults	self	sister	smaller	stray	train	visitors
-100	whatever	while
-90	callers	cat	content	flaky	happens	hours	image	junior	pictures	remember	rename	returning	risks	senior	six	specific
-90	tool	tooltip	utils
-80	^fix	^rename	bare	bigger	chapter	client	complaint	endpoint	friend	funny	generate	gentle	gino	hi	likes	log	makes
-80	many	nice	parser	pipeline	retry	slides	some	still	syntax	title	top	understand	xxxxx
-70	^now	cover	hold	install	insurances	logic	new	outreach	plan	practice	remarks	search	seeing	up	used	useless	versions
-60	accent	bug	enough	formal	found	green	his	load	maintain	option	post	restarted	takes	total	trying	user	will
-50	bees	big	bump	csv	done	except	fixture	hotels	kid	later	link	lock	meanwhile	ones	prices	put	she	sleep	sorry	station
-50	together	upper	xxxxxxxxxxxxx
-40	adapter	alright	another	asked	comment	commits	finish	full	holiday	inline	letter	matter	narrow	opening	pack	part
-40	shortcuts	shorten	since	stack	stale	three	usual
-30	beds	broke	cart	context	dentist	directory	downside	empty	feel	flag	flower	gets	happening	hey	hour	huge	invite	jump
-30	laptops	logging	pass	picnic	properly	shave	shorter	sketch	steakhouses	tbh	think	thx
-20	appendix	begin	command	dark	did	eight	extend	fetch	friendly	gift	header	history	lib	lunches	mode	monday	nope	notes
-20	okay	opened	pick	playwright	quarterly	quarters	say	styles	summarize	token	turn	twice	weird	yes
-10	adapt	auth	belong	bottom	buttons	calls	changed	clause	dashboard	demo	existing	faster	field	happened	him	implement
-10	mostly	nothing	onto	outline	parcel	parsing	postmortem	recap	revert	rounding	slot	sourdough	tax	tender	till	tmp
-10	users	variant	window
0	better	chart	landing	larger	moved	pm	set	sheet	suggest	template	using	verbose
10	authored	come	dash	details	module	pay	pnpm	prefers	prepare	question	registered	review	short	snapshot	summarise
20	accounts	axis	cc	class	delete	handbook	hands	images	import	keywords	like	mean	region	running	tests	tone
30	anyway	both	color	merge	mock	nine	order	present	reading	rely	shifts	stored	upload	vendor
40	blog	bother	change	cluster	copy	exports	fly	format	intern	jobs	rows	run	site	timezone	worked
50	coffee	follow	hiring	host	letters	lives	price	pull	show	thesis
60	^answer	based	description	early	for	get	hurts	married	names	newsletter	old	runner	third	weekend	who
70	am	around	be	dad	dependencies	errors	language	lines	means	mention	schedule	side	text	worker	writing
80	active	backups	dies	else	fiscal	grant	lowercase	owner	print	redux	us
90	changelog	clinic	closes	dentists	do	german	issue	know	next	numbers	sir
100	about	also	dropped	easy	frozen	guide	links	linter	migration	nights	options	product	take	test	touching	years
110	accepts	anna	booking	cheap	does	hand	indent	max	oh	once	smoke	surprises	translate
120	^in	against	bad	box	diabetes	doc	exclamation	hard	main	marks	myself	night	people	prod	quote	sentence	should	terms
120	texts	whiteboard
130	contract	data	default	files	her	hetzner	imports	integer	of	semicolons	tenants	things
140	^use	asking	cents	code	directly	first	happen	k	mondays	must	putting	school	sentences	something	terraform	tuesdays
140	warnings	within
150	bakery	basic	commands	cook	currency	e	landlord	leave	left	mails	money	replica	room	sources
160	*ing	^be	^i usually	drafts	imperative	including	its	merged	postgres	services	store	talk	timestamps	usually
170	called	charts	contact	daughter	dog	dr	euros	flags	folder	hints	logs	merging	need	production	rivers	rust	start
170	system	variable	when
180	answer	approvals	bank	db	kitchen	live	migrations	organise	rd	result	sam	scripts	wife
190	^treat	are	commit	date	have	note	prefer	return	state	talks	treat
200	^we're	anywhere	dates	greeting	json	just	nightly	out	password	spaces	than	uses	vault	working
210	^whenever you touch	ask	central	grpc	husband	i've	keys	large	person	read	require	said	spelled	them	thursday	to	we
210	written	yarn
220	C:act	^all	^i live in	^next	^we decided	because	best	characters	deleting	even	hangs	job	may	paragraphs	push	sure
230	^from	an	december	git	grade	nut	over	sign	tokens	want	well	wifi	zero
240	^don't ever touch	^i hate	^i prefer	^i'm the only	a	above	assume	been	carry	costs	fixtures	go	hate	ifs	jargon
240	listens	literal	needed	trace
250	<num>	^for anything	^i'd rather	add	all	force	helper	into	machine	nested	pr	spelling	summary	time	translations
260	^i'm allergic	^i'm allergic to	agreed	and	apologising	emojis	keyboard	name	owned	payroll	place	release
270	^i teach	^i'm saving	^i'm saving for	^i've	^whatever	^whatever you	^whatever you do	_case	dead	future	handles	here
270	id	nurse	rather	reports	saving	snake	squash	teach	travel
280	^i go	^i'd like	^the <N>	at	can't	deploy	english	frontend	house	mornings	size	so	source	terminal
290	^i work	^i'm lactose	^i'm lactose intolerant	^in general	^we bill	^we bill by	bill	by	everything	floor	general
290	integration	legal	manager	more	network	please	requests	write
300	^never	^python	^python <addr>	^python <addr> is	^the staging server	book	btw	close	compose	fish	long	rotate	stop
300	ticket	topic	turns
310	^i'm the	^my son has	^you may	behind	customers	database	freeze	monorepo	own	refer	shown	signs
320	^forget	^forget what	^forget what i	^from now	^from now on	^my son	^tests	approve	car	leverage	license	logo	shop
320	son	summaries	thursdays	touch
330	^my	brand	deadline	deploys	jonas	key	logged	needs	public	schema	that's
340	<addr>	^i	^the	^the staging	changes	gateway	has	named	or	point	team
350	^address	^if a	^we've	^you	budget	phone	platform	tense	we've
360	^i can't	^i don't eat	^prefer composition	^prefer composition over	^the api	^the client	call	composition
360	everywhere	inheritance	on	paste
370	^i've been	^i've been a	^whenever you	doctor	feature	package	pork	port	publish
380	^don't ever	^stop	^use the metric	^when	backend	before	bot	calling	explain	gluten	i'd	in	intolerant	messages	my
380	peanut	shell	with
390	*ed	^i get	^i use	^when i	always	colour	docstring	each	i	if	off	pls	python	sprint	their
400	^for	^invoices	doesn't	forget	ship	we're
410	^the old	^whenever	^you can	limit	longer	past	units
420	^going	^going forward	^no semicolons	^no semicolons in	acme	cap	convention	design	forward	functions	group	hates
420	use	web
430	^i'd rather you	^i'm colour	^i'm colour blind	billing	instead	nobody	number
440	^be more	^be more concise	^i usually cook	anymore	avoid	concise	emails	from	keep	way
450	^if a test	adding	dev	i'm	is	tabs
460	^i'm coeliac	^i'm vegetarian	^in this	boys	coeliac	eat	repeat	straight	task	warehouse	work
470	answers	merges	plain
480	app	chemistry	end	quarter	through
490	^next time read	allergic	anything	codebase	drop	edit	metric	paleo	releases	settled
500	^i've got	it's	modules	month	type	without	word
510	^you should	environment	invoices	lactose	much	staging
520	decided	ever	runs
530	as	branches	don't
540	^i take	^i'd	api	diet	drink
550	^prefer	account	days	me	no	variables	whole
560	^answer directly	^i'm a	free	licence	office	owns
570	th	unless	year	you
580	*s	^if
590	^we	only	per
600	^the kids	^we're a	blind	kids
610	^you can drop	day
620	customer	service	suite
630	vegetarian
640	*ly	allergy
660	^next time	after	not	shellfish	support
670	never
680	handed	rule	tag
690	eu	whenever
700	^write paragraphs
710	comments
720	any	goes
730	below
740	C:address	^there are three
760	stick
810	<N>	otherwise	under
850	company
860	our
880	every
920	repo
950	bar
1010	project
"""
_CHINESE = """
-1040	,
-870	C:此
-640	的$
-620	C:今
-590	C:坏	了$
-580	C^:今
-570	C^:此
-560	^只
-540	把
-500	想
-490	bias
-450	^要
-440	^用	早
-430	重
-420	^不
-400	不得	好	帮	帮我
-390	^要是	看
-380	C^:做
-370	C^:别	玩
-360	个
-330	才	等
-320	^把	页
-310	班
-300	完	明天	针
-290	中午	报告	说
-280	到的	新的	生的
-270	^你	个$	们的测	会	先生的	删	在用	大了	大了$	早上	次	红
-260	^先	^帮	^帮我	件里	别用A	吧$	懂	讲讲	跑$	题$
-250	^不是	^写	^我看	几	号$	用户	的不用	要是
-240	^再	一	他	录	早$	面
-230	C^:体	^别	再写	写个	名字	器人	机器人	火车	的制	的测	的测试	租	讲	试
-220	^不要	制度	就是	开会	思	我就	掉	的A$	过了$	都返	都返回
-210	^@	^在	^给	两小	两小时	在用$	志$	着	码$	配置$	页$
-200	$	^	^我们在	^我先备	们在	件$	单子	发票$	吧	在改	差	快	我们在	我先备	挂	改了	昨	昨天	火	票$	过了	锁
-190	^A	^三	^哈	^哈哈	^新	两	些	从来没	份$	启	周五	哈哈	在等	己	往	我还	掉$	搞	服务	服务$	来没	汤	点	自己	色	错
-180	^周	^往	^我赶	一直	下A	到$	前我	备份$	我赶	文件$	有自己	标题$	的不	红的	红的$	给我$	言	赶
-170	^今	^好	^强	^等	下$	不好	也在	你的	原	发@	天在	太	好$	小时	屏	己的	我看	打	挂$	文件里	日志$	自己的	返	返回	还在	这个文	颜	颜色
-160	^等等	^等等，	^老	上这	不好$	不过	列	到	告用	字$	存	对$	崩	报告用	持A$	数字$	等等	等等，	等，	等，别	酒	酒店	释	里你
-150	A里	^两个	^周六	^我们也	^我们试	^我猜	上次	不对	也在用	们也	们也在	们试	们试过	任务	分	列表	务$	十页	十页$	去	名叫	名字$	周六	回	在哪	多十	多十页	崩$	心	慢	我们也	我们试	我猜	新
-150	最多十	没	消息	的文件	算了	算了$	要一	试过	试过A	过A	过A$	还	释$	，别用
-140	^之前我	^停	^别用	一声$	不对$	不是A	之前我	你说话	假	写法	删掉	别用	前我们	十分	十分钟	在在	在这	声$	开	我讲讲	混	猜	现在在	用的A	的写	的写法	看看	配	配置	问题$
-130	^#	^“	^“A	^以后我	^十	^嗯	^我在这	^我每次	^用户	^线上才	一段	上才	上才是	交$	他$	以后我	件夹	保存	保存都	写$	删掉$	包跟	包跟你	只用	只用表	后我	后我只	哈	嗯	回了	回新	回新的
-130	回来	在手	在手机	在看	在这边	多了	多了$	好，	存都	存都崩	应该	引言	总	情包	情包跟	我$	我只用	我在这	我每次	手机上	才是	才是A	按钮	文件夹	新的$	晚点	机上	查	次点	次点保	次都返	每次	每次点
-130	点保	点保存	用表情	第	线上才	航	航班	表情包	要看	讲$	话了	话了$	该	说话了	边跑	边跑$	返回新	这边跑	都崩	都崩$	里面	钮	错$	，用
-120	#行	,不	,这	C^:址	^四	^开	^我们的	^我想	^改成	^都	一步	一段不	一遍$	下周	了,	先用	别的	前都在	启动	四点	在上	应该是	我想	时间$	段不	生日	用我	登录	的那	看我	第#	第#行	色的
-120	要一个	该是	该是#	过生	过生日	遍$	那个	间$
-110	^其	^导	^导入	^我们从	^我赶时	^报告	^明	^结	上这么	不是$	个都	么写	么写$	五	从接	从接口	令	们从	们从接	先备	先备份	写一	写的	删了	删了$	到列	到列表	加上	口拿	口拿到	四点前	失	失败
-110	导入	少文	少文档	忘	忘了	意思	我们从	我赶时	拿到	拿到列	接口拿	提醒我	文档上	时间	是$	服	档上	档上这	法$	注释	演	演示	用#	看不	看不清	窄	第二	至	至少	至少文	菜	表	要$	败	赶时	赶时间	近
-110	这么	这么写	部	醒我	页面	饭
-100	A”	^“A”	^两	^其他	^十月	^十月我	^升	^往后挪	^想	^我去	^我只有	^我要	^我还	^换	^每次部	^直	^直接	^第	^给我	^脚本每	“A”	三天	个人去	个文	五个	京都	京都玩	人去	人去京	以$
-100	们两	们两个	先别	其他	动都	动都读	十月	十月我	去京	去京都	只有十	可以$	后挪	后挪$	启动都	就用	应	往后挪	想要	我们两	我去	我只有	我把	我看一	我这	找个	挪	挪$	改了$	整个	月我	月我们	有十
-100	有十分	本每次	机$	次启	次启动	次部	次部署	每次启	每次部	注释里	玩三	玩三天	登	百分	目录	看一下	置$	署都	署都失	脚本每	自	色$	蓝色	读配	读配置	课	那些	部署都	都失	都失败	都玩	都玩三	都读
-100	都读配	释里	飞机$
-90	A,	A退	A退出	^做	^写一	^只跑	^可	^周一	^周五	^帮我把	^我们经	^我还在	^日志里	“A	个页	个页面	中午前	了	们用	们用的	们经	们经理	信	其他的	前的	前要看	午前	午前要	发给	变$	只跑	吉他
-90	吉他$	哪把	哪把吉	回#	失败$	导	帮我把	引	志里一	情	我们用	我们经	我觉	我觉得	我还在	把吉	把吉他	挂了$	改名	是A退	机	标题	滚	物$	理中	理中午	用的	的文	直是A	睡	知	经理	经理中	表$	表情
-90	说话	败$	返回#	退出	里一	里一直	题
-80	#年	^一个	^写个	^升版	^升版本	^往后	^我三点	^我在开	^我觉	^我觉得	^看看	^继	^继续	一遍	三点才	不是	不错	不错$	个测	个测试	个重	个重写	五的	他的	修	再想	再想想	分之	加一	升版	升版本
-80	去吃	去吃饭	吃饭	吉	啥	在在地	在地	在地铁	在开	在开会	地铁	地铁上	太多	她$	子，	封	开$	弄	想$	想想	想想$	懂$	我三点	我再	我再想	我在开	手	才睡	投	拿	改到	文件	是我	本号	析	点$	点才
-80	点才睡	版本号	电脑	百分之	直	看一	继续	续	脑	解	退	遍	重写	重启	铁	铁上	链	链接	，别
-70	A上	^不对	^写在	^写在提	^加	^就	^我去吃	^我说的	^最	^老师	^行	^选	^选A	一个	一到	一版	一版$	上都	上都见	两台	两台电	个礼	个礼物	人在	信息里	值	写	写在	写在提	列表$	别人	别人在	到四
-70	前要$	剩	加	发我	只剩	台电	台电脑	吃饭$	合同	回滚	在两	在两台	字的	完$	客	左	息里	我去吃	我在两	我说的	排$	接着	有点	查询	没别	没别人	没看	点前	然后	生成	电了	电脑上	疼$	的电了	着$	礼物
-70	礼物$	程$	给她	缓	缓存	脑上	脑上都	腰	腰疼	腰疼$	被	见过	见过$	询	说的是	这一	选A	都见	都见过	饭$
-60	#年$	A#A	^五	^今天	^发	^合	^名	^名字	^帮我写	^我先	^我在看	^然	^然后	下一	个文件	以删	再发	再发$	写封	到了$	可以删	喜欢第	国	图不	在看第	大一	大一点	好了	封邮	封邮件	帮我写	录页
-60	志里	我先	我在看	我找	我看看	我起	所以	把A	挂了	日志里	欢第	步	死了	登录页	看第	给他	绿	蓝	这边
-50	#A$	A$	^总	^我现	^我现在	^我看看	^最后	^看	^重	一个$	一份	一声	三点	二个	会改	会改到	传	做完	分钟后	句$	哪	啥$	太长	子	小时后	志	我找到	我现	我现在	手机	打开	找到	找到了	报错	时后
-50	是缓	是缓存	有自	点了	然	牙	的会	看$	看看$	示	第二个	置	考	见	试试	里那	重新	钟后
-40	#A	^图不	^图不错	^我一	^现	^现在	上去	下A$	个名	今	几个	删$	加个	加粗	包	又	另一	告	图不错	在改$	太长了	封信	得不	得不错	快点	我要	改	日志	标题加	段	生产	用表	的,	的客	粗	索	觉
-40	说一声	谢	还在改	这段	长了	长了$	题加	题加粗
-30	C^:坏	^每次	^第二	^谢	^谢谢	一下$	上线	么	你说	信$	周一	快点$	总结	我们	清	的问题	说$	谢$	谢谢	谢谢$	跟你	跟你说	这次	长	问题
-20	,我	^可以	^这次	以后	停	分钟	午	复	我写	把这	补	钟	，我
-10	我只	改一	改一下	方案	来$	版本	的问	线$	走
0	一点$	下面	为	以	前都	口	建	成	所	来	用$	英文	行	里的	预算
10	一下	不要	前	北	在A	时	最后	署	行$	过	部署
20	A”$	一点	也	代码	住	准备	出	在一	每个	用的是	过敏	都不	，不要	，只
30	^我在	个A	半	品	尽	尽量	店	我在	我的	日	百	的，	过$
40	^一	^凡	^凡是	^这	一家	凡	凡是	受	密码	我一	每周	用第	第三	试$	账号	问	院	预
50	^这个仓	不要用	个仓	个仓库	开会$	放	案里	版	电话	端口	这个仓	，这
60	@，	A#$	A目	A目录	^公	^我们	^我老	上	书	于	产	今天	决	决定	动A	取消	在@$	大	客气	我不	用公	目的	线	给	英	要带	都跑	金	金额	项目的	额
70	^所	^所有	^跑	一句	三句话	三月份	之前	了，现	们只支	会$	划$	发	吃	团	地址	址	室	封版	息	我们的	我推	户	房	末	林	用A	的东	的东西	盲	看A	离	种	管$	结	给我推	网	职	计划	计划$	设	象
70	都从	里	钱	，其	，现	，现在
80	^以后提	^变	^变量	^变量名	^测	^测试	三句	以后提	件一	别给	前要	千万	另	名	图	地址是	址是	客户	州$	库$	文档	时$	标	欧阳	每月	点以后	的A	的事	的邮	第一	请	负	迁
90	C:做	^我喜	^我喜欢	^我的	^这个项	不耐	中	乳	乳糖	乳糖不	交里	人$	们的	任何	会议	你	候	写“	制在	办	周二	头	字段	库的	得	我喜	我喜欢	控	控制	控制在	提交里	板	点以	糖不	糖不耐	耐	能	能用
90	负责	，不	，改
100	^代	^代码	^她	^我不	^我们这	^没	”这	”这种	上八	上八点	下次	不吃猪	交	们这	件名	件都	关	划	单位	变量	句	吃猪	吃猪肉	合并	命	年级	年级$	我们这	我是	接	接口	撇子$	文件名	明$	更新	月份
100	构建	案$	欢	每个A	猪	猪肉	级$	经	肉	花生	议	设计	词$	话，	跑一	这	键
110	#的	^我在深	^我是左	^我每	^提交	一律用	一用	三下	三下午	不能	个模	中文$	二	从A	以用A	伦	六	出现	办公	另外	可以	周三下	咖	咖啡	啡	喜	喜欢	喝	在深	在深圳	境的	声	外	对花	对花生	小学	并
110	律用	我在深	我每	报每	推	改成	数	方库$	方案$	期	档	次先	欧	爸	环境的	理$	生过	生过敏	盘	程	等我	给我看	统	统一用	花生过	菜$	要先	读	都按	都要写	里$	阿里	，一	，每
120	#号	^单	^家	^家里	^我只	^我每天	^每	^超	一下我	三方库	下我	习生	代	件	像	先给	先问	先问我	利	化	南	句话以	可证	名是	天去	套	孩子	实习	实习生	州	我为	我们一	我每天	换成A	提醒	方库	是A
120	有	杭	杭州	格$	涉	涉及	现在	班$	用“A	用中	用中文	用感	用感叹	的是A	真	要更	要更新	要用	许可	许可证	证	诉我$	话以	话以内	资	还有	这种	都要更	醒	里加	险	青	风险	：
130	#月	#月#	^工资	^我们办	^接口	^接口返	^数据库	^超过	个项	个项目	们办	们办公	们只	前先给	及	口返	口返回	只	只能	士$	孩	密	峰	峰$	工资	师	干了	我们办	我们只	我看方	户$	户的	报	据库
130	接口返	数据库	文案	文案里	新来	新来的	月#	来的	格	爱	理	用驼	用驼峰	的是	看方	看方案	空格	空格$	站	箱	粤	粤语	结论$	要两	要两个	要动	让	论$	语$	读文	读文件	超过五	过五	这个项	都用	问我$
130	阳	阿	陈	驼	驼峰	驼峰$
140	#天	AA	C^:我	^下	^代码注	^我们已	^提交信	^文	^每个A	一直用	三方	上$	下面$	不吃香	个人$	以内$	们已	们已经	依	依赖	先把	内$	区$	单号	只改	叫我老	号是#	吃香	吃香菜	名$	域名	天内
140	姐	字	岁	干	我们已	我点	我点头	据	操	操作	支	数据	方$	最多	步$	点头	的依	的依赖	的操	的操作	直用	直用A	第三方	简	篇	米	给三	给三个	翻	翻译	腾	花	要给	记	记得	词	赖	跑A	边的	里不要	镜
140	项$	香	香菜	香菜$
150	A#	A密	A密码	^之前说	^发版	^我家	^法	^法务	^法务对	^这个	^镜	^镜像	一点的	不开	不开会	东西	九	人	从	付	代码注	以内	刘	刘洋	刘洋$	务对	务对接	务的	化学	化学$	医	同	坐	块$	密码贴
150	对接找	废	必	必须	我家	我说	找刘	找刘洋	接找	接找刘	条	法务对	法务的	洋	洋$	用了	留	码注	码注释	码贴	码贴在	腾讯	腾讯云	西	要写	讯	讯云	贴在	钥	镜像	问我	须	风
160	#$	@下	@下面	C^:kin	^回	^图	^我手	^数	^数据	^日	^部	^部署	一个人	上的	主题	了A	五不	们周五	何	作废	免责	免责声	全	发布	发环	发环境	叫我小	周五不	四百	在归	声明	定的	我一个	我小
160	我用	提醒$	放在	构	注	活	照	现在归	用“	老周	责声	责声明	选项	道	邮	都是	醒$	量	面$	高
170	A都	^我周	^我周一	^我对	^提	^跟我	“	一般	个A都	个月	丽	习生叫	以用	件落	件落款	册的	写死	包$	叫张	叫张弛	可以用	号是	周三	型	型标	型标注	弛	弛$	张弛	张弛$	我周一	我对	报了	持	支持
170	有两	标注	注册的	测	生叫	生叫张	的数	码	税	类	类型	类型标	般	装包	要大	认	诉	贴	邮件	邮件落	都先	需	需要	题不	马
180	A的	^以	^以后	^别再	^我们周	^标题不	^那	不用翻	主	了九	以不	以不写	们周	先跑	可	可以不	实	就得	尼	层	已	已经	我习	我习惯	我们周	我周	改动	文$	晚上	有两个	标题不	点就	用翻	用翻译	的	空
180	管理	结论	翻译了	落	论	译	译了	译了$	那	题不用
190	^财	^财务	之前要	习惯	亚	六点	准	助	审	对接	开发	报了$	教	文	是@$	更	案	测试	现	用A$	短一	给我	让你	说明	跟我说	那边
200	C:日	^不要在	^我们只	^我是	^房	^房东	”$	不要在	之	交里加	别再	加A	加A$	务	十一	发票要	取整	图的	域	市	底	底下	我老	按	数字都	注册	由	的数字	看的	短一点	票要	糖$	级	苏	要再	要在
200	要在提	费	里加A	除
210	C^:病	^张	^跟	”	万	不需	不需要	两个人	休	儿子	兼	兼容	内	再用	合	否	回答	姓	审批	对了	就三	年了	搬	整	是@	目	远
220	^公司	^称	^称呼	^称呼我	事	云	免	博	呼	定	对	局	工	布	得写	是#$	本	的时	称呼	落款	计	起	这块	都得写
230	C^:定	^回答	一律	东	告诉	告诉我	呼我	四百行	天	学$	定了	带	张	归小	径	我发	时候	百行	百行$	称呼我	签	给我发	诉我	语	财务	账	跟	路径	项目
240	^仓	^仓库	^我不吃	^我没车	^服务器	三月	不吃	位	八	再	区	单	宁	就	当	我不吃	我没车	护士	提交	方	是#	款	没车	的时候	称	路	过敏$	这个	里不
250	^下次	^前	^前端	^服	^服务	之前说	件之	件之前	前端	前说	周报$	少用	文件之	是A，	每天	组	责	那是
260	C^:我们	了，	儿	再给	再给我	取	和	在	小	批$	护	端
270	^从	上限	下午	不写	写测	写测试	别给我	前说的	叫我	块	学	就别	批	敏	的话	话	限
280	A了	A了$	不用	不用再	后端	字都	平时	惯	深	环	用再	统一
290	低	册	双	圳	平	律	敏$	深圳	糖	说的	财
300	之前先	保留	别	答
310	#	习	公司	十	司	后	法务	那条
320	中文	仓库	前先	周
330	公	搬到
340	A，	C:我们	两个	千	四	境	士	归	最	环境	门
350	@	仓	周报	年	继	超
360	A@	要	跟我
370	C:我	C:病	先	八点
390	^孩	^孩子	作	超过	项
400	提	管
420	不许	法
430	C:址	七	号	在@
440	我	老	都
450	三	家
460	A
470	用
490	C:物
500	别写	月
510	C^:物
540	C^:久	许
560	C:kin	叫
580	C:定	库
600	^我
610	个人
620	不
630	是
660	C:别	C:常
680	都要
700	每
740	C:体
1150	C:久
1960	，
"""
