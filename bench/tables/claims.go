package tables

import (
	"slices"

	"brim/bench"
)

// Claims returns the claims of the five papers, in the order of their numbers: what their text says of their
// experiments, and what they name that is not here.
//
// A sentence that two suites decide stands there twice, as where a relation of the paper is there under one order and
// not under another.
func Claims() []bench.Claim {
	list := slices.Concat(claims000(), claims001(), claims002(), claims003(), claims004())
	full := map[string]*bench.Suite{}
	for _, s := range All(false) {
		full[s.Name] = &s
	}
	for i := range list {
		c := &list[i]
		if c.Suite != "" && c.Command == "" {
			c.Command = "brim bench " + c.Suite
		}
		if judge, s := c.Judge, full[c.Suite]; judge != nil {
			c.Judge = func(r bench.Results) bench.Finding { return judge(r.Deciding(s)) }
		}
	}
	return list
}

// A judge decides a claim from the records of its suite.
type judge = func(bench.Results) bench.Finding

// all judges a claim about every case, most one about what is so in general.
func all(cases func(bench.Results, *bench.Cases)) judge {
	return func(r bench.Results) bench.Finding {
		var c bench.Cases
		cases(r, &c)
		return c.All()
	}
}

func most(cases func(bench.Results, *bench.Cases)) judge {
	return func(r bench.Results) bench.Finding {
		var c bench.Cases
		cases(r, &c)
		return c.Most()
	}
}

// starved reports whether a run was ended by its limit of time, by the clock, when other programs had had most of it:
// that says nothing.
func starved(x *bench.Record) bool { return x.Outcome == bench.Time && x.CPU < x.Seconds/2 }

// starvedText stands behind the name of a case without an answer for that reason.
const starvedText = " (ended by the clock, when other programs had had most of the time)"

// secondsLess adds the case that a took less time than b, by more than chance.
func secondsLess(r bench.Results, cases *bench.Cases, name string, a, b bench.Cell) {
	cases.Sooner(name, r.Seconds(a.Name()), r.Seconds(b.Name()))
}
