"""Scores a whole message: how much its words suggest that it holds something that lasts.

A clause alone does not tell: "we do not accept Amex" is a rule of one's shop, a line of a notice that was pasted, or
what a character of a story says. What the message asks for tells: "translate", "write the next scene", "what does
that mean". `python -m bench.fit_learning` fits the weights to all labelled messages and writes the tables below. A
feature is a word, a mark or two in a row, in Chinese one to three characters; `^`
and `$` are the ends of the message, `¶` of a line, `<num>`, `<addr>`, `#`, `@` and `A` numbers,
addresses and Latin words.
"""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from ...text import lexing
from ...text.patterns import lazy_regex
from . import word_weights

MOST = 4.0
"""Logits: beyond it a message is no surer."""
LONGEST = 2_000
"""Characters of a message that are looked at: what it asks for stands at its ends, so half of each."""
LEAST_KNOWN = 0.5
"""Share of the words that the table must know: of another language it says nothing."""
BIAS, LINE = "bias", "¶"
_ADDRESS = lazy_regex(
    r"\w+://\S+|\S+@\S+\.\w+|\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?|(?<!\w)[~/][\w.-]+(?:/[\w.-]*)*"
    r"|(?=[\w./-]*[a-z])[\w.-]+/[\w./-]+|`[^`]+`"
)
_TOKEN = lazy_regex(r"[a-zA-Z]+(?:'[a-z]+)?|<addr>|\d[\d.,:]*|[^\W\d_]+|[?!:;\"“”(),.¶]")
_LATIN, _NUMBER = lazy_regex(r"[A-Za-z][\w+-]*"), lazy_regex(r"\d+(?:[.:]\d+)*")


def score(message: str) -> float:
    """Logits that the message holds something that lasts, at most MOST either way; 0 where too few words are known."""
    is_chinese = lexing.has_cjk(message)
    known = _table(is_chinese=is_chinese)
    found = features(message, is_chinese=is_chinese)
    words = [each for each in found if " " not in each and each[0].isalpha()]
    given = [known[each] for each in found if each in known and each != BIAS]
    if not is_chinese and sum(each in known for each in words) < LEAST_KNOWN * len(words):
        return 0.0
    logits: float = known[BIAS] + sum(given) / max(1, len(given)) ** 0.5
    return max(-MOST, min(MOST, logits))


