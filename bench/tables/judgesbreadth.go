package tables

import (
	"fmt"
	"math"

	"brim/bench"
	"brim/bench/claims"
)

// breadthJudges decide the claims of [MSW09], about breadth-bounded model checking.
var breadthJudges = map[string]claims.Judge{
	"in-range":                       claims.By(inRange),
	"states-ratio":                   claims.By(statesRatio),
	"states-ratio-by-breadth":        claims.By(statesRatioByBreadth),
	"states-at-breadth":              claims.By(statesAtBreadth),
	"chance-at-breadth":              claims.By(chanceAtBreadth),
	"sure-from-states":               claims.By(sureFromStates),
	"states-needed":                  claims.By(statesNeeded),
	"degraded-finds-nothing":         claims.By(degradedFindsNothing),
	"degraded-finds-as-often":        claims.By(degradedFindsAsOften),
	"degraded-states-below-estimate": claims.By(degradedStatesBelowEstimate),
	"degraded-states":                claims.By(degradedStates),
	"degraded-effectiveness":         claims.By(degradedEffectiveness),
	"no-sinks":                       claims.By(noSinks),
	"attempts-as-expected":           claims.By(attemptsAsExpected),
}

// allMessages are the numbers of messages of the two protocols.
var allMessages = []int{2, 4, 8, 16}

// A figureLine is a line of Figure 4 or 5, with the number of runs of its points.
type figureLine struct {
	bbmcLine
	runs int
}

// UnmarshalText reads a line of Figure 4 or 5 by its name.
func (l *figureLine) UnmarshalText(text []byte) error {
	x, ok := map[string]figureLine{
		"ccp":     {bbmcLine{model: "ccp:3", property: ccpStarved, name: "acceptE"}, bbmcRuns},
		"lift-I":  {bbmcLine{model: "lift:3", property: liftUnasked, name: "I"}, bbmcFigureRuns},
		"lift-II": {bbmcLine{model: "lift:3", property: liftStays, name: "II"}, bbmcFigureRuns},
	}[string(text)]
	if *l = x; !ok {
		return fmt.Errorf("there is no line %q", text)
	}
	return nil
}

// part returns the numbers of the parts of a breadth, degrading from a depth or, if that is 0, not at all.
func (l figureLine) part(r bench.Results, breadth, degrade int) map[string]float64 {
	return bbmcCounts(r, l.cell(breadth, degrade, l.runs, 0))
}

// addRatio adds the case that the states of a part over those that breadth-first search needs are as they should.
func addRatio(cases *bench.Cases, name string, part, prefix map[string]float64, is interval) {
	cases.Term("the figures are states of a part, on average, over those that breadth-first search needs")
	x, ok := bbmcRatio(part, prefix)
	cases.AddIf(ok, name, is.has(x), fmt.Sprintf("%.3g", x))
}

// statesRatio judges that the states of a part over those that breadth-first search needs are in an interval, at each
// point of lines of Figure 3.
func statesRatio(p struct {
	interval
	Families []string
	Property string
	Messages []int
}, r bench.Results, cases *bench.Cases) {
	if p.Messages == nil {
		p.Messages = allMessages
	}
	for _, family := range p.Families {
		for _, l := range (bbmcTable{messages: p.Messages}).of(family, p.Property) {
			prefix := bbmcCounts(r, l.breadthFirst(0))
			for n := 1; n <= bbmcBreadths; n++ {
				addRatio(cases, fmt.Sprintf("%s N = %d", l.model, n), bbmcCounts(r, l.cell(n, 0, bbmcFigureRuns, 0)),
					prefix, p.interval)
			}
		}
	}
}

// statesRatioByBreadth judges that the states of a part without degradation over those that breadth-first search needs
// are in an interval, for breadths of a line of Figure 4 or 5.
func statesRatioByBreadth(p struct {
	interval
	Line     figureLine
	Breadths []int
}, r bench.Results, cases *bench.Cases) {
	prefix := bbmcCounts(r, p.Line.breadthFirst(0))
	for _, n := range p.Breadths {
		addRatio(cases, fmt.Sprintf("N = %d", n), p.Line.part(r, n, 0), prefix, p.interval)
	}
}

