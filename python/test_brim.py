"""Tests of brim.py with the command that BRIM names; `go test ./cmd/brim -run TestPython` runs them."""

import os
import signal
import subprocess
import sys
import tempfile
import textwrap
import time
import unittest
import unittest.mock
from pathlib import Path

import brim

EXAMPLES = Path(__file__).parent.parent / "examples"


ORDER = """
net order
tr accept received -> billing shipping
tr bill billing -> billed
tr ship shipping -> shipped
tr refuse received -> shipped
tr close billed shipped -> done
pl received (1)
"""


class NamedQuestions(unittest.TestCase):
    def test_sound(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "order.net")
            file.write_text(ORDER, encoding="utf-8")
            answer = brim.ask(file, "sound")
            all_answers = brim.ask_all(file, ["workflow", "k-sound"], k=2)
        self.assertTrue(answer.fails)
        self.assertFalse(answer)
        option = answer.findings[0]
        self.assertEqual((option.about, option.verdict, option.places), ("option to complete", "fails", ("shipped",)))
        self.assertEqual([str(step) for step in option.run.steps], ["refuse"])
        self.assertEqual(list(option.run.markings())[-1], {"shipped": 1})
        self.assertIn("close waits for tokens in billed", str(answer))
        self.assertIn("<table>", answer._repr_html_())
        self.assertEqual({name: a.verdict for name, a in all_answers.items()}, {"workflow": "holds", "k-sound": "fails"})

    def test_degrees_and_bounds(self):
        answers = brim.ask_all("kanban:2", ["live", "bounded"])
        self.assertEqual(set(answers["live"].degrees.values()), {"L4"})
        self.assertEqual(set(answers["bounded"].bounds.values()), {"2"})
        with self.assertRaises(brim.InputError):
            brim.ask("kanban:2", "sond")


class Answers(unittest.TestCase):
    def test_holds_with_a_trace(self):
        answer = brim.check("dphil:3", "EF deadlock")
        self.assertTrue(answer)
        self.assertTrue(answer.holds and not answer.fails and not answer.unknown)
        self.assertEqual(len(answer.trace), 6)
        self.assertTrue(answer.trace.dead)
        markings = list(answer.trace.markings())
        self.assertEqual(len(markings), 7)
        # all have one fork, by hand
        self.assertEqual(sum(n for place, n in markings[-1].items() if place.startswith("Has")), 3)
        self.assertNotIn("Fork_1", markings[-1])

    def test_fails(self):
        answer = brim.check("dphil:3", "AG !deadlock")
        self.assertFalse(answer)
        self.assertTrue(answer.fails)
        self.assertEqual(len(answer.trace), 6)

    def test_no_trace(self):
        self.assertIsNone(brim.check("dphil:3", "EF deadlock", no_trace=True).trace)
        self.assertTrue(brim.check("dphil:3", "AG !(eating_1 & eating_2)").holds)

    def test_branches_and_loops(self):
        trace = brim.check("dphil:3", "EF(hungry_1 & EG !eating_1)").trace
        self.assertEqual([str(step) for step in trace.steps], ["GoEat_1"])
        while not trace.steps or trace.loop is None:
            trace = trace.branches[0]
        markings = list(trace.markings())
        self.assertEqual(markings[trace.loop], markings[-1])
        self.assertTrue(all("HasL_1" not in m or "HasR_1" not in m for m in markings))
        self.assertEqual(markings[0]["WaitL_1"], 1)  # it begins where the outer one ended

    def test_run(self):
        answer = brim.check("dphil:3", "A G(hungry_1 -> F eating_1)")
        self.assertTrue(answer.fails)
        markings = list(answer.trace.markings())
        self.assertEqual(markings[answer.trace.loop], markings[-1])

    def test_colours(self):
        answer = brim.check(EXAMPLES / "symposium.pnml", "EF deadlock")
        self.assertEqual({step.label for step in answer.trace.steps}, {"First"})
        self.assertEqual({step.binding["p"] for step in answer.trace.steps}, {"ada", "bob", "eve"})
        self.assertRegex(str(answer.trace.steps[0]), r"^First\(f=\w+, p=\w+\)$")
        self.assertIn("Holding(", str(answer.trace))

    def test_listed_system(self):
        trace = brim.check(EXAMPLES / "printer.aut", 'EF(enabled("print(a)") & !enabled("print(b)"))').trace
        self.assertTrue(trace.steps)
        self.assertTrue(all(step.state for step in trace.steps))

    def test_circuit(self):
        answer = brim.check(EXAMPLES / "lock.aag")
        self.assertTrue(answer.fails)
        self.assertEqual(len(answer.trace), len(answer.data["trace"]["inputs"]) - 1)
        self.assertEqual(answer.trace.state, answer.data["trace"]["latches"])

    def test_properties(self):
        with self.assertRaisesRegex(brim.Error, "3 questions"):
            brim.check(EXAMPLES / "bakery.pnml", properties=EXAMPLES / "bakery.xml")

    def test_unknown(self):
        answer = brim.check("dphil:1000", "EF deadlock", engine="bfs", limit_states=1000)
        self.assertTrue(answer.unknown)
        self.assertEqual(answer.limit, "state")
        self.assertIn("1,000 states", answer.reason)
        with self.assertRaisesRegex(TypeError, "unknown whether .* state limit"):
            bool(answer)
        self.assertEqual(brim.check("dphil:1000", "EF deadlock", engine="bfs", limit_time=0.1).limit, "time")

    def test_pictures(self):
        answer = brim.check("dphil:3", "EF deadlock", draw=True)
        self.assertTrue(answer.picture.startswith("<svg "))
        self.assertIn(answer.picture, answer._repr_html_())
        table = brim.check("dphil:3", "EG !eating_1")._repr_html_()
        self.assertEqual(table.count("<tr"), table.count("</tr>"))
        self.assertIn("repeat for ever", table)
        self.assertEqual(brim.check("dphil:3", "AG !(eating_1 & eating_2)", draw=True).picture, "")


