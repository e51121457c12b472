"""English: classes of words, how a sentence is cut into clauses, how a clause opens, what speaks against its lasting.

Patterns are verbose: white space does not count, `_` is a space, `{name}` a class of words, `~` the end of a word.
"""

from functools import cache

from ...text.patterns import lazy_regex
from ..docs import Kind
from . import grammar
from .evidence_en import FOR

CLASSES = {
    "kin": """(?:mother|father|brother|sister|son|daughter)[-_]in[-_]law in-laws wife husband partner girlfriend
        boyfriend fianc[eé]e? son daughter mother father mom mum dad brother
        sister dog cat kids? child(?:ren)? boss manager grand(?:mother|father|ma|pa) twins? baby parents? uncle
        aunt cousin nephew niece flatmate roommate best_friend neighbou?r stepson stepdaughter god(?:son|daughter)
        landlord landlady doctor dentist lawyer accountant therapist
        coach assistant""",
    "act": """add address answer append apologi[sz]e approve ask assume avoid book build bump call change check choose
        cite clean commit confirm consult contact convert copy create define delete deploy describe disable document
        drop echo edit email enable end escape execute explain export fetch fix force format generate give group
        guess hard-?code ignore import include insert install invent keep label leave lint list log look make
        mention merge mix mock modify name number omit open order overwrite pin pipe place prefer prefix print
        provide publish pull push put quote read rebase refactor refer regenerate release remind remove rename
        replace repeat reply report require respond return reuse revert review rewrite round run save schedule
        search send share ship show sign skip sort speak spell split squash start state stay stick stop store
        suggest summari[sz]e tag talk tell test text touch treat try update upgrade upload use validate verify
        wrap write be do say take spend move cancel restart capitali[sz]e indent bother_with greet default spare
        pay mark warn follow go close never_mind turn set draft plan pick bring""",
    "thing": """answers replies responses messages explanations summaries reports emojis? smileys? bullet_points?
        bullet_lists? bullets tables? headings? headers? prose jargon small_talk apolog(?:y|ies)
        exclamation_(?:marks|points) em[-_]?dash(?:es)? spelling tone present_tense
        plain_(?:text|english|words|language) units? metric imperial celsius english german chinese french
        spanish japanese italian portuguese russian korean dutch polish turkish arabic hindi swedish norwegian
        danish finnish
        czech greek hebrew thai vietnamese ukrainian hungarian romanian cantonese mandarin
        (?:commit|log|error)_messages? comments? docstrings?
        type_hints release_notes abbreviations filler pleasantries buzzwords adverbs acronyms titles hashtags
        disclaimers? caveats? preambles? sign-?offs? co-authored-by citations? footnotes? oxford_commas?
        subject_lines? branches variable_names branch_names identifiers dates amounts prices currencies
        pull_requests prs pr_descriptions? iso_dates? (?:short|long|full|complete)_sentences  the_word
        executive_summary trailing_summar(?:y|ies)""",
    "manner": """concise brief terse short(?:er)? direct(?:ly)? blunt honest formal informal casual polite critical
        precise specific friendly verbose wordy chatty chummy technical detailed succinct to_the_point simple
        simpler""",
    "when": r"""from_(?:now|here|today)(?:_on(?:wards?)?)? going_forwards? in_(?:the_)?future(?!_\w+s~)
        for_(?:all_)?future in_general generally as_a_(?:general_)?rule by_default next_time at_all_times
        whenever every_time each_time when_in_doubt any_?more any_longer no_longer no_more(?!_than)
        unless_(?:i|we|told|asked|otherwise) until_further_notice
        as_a_matter_of_\w+ on_principle
        for_good permanently throughout
        across_the_board""",
    "often": "always never(?!_mind) ever usually normally typically mostly generally only rarely mainly",
    "every": "every everything everywhere everyone each all any anything anyone anybody nobody no_one",
    "day": """(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:days?)? weekends? weekdays? mornings?
        evenings? nights? afternoons?""",
    "address": r"""\w+://\S+ \d{1,3}(?:\.\d{1,3}){3}(?::\d+)? (?=[\w.-]*[a-z])[\w-]+(?:\.[\w-]+)+(?::\d+)?
        localhost(?::\d+)? port_\d+ \x7e?/[\w.-]+(?:/[\w.-]*)* (?=[\w./-]*[a-z])[\w.-]+/[\w./-]+ \S+@\S+\.\w+""",
    "state": """live work teach study speak eat drink drive cycle commute own rent play swim ski sing use wear take
        prefer like love hate dislike avoid read write cook start finish get_up wake_up go_to_bed sleep run lead
        manage head travel fly deploy develop smoke pay volunteer come_from suffer belong report serve tutor
        coach go_to""",
    "ill": """allergic intolerant vegetarian vegan diabetic lactose gluten colou?r(?:-|_)?blind blind deaf dyslexic
        left(?:-|_)?handed pregnant celiac coeliac asthmatic seasick carsick claustrophobic retired married
        divorced widowed muslim jewish
        hindu christian bilingual self-employed freelance autistic""",
    "decided": """decided agreed settled chose(?!n) picked opted standardi[sz]ed gave_up dropped abandoned
        stopped quit
        replaced renamed ended_up went_with switched migrated moved cancell?ed (?:are|'re)_dropping
        (?:are|'re)_moving_to stick_(?:to|with) have_chosen outsourced hired decommissioned retired""",
    "owns": """owns owned_by maintains? maintained_by manages? handles? leads? approves? signs?_off reviews?
        looks_after in_charge responsible runs
        person_to_(?:ask|contact|talk_to) takes?_care the_one_who reports_to took_over takes_over replaces
        replaced on_leave no_longer_with left_the written_by""",
    "now": r"""this_time for_now right_now just_now today tonight tomorrow yesterday soon in_this_case
        at_the_moment once yet until_(?:i|i'm|we|he|she|it|yesterday)~ first_draft
        for_this(?!_(?:project|repo|codebase|workspace|team|company|client|customer|app|service|product|package|website))
        this_(?:one|week|month|evening|afternoon|morning)
        (?:by|for_another|for_the_next|another|in)_(?:an?|half_an|five|ten|twenty|thirty|\d+)_(?:min\w*|more|sec\w*|hours?)
        just_this earlier again already a_(?:minute|moment|second(?!_\w)) since_(?:noon|yesterday|this|monday)
        by_noon for_the_next_(?:hour|day|week|few)\w* last_(?:night|time)""",
    "near": r"""this_(?!repo|project|codebase|code_base|workspace|team|company|package|machine|server|house|kitchen|flat
        |home|family|shop|lab|office|clinic|school|building|cluster|network|department)\w+
        (?:to|in|of|on|with|for|at|from)_that~
        that_(?!(?:i|you|we|the|a|is|are|has|have|needs?|uses?|runs?|takes?|goes?|works?)~)\w+
        these(?!_days) those it(?!_when~|_if~|'s_(?:ok|okay|fine)_to~)
        them the_\w+_one
        the_(?:first|second|third|last|next|previous|current|above|following|other|same|one|latter)""",
    "passing": """code app screen computer laptop tests? build file function query script page question problem point
        guess mistake bad idea plan message request comment changes? pr commit terminal browser output fix
        concern understanding thinking intention goal apologies fault turn last first next previous current
        local server class method program site data table god dude friend dear battery head brain eyes money
        name_is_(?:missing|not|on|in)""",
    "month": """jan(?:uary)? feb(?:ruary)? mar(?:ch)? apr(?:il)? may june? july? aug(?:ust)? sept?(?:ember)?
        oct(?:ober)? nov(?:ember)? dec(?:ember)?""",
    "broken": r"""errors? bugs? broken crash\w* fail\w* missing stuck frozen slow wrong issues? null none undefined
        empty
        weird odd strange hangs? throws? flaky [45]0\d(?!_[a-z]+s~) problem""",
    "tool": """pnpm npm yarn bun deno uv pip poetry pipenv conda mamba pytest unittest jest vitest mocha ruff black
        flake8 eslint biome prettier mypy pyright podman docker terraform pulumi gradle maven tabs spaces
        snake.case camelcase kebab-case npx node uvx pipx rg ripgrep grep curl wget httpx requests axios fetch
        typescript javascript python[23]? bash zsh postgres(?:ql)? mysql mariadb mongodb redis kafka rabbitmq
        react vue svelte angular rebase merge squash yaml toml json markdown html utc https ssh rest grpc
        graphql english german chinese french spanish metric celsius dayjs moment lodash""",
    "adverb": """also now just mostly usually normally recently only always never typically do_not don't can't cannot
        really much strongly personally still actually currently originally severely mildly badly kinda totally
        often already""",
}

