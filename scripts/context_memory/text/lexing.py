"""Converts text to search terms, the same for stored text and questions.

English words are stemmed; runs of Chinese, Japanese and Korean characters
become single characters and pairs, because no word list knows the names that
people remember. Names such as `foo-bar_baz` and `3.12` count whole and in parts.
Traditional characters are converted to simplified ones, so that search works across both.
"""

import re
import unicodedata
from functools import cache, lru_cache
from operator import add

from .patterns import lazy_regex

_TRADITIONAL = """
丟並亂亙亞佇佈佔併來侖侶侷俁係俠俬倀倆倉個們倖倫偉側偵偽傑傖傘備傢傭傯傳傴債傷傾僂僅僉僑僕僥僨僱價儀儂億儈儉儐儔儕
儘償優儲儷儺儻儼兇兌兒兗內兩冊冑冪凈凍凜凱別刪剄則剋剎剛剝剮剴創剷劃劇劉劊劌劍劑勁動務勛勝勞勢勱勳勵勸勻匭匯匱區協
卹卻厙厤厭厲厴參叢吳吶呂咼員唄唸問啞啟喚喪喫喬單喲嗆嗇嗎嗚嗩嗶嘆嘍嘔嘖嘗嘜嘩嘮嘯嘰嘵嘸噁噓噠噥噦噯噲噴噸噹嚀嚇嚌嚐
嚕嚙嚥嚦嚨嚮嚳嚴嚶囀囁囂囅囈囌囑囪圇國圍園圓圖團埡埰執堅堊堝堯報場塊塋塏塒塗塚塢塤塵塹墊墜墮墳墾壇壎壓壘壙壚壞壟壢
壩壯壺壽夠夢夾奐奧奩奪奮奼妝姍姦娛婁婦婭媧媯媼媽嫋嫗嫵嫻嬈嬋嬌嬙嬡嬤嬪嬰嬸孃孌孫學孿宮寀寢實寧審寫寬寵寶將專尋對導
尷屆屍屜屢層屨屬岡峴島峽崍崑崗崙崢嵐嶁嶄嶇嶗嶠嶧嶸嶺嶼嶽巋巒巔巖巰巹帥師帳帶幀幃幗幘幟幣幫幬幹幾庫廁廂廄廈廕廚廝廟
廠廡廢廣廩廬廳弒弔弳張強彆彈彌彎彔彙彥彫彿徑從徠復徹恆恥悅悵悶悽惡惱惲惻愛愜愨愴愷愾慄態慍慘慚慟慣慪慫慮慳慶慼慾憂
憊憐憑憒憚憤憫憮憲憶懇應懌懍懞懟懣懨懲懶懷懸懺懼懾戀戇戔戧戩戰戲戶拋挾捨捫捲掃掄掙掛採揀揚換揮損搖搗搶摑摜摟摯摳摶
摻撈撐撓撟撣撥撫撲撳撻撾撿擁擄擇擊擋擔據擠擣擬擯擰擱擲擴擷擺擻擼擾攄攆攏攔攖攙攛攜攝攢攣攤攪攬敗敘敵數斂斃斕斬斷旂
昇時晉晝暈暉暢暫曄曆曇曉曏曖曠曬書會朧朮東枴柵柺桿梔條梟棄棖棗棟棧棲椏楊楓楨業極榦榪榮榿構槍槓槧槨槳樁樂樅樑樓標樞
樣樸樹樺橈橋機橢橫檁檉檔檜檢檣檯檳檸檻櫃櫓櫚櫛櫝櫞櫟櫥櫧櫨櫪櫫櫬櫱櫳櫸櫻欄權欏欒欖欞欽歎歐歟歡歲歷歸歿殘殞殤殫殭殮
殯殲殺殼毀毆毿氂氈氌氣氫氬氳氾汎汙決沒沖況泝洩洶浹涇涼淒淚淥淨淩淪淵淶淺渙減渦測渾湊湞湧湯溈準溝溫溼滄滅滌滎滬滯滲
滷滸滾滿漁漚漢漣漬漲漵漸漿潁潑潔潛潤潯潰潷潿澀澆澇澗澠澤澩澮澱濁濃濕濘濛濟濤濫濰濱濺濼濾瀅瀆瀉瀋瀏瀕瀘瀝瀟瀠瀦瀧瀨
瀰瀲瀾灃灄灑灕灘灝灣灤灩災為烏烴無煉煒煙煢煥煩煬熒熗熱熾燁燈燉燒燙燜營燦燬燭燴燻燼燾爍爐爛爭爺爾牆牘牽犖犛犢犧狀狹
狽猙猶猻獃獄獅獎獨獪獫獰獲獵獷獸獺獻獼玀現琱琺琿瑋瑣瑤瑩瑪璉璣璦環璽璿瓊瓏瓔瓚甌甕產甦畝畢畫異當疇疊痙痠痾瘋瘍瘓瘞
瘡瘧瘺療癆癇癉癒癘癟癡癢癤癥癩癬癭癮癰癱癲發皁皚皰皸皺盃盜盞盡監盤盧盪眥眾睏睜睞瞞瞼矇矚矯硃硤硨硯碩碭確碼磚磣磧磯
磽礎礙礦礪礫礬礱祕祿禍禎禦禪禮禰禱禿秈稅稈稜稟種稱穀穌積穎穡穢穩穫窩窪窮窯窶窺竄竅竇竊競筆筍筧箇箋箏節範築篋篤篩篳
簀簍簑簞簡簣簫簽簾籃籌籜籟籠籤籩籪籬籮籲粵糝糞糧糰糲糴糶糾紀紂約紅紆紇紈紉紋納紐紓純紕紗紙級紛紜紡紮細紱紲紳紹紺紼
紿絀終絃組絆絎結絕絛絞絡絢給絨統絲絳絹綁綃綆綈綏綑經綜綞綠綢綣綬維綰綱網綴綵綸綹綺綻綽綾綿緄緇緊緋緒緗緘緙線緝緞締
緡緣緦編緩緬緯緱緲練緶緹緻縈縉縊縋縐縑縛縝縞縟縣縫縭縮縱縲縴縵縶縷縹總績繃繅繆繒織繕繚繞繡繢繩繪繫繭繯繰繳繹繼繽繾
纈纊續纍纏纓纔纖纘纜缽罈罌罰罵罷羅羆羈羋羥羨義羶習翫翹耬聖聞聯聰聲聳聵聶職聹聽聾肅脅脈脛脣脩脫脹腎腡腦腫腳腸膃膚膠
膩膽膾膿臉臍臏臘臚臟臠臥臨臺與興舉舊艙艤艦艫艱艷芻苧茲荊莊莖莢莧華菴萇萊萬萵葉葒葦葯葷蒐蒔蒞蒼蓀蓆蓋蓮蓯蓴蓽蔔蔘蔞
蔣蔥蔦蔭蕁蕆蕎蕓蕕蕘蕢蕩蕪蕭蕷薈薊薌薑薔薟薦薩薺藍藎藝藥藪藶藹藺蘄蘆蘇蘊蘋蘚蘞蘢蘭蘺蘿處虛虜號虧虯蛺蛻蜆蝕蝟蝦蝨蝸
螄螞螢螻蟄蟈蟣蟬蟯蟲蟶蟻蠅蠆蠍蠐蠑蠔蠟蠣蠱蠶蠻衊術衕衚衛衝袞裊補裝裡製複褲褳褸褻襉襖襝襠襤襪襬襯襲覈見規覓視覘覡覦
親覬覯覲覷覺覽覿觀觴觶觸訂訃計訊訌討訐訓訕訖託記訛訝訟訣訥訪設許訴訶診註証詁詆詎詐詒詔評詘詛詞詠詡詢詣試詩詫詬詭詮
詰話該詳詵詼詿誄誅誆誇誌認誑誒誕誘誚語誠誡誣誤誥誦誨說誰課誶誹誼調諂諄談諉請諍諏諑諒論諗諛諜諞諡諢諤諦諧諫諭諮諱諳
諶諷諸諺諼諾謀謁謂謄謅謊謎謐謔謖謗謙謚講謝謠謨謫謬謳謹謾譁證譎譏譖識譙譚譜譟譫譭譯議譴護譽譾讀變讎讒讓讕讖讚讜讞豈
豎豐豔豬貓貝貞負財貢貧貨販貪貫責貯貰貲貳貴貶買貸貺費貼貽貿賀賁賂賃賄賅資賈賊賑賒賓賕賚賜賞賠賡賢賣賤賦賧質賬賭賴賺
賻購賽賾贄贅贈贊贍贏贐贓贖贗贛趕趙趨趲跡踐踰踴蹌蹕蹟蹠蹣蹤蹺躉躊躋躍躑躒躓躕躚躡躥躦躪軀車軋軌軍軒軔軛軟軫軸軹軺軻
軼軾較輅輇載輊輒輓輔輕輛輜輝輞輟輥輦輩輪輯輳輸輻輾輿轂轄轅轆轉轍轎轔轟轡轢轤辦辭辮辯農迴逕這連週進遊運過達違遙遜遞
遠適遲遷選遺遼邁還邇邊邏邐郟郵鄆鄉鄒鄔鄖鄧鄭鄰鄲鄴鄶鄺酈醃醜醞醫醬釀釁釃釅釋釐釓釔釕釗釘釙針釣釤釦釧釩釵釷釹鈀鈁鈄
鈅鈉鈍鈐鈑鈔鈕鈞鈣鈥鈦鈧鈮鈰鈳鈴鈷鈸鈹鈺鈽鈾鈿鉀鉅鉆鉈鉉鉍鉑鉗鉚鉛鉞鉤鉦鉬鉭鉸鉺鉻鉿銀銃銅銑銓銖銘銚銜銠銣銥銦銨銩
銪銫銬銳銷銻銼鋁鋃鋅鋇鋌鋏鋒鋝鋟鋤鋦鋨鋪鋮鋯鋰鋱鋸鋼錁錄錆錈錐錒錕錘錙錚錛錟錠錢錦錨錫錮錯錳錶錸錼鍆鍇鍊鍋鍍鍔鍘鍛
鍤鍥鍬鍰鍵鍶鍺鍼鍾鎂鎊鎌鎖鎘鎚鎢鎣鎦鎧鎩鎪鎬鎮鎰鎳鎵鏃鏇鏈鏌鏍鏑鏗鏘鏜鏝鏞鏟鏡鏢鏤鏨鏵鏷鏹鏽鐃鐋鐐鐒鐓鐔鐘鐙鐠鐨鐫
鐮鐲鐳鐵鐸鐺鐿鑄鑊鑌鑑鑒鑠鑣鑭鑰鑲鑷鑼鑽鑾鑿钁長門閂閃閆閉開閌閎閏閑閒間閔閘閡閣閤閥閨閩閫閬閭閱閶閹閻閼閽閾閿闃闆
闇闈闊闋闌闐闔闕闖關闞闡闢闥陘陝陞陣陰陳陸陽隉隊階隕際隨險隱隴隸隻雋雖雙雛雜雞離難雲電霑霧霽靂靄靈靚靜靦靨鞏鞝鞦韁
韃韆韉韋韌韓韙韜韝韞韻響頁頂頃項順頇須頊頌頎頏預頑頒頓頗領頜頡頤頦頭頰頷頸頹頻顆題額顎顏顓願顙顛類顢顥顧顫顯顰顱顳
顴風颮颯颱颳颶颼飄飆飛飢飩飪飫飭飯飲飴飼飽飾餃餅餈餉養餌餑餒餓餘餚餛餞餡館餬餱餳餵餼餾餿饃饅饈饉饋饌饑饒饗饜饞馬馭
馮馱馳馴駁駐駑駒駔駕駘駙駛駝駟駢駭駱駿騁騅騍騎騏騖騙騫騭騮騰騶騷騸騾驀驁驂驃驄驅驊驍驏驕驗驚驛驟驢驤驥驪骯髏髒體髕
髖髮鬆鬍鬚鬢鬥鬧鬨鬩鬮鬱魎魘魚魯魴魷鮐鮑鮒鮚鮞鮪鮫鮭鮮鯀鯁鯇鯉鯊鯔鯖鯗鯛鯡鯢鯤鯧鯨鯪鯫鯰鯽鰈鰉鰍鰒鰓鰣鰥鰨鰩鰭鰱鰲
鰳鰷鰹鰻鰾鱈鱉鱒鱔鱖鱗鱘鱟鱧鱭鱷鱸鱺鳥鳧鳩鳳鳴鳶鴆鴇鴉鴕鴛鴝鴟鴣鴦鴨鴯鴰鴻鴿鵂鵑鵒鵓鵜鵝鵠鵡鵪鵬鵯鵰鵲鶇鶉鶘鶚鶩鶯
鶴鶻鶼鶿鷂鷓鷗鷙鷚鷥鷦鷯鷲鷳鷴鷸鷹鷺鸕鸚鸛鸝鸞鹵鹹鹺鹼鹽麗麥麩麵麼黃黌點黨黲黴黷黽黿鼉鼕鼴齊齋齎齏齒齔齙齜齟齠齡齣
齦齧齪齬齲齶齷龍龐龔龕龜
"""
_SIMPLIFIED = """
丢并乱亘亚伫布占并来仑侣局俣系侠私伥俩仓个们幸伦伟侧侦伪杰伧伞备家佣偬传伛债伤倾偻仅佥侨仆侥偾雇价仪侬亿侩俭傧俦侪
尽偿优储俪傩傥俨凶兑儿兖内两册胄幂净冻凛凯别删刭则克刹刚剥剐剀创铲划剧刘刽刿剑剂劲动务勋胜劳势劢勋励劝匀匦汇匮区协
恤却厍历厌厉厣参丛吴呐吕呙员呗念问哑启唤丧吃乔单哟呛啬吗呜唢哔叹喽呕啧尝唛哗唠啸叽哓呒恶嘘哒哝哕嗳哙喷吨当咛吓哜尝
噜啮咽呖咙向喾严嘤啭嗫嚣冁呓苏嘱囱囵国围园圆图团垭采执坚垩埚尧报场块茔垲埘涂冢坞埙尘堑垫坠堕坟垦坛埙压垒圹垆坏垄坜
坝壮壶寿够梦夹奂奥奁夺奋姹妆姗奸娱娄妇娅娲妫媪妈袅妪妩娴娆婵娇嫱嫒嬷嫔婴婶娘娈孙学孪宫采寝实宁审写宽宠宝将专寻对导
尴届尸屉屡层屦属冈岘岛峡崃昆岗仑峥岚嵝崭岖崂峤峄嵘岭屿岳岿峦巅岩巯卺帅师帐带帧帏帼帻帜币帮帱干几库厕厢厩厦荫厨厮庙
厂庑废广廪庐厅弑吊弪张强别弹弥弯录汇彦雕佛径从徕复彻恒耻悦怅闷凄恶恼恽恻爱惬悫怆恺忾栗态愠惨惭恸惯怄怂虑悭庆戚欲忧
惫怜凭愦惮愤悯怃宪忆恳应怿懔蒙怼懑恹惩懒怀悬忏惧慑恋戆戋戗戬战戏户抛挟舍扪卷扫抡挣挂采拣扬换挥损摇捣抢掴掼搂挚抠抟
掺捞撑挠挢掸拨抚扑揿挞挝捡拥掳择击挡担据挤捣拟摈拧搁掷扩撷摆擞撸扰摅撵拢拦撄搀撺携摄攒挛摊搅揽败叙敌数敛毙斓斩断旗
升时晋昼晕晖畅暂晔历昙晓向暧旷晒书会胧术东拐栅拐杆栀条枭弃枨枣栋栈栖桠杨枫桢业极干杩荣桤构枪杠椠椁桨桩乐枞梁楼标枢
样朴树桦桡桥机椭横檩柽档桧检樯台槟柠槛柜橹榈栉椟橼栎橱槠栌枥橥榇蘖栊榉樱栏权椤栾榄棂钦叹欧欤欢岁历归殁残殒殇殚僵殓
殡歼杀壳毁殴毵牦毡氇气氢氩氲泛泛污决没冲况溯泄汹浃泾凉凄泪渌净凌沦渊涞浅涣减涡测浑凑浈涌汤沩准沟温湿沧灭涤荥沪滞渗
卤浒滚满渔沤汉涟渍涨溆渐浆颍泼洁潜润浔溃滗涠涩浇涝涧渑泽泶浍淀浊浓湿泞蒙济涛滥潍滨溅泺滤滢渎泻沈浏濒泸沥潇潆潴泷濑
弥潋澜沣滠洒漓滩灏湾滦滟灾为乌烃无炼炜烟茕焕烦炀荧炝热炽烨灯炖烧烫焖营灿毁烛烩熏烬焘烁炉烂争爷尔墙牍牵荦牦犊牺状狭
狈狰犹狲呆狱狮奖独狯猃狞获猎犷兽獭献猕猡现雕珐珲玮琐瑶莹玛琏玑瑷环玺璇琼珑璎瓒瓯瓮产苏亩毕画异当畴叠痉酸疴疯疡痪瘗
疮疟瘘疗痨痫瘅愈疠瘪痴痒疖症癞癣瘿瘾痈瘫癫发皂皑疱皲皱杯盗盏尽监盘卢荡眦众困睁睐瞒睑蒙瞩矫朱硖砗砚硕砀确码砖碜碛矶
硗础碍矿砺砾矾砻秘禄祸祯御禅礼祢祷秃籼税秆棱禀种称谷稣积颖穑秽稳获窝洼穷窑窭窥窜窍窦窃竞笔笋笕个笺筝节范筑箧笃筛筚
箦篓蓑箪简篑箫签帘篮筹箨籁笼签笾簖篱箩吁粤糁粪粮团粝籴粜纠纪纣约红纡纥纨纫纹纳纽纾纯纰纱纸级纷纭纺扎细绂绁绅绍绀绋
绐绌终弦组绊绗结绝绦绞络绚给绒统丝绛绢绑绡绠绨绥捆经综缍绿绸绻绶维绾纲网缀彩纶绺绮绽绰绫绵绲缁紧绯绪缃缄缂线缉缎缔
缗缘缌编缓缅纬缑缈练缏缇致萦缙缢缒绉缣缚缜缟缛县缝缡缩纵缧纤缦絷缕缥总绩绷缫缪缯织缮缭绕绣缋绳绘系茧缳缲缴绎继缤缱
缬纩续累缠缨才纤缵缆钵坛罂罚骂罢罗罴羁芈羟羡义膻习玩翘耧圣闻联聪声耸聩聂职聍听聋肃胁脉胫唇修脱胀肾脶脑肿脚肠腽肤胶
腻胆脍脓脸脐膑腊胪脏脔卧临台与兴举旧舱舣舰舻艰艳刍苎兹荆庄茎荚苋华庵苌莱万莴叶荭苇药荤搜莳莅苍荪席盖莲苁莼荜卜参蒌
蒋葱茑荫荨蒇荞芸莸荛蒉荡芜萧蓣荟蓟芗姜蔷莶荐萨荠蓝荩艺药薮苈蔼蔺蕲芦苏蕴苹藓蔹茏兰蓠萝处虚虏号亏虬蛱蜕蚬蚀猬虾虱蜗
蛳蚂萤蝼蛰蝈虮蝉蛲虫蛏蚁蝇虿蝎蛴蝾蚝蜡蛎蛊蚕蛮蔑术同胡卫冲衮袅补装里制复裤裢褛亵裥袄裣裆褴袜摆衬袭核见规觅视觇觋觎
亲觊觏觐觑觉览觌观觞觯触订讣计讯讧讨讦训讪讫托记讹讶讼诀讷访设许诉诃诊注证诂诋讵诈诒诏评诎诅词咏诩询诣试诗诧诟诡诠
诘话该详诜诙诖诔诛诓夸志认诳诶诞诱诮语诚诫诬误诰诵诲说谁课谇诽谊调谄谆谈诿请诤诹诼谅论谂谀谍谝谥诨谔谛谐谏谕咨讳谙
谌讽诸谚谖诺谋谒谓誊诌谎谜谧谑谡谤谦谥讲谢谣谟谪谬讴谨谩哗证谲讥谮识谯谭谱噪谵毁译议谴护誉谫读变雠谗让谰谶赞谠谳岂
竖丰艳猪猫贝贞负财贡贫货贩贪贯责贮贳赀贰贵贬买贷贶费贴贻贸贺贲赂赁贿赅资贾贼赈赊宾赇赉赐赏赔赓贤卖贱赋赕质账赌赖赚
赙购赛赜贽赘赠赞赡赢赆赃赎赝赣赶赵趋趱迹践逾踊跄跸迹跖蹒踪跷趸踌跻跃踯跞踬蹰跹蹑蹿躜躏躯车轧轨军轩轫轭软轸轴轵轺轲
轶轼较辂辁载轾辄挽辅轻辆辎辉辋辍辊辇辈轮辑辏输辐辗舆毂辖辕辘转辙轿辚轰辔轹轳办辞辫辩农回迳这连周进游运过达违遥逊递
远适迟迁选遗辽迈还迩边逻逦郏邮郓乡邹邬郧邓郑邻郸邺郐邝郦腌丑酝医酱酿衅酾酽释厘钆钇钌钊钉钋针钓钐扣钏钒钗钍钕钯钫钭
钥钠钝钤钣钞钮钧钙钬钛钪铌铈钶铃钴钹铍钰钸铀钿钾巨钻铊铉铋铂钳铆铅钺钩钲钼钽铰铒铬铪银铳铜铣铨铢铭铫衔铑铷铱铟铵铥
铕铯铐锐销锑锉铝锒锌钡铤铗锋锊锓锄锔锇铺铖锆锂铽锯钢锞录锖锩锥锕锟锤锱铮锛锬锭钱锦锚锡锢错锰表铼镎钔锴炼锅镀锷铡锻
锸锲锹锾键锶锗针钟镁镑镰锁镉锤钨蓥镏铠铩锼镐镇镒镍镓镞旋链镆镙镝铿锵镗镘镛铲镜镖镂錾铧镤镪锈铙铴镣铹镦镡钟镫镨镄镌
镰镯镭铁铎铛镱铸镬镔鉴鉴铄镳镧钥镶镊锣钻銮凿镢长门闩闪闫闭开闶闳闰闲闲间闵闸阂阁合阀闺闽阃阆闾阅阊阉阎阏阍阈阌阒板
暗闱阔阕阑阗阖阙闯关阚阐辟闼陉陕升阵阴陈陆阳陧队阶陨际随险隐陇隶只隽虽双雏杂鸡离难云电沾雾霁雳霭灵靓静腼靥巩绱秋缰
鞑千鞯韦韧韩韪韬鞲韫韵响页顶顷项顺顸须顼颂颀颃预顽颁顿颇领颌颉颐颏头颊颔颈颓频颗题额颚颜颛愿颡颠类颟颢顾颤显颦颅颞
颧风飑飒台刮飓飕飘飙飞饥饨饪饫饬饭饮饴饲饱饰饺饼糍饷养饵饽馁饿余肴馄饯馅馆糊糇饧喂饩馏馊馍馒馐馑馈馔饥饶飨餍馋马驭
冯驮驰驯驳驻驽驹驵驾骀驸驶驼驷骈骇骆骏骋骓骒骑骐骛骗骞骘骝腾驺骚骟骡蓦骜骖骠骢驱骅骁骣骄验惊驿骤驴骧骥骊肮髅脏体髌
髋发松胡须鬓斗闹哄阋阄郁魉魇鱼鲁鲂鱿鲐鲍鲋鲒鲕鲔鲛鲑鲜鲧鲠鲩鲤鲨鲻鲭鲞鲷鲱鲵鲲鲳鲸鲮鲰鲶鲫鲽鳇鳅鳆鳃鲥鳏鳎鳐鳍鲢鳌
鳓鲦鲣鳗鳔鳕鳖鳟鳝鳜鳞鲟鲎鳢鲚鳄鲈鲡鸟凫鸠凤鸣鸢鸩鸨鸦鸵鸳鸲鸱鸪鸯鸭鸸鸹鸿鸽鸺鹃鹆鹁鹈鹅鹄鹉鹌鹏鹎雕鹊鸫鹑鹕鹗鹜莺
鹤鹘鹣鹚鹞鹧鸥鸷鹨鸶鹪鹩鹫鹇鹇鹬鹰鹭鸬鹦鹳鹂鸾卤咸鹾碱盐丽麦麸面么黄黉点党黪霉黩黾鼋鼍冬鼹齐斋赍齑齿龀龅龇龃龆龄出
龈啮龊龉龋腭龌龙庞龚龛龟
"""