class Facts(unittest.TestCase):
    def test_states(self):
        found = brim.states("kanban:3", depth=True)
        self.assertEqual((found.states, found.firings, found.complete), (58400, 446400, True))
        self.assertEqual(found.deadlocks, 0)
        self.assertGreater(found.depth, 0)
        self.assertIsNone(brim.states("kanban:3", count_only=True).firings)

    def test_unbounded(self):
        found = brim.states("unbounded:1")
        self.assertFalse(found.complete)
        self.assertIsNone(found.states)
        self.assertEqual(found.unbounded, brim.Unbounded("Store", (), ("produce", "put", "deliver")))
        self.assertEqual(brim.info("unbounded:1").bounded, "unbounded")

    def test_limit(self):
        found = brim.states("dphil:1000", engine="bfs", limit_states=1000)
        self.assertEqual((found.complete, found.states, found.limit), (False, 1000, "state"))

    def test_info(self):
        facts = brim.info("dphil:3")
        self.assertEqual((facts.places, facts.transitions, facts.arcs), (18, 12, 42))
        self.assertIn(({"Idle_1": 1, "WaitL_1": 1, "HasL_1": 1}, 1), facts.invariants)
        self.assertEqual(facts.bounds["Fork_1"], 1)

    def test_orders(self):
        found = brim.orders("kanban:2")
        self.assertEqual(found.states, 4600)
        self.assertIn(found.best, [order.method for order in found.orders])
        self.assertTrue(all(order.work >= min(o.work for o in found.orders) for order in found.orders))


