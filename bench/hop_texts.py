"""What the talks of `hop_dialogues` are made of, written by us. {p} and {q} are people, {n} is somebody's name."""

SUBJECTS = """
list What books has {p} read?
both Which books have {p} and {q} both been reading?
open Are you reading anything at the moment?
open Any good novel lately?
- The library finally had "The Tin Lighthouse", and I was through it by Sunday.
- Three hundred pages of "Ash and Amber" in one sitting, my tea went cold.
- My book club picked "Moth Season" and for once I did not skip the ending.
- Stayed up until four with "The Cartographer's Debt", what an author.
- On the train I got hooked on "Low Tide Letters", a novel about two postmen.
- I am halfway through "Nine Winters", the chapters get shorter and shorter.
- Re-read "Hollow Bells" after all these years, still cried at the same page.
- The paperback you saw on my desk is "Copper Sky", a gift from my aunt.
talk Is it long?
talk Not really, and the print is large.
talk Would my mother like it?
talk She would, it is gentle and funny.
toward What book did {p} recommend to {q}?
advice {q}, you have to try "Saltwater Clocks", it is made for you.
advice Honestly, {q}, get yourself a copy of "The Borrowed Orchard".

list What places has {p} travelled to?
both What trips have {p} and {q} made?
open So, how was the trip?
open Where did you go this time?
- We spent a week in Porto, and my legs still hurt from the hills.
- Back from Tallinn since yesterday, the old town looks like a film set.
- The ferry to Naxos took all night, but the beach was empty.
- I flew to Bogota for the wedding and stayed ten days longer.
- Our holiday in Krakow was cold, rainy and perfect.
- Camped near Lake Bled, woke up to mist on the water.
- My cousin showed me around Hanoi on the back of a scooter.
- First time in Reykjavik, I have never been so cold or so happy.
talk Did you take many pictures?
talk Two hundred, and most of them are blurry.
talk Would you go again?
talk Tomorrow, if I could pay for it.
toward Which destination did {p} suggest to {q}?
advice For your honeymoon, {q}, go to Ljubljana, nobody else will be there.
advice Listen, {q}, skip the coast this year and look at Sarajevo.

list What pets does {p} have?
both What animals do {p} and {q} keep?
open Is there a new animal in the house?
open How are the pets?
- The shelter called, so now there is a three-legged cat on my sofa.
- Meet Biscuit, the beagle, he eats slippers.
- The kids talked me into a hamster, it runs all night.
- Our tortoise escaped again and was found at the bakery.
- I took in my neighbour's parrot, it swears in two languages.
- We have a goldfish now, named after my boss.
- The pony arrived on Friday, my daughter has not left the stable since.
- Somebody left a box with a kitten at our door, and it stays.
talk Who looks after it when you are away?
talk My brother does, for a bottle of wine.
talk Is it much work?
talk Less than I feared, to be honest.
toward What did {p} advise {q} to feed the animals?
advice {q}, put a little rice into the bowl, it calms their stomach.
advice Never give them milk, {q}, plain water is all they need.

list What hobbies does {p} have?
both What do {p} and {q} both do in their free time?
open What do you do in your free time now?
open Any new hobby?
- I joined a pottery class, my first mug leaks.
- Sunday mornings belong to birdwatching, I saw a kingfisher.
- Started learning the accordion, sorry to everybody in the building.
- We sing in a choir now, second row, left side.
- My evenings go into model trains, the tunnel is almost done.
- I have been knitting a scarf since October, it is four metres long.
- Took up fencing, it is chess with bruises.
- I bake sourdough every other day, the freezer is full.
talk How long have you been doing that?
talk Since the winter, and I am still bad at it.
talk Is it expensive?
talk Only the beginning was.
toward Which pastime did {p} propose to {q}?
advice You sit too much, {q}, come to the bouldering hall with me.
advice {q}, with your patience you should learn calligraphy.

list What has {p} bought?
both What purchases did {p} and {q} make?
open Did you buy something nice?
open What is in the parcel?
- The new espresso machine is here, it is louder than the dishwasher.
- I ordered a standing desk and my back says thank you.
- Finally replaced my phone, the old one had a crack like a river.
- Got a second-hand cargo bike, paid half of what they asked.
- My tent arrived, the one for four people, so I can sleep diagonally.
- I treated myself to noise-cancelling headphones.
- There was a sale, and now I own a waffle iron.
- Spent far too much on a winter coat, but it has pockets inside pockets.
talk Was it a bargain?
talk It was not, but I need it every day.
talk Where do you keep it?
talk In the hallway, for now.
toward What did {p} tell {q} to buy?
advice {q}, before the winter, a decent rain jacket, I mean it.
advice Do yourself a favour, {q}, and order a proper office chair.

list Which concerts has {p} been to?
both What live music have {p} and {q} heard?
open Did you make it to the concert?
open How was the music?
- The jazz trio at the harbour played until the police came.
- Front row at the Paper Kites tribute, my ears are ringing.
- We went to the opera, I understood nothing and loved it.
- My nephew's band opened the festival, twelve people danced.
- A street drummer made me miss two buses, he was that good.
- The symphony did the whole ninth without a break.
- Caught a fado evening in a cellar, everybody wept.
- Saw the Lantern Brothers on their farewell tour, three encores.
talk Were the tickets hard to get?
talk My sister knows somebody at the door.
talk Was it crowded?
talk We stood like sardines.

list How many times has {p} been ill?
both What health problems have {p} and {q} had?
open You look pale, are you ill?
open How is your health?
- Flu again, three days under the blanket with soup.
- I twisted my ankle on the stairs and walk like a pirate.
- The dentist pulled the wisdom tooth, I look like a squirrel.
- My back went out when I lifted the washing machine.
- Spent the night in the emergency room, it was only a kidney stone.
- A migraine took the whole weekend from me.
- They found that I am allergic to walnuts, one bite and my face is a balloon.
- I had a fever on my own birthday, forty degrees.
talk Are you better now?
talk Much, thank you for asking.
talk Did you see a doctor?
talk She said to rest and drink a lot.

list What sports does {p} do?
both How do {p} and {q} stay fit?
open Still doing sports?
open How was the training?
- Ran my first ten kilometres, slower than the pram behind me.
- The swimming pool opens at six, and so do I.
- We rowed across the bay and back, blisters everywhere.
- I play badminton on Thursdays, mostly I fetch the shuttle.
- Climbing at the old mill, I got to the second bolt.
- Started lifting weights with my neighbour in his garage.
- Cycled to work all month, even in the hail.
- My yoga teacher says that I am made of wood.
talk Do you go alone?
talk With two friends, otherwise I would stay in bed.
talk Does it hurt?
talk Only on the day after.
""".strip()

