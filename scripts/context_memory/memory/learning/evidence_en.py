"""English: what in a clause speaks for lasting, by its shape.

Patterns are verbose: white space does not count, `_` is a space, `{name}` a class of words, `~` the end of a word.
"""

FOR = {
    "of somebody": (2, "somebody", r"~(?:now|these_days|any_?more|since|every|{ill})~|~{day}~|~instead_of~"),
    "always": (3, "order wish permit ours rule asked", r"~(?:always|never(?!_mind)|ever)~"),
    "for good": (3, "order wish permit person own ours rule kin limit", r"~{when}~"),
    "for good, of a thing": (
        3,
        "thing",
        r"~{when}~.*~(?:must|should|needs?|ha(?:s|ve)|only|always|never)~|~(?:no_longer|any_?more)~",
    ),
    "all of a kind": (1, "order wish rule thing ours", r"~{every}~"),
    "all of ours": (2, "rule", r"^(?:all|every|each|any|none)_(?:of_)?our~"),
    "habit": (2, "person ours thing own", r"~{often}_\w+_\w"),
    "an occasion that returns": (
        2,
        "order wish permit",
        r"""~(?:before|after|on|at|with|for|in|when|until)_(?:(?:each|every|any|all)_(?:\w+_)?(?:commit|push|change
        |edit|merge|release|report|reply|answer|deploy(?:ment)?|pr|build|session|migration)s?|(?:running|touching
        |committing|pushing|deploying|deleting|installing|changing|editing|merging|anything|spending))~""",
    ),
    "a manner of speech": (2, "order wish permit", r"^(?:\S+_){0,8}?(?:{thing}|{manner})~"),
    "for a kind of things": (
        3,
        "order",
        r"""^(?:in|for|on|with)_(?:all_)?(?!(?:the|this|that|these|those|my|your|an?
        |it)~)(?:[\w-]+_){0,2}?[\w-]*[a-z]{2}s(?<!this),?_(?:please_)?(?:don't|do_not|never|always|only|{act}|stick
        |avoid)~""",
    ),
    "its scope first": (
        3,
        "order wish permit rule ours",
        r"""(?:^|[,;:]_|~and_|~also_|~please_)(?:from_(?:now|here|today)(?:_on)?|going_forward|in_(?:the_)?future
        |next_time|as_a_rule|whenever)~""",
    ),
    "a convention": (
        1,
        "order wish",
        r"~(?:british|american|us|uk|iso|metric|imperial|oxford|snake.case|camelcase|house_style)~",
    ),
    "how to be treated": (
        2,
        "order",
        r"""~(?:address|call(?!_me_(?:crazy|stupid|old|mad|paranoid|maybe))|treat|talk_to|speak_to|write_to
        |explain_[\w_]+_to)_me~(?!_(?:back|later|when|if|at))|^greet_me""",
    ),
    "wanted for good": (5, "person", r"~{when}_(?:i|i'm)_(?:want|need|expect|like)~"),
    "at most": (2, "order", r"~(?:no_more_than|at_most|max(?:imum)?)~.*~(?:when|per|each|in_your)~"),
    "the speaker as reader": (1, "order wish", r"~(?:with|to|for)_me~"),
    "asks first": (
        3,
        "order wish permit rule thing",
        r"""~without_(?:asking|my|telling|checking|me)~|ask,?_(?:don't|dont|instead_of|rather_than)_guess|~(?:ask
        |check_with|warn|consult)_me~.*~(?:if|when)~|~(?:ask|check_with|tell|warn|consult|text|call
        |email)_me~.*~(?:first|before|not|instead|after)~|~(?:ask|check_with|tell|warn)_me(?:_first)?[.!_]*$""",
    ),
    "a case of a kind": (
        2,
        "order",
        r"""^(?:when(?:ever)?_i_(?:paste|ask|say|send|share|give|post|mention)~|if_(?:you(?:'re|_are)_(?:not_sure|unsure|stuck)|unsure|unclear|in_doubt|something|anything|an?
        |the_\w+_(?:breaks|fails|changes|is))|when(?:ever)?_you)~""",
    ),
    "kept from a kind": (
        2,
        "order",
        r"""(?:don't|do_not|never|stop|avoid|no|without)_(?:ever_)?(?:\w+ing_|{act}_)?(?!the~|this|that|these|those
        |it~|them|my~|your~|any~|one~|an?~|to~|for~|need|problem|worries|idea|way|thanks|matter|doubt|rush|hurry|yet
        |now|up)(?:[\w-]+_){0,2}?[\w-]*[a-z]{2}s~(?<!this)(?!_file)""",
    ),
    "called a rule": (
        5,
        "thing order rule ours",
        r"~(?:convention|rule|policy|principle)(?:_(?:here|of_ours|of_mine|we_have))*:",
    ),
    "written so": (
        2,
        "thing rule",
        r"""^(?!(?:the|this|these|those)~)(?:[\w-]+_){0,2}?[\w-]*[a-z]{2}s_(?:(?:in|of|for|on)_(?:the_|our_)?[\w-]+_)?are_(?:always_)?
        (?:named|written|spel(?:led|t)|formatted|sorted|prefixed|grouped|signed|numbered|kept|worded|abbreviated)~""",
    ),
    "we write so": (
        3,
        "ours",
        r"^we_(?:always_|also_)?(?:spell|write|name|call|format|prefix|sort|tag)_(?:it|them|all|every\w*|our|\w+s)~",
    ),
    "only here": (
        3,
        "order asked thing",
        r"~only_(?:in|on|for)_(?:this|our)_(?:repo|repository|project|team|codebase)~",
    ),
    "where a kind goes": (
        4,
        "thing",
        r"^(?!(?:the|this|these|those|it|he|she)~)[\w-]*[a-z]{2}s_(?:(?:in|of|for)_\w+_)?(?:belong|go|come|live|stay|get)_(?:a|an|first|last|in|to|into|under|on)~|^[\w_-]{3,20}[a-z]{2}s_need_(?:an?|their)~(?!.*~(?:first|before|look|fix)~)",
    ),
    "nobody does": (2, "rule", r"^(?:nobody|no_one)_(?:ever_)?[a-z]+s_\w"),
    "runs a version": (3, "ours", r"^our_.*~(?:is|are|runs?)_(?:still_)?(?:on|at)_v?\d"),
    "permitted for a kind": (
        2,
        "permit",
        r"~for_(?!(?:the|this|that|these|those|now|my|your)~)(?:[\w-]+_)?[\w-]+s[.!]*$",
    ),
    "what suits one": (
        3,
        "thing rule",
        r"~(?:don't|doesn't|do_not|does_not|never)_(?:work|suit)_(?:for_)?me~|~(?:is|are)_(?:plenty|enough|too_(?:much|many))_for_me~",
    ),
    "we do not": (1, "ours", r"^we_(?:don't|do_not|never)_(?!(?:need|want|have|know|see|get|think|care|mind)~)\w+_\w"),
    "always, at the end": (3, "thing", r",_always[.!]*$"),
    "while I am away": (
        3,
        "order",
        r"^(?:when(?:ever)?|while)_i(?:'m|_am)_(?:offline|away|asleep|busy|out|on|in|not)~",
    ),
    "what one eats": (
        3,
        "thing",
        r"^(?-i:[A-Z])\w+_(?:(?:doesn't|can't|never|does_not)_(?:eat|drink|smoke)~|is_(?:an?_)?(?:{ill})~)",
    ),
    "it, of the kind": (4, "order", r"^if_.*~(?:an?|any)_\w.*,.*~(?:it|them)~"),
    "left alone": (
        2,
        "order",
        r"""~treat_\S.*_as~|~(?:touch|edit|change|modify)_(?:anything|files?)_(?:in|under|inside)~
        |~leave_[\w_]+_alone~""",
    ),
    "a policy": (
        2,
        "order",
        r"""^(?:treat|address|cite|spell|round|quote|capitali[sz]e|indent|refer_to|default_to|prefer|avoid|favou?r
        |assume|stick_(?:to|with))_(?!(?:this|that|the|these|those|it|them|him|her|me|an?|my|one|option|with)~)\w""",
    ),
    "kept so": (
        2,
        "order",
        r"""~keep_(?!(?:going|on|it_running|the|this|that)~)(?:[\w-]+_){1,4}(?:in|under|short|small|to|below|within
        |lowercase)~""",
    ),
    "one per": (2, "order ours", r"~one_(?:\w+_)?per_\w+"),
    "stop a habit": (2, "order", r"~stop_(?!(?:the|this|that|it|here|now|for)~)(?:\w+ing|with)~"),
    "too much of it": (
        2,
        "order wish",
        r"""^(?:don't|do_not|stop|avoid|please_don't)_\w+_(?:[\w']+_){0,3}?(?:so|too)_(?:much|many|often|long|fast
        |formal\w*)~|~(?:so|too)_(?:much|often)[.!]*$""",
    ),
    "permitted": (
        2,
        "permit",
        r"""you_(?:can|may)_(?:always_|use_|skip_|assume_|drop_|stop_)|(?:don't|needn't|do_not|no)_(?:need
        |have)~.*~(?:ask|run|explain|apologi|repeat|thank|translate|tell|remind|wait)|no_need|allowed_to|feel_free
        |no_longer|what_i_(?:said|told)|rule|without_asking""",
    ),
    "wished of you": (
        2,
        "wish",
        r"""rather_(?:you|not)|want_(?:you_to_\w+_(?:your|only|all)|all|every)|when_you|hate_it|you_keep|told_you
        |don't_want|only_want|only_ever_want|(?:like|love|prefer)_it_(?:when|if)|the_(?:words?|phrases?|terms?)~
        |(?:stand|dislike|don't_like)_it_(?:when|if)|(?:like|want|prefer|need|expect)_(?:short|long|brief|detailed
        |concise|direct|plain|simple|honest|fewer|more|less)\w*_{thing}|like_(?:all|every)|prefer_(?:you|your|if)
        |i_want_(?:answers?|{thing})|need_(?:things|everything|answers)""",
    ),
    "what one is": (
        2,
        "person",
        r"""^(?:i'm|i_am)_(?:{adverb}_|a_bit_)*(?:{ill}|based|born|located|(?:responsible_for|in_charge_of)_(?!my|it
        |this|that)\w+|training_for|studying|learning_to|raising|expecting_(?:a_baby|twins)|saving_(?:up_)?for|living
        |working_(?:as|at|for|from|in)|from_\w|in_(?-i:[A-Z])\w+|(?:in|at|with)_[\w_]+_these_days|\d+_years|(?:about_
        |nearly_)?\d+'\d*|\d[\d.,]*_?(?:cm|ft|foot|feet|kg|lbs|m_tall)|an?_(?!bit|little|lot|big|huge|fan|while|mess
        |idiot|moron|few|bot|robot|person|vampire|pirate|monster)\w+|the_(?:only_|new_)?(?!one~|first|last|same
        |user)[\w-]+_(?:\w+_){0,2}(?:dev|here|of|in|at|for)|on_(?:an?_)?[\w_-]*(?:diet|medication|visa|budget|sabbatical
        |mac(?:book|os)?|windows|linux|ubuntu|debian|fedora|arch|wsl|android|iphone|pixel)|on_[\w-]+_terms|not_(?:a|much_of_a)_(?:big_
        |huge_|great_)?fan_of|trying_to_(?:quit|lose|cut|learn)|head_of|new_(?:to|at)|bad_(?:at|with)|good_(?:at|with)
        |used_to~|(?:always_|usually_)?(?:off|out|away|with_the_kids|busy)_(?:on~|every|from|\w+days)
        |on_(?-i:[A-Z]{3,4})(?:[+-]\d+)?)~""",
    ),
    "what has changed for good": (
        6,
        "person",
        r"""^(?:i|i've|i_have)_(?:{adverb}_|finally_)*(?:joined_(?!(?:the|this|that|it|in|a)~)|started_(?:at~
        |an?_new_job|working_(?:at|for|as)~|as_an?~)|be(?:came|come)_(?:an?|the|head)~|got_(?:married|divorced
        |promoted|engaged|diagnosed|an?_(?:new_)?(?:{kin}|job|puppy|kitten|car|house|flat)~)|adopted_|had_(?:a_baby
        |twins)|retired|quit_(?:smoking|drinking|coffee|my_job)|turned_\d+|gave_up_(?!on~)\w|switched_to_(?:{tool}
        |(?-i:[A-Z]))|left_(?-i:[A-Z])|lost_my_job|(?:changed|switched)_(?:teams|jobs|careers|schools|departments
        |my_(?:last_|first_)?name)|(?:decided|chosen)_(?:not_to|against|to_(?:keep|go_with|drop|stick|move|switch|stay|become|learn
        |quit|retire))~)""",
    ),
    "what one has": (
        2,
        "person",
        r"""^i(?:'ve|_have)?_(?:{adverb}_|a_|an_|got_|severe_|mild_|have_)*(?:type_\d_)?(?:\w+_)?(?:asthma|diabetes
        |epilepsy|migraines?|adhd|dyslexia|arthritis|allerg\w+|kids?|dogs?|cats?|sons?|daughters?|child(?:ren)?
        |brothers?|sisters?|pets?|intolerance|car|twins|newborn|toddler|teenagers?|\d+[-_]?(?:year|yr
        |month)s?[-_]?olds?)~|^i_have_(?:two|three|four|five|\d)_(?!questions|issues|problems|options|ideas|errors
        |files|tests|things|more)\w+s~|^i_get_(?:\w+_)?(?:sick|seasick|carsick|migraines|headaches|hives|nervous
        |anxious)~|^i_keep_(?:kosher|halal|bees|chickens|shabbat)~|^i_get_\w+_(?:easily|often|quickly)""",
    ),
    "what one runs": (
        2,
        "person",
        r"""^i_(?:run|own|manage|have)_an?_(?:[\w-]+_){0,2}?(?:bakery|shop|business|company|restaurant|caf[eé]|studio|farm|agency|blog
        |clinic|practice|store|hotel|gym|school|start-?up|bar|salon|garage|podcast|channel)~""",
    ),
    "what one does": (1, "person", r"^i_(?:{adverb}_)*{state}~"),
    "of its kind": (
        1,
        "person",
        r"""^i_(?:{adverb}_)*{state}_(?:(?:in|at|for|as|with|from|of|on|to|by|near|out)_)*(?!(?:it|this|that|these
        |those|them|him|her|his|their|you|your|how|what|where|when|option|number|the|if|one|doing|having|but|and|or|to
        |not|an?_(?:bit|lot|question|problem|issue|feeling|look|guess|doubt|few|new|couple|good|error|bug|small|local
        |function|method|class|field|list|variable|loop)|no_idea|some|trouble|already|any|my_(?:code|app|own)|been|all
        |just|more|another|here|so)~|\#?\d)\w""",
    ),
    "in the plain present": (
        2,
        "person",
        r"""^i_(?:{adverb}_)*(?!(?:can|could|would|should|will|must|may|might|do|does|did|have|has|had|am|was|want
        |need|like|love|prefer|hate|live|say|tell|ask|try|call|click|press|type|open|close|run|execute|install|import
        |refresh|load|restart|start|stop|push|pull|commit|merge|reload|scroll|hit|paste|copy|select|drag|upload
        |download|log|set|pass|print|add|remove|delete|change|create|update|rename|move|build|compile|look|watch|check
        |test|expect|notice|find|come|make|keep|give|send|put|show|leave|pick|choose|vote|wait|appreciate|care|reckon
        |doubt|beg|promise|plan|intend|belive|imagine|point|end|hear|realize|realise|recall|suggest|propose|recommend
        |refer|repeat|mind|bet|swear|thank)~)(?!\w+ly_)[a-z]+(?<!ed)(?<!ing)_(?:{adverb}_|in_|at_|with_
        |about_)*(?!(?:it|this|that|these|those|them|him|her|his|their|you|your|how|what|where|when|why|if|whether|the
        |my|our|an?|to|so|we|i|of|for|on|one|no|some|any|not|like|and|or|but|fear|is|are|more|all|there|up|down|out
        |back|here|now|just)~)\w""",
    ),
    "cannot": (
        2,
        "person",
        r"""^i_(?:can't|cannot|shouldn't|can_only|don't|do_not)_(?:have|eat|drink|drive|fly|swim|smoke|stand|tolerate
        |own|cook|speak)~(?!_(?:this|that|it|the|an?|any)~)|^i_(?:don't|do_not|never)_(?:do|use|work|celebrate|answer
        |attend)_(?!(?:this|that|it|the|an?|any|so|well|anything|something)~)|^i_(?:can't|cannot|shouldn't|don't
        |should)_\w+_(?:gluten|lactose|dairy|nuts|meat|alcohol|coffee)~""",
    ),
    "tells of years": (
        2,
        "person",
        r"""~for_(?:\d+|\w+)_(?:years|months|decades)~|^i_(?:studied|grew_up|was_born|graduated|majored)~|^i_(?:just_
        |recently_|have_)?moved_to~|^i_go_by~""",
    ),
    "returns": (
        2,
        "person ours own thing",
        r"""~(?:every|each)_(?:{day}|{month}|\w*day|week|month|year|quarter|sprint)~|~(?:(?:mon|tues|wednes|thurs|fri
        |satur|sun|week|work)days|weekends|mondays?_to)~(?!_(?:off|ago))|~(?:mon|tues|wednes|thurs|fri|satur
        |sun)day_(?:to|through|till|until|and|deploys?|mornings|afternoons|evenings)~""",
    ),
    "decision": (
        3,
        "ours",
        r"""^let's_stick_(?:to|with)~|^(?:we|we've|we're)(?:_{adverb}|_all|_have|_then|_had|_finally
        |_both)*_?{decided}~|~settled_on~""",
    ),
    "what a team does": (
        2,
        "ours",
        r"""^we_(?:{adverb}_)*(?!(?:need|have|want|can|could|should|will|would|must|may|might|do|does|did|are|were|was
        |see|saw|get|got|think|know|knew|guess|believe|hope|wish|feel|look|seem|try|wait|agree|suppose|assume|mean|go
        |went|made|make|said|say|had|found|find|wrote|ran|took|take|gave|give|came|come|left|met|lost|lose|sent|put
        |built|broke|began|paid|sat|spoke|spent|thought|love|like|hate|enjoy|plan|intend|miss|hit|fell|bought|ate|won
        |held|heard|told|tell|talk|speak|discuss|start|stop|still|even|not|all|both|already|really|first|then|fix|add
        |remove|change|forgot|load|last|just|gotta|gonna|push|back|trust|work|learn|grow|help|share|watch|hang|play
        |rock|apologi[sz]e|appreciate|care|end|create|rely|depend|chat|catch|win|won't|recently|finally|move
        |moved)~(?!_to_the_))(?!\w+ly_)[a-z.]+(?<!ed)(?<!ing)_(?:{adverb}_|in_|at_|with_|by_|on_|for_|from_
        |everything_)*(?!(?:it|this|that|these|those|them|him|her|you|to|into|the_same|both|have|need|want|not|here
        |going|on|how|what|why|if|when|whether|each|our|a_lot|together)~|\w+ing~)(?:[\w-]+_){0,3}?(?:\w+[a-z]s
        |[\w-]*\d[\w-]*|(?-i:[A-Z])\w+)~|^we_(?:{adverb}_)*(?:use|store|deploy|release|ship|follow|operate|serve
        |charge|publish|review|indent|test|commit|merge|log|bill|sell|target|rebase|squash|mock|accept|format|lint|pin
        |write|sign|host|work_with|live|keep)_(?!(?:it|this|that|these|those|them|to|into|the_same|both|an?|have|need
        |want|not|here|going|on)~|\w+ing~)\w|^we_(?:answer|talk_to_the|live|start|stop|keep)_(?!(?:it|this|that|the
        |going|in_touch|here)~|\w+ing~)\w""",
    ),
    "at an address": (
        2,
        "ours thing own person",
        r"""~(?:at|in|on|under|behind|is|to|from|into)_(?:the_)?(?:{address}|\d{4,5}~)
        |~\d{1,4}_[A-Z]\w+_(?:st(?:reet)?|road|rd|ave(?:nue)?|lane|way|square|platz)~|\S+@\S+\.\w+|~(?:street|strasse
        |straße|via|rue|avenue|calle)_\w+,?_\d+|~(?:\d+(?:st|nd|rd|th)|ground|top)_floor~""",
    ),
    "what a team is": (
        2,
        "ours",
        r"""^(?:we're|we_are)_(?:{adverb}_)*(?:an?_(?!\w+ing~|bit~|little~)(?:[\w-]+_)?\w+|based|in_(?-i:[A-Z])|at_\d
        |on_(?:the|aws|gcp|azure|kubernetes|k8s|{tool}|(?-i:[A-Z])\w+_v?\d[\w.]*)|still_on_\w+|off~|(?:all|fully)_on)
        |^our_(?:[\w'-]+_){1,4}?(?:is|are|lives?|runs?|goes?|sits?|starts?|ends?|belongs?|uses?|expires?|closes?
        |follow|accepts?|work|\w+s)~_(?!not_|\w+ing~|so_|too_|still_|very_|now_|correct|also_|broken|down|in_place
        |(?!registered|based|hosted|located|owned|written|named|called|paid|built|licensed)\w+ed~)""",
    ),
    "names": (
        1,
        "ours thing own",
        r"""~(?:is|are|called|named|with|by|to|from)_(?:(?:now|called|named|mostly|in|at|on|owned_by|the
        |our)_)*(?-i:[A-Z][\w'-]+|[`"“])|~not_\w+[.!]*$|~\d{4,}|~[a-z][\w-]*\d[\w-]*~|~\d+k~|\d%|~\d+_?(?:mb|gb|kb|ms
        |minutes|hours|days|euros?|dollars)~|~\d+_{month}~|~{month}_\d+|~called_\w+|(?<!\w)\#[0-9a-f]{3,8}~""",
    ),
    "a fact of one's own": (
        1,
        "own",
        r"""^my_(?:[\w'-]+_)*?(?:name|birthday|timezone|time_zone|address|e-?mail|phone|number|flat|house|office
        |hometown|pronouns|handle|user_?name|nick(?:name)?|login|language|level|blood_type|size|team|company|employer
        |school|salary|rent|budget|diet|stack|editor|shift|car|job|role|commute|gym|clinic|passport|iban
        |account)(?:_(?:on|at|in|for)_\w+)?(?:'s|_is|_are)~|^my_[\w_-]+_is_(?:\d|from|called|named|in_(?-i:[A-Z]))
        |^my_hearing|^my_\w+_(?:only|never|always)""",
    ),
    "a convention is": (
        3,
        "thing ours own rule",
        r"""~(?:convention|rule|policy|guideline|format|pattern|standard|style|default|limit|quota|schema|prefix
        |suffix|template|requirement|workflow)s?(?:_(?:for|of|on|in|here)(?:_[\w-]+){0,4}?)?_(?:is|are)(?:_(?:that|to
        |now|always))?_(?!(?:it|this|that|not|wrong|broken|missing|ok|okay|fine|good|bad|weird|unclear|too|so|still
        |ignored)~)\S""",
    ),
    "kept in a place": (
        2,
        "thing ours own",
        r"""~(?:passwords?|keys?|tokens?|secrets?|credentials?|certs?|certificates?|docs?|documentation|specs?
        |designs?|mockups?|runbooks?|changelogs?|fixtures?|migrations?|tests|translations|licen[cs]es?|invoices
        |contracts?|recordings|dashboards?|roadmap|backlog|source|sources|configs?|settings)_(?:is|are|live|lives|go
        |goes)_(?:kept_|stored_|all_)?(?:in|at|on|under|behind|next_to)~(?!_(?:the_way|fire|hold|this|that|trouble
        |place)~)""",
    ),
    "what we support": (2, "thing", r"~we_(?:support|use|target|run)[.!]*$"),
    "called": (3, "thing own", r"~\w+'s_name_is_\w|~(?:is|are)_(?:called|named)_(?-i:[A-Z])"),
    "keeps hours": (2, "thing", r"~(?:opens?|closes?|starts?|ends?|begins?|leaves?)_(?:at|on|in)_(?!the~|it~)\w"),
    "of ours": (2, "thing", r"~(?:in|on|for|to|with|all|of)_(?:all_)?our~|~hosts?_(?:all_)?our~"),
    "how it is built": (
        2,
        "thing",
        r"""^(?:the|our|all|every)_.*~(?:over|via|through|behind|on_top_of|after_\d+|every_\d+)~""",
    ),
    "has no access": (3, "rule ours", r"^(?:nobody|no_one|only)~.*~ha(?:s|ve)_(?:access|permissions?|rights?)~"),
    "who may": (
        3,
        "rule ours",
        r"""^(?:nobody|no_one|only_[\w-]+)(?:_(?:but|except|other_than)_[\w-]+)?_(?:may|should|must|is_allowed_to
        |gets_to)~""",
    ),
    "in a version": (2, "thing ours", r"~(?:runs?|uses?|is_on|are_on)_(?-i:[A-Z])[\w.-]+_v?\d[\d.]*~"),
    "each in a project": (
        1,
        "rule",
        r"~in_(?:this|our)_(?:project|repo|repository|codebase|team|company|app|product|house)~",
    ),
    "a kind here": (
        2,
        "thing",
        r"^[\w-]+s_(?:here|(?:in|on)_(?:this|our)_(?:repo|project|team))_(?:are|have|must|end|start)~",
    ),
    "how a kind is handled": (
        1,
        "thing",
        r"^(?!these|those)(?:[\w-]+_)?[\w-]+s_are_\w+ed_(?:by|after|like|per|in|on|with|at|to|from|every|manually|automatically)~",
    ),
    "has moved": (2, "thing", r"~(?<!be_)(?<!or_)(?:moved|migrated|switched)_(?:to|from|over)~"),
    "duty": (1, "thing", r"^(?!the_).*~(?:must|should|needs?_to|ha(?:s|ve)_to|may_(?:only|not|never))~"),
    "duty of a kind": (
        2,
        "rule ours",
        r"""~(?:must(?!-)|should|needs?|ha(?:s|ve)_to|may_(?:only|not|never)|requires?)~""",
    ),
    "a kind of things": (1, "thing", r"^(?!(?:the|this|that|these|those|your|my)~)(?:[\w-]+_)?[\w-]*[a-z]{2}s~"),
    "a lasting thing": (
        1,
        "thing ours",
        r"""^(?:the_|our_|my_)?(?:[\w'.-]+_){0,6}?(?:port|servers?|host(?:name)?|url|address|domain|endpoint
        |repo(?:sitory)?|branch|database|db|versions?|deadline|region|budget|currency|owner|maintainer|reviewer|team
        |office|limit|timeout|staging|prod(?:uction)?|dev|registry|cap|size|maximum|minimum|quota|licen[sc]e|clients?
        |customers?|account|backups?|keys?|wifi|standup|retro|year|stack|framework|company|website|api|broker|gateway
        |cluster|bucket|environment|box|password|brand|rate|fee|rent|number|id|rule|policy|vpn|app|logs|secrets|config
        |docs|tests|files|designs?|sprint|bedtime|warehouse)(?:'s)?~""",
    ),
    "somebody's part": (
        3,
        "thing rule",
        r"""^(?:(?-i:[A-Z])[\w'.-]+(?:_(?-i:[A-Z])[\w'.-]+)?(?:_(?:from|in|at)_[\w_]+)?|(?:the|our
        |my)_(?:[\w-]+_){0,2}(?:team|client|lead|manager|lawyers?|accountants?|agency|vendor|department
        |intern)(?:_(?:from|in|at)_[\w_]+)?)_(?:is_|are_|will_be_)?(?:now_)?(?:{owns}|(?:does|covers|writes|answers|keeps|collects)_(?:our|all))~|~(?:is|are)_(?:now_)?(?:owned
        |maintained|written|managed|handled|reviewed|approved)_by_(?!the~|an?~)\w|~the_one_who~|~is_(?:our|my
        |the)_(?:new_)?(?:[\w-]+_){0,2}(?:owner|lead|manager|maintainer|contact|reviewer|head|director|designer|boss
        |client|accountant|doctor)~""",
    ),
    "liking of others": (
        2,
        "thing",
        r"""^(?:the_|our_|my_)?(?:client|customer|boss|team|users?|manager|cto|ceo|editor|publisher)s?_(?:hates?
        |prefers?|likes?|dislikes?|wants?_(?:all|every|no)|expects?|insists?|only)~""",
    ),
    "kept to": (
        2,
        "thing rule",
        r"""~(?:only|always|never|no_longer|read-?only|off(?:-|_)limits|frozen|out_of_scope|off_the_table|forbidden
        |banned|mandatory|deprecated|(?:auto-?|machine-)?generated|vendored)~|~go(?:es)?_(?:next_to|to|in|under|away)~
        |~(?:hangs|lies|stands|stays)_(?:in|at|on|under|behind|next_to)~|~lives?_(?:in|at|under)~|~sits?_(?:at|in|on|behind)~|~(?:kept|stored|taped|hidden)_(?:in|at|under|behind)~
        |~runs?_(?:on|in)~|~is_(?:all_)?(?:written|spelled)_(?:all_)?\w+""",
    ),
    "a region": (
        2,
        "thing ours rule",
        r"""~(?:is|are|runs?|lives?)_(?:all_)?(?:on|in)_(?:[a-z]{2}-[a-z]+-\d|docker|kubernetes|k8s|aws|gcp|azure
        |swiss|euros?|dollars?|postgres|(?-i:[A-Z])\w+)~""",
    ),
    "tool over tool": (
        2,
        "order ours thing",
        r"""~no,?_use_{tool}(?:_instead)?[.!]*$|~(?:don't_use|stop_using)_{tool},?_(?:but_|please_)*use_{tool}~
        |~(?:use|with|over|in)_[`'"]?[\w.-]+[`'"]?(?:_[\w.-]+){0,3}?,?_(?:and_)?(?:not|instead_of|rather_than
        |never)_(?:with_|over_)?[`'"]?{tool}~|~use_{tool}~.*~in_this_(?:project|repo)~""",
    ),
    "all of it is meant so": (
        3,
        "thing rule",
        r"^(?:the_|our_)?(?:whole|entire|all|every)~.*~(?:is|are)_(?:supposed|meant)_to_(?:be_(?:in|written|named|typed)|use|follow|stay)~",
    ),
    "what one finds": (
        2,
        "person",
        r"""^i_(?:{adverb}_)*find_(?!(?:it|this|that|these|those|the|your|my)~)[^,]{3,60}_(?:hard|harder|difficult|tiring
        |exhausting|annoying|distracting|confusing|easier|easy|useless|helpful|useful|unreadable)~""",
    ),
    "before it is done": (
        3,
        "order",
        r"""^(?:if|when(?:ever)?)_(?:an?|any|anything|something|you're|you_are)~[^,]{3,60},_.*~(?:tell|ask|warn|ping|show
        |check_with)~.*~(?:first|before(?:hand)?|in_advance|up_front)~""",
    ),
}