def features(message: str, *, is_chinese: bool) -> frozenset[str]:
    """The features of a message, each once."""
    text = message if len(message) <= LONGEST else message[: LONGEST // 2] + message[-LONGEST // 2 :]
    return frozenset(_of_chinese(text) if is_chinese else _of_english(text.replace("’", "'")))


@cache
def _table(*, is_chinese: bool) -> dict[str, float]:
    return word_weights.read_table(_CHINESE if is_chinese else _ENGLISH)


def _of_english(text: str) -> Iterator[str]:
    found = _TOKEN.findall(_ADDRESS.sub(" <addr> ", text).replace("\n", LINE))
    words = ["^", *("<num>" if each[0].isdigit() else each.lower() for each in found), "$"]
    yield from words
    yield from map(" ".join, pairwise(words))


def _of_chinese(text: str) -> Iterator[str]:
    plain = _LATIN.sub("A", _NUMBER.sub("#", _ADDRESS.sub("@", text))).replace("\n", LINE)
    plain = f"^{''.join(plain.split())}$"
    for length in (1, 2, 3):
        yield from (plain[at : at + length] for at in range(len(plain) - length + 1))


# -- fitted -----------------------------------------------------------------------------------------
_ENGLISH = r"""
c-myWeU9TwlI8n1?<!P@1hNZI3Dwn8uixYhCU=qmB~lV^@I#j$q10ViFQ8ZU?01eiBWfOyDY_yQ5=FYZnH@WJ>~H`6KmPI0>U8+>+u#2EAAkRQ^<ATX|L5PUXM3pUHlF<bKmS?%IDBOkFZf#h{Oxc5Gk#R}&-%4g_4t~`c-jAqKN+@VjZwVefB)BSfBS#qMeEemuNcN3
{ybc#xw>|JdpK6pco?Qpzxz+UZ0v6L_}l;dCof#@-4ciA+^ucZjfZ-y)_Z%ncJs1Uua?)vXZ$>TsTNLQy>Igp@5MR(r#|V{y~iJZ>-%bK-`n}Ozx_Y|$(Q_E{qJ!b{!jc}oQglCuh({tU(9^|VVs`Ta<Aj>bmDQMaTUh4ZQ>ntX3O??OiNpx+gmsCWrnIdT;lxnK2`ZO
XS=kQ_=fR^ajJibPdFZ))7CffCe2)5*Q%M~<5rysANzY;yJ}mu`0!Wtte5IFZJc;~pZZqEMfe&Y8ZU0+yxXd2>p9+G{I(w6_-o#!uDZ1vx@GCcTU_A&rB^P~(8l|9D?feS+xS_$?LXssd_U-2;!DNL;#MEd^Yqq^RlW3W`>6D+x=nEry7k*~;2o>!8Xq%VukpjVy>4T(
R7*QHhxlZ^^TfNys2ktn3LY-^_VQNwYwKnn>iFomkf+0c|5wbZFY#Y@BtG-)&|Ry`y`Jj}SF#=Iu8&W-c7FHn+i+N>YMkalS12xBe9G+*xA2dxi%(fD?HJ#7o#vM(%Qm)i-D?~lac<`&Z_E77InMRCaMR+NOy8C`t+-8|9n&?g$-Vuy=rDWm*j6Uy{#QQ_@#W)v@}6*W
)@K`6FK%nChw-H|jPY}<?)7`i4T^6O^QNETUJq@ndor|Ze49A;SQFQ|i)j~AkV|&xs<mC#g=JW2vhr|PySSn2b2`L};yZC`wX&Y`w8lF8XH1wchi4n}?b`jyuk@VexKs7QsdY_ttA|$SqI(*D&wT5<v0dVe3{#xyI#u)5x7=N((4lW*3h1-qde!Tpnc{cP_zR}#fp7QQ
-~NZz*lmi3E@l>2jm7thV|?eIhk1*+b&Z=lPE(BHzG?!;m1_?5T3zbL+Qly}adq0Jx=g(uwn5i4K1P!~zH@b*ry;&cxx<}SDEmbGVq6)lagJ47E8Qw~rNcRnuS2|F-`2OSjoCZI<<g8OAI$hMcjKxl9M_;*d%dDwbpz&UyWJ1o9ENG0W7+BAe~rVqa><^p_JU{E_gdR=
OJa&1<I=>OKXQ6Q9OA;qC2FR;H*Z4@hHl*AhO;2ode(Hix7}RTho-w;V<N_PtK(XCZ(CKz-dmlwTU@n^wu4Jt@`iJ0X7;`~=cT$&&qE()P<2;r1#wzj6jl=pno0B4HJ)GnG*!9eVje!*CME+@aT+f%Gav1!cbK-7h4APu>lS~sT;`baF<V!5fwkqep1az1nA9A-4!9?W
&WrHe$1UJ$d25JO>A#8@70V^AS1iUaabds28aVRFV_dOVQG9D(tk?^F9JFV~ei4)DpbbN_DtDAsw<-=x%)&8dnZCh!ijzIhoRB73b=l@_+LpL(^(`hrJ93w+Hg50iT{X7(t>?OgUAVG2#Qa+3i>Fzujb95oKX=$J_bQfKSd~};alx4Ub8O&z<lHV>A9qI9CT-5KvZaW%
*7a;nOCR^L;v-@ny!f-&)gJM>wSM!LU|Wc*!<B5>M?ZPT8{1#&r|pj6>md8bUL32enA!MF4I5ybSQ-XzAorJ6b4;Q*e4E=m@R4y#Vqf{UxEby3w#4BL6A`zjjcXj1ty}Na_q;W+MLyYWf3V5_jD`C1Fl<9?AN4_tx{lqXe&>7nj>bmz<UVnIE6t4a#?6ac9D_LLnBHL?
PHY2wr?h)4I_}yKJ3-v~_<Gm2?W<e6GQ-1e#UI9_PAx7<AIl<^#4yAgbwhn)?_xLAPNAE`23T&QmSQ#XB45q;t5_HD#*aSc;3JG*JL_J=FeZLeY3JZeJ?81sHY^VrCVY!Hx7hsnYnDkYkv8wkGWi6Sm9?oA@<X?<?_y@hT?_vv4q-sTxQy$IrNU<GO&G(kL0Z`Orp!0p
uK$S5_{e6=@~OwSC2!6jTg;u<?bv2~qcp&W!*6QYQf1!CHTrpwFE+O|uFLb@#q_QZ>+3P4U!n`lx?6M~W4^@OX`L-`(ax{f*A`|j#(liCT!oKq_%aOxd;T`Fy@fHt>(V<mVK~D0cX6>AEyQc=HPwyNkK5Tl^2Wv=h6VFQ>2#ATj1Q}`ub<rEYu;&AF?TvnGd9;SXmP{C
405I8q7QtPQyAlAiItY89HX&~6>|=&6Z4npz>lT_+a@ju(`F2N*)usVT|CD3i|sL{L0ssq<=S!O1`H1NFTIbr?~QjyEVbN{X?tj}J(}8vNuGyH{;}E~v5uZ~&veopVAsq&8ZY%e*_O-VXcgC9zxKgmKF9*G@Q+&TF*oAG);Mw=$HSvuSk_D3@roy(jvdE^{t?TzVIs)r
|2$v~Sj+YKT;IZTJPb9@?S|FNl-PDJm-Z3+a=1I18{N0KG2!HejpEZ|Gp;fGmwICh&UXsi8S7d<xlh`g<8!%$F-y4cad^bs(r8?!o)=7Sar3k>#Ot`GIeVt~l-L}eTBB_zzqI|;&X+FUH}(q_^p#o3)EZ){%^j=w)`ovM>Kxffyc;l*?T+n4zllv}s5!<JjQ8Pg+&RS`
6+Rh1!8MCpg$34C>khU#U2NDf^>A0>is;(Q;dt-bn5^Ub)P)I+NqVm1TE2xftinBriTsMwFT3Wzj?7{h+Bnst4$DF7gyC8hM`DO`8dpu?m~;njcY4D9I+NUjL9=$Z-`w4Jr?@JydB~qX5VKW}xI=k89<7%4BkcZ^GyHPbg`VT|2@PcHVv)1$$?z@h%I3(QaiVdhv;^cH
oTui6shhnGdZEV2><&?kM;wP(`Z8;A(OI2~hq-{tl(12Zt$499Y=6~*T|0a#Eww>D93Gx6CXS+C9#{3yD5UJzwB-S^{8sE%v7S7A<fXt5*B>Yvh%XU$Y|FjrJ-&==Y-?i{;lbMy-#iwVT?dvY(Oaxe`8#9o)@y`jT`aWlj>c6%NIdM3PsAd9jX$kTl`Xkm)3}D0*vh=F
T&VgG>uvRR%@?hkW@dYfODQ+}AoCXQ+0M7_g4vHNrNz4FV2jB}4wzPNrHRP{TVDo0#~6(KRc!WGcHlV5$G_B9RyAAnrC#FA!UQ~4e1kpEV@7C;dQ7np;un3#|M(Dm1sVM~$t%G&OY2xUM2fX_i{%(MN0<6G$><Zb9m*G~aDO_y;J(p9B!q}yop`vDHTjc)mrNYxl6BtQ
h$Un$;zsdwIVg&Yg*lDsJhOlldh-zH*>me1CWS8@_O{=~SQVI*d;Fhot(GcBExIvcFkM;fNr|OLHrkO-j+wuBfyQ*e^Wb5rul3wHwwJ}zD6Wm;?(jU$eLLV$#*{pKua-yG<6N|5x`w@vwOf^qZLP!R#C_FD>b#tA`dJ(Gx)NG6j^^Wg=x9ftAY#Nli7jHC<j%EwP?Yh|
qVI-#=fH^FCk`92-Lu85tTUF3IT6=<@e^%kS{VkD{^Rf1t^dv3{XZBmxtsCA7Hh?wh{M1_IHmzQ+7CJT4xJ7O6vXHe=NX&7{h(7G!^6zchY#ZC?DQVpZ1;T4@RoR(S$kL9wpfsSu-4@(7o-lcpbjNes(bu^m)F--2PThJ7d|wDbl_qfu6$Jhgt(sj@JGe9s$&7|x2I;0
IERPlWysp|iQ1ZKx)b5D6KSC(jD|5~ds5&Un<p=bIdlncCf>fOwGFV+{BB`lPw9B4Z70OE)6wR(2oQ9tVvC8((EehVsufsY>+up6wqDr5g#af0Rtx?LFMuDj_wr(5c)~0#z}v*vjx)SXQ-eXROMHikwYim<l{?*KK-nGaP~*Nt6!s>pBW6kGSh!OFfK^`DTeY4E*WbF>
En7^g*0k;;;a&WoZ*P^iRm?#@U9=S|U<P!n(+wVQevAE0EM)<B2-mmKV8Euc_8otZ*!$Q31{vqr#e{KjPbL<;_Aao}mtD)nD;^8tHSY-XL{wr!>q&lK3#z=OvQ!__TCdDv1t*IzvsEBSt59)nACsIzVI1+z2v@>Jhc^hw$~;@T@D9AKFCcsP@{GbxV#W_k4|e*ffdC?G
<uAbEj6rVrOW}EC^vbo<9;1maD@{ZSYL}BlF;MNF6`)MEySo{viG4&7?r2Zh(eMi|)BDwGtEj!|In8fr+>d#Dw9^A;AtC_&lmmXmWYZE?U(j#Np05S(@=;rXEpB+~8riq%7lJa*B!>|valc|07!;Y|zjI(Wt~jH(La&x(BX3<``fq>xM}%!(a0N7<{~EiQt#J4S(<AmU
;HB8p!0%46NUrgykoZ*G0Pk4GvWInGcpi@haC&I&dn_0>oEUbr%POBEcEL-6PwZQVTNsJ@@H=2|eaIz(lM!1oPR3;g=io_`ZUt|r&=B8(U0$1=zL3I1d=!rCO!Z^xr`wBdjmbI)<BE&u^~=Z+4I}J#y&UXx02pZBu`?2ZX3gq+6&yBqiE}p^-#W)K1zX^i9Pld6Y{~Lt
wnnf)xF1A)Un`b(Sm$FI<Q^KES^0P`02}c1YRbMFt_|qS<=#COM=knVd1dvJ1y4s9Z&*;`y?A}oUbGlBwEx<S#5A#0;9xtt`C2J^z&0bKZ)P9nBDc$<y>!}^gu2>bXjj4oX12$kEVmZ8gkNfF-g>rV1-94jSG+%4^CkX31358_@UXVU(5p7aa9A$h-E+X@i*dyM%$WEe
mwLw&Zub9U5%5MCRw)3z#g_Bf*EnI6mMab$K&6us?Cf$1yM(L(AowZ3bv$~r9}Y4X4y}X@c5LSHP_8Xw!AvpNCVW7?UF;AgYtk)t@D69e;_;0D4Djz|B#IIL{SoHi_ibc0@i{`;H2@ub(@vV}L%tE<Iwmr_#4aH`!47g!Kxl=HYtJ5H1Hxyl3FG=V9(t~Fu_-@FhKG4O
06TWWW13gReJ`$-T)`M-L_5aK7-Ls`MHKi{KBE#)$iv}90w~OnRssWICnZQclkd68$czWjF{ka$7;xrdt;hI=;Xul5o@QBvDQrQ8j=s}a>9TV?Sgx2pwxM{?Mi`-Fypv8YrYI8zU&{7u(tUVL%~BO~KCBo~CvHew8&=BP-fB`Dc~p8zrZ%F5CQes&%_$9jw=H*h$z52f
S_w&|j}rF?d-n~4cN=qo+xB@agsBtKyd>fh%dURQA+SAWbKOWtJ?qEfM@$OXO?}3_BeZ?ViIWE;uN$+-2A+Xwy62e4hhd>G+H4A$(2@_eC)|vwCpNE8H!hk3T;T*7g$Lljea76nXNrT6l)<228tdg;Q$$W)^Od)eJW&j5eg};^+t-hzPRYa)6=+HUVLtlKSmvr<OmEtJ
*Tlpz$xk^HjtpZnh&KxJ9vAYx1`QTALXIFz;6u@azrd68CAe@>)A0r-)>rQtZ$sXTZG_|_m%VnDEJ7o0K-`v>Fa_nI|MAbiSAWUB{Sr5%k4gLm&+Fgf&yETdj)zaXET;Lbb^P&C*g+8Tk?)9rgDGD*cG+{!T;Mdwc!6Pl!$IZsKMzWoT@+pzB_hILi}*=46C{?*<lwMh
yTi}J^ro0&X`P;AT$0E?J)MOO^xc)@(Wit>O`P-)R9PRK42TmwL;#7cNlV^-%GeQygtfwSW6!$G;gSAz^rCD%BN^)P<;^59{*z3&@&DL%zhUOr?$Uz_hBr22&(mbHGSZq0RKS`~fDJ-5&OIB*QO5g?OpcPT&Rml>Sd_VqC<r%1=38(>*y8Ha*M>hX{j@dlxSg@n1&sc-
2v1b*F_wDQ>zA0=%UsI`zJ%x8kkW2Cf6F-XRmjg_nY-|3!6+hF>Z)dozyoJ6EY4E3TkKh}SH^7!b9^Dp409a*0QQ)TDx$JMlME|dS65k#IHl_}@wL+gGshDF!Q95^hH)LqR3<DLlbdLR+aZezRvsae9E)_7bvPNbG*~H<Wz_PNsAY9uhrYUR<4p+rnH>~^tSk%0Ryj!J
<zrDNpvlb=0DmBx6tPx#)e5#`OLt2ptX&B-_NUlgJ6s+GWSOMYb&q4jLp*9njlp~D@8B^@xNsPePMKXY*!HMprag}|EQvQ6=h!QH7Ee#SNnjT@fdkPg$%4NA^HtfLaib2IebzVvQh_^%Tf1f?7&g4kta*fl;fpoZAXpMSd>{#eG0)Jtr2DxJhMM$vAVLf~KDILZ(>R4g
9Dg{?I_*62t1aRQzA?e%wnV_+d{aQ_^urhyi7*n^bkbzZ$PpVYk3ZA8m7Pc){bJ(DMOe~YanVTtKNIf#?!%ADA;W`kFd^VvNsox|ac*M;L+A--^Kp;enuqulnRTuX;c47nj5=@X7&SJNhtpL<^+%m={Kv-rEHu9uh!Y94FdrLyA%&{*YKxTVR3Xk>Ozg@mH<L|E2(<7@
QuXn_%#5WbP7m8$uiLDp1YibU25csSAGVPU=Ta$KbN~}!!%JcY0Ee=)@f`_<l}L`kwN`2;&YeeA@4{c7U(Vn<_^lNHV^~0C6_JA8u$?$XZkHgY+S67yR@D?vO>z}3_r$yJM9+Om0#8d)aLAR~NASks;cN^%Ty96+UW(}~B)uwTUU%`Y=Msa@QwHG+DH(rST%0zM^p#8G
(aRo5H`_g03&?G^;zvnn#e|g4aPol}U7Qr+ay(j5EuPw4l7hjbVE35GuXH6i`-zZU0eoyxTiB$&FlYobmb;e6cpa{U@X4N#QM8R8xE7{!;bZJ5WrCDgkr>6+CcyS1>n1oqzK_<f!GS_z;H!%$GsU)qeSj##$7X_--%a*XwQa%T(Y#^~m@^Wl@vVjHwj@As3<pI?f~4Jj
v1jnb?!cFVcl<S8essD4mxZtv2c>Pg4eAMy<MAM)FIokx3MKkJLPn6&Fhv{`%$-c8I~j03MIaBj`Y4b?^*!$Bcff`3dc*&v$Mku;-0bb#3%lyi!r(~OgP)1%6wZ)VjWW_CJ_dXrQ4M}3%8dW>I_n5%@tE2{2c?E$klFa3hd-3G7E*$HbbB|XA-71ksXmClSL4lWLTVLw
)E}v^7(Uuo36y1>r$;zQu}R=1)q4E!^?Xw_ZODbfMtQ7&y&`GJDI!0mf#Od&Os$flO2UKedQcZiWlp#q`z0$QWCT-KKd)Oa)Z_BDJ;<lZ-Oh|E*6Q3(moQ{<la#zTZ?^<Ag!po9;TmXQaK?bKoDrvz>>Tkug%*eXS|<?VQ4=JNBS?|HSUkjAtlqeVZ^SnWH!310+^RVy
%_U|&p#!i=Qx6YA9-UTb6E5`x9{|Tn{Kk&!6NlJrz(7h?w@t=|k?3`TY$F^5;F&BWwkxblcvn5NA5dvrFn&5V+$#N)8>K04)0jiDmx8IyI-IsdMoyI=bHDc5*Eb&4f!P8^qD$;Q12L%yo;}`qVt8+@eiqB{8c{MIBpfp0U(U*&9G?Wh;&mh1QQS#`D0uX&M6jqE&?wv%
VPoO<g=K8ajaaI?+&|y}Csv3W!UJWAa^+aY>`9o4xSSr&@jIL@n2K@&j~tmuOpN<>18b?_x+Z6&I}jXphkg?8Voy$X2cj|##98tV+2Rs--#L*T7%54%Zf>vBFAv}KBWK_lJ>tcaMqENzSA^kq8$0=mU*suXuN;^l9j+mXif{-C&g26obTd|hFooLSmDnXL>@TG=*=PXh
TjT$U^f89tdv1G~D~;sx<(<xB%x8IuKS&nTJx3;w{$!H97t-?;oaYe_VbPr;1l<7!S(QFm#X+f^E{qsY2fp`UBT|4M9QI){yC5-{Fhw<41|959hFe+hZY6I;z7}tkFHg=xq{t@8k-1y}kIDp(aUYR+oH4#;A;bL36PPgq!Eb`9!wt<uB*SI931V86lHlHl!&)i5qIfac
Rq$vu66!i#53%y!lAs`mmMmx-xSDZ{g*wZjWmjOYG*z+HWSB<rn?za+Q!9RTH5nf;G4BJF`n0df`Q1J6FjF8^_`IS}<U&nz50@a35D{m1Fvm6=;R~dTQ}J@man;_!4`*fE#2cH2ZgEOxx@z|Z*3x}_fKTZ~_7)y5v51sPg<f+2$kK>ZO?zFE&MH@#)D4`o@NFS-ltF%J
VaD>9r)gl4fQ32HBgYrlSVmJZ0d6t$G>jYUwFrcPG?s|(I8T|?_zw1s+ckY>JWKn{Cm$76r0<;mOFm;GUOE|X5=aMSV8jYJltEl@9O;OadFcDZK5dcp$O?jaPgbcu<1m8a3*#cWjq_RmlGiO~)wtRx%nDor(8HsMp)(mJOXs|kESOyBb}j^SMd;~YZ+5irahKXMj7^mR
J5J`a*f>0#{JX*Eq~JTvY7gJrai^>lhy0q3wrK8Vj9qIDjFM@T4zC@C<DRnr0PP}_7Q57WvG8D(coXYJ-+@F}hlkxLvyah=1O9RxZ>@pD<iUJ3n3q_kqJ!ztUE(~AH5RV?0kA!uc8R8L=Wx|G7&8-SpU7>e<P1P^i}{ErKJ|qtAlDoh9Gl}LoAPm;HqT`6AIzzJ-e2iy
o1~|aBMkf8olwEI%zxPLKDRlr#Y~V;js_{ZuX;Sm4+mo9xU_9}<l@?c*d6UOAI+FMioAfo-QsTxB9p)Uf>nD|@^XP*$Ai-U-|@THd%uIG%)192XPe&gy}*W|5y?}I2h%psTc^U3dws97Xn{jmO?X4~U57PUoN|cSFWx<f`0wJ;A6rL8cy#u!wkKZFsxk6?m*ec?Z6dp8
@>CpzDk|m|9kAUv8hNjic3GD&z6OktLsnnJa{?q!h7zo!X2|^EsW{g{28!b>#)SOk_^U@J=lJm`K5|LtFec$u&-j+-*cFr@G<B)QMZPI?SjY*ouFums{)a7{MQS`x%OajJesqnkHn4Dx7l+MQ_5l!NObqZxW%SQ4-I+^0_<>Kv(SDHLPDeXF{DTH{*x4E3C&a*@Wh<(l
d~Q*@3`i~V%ZH&eiGu)+ohpL&wK(OfqfnHiYm0OLE~necMm9KDYfvXmM@*+X%M1?0-sx<|kEa_hxc1%RdFSUha5dN@8o-*Rf*hVMcTAp`W50KNGe<+Q3gTXfjBkgVd7u&3iX<iXul<$W0^m_nSm~3KnIu~U{AlM+$?YsE)7tUja0BLTdHUW8O)Y%Q+_CY@1#&aEcLU5a
09gD1cqe$^!dXjV^C$*rdRO`Gikok}_#NV=z)_j&YdzMLP?lS``eC;rtPC9PwdgApZ^Yv)Cw&GfDFam)j9HG6oTwx@$CH;!h~y`*`IEX*S_g8Qtxf_geA=|~y+wX|eruBX22Hg)Xdh0;9M0mNFlA>GRGT<$Ob$x#79L55$_?jPE99>u6A$O3GkK;H4<H^R98EknUGF#{
?!@o7Q@@9k*W-l`VE)dXQig)(?c}Xo@2~c{4^+6=^ZqV^9bR)9v)*6YP^_HoxVH*gN|Kf8z7EE52i3dpTM@oz(#YXNycxA!oRxj2hJ#;By*%`ofFdY`<G%>i)q0Le1WsfGV%UoXl5?EKJPu<5ym;znlP@N6mC=uI#N*R&y7!8=c+zZmS5z}Gopj{Z?Vfhr{>vM_t^IA)
=|M}kHP#WAPCRusH>GyVUKL}J3ggI|+gp}ru8@a;0389!CMHHC$c{;lDP8Tbkt$W|n{s{jsx`920xDg8*k*EANcrRnt5|PPnBvUg37NY@o?!Y@9=0GaA<jy<3v}M`=DCjL^|+@iE)Sed7Kd9`l_8eQx#gHF&Ke8S)E;l|J8oe--_HE!z3{YSew4BZ<Ih!W_VTz*k)2zr
8RSd*^5;=EC&rV%vu!G`8nxxG1*;ZCTA!c{G@x<a<6J||6gA@$7ELPp-VU|vf>ba<$X}9mHn!<KQ^ZgpX=Pc%hbBJ~F|Z&4Q0Oa<SyZqCR%wlw$rYRr9278B7aP^a(AP|8%c*C?iV5#zVDH57=EZOu!|9GNe3sk2B+AYDuEl&*u~MSk%7h!-uFGJ|Ts2gkM7zxi%i<ry
-kBJWOH)4zIDKPM*z-;7LymXZSdDX+SA5Xy?UZXDa;Z)6&nFhQ3aEC^{-JnBqnI=H#N|TC1Ft^@x`}qs=kAg4xMLrWiC^|a{F09Q+|}hYp5-(Q>IgrN&y3rB_Y?En7emrY(F+)rC$EIM0CeS}b})Th@5^4fC;&afFN$-ao50@9qc#U1_E;=o!8DfVN&ui(9a5rP{u<|A
M7ep>C(OVM#F=a@>(jBW()#vTs_hoRS@`(^>BGl=gBmQ;K!J5Zk75i@BBAwU-gQkO+!ePjpHd)AI6zQ^+ke#K$u7Ub8I2<N4`T$NFR#9{|1N%N+-?=Tsa`pY-G<k1fBSb>c=DgW7?A#wSK!|?TmO3aVk)wE=EtPkh!Y@8_2_z+qe)1|te%bI)VttD&t%Iv>?|pf2);F?
W=niO+|rY>h+$5|`s3$pY%9-}?RH~5WW4ab4F3DS3g4iVmns8Y#;VIrcC(j`pX~8QCuFb`rkaEFxlFa7`Q@jNay0%?p26DrVRp>V0;oYU6k4p&<7M*0rwqhTZqiSc`qp0hbp(9y6kPsA#IYOu+7lQUe_4dy+x@NO#MT!VyCt82LiZa0VU5qE_yTiL8)(fy1AjKmho}k>
Z7BUArbBJ|wsShQ^5XRvJIo%79CIMpUPX`!Paggd<=ks;kgl=k^3|(%Ao54uud24|6v4{5YsG_z{U<_}%<-RFe(17`t_(~}I`>SOF#A(eWwQPp9^0t5+3-0OCPJOi5o*P@yogmI1XBXO67TN<Jl)&ie*`Gb`dxa`y$T>a{HBtP2zsdFn4mS+4oe846qjtS=ANkNcyt>3
o?oVQRoNGbf$KFx5itK%0C_XHv@5x~&2(9G4-}Yui9_Glg0dWve5$}PMe=LaY_e!DG4}kx6~bgzgz>}vQ$XT<-{WGjAxmy-hgT-zwN~L+cU@JT*esbE_z~fQe4_A_uZcA}0}wV{ERIsQ4p}IspeNwXUxk1{W)ItC$h|I}&s|mfJhJbDT&WJnr7p(q?dUJ73(R8PMXV!&
hGi3yd#Q1ubKw4`CPa5J$S!wZ<+pMCC=>0*OTSTD4q>Bde?h2R{IKtU!~&XqF^GGgOiH2g%Ax?rOCO^%46HbTN)L|S{Z(57l5eRAf%RbYMAJkIK=h}|Ie8VWe^q%L_p>ky6)40bctb=755e(}G#m%SRn$Sz0GBYLfo@e0AYfgwfS8-$k)!w>D$%Qe38dN(UQshu31oA5
^<@ske>t3*MpXfh8EO+k@ZSa&vbZ6ygBKWaL&Qo0c&>8rnWari{t(v{2BYzRg%J`=F|N<R8GsRLIiv7oh3Uq~xP7erOKUhE(_D=SL?l>0B?pvXAYVCB%+}4Xl-VFAuqhuO!_Eq=MKKY)Dtun<{`JcH7{e63#5w|k>)}<B?JzrZNoJ@b1hE$>t=^azTcbhTQgazaoGJ$8
0WnA(@X+q%4lc-MGKc`dPW_m{Ta#E){SoU_bwRz3?doDhJNLCp7keHSyY)@xm_BT>%NjpHV{=Ocy(F%lrTnpY=B+V&9uH%~Virpz?$ZzB=U>p$kW;}iNsAN&lYoLfs?y-aM*-wKMi_sJ$3GRUEpMG!Bm!|&OgVY>;pyXY2o(Ns^Ics2@pQtGU;RZ~Y-#5nv#i9jyna<{
#0d$h)2CS01{c)3i(vMG{I)9B)Fx=X5|cW@lBs}IXnS(~<ko`&c(5ks-goKG4+SZAsGqV1cG)LI6qDU))t-KgmUPW8?e2SjFdfqse`Enks(x@y(;+vnWiUx)G$0$JRFWa*J|*Gxhu!UP_EfG=;e*`nBD2`ynzz9ZI&tgPsc>*bP>kT|qfYLqI+Lg1_}JQIzYLJeNj9HF
cXgXF|02c4`W4>4?5viU7vS^areqbP$g--zdA3f-a%2G+I(@e1LXr(nTP5Y~n<`$q+1|FvwDz;R1l{G4Pg;~5O&Y-E28_qk7AaS@Sb)0pad2k%01mZyFIqi@+iTNs@wD*6&n}4-1A&3O=XA^K@XG)B_i(`f8t!*Ew?{jM$3uZYk9#`%C};6#jPK~g@{vIJm^p%DmY1B8
_Y>}Q{2v-s3#uCVWS8|Mf8$h$J*R?-pOPs4U0N>5Z^6Qs;WI}<%qXoX7{SlfMEZHK`{XKLt3ttNDPal3UPvrk_ooD!@-;7@@dLFiwbwmvugt~AN9-e2^cq~R$2D<mJHjcEBK-y+e9HKHxxwMW_99`WGc3^_D8G_giGg(t<Oll=Raadr`-Tszs-D$FK#)`tb~olOI+HHC
6_Zqj99Qey&9N7pRg{Bp1fD7XS9z<RjXtW%SP;5}0^$e?qc{m$eYtlRXv&v6Chsy{0L@)Fd@<cs2jKRYI9STP_Hjv`FGt?#-8gwmRi}JY`9t9+<HW}HODS5qo^d9K4H*CCuLOOoAQFcYF&TW#)$9}T1FEpSGtwoOb&()};B5iWNTk8;6~6t|WRw9Ydts{~HBYe)p!4a&
$z=4#gHUvidR$+78NFa`R<n?9t4A^Y#VTR#hFhx58KN<_q7aV5J#}>s;nyN8TMnrzuDw!>Tg24_pQ-Fx%gTpK7h7)&5N)xJ_(I*mh<m4qz7;Ax^*&54)^zm_DpL5RI*RUlEm|chPhw~rnroLODoSx0mIklr)}0Ql;$iA}I#oll;R$!{R(q7kO8kVr-l1k{xnW*H7%nA`
8aq(v>*tcJU@UVblD&LP$Q}@a<u(rWBp1@vKB9blwRXcPoxSkUl2NZ9Hm}Msg)0YNL4*tyYC--bZh)0xWEGH@0Krb3t4rJGqQX)zVR$UtYML*B54XOF+4%`KJ>-<8iaFj1lCCKNMo$ZlN>L7`vOt=TxqTORCSnEMRyHe^prDMoJyUF*h3z6H5D6~jXez^yQ@dm#=Qd^H
79pi)rh_O6)??D}s)4u=#@coTrNfRA^Me_1G(0U3(AGkA?^)dw7W%s#EKSgGoB@Cq2)#!z)L4-ciLg>j!AcE}hljO3F*pm<ka$$O5D;}LfGI$%DDeyQG#=uz?lrLgQVk1LIGrmO%4*yQSIw%M`d24BHT5r2_2O&R4b@8mr0Fe*H)Gw4o#AWR*(y%+%ddYc1+~h0Bn|kL
G~nd<!n(3zp0zuY=vxH#mVD3RF3OksfHP||*hRS%T4|gSH!90=eNQzke0M#0@I$VMco>sW%ibDRh9xPt6FS-Ipqk(*%X~>u3@R@o82Q9P`2J}uJ_6<i)H1%2>Z+dNUp%L*nq^cts**c0hKid8D^NNgKf)(F%P-T#en-22xEjw(KqiJ4|4HPAjbF|~g_M(35oS0W5uXDD
kM^>X*H8+z<Jo$C$<6A_X6TZ&AYw7A#c~Nr%wq_ErQ=ln**y^U6mdAN=3isp{57t`v6Ks+OdvZQ%yK&wt+lv1tq!<9sRowFVo^@G6{PT^>{yJ89VJ|LNKp7qKKUgdNL%U8L!mCB5NPe2p8`p7d1^^3tanon8kIQ_+DlpCoBg1hWKUdQTbGK*+ByH6s`XiVhG1^eEfBQy
F+5zjgmL*lxk?q#pnRhvu2Gz!0X*zrMS>UaXO};14$9}7+nbUOqCnsh6&6AS`t>ZMXVlv@Uw&K75MV&Tcr~{7Vmy#i@!Hi>s&d9>s)Yxd=8N|k&LF>5g}_<mOZZIUxf%Zp$LY+fG)V-fO4U)^=ZlKmQkN?{qmGC0KZnItQ6dxoL^$0q=gHM9rfgLE#mhj^UQvrQDe&8L
+eIUkNoc0<5$ZhTWrLf%S2Z82wlON@+U}34$M%<CsBn_jaP27mzjkd;*_2ZHkZ-R2%Y{;MKI3?4lXzR;xK(z$NA0Q3GAhAu5z6z9d9>UFez7ys+;+&c2mppFIdp>QWSj0>b>dr3hI_m{;9WP6>mLSb&twii3~^Wv-sm-q;p*T9nH#9%s$%BR%245l_r()RC5zigjQ+{%
VMWFaMYl}HmxQEZLCKF$eX}$lSLwG(9CjBN>DIdMgua>cD>sN&zai{F=CB6{wrk^z`Y4G=!Da%w#K0J8G&$l?sqvYDCsFwXc7bo*l_uvShcsvMdtyV2B@3=qX`e_y3%!h~*^8dOy68!Ir{VA<O)zHHJ6;D^6~q+Ob5dj~gEvHU(&-x~46e~Ef4=hFFZo4mh!B{-?0jpc
H$@|ImXag-5E95iIF}vgMM{_^l)lT?r8J71G`Jq&=;(ZNJu6`a?Z?H;sV$b=(402H66|l`UO@nLV)g+WswfO<wU=>DfXCdut6KWkp21$^iIuUr60^na=5UJ8{g_LNx=j4|nE2SGJBw8+Cq{Yf2v(3vC5WA0ty!X_gv#ma%5_1?S{J|tPpj6WacAlAklV1X@X~jWhdd?(
kW(V`U_9jmsyex_+Mbn4^0M-lqs2vF4VIeVwZ7eS5X!<P*}_X+MWn39%r+nD;w%+@=Sp_Nj#H}c$tD#6l5=K=hb*p2o_69+nXpyutnsH0n9$Gne6z)LtvMEc_gEJJvdmg5HzcZEV<+hR`rv5tMLM}UAG_Z=xgaMj<799td6#5kHx*owj^(_SmL+qHi-XAY2>K~cjob{|
T{t1PuC-!W80L4>S-lzI$5q9dd)8)XzO<yDnm`;Zhgl_`REb!u+O;4^T6rpq5^obo)Jm_SYBDI<j#463gA}D|blgN~kB1K<!Rjx{41Q7QcT_62nZ&jH1+<eYPe*e|D9C1GI$AC5D7wi>+`CgESl{(V_D)h~%1@e>oqzd+@9a`4P4Q;@VL#Dbkg)gkQ1;T2(L1sGXQ}nU
X)y~i21;9U7X+pP)|?m5$2}hxPh87gH}7~ybvK{K^RC%eRHeu(YJ*52sm|UAe#U4$h=`iCHx}6_Je!S83I76V6ud0~vPd(^U1%*)2?w(JC~=|S`if%_p2T3I0sl4r$CS#{AzG|4B2|77J2C#S-}OKDB9JWkugvL~&3}x?S@{<$^v3;G#t@9JTc&ZBt+FQ~2W7Tym33=W
u&t~j_u{fW>=`w6CvnmFEn<x@SFzgDX)(qVK@&yW06LdV3m64Sa*G?T2RqI+WoB^<u7c$=<wwy@y`_SrB~qN~+r<T-5>~g%1*k<H1!gXMhvjZoAJ=);geAb=3%7-$g!3>HI^SQ7QYg|qi8-$<UY2<yYo%fr7j}}$i#t#DPI`CaHC{d<sA506fFg@!RpV$cCkC_1s7=}?
O(!H~EmIx*WVIlQ9h<Nx1NaGL5q+)Vkg#$TeQ?-RIGhzEDvv=+YrL(b=oS)lO^Tx|g|=54L$M&ah<#-`uxg18G7-m1$Qc<@IjV?86H=N^N-s*>FMk#zc@hfyY<S6({i=#qkf4(mj;g_wW-2_pwl$t|sw9MPk{9uH*P!S5vodcn>siQQHO*2oViFJjVWCa%{sPA=V!hc#
P{ofqZ^sY5n|uiAq^x>aEW5e9Mz(Zd82F5GEUW_dsVXtOjIU*oEU?Fr*p3R|%fLCbRU(410lbQupzBjUs#K`oPFm7Ok{CHL=hX6OKHM#?Zam_U&h76OJD6La4DJZ#5eq+0D$)iBQU;R}7OAwrkCWu#QunnI2b85WPN<ClKuT0yRL~V(2Y?TiD1<J+MB(2&RLm`W(a6tN
QRdbZbxC(dzGW6}D;bM2GkKt8;=e@C1Omx3S{``6u?{-ilaf&b$~ogHEaYqWlcxkgpfm~GaPbOGi9}%5lr(M3jZ4m(y#&Y(NkA(_-Y!qHU$H|w#-<Ft+?>Ta+MmFEn49btpu&$*)~fRAYR~@p6_d3L1;DQ9FNWvvCi>ZvXpYC22(j4uOi|^<^H_<ixwj<#QSL*fMfSW?
oAw0JQ5tA*-9-$@$tB)5<{(bx)tZ%sw@E_~3Yl9fERw2m6jS*qw#@NRbdrzaGYHQhraFCE23bI%5@K6sa}a(WJ}|jDtDWoXmAqqklepeu{&aJ(w^l<fil|mrDb=~JR!I>4*C``eZ!7W<NHu)4?vU&;wwA4xkWP9gDn(F@L8B@HnMD{<rOF>34i2ts1k@>mGT=)$h9j@0
2@=z;r7PB}Vj#ZSQkXa@&=t4;;)KT>)B2JHd6erqpr2ndj0EjsqBbb)WOIS4xI<0bOLr`f<VJ=m9v%oeGMhiT6*Qf=X{6(_Y{0-zGsO-<EkG?SJdAwbp=72?g-_~bCv2~3b${J)SNM|`<p8sB0H;WJlthZlfW>?#$q~W&Q?<1kE&o!HD@u+8j+7&*b_U<A-w+D2*f^WU
ZH8$NTOdqvb8GJeonrZcphSQ#y#c~|DgSrw#}aqQA-jWc4b`H;iqAL~GNC`jdr?SE3X0t<g7UV%R&Vw7tyW~-!jFH6?h+>`emoHs(Mdm1lHf}3m_fI+l01RY&J;1KB$a@nejy;zhR;0s#FQ@({W~7`T}riEIa+xKiG`9<*b@%FR_jKoERz`enp*e+0rZgvxFF#hEtakw
t37wGa9Nd&0Dp^2no@5M*KBYQivwRXfkWh`m6Z_nIsFi9l?243Y^g|DERngJVk3d#?dqZ|B6fKS>nofyi@3#f?OOA-cLL_z-Vx>!CuAtN;oK^dJ)8Zpa5fnv=dWYk*xo7JD`rhr%r%uGb}QUfS+D%r6SMVbGj)+RD-KwG8D=4%ALWwWW9NVu&Uf|@xXYORT2qr`Q6(k6
7;EMQ)R1_HFT1*+GDXe=F&M`YYYs~Z;Aq)S0|yb0wDk}MO<4;J+Leq1akeelJa^Yl7R(gy^@IG;r5uSfSB|VLa^ETCAZh+Sjgy4vOrogPVSWnqFO`PGztiOP6$4l!@&&L@WEaTvW|Z4OHNIE&bb#ntAq<4WyhnsPq7Y|b-k~hChi@<?vVO405@&A`6%C$}u+WvBE<cdw
sQ&xEVkyN#NB^L|D-bmSp|dL3xixy8Cg?}O#<4wTaa>{W!%@Z1G{VB<FxPTyBc|$KOHtz%D;4lL=D4LXW1PVbL7NpHczkP(2QLW-$6*zDG_IOqU@nG1;7>~2HZH};I6?z5Mm)>SQVO}V{ZJ1sY4mxoL6fb)q9E_6ILxf=Snl@{jA1m?x1{OV@)~8-lfKbt5&#RQgO!4p
718wqdsF!Ez~5t!b}~*ozN3O^sV&u$kzH?<VlSGPDjySRQ@R5tZ(=h@!YiC3m?POfV-;^$rU=_WT5eq!1ZBlX)p&)^qL@hy00{iDc=VnWUqyDSD4S&IBujSJRwA-lT-tsq_G6J2S0%Y5Tn86$*{UFg(j`Z|kTGMRaxL*QDP(pPR%O=q@6$Q{kF}VR@xMp+3Oi9-0t1OF
3sYLYN+Fg_hqNlSoAocHqia=oq$B~os%nUfu~KC>q&9#83C9K<s#@&NvE9~L1j72BEW$<s(hnCEVIxkMh($5c5jZvFATQh>Mf;`ZK8}`x1UZ8UI6B}V?0=Ask2|CpAUiVYhPtW~;}DZ?QxG#E>IO4#RA-hyW1}V+jpOB<v@C%^=FCSA`<AaAKRJI{LoazLZIYLEjPs2-
7dyJTB2BB*;Fso&fP~Gx9f(hQr=q=u*KGcGHdHH35|G>|3+e&km%+~2qADBqYCWS?KMdYR*s(Pw=&(!@Qj@|$_fi;nW)3HkH}{tMPm(|rqB-qwr7ntdy!GA?tMqQl1h7RNwSmtn;c_{l(uK;Xk}7Sp21cPmY__rKZ;x0ojR413$y)>rOZA@dgPh3sZb5}%VX)P`(x*#;
kR?}|a3Zk;|A{KPw=TD6bIcY=CQZtN&dP2488h|IX+qzz`b+gC=Eli|JDI)AqZdN%&u14=1Lb|Qz<a^@6b0Hgmb&Fqwe0+$Q<1{pzNsd8mb3uryQjD0dKFKXR34P5*d{ta6BkqJQ3*WVes=I#8~Cp_QMkq3tF(h}s+hZ6Z*G}jci)Xu9xtix#Bc!xgJds-;c+d^!m47L
OGlDM_w9_QFR-!r@ft3*JocuG8`FW3y(!B#d4C2to9m~}xS5sWN0rALHFRizf<dbNplPlKwEkgiyKK}GS2D%B+{O+08zgV8@r$^!57KY7%Vo`z-w?Cm#P8jpwdL&-nh{chNiZ+y4!-v`YX>!v-TLqD6PMbOzau^Q`xYN-y+GUv5(=VCh*++j@r=UDlE74Kn%A{(!nK1+
7+%k)7p>u;08Nn<(-sxeOGLCm1aUe-u%p7*Qa&su+yLM(q>}H3s|h9*w#dmXl3q${Jqe|Onyy#N^G48slPx=@ei50a(SDj(((Kwvd)!Thqy{dwfTY+m*=Uuhe#nV@gf%Q$B?f*jDw=E;cR0!>S4SVUNycml?|KTSqne$^iUZE|rY+mWa-#4U!BP3+MeSnZfSW0$jzz+|
w=o`OF`$!_!)`d+NmwK~k2Oo7uDDbv@2+X+1kD(skwOUqv@sE({6qx2L9;otfx>Mv+Zmh#cC#``YCMx2XTBxRW}^VIGzff_l0}!~u{kc4TX{_-m$1fV?7dr>`8;<+c&l<>M;Fb>Q6<b1L29oGwALl2rY&S&ZI5;JKA2G=I*Af5WMR}*QW|zt()IGwp4^dVcHVp5)r2E<
%&rM1+Js;+N<JiWvm)I13>7~GVBW!O3DVtIWVpWi!{1QO{Y&*d-{$+L>a#snf*Z1EM{T@;;=YPpQK`bKH#awFr{}i7EEN{~HhN#(sEZ1h*oj4@QovVge4VpBf^#dlCH%J7UAx<jA9YjwUoIP7-dT*9^F-kjqYGR=9nDO>D0h7klG55|ln?_{R{6toE0!rG`Ioyu%L@VL
1^(2fw~|^`J(@PLwrvqj!?~8hylm&#X4?ih#oCP=c?_R7CO><xd|=|2s*(TG#&#@E7V#|nSoyQPyjA5?n>dotzV@m%>QVLqc6ygr+w#oPvB%h4m*th+uHtypJ_{R^>tzgtECv1uEKvKq5^E2WdfV8LZsCO7wwKflF4~JpTGYyEAVUT!()JHL-KG&#!tN~Jww32gK26DV
Hfs|;UDDbKagVjt;mCxmE^kVrua)|3N>V58J;+$NxLWIP&^X8LYQZiMH*eNopU2hSu1bH}5`uH9dZilhf}20yK^J-pjO(fcsEF^dv<6fd$DT+lqlzNv&XNGx<>wRPIH=1`f+=#1H_3A;i^_9Io)MB>Kv>%F`q-R@myDRI{_7M0pa?&1$}goKq|^@Uo&A3dM^ZKb3lJON
)YsKCsPG=oS`Bq#kvZG&Oo*jp?-!24u~)UdxC+8s>M#Kh{<ktFxY%v7LF3?_k{s=1OErwa046?UOT?6DmzI^11~=IccfpjwXs{IFYS&Gy$~l~$EWeS+t6`K!Z>1|tjs!@<NDRXI@sdejZlY#VCy%>rkq|MAvYZA{DwX0`n<}}VEYt9~&$U&lE)+bM8to(nD^gv;$YC}{
7F9AoNh?fOL}O!Z+nP*a8%MnU=~WlDf{%KWhblgn#|HJ(Rk}VEIG#!)h%LFOd>#TrseWHoB_g&#R<YaC76sKY%fAJ&gWkJ>y(2gi{c?uMIXiTt({bF@mA~IqJ@b@$t7^2>t&A;y6wtekY*sJ?oG8LsKePSE?3AcDr6+Ok-fPrW-Y14|zMpL1=r+l6?6em8rzDgja$^i6
a7yyix~Ez0@yq?5u(%8iYvI7NAb$JDKUKsb2_<z%Q};qFZqY-cT0(rcpVEl8dJ#ToeQ>l{Co#3oaHckZ2@4Rvy{Tzc*u}r4S3|T3q2#ngVp+J%cgd>W)HE;B=105v?^IC4W*{slCS_M;8BHB-x^}R7BfnlF*?k5RJgYGY1dDUqWK5ve;`Z(-ldwgzWjc4ttRq!)CRgxh
Clc3r&SKxKxe4E)DlHx#Diz*dn6w9sFHBthu4Fv{Z_f|N(5sH3omV4y&NO7Ap;W2q84kC~DtJ|AqM%dsq#qVzKmv&Rl6Tl~B8#eXFD^n94Gv)qT?(w;TNly~-RwNQ9(>yfSSUwy5e86FN3NfQezz1E(vrBhtLLqxp%!(LfT-Y$W>TRBC(y)xc9x&1P7GugxG(B%+xCMb
jP|G{gO)gS>*vl^L^BWXAJ-z<S%(MTsa$xZqC*lG*Y-Sb09|3V8+n0O*2a}`=c~v-YEtTUr;r6?(QfDJb{7iO&3$EY#iDI=du)~S!|sK4cWX${Yl<>{h0zV$3PVxS2eP@KNPMiDb9W;o$ZpJHYs+I$hf8t@nt+!2?^FEK?fX5Zmz=P->DpCq+nHTsRdQdlc6-ep1nWhH
7SXM~m3)a({F>q-Q#rX0N1#*e^uWMk6l;~wx`vh-O6ZN@i|7=GxNSrINU_X}uVP-9ez-({)fB*r!MI_9Ya*&v4?O)vM77)`wi7G(LrlGj&rpXHAU>?EVlBG6&MbBH<VyaawveJ$S&iY0Pt|lLy&Wd^{GR2U(wm-&XFX;A>`^M5lLJA^M@m3lb*^&n;&{WDKh#H-E3ahl
gUj=H^fIjK$0;=QkD7Q(R%?c`Ig?19YxDK99<u1w0CV95S`;!1PUd#+>*vG;6|HeCc@V@!$;PBmZdHb4JD-`POBP>brG?V);d3bI?mV+9St-7_lWke<vtq57d>0nn(h=R;>Z1KvkIG+IbA3`|Xaeg3LQ3eSs7<;#E2wNL)vP%nN3zagW))3tXO+N7^JY_R<bvO_$RsVV
@xp^UPbFC}McEbeNy4#>okfXxXERQj)JRm!)uc;iFKA90=2sev(=LcOuVSCBilf6Qzbg);Dl=?wxNIcUPZijy)*2`4NUbP{19joQAzzYQe@@_6^(#N)Ma2Uq6G!_ucld3nQ?y#icUO-lZ@-o-wwo>iZ@m<ZS=o=7U8inF)4tlFO9DLVdo6GZqB<D-uz5;b%Vf^<_Yiko
`UdB{gU9)$mV}r%Fa~vn$Q1Z@*|Ejh3PD@2(kDfo5tT`44_He$S3}amI7l8BDOe}btXMJ_W_QudFkk)KtJ-yfD7tt559b~*V8nMl;E)~x$E09Ej$>8%AG!0y(z?{rlaY}XOCgq>JnDf`=wlJ!l+p!nG{2<^HXs~GT<qipL!iAPmfNFu>|6vt5h@8S${t_@h=3K?x?=cj
_DH03;;oTcmz&bq`)^_$VBq4-wnzA~#@%AKg<Kz&O^I3M8|V1ekSbQ=a{UK7w<vcaj^dT2NB*P|MdaFn**IgTc(Y_q7E4+mQ|AI44_eSoZEkJ^luonKK{+hiB9k`Sq!Du};eI9F4D$xsr-toHssQq3mryb*tYXatX7Rn#+_?|Zz^LwXbzj%G)}6JY6)TnwBPD@?`HPj%
c<b%PJHbKPK{gp}FJS|_bSJ`t?iTrQzt=Ew7Ub+^na1k(MFJIyLED#AfRUkqT-n!huN86ixSUYn++nkCWd+atpW9S_MVAhn2%N9*lTh?FRYek9Z2y=Z2usAx`z3b$C<Qt-W+(70okkX8i*u%HuzsZUH#qaP3Iy*~YbMl;<3q9zo4U>_3#z=n8Eo*bV@i(}acd;I3Bc~T
AToRkxWR&_$=5?TBmF>X6rvvWYe+K}AB>(5%54I@BE*XCV><N%bg{dPKCIGRN%9&^M7EoHS@J!KN>$N^i+vz2hdEL(*YtRewLhs{*t>M*<5Y!R5`)$N8l7@M<R500A4X8B`AP8@T=+1pSj$@G73PY9TwAwnE)WML{U5Cwl4!k&AdoF>NF0gmhFgV+)dn%&w{ZN=mA1H9
cWbHLjEqqarzaxVZiX{3EE`6SnnzV23O8C}lZNUureeh2Vp}on*3*had^U)06mm-BdYPR1XDe0lqPloKgj@>lTNJ<>LS?^nrwu7YU_{BChlBMV>rTCdp#%&{`K?8wjRtI~U+kz%2Gjj4WGyLOoVT!;7ECZFuJfA!9k0Zz(;=mXvr`zECK`Fq8%#MeO@ud@-=8bea#q#-
R8Oazk{=gw*Nf)Cd6{%NMS}L(jvrKYvP$u^Q>!tn2e+wP(4-O8Ps9Td1vV`3D58^M*6KAczezwW-sa!(Gu<o<$=`2H^}kBw%H8~Nn2^UUY|C0T0a>6%6dDl{n7f5%BRY~dSodm**+1^#e8;slM|_?gd%l60ZiD2bnwt)bh}|Ry&P<-O8Xrn=?<`Q%UBAwRZ`$+2_qITk
^q|6*0*WRy6x2yHC^F7PVCqH01J~JG1gbQ>TwG``8EyBwBqO!=I#B}6EQHw;WVelynSm;BU8PxDiGfx(!a8DrT-4b=7Yz+_8}~BeJZ=F7a<eF8GgT44X)7ea1SG=ZX{Eps;E}IVlozsY_DZ4V)s5z^7NPAV-Kco2xB8Ro$~uQ@vHu8xt=}vGm4)^zzRy+pyI2`#!q8iH
Q?32W%CV=)xls`Z3V~n}e}I7Q{bk}=<(70wJfs0b#boM=Ft(Cf*spCa5uHoI)b<jR0MQ-F2C)V+Inga2L~vDziM;;%M7IPmxi@xqFj*t4eZTieCNnm&1m8yKrV{<(=L<9x_9}(eWOe&P`Yy$o*12_;ba%8u{5HPuK)*yc9gxl7o*7MDZN=u+wejK_r1a5OwKPyC%m}S^
r%6hjdefKX?A>zt6h}4W7`d#makJLOPO7Lb3oe}Q>@46Mpu)DVwtVpzYXQf8TH4MMM$b+(Yw5O6zg{=BxxC2&jw%R~L91cZhdHb)D)}G^4>vLX|M}-$c3;fhNxDX1^oB5X7DlDjO&CA!3sZE0-T)T+Y!Y|9bdS0($-1U+9w;D-|J$t0F!m4Y*LPAzYE#RoZc4P6BnV8R
i^P%wmolag_liCi3LGW-xT3S$wz?%PVWV?@NrJ-=5oQ6nQbd;QvWrtTOABtMsxd`#EnPVX2le`UDH?O@P3UUVM0f~c?cqxN7A4g`q)}j6V5wnSWI<%U799o=CrAUn!U2X^WEfUt?0SIVY`o#+qkdj0wj?}CnUOnlcBOF4Wo1c_lxC4AFIiV_<UEPn?tDF%s_kfUa=Cla
>9lmv4{YJ$)>n&Vg!a~&n;O5D2AVEwPt{RHnYO4;?$XwQ>dG`$uI76Wk7KIdA5?Ym)>+#HT&wD=HXAKTW?t>D+p*Y1`It(2J`oAvj$dIdWM~=&uzJ-)9}h7jUI3ea{zl=}k-hGiZ+vvY{^@X8-svti!PdT8*;482@9E6iNScP1HCTHE)~<--O)(<bL2>Lab-`>UOJDRM
1*6v~8HHh0g}1A?Re()<>dCAPcaKatN2;U7&yAER>4u&6N6r7k^6L8<#=bP?wF60N-nq(!TJBb$FJ?FMmP%L>5xb>jBO*BMnmCLflJs!)9QHb|V9myiuSutT8`P|taF`@2?VI{RdN|FL3iBQ`rSvLmu4Z#I4e-kL_J)A7^F<y-<8zgQSWVdz6O9~`1mX4V5v*&ezWN~I
c%yRgn2pl|exKwUS9`jSSQU1F0*B3wUEmhBc`L1|mtu}(Mb&ZxyK6H%57OTV2YnD++E3P%#^@#p8>2xL-*9f!aH(>$XM`H(uDZTDI#d&u)^ll2Z6O>9-bfi_Bj1TjAe92PUGx3A#Z9Y8e@1|aSYz)-HFpQ7vo5e$w&ZD!gs3ru@m)$KUF=<T=S^Ws_RN&T&A1z9eS6h-
Q``-?d^Bn01krD`y>68gRjpQR>K9n$@yfT#`S!P17h#uWcI)Asl~{|@qUHjkMMNzYk%TM0(Kr-`N0wTIa=Z<*ieqlbv<<aAVpujV@j$;2e_`md3VpG1VOI*g?bMYts1yzJf)Ajw*lLG?!|M^&**VY-_W7EXSh8NZxhl1@Sb9*<s?7Csa$g`7mD+GS2|HnZrG7(cjYKxp
+ebVYL#$RBbgRo&B@&OD%dN8L3PiSYS6_9s#K?}a(48At`0lEwPqP_Mdu&-}BSFKCWayuN_Jo}@vt)WH$^^7!y~~t_sjOX#4ZwsfAqz8(+pnFYm_p;dV@^GjGS9JSjW1@VR|<(KVwfjTDtI=Fjk7@CP0e-Vpt_tz+ER<N2|ieGCzk!A$n0pvl_#>V_erfXH$}}0^g!wC
p^8KpwW!7=Y`8<kWt^VZ-j@8M95e-XzI~)v8L99Ja9Q3&*m#GgDM${RXSEu+-hw7TRFdpF^J-;0OuMSVF|+Ngv869pkriam|H$g_smTtTL?@{o{$6AQ)htjZzRsrElCN`tR!P=c4QFskH&OUr$}Qs_=RQ0X8m+V?4&y$!tK}1FkhRNamB@%q8M8)i$SdqZwXK&zn}o)0
yIlVg@23SfDot}JvQla*!d(L0rIcs8AWJASUrHfvt%|HT?Tl|H3G*%Pd1EaZLd!qnX8&e28QM&Wm`!0;>EUs7bHn2SkNT);c~xLz>;<@<?7+EoWU=LBhts|nR_0rYkby@$6yEqlcJJq*B-VZ!_l!g5cGu`WtA4L`<(rvC%COfLo=ZrvzD1yYccvGz{X+uGJuAE(lGKT=
%VwvbFf>$CJt-Z$7bxKcV*ceogm+29sY*%%XEOQ`d57zNCac@%gw)NthM9D5#<xSTI-Aa<(YLd42C0+TmlU2`%-D2C94W#Q>Km84Nb(nL!I!&ab1&UYksh4=ZEll>v}E8d49SuASFAZP^tpzAMCK!Gydvq=K{PpD;nQ@x=P|o4UWye@H^omhNz{&U5nKOJ8q2(vKBDZp
3@)^2RIL{>d0Gj1jj0C9W{e)FYW-SY6k*r**z)deXFC5vUKIft%QJ_K6%pZTPl`T`3(mn)qA=5{5_d)9cLUYx93!uwv|s#c==zHfVApQFD9?b9y}0N%_r}R5MDL5*Z-ZAaX8xbVesWuujCYd1Ay1)`Y$!@GG-^aiZ#t8vtvZ@4E^qOenfOi`jGYy9I;&ho;D1PiK>>Al
wGQ4@&00RXERNYxL~RxQP4FYyUDX-rn*@(wZ-T(s>0*JPo77QFfV0u)=W8;wR+#L+SHIW51e-90-?wlWM40`OyxCSjf$C-e3E*WRD|4IVcwBq6(1w?#mfWIN_g&LFON{RkcCMfBC3;B+v6BLQANIt*X;;VO)JjBov9^qhy$8O6AcGHggg1$|E|A9{yk?N#j9OB;UE;CI
wh2Qx#mF(g4k{&~7S5ApEGl#sR0d9eDBVM8kxF^SR$Z{|vm^se8D!xLX6{m5?#NJ%Om;Rb>0;U#TGu(wTNy7>JKx>oFfn+VdAo-SKiO8Zw)RFTCy}}iHhOA21=)8Nd~kQ7=+V)$3tV0KW$C{pXKQeV*^t31FjlQmD586+=?MUzN+!UXmlX5M+6jXSk4cRPEiW7^in3~T
5-h4QOl<4MDEJqJ%gs)}!{X6$eW^6+@@*OkwyO7}CQe#=cl$j)D%vxvOZ~d{4k?HicfTy~_oO)P4J8;i?v{Kb%6^qxK~aWp>XRZ-=G67mwhWngsoeQ`Q6<D8k2-u0`im$7&bk<+mE0&-{u*gOxV#pKaw^oO0X5zSY?0KY*_OSrchT+Rx39g!V5%h-x$|sUl8pr0RFp{#
A`eRw?^5AW>Nf<)kEQKMW1YW2z`TW*eEhz*4sq8+0}vGYfl&DHrx1Fi`3zFv>`ay^k7Lsd#Mf~#3EB>h5DGO$L}gD^i*j|cqWp1C`dJJ#R&iL2ZM{~Oh<gwBFnn*d&9-E%qP(YDcdH7ck+b8PzO3vMA5E<V(ZW@am1nkFPw4;ShYOY5PQvf~2HVB>N2(s<LZt}P(~aOW
S0IKpBN~UtDQMa|D`@BHs_K-ayuEaU`skYX`}F+n-<8NOc>~F-9y6nV%Ik94TWFkOPZWrDqAL6(KjdVw8<if;v=saoS(|!q>rswE--^SfdKU?lAj((3<e!HuKmLiY`ctCZKTA{ipQ)PubMI)gq&KFERUh2&Pg@_E4kbD2lIvK~N$Y@QB-VFQcWsjrTwBAYP&fL*7BJ2d
ti6lpBJpCS|CTJ*7ctKqJ|mTC=Aq3-^*MIuxKIiAJnLm|+W`?GyT6AqK3LQEp4!G(EU_L`IbCmL)hXOjy^fD8?z2=(&TNA29$1<P;>k7P*67jC5K=m;7e}eexzuMh4eY0+rH`yJ13S>8L3TtMu_q`h1g_z-3+-feXAIqH5WMHdPV7?}XE4(1;?7Eu4-YAiJbaRjlLXKB
+6jG2kr8m4k8SP*0;yO?WfXE7nzk3OAzjN?))<LlpoKu6@2<)ztj)3!`A5w@PNgPPh9diYxV}j4Wz}r5hRR(PK11pF&AY4i2+tW|p7b)~mf?6(Bg#vi3X-px?Zito<2C=OElvBYoiA$Ho8iYHeM}SVJL9e{DRl)vVpB)Cp{YaQ_JgW<W0dVMQ>RcFL1{Q!MQD<<3TkoM
^$OET)nvSG3WKr{R=k5mnQ!;jTzx`jwalS~p)dgkuVHU5s3zgFM0=1jRO69^WU|%OlAT5*OT?21lkVafss)C+5ULG{`VjVmWs9g~?WAyNIdA;jS~aey5gy<y(mWi`2uuuo>mY`4@7^StOJry!CnL4<V4yxB9D&Vh{)efuNc5?SPf|NVHz0FU@q)!9(L?pKxwCnHwb)Tg
BN>I$*ic&px_aCsl(Z9P!q!V!(LkKecg?q3RfHp4Zj#F4pVJcI&+qjp8tB{EG7iV;ZCY@xBr1(1^(Ap8L7NEd5dNg6vcW=hYD)sSggDDxNNAHPRV2NKx)-_wNw=!w2y#eqEA*(XM-u3E`SF^aW}DF-(ibQ#$WLXYsbWif*px6Ey30I0iM|E$sVj*RZpOg}+KZILoAPdh
I*bs-3)hnaT^bwi9mH93qx-Rp)8ST&pz?|8fET??k9%B9hM$uCSeGT{K}q15t(iSb;`0%~zWO%N&rq!lCClWs7z1bewATP33LT+lMLbTaGR3t~ncX&9-SH-+YLQ*UY{9?211sCXcCE%E&Tb;n2Q#I6w60lhcM(V%$#BBS<;`!>X7cax%_lKyAetq!C4T87-!DWi3|vcj
NjFYQ_H!>SR4yK^{BQ=AQFqV6%<MJ#<t_2U3YN+wT~Af*k<5D{v>4{*NmhoWUA8DJZv1z=cR_XHf<j0U`_nwobej{LTBPA4-e>YX1;s8sXh%5Z54-HBKP+SsKNKOw$j*E315!?)R_cSY%`9C&kcE7!3#HX3ymo;{c<k<J82%?MTht7N+K8;AhBZnRV5tN=?kFOkBi|jT
)_r~4>M)s}F#-PoT*Ps1Kle^5?NE9%N`Dn~jKU@*Xm=-+v)z2j0A)**;<S@rl$N>+x&8a1o!uUa1rzlKx6N%2_uVhUglspy|5?@~IXqa3LI*%@Ryw+jF$S*uP`|=bqrIx|2Ka&1Ua!?&B|fKorQmV$nuHA>p~DY{4p~mkc>aWl#&A}nDY_H(=H>y8Dzs2|6wdVWrw;3+
v?zoznQeW(T9}g!O)hH+v-qHRi{c1ncGR3u(C-r^P1!zoU`c0r6WJ{yk(DmxDTK0FFK}}vgH!tOc=wTew8SNKOR`Ulq(foP#yx9P?5_MPVM{s(jKW3z(;Zvn^FL`_?zGdhUET0dpkGEP--e7))+xKO5UOMX<hl2!cxF?O<40{LzsA9Mwe|f|eWx3p8{Act0_3T}90w_a
cWlt~h`s&IEfZD#h%55tkW2i?cjj?XuNIQFN9!GP*mUIxa(F0I3M9VRiqr;iMV<V-K8blG5P34le6ohY=^*oQI;fKq2i&KcU$Bv%()W*8h{UvmoO4ky?{0hF!)pnKie6ZvKtE#6{#08G5`I603IFsL_~{NaKi%^YEf*)zkPArtPaF@0M}LZDedg7=e6(@_fj*E7riqIS
8ft$mQ4-8#cwkDiI_OyxVVIcx-EsqsB9*>PPFPza9;L1o)hHw{VT~u`4qrR_{o0#DWkC}?3n9l#7;ToXk$UBhf3gky>JE*YmLn*)3UOVByDOft#hs^FDo}enb>ZBomOCCgIm;~u_}r$-sH&u#FFtS7Dq14AJX@?^qXMSuwe8ex-5z)z57~QtuALQ^9%!wcYQ#!l-(Wf?
6+lrO)sB)Zxj5x*ZBnmu1F^Z=Qw*#aOTiNixXg84;4xdj@MB2ZnL)j0+P<qV?m}bHwIs+T9Ixn#H7?ru*ru}1wDZc7C+93Yr#(*)YLYSci8yykZJi~X)qe`P_QEMOO(c>xZvSz+Q>G2T(ZjaRF7N7b;{~f!z$~J<=y`Ev4f7lF7tNgL>z3*d=(q{!-%)<G$Wd1uoG8ko
tim(9&wKYvuZW||r{L77<;}R3?uvuMqOU%Dy7pIr`muwG5|Ev#sdmeZUFqt+sHr<r@9YA%sS%EEqoY1IB9+(ltS5t|kY$G=73BPguqI;gB%qgl`<^H=ofhqxcBypVsnoHPXmZ3r<n|BKvsEbb$&sb@NcGOcrv{6IVaaYRAasm`@6ndMEx#0|e|WD=1{D8K@^wiAEMh_J
`Vrp{_biS!JJi6gijHW)(Y<QP!EWl(n1ma(XLKK(7$_z1d;K1fO-l{YVkLPs=6&n>(NT_Oc#hhLcxEzzal`7H0v^%4VaG!j^cJdBmqAcfY|7zFMP2TwWPwi82la1XM51vAXAuh(7V%Q+0byH*`ojNtDjWte6KV%TSLF~?Hby|x4M6{$Yslm@*<liuVd9EIUQpQdN^T*Y
73=q+9V?K+W3^l)+f4q?d#78r*JU6Xplsx>y0b$rVe8a4)=qLucFW6-sVrM5twFfbHW8y_8+MhS#VUuy|4_aWq+$9*R&>k7AC!hWA@vY_-`oePs>;zEhFD$r4{G~!snRz2kdyR9{Npa{D(`vplA4W2>~V>8WH)oHQe7<N18#LAEx&o46#vZY#u{uh6p9ml(6;DfBQw%>
@JMw9%-6$QgSLj@{oMkv`-pIDdyq3kH|vkeFQna9H8<i+z~3)=erU;gw-<)uAG;eF4X@2%geEaSnE2@3u1=3?IAp~tpRbgk`j5Ie!WB{lDv=ZP&+g#t#!1<Y-j8bd6}Qcuij?4ZNTb$XI$-f4i4+194vw_sc+qasqPA)hS=i0lCZ6(#)*AZ7YU)V|C>K(CsgA08y6il<
Sf@k+w~#Uv6=fm2f+Lue>Q<!Nuda|1l2T4VvbLpzW0Rd3(G5y^q`+CT_KI9!_K(aOA9Ze@EXtqhIR`KqPiVZB{zOzc6g{h3`Ew)-YfVYTHluK4$fnt}D3AHP^=AnSaQ&Do?^9nlwn;A<Nf$2aS9JfycXb;`MSD|rub&QvR8`vm(PKKeAwmgf6!^^IDG`@0Qi<6$%3ZO4
<TzSntNJ*5lj*im>HdgWz7nDwRh{3c+d8oWMDbdr5cnX<kf`T+`<AWNfA}D8wV?Md+5h<dbbh=kbhuB&C@AXae02T9wcU07k4}fkR5%)eWjd$GZ{05rD%9^pqFw2$R<HTDfBYR`nJ;Rqt`?7-gnsW3N-Wn%!h?3`y~rgCzTl)zjnWmWzVA$tl=NqROs+}2_b1v)Mr8d+
gT(O1VRe<Hv-dx<g7V_VL`6mGr^qfp)j#W;y25z=aj>Gz&%<6L12;9>oxj}OJR30{c6Oxrs-*VS!hFwND}5q8gEgrwk{~m?MIQcH#FR$Y*@tX*PP9M^II!9};{2Mtt$#-wqsD^95?-<7j$`$ulzI{llo(-BB%o}tOHAUh-UoyzDGn9eMIi1uR^2;k+7bsOb2Vj<RSvo$
SqVgVMt?<hCp0NfB`qpYjzkCq4zUXzgxWb(qOOn{sG?=-dZ{LJi6SakEc;7*kZQm3`yB>!s3FMpm&Okc`Gr16OSdhVEs+MoL!!&!X3|jdO<a9<CXlMKN)|<FI;ecKRa<bSPJB3<!|ybJYk%zcr-J5CD->`E=~7&LF>S@Sedv!1W#`-`VMl(Nx>T0oWXoLbC=nZVw-k}L
h!ayi!Hv>0->`hpajV>b!`{^4rtdC#X^TE$&tO1ANIG|u6qw0*$ZJ>s^IP11vL84)KGGmT7_`-cuSwI@vKH%Rn$<CVJ`DZ|>JIjw=b}*rQFr>2`cT!Ak+{I5Sh7e?yNF|uA&Y2pyhNRw;+EXZwt%_&P1Kw}rQvK{PNd?j`t(Vt^R6t0n~&e^wcXtdO5h6iQj&x6=2z2m
M$vOz7Sd@S!I#g9ni$2h-^K}}NfJ}7odzXRYbP|~-s7Xvfqfx?5neuwYwvdd|3Ch}en1PUA>}7xjep^Rt$<FLx-~Ias3H@~#L<CiL9%~VI#Q#kop8LyH<ZxR$IuxNNym}{ncQMC-r;Onr-%)_&vk2w6?84h9p3f(Z}ix5Uv~*zyIxizPTEqn^}Mw&8yNMF%PVvEbVjAR
NG&C3*G^21&IG9wqbAPFs>=kktZ&EC^4+~8vekRaC?fTw$YF6N1<|Lm%Bpm!W~*KMTPsj`Aa&DAdty-<MLU^vw5O67$<ztsc+CxlQE6@U!|WnuN0RsqqexmHXi?ZNa(mC&VZ}!mY>nO1J-qL+zGuY2oOJ(Bg$5;=l3|C$E8@z>LuQ1OB8kU$&xq_zQP_=Pf7xP5bM%e1
E9&*LilDM1W&cpf(Z1yv=-J$)s}3I?_~e>lq7ij`pR*sfqV~)w$FvC7?`d)H(Jc`y6t1>^3>`KhJ|;1%YWgLeejg4l*jGL#iQN&7T--jsxh~Q;Y^|{oJD8%FJJKN+35s{W+S1BE4K$#8@5X!|nQ2;RQbZ(^z=~3cOsZzZDbAy&w)x<P&r$;MqZ@Ta3_fwW9dAEa7!jyE
vTMDr895#Cs+uWf$*Y9yCGECm3;Gk9i_pm<OeH0QyI%aEGO(hCrFW9Qz1J1NLzS+TLhK?$UVZE!iyEq`Ha#g-dbhj9#v}e97>Sp>Nt)jWzho5sds1R{F_gbdUGGBV%Jw?f@bYl~ARSFcQb{raidb2Nnw6ZaV^Mc>GceJyvYvXIAG6Z+_C$Dra!;_Vi%X_(N^Lrd9v3cl
L}Ek^Rmw<N`QzJABtWwB{Fl`0n%+{mOAQvYiwC6|DH-W9G1@jetm%@Lb)OdNGWp3im(-27baB1Llsa@9vN1pDaeqaq?RaMIKDND;7)B@2Wu8X6gtSUZ_xeN*_B@T0D>-Q|5<mMyFHvt0g)Mtj>Ncxlg;}DV_nsz2Fa$IYRe8^Dp_yTfGA-KO)k!2(CL)sI`;k-r6winO
riS-(T;})orko1tr<52gTL#U?BzJlE*X8uwyQE~?Q&?f=C37loS*nC24EpXCd2zLyLzXXlH?ra72KJpBmslXPEC6R|%$KjTbG>!oP3@}vqc!EtzBRx711aJ#N`KL$`fGgb@gO}e;v9JMJdg#K;+YuG$3sfU#V9TZ$q*}`oDP=nrIM~D4-%96l#Nb^i$n*DYokKRQ|_qW
EiUu@Aa#K6xg}={G;M@My)y?&bd<QMFS(Mvs<=oft3o$hq)nfjucU(N4`mE~Fpo%^3?F@8)s5xh%!oz5erCzt;VL#iUc8IqMO>J-1aVborXWW>>qWs=Cavyua;r>xW<^TO;%6ni-k(QM?dT{1o<kwjiYqo|SJzS_Sj0(RpBlhKoJ{^izMBQ%+M);7WVCe1ZWL$L)|c)*
XL78{m`D_^Rq)bDE4rK4J2&i%L#L4FRGnA)OkI?@$kHMP;SZ+9sh%#yLs95sK|Y49GA7JUPaso{QXy_B5^;L-xyeF7a*Yauq<lK@EM>?tP3=Rn##|Q>wgs+KIqE0Vn;W%_5XHpxs`DY+6?_a`{$EPQ8kl4ffV<cfHO%KV`?N{ltrhdBF)yF^XHu}`EJo%s!hX7!0GSKY
+bUHUO9F#T$E$Ty8fl@6NA`7ZFhKeOaLEM<*1r)$m(&HN|L9>{!KA79S1v<YjJ}o*>rDZVixB1ylD_j9X@fu9YHR42n0|xP)mgvvhD5_{4nOd=brKC|#8PxXQ)pbYpOx3(ftt##7Koc2;E=;81crNe_zNnnL^x@Z=sZ9rf=YNIw7Jh}{$^SeqEX$|*O@$oiqQ!++<wII
g=!7NFv2PPyk;o|rX0%M<4TuWrRJ;OQ9My(aC9w!DlZ6`;+yQ&&?2rx6LR*QrLmx^(g1k*+OnkTt^`4tPIIP~Gd!hEnsn%Q7aeZ}e%`_e6efvz<M%nb=}U|D!A(hbkcK3|+Pa!iV2KW8`VZUiO@)op1{j2oEh-tv%6bOwJGXqK4tQ-Tc+4EZlHF~;i326_(-%Do2apOA
F~nJb?{qD!rZ+)9ap-thrWB&<X1VDWIhgLL>GQ)!F4zQ3=DjY*gGHLMIw|YOcE3Eee@qxFxdNPU{A_tD^0Dn*(~ZtW2g+oq8?IW=seF<*a9>+@#MQA|3y{yRwT0%)Wtqy&7fP1ACV9%Aq5K~yQsAG_%}#{}^|h@&VjIcJ?&`8GK7fQ2$48agIJ^7fQiJbyejBOU;a9n*
TycHn3tP6}yZg$uE;mr)_(Z9ehijXb$7FF>Tlw%w7gsN;UQx`VB`XlZH9@5SYJ?g=sd!PAFa6B7tQnAuzLg2yOHF_aKr}SVOaS?%9{1+7DR7s~ZLJ>5;PtS_`CgaGfoo?+GaJ|*4US89+>WNY%}pw2!h1AZe9dx;Y*4+bDwX7eP;S-kuY@^s9(dnb9Vb2`;%+pd_{bta
=HIC4TnB=p;sCp9lG}(!DWzvaZ6-1Pp6BwC6dD{naBT%Mg0o@qGpAH`Wv5SQ-fOzm_Un)yV(^?Jy#DPU*#}6p7BN(gZZ{E!*bx?3KgZ<DAH9X1Vw&N`y-ObG9XCzlIwx07el$Tk9Yk&t7GS?hi{HcFcV}(g%P3=8{sAcZ^U$aZtyyC~)$9U%I{qXcO$@}xV&c=*LQEmq
HNnFopLB(KPghxi%3_az-}CSRC?h`<$DHl;_&Z7qaV5!Uq+isyi4n*$WwFS=FK+_0&UB)U&GRKJnU=IHCR`*p%QJrbY^{!)g_7-E_%T%>;+j;cp`6;qhZ0MoA^6scZZbU=i7H40`@D&HU)!OQ12v|iULwK*YoR0`j8%&TkJn9v1h6VdwLPP|*Dh}YV7ukbkn1ts4^1Ic
C<>Fp{zx2XtPqX})q1|EWFw)2icA5gB4OF%=l*yAu3<T{uhEjVkg3oIeIhyM)+w6Y?anO0WJz7;Ivr`1MDmm5M;x-*&24hTD-nc8ZPnR7`qV-=7RSR~kZ!o0x*LL0!#R;3qH@P%gvUW0#;UtK^Shb=fvm!(5VO`$>r>Q(;<|Q+6z0PRaa+yKAr+#wn0o0T$(KM$;j3yM
@8&=pJ|&cyG%Ci)n(l6KFGmBE{Qd6~3(NONwdXfu9s(Q>mPeCnf((xt3rSW0mMjc7aTQWyyPw<&3bB1_ARu9j%I&-&<%f<R0)5G~#;1T#J-8InkK$C%CR#6Q&3A5ngjkv$#W9h=qlnfLH<Gv?#fY7N%`vf}aXRc|kWmW%dK`EDwCJ|b4!+|~?CxrUhESzrE7Xpm=BuDZ
W(=T0WJ&o|ovGZ#56dmFKjjb-etVfHjhi6<k`^SO_iDaWIb&Ve0(cxqBFRBeG+TUvXZxw){V9pgH~|tYy3Oj|WO?4y=i7DqocR}fCSI28({L6P((k^3QvEO4^Rk66ZJRFEqW)fM=JJ<p)_1kE{6n~yGmxqNLUy%uot-`g!%Hp#sz|CI`kIvHMIM3<xrvdykBz`|eU~7b
%gm>tYNR~<8D)fR-IMouFqauxvz6x&(>vcSf@=v}m-^M2w~zU2!5qO_t>G<%d+cDu-(R=6;95RfHqtOv-eo7|bz9t(RuzWxnmz6_<sSw@Fj9IDh&=&qrRb9i1$`;Dx1{REMT3f~GC`F7R5)dBZ5)vPtK|h`2KOmG{?jd?T`ibm{0yb;M0H@P2ka~g=;XK>-&6m0SlmSA
+NpsGxw*Y*z2TukvGqpoqQ5Le`0XE}$*zKVYDljtNI05fd*ln9)S)W3o>R#(ox~bDaZ^rS3nx1dDeikLtkqXod>Q2*pQ`|V93%<>lXVNzD3a<O!1?C^;RMJ|>TNZ@q@k|{V?W(d_oonoEaWq-L)CdxDYKKczkk%u?T`rEQSnFLT8jlAa@&i^l^G|<qgDN@Q}>oP%=||d
tQh+fVhJf1JX23c<s3~QQxO<wK}1glgrae>5oQsb1QOP)dQ+oZK@~?N>(A)bBL*yi!h|UFqHQj%aMk|2IqzB2Bv<<0(xnBcK}`$Kt4q^j`d&$oHuE;XZ+8j4u!Ivm3X$Lwa$y`H`+w@mGyUlH*QKuq!`jX`S(R|H2w@^SYJMx+>8iBWwkGOu%;V_RFkJ4GMVcDXDCa?k
aA&f`sw}1Qrw1Goi6LR{2kbqrNZDYM5n1x5w)sL8P&pDcl4*riKlmV%A7<of{-D5rU{4aD>d$2ZtrQe3UnEMfY`uPAe39y|0uxez<#b~VhQ}%>p%h)6co381_b}Gz7b@4vr2Unlf0cyPL15c3rHv&)H!p4u?}D5#th=<9)Z$a<D#p76((9l%c&Top%FNZMdYKHyiMRI*
k*bJT6iSCFKBjVfT0098l_ZqRo{EYb9=DM6T~hSb!b2soBw-V!gRw9w?5R=cqvfS}veizA7ikfWtRxmCbhdXtH(M5tH`Vb<(j0jZX_}sQ&f{Q$l7;W=i|T3AH>{M^*aRuR;($)%BPUW0f5`&($uZ->sRRb;bY`@AD@Nl}DGkQeI)P?pS-Dl?$r+DP2@c%Y4+(k{;Z$;x
jSB}e(p7U(tu`;X|D{G<84NZ7roj4C`Kp;$U#l$(GTiSxvAIo*yp8s~%V+V~4Do2tg-2sr{Z7(UrU7FTfjnX6GkeWu`z<IJnP^b$^b_JqS`w&Z)}D>C7YO-k1$c{2)i~LZRzvZridtXWvR!}skH7z&$_)Cs9uJx7IDPnb$nfbWsx3V^NpLzqUd8I<FO^V{gwIrcKkSVZ
&#fg43jF`fQQVs!GBReP|2(+VH3rIXhEXY0;7^ffn3yo-rS8F%;KY`;H4Zd&S`koE=1ncG!1~$3Oak0#zoe#NjjNXG=b}E0Y7mwM9p^Ts>%FBSO|J(<ixS1nW{gV`j40DSeBnWj2+t`mDo#kOy(|Tw7JDg8RW53S>pNm`2Q8t}9_+BY{Sw^!Rm6GV8O=3aSTDq}f1o+P
c_9+b$G$Yb`aCEERf^LoyQa&|!R|~6;VT12SJ~|HdfC_$@ti`pUt}k2B~I?e$Q4T(&R5ZJAV_{<Yszf>P?fL6ZPfM4O>J2oowB5Hz;)`Z|JdbfQjM>_i$XZ>zMtHHILks&=*GAZ7~xLs3`P6?D$0g98mfSW>rK%sU07B7$_Wl_mbbdNRN>Fp3g8pN*{N;Tx3WR6*(Wg-
RNM*68gKfgZB<4gCQqZ8!i9dQt=%pXuEw$wNii6bZDkv2vPn->P@@!36hF`)7U)U<l<J%plB#<${J0B~n6l!KSYjl~f5(D)scCnsLPt75m-euD``~bP?c1#KD?XdXWueH|Pj9|(H0<x2p=GhNtVB(!?QFTz&P`XDWA(#{Zm<?t03!CS_J~|G)z%^L@$i(*^6zB6yZNCk
$dk=e>ZDm-qEsy{5ATz>q{aJQGBG<h<>-X$Q#9gTxqHyI2(0qkf2g<A;7qGUM^9P!b~>op!Ra8i4N;URF4JN^c}F@a1NdzxmwxJ`oy1Zp)&D$fNL|F9z+R_a>QJOnoY7PZSvkzkQj@@3_eQc{vpUM|mQo$PT$$;!q8f4k&TV^@>;y<!cv0HBz{Gx4J0;;FsZbCQZ%K>y
B&$DsR4T=$GgL`SQdX@lwLwzF%i<uGs{4|1Jx%=k<-p|HE1fl1LkmWfM6;mPsW-EB4ygg;idO|6e%t|ieWibt^b5)n@-wDX$-g9kyXD~YXF@qD$v-<cL=(SuP+kY9M4Dkdg-8|O86uIaMcSqe(!e_``+U8Us{+PWkwuC$jjeBExJHG=@KL%*LB)p%(~=Hb?h?*t6m>{a
8N{4E2#TmnQMN&klnt?LumK9Uq~22Xzq_=hvRdkm_d*vXF)=DHp$D;OT7#P+`sal6_|uevJae(gaVb((O}<8j7XL9nwL_?i!cC=9Bynt4ft`EZ@2M&c0CbR>)ip11MwDvXfo<at$_2W;s?`RzM=B7<X$YArL8<xa<}!-4v1QS#`{LBiZ~yT>{%0(Pdim`?1kD#>!m*IX
Nuiuln)x&N;Zl(G4&s8GpC1;#`3P{&XF57$0btSyPN^X%XGE<{SBV2x|B{|p4dTfhV$}l<vGT<H1v2&oj)8L8^Wda(GFk{2r-2ov%!L=>F9(4UPJ0EmRu}1hRnS7R^GYm|TU?_Ed~Y^6Qm*~~sye%!wt*lDUwfY-LY25d5o!s6-t<k75@H}#f?I5p(x>m9@62qdRHafW
f!OQanK^$Ob#+cu!A?a}SRPEDel%)Li1w7OM^U98`oT^U#ztRlHKA*Y#YE5{&n9dhVv?)GQ5^88f-HBQB?^XAfAn2s!Mt0kv#{nU4HjNAloF^>3>pbr9N=EBb#J?|He<^-8wYurHe&%&GGL5N4vcz69-2(Y;ISk8cY?1T0jCL&odp_4m92~kFosvVX=@p3$ON%PBcnw_
M{#?qPha`AUWJ8bI%($m)J42nNWi7ji6bgXZ(3X`^7<NKjSsqY4|XiFpVEXUl22D1;bi10HCN>>>(Tbn#9k4Y)TQb^<!1m!<L7yVa}PxLo?-}4*Uj`-TWKb#?J4mGD8Lu;Jn=ML)PaLG4W+pK#P?q{8X`P=G=!4ZO)DgB+JE<lPg|*{!p$I`BRLG8&|9b?(VfQ@k!>OS
;GF0t{(B_M%tXoNM1P2#a@i3V5+#jqod65F%FneVn>I8s_F~(OU0Q+0-UcvPw=Eh%|5f`Rk+yvM8g14@v94BBL%G2vU8U+0bp@~PxAth+V<sK;sLu#c92_jSE^A7{TRPU}M&&zvB>>MTk0jq#X6$wd^)<Qjv@*2FnfEF61pfChejc$FO{K$^0K-O05i-IU)XP9%EgZV@
bQqKBkjL7)sJCg+j!-BGZU@_K50LhC;P9Ci>EQk1nNR&bx%jx5hk@eyYagT^t5a<bnV!>*f)EkI*ht-J6zZor&6^`0>Q8tQ=~|2hQpmyG0$oVol*9*&^%JWTqw=s2IxFhEDZt9y%aLXp7Qeu+HSB3W>=fT;x898oFX}V3^h9jWs{G20N>u#bW^_#^lq_u-x3PR$jWY*M
*w)v_eSX&5(pX$j#4rw<?C@@Ziu%Y)^@w4V6?7)MR#CjohYfKgIwE=u()KC(`Z;XJt}eu+<g5EaLkkl|&!C7ezbEXwsRjfvWf~&jGF7_`xYcXzp2A4mE;ivVV<yIqA(b-$wVFoHR%3}a+JcPXQ$VP~Fh8g|B3UOhhgtfXcb_D)G4bEDvVvNI9%6A(ZYUf)sE72oY~ytQ
HXb_bIgnk~{$Tgl%QL^~*y&ID4zf%mo#PQ5Gf<%k?91-cSE3NCSLEg6*qdJBQ5+ypW(gA^3`gWFZsY?6Jw&H+UH@Wkq@SA^3w28=H}wG02V$h7@@A`-Qy*r0p-^*egA^>Fc--k)^qepo4Z2YH$|*~mcJBl@&6|+Lv;S+Msj`kRsmcC!W+-zr=C0kwvSMEh5cmpmLERAn
LIQ_)fwNi9foPL7TTYNegvV3gycU{Cf`SRUI2#0@GbGnel*VRtRew00(_MmRU*k!2Lw$)NH5L!l-?E~Y)PU%U!>7?;aZ7w>^re445BgnMrPf9AlP51*CbjRIsjTY4TT(+VO~vFf7yM=(BkfM$;-J6gZw0m68(3L!e?gYe9F7TxZ6iM7(0fau@lk{D3f|UqfGGtnx7XM7
#eX2G91&lhz?P_W&)EwzZCTtk1~1AW!-bu9vvW<o8s(O&7WCl%Z7O9#JsIfh=CRyzE&MZnBpt#*4CR)O2<)X}sjTZSde#wpTP*9ZE4S<xc9yj-uDs;yrf^Z#^-X}%%U%7S!JnJo%AMZ4+_MmU9q#Mbx6|n#K9d@}
"""
_CHINESE = r"""
c-ln0*>Y;xk|p{)<1ccHGOKI3BJ$*^IybArEN>jXqpbKAkOZO;puR<09jF(etrieqc0MIjYXMLB3)jaOzIIpy_}qwQHFNs(X87=5|Mh?V^=}~)a=-lgum8hF|CwLT*zm75{N3bVOy=g(!(V>=-~aZvFng?o|N1=o<=6l9x4(q1QRC~QZexAwKk_HR{vA*D@s|I{w|@Ec
-|SuU-ir<X@|O@7%W?TW#8=C|{QCdecg5{H8`x)O51TfycjV&2T8R5i`$$L*di?Ug**hcqr4Ysar@%Lq@4tq_5O1v7UwIhSxP9v%uxI=AQ#*sd**8b{r~Ta?ow!mDalMe7oQHV3Z2yPk$9b6N?UiYmPY>*^_8}a_{HlQS`DQ<{k4GjXheu&Hya@B|<d<LnrybF^q`Vn&
N!7l2+>Bc{CZ-{N#9LRMgZ(jXj3D^0gC5>J+qp@~?_o9_CFKoVm9NpBeVLuW@881jN$Y_>j0671Td-^SU!UtZinw%WN5A(qdax7k$HQH_Zbxx{6W1~M-oo$UM`o3BgrCTS`NxHQt)2W*Ja`E?|JmH^!G2(|d}+7nE_@BjvsTT-DZVtsPrD(>H~iJ4vW@p7``0-1c(;So
pDhnUa?+Wd<O6<ncC`AtUAvWeZ#T?W#&+TD+WfHp?Mfcn4Oq8{Vn<<D^ADR@ar4eDR(TWO{-1fARvj}XgJX#|?6#EfIQ;s^C*4<!@H6pd6_+61yvW!oU&q}ypBjs`bza(oMo3x}9%}0WZ?$8LKl8W>c6h<xX?Hf5T%25l#rf!$U;l^Qz1-KwqaD@YnMcLj_mPi3&rI<9
OyC>rU2(k}Y_i!`atduUl3o)N886sm!WE7?;}B1a!M`c#f8a5nws28qhZCC>xLg@LVQoRqdnaLbQ;UbqFdJ>-g7QL6*S>}&TtPb=h`8Aa`XW2-zx{>lFnKt)`<SoT6lq~v;jLdEReVra6TfG7a<MYDBQHf?V>_);9*^|ZQN!*ej?N|(Pk!{yD{ZH>duS7)WEZ?r$Ct;I
Yr6plAwE6}_RhFe4Dp0lKi*i!M8Wk=b_TeK$?gm91(so+cg7ZJ(z*-&W4b6|cHfJemp*Ci+0Ohi3iE!!KH*mY2V-ZtxX_(jzO?VP3-DJd0{c4Lz?$8_&cL3omidH>n2SHUHq#q@KKXsMw?>f3*?aIAX4h-po8Wq7@muzjyo$q8e0&UbVe=h2z%Jd_=Mk1RZ+BtMmVclc
*;xG=L)7D@DYW*jePM_{K5)sfxRdg9v2QA@lE+CU)edG;a&SX6rSCS~!|U_8gK3+=6Q^*aX7l$HOZi8#H!$%!Up3vaU&IZzuZcHrIDxKLA?zdgvRUgC5B$o^RLJ9nsnmzBp?%%+DB$x@EKMk#6CC2aXVYpj&}BZrWx|vj*{zr!W9`}vwd-M5+?MY*oA!LNxgVBzxj3bu
jj_}t`$1D+_*&>NoKwzbCYKl%PtLWo$vx_KT*F*Ey<g<FZ1o-7P(xud<A)^hQ?^o|B}`lRB)98^tBjFpaJ#8k(Kdyk-*yJLm-gEc*T5(4<&G^qO!Z*5(B6g{85df(&!%nW?>4u~Hm934>@`?tHle?UwV(yW<*;!b+2p@*Wnd$yF{}b;qSHo*FAE{=R+7e+iFKd1xGd-E
96i}$dGBKCW1ZW)$Y$_7uRUP_Q5Bf9HOTp3OUmXFgzcZn#&=s*Z%d|x3wYSwGVx|}sF7}Ub~$b1qAtAL!tW)IcE2m@@#9ADYhvma+I^lchI!=&b>jJY))aN$c8Qm(xcMFyg>9@cOw+}7AqtC~!+Eb47Dr8c?BEO+t$e^rw4d;cY9rf%@pTwg&w|fF+w|>r{qpNyv19ut
9buo1e7}wS>}+lfF(LANGOc9t^Jw0+wTr2hGeu-iRgCPS7on<qgRfzODjSy}m+Y<Cyy@=q2`eKv8(s5hHnO+R&u^$Bvu>7TAgKsH^0VU?>UYczGgeC2iP})AHes=7zdrcD&)7A_?65mzC!4(1d@4c2tG3-2xvt~l&0@vWL-E0OEE6xjfngPxE?sP$Vm`;^eLE`7i}DfX
UIsfar(?aqmm8<lvdtPE{NiRkdAu~ygPJru#Al^_@_4dXtGh_{`ka+8ty(wOV&m43Z*5;ErX1t;3n%X5#_#rYmBkZRL)Y|r_l@t=<+be<o2pG==mZnVdIh!tb=_y)zR0w{nN9f-tdwN6$!WKGI=`;?#KwKWoHp&usSQoak&GnVf4jF3-0e+6)}bDK1G1H5W{mGATn#&e
+2aH=UkbF5?AzpT4ROb@4J4<gYtP=Jfb&dl&eH|)ylYGA?J6XrBPdoH25ZB`K2@jPlVqpoN_2L5>v|Mc;_PTG_?@$Diuzd7Yc?v|<IoNqCXS8FYz(tWn+8U{5Py_|Y&WXc>n&Sj=gF=uy`F97@0+F`0;l7mP{+60eBmyu-7WYOSsYEU(q_k9E;h4B%(}p6e1@xr#n!yj
LR-g%3(<eF^=6jA(myYSC9JQol(foWX=cX|+3HDJ_qOcvBd$HzyAc$FJx%P%7X9z|NS10n_ccAyinC1+D-O%;UUshCuq*rbta#0*S;dy0Th2L}D|fJ1BigIB1)IPO`OkdS9yP4G`77_REj(KY*ner(epGP`He2HQF2sLfx3xuSN(*A+9&6KPr3<b}+q3b6bNTuh;aYzU
im+s5$<REYz1)Cl9_*yz#{(1RSpRk%sgG&t(8w%4#y?Drmx^}GSh%)~xqh+!)`s?FTp!gl?(j8R^!2jV=BC*#E*7WHHoC;*mq^aBY<aKZjq(DT-VHOZ;!~{RfYXb&YA{RU?K{3oVed7QJ3ju7b^aYw*v^bc-J(`E^B-qyt6Piw)(!#!rk&ZM@?@~wacwd4>_OM5dtr_M
kE#2X;hM*n_6v4xAQsDA7hfZq+P>_d4(w)OW5Z{kcIVgSU>7a&-OY~2Y@aUX7miM&Q#*sfi@oJ@m4`6BmtLs)mX~S+n^kywrDm&|qiR*6<0d}0JAEM>2s7;@{0m?<n{YMg=a*Evrd3Q~;LEC2zEr&k$+~@{(eXQF+biaotpxa#_6jyR6PSbCU-K@oKfw>$rfo}uw^gCK
;^crqmYnqB&YO$*x{c1x7kAv5Vd$AM8l6*(P!EOK_M2_dEpF3x)H3eq7ubb1<;Bs)z7&(q2h-`W<YD6B*3QlfOXfXHsh=JvPz6#`d|`NI9)$_czS(HS{&$51Ersn-9w^L^d0}VXUkUSK6-r}%aUa*uT+k7@D$q(XNe7PtUpw#K%8sOtv^|pl(h@gQ#mxEXj?LZR?urRG
Jd1oDXV2vTZ75AR#!9yP2a{}Zc!A$FlOuUr4s_Yt8)lS@4(8pqlwu7=B`&)yRl9w%MdJ1ytPeX1(}w0I{8M5^%QqbJ5{$(t8<{dJ!Vt0TKEk{0l`OVOb4`1Eg7ulhU#RR%<v_x~g_AES`#onfH9owdLv88|M#mwauq9C9&328UAy-T-?%*NOf|is`vg5)>^WHnuC9b1{
{Le~E^;va4*G`|>woUa&_lC=l;uIqJC<fgm*!xhM?OQ3{J6bMg9rv5@<1I$?1wTd+yhW;GxRApVZ@DB+&F7T_l>67P9l<BY4&lq=YgEKzakxP*+4PYFc5^KDr(GAYB)-NitUn1XIvdfy9-lE<Gd|<FPtReW!eO{9y5$bD0zst4h#K4`wuDCSFzjjmz_zF$Ok~%<jus<2
aOM6Io)8H!AzREoRk@{tx3f1fYnoPHAJUqt?^6HO`_S`rhnsh%HcZ?@JxJjEHGimwH_Gsg<BcBT7yMOisPWc5^g9fOc(0W_T*MnI(C;*=S~pqlFJ{Hn*Idkowneo1@kyQs>f-#nyPG^*)BU!f;`S3B^B3(^(m>h?5R&5kjC-GEuA0WaGF@v*df8O-hjy}IlO8?-OT&G>
@|mZ7INpxSCkSmU&PUMT^iva9(`NeNp)u5Y-OkB1J2qa|@lU%_?p=yr6S}~oKv-PzdQ5}UoYQJEgK$X!sJaU(+{*TRd<DG@f7vz%zqazMp<8S;f4qW<XM}18M{1fK3VzqLYb}Cmw|$Lzo6`<vmX<VkCDZI{XP9vqwU1mN&SoPRY4ktsppJjwF&j>88_1j4=D`m8w22xX
FyWzgY=6K_M$`<}>-QF{uB7uA{O%{+*JR(ewf@T=wo5!?cZl$m?i6NmU)M0gjZ}O9m&i^$3v0o?lqysvE$!Lq8U)t0#|H3r+dS+LP1yf%BrviS@aMlgerFeszucbK{P*Y-X2$GxsBc41VToIfmg4MrG#i~FE-Dil>oDW-ES#$CH5tZNZB@_L?(m2|u7b@@+aT%{+rh$o
`@}p`xTU_q#DybT($IH#j4)ZC{B4>rMAqBKBZC+QW`ONI7{9<l!_V|yaL%@=@sC;&^H=!0ul@OZ51SMesR?dbZ<h?S`Br6Lz+h7wZ?O^H0&&*lK4mk)_Ig{vu1{<P_t0&R#rlPN&)nDcZ*1Q>e+`Sv?_pv0++NJW3gaeLkwEN1JJ>#ckt1zsjhf7TI)E5;1{9C`2w!2;
eS<1NptYN)pm#!79P#$QB6JhJMYtN@5U^OXxs3x`f)yHNml(yt#f?m<;i^Y*w?Z!g=M*t~S7UT%ad~ReH#@AA99AXW1KUmUG&_ZhZaYZMd|9{-)HOMHk2zc#JTYpQoPF{s{>1)zb8b()9Rz?*?dkZ1PiCRPf$z|<zy+u5+xOaqhF<-T{FVLh0iuk%9NIXS@spaJawVw9
B;c{br@HLJ(nlDnTJ^XR#lv}$zvh;!ur5Xt@F1}VGY(b5uQ1+Jb63DdwrL<NsGt-#F}p&=5jW(OXKu*X1x0B0xGA5&2Wro*wIi1mx~-nNm~&&kn>}p0fQG|{y;gT2?`g=mE(LdCx<l}r%|C#KP`npg+1KEJ!C>zECV4K9I1@xaWnK(RFo(3&GhCug-<F3)Nxp%|n!Pvj
2pi92IOO+?_F$CRox*4n&e$H^J4R6uuTm05ewuk8_Jlc%dsAUhg<o$1U-tQl2e0pVn<qX#W001DM?0w@)+LvY9!l{hSzmTvE(2?TuWEk!p_!WYEP;(o?ZC-1Hzs&^z+(fpAU#r}V9kB9`@(PyHeH=TT)9TdCa#{t7>w&Hc0FJ*U@66Qb2b?qiJQxC32Dig*cic7pnKN*
5qw43R*<~DL(J<v2&fCbb*mOvzav=%%fZZs6Wc1xX6VZyWC%MxY4V^>_7_`b1!!_hWZYAvXGv!f<{V5|?0I%OU_Rhz+qVd-NYD)F49vi%=rO%9@AlzOMjqxgaiplxr`r{B6PwsK;5Q;5+TYC3bL@=y2}VUTusQghA6JO$NH76pc4hqW;W2dPx(3gDVK9M(!k-)N&vBjL
oQ{UDQp_e;n9*$`-n-9L_?t}_`tf)dZbdwPins0Cr@Ecfdt4nQx^QKa!gEN9NM~&P3|w)w^B6jcQ`IRtV>e}JfY?YjOuE}EwgTH`=haOdkAZ2s<mhwHg};DMk~~&;JE;#`naK8;cp${xkEA-Dt(=;HvrKDgy|UOc`=xO+uW!KA87Q2*TMP(0F$7VTt<$IRvET8Fpcoad
u#M)nBBbeg_-4h_s}#ujwJQFi38pbxb)W5K+%N#hbYRB)VDoulR$=i<!!y#?wo~aGne}yR$1W8MA-mj0uvH{z4nADWrwzm-l7|V6uE)!`d`JO*|It1}Gm;<saR`gsj?U&|NM37*`IYA{_WK`2{^+c553>;_73>>`cED9Mzk~*g)V6Iuu)}OKHuKm8tYjO}>e(+Q<*8@#
=%s&+-rZTJ(89LSZ2jJS_F&c}U3D`??Lk-kw6iE|+nNrutI^yn0kf;1fLy)L9xJq|Ud}K_&3!lXX%&GOZS3~Dnm4mCqbPFcv6f(9Rrvz+ky5g>dg#={f`{EzHERenWnMRn=iF?l&J@362gdhuchZO($h><_`>S_^2iA!lV+8Xmo3-cn#eNqlJA0HplfVzZKf?s|Wog5t
bsGGJ!oE6tM}{dLUeQ9*#V|43D9P@+!y(z00Oe%Dtxn(e7i*glBBhytnQz)ILdF6QTo1Fn%;xH5@PwUfac~-ZFE+s->-npV_=OiGsIJ9DIrxN?H8y`Mx;5spR{xWS?lAhyyMWt<4UuSr^_jVlu)J2rzx?{I|Ms`A^v_}GYfz)nl?ng6#JnZuV1$q)EH5}k5z@(K7Ddp>
+?w%(JuOOBPn9h(Gb@tm9wIkU|78g$@jIdkb~CbO%4PrY7P83YXK~QBRI}Jub4&5ij5YgvPX9(YHs^`6oI@pYZbjs<ec=g#AY@~his3uV1y_!>#5ivbTVgKmJlm69m7KzgCI#EbIrc#@<1!^|pqzVxIrHUc`@wR^VMEK!k82)9&db;{dn32VAL8i<n?MeRbPl0{oI7sJ
6E+Y{fh8lb1hk~^5;#nlY0_Xa7qT?|&Pq%HDJhRp>yy#xb3{n;9-X)Ow4@aAi$`37ClH~Mt2Z*_XaeIZt|45at0@79fQ);8r_BqQjP*qx2HS}TW@rPZ$8why9AdqgCNVL`5b3V&x|sJWj!B@wG$<otFEQ^G2<ku_g(!{;BtlX)4?UUxH8?~{nW3G!%s$zCb!KQ~{bAq3
2&fm|7i954n3+S-<iBW~4cmC%Fev#t96G=NCo_7WHAz8}cJzSwt%R(=F}xRvxKW}hh~N>kMe+K6Q0jvgEY{3+NKbWop79V7gV>s)X3fxcT4~~8s?;Gz(0&@ty5|@%uLTgtsS<c^arZk6Mf?J?!@U;;k$CN4IU*omI&^RfBD8U-KkGg*nnRP3b`z6*8JBKACY3t0PkI!J
Ri;N$J!2ZLihYLhCEZyGM%#63;(DK<q(*ItPygcCLRylIk(oVB1fj~=prD&f&&%LC%rrV8ni9<LHDQ6`(h<C}!L3Y!8Oe=GP!tPUIQ!C#1`#?Y%sxm#Fcdtxjh;T$OJj7%gKk!Tx2I=&jK4;0GiDzgc4Zf6=LyMbyQ%~rF&xIA+@6_r$Hy?xaTSigGt++j9ZE7i+v7*1
J$ZsKf-6bqlL0fB<gFWM8i<N=p#lP7MA3(VWfn8cWnLEw+Mn&U<k`NVT~AJsF+Jt1qCjAkK_Z#`?YpFSq2L=LZZMB&a?{S`b-gOnX?WcD8n;|9GxWI6TmN{#Ye_}VcOVawcfqUIuhW>Gu3%qR9)>^oROD&AUjYqZ29{mO&oc%cDQ2A;#O#nHGxImZlRUDu%+5^KnH=(O
q=3_@n4TNNE}&8z3WfmN$}<sd4B1imh}N2IQhqV01e0>pp;@?C{idgY(`cYw8;v}PgH=t`1Gg+fiXJF*!?l0lQex-8PccvAMm9h#vaV@KuZ$H+<j3akr?x2tUwHs2Y5CYF`7v;TK$1-pn-nhG_(niAsjkv!u2!=&XRB50MoINEB(>B8rzf#~M^nDurL8M1pm-z1;;3b!
>06W8<>?!D&F<fO<aOJ>g~swbEFmks5g|J106bWfzOhI!l6ugaeQvuzj#KeS6AVjW_k$}SOpaYqTJtA8W~t1^NWQPajWVN*KgbQ4XZvswd_5xgWUk5Y_S6pY0{Gq^=e(RI9(N$j=3?^9uPQ|bS@;M~@x-pi>pLMVaPKrphIRzQ7L9V7aS}KQU;F~H;Cjv~$H=YC8n;2)
29}{l#5?WWn1y4{z<gk0z?MFoAk<JQ!Wt)92}b)zg<`zz={1j`Iy?`+1_Ti+{4=hcghyBvJ=Uo2vDVp5Eu@jrRxOLkreG_q3ikjNY+Z767JuaATwcL>8gM-;;A?H!0!lTz-wW6cm3#0##<ns<;bucSlcDl{qeGt8=nxCdgMWg*z*X3GHG?!1Tm{pk^8&Y$`En%^_^##x
xp$1ro{}&NziO_*=97nK1suwA_c2QezLG8f$Po_=(!N|n%wPKyh`?T(V{lzT=$06W?hoLOCUPovl~wG$r0GP2hdM4Wg%QT(>+i_TDw+$^1qyfm`f86ikK{smBbaLnWBzVll07k!JUt+|*Nn>HF@2AdbN4*}s0>)oZd^(*)SEZIVR__wRv3-o0W=A0;fMqSEk%zN+cyHj
wtY(A)&ftJZ@7SFl`q41v7ME|cYk^|xF(CWrd?qdi2k|(A;Bo~ehZJJQ2{vXYcdUst3B+Zi`yw4vwJ&)`-3GsWf*PFD(2k0^O*BbGzp<Nitr(=4u_`rD9`6i(Ptu&=mRmLED#(=+jlNJ`ivPZ<HaE=rV|}P2s0id>OFc%wn!WrjM*oL3Db@m^1zYXW}BH4^|!x-Z)TA2
2}#3m`0LVtBc?eDOAfJvCzLgRN&&&h@gR|aXZG{vS*`I2n|lQBElTpc^sMNO`C&(%jfxzw8M)^WLE%P#yhpymBIGe5c)k(x)&Cx{45emm0RMmy{w(fM)(s10YI5J;XXWSR2S`TIYr;k<1&{;gEa#vzbHc9q6q|Po^dzB^bgdZstP&rGIhk`Dat<CVfIC2Z<~-t-^PqUn
18F(mMJY|M=NwIu^PrXaWdr28SM8~8{^6`_pK*j!&cOpYTwOdNXJhix-L^KR{4@ITkRv_;1epVx@E>nkdToP47g*1NFe4ZxoSwUI2z(<au4QXij`&?c_3}S)KzZM~pl|_x7s`l!+{z8Z_lR46ROwNeH^;wK<;_(cJn9|;MkgEY)ag6xf*sXmiMeMNo0F`OJB2oDGA<*^
=^7>!N5>{w9%q53I-a;-Rvo?taBm!)tufG#Y&iuYIT)Sd(C)CaDUO@*RDBxU-#LVP2iM&UY3BDS=G_lQ_Z8wlU_>7o97=k%=KGEEE|@wn+qGPBXV8Jr?j0)TUvgFE8G&Lt;;qmKq5k1IGC;r*+G7dcp+E&gEDYoc;2H}RXikBOGpO-x4lq+<f-gR}?e6GU2}G-H7mnKl
PZJO*_Bn=g7%?+oGs%N1Cb0iV0Cb8V)Yr62yFYJMcAg7bo+C%aBArB=G!jH!70bBO5=3ehM~LzvxA3`2*AQ9bjzh-imgx3KWRPay6RHb5`GA!D+K?!QwV?ye7W+4JBg!Sep|+;^MhZGW<$cEQDR{u;6O;i+&_Un^m0`YOXELAA>*V*B`%7|1`zcDf+)t5c<vszV<vz55
gz_78s1pg?)YK!b0+*&7Ra`yC_y*xGdy63091Tub9bwxFJ;wSoj0OqD@Ef~$n7W1gYF0O}u2@{cS=g6059Gsk%$^fM`-)x?1!iXI`ERW7L`_WBfWAO5QJ6dZxo+kS-E;==h{H=WA;{gg>D2-qXJT4(LBNCgx46n1*MGp7<#%iz#P1zcqzD&Il_dX`zUh{2M)GkZWNeV$
i+8KQ^Hq6s_fB}5j*odgAy(YqbuX9iYMsuXN^n{;a%}q!>!pX>>U+S`+}OCi3Kv$m5F}UHb$$T_|H)fQ6a)U*BDRH<G;{}T<jI=$^$b9m_VwcUhR&|QCB)9OZ|Op|Z?R}0fGRYB^a_373?!$SFQn^jy41Hvvo;fWX2=uo__!ZA9)->@Q$heEBmHX*8(;6X34rdtA=&hX
XsHQ)i63-tfQ>_HnrpfDnXV#fYTqB?7vi4GTaKI0fhoTCC%)~Y%<R_3mHyS`1~^Jbm>7c}@xd|hi;D^HG22`x=3|=%H^HwZHipY@yvvC;k?%e!;9=(;pmXBM9UilWd0qKC0H;F&mvs3OnEYe~k7ulQ36{^8mkq2V1<?6PdBgKXzEtQl_q^Q5u{7>&V<Icw>Q!hz!Px*-
W*tcBnJIdA6pp2I429BHJ_7WDV&Y=nJ$I}QqG5nu-afbxy7P`_L4gZq4i&a32|BrziKn&bVp6~;5~_#3Vb#3(+LZ5FhnHR9-`6WPL0#~CnFC`Wf_^wp%RKDiHh|>x&jI$_N0y9-M!~wg=EkD5#bTYEH%22U7HfE6fI<x-&ksi~5Kb|T%G)5tn(Q9J`*WWjzbOAu0vnWT
Iumr6_pez3W;4?_9vjiyKCo@|%Ii9qY&<wkTBk%49rUt-z4uat5@reoBOT`W4=-H!8_hEH+DV2S4v0koatRmy_=Raqrt(mn#di|9q#C-4jt+@FdmM-KI4F?j%QK9ylNJIpDsi@Ef4R&f%jbza&YZ^%V>pka3}8<7)Z3X)RzlL>vDX6golk4b-4&lHnspaEN#^uC)&Rtv
1ZM=p5Xe6zuLYj<YfT=dr~Mo-g%v+rxx%kW(A5@nU0WP;f}1Va52k_mXC?yaUeo%>QhFuT&MV(?I8s?31j7@IHLxC%F8I;v*QDlxr8wsGo7n=P0uhX=-(93&-@0RduPNFRy#eD5Rerl8kTGJOHF!yi1fWq!KmykVK-^219Ur8~F>|{zj{nMpnSg|T`=Dy<0T<nswF7=;
H`Ct{i-1i!ySKx=KNA9MlUEeKV_uxOJhR95FzcEf;FD0mW9Bd&4VDQGik*E95lHvcrRiX^AqekU-Ncoe7pqKFN=>Vn1Sp>QI#GM`jgv4xuFdR<&0DQ`YdN?RC=;6~<@w7?aQB4Y-~C}{ZqI~#u{@Pg2<R}kE9~)&0A{U2)r|7@wUQ+C!iD`G=5Ix_G?rM^f!eBfE>2}W
c{JlIxZ;@X^U1b7CM;@Xa>>gZGr`>i32ZqYO-jE*PL&EP5IaUv3{e^Zp(H%1iU_EjF9O=8$5?l6{YYexTs1pE(moGi*62c6DG9=^xptQr+OVzGRV2a~5L=yi{V=%3HC>(wQs_}o_%GuU(`s>O-*#vRfI!K~mOZ{R)N*pcNQntkM2quRWVq6gTsDA}Llky#WuMk|vKSo%
Y{HCSuslm~3v6oeLu_Tq9RYwuBd<S(=8}MUr9w4)BStV)mB<zTmH@l4$1$K<-LaAIUj@|B1QN>-hpX5XROc?>-KnAqD4qXX_?8VzoRv#oA8X75voL3gl{uJBkhs_XjIc$W06g6D2wI}~K~x?TUxckba?lVG#;ocApg8ixDuNcMb7!SQG%NJ^ge4Ho3p*jQyN%Fm1eF=V
6aRJT*YI1Gl|Qhren*n<{|i~<l998{A_SV{M93l|p7jz@U`+vG$<nO>5RjF~h)ukoGB&{&h3edp4t`?&kUf2_5(|j5ea?$xa(=wIq?MmfHwmh@C&nolBM!M)<&elg)YImqharD38evab)j0<vFmG&=nt=#}EKs(X^Fo50Pc`L<Q>dWnRV9g0qoiW{b*OTcoGK{c`QW?<
Y*OSI1v2FrjTnp|vfVraRyXBYg8GrSZ7_J?M}p3@>4K|0iqUsfoWuREDArMpSk28^bR=<Ayj&CDuV(k2?y!yEP=C}|?WBlAuj2&(*aQ(-;`h~&X!MEz<WC7V1jY?#u-kWm2pvY)3N9FP;HMzs@|M>_Du+D;&Jghk1|ya{BEcd8diNBprySJi*$+-I`@aUK$|aW&7ATP`
g5u8tY#4AJUzpyfQ3XaX)`^rH?f?g1h6^Jq3|uIlkY5Zx$pSISyHH4>@$<Dk$6xqtm0(VMbjk1vh05eROCFS9z-jd04v1nBh(AOOLLdYJNC1(g8HX>j#vJ!<T=HT-r1)%YWW1Q16F^CA+|luwzmSGk7`y<+%+a~3J<l@N4Kj*+EsHcaoeTUd!EX9838os0&nWzkOU1Z5
@Psz-kcZ!bm(3_#@q2L0yLnKG3SefiE}AK9=C6@4B;Gme;ROC<xlf&DGD2j4Zd3Jy(SQVyJliUyX6dVAv;vSMf29tWxL##Snu7jXeb>IJeui8(t1=p=Je39wHxsOvfY|q#fl}Jbn8b0jjOC2z!3o7|<r)ca%(A%IVI?j@35YD*vEai5zOZ@6#Cr3YIaQ!_?BxjAZ*xo)
BH)_F2=#-U70g<1G?L{V3VIU=6sSNc_##ci06hNPD$?ENg1DI1H!z}03t#j2B7*17r1mE({^I793kE(~Hw;9b93|gd40W6~;*VvAc*479mYVmr{i2NY8<F;LXFx}nVPO@BjERuw(D)K_g88#Pq6e?c8_?#sxR3Iry9ZFTare?o2l*C`V5!=}4$cL*7(9{+uY9}UUOBuA
A8n}I_@cl|)o;R;0fY##p#GBw#xWXIT`>O8fAZHEI}indx%%eZcUS@Rv5p747x?oyKMDpF1}}eBw-8|PnU7lpk|Mb%fzY$<BfNkV8F%fu!Y2Dp_OUo0p_BoOSF4_dF?3k+9UB)e@Q8taT;6etmW-Fo@Lh1~+g>Wo3PR<`MH=H#P|ud{s8Z650y+A0+ssapU+>XP!AXTE
-9&m!MUljp^8N3GOj7W>E9BltD%ZG>No8tYcRp$Lko%^ySgmG%3yu?zz@}j%B4sJ)@K!q!vf}iOYxXVcYlvni^$Yrx4J3@|=Wn%x>lO+A2y-O79yY>Rz{#!#{>0we?|k~^PIbnMGqITEP6wYys8dB4geHYtW%$r^mAi6~M|6f6E6`4fq8^V&$O3V!q>|@KoL79s+K4xS
(@3fH2l~Dg85E?e9Q0g5fdVZm34XKImdzD@#d(>xLGxc?{$ew#^BKX9COD#7gY(Sr2?dxL%xz{E>3NsDDaq?QYh~ZAVDY)_<o2HgowDTt^HhYu=Do%!Wy~qnz1oQG-0}byOF0O7h|Nd3xy?r=qBmK!N~WPK-D7%s%FaT()?Cmd-RZmEET0;v4SpHZ^ib7ag)PB1!LiN@
WP9mic2-d4{><HIN8NfJUxl-Bx=pakmA4Q^4V>Z{6a1+If3)gw1;y(DK$EZRDf=uW&zyOA6FcS`^A5Y|&b&X1qQdO1Fk5|thdh5hcG4BtD&`#XdOz;?jaDKb#wHxt*{F#)wVBiNp1o^Qg)7V|Bonp{02pj^D9l0ks|G95O-KnC4D)6y3U0cXKuFO9{Z)D4ssx3)^BE?A
&D-<W5=a8fuS&DyJ@cSffvBE8ULjs#jx?hB5TiXL?^Sk%YOGA~+h|h}W7b~*AN&H6Clg#AC~ckh#S{exx_^N?X<{}qkG?N&|Md+<fCL;aV0cu2AT$pkrt|R_)x|;nw>^R606z4<-Zk9-@>_MsS*P>Lx(gkzjeP`LPh~~?)#;&o*S_LBs=3G?fvLfZ!5o{Mb@v%%@<0Q?
gT>t{yWb2)`5T@x4h8t;#45;uh~WVxxps2)hGSHR(K-1Y&awHzLp%rt(AKiJD3J_;EGq?O^r87^VvHz8moBhA=oXh8jtsX>elqkTi>3Q6Y#w@LnM6+j=LYhj%=A}X0Bb5|$-e{M1BCQGU1Nft%>?)2wWPn}0x=?vK3o8EfyE~B3g;-&*5JqjXdOZw9$omiIg$e|cb;#=
g^>V=+h&-(12lDi3I9Y^HWs^KIsZ3vm8)mS_;<(y$BaKFW8{Tpk(c;Ih%!W8Wd0km(!awS{vGJ*-+->R0U)zkcL=ld@k7WWOo68*y2hB(SsicqKjHr}(N71}R0@I3`1zchF*zr6%PEcDqQC4V=hqdMoYUR)i=A^as2nTSXOlKd%dwzxPTT~zG_smz@FEf-;f}7qCI>6y
&Z~;S^I)x$pl?GGG(<a<Q>Rz@aPGt%v-`8)0dxqZlWa5_Z+b>u>~giNSH+2$4EQ2_0}LH~x+XukhIEr#k}xBiDxBM3y4@C7#_0qRhVTSDz23S9w&B(iquoXd)`V#X{q~)T*m<7%zB`o$-gzK`Zg0^A@OtLhX5qZ@DXEp{uqt)Vi?QYoY1Sp~vt2155`l=8zl2exE~GTl
;B7oS<X}paoFu~`q0c6|Z%$n(&$N-A&S+2mCL_^aQB6Pe$n)cR|C>iDzeew<tNi*Tn~(%uX_cUTO{TEhzouP!kDm0NcPC1E7w`aJ0PbU<<v3|*D%Oh^pBMXLEh-fy<o!@E@dfX4*WuE1$(R$TfUQhOl=+=&Z_cL@!MT+0xUVw(Bj%gSXTZ(GWtQv5&4Z90M!8R_BnKgx
^M-;;81mIqmfs<3OHjU?%Yp#Y1v&_ICI;e0ZT4v|Ho&qpa%YlAaT~c;U@m2&0w8rQZUIYO4?Kn@j+Y*!>i;`&v+rWwt9#+UQq}&#GYK$|kOtB&-Y63;P9ZwUhQQJ+{fIXnnB4|;hf~LVC4SpBk)`G~MtI^&dnb$Hmi=?Tfow7TYKAYFgl75}gfVA`(8Mh!kb|S>CBB9a
93k1=y7`k-AdBoVY6eMT)4q1zs3k`|2Tx4J?K|E?6YaVSfu(iZ{XopQ?5siX2d+0g)r-=>3<?J`%;dH=#5q+;UBt&*xqW#S4I;wu{=-wX^t?X0@$@hymqAG4Lr4x06fsAO3PC2u;?WRXVqQNF1{y%VDd>xT?#^%W!8M)4Z1jSWn@;gqkO65P3HsdA1Af62KHzwUB01F(
+7bH5Y&eaeLX^5iSdxw&3vJxd>k`(CY&MdF%-p6aTafRGAc23vWBT<0dWGri`V^#sUMonpg35MMJ%C{4AqDvmD)*jgb#D&&1EpBaPuoIbRg7EqXf}BQNVDxsP)R8P3p?2@lVf!E0^ZkbJ*7<WbR!7u>^U2}Hr_R~LSOW6I6}Y{qiX7RQQYl|Q-Oum$?*&E%WXM!HUeW%
D-TXA#LaoGEfr_d55p=|MI!vLc(@<ZD`IofTrrj<W}JJ{X&9Ja{k}@~>=b|WTsRYIuodLUWA3X+(F+m-bC$iGEE1RG2l{bNkMniS(~orBUf*ZO=4vc&+2bR4Fv0W6GdltWv+3TL_Y`@Ok=}vA+n7;wbj-=ZHywA8W00Wtb^P%){1KGLBe$P3JAh)zbM~{=CzE{Nyx<US
3{Afx+?U{4huPgKy%l_%0_sG@7`Ay>iL)R3V0eJ-KO2<+=@RZpsl7vI{hEzV-Hfm$q@Qy5G29wcfzFb~l;o7LJev)4C<;6N^-2RWo3=7W<v)Tz^UWtXHtS05ksksY-Bu`5YM120oOcL@1~km{I>aYQBgDdH2L5$vaj^*yGT+v{!2{cXvIn?7wh_|V(S9fa(@beX;gvT<
*t-kHJiplz^rCt%-yFUCJDy;rBcX^qW$zv7hxyA3PwwU2vxhJa2vp9K9ZBU1^YN9P@TAOC=;RWf4)#$A%=`3%=INZTyN3hKi;?iEvXyx{c6X$g#3Boo;8w5rWZ~=2r+D!MP!uyC>G&+K(#uiE6eHV9l|aI=*a*-{i4+`d7aj>iQ;&<SPFQSDg6j^rab^_yb+gR{R`cTY
6^Xz3>X8>@248v-m~=F$p&by_$NmIE+p~Ov6nkJBBipVZ=n1SN-6Y{u7!HXcIx+785hKABJuwK%Bsd`Y7X#gpH#HX^?^K`wI+U&o8GB&_7UZLhujH!WQiJq5{8J_@WtWIn#`CaB$a47a;lKYs!T$Rl1)=l=BKK`0FPn_K`uf)_=~SWD{(UL@yE!2C$!uiuH+$Gi+5a1|
&`|#;YyX?O;lx8ZJ=uK9sqlr)M3(GT^gNtZ*cmi1zyC8Yeq7p&#Me3>M#kwfMKo1&x=iJc>M}>%K!>S_knL$Ipm=1?&if78;jEs#6VKnBU2-46)t1nQ?~u2Xz|z48IUfpPc3J+2^crjUg@^^vcTkb7-gdzhl(I=BXR$hUfU2Ob-1H^jLCcEw^it-hWnK#^C6O(Tw2&$s
A4o1JLLtPHODTf|(>OM25qwI|i>Xm8K{LEFNZ-)TDIBq^u*gD{xcEj&hT=!?Yb=qh7sz0N{0g#c_Vl|`Wzzx_X*MX$ONW3Q$E9bie^(jIT!>so_O-G+_cWa<b=tC(x{T>Fu^i?D>l9Vxs%yneP`w=d!b{M!5=~rOH@mS8hKpq|p2f{g0W>%H$L6N^5-;J<+tkZAix#no
to>RFsxoZ8(^zkQz<TC~%u0Xyq^-O&3A*$Q|8Kkohr0`INs5f!4rr+)5+r{1PDq5MiE3su`4rt$meD*B#1iH!YX_N&Xx+fWmY^9(vyoTs%zpRs-VJ2IB2f+~t9R^zM}A!cWvJ<LW_TXOtJN(B61Vp^ofAU@jI{iKN5mZ){0LMUctVCb9!yzIIou`0RBJ8Ck4y>Cj^RO*
F=B0524^L$z-!;7lw9NHPtH}o<{5{STEh7%#8UCd&og4qoB}_>x(LKhT&X0LYbT~a^g$!y0jq6XAhR$L+_TARO3*xRoJg`hL_Q!B=w~Gx$g4VW1*y84&n{Rfwzr15tYmKxZvZPt%HyT1+mmj6&TfZ7x~&DyqVy0c2r(m2jHPL`6lw9c9%wM4?(bv;jCEqG$b^(J<NVSq
di)*>JH|hG;azXX@odD?fyle<CLwPEEkYLham3ug=gzEcM?3C@S;367V%J0L0XDU4L^B9CN+jIc@Ob%++lnc$Oc5o<z{zCGaPrZr?Z=EcOH-54wsQiO3A6V4Zq@OFL~MZvNpWefGjm2Spt#Zl7)}}E))bRqF&hlPsSCIyt~$-IOO2#L6_1QtcV^J7Cx<-~=U||=m)BQl
%#AKx;N$a)d$=Sp-^yncZIOW4qIZg3&vL<U1I^pKdqF%Df0RU)LIC=87u^sG+Msud^1?oZda~Lykn$4$e6piL<=QJbQs!@`u*%F3>jl5JfMxBRx?tTKp;rh2Yr<#Ea@u#3$zfI~Aw%RBF<;PBWMC5^n!ngxgK3oFq)1NzeAMYPi^DGM-FM3<-&*7eF;e~35}(t+u6#(0
J{|e=EWzCaBXI_?Myu>19jV%vG)|+`Iw~;^jEWzXYN<}^G%eH8uXr{?rVlM0Q5wtU(Xk!<13}?qbkGP(|3C=#zQ-q+f|)E09t7$mMqa`E0nAc}unk0Ba{yctES->bTu2Vw6|9|d`U%MGGM^;vCIL$X01@J*XXoPOw4LD}Z%g*@iXz{MK@U+Zr+^;D67vkhedNu)P@&FR
%2O<>Ss_qo3>Q;FRkbxARgzqh{fkjdC(5L|2@BqJu;P_jFAoZ0@4SPZrqUl$V45>>+;st`k5&XN8)%ypA9Lr_48hC8(3zrg>#WCw*DzX`wst_Q_47y;O5ZUlChDw};SN|h5&;77a}o**zBz1!JF@CfkUJqEB$KzYB+jVOUA3wNB&6Jx&9-mZPI{anCjd#a#Of|CfW4F8
XDI>Xq-yuQ+9AXjD-1$yNT>>bcK+Zc_>OKMzM8;$k>r^fl%fdC#BS9IO+Xn!e;jDWOw8)S?uXz6Xo+Mshy*I6yNsD%$?m47pb1XjdqjR28xQzYgtS)QiwRZyNrwsd@2d(g<UPCqN?_n50Js16z^1|-g}lH&Ssc$iJ?VAC)VW|-@-&HNw%l$c5l?~A0w!->SZC_ct`O^H
uL|k}L!7JFfch61hp>YCzoVoZtDDUyW$tZi8gcqv)wAC{DsLmIE@c<Io{v7@PQme?P-j$NM@@Qt=R<dxe7-AVmC}}%4xL+v+GO?3g*#>N&?U@C2eG*+3AKI5{*LU+a)yo$iyfhkK{ZGx1<a(9>FOoBO3hcO-y+eikZZ+@@<>EWAsC;H2G|)9z*F!)<NSCj9*u-~JE<-h
4jom-m51>AWEyu{wB!&>ht8_PD7VLJNGrKe{nJ31QX`O_j06~gJaUIOB7y}^MV`|gvC}r`mYETWyS57a7kVk(whKl|)gb{cCz14d)RGkO>p%u@cIUl9!yeBt=$ze}uX4&VD5ktm0)B18A>Yag440i(q*-<Pj(cZ72&KKVi~RuXvv@&OrG669;paAtf-v70Cl3?s{>)o*
0$$t)CqbKE+w8qw4k_mP<%;|K5UE)tY7YoL=4@0x)|9uL0{iDyne0zGej$>t_JAY~i_xZ2>U*LzrPUW|7^u5y3Jvy3W&8h^zl3j5ShD}K@XPZ73Be^!KHF+YByN(-YLGy)o}n#;Ey$cqB6GK!t)GOH>+Vl0)mBZXU{!wa`M?D?f<am7bCCA1{E``@b<Za`wh<~lkf(8a
LVvQ$giu`Q*cF4N78ff46)@)Lk@|#!^K4^<E{JWzL~WfRj=vh*rCIDwMe~PBtaT|?g((ob-<_hW3c+v>byMF7`<N^{SZNc*H>Bbf_`n3U<8Ct&JKd#}X`2CLC#HjSK@1WPl1LtW=h+~n@Aoo}WzpRcda-^Nh@}uP5kQZQ8NtUJ_Sg!3wQ)bi#1;X|VRo_E#`kW}ZlVN^
B?B$CVFF@-*=J|=Cr<%*Lv1>q&R;H}HyM0<P2+i};PNY;{%g9%Q+50S!h6$080jE@0>hbz5Bx$y<9iBO#+<O}X)m5%pa-FDehVa-$N?>$i`PeB;JW1#f`&OQZb>AUF|%^>?$Ak1Y0B)8%2dj*`V+)l`w48W3%T6(CSeM%bjGgzNZ&L(cJOV+CI3!S9%c3<kU||U6so$q
aI;?{x&Z~QaC%9M<fa6xP8owh$zy$&QHuuJplrr~jmi*{z_-Vn7p%xrcZ>KKrHr?#e7t3lq5UG9<60p8wKteopIBr_=po<v+$SDzs2&QRwpkZ?8Shl$Y}Mw)e&YU{|4J{Jf=aS3&Ku!Alg-sYV&~llw7|k#v<Z$<uMR<I`au#Jw?kUGq*cglsA<>54?;Qte+Lo^S%8ff
qzg#sOkuN$Bq!$U5O+jI68dnu>Jp2!YM7mO-CiIjYm~Bsu+k=90DMZ9gBsPVY*1d)38d(pU)$8~)v*fdV)s8$c>BaTRe%tm_d3KOQ4ohDZG{l8j#hOnJM@?kI?iu7j)r9@TnZ;<ikO;arOHJM53EAJ7!o*bD(<#3{kz{n(dan-#8q}0gY8p?+pqir7Kuz)vj2az|3SlN
J457VVT2WgCrph9TR{XrD1thOkh1zau^vmf-f&2O+Suk33jT7y2c!A`U<=$~_!hP?prnALMjVlYAKKrWSn>Q>G%$91#mR^j<y=uYK+U&@44sVPy$k0d)>5vfm<pC9K&1Ts($rYnjgAZKRPZhM1&@Bm$p=h6|B|Q$Xj;NVMo<)B5AX^MkJDwIR_m9Fj*6G*Lmvb1b|zPW
IRd@G<OGlT>t2ZSpR7ABvbP`#bdd1Y*@y>)T>GU5=Iz%iLG_4ima=xH7l*1%zfUXQ*M&t`A1w|qJV;3ap8fhR^Y8+l#PvNU`9Yt{41ZuXaPu88$9JUm-x*fhSW#}iE_X#*VdFt1<PYL+_FiC)@Mb~#Zs!jkj~JRH7-eK9F_a4fz)dbPz7MtB-)pcEB*Zy(OS}XU>ezkJ
G^O**qG>8FMh_oszlCP&KcU`>9cz9Z1N1z9{aM3|KMX#R3s=jrE2*};GlT_VyeIo$A>27kLCosLl%`0Do&sJH8nC=Idj?}Igc$mTTt)7=N5Xw`2toHkuy6iPyf4ac>G(9R<MLZbw$|)q_`1}B*8nAZedb&bdVdej_l`UklEEhpbD-YHQl*L%yH-oVFIaM33Jk;b&FpwO
W3g!A$OXa@DPJu`)(NVDtH<Q!*yD0Ml((`hiNZbLvTj*0-iB74s1>ck#<=&IQBv#g+}O_G0vm+%GF%Dd;AeZE?$05`YgUPE{tD93aXaqvTo5bV8@QkzXZn`4rRLe1e#{_x7jN1R-I-Z!6JYi<^2sy%(FRV=?~83>QDD!P&pjk0XOpoh`e(4INzkQRp3L@(?j&Na&sUGg
7ptAoZY9WwK)#O_p2!xy*sHdD=kGoAI)M4oTMM42Sro`LuqbRNkEB9kSzmFB$VVje^j(WBf;-KJXR#m&jSilXbyytj00hZW!1W?xV8LhO;_`IfcZ_11#zVZIeJi7Af?4M!LeTg5g7AXxh(Tq4L2FjLhT^-h<h3P{E7%C8RV1(taDfdzVf%`>AwY9M^HbxaLkwHTWid0e
bOp1F{AA;;bv|W@_=8KB^A1|#UdfRX$8Gc+JIjD}EQh@}2Yrx>_X%Lj#qAb%5(chtKsoF_IRxTz?)m1h9&>1xV7m=Sb@E8r71-JinG4@=%n=f04!0K&a+=LruR7&D#iXV!VnwFjinfD_UaY8A4IijxJjmr_sHFQeK^$E*Mg0w@;ip&QeDrmwTjd5F!RG|2{w^<8V?>+A
=Io;H{HVe6`!bA?g7T4?+|0YT@|tjc5&g#KebX&foo-ttc=(rhym3YDz%+PQ0K$DdevPohKEjy#`uO3QL=U$S3phwKj4T!#)YunrSW26Px{9#3l3QrV9#9f&AUZr&uCYzd845VhU&DKH;HV|B`}RB*+fK=s|KM{IWgocAqc?MxUBGLm+3<PAmOt#IbH;cC_gq2&CsTGc
n4Zjb)h0;49GmqeuMkyZ+FBUyYwo!)MQEcst?}Yb{FHaW<~t?cxs)7~f?WC~+l@C^TxFxznhS>m;_6DUj%%%n?VJ=kYh#<=+-T_xApahhZ<&__8A%z<$tpdu>wjlIwsllEtrwY%TPF>+1oz_gVa99Cg#H8nzPh~Cn{+3DHLUN?w(U6UM_yPK!5$DcaHJR}uYnSfmul^H
#VRqxR7h{lQX^BIyMP34)MYm)v>R_+c|sERQPaTf1UfcbVt3uz!z1237rrm;`R4P*Moz_m5tvW6?I`eO{-QKS`o$DX%8IDT1ha(z2C`ag2~U6Ld(8$xbl1dqEBGdcL<Pvv?14#zGBSM5#OIX@nIqRSQ|VhFP1(LB^AD{R&X&i0USJw2SWWTcK_*D0sn^^&n8jq3@;5jl
CvNwR7f~h$!n186UxA8ibVwycau@n-qjMqyQRc?tFW#yC6q{N)O)0RQI82aPRgO?phL(AQA3Ws26g>sh{Aib#Xn3t2m*%p&nlwv^$vnaO(1S>^4pRsqYheU!BW|*ki)N8<eLqXN5HIoqE?dcDH<f{PTXNwehR!?%>wS>&Y>c!xm<GRQ5+u^prITQ$lu$s%O33h1-9`K(
sXoAcg?UEOjQT}tn$^2(vpHHpfCkA}UT6{WlX#zj8vDa`9S>m9P@Gl0acUHv^3H^Zs#Pq(GA2dI@tT}dvu)rAdr?+HJqivQ$O9#ZT|9vQkRWQYwGw2rwT9|2aL&~B_YJzs;Kk9bLcN9xmQYB*%rnh9rfr`YRfIzF6`c(B+_7e#Wt4)OX-8YG!Z*wSDn1IV6r!EClyZ&Q
iXl13wWIf(a@3UG+)JHoCzF7^?|dPM)l&guR@oGdl)i1bn0KZguYv+*F%uKK>_Tv~%5DKBgfGMBUF}NI%K(;S*M&2Zx=XCyIqdt(5$m{GHJ`{%-OJjhb%YDZvWh#++%aKJDsGyRwuFM9!`oqUCX-eR+)fa?+^m}iKb^T9z@5yxPkhVM$gI-}EL51Mwm@BAoz4aYGlRes
GG!Ims1CDr-W~o48U%OgFwDkXTGJFbN!etW_yCw_ONl@X0*2BsKV&@F9v$W^Xv+d37+fDnWRzOI4j?YHhs`P%m|SjQxOpLgZO{*I-ksRtI8%sH&EO^_t>{z9tmO;D1LyS$;C!ra8eiEDPKwCudRc<=d7#rGgCguQrHQYbiOqhY3a~}7?pI;4wl;rx3_iJq`Omr}+HS3m
Z4=`ADw57_oh-I45JggwMlGqBDp(xauO8=NbMw{np<4}$ixcLWy|FVCPEq};2C5$FmAujjOV3Mw)bk#rGp2grs7v_kNCQhC2tiYwU++zfG(zziMm&~ZP|NczV)w?Su;fP%Ti%|;iXSbJ?^D#D<h{U+k38WMAy6JUS!U!6D-nJz!k0vjO@;)^Wds8xg8LkKfG>jT{SC%`
_?PfIBKv=MO!W^pwf~O4{oM~OyJVgL3HGvn?Xx)eY+@c5o}huV$j)XF+Ru81Hw(7hER2dQll?iCX5`4>34BD((GfY~#n5-5MDO8%PYbiBa^R9gCte2~<+O#emWWP+UoBF8?jB0^RAz+3$su5!W4|re(K(=2bDreM0i>C8Khb=T7m(x&KWN^`VswBjYKoA&o(zzoN@AJ4
+>v;ZfKP`u4QvOzjF6iIyiQ#$9J*W=kDqB8c(}~tV>T6+#IL~)4nLFgd4yhJqCBC^Rz?1dI|LP)(u{*5VuulXeO2Z0fWJijA>h+^I4$c=jpB86SRbrR+5}JpqmL^(E~{@8<tH(1<SA~5y>rJ!pLDkuBLW*C#Ne@w9mh5U9ZXA3j#Gxxn^8hCyCk2cMmMI=32BVZ#IF9O
Zl0b6@N@$N`%~PBwd2m~Drt4DOCaXQXrR0|j!2n0(p4U%Od$id-1JNjgw5Qq!3nlf5O5C8k`)z7sb!eBKG{P|%_KbI>p29lS`2I6WpqcRA3O9#hdXkxuIV3<!h^;>`iZgG=pNQ97Kf0S3P5&5%keN9p%&^*A9w==p&KJ)S^eC{gG?l!NBqR+k-CdD8J*iepD_@bIXj1N
o8EZ>pmaG^;0<NGve1g)Qqg?^T7m*$DRWrxV-hrtiw_8cnV_|ci5wT7<!SjRAYd@Y#ZMGk(K4k_7qjNQ3wjaqznbol5d+Hp?i2)I+6W+tl7gir_-AI9ua#)<6B#Pz&k}JE<*G2Ec^5Q@%O^xv65t_X();vCY=qb>IYHFp{$9kS{lD|cGdkHNui9c%7A&J{F3fj>m#3<)
H??sf4)wn0X&{RAy|{Z1CK0~T96UiE;N#JwE5w6m7Yg;RfJi5<Un9BBR~og9yLlN>gs|_LTr>*j4Dr8jieMDbN3>hC5j$d2up_qlh0`4uM3VaDreHHR8+F^W;YZND5<^MPr>Gq@E4((!@!-ulO4SRzPKQ!uVRff1RRp?01`}2elZ?|wZxt7D6TLY0Be9e|sD;M^FWqJp
D7my^jxhyyM;TA&nP*%Q3v3>y2eNsyckRPq{@Cru`!>Ym_&W%&BzUC97oft5kB4ku>wPw`jwI-0GVIN6ZZ^WzXFpqxPO6B3n<I(Ru|4=g=1{6ZT}#9!*J{jhJv$sT|JS~a=zhMw^A4H^ibJH}5i)PBIy8LC0L&-6n4JOVtvs$Y_<<?>xK9uDQ534(@BA6Mr>PqXR8qgd
o851s2FAD6xWB1TKQO!mR|3Y1E7%{~)-06oM0tij^5x$}M*3qmYVw#q%3LNNS8PK6@t7hw;O!3X1E=<2N*u^|i}Pr_OW%|;$xM25?3?c6fyM7`D(FMxrkaK}H<k2_#S1``Jql-cW+{l_QlT5UbbtD-fBLe}rw%HCxZb7!>j{$s6b<2scMsLAy@#Zjd|BrHz5Si4*+@f@
@?YCE_S}o0r0RJ`--H~e=F5r-w93*d3NK;H1fR7Mm~uAqjW(&>5^TlDJYQI^5Q6NCp=`KI!Q?Fc;vgNDVcr6*JIo?d(hTd}eJa5jcrlpPAZMz#vD<lL*E#Z0tF`=qxok)vgm)(5IGG{?l5sbge!b{IZJtXlLgD!?>_&^y$0>0rSwXmw)2-!*?)E{00BM3L`1Bh=Jw<l;
<8?FfewA#k5wTW#^3prx5>XQaga!p_EL0=|&BKa3u1fP-i1cm=BTcSQ*b^WJEu&}PD}46IJa)UPCsQ_4k=K}<U)tech>5hLmu~KY?|2eqagjA9!GzAk_2S@}plcB4CH)>)Pu#UfkP&vfDoOa_M^VDQ<Ks3YQ}UcR`w188to&e)5BBM(n8#VQe>QqR7s_2>`CRjnjYKw5
LNXi8cAntav&#r5^d;gZ8BfR`Lcz`=JFkAKGNO@*o$cT;io50#BjsZ^77n(w8Uq4MM=K0K@QRIEF4TrZ*IF?F@9@lnWirXc50nN5_wOB#mEsEN_cK25y@8s*D9kPk>_J#yGf#8>?IoG6PGG_cK%Ec!a>=uQM#c2(M>lduo{XQPDSJ<&DslKRf4PAW@@vKHLJ0kfT5mSm
V&jt09yvjIZ`iUVq~Alqw~l|{fu%8<G@LV3)q~t>B?w2zKV$a!*+|f1Uk2`cC3y3-d2tx#wWdALJem=N4A@hc9NX)GS`=+&7(>XrV2>0qhFli;HZ#mwY*Aw*L0oGx_2KqnWTp=IRRB4^Sq^RtNZ{hkyN^h)dHa*qnE1?!J*vR618_uyd+#N3)DeG6o|gnubG=bWPo6?h
IZieS)+N5O7p!lW5-@mdglQ<jV#7DpQoa?j?>eFh^rNg$gg|O&{{C$1+69(3qEYj4kKvhVf!3b@8yRO|fxV#GL<09#QVy1^S10l+5k=4YBi_dO6s@>V;a9kMB#|*$apk_qH$4#<33}hB=m>~!&IfosSj~9pkr!ET40o{CITBRlJ)O9~dSewMN&f9Xmb}k5gj%(5Q<qTl
?@a_uM2pIgZx0b{;b$mdVl4K%q*A3I&_$|S0;K@d-=^o39G$Xo;Lwiv*bc+&qs95_pHZ5y=yZd8YWN(Bt3#W>{Ii^K3D^T*mRyWCf-}+yjr+5RpzYBc^Z69tL5Dz%PP{|_uCoN<RdnU@E|4$fsG25a%c{>@SNqIX8ZDv_!V;-X3I8<MIFviZ{!OCCG{@_CPj4v!p?tp6
#SB$<aPCOqAHw={U5K0JH2VukSeNiUOCEDuvaeSlNyTfC`f=JNh(HJ!vHB7`1BeqP>znpux;0`S7$Su5TM;rtkvAs!Et_FL2r(RHTK?|MH31X-)gA;cM@%38OUP!GO2!+r2>52*HqJUzWY%*`IS~Bh5Of2nDw|>A_T-SG%y~vEhlYQ-c<YHzqLSH1uTE1yIoyGq=>I^$
I^|PLf>rxP)5_}k0uXB@&nFd6Adihk*Etr7I<HSoOk-#W^Ufzpbc{jwubh_><zQ0)YzUo*AQ9+eazKjX3EDh|GWeV?o17>95k~T`kq3|vR+qrSVTo$ZD>$&fv4Vr`VsHs5SjdXYq;Qf)n%M4yS6i$!`JZU-{Le&i{_As-iCOy7-z4umW$t)g_A_S+Ow2NQC(5yf3Elqn
u_CB>Mc{EpnPe+r)O}UFDgP63Sz!|zrmhLvVu-4y5)(`w#k*?Ws+O^*d)VoM=-86?%zEUhbwrXpYQ$IvxNz<yNbZ`|s~$(YOW9LD?gWj$^X8)h(%+%Ih1Lt%b5MddVdM$nQSfJxZs(4TXOzGE`WQ1ngoqInWyG2d%7{rz$rD5B&1+7O`jNmtPx-ZjD^~Unh^jTgZy%P@
cN6@q47*}V)s%t<-A#vrAPjdRk0uciH*5>X_CTT?q|1lHq`&DR{$S}0BZ$;u><z?%Y|{FS8cWRoi$E5)ceIy0<sIajRsxs6fXg@(VSXGragU8eGy5Qtp9j7E27YA;(gcmz_0NPl-fJ#WfKRrK96x_-++atYaVs94s&t3cv5d13x=wyrMbxIZK-`76&|KUf02Gdb<CbmK
OmG&<sER{K{C4Pq4rs9sV6z0^B5_f)tHn<-$QBidLS--oXpc~q>=B?+9rr>)!7G+4XVNaJ$ne`}+)|W^p({iwg&=S?+AO=`0EJF~K*s54A;rg8c0SJXy@FNutO{m~2|=SQ$!8JGsNMqnBtf+MdQq4Gi1=w4QKO89l!7lp31+(My96^(%&&kfJP&c>3J>;~Z;V9vQ-+R~
AfgU9I|hmoO+uiEQF>|?drDipHm~CLo<=Bx&XR)`Erm!$%YV+j%-Kdg|E>G1imC7CPbH?fn}|>i7zvYFkU+gbyn(u^jdHw$wl?dq-h4tzcv~A?OhRNB5%Fuq#x^z!f5IK>j2od0W%JYV3p^(6JMnfSq^}$*$a8!=JDiYysdcmDom&6yGD}=SHmmNf0w<LEE<igX#3cVt
_9qI)zHGGDcfoS?R-dh4E>tUidC#A??6bkG^mp8DviGcCa7Qe#dOPc(C9xdkCDiT)9g9pSAT%V^Aj?4{NT~jPahw<WlOi^0MzlSEdLYcvRH~}J3F~4xeiy%-rNlDq9)VFtLY3i1Y4@n^iT#gY)Z%WPai8u5kr3SrLfa7$?GA`=?V=mb2g6hhJQY+_UiitX^pw;pj+Tf*
{9_+@QU3ggLZO3QfJJ!*!)>R=wUg7R$tdmTE6I?~Augy2DERwg*+xY=Ry#WHO!qaXrmxvFA_ewX@gdoMV7vUc;9EUX28d9ZQ6quW6NqxFRTj06AA&pC5~TJiv*{~w`V4@mjUTO=XBWb(ZmJ}b5v$dy3*t%9cXr?V&U&|5iq5l(^!-;v#`35rU<AR~J7>siu|L#Dwj3JE
b1F|2z^Y~N<m$*q^WrWm=K)Tw;1$3kD&mQyV2sR0qdgGtE&u?jRvj|R;8xyaTp_8|;fE!)V|zUCsxY_(oMW<n&X5+vd-W~?S{DdhG4w{xX@PWwkKnSxHVMdwIq=EOR-nG6R>G4r^Q!L+gQ()^<wf_%n+X>6(}&7>N1UHAF5B-s;4jdx!+$0EM4s&Rd876_{8kE<53#OF
VXj+Z5*4^&eC=>|ULK?&EZ}OiaZ8Zb_;~6i7v9>&v3g*AxfNS)>y*JfVrNL^baIaH)p=H&QRF`qdzAj#A@&oUZ}89WXrQ}KD9&lqMlSdQ>pgikXP?e4z$<WGj_{=NpO9XSbGvWtVuaWjrxH{Xo|e#)7Z2WUij3o4f~yVm-&Ty@Mu6wKZIkrvrkcHyJRx%UwCs&^7@S4#
Uc{)-rZ;jLVfIzxh=kS*vT?0FKjT4=wYEYDki;qm$0L4!vd6oJ;zBaINuEwa^0^#l%MEf3kMb_y{Mm@izci>bVYc#!z})=s-o#sQ2g7@q&nm~j=Ag)HzD)cQT4^~n$EM?KqZE0Bj(^;4Wyr1Nq{N<&b}JT9x)!2$PhqxuhsS(<H4vDh7EcmTcD8>xhMQiZiX4BkFw|XO
i^FK3KEj1Hip{YL>^#DMGYWXLnw)I7NcIk$k{Erg5!Y)H8?-QoZg$LaT48udo7Jk33z>p+3m(sFouP{`aXfg{$+s^0Vb<XaSBwt<J}*!JecbHEZpOV`#79=JO7PvNCGMV!-fIoWoD^3yN}0Z#?TgXM&plE^eBKiM^Z9|s!ePGhhIkuv;k;b8$9Kfs;&&6$J$9Z9N^P~m
{1C8n@+_H7&7caD&21>0+zZ<%!fN1jxGErxVKzG=t`fi>K`r|fmaw&h5o2QPFf0-X|JaNAv=F`nR$$pz^Zt8q!^#a{378V|7Zy?gg9G2x9a9OO=xaagWz?*wdf(JP-+S?76$MdZ>sn(hO%+WLAg2Sb1aUzKl3|rB^7#niEvT18VLQST<2%cFKVT>rg*h@F%VK<KWsKz@
><}YC1muxNxI|QbgeSs=pmae@3@&1JFRnYV7o+ATfkbE_v_@W_#TI)0JS`N&LSEE&J}{>&4%^P~6-1wq3GNoFjFn$NSU((I1g;PgyE;rhdSP+<6x_s-fOc98uRLT0hghL0l|%~jZ=SylF^B!T4bIV}#FYyGVK92Ub%EVqrY<HIMrI%>B9`PwPJQ7P2}a<&Khmh<0zd+e
J`u}c37W7^ssUES$^&Ii$wo#oaUbuzN|1YFrZYufJqgt6lh$}uO_xu-qmXIiU(gMCDH}1A6_zjsA`w)ORU<^+<}*UnG(z+z!o`eG+8rTijeu2%;1B)*e-uxMGiDL1%p%Q~GlM*b>;r-}*idsGEY1l}G~DMC8|%cMyNVszv9<CJD%ufuagSglQp4onL*+bElS57&oMedO
+e*!$t|{lcc@A+Z^aLKC5i@kM<&Ao<b`|-7QK(oCjt3*VtrEDcP|oHWK=fD;f$0HpE<6z{CIBl^QN)S|e1e0=+$j{o*26nC|LB|B2>cst-lIs$ijxhjr6?j6HPjT@LG%IDu8OuUd9{N&7qjl6$EL#b{D#*(kS2^<iGnG0Wfp?KL2VuET_iXXqBj|@8TSxO(qiZ1J014j
yxtR?TE&IR%7=u$GCs2ki4uo(d)QG7b{xtR+<2DY$(g}JY6BDs3cr)hc>M!ukV)!BLK4+Glx)WPNL4%Oh=8E=6niw>VO(dlr%1{rjJ2;(M_qk7e}a0l44~kLO|Vpge0b;uOq%3(@f~jh%0uW8g*WB_kC6#piO&~y-}$Jg;2tz-Vi-jTpfj|^k|6MGdd^!g?IL!v#vUjX
08fKE8J?ls3I8$)GB*_E5*Ev3sU`LhwOP`EbTo@MddEF^Ak^;5<_tp*#b+|XjStyqSdkRErHrGna<X)&R>J2_Cn2~^$-4)e0q-v?woW6L{x@g-iOT@uY=-oRDTqTdHFEso0!eW5vJq7I5g2h;->191eu$==5<HRhVQ@Sjz&KuZNHC6yFv@BJTu#ri-au>xrJ2qTr=p8Z
fo@cZ(!4`IZqdU9ML?k!1g6pZ-xWi7=Q;zQ!RLVsGzn9o27ol*@WhX7p#SW~{vY=A;&Bdi?<LG+>o&yOwGi)?K*texUqDR5f(;6mVH}Dy`S?2`iAZog?ttGX#x*-0$87COK&A<Yzkt$Qf`#kA!>|McdO$6G)bbaR40hCQJ%juMhEsex#A9}j*u)-4)+H3zI8w0US}2tE
Es<Ppba`?IzVn6*K>j)W6azNuWmU&j8SZU-Wf%N<#~zGf5JdL4gYX4g9X;;zy^jZf1olFDyaHrGfe7Bnt{nj`6iQWk_;zlsye+KY@bV2-?ewOBB}4tf!W<rK_a(Lhf=wgAWhOH~?kv$YJTJESf$tDMeRmLz2^IN&l!GU2yw(FHM2Idc=fNvE+~G{4h#(nVGgV>_-hFLt
gf-W_K@cwi;~^RF0}$c^@;&>x$-7t2a&k`ZSzSZHbD!SNiq{B&fKwm>z=mW3<;^H95^1KyeBQ6u6<bQt*9t-ck&2mt3KlxpXuIZZe^dNTT8TpJO@VLnum?%%DA;$k{1R7h9d&~^1s&_kHtx3xMJ;xMchxd6?;`}!K|x7J4ALD}xJh+9KhK+ASt~IBP*dgZ`lc5EtNOP_
;t!ObG(nM24X&8PZq5F>+DLqqHUT>RP7o7=3%qPQ6TErC9zwf)y0Ck#;L9a3=gl5$VZ`n~Jo$qL;(B&Ph;KqsZH@RB#G(#*^R>G)a!|Z?go~&d%JFa)f=+x3K@CO=NGOPiObc)CF%EP>KS_ZCbo@cNGEd?3NL9-Zpe|8^+;=qzIxpkN4)0-t_P9<aNN>Kk<93EUpkr~<
UXN3bL7c8uoVoJ+S>{7C!FOA;5Rr{co;xUgiA(G3jEnBX?@!Pt=9iO{Vr2du+(B?Mi+8{Qyf$6w0G2<X71;5$Vh1a141G~|xCxJeAN@__g!SOYjaxQm;u6|oV*KP?epo`XGh%Vf(JJnUa4oEUHfPv2B#~e*iP5m;0v)^H7*7wq#09HtcDzaN7j-hiwUF^T<#(E$<W<cr
pcYi;tn=L+U=ux*wM1Ugk_jFOLTLi9FVf}^(igMtKHKwl&*dIJA>1i}e3ctX5-{jyFBfJTo4CdXJ$vb80F?0(7hWX+OH<OBo8Y#A1c+Lo<=sTaH_lho;FbdZ1Io9-a9uiKpB|Z{^V)u3;Ys~HI3B?3<4mBG-i^!oIY<|8B7s-f_Xqp8y8VDGj0ZXI6>w2iA1_at_t1pc
KsvzZNkB<}YSU)BInqSKP!JOWq8y|`<}adhdc|W0xRVG^#C*I}*+&;gp#+r)HPL+uKJ_KQj|CFy<{fEFrfce<3)1iDM(}M^BI7U<#BoqlaKiq$P#hB2#5_MO`<M=PVOuzny!+Y?9trC9bK?e<ji8hlj^!{hYPiVK`!2E@5WQV`+SpwLBvJ8BGZSc+xly**x^M&uY$`M9
`QmO1{rMJqHS@I}!{XovfFbaGA+A|8&-W=sELWSyqa8_pcG9yK?ry**8Nsn6gT9<9gbJMXO0WtTt)HttN|~_4*Fks(xq8$t_h;i=w#$W)rfGr;;q8J{KIBBP@}#q=Z>&#)P>f`f*De47gB$#E<v#E)|N3u#3rkB`mj6V=ZiFT10_2m(<5EF|Psu#p&NIq-HpQTA`YUp{
NEWj>%g(hPM9tEt$a!r+&Q0%}m%susVNW+JbaCm=f;PK+M<@iJ*zgv)x*UjAbI#9@Lq$`LzON_Oa&Wcr1olEj4%2=+Y54^+Z16Y-FYafGnGS8DSt0RJa1u)Rm|69NWo-!_e>mTyN>oZhCh)!zCQ$a;6l6g$x*fV;pBS`+-A~<5R?oEc`kgxFjM*i2eq8f}KZ0O_Oo*v+
1ePArK8c{L>|34E{BR)UI?9D~K_6HYddQYzbmVm)?4#59RQ|s1Y%~0((LqG7kHsGkP724gIr8YEFA!yZ9z}dovsL0{JYrye98JW+k@)zIoLtF#H>Qb;E5T<zytD4aowO_q-WxZ;jWG$tQT$S;RoWCH$V5#AFxRQMOXH2Hb}-Yhc7ir%`JNp`DA-ZNM##&S`&kllqpfSD
?kDO=G4sOcwpGtn76Dg_o*--9;Yu@;jTCmlgX?j<%A8$&m%)m-QA1!LZk*yl=I+KR-`5zSX=B_hgM%+_t^;yr(@3t<3X;fZqo5s+*V1bV>P~^9(HIr(fo(pw3xL+f+gEU-LVQq!+r&$9JY*&mMe3~^FH(2<RgS83l-5cvSgT?q^rN8wGB9pUP`Pe4{Pz_+`0uk)a#jv$
?Rfhr@~ZWaeuzSD(`~$#isbOd`4!bP^%fZ<GxwPq?d;<LCY}ylB(`L|?%4mq6h!2SUYh^Xv~d@e?u=6^*BhK4$pmWNB*<1o-zEx7sN=WqLwX1lWEoIoQndtVZ<-8Oz_~|1?)?Rxj+gVMwJ(DgI@$DcwmBt-+w@?D`*2^_S}`791n-X+Pt}Rn6Kp6CC~suF{M>_MQd;hL
U@E7bYu=ne+zG?|Zfb=4hmq2;-ozAXs`hPA)gfS`*d<`j5{2dk2Lcm&YSr_qQAkOMD%(7`S_@4^rSyWwAG|;bMeQiGS8H9AUb0`QH`7srdnGF&#74w`j;O{n!FhOCAb=a>?P`U+=KBwK&GDhfpn6N9q!@rh(*`hwQ(!YnS`T7<dteoV7wFq=X{&CDt!Uu+oxqcLM0$id
zSE<?-l=Ek68aGw7;6G`!GPl-UCL{TSuCG`2li4xrF(E4<mFwnm8;-;04#gcNH+Usl{Kbx*6*1<YxH5!BMyb|jq4Tel4(Y5=NZNji`iFP;9kxSN5MfJK<=b1JC$z52wh{2R%Z`8GU5-M0x7lS>&jx?+(D$&NM^NfUPQ=g;lZD0Ckf@Un%=1fm^vBh!HY|f`JBC+MZlhW
ad|eR7WGIUC+eK0w}>cbqm%ja55Uin!wMc(an?@HHO^N`!S~4d>M|IUoHdEYW^vaZlX<u2;%m4GHYH@b?7<p<xlOkD)(48z(aj!PDqUw9<U|*nJ?>39VbLh|%U&^81yo(YHZPlaI1b=Z<d69;bxCDm0&VOhuq(nAnfEG0Nz8k7;K(0kx4#I?t?bvkj?awl0n5{wCZm1r
U~ZV#vZ)W8y3niFt0X}eyC0RR8PQH2>!ynYN4l{PqjB0t2IyoZu0VjPJe6mxrXZ0rv$go)9GPD64lN8#xY&Nfj9cs!39%Nw+RjJS?ZdD*tb;dF0z2N~Xa`Z~#j$<hxD*yGGo|qb;`&}(erL@J3D$Q8UiAJG8(mB3Vg*QWM&p%nIufHXECdl7r>3#8Mh;KY2zxw6+I2Y^
Ik6S=jVx&Z@fa-MbgNln*KyL0<MvW{Z|5TZLr<3d%r~(Em`ZK^Q(_oBl?wmmuPCq=K^92xA{x|SrX?tvwec__BW&Rj43-GC${%oEvoOe6=bnXyeV9QOiB-a|vP0H;5@tPplhs)R&RpXYk<9FOKVtVwn1wl9jT|<XoM)y`x$b<XbxH*Oa_(H@oIe66W4LHJ^@Yi!`qN1Z
AU2fd+1T`Sjv&94DEwq&tO*b70O2|tx@c>`RiI_8#0(7f7TKf8nC0c=ckKO0fqDoS%WHSCnNLs@ZR(U3`QQqmRuTaZSQs5Kc@l|C6)@MI$ksjCz<B^zaUH<#PK&p(#3E=^VG9EQOBd}jDOhH$Ybt@L!k2CLW&uZd5|$H?O#(5qKRd|OG<tNw8ePEg9E(R&R+bX?4+6f*
Tfks$i2%M2EP(_;lPGj{cqo$rutC)$W|z=25Kc8Oks0@}rfOzkV)C23D0lNygh}e}PKqRUb^)_B1v|;_9XQy~d5^@5^j-Z4_Z;u{C-P4wV2jqM`FaYGBQQ>bsUuEdLaXiRk3egW6{AXNDAyQwD|oo2r_P4J>e0j_UT=yA;199sVy_m7`=5cp)Atj5bZMOq$b=^rTG(jn
Ij?ph$bTYeXja)$YLjhj`Us7neNBihh;@GDJ5u3*DTr;~RqZ)d$Ch&w2OtLmS}aS*7^0yhZUj_}=8SkkO%Q)Zco?mh%>#yJyCiT7EcT@7#1E0^hi}{OsKFoNungiJFs>$h2?7=gOe7RBw(jHp1cs2R8&5i<X#D;L993X+4j!Q|+Z5-7Q0XxMJ4nC)$pkDN1;6w80+G)@
3j|p|sTM4a9-^Uak#44RGCF6q+47#lkQfZ5kz_W}8gN7ka6Y;ax8n`@Zg!qQ@#tV7e(-SONFf?QXp4Td3i>1ocJs4Q|0Q^w#*7<u`JH`l%+~F1?Fk~3fK)1=Km+Y&>S0Q>80T@_AF@X|YV+;|ght>J;adt~db9{7*nqu@?&!TWl&-je4d4MLoIM!i9F>BS^8_i4UXp6t
>2^TZZuWy&N%Ix97a+OL${58{FpDbNZVoX#Se$rOU2y(B$DgPd0fkK*6vu&J@}`XD1XLve()!KvJ0*d-Ofz1@we!MmEEF_*`YW(>#mCJSf-e{71o`t{R|q?L1sghfgOq1->;k5v3?Y@EtvMB(Y#r|dj_pXC-MBL-EOWvh)fjmvs>N0X4~cEFO1i-vf0V8+4$Hx{CJ@?-
+X)`X4nbioo<4ut5ag}FUb!|z&9+QrFLiP}y5KHOj4ANRmX}KjLefv$Wh<yhd#(M;Ur`4Yma-WZJ~4jAp4V<&F~JW2iBKe@MV`LehHpm}!EA}V0rzj&-@@<Cn1d~!(X^1u!kz=wrR~{k=X`?w05A!<wBY6LluyuzIj7GNc%(x1d=wKQEQg?J&iO_EQ}_+9z92cwffHIr
0&l!Kk7dgAk`f_T)pWY5f||M~fiwa!zr#7*eq)2^yc0xXa{-b9#EWEvMDRr>i+E4Ct2_R|g%_j1C`;Qyqjsf6Y7@}(Izu|>C3!N8OO5vU<D-t+%RRUu<Ed*2f-}a)4k1uz>ePi=w3MCD$+jX9i`+0;P`u}cSR4hv7fi7t?JR4{W6`LaK<Gs$X9pM|lds(Uxsy4QVWN4N
@$v<)UGNG8mKLDlntH_(VG{4XGp&ukp0iI{r1rtZ;OB1JEa4N39cIucO_d1DIx}8!5u9iWX<r-~xG3K{DWUVnm02&~&lsKtSHKb(?}`?Z!UiGb*n-4Efmye;&HzOHB6yP6r(j~{I&>be@=2|Ztr4-bq;ai$Bbtz{MGjN;#$(L1wm_0cOfC_=fx!dc3I!fg<+|-q;H0yi
_vHt`vDk95@XSFs=U%v9Gq)Itue3EG2b?nj2~9cJOrN1D`l#y|Q8>=r8cx&)g(c+NA_D#I9~~sA_+_tGuIxPtrS@L%iP@YL|Ds^o@p1==rZB%On2zqV{g%0zz+h6aC8_HDzzt8F<q3QUMK9F`b@H>G*nH11vNZ)dlF*=eG6!RS7ui|b7oq#%phRz!<w*_-q2tg#dNDcl
E(u<-iXgE(C2vjT{cTw++Hs<>U;YXx9d6E&H(cPh9U&kAO&3@$$19&z5`@K<*j#e}t$=ci83TKI@6Z(iSdHYsCSeXD-cRg4s}N0@NPS_hiRCJ7w2(h_=G?Tr@A1kBZcSV$x_<}Cc?nTidBcWB2X#SH(L+E$eAtGqfeyjaI&vNK!4bO<Fkr5<Ph4ms5Dw&#a7g`-2B}N$
ju!HWGSEDMs#okdY*g92BzH~I(Kw<eqF^bQO5qsK5d{#oDKVVFW@p_JUu57{&M&B29??wk&09M07pNgjpvK1j_;`s2J&Rt+AtwZyAgoCx?k&an9er-`QXi%}_EMS^5V|mk>RrP56VsKs=`$4Jd7Z2TD^)-ux~;~D*R;CLyhti}cwYa1Pv^1})fI)|@!GGE9x@=|W=64J
gsM1moEHFr2uin7Tmqp}h!JT}fi^0aZscWzrr#p#``6kGs6!Qa<n-Bl?REJt6g${(V+^%&nF=OJ+%VaIuRbTNcuKu17(}0Znhv8cRqzZO-=&1129A_I8dlXc(n6aX1Zv!iY$lo!VHz|6tu|FZ_X#sH#6~6kOJAa$14Z)T!nS`M((MbsX-(b7s(PfK@9bREA`>az8RRtG
Jn2<ncsC#;HR)X_c(4=ipZN}7Xj>u~lep$Zvn0m%yF7LzdJLB7NO|ryuc`Idv!=k(OmJ~xjh(@Iuk+hWk@Niy5e{NDdh?)WNMGk0A%Srg6E|g2FDi04MB0+K6_?t43Hvb(Dd+OSi;S3|fbs8A*xc<^Pl>f|`DF$hmP0VL#E2^XN1&R8pf(%C&%n-h5cw8$TR1U|1_?K_
NDD^9NLf5yE|H>rmKU1Zz*U2`95mg9B(G~Ec&=#i;*Iha@rRES(^QG2aLux(pk@NZ*H0Gc(SBPwO8;ZiH0rxv502>$6S7PzP$}~mu&wzN8wjWI6&RI_jI?cH5|3RcLy6bRmU?W7j<|h&;pMykWc|SE?%#czh_xitvEfZXG@bNmhN}PGYeR|$|5ALoxX397wg%PIG?`z4
24y{-zkjeY)sKYq(dG8Mml8x$nT?KNMrj0sR1D)tTKP^I8nE5AWm!)VzT+taBD9)f3&PduW&vw=Z@XZ6A`1bv^rat+7cGe4U%QlkUf#V#MulEAZE6E~?Ir2$pl8ru?vHvHTZYEyDM}uGWS-o;Te2$15oSV=6yiI7_tAaL`owZl;V(dV09~ZVAFfiGoyRW8EfPWwTM#*;
`p7nAN;g!e71i|FcC4fPt7t54-js=PKU4V#$8I+^n8>3e5TwmnLW}a`t+*WIh0lfMu3UVsk>G2(ap`-~*RWaZS%}^k9ZPlnDzyD%Cy8A3kLwWQZtV+?+UY)KfziqlnNPUVlYPtHVn}vr+J-}$UvTaX3k{tIJtVg*Gn`D4Vxcunf>*CZdt+dfzEvW*-u=C$XpHiazq42l
T>PZY3)Fz9%%x%cZN*Z?E!K*u9pH&y16C3aapZb_dgqdkNUT)vaLtD2Na#x622(Y1G0QuTHgVHgw9&=Bjrxn}xL4IQw%cU_N2#o?#wr_t1Jgqi(IGAf0|T-@xJ>kV)-aJ*XaoKj%;(hHB-H-rDo!q7g-sOfjSYReThBDam4RbxxXYYXcLBzK+k2_Id|yo1W7?4ThWwPY
LVT4hPj(P|0^?n&x%GA4xL@cTn;JAnH^}z{*9YFtKTI|n;=K4Ofw?gntf!eoMXy}Ul?l%bfAa;q@Sj$%)#^^cKuHcQKjzc1A~|S1;ep$IMyJx$c7(gDCFRSn*F*Tt<Y9$$H$}(JCJV(RK6bhb36CS%Qh;=Ly#@q4K^G_nC0P(+*r@Z|bSPf+lY7FbiSPCfvbkR-IHOWm
<Z+bSo)$++nw!g%QeM9a#{Q0q%aEAxZPl<^j`i3I;=WSxtB&!*J4d<6`=_n7oXXYe$a2yRKcCP*vU|@cWzGAl!_><ZDSjQdCr^L>qf8Pqg0tdpy7^NxS^_vDNIxSB^asy}qb!qCCenlsk2a&4u0qj--_2fjPt(v--^B-#r$stm(`H>=v()F!Of;Z~$#X+mivCUJ3}w=H
O|znIAp6sUUiy$w@Fa1QY?|u9kDhLI+a}rQ_w!9Ep`;j<NndMFDX!6CXqgZKEw;=;rODH%&c~wm%p%b=6jZmMOoEV-iHM{o()0ole1gp-4IrQfpan+hYES0tN(rAjM2b(SwvCR<l)oSW!abrxZ)KX6le+u!(=z2BMfOEQ1VPRO^czjN9MxQC!p8wqru>N$3596Daz)<q
Yh}tGB{(IX8k1qwf!cAI=I?+!+Y;ikOcS~2)mk>Z{29u$-(2_~5kF_M6rsmwqaccv8NW|FU77J)Alp-B{Ga9HJ{s4b2W+A|@}GN_R(_s|Kg)mhe?wAXHU
"""