def simplified(text: str) -> str:
    """The text with simplified characters; length and positions stay."""
    try:
        text.encode("gb2312")  # says in a fifth of the time that nothing is to do
    except UnicodeEncodeError:
        return text.translate(_table())
    return text


@cache
def _table() -> dict[int, int]:
    return str.maketrans(_TRADITIONAL.replace("\n", ""), _SIMPLIFIED.replace("\n", ""))


_VERBS = """
be am is are was were been being|go went gone goes|do did done does|have had has having|say said|get got gotten
make made|know knew known|think thought|take took taken|see saw seen|come came|find found|give gave given|tell told
become became|leave left|feel felt|bring brought|begin began begun|keep kept|hold held|write wrote written
stand stood|hear heard|mean meant|meet met|run ran|pay paid|sit sat|speak spoke spoken|lead led|grow grew grown
lose lost|fall fell fallen|send sent|build built|understand understood|draw drew drawn|break broke broken
spend spent|drive drove driven|buy bought|wear wore worn|choose chose chosen|eat ate eaten|teach taught|catch caught
fight fought|seek sought|sell sold|win won|sing sang sung|swim swam swum|ride rode ridden|rise rose risen
sleep slept|fly flew flown|drink drank drunk|forget forgot forgotten|forgive forgave forgiven|hide hid hidden
throw threw thrown|wake woke woken|shake shook shaken|steal stole stolen|freeze froze frozen|bite bit bitten
blow blew blown|tear tore torn|swear swore sworn|ring rang rung|sink sank sunk|shrink shrank shrunk
spring sprang sprung|dig dug|hang hung|stick stuck|strike struck|swing swung|shoot shot|shine shone|lend lent
bend bent|lay laid|deal dealt|dream dreamt|learn learnt|burn burnt|spell spelt|light lit|slide slid|feed fed
bleed bled|breed bred|flee fled|bind bound|wind wound|grind ground|weave wove woven|sew sewn|sow sown|show shown
mow mown|prove proven|undergo underwent undergone|overcome overcame|withdraw withdrew withdrawn|arise arose arisen
child children|man men|woman women|foot feet|tooth teeth|mouse mice|goose geese|wife wives|life lives|knife knives
leaf leaves|shelf shelves|half halves|wolf wolves|person people|die dying|lie lying|tie tying
"""
_IRREGULAR = {
    form: group.split()[0] for group in _VERBS.replace("\n", "|").split("|") for form in group.split() if form
}

