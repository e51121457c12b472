"""English: classes of words, each a list of alternatives in which `_` is a space and `~` the end of a word."""

from ...text.patterns import lazy_regex

CLASSES = {
    "kin": """(?:mother|father|brother|sister|son|daughter)[-_]in[-_]law in-laws wife husband partner girlfriend
        boyfriend fianc[eé]e? son daughter mother father mom mum dad brother
        sister dog cat kids? child(?:ren)? boss manager grand(?:mother|father|ma|pa) twins? baby parents? uncle
        aunt cousin nephew niece flatmate roommate best_friend neighbou?r stepson stepdaughter god(?:son|daughter)
        landlord landlady doctor dentist lawyer accountant therapist
        coach assistant""",
    "act": """add address answer append apologi[sz]e approve ask assume avoid book build bump call change check cite
        clean commit confirm consult contact convert copy create define delete deploy describe disable document
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
        unless_(?:i|we|told|asked|otherwise) until_further_notice for_good permanently throughout
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
        looks_after in_charge responsible runs takes?_care the_one_who reports_to took_over takes_over replaces
        replaced on_leave no_longer_with left_the written_by""",
    "now": r"""this_time for_now right_now just_now today tonight tomorrow yesterday in_this_case at_the_moment once
        yet until_(?:i|i'm|we|he|she|it|yesterday)~ first_draft
        for_this(?!_(?:project|repo|codebase|workspace|team|company|client|customer|app|service|product|package|website))
        this_(?:one|week|month|evening|afternoon|morning)
        (?:by|for_another|for_the_next|another|in)_(?:five|ten|\d+)_(?:min\w*|more|sec\w*|hours?) just_this
        earlier again already a_(?:minute|moment|second(?!_\w)) since_(?:noon|yesterday|this|monday)
        last_(?:night|time)""",
    "near": r"""this_(?!repo|project|codebase|code_base|workspace|team|company|package|machine|server|house)\w+
        (?:to|in|of|on|with|for|at|from)_that~ that_(?!i~|you~|we~|the~|a~)\w+ these(?!_days) those it(?!_when~|_if~)
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
