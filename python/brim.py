"""Runs the command brim on Petri nets, circuits and listed systems, and returns its answers as objects.

    >>> import brim
    >>> answer = brim.check("dphil:3", "EF deadlock")
    >>> answer.verdict, len(answer.trace.steps)
    ('holds', 6)

Every function runs the command with ``--json`` once and waits for it. A model is named as for the command: a file of
PNML, AIGER or Aldebaran, or a net of a family such as ``dphil:3``. Keyword arguments are the flags of the command with
``_`` for ``-``: ``limit_time=10`` is ``--limit-time 10``, in seconds, ``no_trace=True`` is ``--no-trace``, and a list
is joined by commas. ``brim help check`` and so on list the flags.

When a limit is reached the answer is unknown, which is a value. Errors of the command, such as a formula that cannot be
read or a missing file, raise Error with its message. The environment variable BRIM names the command; the default is
``brim`` in PATH. verify runs brim-verify instead: the one that BRIM_VERIFY names, or next to the brim that BRIM names,
or in PATH. If an exception such as Ctrl-C interrupts the wait, the command is killed.
"""

from __future__ import annotations

import html
import json
import os
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Dict, Iterable, Iterator, List, Optional, Tuple, Union

__all__ = [
    "Answer", "Certificate", "Change", "Error", "Finding", "InputError", "Info", "InternalError", "NamedAnswer", "NotFound",
    "Order", "Orders", "Replay", "States", "Step", "Trace", "Unbounded", "Verification", "ask", "ask_all", "check", "info",
    "orders", "replay", "run", "states", "verify",
]

Model = Union[str, "os.PathLike[str]"]
Marking = Dict[str, int]
"""The tokens of the marked places, by name."""

HOLDS, FAILS, UNKNOWN = "holds", "fails", "unknown"


class Error(Exception):
    """The message of a run without a result. status is the exit status, None if brim did not run or was killed."""

    def __init__(self, text: str, status: Optional[int] = None):
        super().__init__(text)
        self.status = status


class NotFound(Error):
    """The command brim was not found."""


class InputError(Error):
    """Wrong use, or a model or formula that cannot be read: status 2."""


class InternalError(Error):
    """A fault of brim itself."""


@dataclass(frozen=True)
class Change:
    """The effect of a step on one place. For a coloured net, place is that of the unfolding."""

    place: str
    before: int
    after: int
    coloured: str = ""  #: the place of the coloured net
    colour: str = ""

    def __str__(self) -> str:
        name = f"{self.coloured}({self.colour})" if self.coloured else self.place
        return f"{name}: {self.before} → {self.after}"


@dataclass(frozen=True)
class Step:
    """One firing. For a listed system label is that of the transition, for a circuit the inputs as 0 and 1."""

    label: str
    changes: Tuple[Change, ...] = ()  #: of a net
    binding: Dict[str, str] = field(default_factory=dict)  #: of a coloured net: the colours of the variables
    state: str = ""  #: of a listed system: where it leads

    def __str__(self) -> str:
        if not self.binding:
            return self.label
        return self.label + "(" + ", ".join(f"{name}={colour}" for name, colour in self.binding.items()) + ")"