_ENDINGS = (
    ("ization", "iz"),
    ("isation", "iz"),
    ("ational", "at"),
    ("fulness", ""),
    ("ousness", "ous"),
    ("iveness", "iv"),
    ("ation", "at"),
    ("ition", "it"),
    ("ator", "at"),
    ("ment", ""),
    ("ness", ""),
    ("less", ""),
    ("ship", ""),
    ("able", ""),
    ("ible", ""),
    ("ance", ""),
    ("ence", ""),
    ("ical", "ic"),
    ("iliti", "il"),
    ("ful", ""),
    ("ist", ""),
    ("ive", ""),
    ("ize", "iz"),
    ("ise", "iz"),
    ("ion", ""),
    ("iti", ""),
    ("al", ""),
    ("er", ""),
    ("or", ""),
)
_BY_LAST = {
    last: tuple(pair for pair in _ENDINGS if pair[0].endswith(last)) for last in {ending[-1] for ending, _ in _ENDINGS}
}
"""The endings by their last letter: few of them are worth a look for one word."""
_ROOT = 4
"""Letters that a derivation must leave, so that `water` and `animal` do not become scraps."""
_VOWELS = frozenset("aeiouy")


@lru_cache(maxsize=100_000)
def stem(word: str) -> str:
    """The stem of a lower-case English word; other words are returned unchanged."""
    base = _IRREGULAR.get(word)
    if base is None:
        if len(word) < 3 or not (word.isascii() and word.isalpha()):
            return word
        base = _without_inflection(word)
    return _without_derivation(base)