// inRange judges that the probability of a witness lies in the published range, or next to it as chance has it, in each
// cell of Table 1 by one of the draws.
func inRange(p struct{ Lanes bool }, r bench.Results, cases *bench.Cases) {
	x := bbmcTable{allMessages, bbmcBreadths, 0}
	for _, property := range bbmcProperties {
		for _, l := range x.of(property.family, property.property) {
			for n := 1; n <= bbmcBreadths; n++ {
				name, c := fmt.Sprintf("%s %s N = %d", l.model, l.name, n), bbmcCounts(r, x.cell(l, p.Lanes, n))
				low, high := bbmcPublished(property.family, l.name, n)
				mark := bbmcInRange(c["probability"], low/100, high/100)
				cases.AddIf(c != nil, name, mark == "=" || mark == "~",
					fmt.Sprintf("%s%% of %g–%g", share(c["probability"]), low, high))
			}
		}
	}
}

// statesAtBreadth judges that the parts of a breadth have a number of states in an interval, on average.
func statesAtBreadth(p struct {
	interval
	Line    figureLine
	Breadth int
}, r bench.Results, cases *bench.Cases) {
	c := p.Line.part(r, p.Breadth, 0)
	cases.AddIf(c != nil, "states", p.has(c["states"]), bbmcStates(c))
}

// chanceAtBreadth judges that with the chance of a witness that parts of a breadth have, as many runs as the paper's
// can show its number of witnesses, that is neither that many or more nor that many or less come in fewer than 1% of
// all samples.
func chanceAtBreadth(p struct {
	Line      figureLine
	Breadth   int
	Witnesses int
}, r bench.Results, cases *bench.Cases) {
	c := p.Line.part(r, p.Breadth, 0)
	chance := c["probability"]
	as := atLeast(bbmcPaperRuns, p.Witnesses, chance) >= 0.01 && 1-atLeast(bbmcPaperRuns, p.Witnesses+1, chance) >= 0.01
	cases.AddIf(c != nil, "chance", as, share(chance)+"%")
}

// sureFromStates judges that parts with a number of states or more, on average, have a witness with a probability at
// least.
func sureFromStates(p struct {
	Line                figureLine
	Breadths            []int
	States, Probability float64
}, r bench.Results, cases *bench.Cases) {
	for _, n := range p.Breadths {
		name, c := fmt.Sprintf("N = %d", n), p.Line.part(r, n, 0)
		switch {
		case c == nil:
			cases.Missing(name)
		case c["states"] >= p.States:
			cases.Add(name, c["probability"] >= p.Probability, share(c["probability"])+"% with "+bbmcStates(c)+
				" states")
		}
	}
}

// statesNeeded judges that breadth-first search needs as many states as published, within a part of them.
func statesNeeded(p struct {
	Line           figureLine
	States, Within float64
}, r bench.Results, cases *bench.Cases) {
	c := bbmcCounts(r, p.Line.breadthFirst(0))
	cases.AddIf(c != nil, p.Line.model+" "+p.Line.name, near(c["needed"], p.States, p.Within),
		fmt.Sprintf("%.0f of %.0f states", c["needed"], p.States))
}

// A degradation is a choice of points of a line of Figure 5: breadths, and depths from which queues become smaller.
type degradation struct {
	Line               figureLine
	Degrades, Breadths []int
}

// points adds a case for each point, by what there is with degradation and without.
func (p degradation) points(r bench.Results, cases *bench.Cases,
	is func(degrade, breadth int, part, without map[string]float64) (bool, string)) {
	for _, d := range p.Degrades {
		for _, n := range p.Breadths {
			name, part, without := fmt.Sprintf("D = %d N = %d", d, n), p.Line.part(r, n, d), p.Line.part(r, n, 0)
			holds, figures := is(d, n, part, without)
			cases.AddIf(part != nil && without != nil, name, holds, figures)
		}
	}
}

