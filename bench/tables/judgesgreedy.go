package tables

import (
	"fmt"
	"slices"
	"strconv"

	"brim/bench"
	"brim/bench/claims"
	"brim/bench/tables/entry"
)

// greedyJudges decide the claims of [WR00], about greedy model checking on the motor control.
var greedyJudges = map[string]claims.Judge{
	"greedy-finds":      claims.By(greedyFinds),
	"unrolling-decides": claims.By(unrollingDecides),
	"seconds-grow":      claims.By(secondsGrow),
	"memory-less":       claims.By(memoryLess),
	"memory-steady":     claims.By(memorySteady),
	"growth-less":       claims.By(growthLess),
	"longer-finds-more": claims.By(longerFindsMore),
	"shortest-by-sets":  claims.By(shortestBySets),
	"finds-as-often":    claims.By(findsAsOften),
	"finds-more":        claims.By(findsMore),
}

// greedyFinds judges that greedy search finds a path of a length to some goals, in one run at least, and to no others.
func greedyFinds(p struct {
	Length string
	Goals  []int
}, r bench.Results, cases *bench.Cases) {
	for _, g := range gmcGoals {
		name := fmt.Sprintf("goal %d", g.goal)
		found, ok := gmcSuccess(r, p.Length, g.goal)
		cases.AddIf(ok, name, (found > 0) == slices.Contains(p.Goals, g.goal),
			fmt.Sprintf("in %d of %d runs", found, gmcSeeds))
	}
}

// unrollingDecides judges that bounded model checking with a length finds a path to each goal that is no farther
// away, and shows that there is no such path to the other goals.
func unrollingDecides(p struct{ Length int }, r bench.Results, cases *bench.Cases) {
	for _, g := range gmcGoals {
		name, x := fmt.Sprintf("goal %d", g.goal), entry.Record(r, gmcCell("BMC", strconv.Itoa(p.Length), g.goal, 0))
		if x == nil || x.Outcome != bench.Done && x.Outcome != bench.Unknown {
			cases.Missing(name)
			continue
		}
		cases.Add(name, (x.Outcome == bench.Done) == (g.shortest <= p.Length),
			map[bool]string{true: "a path", false: "no path"}[x.Outcome == bench.Done])
	}
}

// secondsGrow judges that a method takes more time from length to length, by the median of all runs.
func secondsGrow(p struct {
	Method  string
	Lengths []string
}, r bench.Results, cases *bench.Cases) {
	for i, next := range p.Lengths[1:] {
		cases.Sooner("lengths "+p.Lengths[i]+" and "+next, gmcMedian(r, p.Method, p.Lengths[i]),
			gmcMedian(r, p.Method, next))
	}
}

// memoryLess judges that a method at a length takes less memory than another, by the most of all runs.
func memoryLess(p struct {
	Name      string
	Run, Than [2]string // method and length
}, r bench.Results, cases *bench.Cases) {
	cases.Less(p.Name, gmcMegabytes(r, p.Run[0], p.Run[1]), gmcMegabytes(r, p.Than[0], p.Than[1]), bench.Margin)
}

// memorySteady judges that a method takes at some lengths at most a factor of its memory at another, by the most of all
// runs.
func memorySteady(p struct {
	Method, Length string
	Lengths        []string
	Factor, Margin float64
}, r bench.Results, cases *bench.Cases) {
	one := gmcMegabytes(r, p.Method, p.Length)
	for _, length := range p.Lengths {
		cases.AtMost("MB at length "+length+" and "+p.Length, gmcMegabytes(r, p.Method, length), one, p.Factor,
			p.Margin)
	}
}

// growthLess judges that the time of a method grows by a smaller factor from one length to another than that of another
// method, by the median of all runs, of an even number the lower one in the middle.
func growthLess(p struct {
	Method, Than string
	Lengths      [2]string
}, r bench.Results, cases *bench.Cases) {
	growth := func(method string) bench.Value {
		return gmcMedian(r, method, p.Lengths[1]).Ratio(gmcMedian(r, method, p.Lengths[0]))
	}
	cases.Less("times as long, "+p.Method+" and "+p.Than, growth(p.Method), growth(p.Than), bench.Margin)
}

// longerFindsMore judges that more runs of greedy search find a path at a larger length, to some goals.
func longerFindsMore(p struct {
	Short, Long string
	Goals       []int
}, r bench.Results, cases *bench.Cases) {
	for _, goal := range p.Goals {
		name := fmt.Sprintf("goal %d", goal)
		short, ok1 := gmcSuccess(r, p.Short, goal)
		long, ok2 := gmcSuccess(r, p.Long, goal)
		cases.AddIf(ok1 && ok2, name, long > short, fmt.Sprintf("in %d and %d of %d runs", short, long, gmcSeeds))
	}
}