def _without_inflection(word: str) -> str:
    if word.endswith("ies"):
        word = word[:-3] + ("y" if len(word) > 4 else "ie")
    elif word.endswith(("sses", "shes", "ches", "xes", "zes")):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    if word.endswith("ied") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith("eed"):
        return word
    for ending in ("ingly", "edly", "ing", "ed"):
        root = word.removesuffix(ending)
        if root != word and len(root) > 1 and not _VOWELS.isdisjoint(root):
            root = _IRREGULAR.get(root, root)
            return root[:-1] if len(root) > 3 and root[-1] == root[-2] and root[-1] not in "lsz" else root
    return word


def _without_derivation(word: str) -> str:
    if word.endswith("ly") and len(word) > _ROOT:
        word = word[:-2]
        if word.endswith("i"):
            word = word[:-1] + "y"
    if len(word) > 3 and word.endswith("y") and word[-2] not in _VOWELS:
        word = word[:-1] + "i"
    word = _shorten_word(_shorten_word(word))
    return word[:-1] if len(word) > 3 and word.endswith("e") else word


def _shorten_word(word: str) -> str:
    for ending, instead in _BY_LAST.get(word[-1:], ()):
        if word.endswith(ending):
            root = word[: -len(ending)]
            if len(root) < _ROOT or _VOWELS.isdisjoint(root):
                return word
            doubled = not instead and root[-1] == root[-2] and root[-1] not in "lsz"
            return root[:-1] if doubled else root + instead
    return word