_LEFT_OUT = lazy_regex(
    r"(?i)\b(?:(i)(m|ve)|(do|ca|wo|does|did|is|are|should|would|could|need)n(t)|(you|we|they)(ve)"
    r"|(let|that|there)(s))\b(?!\.)"
)


def typed(clause: str) -> str:
    """The clause with the apostrophes that people leave out: `im allergic`, `dont`."""
    return _LEFT_OUT.sub(lambda found: _with_apostrophe([each for each in found.groups() if each]), clause)


def _with_apostrophe(parts: list[str]) -> str:
    return f"{parts[0]}n't" if parts[1].lower() == "t" else f"{parts[0]}'{parts[1]}"


SHAPES = {
    "meant": (
        2,
        Kind.FACT,
        r"""(?:by|with)_[\"\w_]+,?_(?:i|we)_(?:always_)?mean~|when(?:ever)?_(?:i|we)_(?:say|write|type
        |mention)~.*~(?:i|we|it)_(?:always_)?means?~""",
    ),
    "call": (
        2,
        Kind.FACT,
        r"""(?:it's|its|it_is|that's)_(?:pronounced|spelled|spelt|written)~|(?:it's|its
        |it_is)_(?-i:[A-Z])\w+,?_(?:(?:by_the_way|btw),?_)?(?:with_(?:an?|two|the)_|not_(?-i:[A-Z]))|(?:you_can_
        |people_|we_)?call_my_{kin}_(?-i:[A-Z])""",
    ),
    "permit": (
        1,
        Kind.PREFERENCE,
        r"""(?:you_(?:can|may|could|(?:don't|needn't|do_not)_(?:need|have)|needn't|no_longer|are_allowed)|(?:there's_
        |there_is_)?no_need_(?:for_you_)?to|feel_free(?!_to_(?:ask|reach|contact|let|tell|message|share))|(?:it's|it_is)_(?:fine|ok
        |okay)_(?:now_)?to|(?:forget|ignore|scrap|drop|cancel)_(?:what_i|the_(?:\w+_)*rule|my_(?:\w+_)*(?:rule
        |preference)))~""",
    ),
    "wish": (
        1,
        Kind.PREFERENCE,
        r"""i(?:'d|_would)?_(?:rather|like|prefer|love|want|expect|hate|need(?=_(?:things|everything
        |answers)))_(?:it_(?:when|if)_)?(?:you(?:r)?|all|every|my|any|answers?|everything|things|(?:(?:short|long
        |brief|detailed|concise|direct|plain|simple|honest|fewer|more|less)\w*_)?{thing}|to_be_(?:asked|told)|not
        |have)~|i_(?:don't|do_not|never)_want_(?:you|any|my|our|{thing}|to_(?:see|be|get|read|hear))~|i_(?:hate|love|like
        |prefer|dislike|can't_stand|don't_like)_it_(?:when|if)~|i_(?:don't_like|hate|dislike
        |can't_stand)_the_(?:words?|phrases?|terms?)~|i_(?:would_)?only_(?:ever_)?want_[\w_]{2,30}s~|i'd_like_(?=[\w_]+_(?:each|every|all)~)|i'd_appreciate_it_if_you~|i_(?:told
        |asked)_you~|you_keep_\w+ing~""",
    ),
    "consent": (
        2,
        Kind.PREFERENCE,
        r"""(?:for|on|with|before|in)_(?:anything|everything|all|any|every|each)~[^,]{2,50}?,?_(?:i|we)_(?:always_)?(?:want
        |need|expect)_(?:(?-i:[A-Z])\w+|(?:my|our|the)_[\w_]{3,20}|someone|somebody)_to_(?:sign_off|approve|review|see
        |check|look|agree|confirm|know|read)~""",
    ),
    "order": (
        0,
        Kind.PREFERENCE,
        r"""(?:(?:(?:for|in|on|before|after|with)_(?:(?:all|any|every|each)_)?(?!(?:the|this|that|my|your
        |it)~)(?:[\w-]+_){1,3}?(?={act}~|stick~|don't|never|always)|always|never|only|first|try_(?:not_)?to
        |make_sure_(?:to|you|that_you)|be_sure_to|let's|we_should|you_(?:should|must|have_to|need_to|are_to)|i_(?:want
        |need|expect)_you_to|{when}|if_[^,]{3,50},|when(?:ever)?_[^,]{3,50},|when(?:ever)?_i'm_\w+_|(?:before|after|for|on|in|with
        |every)_(?:[\w-]+_){0,5}?[\w-]+,)[_,:]*)*(?:(?:don't|do_not|never|not|stop|avoid|no|without)~|{act}~(?!_(?:is
        |are|was|has)~))""",
    ),
    "order always": (
        0,
        Kind.PREFERENCE,
        r"""(?:from_(?:now|here|today)_on(?:wards?)?|going_forwards?)[_,]+(?:please_)?(?!(?:i|we|it|he|she|they|you|there|this
        |that|these|those|the|an?|my|our|your|his|her|their|no|not|all|every|each|any|is|are|do|does|can|should|will|was
        |what|how|why|when|if|in|on|at|for|with)~)[a-z]{3,}_(?!is~|are~|will~|must~|should~)|(?:{when}[_,]*)?(?:always|make_sure_(?:to|you))_(?!(?:been|trust|rely|expect|happy|glad|nice|good|great
        |here|ready|open|there|wrong|right|late|on|an?|the|so|on|in|my|your|it|this|that
        |some\w*)~)[a-z]{3,}(?<!ed)(?<!ing)~|(?:if|when(?:ever)?)_(?:an?|any|you|something|i_(?:paste|ask|say|send|share|give|post|mention))~[^,]{3,50},_(?:please_
        |just_)?(?!(?:i|we|it|the|this|that|then|what|how|why|is|are|do|does|can|should|will)~)[a-z]{3,}~""",
    ),
    "limit": (
        0,
        Kind.PREFERENCE,
        r"(?:\w+_){1,4}(?:max|maximum|at_most|or_less|or_fewer|tops)(?:[,.!]|_unless|_per|_when|_please|$)",
    ),
    "asked for": (
        2,
        Kind.PREFERENCE,
        r"""(?:(?:shorter|longer|fewer|less|more|simpler)_\w+|(?:\w+_)?{thing})(?:_only)?,?_(?:please|pls|always
        |from_now)~|(?:[\w-]+_){0,2}?[\w-]+s_(?:always|only)_(?:with(?:out)?|in|as|at|by|per|before|after)~
        |(?!(?:the|this|that|it|i|we|he|she|they|you|there|what|ok|okay|and|so|but|yes|no|live|open|up|down)~)[\w-]+
        (?:_[\w-]+)?,?_from_(?:now|here)_on~""",
    ),
    "kin": (
        2,
        Kind.RELATIONSHIP,
        r"""(?-i:[A-Z])\w+(?:'s|_is)_(?:my|our)_(?:\w+_)?{kin}~|(?:my|our)_(?:\w+_)?{kin}(?:,?_[A-Z]\w+,?)?(?:_(?:also|now))?(?:'s)?_(?:is|are|has|have|goe?s?|lives?
        |works?|can't|doesn't|does|only|never|always|likes|loves|hates|prefers|speaks|told_me_to|says_i_should
        |(?!(?:says|thinks|asks|wonders|keeps|wants|needs|looks|seems|feels|calls|means)~)[a-z]+(?<!s)s|studies|turns
        |starts|drives|takes|eats|called)~(?!_(?:to|been|the|just|asked|already|waiting|coming|sick|here|angry|asking
        |trying|calling|saying|mad|late)~)|(?:my|our)_{kin}'s_\w+_(?:is|are)~|the_kids'?_\w+_is~|the_kids_(?:are_(?:with|at|in)|go|live|have|stay)~(?!_to_bed|_now)
        |my_{kin}'s_(?-i:[A-Z])""",
    ),
    "own": (
        2,
        Kind.FACT,
        r"""my_(?!(?:\w+_)?(?:e-?mail|phone(?!_is_an?_))~|(?:[\w'-]+_){0,2}?(?:{broken}
        |{passing})~)(?:[\w'-]+_){1,3}?(?:is|are|has|starts|ends|expires|makes|needs|only|never|always)~
        |my_(?!(?:[\w-]+_)?(?:{broken}|{passing})~)(?:[\w-]+_)?[\w-]+'s_(?:an?|in|on|at|called|named|from|(?-i:[A-Z])
        |\d)|my_(?:birthday|flat|house|office|timezone|time_zone)'s~|my_[\w_]{3,20}'s_(?:name|e-?mail|number|birthday
        |phone)_is~""",
    ),
    "somebody": (
        1,
        Kind.RELATIONSHIP,
        r"""(?:he|she)_(?:{adverb}_)*(?:has_(?!to~)an?|plays|goes_to|hates|loves|likes|prefers|can't_(?:do|eat|drink|swallow|have|climb)|only|never|always|takes
        |carries|lives|works|speaks|teaches|studies|eats|drinks|does_(?!n't|the~|this~|not~)\w+)~""",
    ),
    "person of taste": (0, Kind.PREFERENCE, r"i_(?:{adverb}_)*(?:prefer|like|love|hate|dislike|can't_stand)~"),
    "person": (0, Kind.FACT, r"(?:i|i'm|i've)~"),
    "ours of a thing": (2, Kind.FACT, r"our~"),
    "ours": (
        1,
        Kind.FACT,
        r"(?:(?:for|in|on|with)_(?:anything|everything|all|any|every|each)~[^,]{2,30}_)?(?:we|we're|we've)~",
    ),
    "ours to do": (0, Kind.FACT, r"let's~"),
    "rule": (0, Kind.FACT, r"(?:{every}|no|only(?!_\w+ing~)|the_only)~"),
    "thing": (
        0,
        Kind.FACT,
        r"""(?!(?!(?:all|in|on|at|for|of|from|both|half|only)_)\w+_(?:the|an?|my|your|this|that|it|me|him|her|them|us
        |up|down)_)(?!(?:please|just|kill|now|ok|yes|no|lol|not|don't|it|this|that|these|those|he|she|his|her|they|you|what
        |who|which|there|here|if|when|because|so|and|or|but|to|of|looks|seems|where|why|how|is|are|was|were|it's
        |that's)~)[\w'.@/"`-]+(?:_[\w'.@/"`-]+){0,8}?(?:_|(?='s))(?:'s|is|are|must|should|needs?|has|have|goe?s?
        |lives?|runs?|sits?|listens?|belongs?|starts?|ends?|closes?|opens?|expires?|happens?|hangs|lies|stands|uses?|hates?|wants?
        |likes?|prefers?|only|always|never|may|can|no_longer|appl(?:y|ies)|gets?|owns?|handles?|leads?|maintains?
        |approves?|reviews?|manages?|took|signs?|comes?|hosts?|rotates?|talks?|syncs?|sends?|reads?|connects?
        |authenticates?|caches|fetches|pulls?|pushes|logs_to|builds?|deploys?|publishes|renders?|returns?|takes?|moved
        |migrated|switched|supports?|requires?|expects?|serves?|stores?|points?|depends?|follows?|charges?|pays?
        |accepts?|works?|wins?|overrides?|speaks?|reports?|costs?|resets?|keeps?|means?)~""",
    ),
}