@dataclass(frozen=True, repr=False)
class Trace:
    """A run that shows why a formula holds or fails; brim replayed it before printing it.

    The last step leads back to the marking after `loop` steps, if that is not None. A run of LTL without a loop stays
    in its last marking, which is dead. Branches are witnesses of parts of the formula that begin in the marking after
    `at` steps of this one. A trace that is `claimed` speaks of all paths and has no steps.
    """

    formula: str
    steps: Tuple[Step, ...]
    start: Marking = field(default_factory=dict)  #: of a net
    state: str = ""  #: at first, of a listed system or circuit
    loop: Optional[int] = None
    dead: bool = False
    claimed: bool = False
    at: int = 0
    branches: Tuple["Trace", ...] = ()

    def __len__(self) -> int:
        return len(self.steps)

    def markings(self) -> Iterator[Marking]:
        """Yields the markings of a net: the initial one, then the one after each step."""
        marking = dict(self.start)
        yield dict(marking)
        for step in self.steps:
            for change in step.changes:
                if change.after:
                    marking[change.place] = change.after
                else:
                    marking.pop(change.place, None)
            yield dict(marking)

    def __repr__(self) -> str:
        return f"<brim.Trace of {self.formula}: {len(self)} steps>"

    def __str__(self) -> str:
        lines = [f"{i}  {label}  {what}".rstrip() for i, (label, what) in enumerate(self._rows())]
        if self.loop is not None:
            lines.append(f"the marking is that of {self.loop} again")
        for branch in self.branches:
            lines.append(f"in marking {branch.at}: {branch.formula}")
            lines += ["    " + line for line in str(branch).splitlines()]
        return "\n".join(lines)

    def _rows(self) -> Iterator[Tuple[str, str]]:
        yield "start", self.state or ", ".join(f"{place}: {tokens}" for place, tokens in self.start.items())
        for step in self.steps:
            yield str(step), step.state or ", ".join(map(str, step.changes))

    def _repr_html_(self) -> str:
        """The trace as a table; rows that repeat for ever have a bar on their left."""
        out = [f"<p><code>{html.escape(self.formula)}</code></p><table>", "<tr><th>#<th>step<th>what changes</tr>"]
        for i, (label, what) in enumerate(self._rows()):
            bar = ' style="border-left: 3px solid"' if self.loop is not None and i >= self.loop else ""
            out.append(f"<tr{bar}><td>{i}<td>{html.escape(label)}<td>{html.escape(what)}</tr>")
        out.append("</table>")
        if self.loop is not None:
            out.append(f"<p>The marking is that of {self.loop} again: these steps repeat for ever.</p>")
        for branch in self.branches:
            out.append(f'<div style="margin-left: 2em"><p>in marking {branch.at}:</p>{branch._repr_html_()}</div>')
        return "\n".join(out)


@dataclass(frozen=True)
class Certificate:
    """The proof of an answer, which verify checks; true if there is one."""

    file: str = ""  #: that has it
    bytes: int = 0
    evidence: Tuple[str, ...] = ()  #: the kinds of its sections
    reason: str = ""  #: why there is none
    model: str = ""  #: the file of the net that it is about, to be given to verify, if that is not the model's own

    def __bool__(self) -> bool:
        return self.file != ""


@dataclass(frozen=True)
class Verification:
    """What brim-verify says of a certificate; true if it proves the answer."""

    verdict: str  #: verified, rejected or limit
    answer: str = ""  #: the one that is right, as "holds" or a number
    reason: str = ""  #: why it is rejected, or which limit was reached

    def __bool__(self) -> bool:
        return self.verdict == "verified"


class _Verdict:
    """What answers have in common: a verdict, holds, fails or unknown, and why it is unknown.

    An answer may be used as a condition if it is known: an unknown one is neither true nor false, so bool raises
    TypeError.
    """

    verdict: str
    reason: str

    def _claim(self) -> str:
        """What holds or fails."""
        raise NotImplementedError

    @property
    def holds(self) -> bool:
        return self.verdict == HOLDS

    @property
    def fails(self) -> bool:
        return self.verdict == FAILS

    @property
    def unknown(self) -> bool:
        return self.verdict == UNKNOWN

    def __bool__(self) -> bool:
        if self.unknown:
            raise TypeError(f"it is unknown whether {self._claim()} holds: {self.reason}")
        return self.holds