MAX_TEXT = 20_000
"""Characters of a text that are searched; the rest of a giant line is kept but not indexed."""
LONGEST_TERM = 40
"""Characters; more is a blob, not a word."""

_CJK_RANGE = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
_ASCII_WORD = lazy_regex(r"[a-z0-9]+(?:'[a-z]+)?")
_ANY_WORD = lazy_regex(rf"[{_CJK_RANGE}]+|(?:(?![{_CJK_RANGE}])[^\W_])+(?:'[a-z]+)?")
_CJK_RUN = lazy_regex(rf"([{_CJK_RANGE}]+)")
_SPACED = bytes(code if chr(code).isalnum() or code == ord("'") else 32 for code in range(128)) + bytes(128)
"""What parts ASCII words; apostrophes stay with the word they stand at."""
_SHAPED = bytes(ord("." if char in "._/:@#-" else "a" if char.isalnum() else " ") for char in map(chr, range(128)))
_SHAPED += bytes(128)
"""Marks that join two words as `.`, what they join as `a`."""
_OTHER_WORD = lazy_regex(r"[^\W_]+(?:'[a-z]+)?")
"""A word of a text between two runs."""
_JOINED = lazy_regex(r"(?<![a-z0-9])[a-z0-9]+(?:[._/:@#-]+[a-z0-9]+)+")
_JOINED_AT = lazy_regex(r"[._/:@#-](?<=[a-z0-9][._/:@#-])[._/:@#-]*(?=[a-z0-9])")
_JOINT = lazy_regex(r"[._/:@#-]+")
_WIDE_MARKS = tuple(zip("，：；？！（）", ",:;?!()", strict=True))
_ACCENTED = lazy_regex("[\u00c0-\u024f]")
_IS_CJK = lazy_regex(rf"[{_CJK_RANGE}]")