CHAINS = """
Where does {p}'s sister live?
My sister {n} is staying with us this weekend. / You remember {n}, my little sister?
{n} found a flat in Bergen at last, two streets from the harbour. / {n} moved to Turin, she has the attic over a bakery.

What does {p}'s boss collect?
My boss {n} brought cake for the whole floor. / The new manager, {n}, is my boss since Monday.
{n} owns four hundred old postcards, all of bridges. / On Friday {n} showed us a cabinet full of fossils.

What car does {p}'s neighbour drive?
Our neighbour {n} waters the plants when we are gone. / {n} moved in next door, a very polite neighbour.
{n} came home with a red pickup from the seventies. / You should hear the little Fiat of {n}, it coughs.

What is {p}'s teacher allergic to?
My Spanish teacher {n} makes us sing the verbs. / {n}, who is my ceramics teacher, once worked in a mine.
Nobody may bring lilies, {n} cannot breathe near them. / {n} went pale, there had been sesame in the bread.
""".strip()

NOTES = """
port|gateway|The gateway listens on port 8443.
port|scheduler|The scheduler's port is 9105.
port|mailer|The mailer answers on 2525, inside only.
owner|gateway|Team Falcon looks after the gateway.
owner|scheduler|Questions about the scheduler go to team Otter, who own it.
owner|mailer|The mailer belongs to team Heron.
owner|billing|Team Lynx owns billing.
database|gateway|The gateway keeps its sessions in Redis.
database|scheduler|Jobs of the scheduler are stored in a PostgreSQL database.
database|billing|The billing database is MariaDB, two replicas.
database|mailer|The mailer stores nothing, its queue is in memory.
deploy|gateway|The gateway is deployed with Helm, every Tuesday.
deploy|scheduler|Deploy the scheduler by hand, with the script in ops/.
deploy|billing|Billing deploys only after the accountants said yes.
timeout|gateway|Requests through the gateway time out after 30 seconds.
timeout|mailer|The mailer gives up after a timeout of five minutes.
timeout|billing|For billing the timeout is 90 seconds.
language|gateway|The gateway is written in Go.
language|scheduler|The scheduler is a Python program of 2,000 lines.
language|billing|Billing is Java, nobody wants to touch it.
log|gateway|Gateway logs: /var/log/gw, kept for seven days.
log|scheduler|The scheduler logs to the journal.
log|mailer|What the mailer logs goes to Loki.
alarm|gateway|The gateway pages Ravi at night when the alarm goes off.
alarm|scheduler|An alarm of the scheduler waits until the morning.
alarm|billing|Billing alarms go to Noor, also on weekends.
test|gateway|The gateway has 1,200 tests, they take eight minutes.
test|gateway2|Flaky test in the gateway: test_keepalive, run it twice.
test|gateway3|The gateway tests need port 8443 to be free.
deploy|gateway2|After a deploy of the gateway clear the edge cache.
deploy|gateway3|A deploy of the gateway was rolled back in May, the certificate was old.
database|gateway2|The gateway's Redis database has number 4.
timeout|gateway2|The timeout of the gateway was 10 seconds until March.
backup|orders|The backup of the orders runs at two in the night.
backup|orders2|A full backup of the orders takes forty minutes.
backup|orders3|We tested the backup of the orders in April, all rows came back.
backup|orders4|The orders backup of the ninth failed, the disk was full.
backup|orders5|Backup of the orders: kept for thirty days, then deleted.
backup|orders6|The orders backup is encrypted with the key of the vault.
backup|orders7|Since June the backup of the orders skips the session table.
backup|orders8|Ask Noor before you restore a backup of the orders.
backup|invoices|For invoices the nightly backup goes to the other building.
retry|orders|Orders are retried three times, with a minute between.
retry|orders2|The retry of orders was off for a week in May.
retry|orders3|A retry of orders never charges twice.
retry|orders4|The retry queue of orders is watched by team Lynx.
retry|orders5|After the last retry orders wait for a person.
retry|orders6|Every retry of orders is logged with its reason.
retry|parcels|A retry for parcels happens only by hand.
misc|coffee|The coffee machine on floor two takes tokens.
misc|wifi|The guest network is called otter-guest.
misc|lunch|Lunch is at twelve, in the yard when it is dry.
misc|review|Reviews are done within a day.
misc|branch|Branches are named after the ticket.
misc|holiday|Nothing is released in the last week of December.
misc|laptop|Laptops are replaced every three years.
? Which ports do the gateway and the scheduler use?|port|gateway|scheduler
? Which ports do the gateway and the mailer use?|port|gateway|mailer
? Who owns the gateway and billing?|owner|gateway|billing
? Which teams look after the mailer and the scheduler?|owner|mailer|scheduler
? Which database do the gateway and billing use?|database|gateway|billing
? What database is behind the gateway and the scheduler?|database|gateway|scheduler
? How are the gateway and the scheduler deployed?|deploy|gateway|scheduler
? How do we deploy both the gateway and billing?|deploy|gateway|billing
? What is the timeout of the gateway and of the mailer?|timeout|gateway|mailer
? Compare the timeout of billing and the gateway.|timeout|billing|gateway
? Which language are billing and the scheduler written in?|language|billing|scheduler
? Where do the gateway and the mailer write their logs?|log|gateway|mailer
? What do we know about the backup of the orders and of the invoices?|backup|orders|invoices
? How does the retry of the orders and the parcels work?|retry|orders|parcels
? Who gets the alarms of the gateway and billing?|alarm|gateway|billing
""".strip()