@dataclass(frozen=True, repr=False)
class Answer(_Verdict):
    """Whether a formula holds, and why. An answer may be used as a condition if it is known."""

    formula: str
    verdict: str  #: holds, fails or unknown
    complete: bool  #: the verdict rests on all reachable markings
    by: str = ""  #: the technique that gave it
    reason: str = ""  #: why it is unknown, or why there is no trace
    limit: str = ""  #: which limit that was, in a word
    trace: Optional[Trace] = None  #: of the formula, or of its negation if it fails; None where there is nothing to show
    picture: str = ""  #: the trace as SVG, if draw was asked for and there is one
    certificate: Optional[Certificate] = None  #: if the flag certificate named a file for it
    seconds: float = 0
    data: Dict[str, Any] = field(default_factory=dict)  #: all that the command printed

    def _claim(self) -> str:
        return self.formula

    def __repr__(self) -> str:
        return f"<brim.Answer {self}: {self.formula}>"

    def __str__(self) -> str:
        return f"{self.verdict}: {self.reason}" if self.unknown else self.verdict

    def _repr_html_(self) -> str:
        shown = self.picture or (self.trace._repr_html_() if self.trace else "")
        return f"<p><b>{html.escape(str(self))}</b> <code>{html.escape(self.formula)}</code></p>\n{shown}"


@dataclass(frozen=True)
class Finding:
    """A part of the diagnosis of a named question."""

    text: str  #: sentences, with the names that people use
    about: str = ""  #: the condition that it is about, as "option to complete"
    verdict: str = UNKNOWN  #: of that condition
    places: Tuple[str, ...] = ()  #: that the text is about
    transitions: Tuple[str, ...] = ()
    run: Optional[Trace] = None  #: shows it; with a loop, its steps can be repeated and add tokens each time

    def __str__(self) -> str:
        return f"{self.about}: {self.verdict}: {self.text}" if self.about else self.text


@dataclass(frozen=True, repr=False)
class NamedAnswer(_Verdict):
    """The answer to a question with a name, such as "sound". It may be used as a condition if it is known."""

    question: str
    verdict: str  #: holds, fails or unknown
    summary: str  #: what that means, in a sentence
    findings: Tuple[Finding, ...] = ()
    degrees: Dict[str, str] = field(default_factory=dict)  #: of liveness by transition, of "live" and "quasi-live"
    bounds: Dict[str, str] = field(default_factory=dict)  #: by place, of "bounded"
    reason: str = ""  #: why it is unknown
    limit: str = ""  #: which limit that was, in a word
    seconds: float = 0
    data: Dict[str, Any] = field(default_factory=dict)  #: all that the command printed of it

    def _claim(self) -> str:
        return self.question

    def __repr__(self) -> str:
        return f"<brim.NamedAnswer {self.question}: {self.verdict}>"

    def __str__(self) -> str:
        return "\n".join([f"{self.question}: {self.verdict}: {self.summary}", *map(str, self.findings)])

    def _repr_html_(self) -> str:
        out = [f"<p><b>{html.escape(self.question)}: {html.escape(self.verdict)}</b> {html.escape(self.summary)}</p>"]
        for finding in self.findings:
            out.append(f"<p>{html.escape(str(finding))}</p>")
            if finding.run is not None:
                out.append(finding.run._repr_html_())
        return "\n".join(out)


@dataclass(frozen=True)
class Unbounded:
    """Why a net has infinitely many markings: after the prefix the loop can be repeated for ever."""

    place: str
    prefix: Tuple[str, ...]
    loop: Tuple[str, ...]


@dataclass(frozen=True)
class States:
    """The reachable markings. Unknown numbers are None; if complete is false, states is the number found so far."""

    complete: bool
    states: Optional[int] = None
    firings: Optional[int] = None
    deadlocks: Optional[int] = None
    max_tokens_in_place: Optional[int] = None
    max_tokens_per_marking: Optional[int] = None
    depth: Optional[int] = None  #: if it was asked for: depth=True
    reason: str = ""
    limit: str = ""
    unbounded: Optional[Unbounded] = None
    certificate: Optional[Certificate] = None  #: of the number of markings, if the flag certificate named a file for it
    seconds: float = field(default=0, repr=False)
    data: Dict[str, Any] = field(default_factory=dict, repr=False)