_UNINDEXED_WORDS = """
a an and are as at be been but by for from had has have he her his i if in is it its me my of on or our she so
that the their them they this to us was we were will with you your am do does did i'm it's i've that's don't
i'll you're didn't can't he's she's we're they're isn't wasn't
"""
UNINDEXED = frozenset(_UNINDEXED_WORDS.split())
"""Words that are in every English text: never indexed."""

_UNASKED_WORDS = """
what which who whom whose when where why how can could would should may might must shall there here than then
these those not no nor too very just also about into over under after before again any some such only own same
each few more most other both all during while until because being having doing ever yet still get got go up
down out off him hers ours yours theirs itself himself herself themselves myself yourself tell please many
much long one does kind type name another's let lets know said say says mention mentioned talk likely between
"""
UNASKED = UNINDEXED | frozenset(_UNASKED_WORDS.split())
"""Function words and words of asking: dropped from a question unless it has nothing else."""

_ZH_UNASKED_WORDS = """
什么时候 什么样 为什么 怎么样 是什么 有什么 有哪些 是不是 有没有 能不能 可不可以 什么 怎么 怎样
哪些 哪个 哪里 哪儿 哪一 哪家 哪位 哪种 多少 几个 几次 如何 是否 谁的 告诉 请问 还记得 记得
曾经 关于 以及 或者 因为 所以 但是 可以 能够 这个 那个 这些 那些 他们 她们 我们 你们 它们 自己
已经 一个 一下 是谁 多久 吗 呢 吧 啊 呀 的 了 是 在 有 和 与 及 或 也 都 就 而 被 把 对
从 到 为 以 于 之 其 我 你 他 她 它 谁 哪 几 过 着 地 得
"""
_ZH_SPLIT = lazy_regex("|".join(sorted(_ZH_UNASKED_WORDS.split(), key=len, reverse=True)))
_JA_UNASKED_WORDS = """
どのくらい どれくらい どうして どうやって どのように どんな どこ どれ どの どう だれ いつ なぜ なに いくら いくつ
でしょう だろう でした です だった だっけ ました ません ます ください ほしい について として によって という ため
している していた していて しました して した する しない しよう された されて される できる ている ていた ておく てる
でいる でいた んで んだ って った いた いて いる ある あった ない なかった なった なって なる れた れる たい たら
から まで より など だけ けど ので のに のは のが のを なら じゃ さん それ これ その この こと もの え お ご
は が を に で と も の へ や か ね よ な だ た て
"""
_JA_UNASKED = "|".join(sorted(_JA_UNASKED_WORDS.split(), key=len, reverse=True))
_JA_SPLIT = lazy_regex(rf"(?:{_JA_UNASKED})+(?![\u3041-\u3096])|[何谁を]")
"""Runs of hiragana, or their ends, that are particles, endings and words of asking: they stand in any sentence."""
_JA_ENDINGS = ("し", "っ", "んだ", "んで", "いた", "いて")
_KANA = lazy_regex("[\u3041-\u3096]")


