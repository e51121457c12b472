"""Extracts a session's structured memory from its messages, each once; rendered text is never read back."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import takewhile

from ... import trim
from ...messages import Message, Opaque, Role, Text, ToolCall, ToolResult
from ...text import entities, locations, own_voice, pasted, revocations, sentences
from ...transcripts import own_texts, speakers
from . import calls, condense, continuation, directives, evidence, findings, one_off, receipt, replies
from .values import Action, Evidence, MentionCounts, Said, SessionMemory, Source, Speaker

RESULT_CHARACTERS = 40_000
"""Characters of one tool result that are searched, half from each end; the middle of bulk stays in the archive."""
OLD_RESULT_CHARACTERS = 800
"""The same for a result that left the largest usual window long ago."""
REQUEST_CHARACTERS = 900
STATEMENT_CHARACTERS = 220
STATEMENTS_PER_MESSAGE = 60
SUMMARY_STATEMENTS = 400
LAST_REQUEST_CHARACTERS = 20_000
_CUT = " […]"
_GOES_ON = (":", "：", "…", "...")
"""How a text ends behind which something is to come."""
REPORT_CHARACTERS = 600
MOST_OPEN_ORDERS = 60
PASSED_OVER = 5  # requests, after which a question that the person passed over is not asked any more
_MENDED_SINCE = 6  # requests, in which the cause was found of what a person says works now
MOST_REVOKING = 40  # sentences of one message that are asked whether they revoke or replace something
HOST_RULES_CHARACTERS = 6_000
"""A longer text of the host is bulk, not a rule."""


class Fold:
    """One pass over messages; mutable while it runs, a `SessionMemory` comes out of `finished`."""

    def __init__(self, memory: SessionMemory, running: Iterable[ToolCall] = ()) -> None:
        self._before = memory
        self._index = memory.messages
        self._has_reply = memory.messages > 0
        self._words: dict[str, list[int]] = {word: list(counts) for word, counts in memory.words.items()}
        self._mentions = MentionCounts(memory.mentions, memory.lines, dict(memory.roots))
        self._tools = dict(memory.tools)
        self._statements = list(memory.statements)
        self._requests = list(memory.requests)
        self._waiting = [place for place, said in enumerate(self._requests) if not said.is_done]
        self._directives = {said.text: said for said in memory.directives}
        self._corrections = {said.text: said for said in memory.corrections}
        self._decisions = {said.text: said for said in memory.decisions}
        self._completed = {(item.kind, item.text): item for item in memory.completed}
        self._causes = {said.text: said for said in memory.causes}
        self._questions = list(memory.questions)
        self._reports = list(memory.reports)
        self._actions = {(item.kind, item.target): item for item in memory.actions}
        self._failed = {key for key, item in self._actions.items() if item.failed}
        self._outputs: dict[tuple[str, str], str] = {}
        self._made: dict[tuple[str, str], ToolCall] = {}
        self._last_request = memory.last_request
        self._planned_for = memory.planned_for
        self._has_ended = not {condense.as_open(said.text) for said in self._requests[-1:]}.intersection(memory.pending)
        self._asked_until = self._index if self._has_ended else -1
        self._called_at = max((done.index for done in memory.actions), default=-1)
        self._last_text = ""
        self._open_orders: dict[str, None] = {}
        for said in memory.directives:
            self._open_order(said)
        self._worked_at = max((done.index for done in memory.actions if done.is_work), default=-1)
        self._calls = {call.id: evidence.plain(call) for call in running}
        self._running: dict[str, ToolCall] = {}
        self._todos = dict(memory.todos)
        self._tasks = dict(memory.todos)
        self._chinese = self._spoken = 0

    def add(self, message: Message, *, is_recent: bool = True) -> None:
        """Fold one message; heartbeats only advance the count, and so do summaries of messages that were folded."""
        self._is_recent = is_recent
        is_noise = speakers.is_noise(message)
        if message.role is Role.USER and self._has_ended:
            self._asked_until = self._index
        if message.is_summary and not is_noise:
            if not self._has_reply and not speakers.is_failed_summary(message.text):
                self._earlier_summary(message.text)
        elif not is_noise:
            self._mentions.begin(self._index)
            words: set[str] = set()
            message = calls.with_results(message, self._tools)
            handed = "\n".join(speakers.document_in(part) for part in message.parts if isinstance(part, Opaque))
            if person := speakers.said(message):
                self._person(person, handed=handed)
                words |= entities.note_said_words(self._words, person)
            for part in message.parts:
                match part:
                    case Text(text):
                        words |= self._text(message, text)
                    case ToolCall():
                        words |= self._call(part)
                    case ToolResult():
                        self._result(part)
            entities.count_words(self._words, words, self._index)
        self._has_reply = self._has_reply or message.role is Role.ASSISTANT
        self._index += 1

    def finished(self, messages: Sequence[Message]) -> SessionMemory:
        """The memory after everything added; `messages` are the newest ones, for pending work and key files."""
        before = self._before
        files = dict.fromkeys([*evidence.key_files_of(messages, self._completed.values()), *before.key_files])
        over = self._requests_over()
        asked = [over.get(place, said) for place, said in enumerate(self._requests[: -1 if self._has_ended else None])]
        pending = condense.left_open(asked, condense.find_pending_work(messages), before)
        return before._replace(
            messages=self._index,
            requests=tuple(self._requests),
            last_request=self._last_request,
            directives=tuple(self._directives.values()),
            corrections=tuple(self._corrections.values()),
            decisions=tuple(self._decisions.values()),
            todos=dict(self._todos),
            planned_for=self._planned_for,
            pending=tuple(pending),
            completed=tuple(self._completed.values()),
            errors=tuple(self._open_errors()),
            causes=tuple(self._causes.values()),
            questions=tuple(self._questions),
            reports=tuple(self._reports),
            actions=tuple(self._finished_actions()),
            key_files=tuple(files)[: evidence.LIMIT],
            statements=tuple(self._statements),
            mentions=self._mentions.mentions,
            lines=self._mentions.lines,
            words={word: (counts[0], counts[1], counts[2]) for word, counts in self._words.items()},
            roots=self._mentions.roots,
            tools=self._tools,
            language=self._language(),
        )

    def _earlier_summary(self, text: str) -> None:
        """A summary that the session begins with is all there is of what came before it."""
        self._mentions.begin(self._index)
        self._mentions.add("", text, Source.PROSE)
        self._say(text, Speaker.AGENT, most=SUMMARY_STATEMENTS)
        self._note(self._directives, directives.find_directives(text), Speaker.HOST)
        entities.count_words(self._words, entities.note_said_words(self._words, text), self._index)

    # -- one part each -----------------------------------------------------------------------------

    def _text(self, message: Message, text: str) -> set[str]:
        if message.role is Role.ASSISTANT:
            text = sentences.ends(continuation.without_analysis(text))
            self._mentions.add("", text, Source.PROSE)
            self._say(text, Speaker.AGENT)
            self._note(self._decisions, directives.find_decisions(text, of_agent=True), Speaker.AGENT)
            self._causes = findings.with_later_word(self._causes, text)
            confirmed, ruled_out = findings.causes_in(text, self._statements)
            self._note(self._causes, confirmed, Speaker.AGENT)
            self._note(self._causes, ruled_out, Speaker.HOST)
            for told in (*findings.completed_in(text), *findings.reports_midway(text)):
                self._completed.pop(("told", told), None)
                self._completed["told", told] = Evidence("told", told, self._index)
            if text.strip():
                alone = self._requests[-1].text if self._requests and not message.calls else ""
                self._asked_until = self._index if self._has_ended else self._asked_until
                self._questions = replies.questions_after(
                    self._questions, text, self._index, alone=alone, until=self._asked_until
                )
                self._last_text, self._has_ended = text, not message.calls and not text.rstrip().endswith(_GOES_ON)
            return entities.note_said_words(self._words, text)
        if message.role is Role.USER and not speakers.said_in(text):
            if report := speakers.report_in(text):
                self._report(report)
            text = sentences.ends(text)
            self._mentions.add("", text, Source.RESULT)
            self._say(text, Speaker.HOST)
            self._note_host(text if len(text) <= HOST_RULES_CHARACTERS else "")
        return set()

    def _note_host(self, text: str) -> None:
        for speaker, orders in ((Speaker.HOST, speakers.orders_in(text)), (Speaker.AGENT, speakers.tasks_in(text))):
            self._note(self._directives, directives.find_directives(orders), speaker)

    def _person(self, words: str, question: str = "", handed: str = "") -> None:
        words, self._last_text = speakers.unwrapped(sentences.ends(words)), question or self._last_text
        self._mentions.add("", pasted.without_escapes(words), Source.PERSON)
        document, voices = pasted.document_in(words), own_voice.by_whom(words)
        own, given = pasted.own_words(voices.own), f"{document}\n{voices.others}\n{handed}"
        self._say(own, Speaker.PERSON)
        self._say(given, Speaker.DOCUMENT)
        self._last_request = _last_request_of(words)
        fitting = pasted.fit_request(pasted.asked_with(words), REQUEST_CHARACTERS, len, f"{_CUT}.")
        request = sentences.clip(sentences.plain_sentence(fitting), REQUEST_CHARACTERS)
        proposal = replies.proposal_for(words, self._last_text)
        lately = self._requests[-PASSED_OVER:][0].index if self._requests else self._index
        self._questions = replies.asked_by(self._questions, own, self._index, is_reply=bool(proposal), lately=lately)
        if self._requests:
            self._directives, own = directives.put_anew(self._directives, own, self._requests[-1], self._index)
        found = directives.find_corrections(own)
        corrections = [each for each in found if not one_off.answers_no(each, self._last_text)]
        self._has_ended |= self._called_at > self._newest_request and one_off.goes_further(words)
        goes_on = not (corrections or proposal or one_off.is_bare(words) or one_off.complains_first(own))
        for place, said in self._requests_over(goes_on=goes_on).items():
            self._requests[place] = said
        self._waiting = [*(place for place in self._waiting if not self._requests[place].is_done), len(self._requests)]
        self._requests.append(Said(request, self._index, reply_to=proposal))
        self._has_ended = False
        orders = directives.find_directives(self._end_what_is_over(own, corrections))
        self._close_orders(is_complaint=bool(corrections) or one_off.complains(own))
        given = given if directives.adopts(own) else document
        self._note(self._directives, directives.find_directives(given), Speaker.DOCUMENT)
        self._note(self._directives, [each for each in orders if not one_off.only_chooses(each)], Speaker.PERSON)
        for sentence in corrections:
            self._corrections.pop(sentence, None)
            about = replies.corrected_by(sentence, self._last_text)
            self._corrections[sentence] = Said(sentence, self._index, reply_to=about)
        self._decide(replies.decisions_in(words, own, self._last_text, self._requests[-2:][0].text), own)
        for told in findings.reports_in(self._last_text):
            self._completed.pop(("told", told), None)
            self._completed["told", told] = Evidence("told", told, self._index - 1)
        if one_off.undoes(own):
            asked = self._requests[-2].index if len(self._requests) > 1 else -1
            for key in [key for key, item in self._completed.items() if item.kind == "told" and item.index > asked]:
                del self._completed[key]
        self._last_text = ""
        self._spoken += 1
        self._chinese += speakers.is_chinese(words)

    def _decide(self, found: Iterable[str], words: str) -> None:
        """What a person settles, in place of what they settled before of the same."""
        self._decisions = replies.still_in_force(self._decisions, words)
        for place, text in enumerate(found):
            for said in list(self._decisions.values())[-condense.DECISIONS :] if place < MOST_REVOKING else ():
                if text != said.text and one_off.decides_anew(said.text, text):
                    del self._decisions[said.text]
            self._note(self._decisions, [text], Speaker.PERSON)

    def _end_what_is_over(self, words: str, corrections: list[str]) -> str:
        """What a person revokes or replaces leaves, and the words that only did so; a cause contradicted at once."""
        for text in findings.causes_in(self._last_text)[0] if corrections else ():
            self._causes.pop(text, None)
        mended_since = self._requests[-_MENDED_SINCE:][0].index if one_off.says_it_works(words) else self._index + 1
        for said in [each for each in self._causes.values() if each.index >= mended_since]:
            self._causes[said.text] = said._replace(is_done=True)
        if not (self._directives or self._decisions):
            return words
        spoken = sentences.split_sentences(sentences.without_fences(words))[:MOST_REVOKING]
        for sentence in filter(revocations.may_end, spoken):
            for kept, most in ((self._directives, condense.DIRECTIVES), (self._decisions, condense.DECISIONS)):
                over, is_said = revocations.read_against(sentence, list(kept)[-most:])
                words = words.replace(sentence, revocations.without_revocation(sentence)) if over else words
                for text in over:
                    del kept[text]
                self._note(self._directives, [sentences.plain_sentence(sentence)] if is_said else [], Speaker.PERSON)
        return words

    def _close_orders(self, *, is_complaint: bool) -> None:
        """Orders for one thing that the agent worked on are over when the person goes on; after a complaint, as always
        what was corrected, only those before the last message."""
        last = self._requests[-2].index if len(self._requests) > 1 else -1
        for wrong in [each for each in self._corrections.values() if each.index < last and not each.is_done]:
            if self._worked_at > wrong.index and one_off.is_set_right(wrong.text):
                self._corrections[wrong.text] = wrong._replace(is_done=True)
        for text in list(self._open_orders):
            said = self._directives.get(text)
            if said is None:
                del self._open_orders[text]
            elif (said.index < last or not is_complaint) and self._is_carried_out(said):
                self._directives[text] = said._replace(is_done=True)
                del self._open_orders[text]

    @property
    def _newest_request(self) -> int:
        return self._requests[-1].index if self._requests else self._index

    def _requests_over(self, *, goes_on: bool = True) -> dict[int, Said]:
        """The requests that the agent ended its turn about, by place; with the newest if the person `goes_on`."""
        if not (self._has_ended and self._requests):
            return {}
        changed = next((item.index for item in reversed(self._actions.values()) if item.kind == "changed"), -1)
        turn = one_off.Ended(self._last_text, self._called_at, changed, self._words)
        kept = one_off.kept_open(self._requests, self._questions, self._todos.values(), self._planned_for)
        is_over = goes_on or one_off.only_asks(self._requests[-1].text)
        return one_off.over(self._requests, self._waiting, turn, kept if is_over else {*kept, self._newest_request})

    def _is_carried_out(self, order: Said) -> bool:
        """Whether the agent did something since, or answered what only wanted an answer."""
        if one_off.wants_reminder(order.text):
            return one_off.is_reminded(self._actions.values(), order.index)
        return self._worked_at > order.index or (bool(self._last_text) and directives.is_of_the_moment(order.text))

    def _report(self, text: str, task: str = "") -> None:
        """What another agent concluded, and on which task: the end of its report says it."""
        if concluded := findings.conclusion_of(text, REPORT_CHARACTERS):
            self._reports.append(Said(f"{task} → “{concluded}”" if task else concluded, self._index, Speaker.HOST))

    def _call(self, call: ToolCall) -> set[str]:
        call = evidence.plain(call)
        self._calls[call.id], self._called_at, self._has_ended = call, self._index, False
        self._tools[call.name] = self._tools.get(call.name, 0) + 1
        text = "\n".join(calls.texts_in(call.input))
        self._mentions.add_call(locations.place_of_call(call), text)
        return entities.prose_words(text)

    def _result(self, result: ToolResult) -> None:
        call = self._calls.pop(result.call_id, None) or ToolCall(result.call_id, result.name, {})
        call = self._running.get(calls.polled_by(call), call)
        if name := calls.running_in(result):
            self._running[name] = call
        self._plan(call, result)
        self._forget_files(evidence.removed_by(call, result))
        for item in evidence.find_evidence(call, result, self._index, self._tasks):
            self._completed.pop((item.kind, item.text), None)
            self._completed[item.kind, item.text] = item
        if words := speakers.said_in_result(result.text):
            self._person(words, speakers.asked_in_result(result.text))
        done = calls.action_alone(call, result, self._index)
        if done is None or not self._done(done, call, result.text):
            return
        self._made[done.kind, done.target] = call
        if done.kind == calls.REFUSED:
            return
        self._worked_at = self._index if done.is_work and not done.failed else self._worked_at
        text = self._outputs[done.kind, done.target] = result.text
        if calls.is_agent(call) and not done.failed:
            self._report(text, calls.task_of(call))
        room = RESULT_CHARACTERS if self._is_recent else OLD_RESULT_CHARACTERS
        if len(text) > room:
            text = text[: room // 2] + "\n" + text[-room // 2 :]
        text = pasted.without_line_numbers(calls.without_wrapping(text))
        self._mentions.add(locations.place_of_call(call), text, Source.RESULT)

    def _forget_files(self, removed: Mapping[str, str]) -> None:
        """Files written before that a command removed, or that have another name since."""
        for gone, new in removed.items():
            for kind, path in list(self._completed):
                if kind == "written" and locations.is_at_or_under(path, gone):
                    del self._completed[kind, path]
                    if new:
                        now = path.removesuffix(gone) + new
                        self._completed[kind, now] = Evidence(kind, now, self._index)

    def _plan(self, call: ToolCall, result: ToolResult) -> None:
        """What a call that was accepted made of the to-do list."""
        if evidence.has_failed(result):
            return
        created, before = evidence.task_of(call, result), set(self._todos)
        if created:
            self._tasks[created[0]] = self._todos[created[0]] = created[1]
        if (items := evidence.open_items(call)) is not None:
            self._todos = {item: item for item in items}
        if self._todos and before.isdisjoint(self._todos):
            self._planned_for = self._newest_request
        self._todos.pop(evidence.ended_item(call), None)

    def _done(self, done: Action, call: ToolCall, output: str) -> bool:
        """Take the newest of each target, unless its command was wrong; a success ends its failures."""
        if not done.failed and (failures := [each for each in self._failed if each[0] == done.kind]):
            proved = locations.proved_by(evidence.command_of(call))
            for failed in failures:
                if calls.is_closed_by(self._actions[failed], done, proved):
                    self._failed.remove(failed)
                    self._mended(self._actions.pop(failed))
        key = done.kind, done.target
        known = self._actions.get(key)
        if known and calls.says_less(done, known, evidence.command_of(call), output):
            return False
        self._actions.pop(key, None)
        self._actions[key] = done
        (self._failed.add if done.failed else self._failed.discard)(key)
        return True

    def _mended(self, failed: Action) -> None:
        """Note what the agent said was wrong where it changed something before the same check passed."""
        if any(item.kind == "changed" and item.index > failed.index for item in self._actions.values()):
            since = takewhile(lambda said: said.index > failed.index, reversed(self._statements))
            spoken = [said.text for said in since if said.speaker is Speaker.AGENT]
            if failed.kind == "ran" and (why := findings.why_it_failed(failed, reversed(spoken), self._causes)):
                self._note(self._causes, [why], Speaker.AGENT)

    def _finished_actions(self) -> Iterator[Action]:
        """Each with what came of it, the newest also as they were called."""
        newest_from = len(self._actions) - calls.AS_CALLED
        kept_from = len(self._actions) - condense.ACTIONS
        for i, (key, done) in enumerate(self._actions.items()):
            is_old_read = i < kept_from and done.kind == "read"  # how much an old look showed is told nowhere
            is_new = key in self._outputs and not is_old_read
            told = calls.with_outcome(done, self._outputs[key]) if is_new else done
            made = "" if i < newest_from else calls.as_called(self._made[key]) if key in self._made else done.call
            yield told._replace(call=made) if told.call != made else told

    def _open_errors(self) -> list[Said]:
        """What failed and did not succeed since, in the order of the failures."""
        return [Said(each.outcome, each.index, Speaker.HOST) for each in self._actions.values() if each.is_open_failure]

    # -- shared ------------------------------------------------------------------------------------

    def _say(self, text: str, speaker: Speaker, most: int = STATEMENTS_PER_MESSAGE) -> None:
        kept = 0
        for sentence in sentences.split_sentences(sentences.without_fences(text)):
            if pasted.is_of_a_program(sentence):
                continue
            line = sentences.plain_sentence(sentence)
            cells = line.strip(" |").replace(" | ", sentences.CELL) if " | " in line else line
            line = sentences.clip(cells, STATEMENT_CHARACTERS)
            if len(line) >= 8 or (len(line) >= 4 and not line.isascii()):
                self._statements.append(Said(line, self._index, speaker))
                if (kept := kept + 1) >= most:
                    break

    def _note(self, kept: dict[str, Said], found: list[str], speaker: Speaker) -> None:
        for sentence in found:
            earlier = kept.pop(sentence, None)
            by = earlier.speaker if earlier and speaker is not Speaker.PERSON else speaker  # theirs stays theirs
            kept[sentence] = Said(sentence, self._index, by)
            if kept is self._directives:
                self._open_order(kept[sentence])

    def _open_order(self, said: Said) -> None:
        """An order for one thing is open until it was carried out; of many the oldest are no longer asked about."""
        if said.speaker is Speaker.PERSON and not said.is_done and one_off.is_for_once(said.text):
            self._open_orders[said.text] = None
            if len(self._open_orders) > MOST_OPEN_ORDERS:
                del self._open_orders[next(iter(self._open_orders))]

    def _language(self) -> str:
        return ("zh" if self._chinese * 2 > self._spoken else "en") if self._spoken else self._before.language


def fold(
    memory: SessionMemory,
    messages: Sequence[Message],
    watched: Callable[[Sequence[Message]], Iterable[Message]] = iter,
    since: int = 0,
) -> SessionMemory:
    """The memory after these further messages; `watched` gives them one by one, and may count them. Those before
    `since` are known already: results for the calls of the last one may be among the further ones."""
    folding = Fold(memory, messages[since - 1].calls if since else ())
    messages = own_texts.without_own(messages[since:])
    recent = condense.recent_from(messages)
    for i, message in enumerate(watched(messages)):
        folding.add(message, is_recent=i >= recent)
    asked = receipt.requirements_in(memory.requirements, messages, memory.messages)
    return folding.finished(messages)._replace(requirements=asked)


def _last_request_of(words: str) -> str:
    """The request as it is kept: of a very long one all that was typed, and of what was pasted what tells most."""
    if len(words) <= LAST_REQUEST_CHARACTERS:
        return words
    shorter = pasted.with_shorter_paste(words, LAST_REQUEST_CHARACTERS, trim.shorten, _CUT)
    return pasted.ends(shorter, LAST_REQUEST_CHARACTERS, _CUT)
