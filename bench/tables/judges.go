package tables

import (
	"maps"

	"brim/bench"
	"brim/bench/claims"
)

// The claims of the papers with their judges, and what the judges share.

// Claims returns the claims of the five papers, in the order of their numbers: what their text says of their
// experiments, and what they name that is not here. They are data of package claims, decided by the judges of this
// package.
func Claims() []bench.Claim {
	judges := map[string]claims.Judge{}
	for _, some := range []map[string]claims.Judge{boundedJudges, breadthJudges, greedyJudges, unrollingJudges,
		depthJudges} {
		maps.Copy(judges, some)
	}
	list, err := claims.Read(judges)
	if err != nil {
		panic("tables: " + err.Error()) // a test reads all of them
	}
	full := map[string]*bench.Suite{}
	for _, s := range All(false) {
		full[s.Name] = &s
	}
	for i := range list {
		c := &list[i]
		if judge, s := c.Judge, full[c.Suite]; judge != nil {
			c.Judge = func(r bench.Results) bench.Finding { return judge(r.Deciding(s)) }
		}
	}
	return list
}

// An interval of numbers; nil is no border.
type interval struct{ Above, Below, Min, Max *float64 }

// has reports whether a number is in the interval.
func (i interval) has(x float64) bool {
	return (i.Above == nil || x > *i.Above) && (i.Below == nil || x < *i.Below) && (i.Min == nil || x >= *i.Min) &&
		(i.Max == nil || x <= *i.Max)
}

// near reports whether a number differs from another by a part of that at most.
func near(x, of, part float64) bool { return 1-part <= x/of && x/of <= 1+part }

// limitAgainst is a term of claims about what ends.
const limitAgainst = "a run that its limit of time ends speaks against it, unless other programs had more than half " +
	"of that time"

// starved reports whether a run was ended by its limit of time, by the clock, when other programs had had most of it:
// that says nothing.
func starved(x *bench.Record) bool { return x.Outcome == bench.Time && x.CPU < x.Seconds/2 }

// starvedText follows the name of a case that has no answer for that reason.
const starvedText = " (ended by the clock, when other programs had had most of the time)"

// secondsLess adds the case that a took less time than b, by more than chance.
func secondsLess(r bench.Results, cases *bench.Cases, name string, a, b bench.Cell) {
	cases.Sooner(name, r.Seconds(a.Name()), r.Seconds(b.Name()))
}