@dataclass(frozen=True)
class Info:
    """The structure of a net, without its markings."""

    places: int
    transitions: int
    arcs: int
    bounded: str  #: bounded, unbounded or unknown
    bounds: Dict[str, int]  #: the most tokens of places, where an invariant says
    invariants: Tuple[Tuple[Dict[str, int], int], ...]  #: weights by place, and what their sum always is
    data: Dict[str, Any] = field(default_factory=dict, repr=False)


@dataclass(frozen=True)
class Order:
    """An exploration under one order of the places. work is independent of the machine."""

    method: str
    levels: int
    complete: bool
    work: int
    nodes: Optional[int]
    peak_nodes: int
    seconds: float = field(repr=False)


@dataclass(frozen=True)
class Orders:
    """Explorations of one net under all candidate orders, and the order that brim would choose."""

    complete: bool
    states: Optional[int]
    orders: Tuple[Order, ...]
    choice: Optional[Order]
    best: str
    reason: str = ""
    data: Dict[str, Any] = field(default_factory=dict, repr=False)


@dataclass(frozen=True)
class Replay:
    """Whether a trace is a run of a net. It is true in conditions if it is valid."""

    valid: bool
    steps: int  #: fired in the outermost path
    loop: Optional[int] = None
    dead: bool = False  #: nothing can fire at the end
    shows: str = ""  #: the formula that the trace shows, if it says one
    failed: Optional[int] = None  #: the step that fails, from 1; 0 is the start, one more than there are the end
    reason: str = ""  #: why it fails
    data: Dict[str, Any] = field(default_factory=dict, repr=False)

    def __bool__(self) -> bool:
        return self.valid


def check(model: Model, formula: Optional[str] = None, *, draw: bool = False, **flags: Any) -> Answer:
    """Decides whether a formula of CTL or LTL holds in the initial marking, and shows why.

    With draw=True the answer has a picture of the trace. With no_trace=True it has only the verdict, which may be
    faster. With certificate="FILE" a proof of the answer is written, which verify checks. Omit the formula if a flag gives it, as file="formula.ctl", or if a circuit has its own bad states.
    """
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "trace.svg")
        if draw:
            flags["draw"] = file
        data = run("check", model, *([] if formula is None else [formula]), **flags)
        picture = file.read_text(encoding="utf-8") if data.get("drawing") else ""
    if "properties" in data:
        raise Error(f"{len(data['properties'])} questions have an answer each; run('check', ...) returns them all")
    return Answer(
        formula=data.get("formula", formula or ""), verdict=data.get("verdict", UNKNOWN), complete=data.get("complete", False),
        by=data.get("by", ""), reason=data.get("reason", data.get("error", "")), limit=data.get("limit", ""),
        trace=_trace(data), picture=picture, certificate=_certificate(data), seconds=data.get("seconds", 0), data=data,
    )


def ask(model: Model, question: str, **flags: Any) -> NamedAnswer:
    """Answers a question with a name, as ask("model.pnml", "sound"), and says why in sentences and runs.

    The names are those that `brim help check ask` lists, and those of flags: k=3 with "k-sound", most=20 with "deadlocks".
    """
    return ask_all(model, [question], **flags)[question]


def ask_all(model: Model, questions: Iterable[str], **flags: Any) -> Dict[str, NamedAnswer]:
    """Answers several questions with names in one run, and returns the answers by name."""
    data = run("check", model, ask=list(questions), **flags)
    return {x["question"]: _named(x) for x in data.get("questions", [data])}


def states(model: Model, **flags: Any) -> States:
    """Counts the reachable markings, firings, deadlocks and tokens; with count_only=True only the markings.

    With certificate="FILE" a proof of the number of markings is written, for verify with the question STATES.
    """
    data = run("states", model, **flags)
    numbers = ("states", "firings", "deadlocks", "max_tokens_in_place", "max_tokens_per_marking", "depth")
    found = data.get("unbounded")
    return States(
        complete=data.get("complete", False), reason=data.get("reason", data.get("error", "")), limit=data.get("limit", ""),
        unbounded=found and Unbounded(found["place"], tuple(found["prefix"]), tuple(found["loop"])),
        certificate=_certificate(data), seconds=data.get("seconds", 0), data=data, **{key: _number(data.get(key)) for key in numbers},
    )