AGAINST = {
    "what a product does": (
        -4,
        "thing rule order",
        r"""\A(?!.*~(?:our|ours|we|us|whatever_you_do|in_this_(?:repo|project|team|package|codebase))~)(?:(?:and|but|so|also)_)?(?:(?:the|an?|every|each|all|no|our)_)?(?:[\w-]+_){0,2}
        (?:apps?|forms?|buttons?|pages?|fields?|users?|visitors?|guests?|admins?|editors?|viewers?|operators?|systems?
        |bots?|parsers?|importers?|exporters?|exports?|imports?|apis?|endpoints?|sensors?|robots?|games?|cards?|orders?
        |sessions?|tokens?|dialogs?|modals?|widgets?|players?|members?|sellers?|buyers?|batter(?:y|ies)|balance
        |invoice|firmware|login|inbox|locks?|numbers)_(?:must|shall|should|are_never|only|see|can|cannot|can't|may|might|always|never|gets?|has_to|have_to|needs_to|lasts?)~
        |\A(?:and_|but_)?it_(?:must|shall|should)~|\Aif_(?:the|an?)_(?:customer|user|guest|member|order|tenant|player|visitor)~""",
    ),
    "as it was once": (
        -4,
        "person ours thing own",
        r"^(?!.*~now~)(?:i|we|he|she|they|it)_(?:\w+_)?used_to_(?!it~)|~(?:back_(?:in|then)|years_ago|as_a_(?:child|kid)|once_upon)~",
    ),
    "so it was": (-3, "thing", r"~(?:was|were)~"),
    "what was done": (-2, "ours", r"^we_(?!{decided}~)[a-z]+ed~"),
    "software at work": (
        -3,
        "thing",
        r"""^(?!.*~(?:must|should)_(?:never|always)~)(?:the|this|your)_(?:[\w-]+_){0,2}?(?:code|screen|tests?(?!_(?:account|user|server|database|db|card
        |environment|env|cluster|tenant)~)|build|file(?!_is_owned)|function|query|script|class|method|output|page
        |parser|field|list|form|modal|button|loader|menu|value|loop|thread)~""",
    ),
    "what a program does from now on": (
        -5,
        "thing order rule",
        r"~from_(?:now|here)_on,?_(?:the|this|it)~(?!.*~(?:must|should|always|never|only|has_to|needs_to)~)",
    ),
    "for this once": (-3, "", r"~{now}~"),
    "this one of all": (
        -3,
        "rule ours",
        r"""~(?:this|these|those|(?<!of_)(?<!sure_)(?<!agreed_)that(?!_(?:we|i|you|no|all|every)~))_(?!repo|project
        |codebase|workspace|team|company|package|monorepo|app|service|house|office|family|client|customer|product|book
        |series)\w""",
    ),
    "this one": (
        -3,
        "order wish permit thing person",
        r"^(?!.*~any\w*~.*~(?:with|in|on|about|for)_it[.!]*$).*~(?:{near}~|(?:this|that|it)[.!]*$)",
    ),
    "this, of us": (-4, "ours", r"~(?:this|that|it)[.!]*$"),
    "so many of them": (
        -3,
        "order thing rule",
        r"~(?:all|both|each_of|for)_(?:of_)?(?:the(?:se|m)?_)?(?:two|three|four|five|six|seven|eight|nine|ten|\d+)~",
    ),
    "a piece of work": (
        -2,
        "order",
        r"""^(?:write|create|make|give|generate|draft|compose|list|suggest|provide|show|tell|find|recommend|book
        |build)_(?:me_|us_)?(?:an?|some|another|more|\d+|two|three|four|five|ten|detailed|full)~|~for_each[.!]*$""",
    ),
    "talk of the talk": (
        -4,
        "",
        r"""~(?:chatting|talking|speaking|working)_(?:with|to)_you~|~your_(?:\w+_and_)?(?:suggestions?|ideas?|help
        |advice|answers?)_(?:is|are|have|has|was|were)~""",
    ),
    "so it is": (
        -2,
        "ours thing own",
        r"~(?:is|are)_(?:really|so|too|very|pretty|quite|totally|completely|a_bit|kinda)_\w+",
    ),
    "how it went": (
        -3,
        "ours thing own",
        r"""~ha(?:s|ve)_been_(?:to|there)~|~ha(?:s|ve)_been~.*~(?:recently|lately|so_far|good|bad|great|hard|rough)~""",
    ),
    "here": (-2, "order", r"~here[.!]*$"),
    "for me now": (-1, "order", r"~(?:him|her|them|me)_an?~"),
    "the one at hand": (
        -1,
        "order permit",
        r"""~(?:the|my|your)~(?!_(?:end|beginning|future|metric|result|standard|word|oxford|imperative|bottom|code
        |line|reader|user|obvious|letter|point)~)""",
    ),
    "trouble": (
        -3,
        "thing ours own rule",
        r"""~{broken}~|~\w+s?_(?:is|are)_(?:down|up|red|green|back|here|gone(?<!rule_is_gone)|ready|not|so|too|still
        |there|done|fine|good|great|ok|okay)~(?!_(?:for|in))|~(?:is|are)_\w+ing~""",
    ),
    "a passing state": (
        -4,
        "person",
        r"""^(?:i|i'm|i've|i_am|i_have)_(?:{adverb}_)*(?:think|guess|beli\w+|can_live_with|feel|feeling|see|saw
        |got(?!_an?~)|get(?!_up|_(?:\w+_)?(?:sick|seasick|carsick|migraines|headaches))|know|mean|need|wonder|hope
        |wish|was|were|did|tried|will|forgot|forget|found|made|wrote|went|said|told(?!_you)|thought|understand
        |understood|agree|suppose|assume|want(?!_(?:{thing}|answers))|going|not_sure|trying_to_(?!quit|lose|cut|learn)
        |looking|working_on|getting|seeing|wondering|sorry|sure|done|tired|back|here|ready|confused|curious|afraid
        |happy|glad|interested|thinking|planning|considering|hungry|late|lost|stuck|the_(?:one|user)|heard|knew|sent
        |broke|put|took|gave|came|left(?!.handed)|ran|began|kept|meant|remember|had|felt|became|ate|bought|caught|fell
        |grew|held|led|met|paid|sat|slept|spoke|spent|stood|taught|wore|won|a_(?:question|feeling)|(?!based|retired
        |married|need|left.hand
        |right.hand)\w+ed)~(?!-)(?<!studied)(?<!worked)(?<!lived)(?<!graduated)(?<!majored)(?<!moved)|^i(?:'d|'ll
        |_would)~|^i_(?:still|even)_(?:have|need|don't|can't|cannot|think|feel|want|get|see|wonder)~|^i_(?:can't
        |cannot|don't)_even~|^i_don't_have_(?:enough|much|any|the|time|access|to)~|^i_(?:just|finally)_\w+|^i_only_have_(?:[\w-]+_){0,2}(?:min|sec|hour|moment)""",
    ),
    "something now": (
        -4,
        "ours",
        r"""^(?:we|we're|we_are)_(?:(?:also|just|still|now|really|definitely|absolutely|probably
        |actually)_)*(?!.*~(?:every|each)_(?:\w+day|day|week|month|year|quarter|{month})~)(?:need|have|want|can|could
        |should|will|must_(?:be|have)|are_\w+ing(?<!dropping)|were|got|see|get|had|might|would|load|only_do
        |don't_(?:need|want|have))~
        |^we(?:'re|_are)_(?:out|almost|back|still|late|done|\w+ing(?<!dropping))~|~here[.!]*$|^we_\w+_(?:an?|the)_\w+_here~""",
    ),
    "a phrase": (
        -4,
        "",
        r"""^(?:no|never)_(?:more_(?:questions|time|problems|comments)|problem|worries|idea|need_for|way|thanks|mind
        |matter|one|doubt|rush|hurry|reason|luck|i|you|we|not|that|the|this|it|heard|sent|do_that|give_up)~""",
    ),
}

