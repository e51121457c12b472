"""`python -m evals`: grade the recordings; with --model, let a model live through the scenarios.

Exit code 0: everything is as it should be; 1: something is not; 77: a model was wanted and there is no key.
"""

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from context_memory.transcripts.formats import read_session

from . import scenarios, transcripts
from .graders import GRADERS

HERE = Path(__file__).parent
KEY = "ANTHROPIC_API_KEY"
NOT_RUN = 77


def main(argv: Sequence[str] | None = None) -> int:
    """Run what was asked for and print one line for each result."""
    parser = argparse.ArgumentParser(prog="python -m evals", description=__doc__)
    parser.add_argument("--model", metavar="NAME", help="ask this model instead of grading recordings")
    parser.add_argument("--runs", metavar="N", type=int, default=1, help="runs of each scenario (default: 1)")
    parser.add_argument("--only", metavar="NAME", choices=sorted(GRADERS), help="one scenario")
    parser.add_argument("--without-skill", action="store_true", help="the control: the model has no skill")
    parser.add_argument("--triggers", action="store_true", help="the trigger queries instead of the scenarios")
    parser.add_argument("--base-url", metavar="URL", help="another address of the API")
    parser.add_argument("--save", metavar="FOLDER", type=Path, help="keep the transcripts of a model here")
    arguments = parser.parse_args(argv)
    if not arguments.model:
        return grade_recordings()
    if not os.environ.get(KEY):
        print(f"NOT RUN: a model needs {KEY} in the environment; python -m evals alone needs none", file=sys.stderr)
        return NOT_RUN
    return ask_triggers(arguments) if arguments.triggers else ask_scenarios(arguments)


def grade_recordings() -> int:
    """Every pass must pass and every fail must fail."""
    wrong = 0
    for name, grader in GRADERS.items():
        for kind in ("pass", "fail"):
            reasons = grader(transcripts.read(HERE / "recordings" / f"{name}.{kind}.json"))
            is_right = bool(reasons) == (kind == "fail")
            wrong += not is_right
            shown = "; ".join(reasons) or "holds"
            print(f"{'ok  ' if is_right else 'WRONG'} {name}.{kind}: {shown}")
    return 1 if wrong else 0


def ask_scenarios(arguments: argparse.Namespace) -> int:
    """How often a model holds, with or without the skill."""
    from .model_run import Run, live_through

    failed = 0
    run = Run(arguments.model, with_skill=not arguments.without_skill)
    for scenario in scenarios.all_of_them():
        if arguments.only not in {None, scenario.name}:
            continue
        reasons: list[str] = []
        good = 0
        for number in range(arguments.runs):
            with tempfile.TemporaryDirectory() as folder, _client(arguments) as client:
                messages = live_through(scenario, run, client, Path(folder))
            found = GRADERS[scenario.name](_steps(messages, arguments.save, f"{scenario.name}.{number + 1}"))
            good += not found
            reasons += found
        failed += good < arguments.runs
        print(
            f"{scenario.name}: {good}/{arguments.runs} hold"
            + (f" ({'; '.join(dict.fromkeys(reasons))})" if reasons else "")
        )
    return 1 if failed else 0


def ask_triggers(arguments: argparse.Namespace) -> int:
    """Which queries load the skill, against which should."""
    from .model_run import would_load

    wrong = 0
    with _client(arguments) as client:
        for query in triggers():
            loaded = would_load(str(query["query"]), arguments.model, client)
            wrong += loaded != query["should_trigger"]
            verdict = "ok  " if loaded == query["should_trigger"] else "WRONG"
            print(f"{verdict} {'load' if loaded else 'none'}: {query['query']}")
    return 1 if wrong else 0


def triggers() -> list[dict[str, object]]:
    """The trigger queries."""
    lines = (HERE / "triggers.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def _client(arguments: argparse.Namespace):  # type: ignore[no-untyped-def]
    import anthropic

    return anthropic.Anthropic(base_url=arguments.base_url)


def _steps(messages: list[dict[str, object]], save: Path | None, name: str) -> tuple[transcripts.Step, ...]:
    with tempfile.TemporaryDirectory() as folder:
        target = (save or Path(folder)) / f"{name}.json"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(json.dumps(messages, ensure_ascii=False, indent=1), encoding="utf-8")
        return transcripts.steps(read_session(target))


if __name__ == "__main__":
    sys.exit(main())
