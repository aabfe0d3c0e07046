package tables

import (
	"strings"
	"time"

	"brim/bench"
	"brim/bench/tables/entry"
)

// The suite refutation: verdicts on infinite nets, and liveness refuted by a part of the markings, after section 4.4 of
// [DVB14].

// refutations are properties of nets with infinitely many markings, or more than anybody lists, whose verdicts a few
// steps show. The paper names none. Those on unbounded nets follow from the nets: what is in the store stays there, and
// every infinite path delivers again and again; the others are compared with the verdicts on all markings.
var refutations = []struct {
	model, name, property, want string
	start, step, fixed          int
}{
	{"unbounded:1", "never", "EG(Store = 0)", "fails", 5, 5, 20},
	{"unbounded:3", "never", "EG(Store = 0)", "fails", 5, 5, 20},
	{"unbounded:1", "some", "AF(Store >= 2)", "holds", 5, 5, 20},
	{"unbounded:1", "many", "EF(Store = 30)", "holds", 20, 10, 100},
	{"prodcons:1000", "never", "EG(empty)", "fails", 5, 5, 20},
	{"rr:100", "never", "EG(token_1)", "fails", 5, 5, 20},
}

// refutationLines are the rows; the short version has the first of them.
func refutationLines(quick bool) (lines []line) {
	list := refutations
	if quick {
		list = list[:1]
	}
	for _, q := range list {
		family, n, _ := strings.Cut(q.model, ":")
		lines = append(lines, line{
			keys: []string{q.model, q.property},
			labels: []bench.Label{{Key: "model", Value: family}, {Key: "n", Value: n},
				{Key: "property", Value: q.name}},
			model: q.model, property: q.property, want: q.want, search: search{q.start, q.step, q.fixed},
		})
	}
	return lines
}

// isInfinite reports whether the net of a line has infinitely many markings.
func (l line) isInfinite() bool { return strings.HasPrefix(l.model, "unbounded:") }

// refutation has liveness that is refuted, and infinite nets, by a part of their markings.
func refutation(quick bool) bench.Suite {
	t := bench.Table{
		Name: "refutation", Title: "Verdicts on infinite nets, and liveness refuted early: section 4.4 of Darvas, " +
			"Vörös and Bartha", Keys: []string{"net", "property"},
		Notes: []string{
			"The paper says how EG p is refuted within a bound: no path on which p holds leads to the border of what " +
				"was found. It prints no experiment; the nets and properties are ours, and so are B and δ.",
			"Seconds of CPU, of whole processes. Unlim asks for all markings: on a net with infinitely many it " +
				"answers that there are.",
			"A refutation is early if its bound is a number: see what was found.",
		},
	}
	columns := []column{unlim, restart, proceed, compact, fixed, auto}
	return grid("verdicts on infinite nets, and liveness refuted by a part of the markings", t, columns,
		refutationLines(quick), entry.Limit(quick, 10*time.Second))
}