// degradedFindsNothing judges that with degradation no run finds a witness.
func degradedFindsNothing(p degradation, r bench.Results, cases *bench.Cases) {
	p.points(r, cases, func(_, _ int, part, _ map[string]float64) (bool, string) {
		return part["found"] == 0, fmt.Sprintf("found in %.0f of %.0f runs", part["found"], part["runs"])
	})
}

// degradedFindsAsOften judges that with degradation the probability of a witness is no less, by 95% intervals.
func degradedFindsAsOften(p degradation, r bench.Results, cases *bench.Cases) {
	p.points(r, cases, func(_, _ int, part, without map[string]float64) (bool, string) {
		return part["high"] >= without["low"], share(part["probability"]) + "%, without " +
			share(without["probability"]) + "%"
	})
}

// degradedStatesBelowEstimate judges that parts with degradation have at most a part of the depth times the breadth as
// states.
func degradedStatesBelowEstimate(p struct {
	degradation
	Part float64
}, r bench.Results, cases *bench.Cases) {
	p.points(r, cases, func(d, n int, part, _ map[string]float64) (bool, string) {
		return part["states"] <= p.Part*float64(d*n), bbmcStates(part) + fmt.Sprintf(" of %d", d*n)
	})
}

// degradedStates judges that the parts of a point have as many states as published, within a part of them.
func degradedStates(p struct {
	Line             figureLine
	Degrade, Breadth int
	States, Within   float64
}, r bench.Results, cases *bench.Cases) {
	name, c := fmt.Sprintf("D = %d N = %d", p.Degrade, p.Breadth), p.Line.part(r, p.Breadth, p.Degrade)
	cases.AddIf(c != nil, name, near(c["states"], p.States, p.Within), bbmcStates(c)+fmt.Sprintf(" of %.0f", p.States))
}

// degradedEffectiveness judges that the parts of a point have a number of states in an interval, over those that
// breadth-first search needs, and a witness with a probability at least.
func degradedEffectiveness(p struct {
	interval
	Line             figureLine
	Degrade, Breadth int
	Probability      float64
}, r bench.Results, cases *bench.Cases) {
	c := p.Line.part(r, p.Breadth, p.Degrade)
	x, ok := bbmcRatio(c, bbmcCounts(r, p.Line.breadthFirst(0)))
	if !ok {
		cases.Missing(fmt.Sprintf("D = %d N = %d", p.Degrade, p.Breadth))
		return
	}
	cases.Add("states", p.has(x), share(x)+"%")
	cases.Add("effectiveness", c["probability"] >= p.Probability, share(c["probability"])+"%")
}

// noSinks judges that parts of a model without sinks have none, by each algorithm but the highway simulation.
func noSinks(_ struct{}, r bench.Results, cases *bench.Cases) {
	for _, l := range bbmcProtocols(bbmcHighwayMessages) {
		for a, algorithm := range bbmcAlgorithms {
			for n := 1; n <= bbmcBreadths && !algorithm.highway; n++ {
				name, c := fmt.Sprintf("%s %s %s N = %d", l.model, l.name, algorithm.name, n),
					bbmcHighwayCounts(r, bbmcHighwayCell(l, a, n, 0))
				cases.AddIf(c != nil, name, c["sinks"] == 0, fmt.Sprint(c["sinks"])+" sinks")
			}
		}
	}
}

// attemptsAsExpected judges that the parts up to the first witness are as many on average as the probability of one
// says, within a number of standard errors.
func attemptsAsExpected(p struct{ Errors float64 }, r bench.Results, cases *bench.Cases) {
	for _, l := range bbmcAttemptLines {
		x, ok := l.found(r, bbmcAttemptsSeeds)
		cases.AddIf(ok && x.campaigns >= bbmcAttemptsSeeds, l.model+" "+l.name,
			math.Abs(x.parts-x.mean) <= p.Errors*x.deviation,
			fmt.Sprintf("%.1f parts of %.1f ± %.1f", x.parts, x.mean, x.deviation))
	}
}