// shortestBySets judges that sets find the least number of steps to each goal that the paper prints.
func shortestBySets(_ struct{}, r bench.Results, cases *bench.Cases) {
	for _, g := range gmcGoals {
		name, x := fmt.Sprintf("goal %d", g.goal), entry.Record(r, gmcCell("SMC", "-", g.goal, 0))
		if x == nil || x.Steps == nil {
			cases.Missing(name)
			continue
		}
		cases.Add(name, *x.Steps == g.shortest, fmt.Sprintf("%d steps of %d", *x.Steps, g.shortest))
	}
}

// UnmarshalText reads an experiment by its name.
func (e *gmcExperiment) UnmarshalText(text []byte) error {
	list := gmcExperiments()
	i := slices.IndexFunc(list, func(e gmcExperiment) bool { return e.name == string(text) })
	if i < 0 {
		return fmt.Errorf("there is no experiment %q", text)
	}
	*e = list[i]
	return nil
}

// setting returns the setting of an experiment with a name.
func (e *gmcExperiment) setting(name string) gmcSetting {
	i := slices.IndexFunc(e.settings, func(s gmcSetting) bool { return s.name == name })
	if i < 0 {
		panic("tables: " + e.name + " has no setting " + name) // a test judges by all of them
	}
	return e.settings[i]
}

// findsAsOften judges that of pairs of settings the second finds a path at least as often as the first, to each goal.
func findsAsOften(p struct {
	Experiment gmcExperiment
	Pairs      [][2]string
}, r bench.Results, cases *bench.Cases) {
	for _, pair := range p.Pairs {
		p.Experiment.oftener(r, cases, p.Experiment.setting(pair[0]), p.Experiment.setting(pair[1]))
	}
}

// findsMore judges that a setting finds a path at least as often as another, to each goal, and more often to all goals
// together, if any is found and all was measured.
func findsMore(p struct {
	Experiment gmcExperiment
	Less, More string
}, r bench.Results, cases *bench.Cases) {
	less, more, whole := p.Experiment.oftener(r, cases, p.Experiment.setting(p.Less), p.Experiment.setting(p.More))
	cases.AddIf(less+more > 0 && whole, "together", more > less, fmt.Sprintf("in %d and %d runs", less, more))
}

// oftener has a case for each goal, that one setting finds a path at least as often as another, and returns how often
// each does on all goals; whole is false if a run was not measured.
func (e *gmcExperiment) oftener(r bench.Results, cases *bench.Cases, without, with gmcSetting) (less, more int,
	whole bool) {
	whole = true
	for _, goal := range e.goals {
		name := fmt.Sprintf("goal %d %s", goal, with.name)
		a, b := e.finding(r, without, goal), e.finding(r, with, goal)
		if a.runs < e.seeds || b.runs < e.seeds {
			cases.Missing(name)
			whole = false
			continue
		}
		less, more = less+a.found, more+b.found
		cases.Add(name, b.found >= a.found, fmt.Sprintf("in %d and %d of %d runs", a.found, b.found, e.seeds))
	}
	return less, more, whole
}

// gmcSuccess returns how many runs of GMC found a path; ok is false if not each seed was measured.
func gmcSuccess(r bench.Results, length string, goal int) (found int, ok bool) {
	runs := gmcRuns(r, []string{"GMC", length}, goal, gmcSeeds)
	return bench.Count(runs, isDone), len(runs) == gmcSeeds
}

// gmcOver returns the records of a method at a length over all goals, nothing if one of the runs was not measured.
func gmcOver(r bench.Results, method, length string) (list []*bench.Record) {
	for _, g := range gmcGoals {
		for _, c := range gmcCells(method, length, g.goal, gmcSeeds, 0) {
			x := entry.Record(r, c)
			if x == nil {
				return nil
			}
			list = append(list, x)
		}
	}
	return list
}

// gmcMedian returns the median of the CPU times of a method at a length, over all runs.
func gmcMedian(r bench.Results, method, length string) bench.Value {
	cpu := bench.Map(gmcOver(r, method, length), cpuOf)
	if len(cpu) == 0 {
		return bench.Value{}
	}
	return bench.Exactly(entry.Middle(cpu))
}

// gmcMegabytes returns the most memory of a method at a length, over all goals.
func gmcMegabytes(r bench.Results, method, length string) bench.Value {
	runs := gmcOver(r, method, length)
	if len(runs) == 0 {
		return bench.Value{}
	}
	return largest(runs).Resident()
}