BOUNDARY = r"""[,;:—–]\s+(?!not~|use_\w+[.!]*$|throughout~|and_not~|instead~|ever[.!]*$|always~[.!]*$|please~[.,!]*$
    |by_the_way~|btw~)|\s-+\s+|\s*~(?:(?<!nobody_)(?<!no_one_)(?<!nothing_)(?<!anything_)(?<!all_)but|because|since
    |oh_and|oh|though)~,?\s+|\s+(?:btw|by_the_way),?\s+(?!not~)|\s*~so~_(?!that~|far~|much~|many~)|\s*~(?:and
    |as)~_(?=(?:i|i'm|im|i've|ive|my|we|we're|our|please|don't|dont|never|from|you|keep|use|always|make_sure|let's|he
    |she|it|that|no|next|an?_[\w-]+_(?:should|must)|it's)~)|,?\s+(?=what_(?:can|is|should)|how_(?:do|can)|rewrite_|try_again)"""
SCOPE = r"""(?:and_|also_|ok_|oh_|but_|please_)*(?:{when}|whatever_you_do|in_(?:this|our|the)_[\w_]{3,20}
    |for_(?:all|any|every|each|anything)~[^,]{0,40}|(?:for|in|on)_(?!(?:the|this|that|it|now|me|him|her|us|them|example|instance|an?|my|your)~)
    (?:[\w-]+_){0,2}?[\w-]+[a-z]s|(?:if|when(?:ever)?|before|after|on|at|with|every|each|any(?:thing)?|all)~(?!_(?:it|this
    |that)~)[^,]{2,60}|(?:one|a|another|our|the)_(?:\w+_)?(?:convention|rule|policy|principle)(?:_(?:here|of_ours|of_mine|we_have))*
    |unless_[^,]{3,40})"""