ZH_SUBJECTS = """
list {p}读过哪些书？
both {p}和{q}都读了哪些书？
open 最近在读什么书？
open 有什么好小说吗？
- 图书馆终于有《锡灯塔》了，周日就看完了。
- 一口气读了三百页《灰与琥珀》，茶都凉了。
- 读书会选了《飞蛾季》，这次我没跳过结尾。
- 熬夜到四点看《制图师的债》，作者太厉害了。
- 火车上迷上了《退潮信札》，讲两个邮差的小说。
- 《九个冬天》看到一半，章节越来越短。
- 又翻了一遍《空铃》，还是在同一页哭了。
- 我桌上那本《铜色天空》是姑姑送的。
talk 厚不厚？
talk 不算厚，字也大。
talk 我妈会喜欢吗？
talk 会的，很温柔也很好笑。
toward {p}向{q}推荐了什么书？
advice {q}，你一定要看《盐水钟》，简直为你写的。
advice 真的，{q}，去买一本《借来的果园》吧。

list {p}去过哪些地方旅行？
both {p}和{q}分别去过哪里？
open 这次旅行怎么样？
open 你去哪里玩了？
- 在泉州待了一周，腿走得现在还疼。
- 昨天刚从敦煌回来，沙漠像电影一样。
- 坐了一夜的船去涠洲岛，海滩上没有人。
- 飞到昆明参加婚礼，多待了十天。
- 国庆去了平遥，又冷又下雨，但是很完美。
- 在喀纳斯湖边露营，早上水面上全是雾。
- 表哥骑摩托带我逛了顺化。
- 第一次到漠河，从来没有这么冷过。
talk 拍照了吗？
talk 拍了两百张，大部分都糊了。
talk 还想再去吗？
talk 有钱的话明天就去。
toward {p}建议{q}去哪里？
advice {q}，蜜月去婺源吧，人少。
advice 听我的，{q}，今年别去海边，看看腾冲。

list {p}有什么爱好？
both {p}跟{q}业余时间都做什么？
open 最近有什么新爱好？
open 空闲的时候做什么？
- 报了陶艺班，第一个杯子漏水。
- 周日早上我去观鸟，看到了翠鸟。
- 开始学手风琴，对不起整栋楼的邻居。
- 我们加入了合唱团，第二排左边。
- 晚上都在拼火车模型，隧道快完成了。
- 从十月开始织一条围巾，已经四米长了。
- 迷上了击剑，像带淤青的下棋。
- 隔一天烤一次面包，冰箱都满了。
talk 学了多久了？
talk 冬天开始的，还是很差。
talk 贵不贵？
talk 只有开始的时候贵。

list {p}买了哪些东西？
both {p}和{q}最近都买了什么？
open 买了什么好东西？
open 快递里是什么？
- 新咖啡机到了，比洗碗机还吵。
- 我订了一张升降桌，腰终于不疼了。
- 手机换了，旧的裂得像一条河。
- 淘到一辆二手自行车，半价。
- 帐篷到货了，四人的，我可以斜着睡。
- 给自己下单了一副降噪耳机。
- 打折，所以我现在有了一台华夫饼机。
- 冬天的大衣花了太多钱，但是口袋很多。
talk 划算吗？
talk 不划算，但是每天都用。
talk 放在哪里？
talk 先放在走廊里。

list {p}做哪些运动？
both {p}与{q}怎么锻炼身体？
open 还在运动吗？
open 锻炼得怎么样？
- 跑完了第一个十公里，比后面的婴儿车还慢。
- 游泳馆六点开门，我六点到。
- 我们划船横穿了海湾，手上全是泡。
- 周四打羽毛球，主要是捡球。
- 在老磨坊攀岩，爬到了第二个点。
- 跟邻居在他的车库里举铁。
- 整个月都骑车上班，下冰雹也骑。
- 瑜伽老师说我是木头做的。
talk 一个人去吗？
talk 跟两个朋友，不然我起不来。
talk 疼吗？
talk 只有第二天疼。
""".strip()

ZH_CHAINS = """
{p}的妹妹住在哪里？
我妹妹{n}这周末来我们家。 / 你还记得{n}吗？我的妹妹。
{n}终于在厦门找到了房子，离海边两条街。 / {n}搬去了成都，楼下就是面包店。

{p}的老板收藏什么？
我老板{n}给全组带了蛋糕。 / 新来的经理{n}从周一起就是我老板。
{n}有四百张老明信片，全是桥。 / 周五{n}给我们看了一柜子化石。

{p}的邻居开什么车？
邻居{n}在我们出门的时候帮忙浇花。 / {n}搬到了隔壁，是个很有礼貌的邻居。
{n}开回来一辆七十年代的红色皮卡。 / 你听{n}那辆小面包车，老咳嗽。
""".strip()