def folded(text: str) -> str:
    """Lower case, full-width forms narrow, Latin accents dropped, apostrophes straight, Chinese simplified."""
    if text.isascii():
        return text.lower()
    text = narrow(text).casefold().replace("\u2019", "'")
    if _IS_CJK.search(text):
        text = simplified(text)
    return _ACCENTED.sub(_plain, text)


def narrow(text: str) -> str:
    """The text in Unicode form NFKC, with a shortcut for Chinese text that needs no decomposition."""
    for wide, plain in _WIDE_MARKS:
        text = text.replace(wide, plain)
    return text if unicodedata.is_normalized("NFKC", text) else unicodedata.normalize("NFKC", text)


def _plain(match: re.Match[str]) -> str:
    return unicodedata.normalize("NFD", match[0])[0]


def words(text: str) -> list[str]:
    """Lower-case words and whole CJK runs, in order."""
    text = folded(text[:MAX_TEXT])
    found = (_ASCII_WORD if text.isascii() else _ANY_WORD).findall(text)
    return [word for word in found if len(word) <= LONGEST_TERM or _IS_CJK.match(word)]


def terms(text: str) -> list[str]:
    """The search terms of a document, in order, with repetitions."""
    return terms_line(text).split()


def terms_line(text: str) -> str:
    """The same, separated by spaces."""
    text = folded(text[:MAX_TEXT])
    if text.isascii():
        raw = text.encode()
        found = list(filter(None, map(_TERMS.__getitem__, raw.translate(_SPACED).decode().split())))
        shape = raw.translate(_SHAPED)
        may_join = b"a.a" in shape or b"a.." in shape  # tells in a third of the time
    else:
        found = []
        for place, piece in enumerate(_CJK_RUN.split(text)):
            if place % 2:
                found += _grams(piece)
            elif len(piece) > 1 or piece.isalnum():
                found += filter(None, map(_TERMS.__getitem__, _OTHER_WORD.findall(piece)))
        may_join = True
    return " ".join(found + _names(text) if may_join and _JOINED_AT.search(text) else found)