def info(model: Model, **flags: Any) -> Info:
    """Finds bounds, invariants and boundedness from the structure of a net."""
    data = run("info", model, **flags)
    _whole(data)
    return Info(
        places=data.get("places", 0), transitions=data.get("transitions", 0), arcs=data.get("arcs", 0),
        bounded=data.get("boundedness", {}).get("verdict", UNKNOWN), bounds=data.get("place_bounds", {}),
        invariants=tuple((dict(zip(i["places"], i["weights"])), i["constant"])
                         for i in data.get("invariants", {}).get("list", ())),
        data=data,
    )


def orders(model: Model, **flags: Any) -> Orders:
    """Explores a net under every candidate order."""
    data = run("orders", model, **flags)
    choice = data.get("choice")
    return Orders(
        complete=data.get("complete", False), states=_number(data.get("states")),
        orders=tuple(_order(x) for x in data.get("orders", ())), choice=_order(choice) if choice else None,
        best=data.get("best", ""), reason=data.get("reason", data.get("error", "")), data=data,
    )


def replay(model: Model, trace: Model, **flags: Any) -> Replay:
    """Checks that a trace in a file, from brim (trace_out="trace.json" of check), TAPAAL or by hand, is a run."""
    data = run("replay", model, trace, **flags)
    _whole(data)
    failed = data.get("failed", {})
    return Replay(
        valid=data["verdict"] == "valid", steps=data["steps"], loop=data.get("loop"), dead=data.get("dead", False),
        shows=data.get("shows", ""), failed=failed.get("step"), reason=failed.get("reason", ""), data=data,
    )


def verify(model: Model, question: str, certificate: Model, *, limit_time: Optional[float] = None,
           limit_memory: Optional[int] = None) -> Verification:
    """Runs brim-verify, which checks that a certificate proves an answer to the question and shares no code with brim.

    The question is a formula, STATES, or one of those that ``brim-verify -h`` lists. limit_time is in seconds, a
    minute if it is not given, limit_memory in MiB. A certificate that is no certificate raises InputError, like a
    model that cannot be read.
    """
    limits = [] if limit_time is None else [f"-limit-time={limit_time}s"]
    if limit_memory is not None:
        limits.append(f"-limit-memory={limit_memory}")
    line = [_verifier(), *limits, "--", *map(os.fspath, (model, question, certificate))]
    status, out, err = _call(line, "put brim-verify in PATH or its path in BRIM_VERIFY")
    verdict, _, text = out.decode("utf-8", "replace").strip().partition(": ")
    expected = {0: "verified", 1: "rejected", 2: "malformed", 3: "limit"}.get(status)
    if verdict != expected:
        raise InternalError(err.decode("utf-8", "replace").strip() or "brim-verify printed no result", status)
    if verdict == "malformed":
        raise InputError(text, status)
    return Verification(verdict, answer=text) if verdict == "verified" else Verification(verdict, reason=text)


def _verifier() -> str:
    """The program brim-verify: that of BRIM_VERIFY, or next to that of BRIM, or in PATH."""
    named = os.environ.get("BRIM_VERIFY")
    if named:
        return named
    own = os.environ.get("BRIM")
    if own:
        beside = Path(own).with_name("brim-verify" + Path(own).suffix)
        if beside.is_file():
            return str(beside)
    return "brim-verify"


def run(command: str, *args: Model, **flags: Any) -> Dict[str, Any]:
    """Runs any command of brim that has --json and returns the object that it prints.

    A status that says fails or unknown is no error: the object says so.
    """
    line = [os.environ.get("BRIM") or "brim", command, "--json", *_flags(flags), "--", *map(os.fspath, args)]
    status, out, err = _call(line, "put brim in PATH or its path in BRIM")
    said = err.decode("utf-8", "replace").strip()
    try:
        data = json.loads(out)
    except ValueError:
        data = None
    if not isinstance(data, dict):
        raise InternalError(said or "brim printed no result", status)
    if status == 2:
        raise InputError(data.get("error") or said, 2)
    if status not in (0, 1, 3):
        raise InternalError(data.get("error") or said, status)
    return data