ASKS = r"""^(?!(?:stop|always|never|don't|not)~|.*~(?:from_(?:now|here|today)_on|going_forward|in_(?:the_)?future
    |every_time|by_default)~).*\?\s*["')]*$|^(?:what|why|how|where|who|whose|which|is|are|was|were|do|does|did|am|has
    |have|should|shall|would|could|may|suppose|imagine|translate|assuming)~|^if_(?:i|we|they|he|she|it)~|[=;{}]
    |(?<!:)//|^from_the_log|~jok(?:e|ed|ing)~|\w\(\)|~(?:docs?|readme|guide|manual|handbook|policy|spec|errors?
    |stor(?:y|ies)|article|he|she|they|colleague|who|somebody|someone|customer|client|visitor|tenant|caller)~.{0,30}~(?:says?|said|states?|tells?|told
    |tweeted|writes?|wrote|claims?)~|^my_(?:\w+_){0,2}?(?:e-?mail|phone(?:_number)?)~"""
LEAD = r"""(?:(?:(?:on_)?(?:mon|tues|wednes|thurs|fri|satur|sun)days?(?:_(?:morning|afternoon|evening
    |night)s)?(?=_(?:i|i'm|we)~)|please|pls|plz|kindly|also|and|but|so|oh|ok|okay|yes|yeah|btw|by_the_way|again|note
    |important|rule|one_rule|one_more_thing|reminder|just|remember(?:_that)?|whatever_you_do|under_no_circumstances
    |actually|then|thx|thanks|hi|hello|hey|wrong|quick_one|for_the_record|fyi|as_(?:i|we)_said|(?:from|on)_my_(?:side|end|part)|(?:one|a|another|our|the)_(?:\w+_)?(?:convention|rule|policy|principle)(?:_(?:here|of_ours|of_mine|we_have|is))*(?=:|_that~)|you_know|that|note_that
    |h+m+|uh+|um+|ah+|well|look|listen|lol|haha|besides|for_reference|right|cool|great|perfect|nice|sure|alright|sorry
    |nah|yep|yup|cheers|ty|ps|heads[-_]up|side_note|quick_note|for_context|so_you_know|mind_you|(?:keep
    |bear)_in_mind(?:_that)?|you_(?:should|need_to|must)_know(?:_that)?|i_(?:should|must)_(?:say|mention|add)(?:_that)?|(?:in|for|on|at)_(?:this|our|the)_(?:repo|repository|project|team|codebase|company|house|office
    |shop|school|family|household|firm|department)
    |(?:no|nope)(?=[,.!:])|{when}(?=,|_(?:i|i'm|im|we|the|our|my|all|every|let's|this|please)~)|(?:can|could|would
    |will)_you(?:_please)?(?=_(?:always|never|stop|not)~|_.*~{when}~))(?![\w'])[\s,:.!-]*)*"""


@cache
def english() -> grammar.Grammar:
    """The grammar of English."""
    return grammar.build(CLASSES, SHAPES, FOR | AGAINST, boundary=BOUNDARY, scope=SCOPE, asks=ASKS, lead=LEAD)