class _Terms(dict[str, str]):
    """Cache: the term of a stored word, empty if it is not indexed.

    Between apostrophes there may stand more words, whose terms are parted by spaces: `rock'n'roll`.
    """

    def __missing__(self, word: str) -> str:
        if len(self) > _MOST_TERMS:
            self.clear()
        words = _ASCII_WORD.findall(word) if "'" in word and word.isascii() else (word,)
        term = " ".join(filter(None, map(_term, words)))
        self[word] = term
        return term


def _term(word: str) -> str:
    return "" if word in UNINDEXED or len(word) > LONGEST_TERM else stem(_bare(word))


_MOST_TERMS = 200_000
_TERMS = _Terms()


def query_terms(text: str) -> list[str]:
    """Search terms of a question without function words, unless nothing else is left; each once, in order."""
    text = folded(text[:MAX_TEXT])
    words = (_ASCII_WORD if text.isascii() else _ANY_WORD).findall(text)
    for unasked in (UNASKED, UNINDEXED):
        found: list[str] = []
        for word in words:
            if not text.isascii() and has_cjk(word):
                for piece in _asked_pieces(word) if unasked is UNASKED else (word,):
                    found += _grams(piece)
            elif word not in unasked and _bare(word) not in unasked and len(word) <= LONGEST_TERM:
                found.append(stem(_bare(word)))
        found += _names(text)
        if found:
            return list(dict.fromkeys(found))
    return []


def _asked_pieces(run: str) -> list[str]:
    """What is between the function words of a run: Japanese ones where it holds hiragana, else Chinese ones."""
    return _JA_SPLIT.sub(_ending, run).split() if _KANA.search(run) else _ZH_SPLIT.split(run)


def _ending(match: re.Match[str]) -> str:
    """Nothing of it; the first kana of what follows a single character, which is then a verb: 返し of 返した."""
    head = match.string[max(0, match.start() - 2) : match.start()]
    is_single = bool(head) and head[-1] >= "\u3400" and head[:-1] < "\u3400"
    return f"{match[0][0]} " if is_single and match[0].startswith(_JA_ENDINGS) else " "


def is_question(text: str) -> bool:
    """Whether a text is a question: it ends with a question mark."""
    return text.rstrip(" \"')*\n").endswith(("?", "？"))


def has_cjk(text: str) -> bool:
    """Whether the text has Chinese, Japanese or Korean characters."""
    return not text.isascii() and _IS_CJK.search(text) is not None


def _bare(word: str) -> str:
    return word.partition("'")[0] if "'" in word else word


def _grams(run: str) -> list[str]:
    single = list(run)  # each character becomes an object, and is taken as it is from then on
    return single + list(map(add, single, single[1:]))


def _names(text: str) -> list[str]:
    """Whole names with digits or marks inside: `3_12` for 3.12, `foo_bar_baz` for foo-bar_baz."""
    return [
        _JOINT.sub("_", name)
        for name in _JOINED.findall(text)
        if len(name) <= LONGEST_TERM and any(c in "_./@#:" or c.isdigit() for c in name)
    ]