class Replays(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = Path(folder.name, "trace.json")

    def test_own(self):
        brim.check("dphil:3", "EF deadlock", trace_out=self.file)
        found = brim.replay("dphil:3", self.file)
        self.assertTrue(found)
        self.assertEqual((found.steps, found.dead, found.shows), (6, True, "EF deadlock"))
        self.assertFalse(brim.replay("dphil:4", self.file))

    def test_by_hand(self):
        steps = self.file.with_suffix(".txt")
        steps.write_text("GoEat_1\nRel_1\n")
        found = brim.replay("dphil:3", steps)
        self.assertEqual((found.valid, found.steps, found.failed), (False, 1, 2))
        self.assertIn("Rel_1", found.reason)
        steps.write_text("nosuch\n")
        self.assertIn("nosuch", brim.replay("dphil:3", steps).reason)


class Certificates(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = Path(folder.name, "proof.cert.gz")
        self.model = EXAMPLES / "errand.pnml"

    def test_verified(self):
        answer = brim.check(self.model, "AG EF home", certificate=self.file)
        self.assertTrue(answer.certificate)
        self.assertEqual((answer.certificate.file, answer.certificate.reason), (str(self.file), ""))
        self.assertEqual(answer.certificate.bytes, self.file.stat().st_size)
        self.assertTrue(answer.certificate.evidence)
        self.assertEqual(brim.verify(self.model, "AG EF home", self.file), brim.Verification("verified", "holds"))

    def test_number(self):
        self.assertTrue(brim.states(self.model, certificate=self.file).certificate)
        self.assertEqual(brim.verify(self.model, "STATES", self.file, limit_time=20, limit_memory=1024).answer, "3")

    def test_rejected(self):
        brim.check(self.model, "AG EF home", certificate=self.file)
        found = brim.verify(self.model, "AG AF home", self.file)
        self.assertFalse(found)
        self.assertEqual(found.verdict, "rejected")
        self.assertRegex(found.reason, "AG AF .*home")

    def test_none(self):
        self.assertIsNone(brim.check(self.model, "AG EF home").certificate)
        answer = brim.check(EXAMPLES / "printer.aut", "EF deadlock", certificate=self.file)
        self.assertFalse(answer.certificate)
        self.assertIn("only Petri nets", answer.certificate.reason)

    def test_family(self):
        answer = brim.check("dphil:3", "EF deadlock", certificate=self.file)
        self.assertTrue(brim.verify(answer.certificate.model, "EF deadlock", self.file))

    def test_errors(self):
        with self.assertRaisesRegex(brim.InputError, "no such file") as caught:
            brim.verify(self.model, "AG EF home", self.file)
        self.assertEqual(caught.exception.status, 2)
        with unittest.mock.patch.dict(os.environ, BRIM_VERIFY=str(self.file)):
            with self.assertRaisesRegex(brim.NotFound, "BRIM_VERIFY"):
                brim.verify(self.model, "AG EF home", self.file)


class Errors(unittest.TestCase):
    def test_input(self):
        with self.assertRaisesRegex(brim.InputError, "formula:1:4: ") as caught:
            brim.check("dphil:3", "EF(")
        self.assertEqual(caught.exception.status, 2)
        with self.assertRaisesRegex(brim.InputError, "nosuch.pnml"):
            brim.states("nosuch.pnml")
        with self.assertRaisesRegex(brim.InputError, "--nosuch"):
            brim.info("dphil:3", nosuch=1)
        with self.assertRaises(brim.InputError):
            brim.check("--help", "EF deadlock")  # a model, not a flag


class Commands(unittest.TestCase):
    """What is done with the command, by others in its place."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        before = os.environ.get("BRIM")
        self.addCleanup(lambda: os.environ.pop("BRIM") if before is None else os.environ.update(BRIM=before))

    def instead(self, text):
        script = self.folder / "brim"
        script.write_text(f"#!{sys.executable}\n" + textwrap.dedent(text))
        script.chmod(0o755)
        os.environ["BRIM"] = str(script)

    def test_flags(self):
        self.instead("import json, sys; print(json.dumps({'line': sys.argv[1:]}))")
        line = brim.run("check", "m", "EF p", limit_time=2.5, no_trace=True, only=["all", "bmc"], order=None)["line"]
        self.assertEqual(line, ["check", "--json", "--limit-time=2.5", "--no-trace", "--only=all,bmc", "--", "m", "EF p"])

    def test_not_there(self):
        os.environ["BRIM"] = str(self.folder / "nothing")
        with self.assertRaisesRegex(brim.NotFound, "nothing"):
            brim.states("dphil:3")

    def test_broken(self):
        self.instead("import sys; print('brim: internal error', file=sys.stderr); sys.exit(4)")
        with self.assertRaisesRegex(brim.InternalError, "internal error"):
            brim.states("dphil:3")
        self.instead("import os, signal; os.kill(os.getpid(), signal.SIGKILL)")
        with self.assertRaisesRegex(brim.Error, "signal 9"):
            brim.states("dphil:3")

    def test_interrupt_kills_the_command(self):
        pid = self.folder / "pid"
        self.instead(f"""
            import os, pathlib, signal, time
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            pathlib.Path({str(pid)!r} + '.new').write_text(str(os.getpid()))
            os.rename({str(pid)!r} + '.new', {str(pid)!r})
            time.sleep(300)
        """)
        user = subprocess.Popen([sys.executable, "-c", "import brim; brim.states('dphil:3')"], stderr=subprocess.PIPE)
        while not pid.exists() and user.poll() is None:
            time.sleep(0.01)
        user.send_signal(signal.SIGINT)
        _, said = user.communicate(timeout=60)
        self.assertIn(b"KeyboardInterrupt", said)
        with self.assertRaises(ProcessLookupError):
            os.kill(int(pid.read_text()), 0)


if __name__ == "__main__":
    unittest.main()