def _call(line: List[str], remedy: str) -> Tuple[int, bytes, bytes]:
    """Runs a program and returns its status and what it prints. NotFound says what helps if it is not there."""
    try:
        child = subprocess.Popen(line, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    except OSError as error:
        raise NotFound(f"cannot run {line[0]}: {error.strerror}; {remedy}") from error
    try:
        out, err = child.communicate()
    except BaseException:
        child.kill()
        child.wait()
        raise
    if child.returncode < 0:
        raise Error(f"{Path(line[0]).name} was ended by signal {-child.returncode}")
    return child.returncode, out, err


def _flags(flags: Dict[str, Any]) -> Iterator[str]:
    for name, value in flags.items():
        flag = "--" + name.replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            yield flag
        elif isinstance(value, (list, tuple)):
            yield flag + "=" + ",".join(map(str, value))
        else:
            yield f"{flag}={value}"


def _whole(data: Dict[str, Any]) -> None:
    """Raises the error that the command reported."""
    if "error" in data:
        raise Error(data["error"], data.get("status"))


def _number(value: Any) -> Optional[int]:
    return None if value is None else int(value)


def _order(x: Dict[str, Any]) -> Order:
    return Order(x["method"], x["levels"], x["complete"], x["work"], x.get("nodes"), x["peak_nodes"], x["seconds"])


def _certificate(data: Dict[str, Any]) -> Optional[Certificate]:
    x = data.get("certificate")
    if x is None:
        return None
    return Certificate(x.get("file", ""), x.get("bytes", 0), tuple(x.get("evidence", ())), x.get("reason", ""), x.get("model", ""))


def _named(x: Dict[str, Any]) -> NamedAnswer:
    findings = tuple(
        Finding(f["text"], f.get("about", ""), f["verdict"], tuple(f["places"]), tuple(f["transitions"]),
                _witness(f["run"], {}) if "run" in f else _trace(f))
        for f in x["findings"]
    )
    return NamedAnswer(
        x["question"], x["verdict"], x["summary"], findings, x.get("degrees", {}), x.get("bounds", {}), x.get("reason", ""),
        x.get("limit", ""), x["seconds"], x,
    )


def _trace(data: Dict[str, Any]) -> Optional[Trace]:
    """Reads the trace of an answer: the witness of a net, the path of a listed system or the run of a circuit."""
    if "witness" in data:
        return _witness(data["witness"], {})
    if "path" in data:
        x = data["path"]
        steps = tuple(Step(s["label"], state=str(s["state"])) for s in x["steps"])
        return Trace(x.get("formula", ""), steps, state=str(x["start"]), loop=x.get("loop"), dead=x.get("dead", False))
    if "trace" in data:
        x = data["trace"]
        steps = tuple(Step(inputs) for inputs in x["inputs"][:-1])  # the last ones lead nowhere
        return Trace(x.get("formula", ""), steps, state=x["latches"], loop=x.get("loop"))
    return None


def _witness(x: Dict[str, Any], before: Marking) -> Trace:
    """Reads a witness. A branch begins in the marking `before`; the outermost one says where it begins."""
    start = x.get("start", before)
    steps: List[Step] = []
    for s in x["steps"]:
        changes = tuple(
            Change(c["place"], c["from"], c["to"], c.get("coloured", ""), c.get("colour", "")) for c in s["changes"]
        )
        steps.append(Step(s.get("coloured", s["transition"]), changes, s.get("binding", {})))
    shown = Trace(x["formula"], tuple(steps), start)
    markings = list(shown.markings()) if x["branches"] else []
    return Trace(
        x["formula"], tuple(steps), start, loop=x["loop"], dead=x["dead"], claimed=x.get("claimed", False), at=x.get("at", 0),
        branches=tuple(_witness(b, markings[b.get("at", 0)]) for b in x["branches"]),
    )
