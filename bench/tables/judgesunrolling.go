package tables

import (
	"fmt"
	"path"
	"slices"

	"brim/bench"
	"brim/bench/claims"
	"brim/bench/tables/entry"
)

// unrollingJudges decide the claims of the lecture on bounded model checking by satisfiability, and of [CFF+01].
var unrollingJudges = map[string]claims.Judge{
	"satisfiability-faster": claims.By(satisfiabilityFaster),
	"shortest-path":         claims.By(shortestPath),
	"finds-path":            claims.By(findsPath),
	"from-k-faster":         claims.By(fromKFaster),
	"proof-right":           claims.By(proofRight),
	"proof-ends":            claims.By(proofEnds),
	"proof-no-longer":       claims.By(proofNoLonger),
	"no-proof":              claims.By(noProof),
	"longer-than-least":     claims.By(longerThanLeast),
}

// UnmarshalText reads a method of bmc-table by its name.
func (m *bmcMethod) UnmarshalText(text []byte) error {
	method, ok := map[string]bmcMethod{"from k": fromK, "from 0": fromZero}[string(text)]
	if *m = method; !ok {
		return fmt.Errorf("there is no method %q", text)
	}
	return nil
}

// UnmarshalText reads a way to prove by its name.
func (w *proofWay) UnmarshalText(text []byte) error {
	i := slices.IndexFunc(proofWays, func(w proofWay) bool { return w.name == string(text) })
	if i < 0 {
		return fmt.Errorf("there is no way %q", text)
	}
	*w = proofWays[i]
	return nil
}

// satisfiabilityFaster judges that satisfiability from the length k on takes less time than diagrams, on the stand-ins
// for circuits that Forecast or Thunder solve in the published table.
func satisfiabilityFaster(_ struct{}, r bench.Results, cases *bench.Cases) {
	onNets, asCircuits, _ := bmcLines()
	for _, l := range slices.Concat(onNets, asCircuits) {
		if l.published[1] != "" && (l.published[1] != "-" || l.published[2] != "-") {
			secondsLess(r, cases, "circuit "+l.published[0]+", "+path.Base(l.model), l.cell(fromK, 0),
				l.cell(byDiagrams, 0))
		}
	}
}

// label names a line where a model stands in several.
func (l bmcLine) label() string { return fmt.Sprintf("%s k = %d", path.Base(l.model), l.k) }

// bmcPaths returns the lines of the table with a path.
func bmcPaths() []bmcLine {
	return slices.DeleteFunc(slices.Concat(bmcLines()), func(l bmcLine) bool { return l.k == 0 })
}

// shortestPath judges that the path found from length 0 on has the least number of steps, known from other programs.
func shortestPath(_ struct{}, r bench.Results, cases *bench.Cases) {
	for _, l := range bmcPaths() {
		switch x := entry.Record(r, l.cell(fromZero, 0)); {
		case x == nil || x.Outcome == bench.Time || x.Outcome == bench.Memory || x.Steps == nil:
			cases.Missing(l.label())
		default:
			cases.Add(l.label(), *x.Steps == l.k, fmt.Sprintf("%d steps of %d", *x.Steps, l.k))
		}
	}
}

// findsPath judges that a method finds each path; a limit that ends it speaks against it.
func findsPath(p struct{ Method bmcMethod }, r bench.Results, cases *bench.Cases) {
	cases.Term(limitAgainst)
	for _, l := range bmcPaths() {
		switch x := entry.Record(r, l.cell(p.Method, 0)); {
		case x == nil:
			cases.Missing(l.label())
		case starved(x):
			cases.Missing(l.label() + starvedText)
		default:
			cases.Add(l.label(), x.Outcome == bench.Done, string(x.Outcome))
		}
	}
}

// fromKFaster judges that a path is found in less time from the length k on than from 0 on.
func fromKFaster(_ struct{}, r bench.Results, cases *bench.Cases) {
	for _, l := range bmcPaths() {
		secondsLess(r, cases, l.label(), l.cell(fromK, 0), l.cell(fromZero, 0))
	}
}

// name names the model of a question.
func (q proofQuestion) name() string { return path.Base(q.model) }

// invariants returns the questions whose invariant holds.
func invariants() []proofQuestion {
	return slices.DeleteFunc(slices.Clone(proofQuestions), func(q proofQuestion) bool { return q.steps > 0 })
}

// proofRight judges that what a way answers is right; without an answer there is no case.
func proofRight(p struct{ Way proofWay }, r bench.Results, cases *bench.Cases) {
	cases.Term("a run without a result is no case; one that was not measured is, and tells nothing")
	for _, q := range proofQuestions {
		answer := "the invariant holds"
		if q.steps > 0 {
			answer = "a path"
		}
		switch x := entry.Record(r, q.cell(p.Way, 0)); {
		case x == nil:
			cases.Missing(q.name())
		case x.Outcome == bench.Wrong:
			cases.Add(q.name(), false, x.Reason)
		case x.Outcome == bench.Done:
			cases.Add(q.name(), true, answer)
		}
	}
}

// proofEnds judges that a way proves each invariant that holds; its limit speaks against it.
func proofEnds(p struct{ Way proofWay }, r bench.Results, cases *bench.Cases) {
	for _, q := range invariants() {
		cases.Term(limitAgainst)
		switch x := entry.Record(r, q.cell(p.Way, 0)); {
		case x == nil:
			cases.Missing(q.name())
		case starved(x):
			cases.Missing(q.name() + starvedText)
		case entry.Counted(x, "length"):
			cases.Add(q.name(), x.Outcome == bench.Done,
				fmt.Sprintf("%s at length %.0f", x.Outcome, x.Counts["length"]))
		default:
			cases.Add(q.name(), x.Outcome == bench.Done, string(x.Outcome))
		}
	}
}

// proofNoLonger judges that a way proves each invariant at no greater length than another.
func proofNoLonger(p struct{ Way, Than proofWay }, r bench.Results, cases *bench.Cases) {
	for _, q := range invariants() {
		a, b := entry.Record(r, q.cell(p.Way, 0)), entry.Record(r, q.cell(p.Than, 0))
		if a == nil || b == nil || a.Outcome != bench.Done || b.Outcome != bench.Done || !entry.Counted(a, "length") ||
			!entry.Counted(b, "length") {
			cases.Missing(q.name())
			continue
		}
		cases.Add(q.name(), a.Counts["length"] <= max(b.Counts["length"], 0),
			fmt.Sprintf("at length %.0f : %.0f", a.Counts["length"], b.Counts["length"]))
	}
}

// noProof judges that a way proves no invariant.
func noProof(p struct{ Way proofWay }, r bench.Results, cases *bench.Cases) {
	for _, q := range invariants() {
		if x := entry.Record(r, q.cell(p.Way, 0)); x == nil {
			cases.Missing(q.name())
		} else {
			cases.Add(q.name(), x.Outcome != bench.Done && x.Outcome != bench.Wrong, string(x.Outcome))
		}
	}
}

// longerThanLeast judges that the path which a way finds has more steps than the shortest.
func longerThanLeast(p struct{ Way proofWay }, r bench.Results, cases *bench.Cases) {
	for _, q := range proofQuestions {
		if !p.Way.takes(q) {
			continue
		}
		if x := entry.Record(r, q.cell(p.Way, 0)); x == nil || x.Steps == nil {
			cases.Missing(q.model)
		} else {
			cases.Add(q.model, *x.Steps > q.steps, fmt.Sprintf("%d steps, %d at least", *x.Steps, q.steps))
		}
	}
}
