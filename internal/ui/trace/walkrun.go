package trace

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"brim/check"
	"brim/ctl/syntax"
	"brim/engine/circuit"
	"brim/internal/naming"
)

// Walks of runs that are no firing sequences of a net: of systems made of nets, with time or without, of listed systems
// and of circuits. What one firing does may differ from what the next one of the same transition does, so a Walk has a
// WalkFiring for each difference.

// The kinds of walks, which say what their places are.
const (
	WalkTime    = "time"    // of a net with time, whose steps are delays, too
	WalkStates  = "states"  // of a listed system: a state is a place, and marked while the system is in it
	WalkSignals = "signals" // of a circuit: a signal is a place, and marked while it is true
)

// mostSignals is how many values of gates a walk through a circuit has at most.
const mostSignals = 1_000_000

// WalkAnswer returns what an answer rests on to be walked through, nil if there is nothing: Write says why.
func WalkAnswer(m *check.Model, a *check.Answer) *Walk {
	switch {
	case a.Trace != nil:
		return signalsWalk(m.Circuit, a)
	case a.Path != nil && m.LTS != nil:
		return statesWalk(m, a)
	case a.Timed != nil:
		return TimedWalk(m, a.Timed, a.Shows)
	case a.Path != nil && m.Outline() != nil:
		return systemWalk(m, a)
	}
	return WalkOf(m, a.Witness)
}

// A runWalker makes the Walk of a run.
type runWalker struct {
	Walk
	place   func(i int) WalkPlace
	places  map[int]int    // by number in the model: their indices here
	firings map[string]int // by what they are and do
	path    WalkPath
}

// newRunWalker begins with the places that are marked at the start.
func newRunWalker(kind string, place func(i int) WalkPlace, start []Change) *runWalker {
	x := &runWalker{place: place, places: map[int]int{}, firings: map[string]int{}}
	x.Kind, x.Places, x.Transitions, x.Start = kind, []WalkPlace{}, []WalkFiring{}, []string{}
	x.path = WalkPath{Steps: []int{}, Branches: []WalkBranch{}}
	for _, c := range start {
		x.Start[x.index(c.Place)] = strconv.FormatInt(c.To, 10)
	}
	return x
}

func (x *runWalker) index(p int) int {
	i, ok := x.places[p]
	if !ok {
		i = len(x.Places)
		x.places[p] = i
		x.Places, x.Start = append(x.Places, x.place(p)), append(x.Start, "0")
	}
	return i
}

// step adds a step. Steps of one transition, delay and key that change the same are one firing.
func (x *runWalker) step(key string, f WalkFiring, changes []Change) {
	f.Effects = []WalkEffect{}
	slices.SortStableFunc(changes, func(a, b Change) int { return cmp.Compare(a.sign(), b.sign()) })
	for _, c := range changes {
		f.Effects = append(f.Effects, WalkEffect{x.index(c.Place), strconv.FormatInt(c.To-c.From, 10)})
	}
	key = fmt.Sprintf("%s %d %d %v", key, f.Transition, f.Delay, f.Effects)
	i, ok := x.firings[key]
	if !ok {
		i = len(x.Transitions)
		x.firings[key], x.Transitions = i, append(x.Transitions, f)
	}
	x.path.Steps = append(x.path.Steps, i)
}

// end returns the walk. loop is as in an answer.
func (x *runWalker) end(f *syntax.Formula, text func(*syntax.Formula) string, loop int, dead bool) *Walk {
	p := &x.path
	if f != nil {
		p.Formula = text(f)
		p.During, p.End = shows(f, text)
	}
	p.Dead = dead && loop == check.NoLoop
	p.Stays = p.Dead && f != nil && f.Op == syntax.E
	if loop != check.NoLoop {
		p.Loop = new(loop)
	}
	x.Paths = []WalkPath{*p}
	return &x.Walk
}

// between lists where two lists of values differ; nil stands for zeros.
func between(before, after []int64) (list []Change) {
	for i, n := range after {
		was := int64(0)
		if before != nil {
			was = before[i]
		}
		if n != was {
			list = append(list, Change{i, was, n})
		}
	}
	return list
}

// systemWalk returns the walk through a system that was made of a net without time.
func systemWalk(m *check.Model, a *check.Answer) *Walk {
	names, run := NamesOf(m), m.Run(a)
	if run == nil {
		return nil
	}
	before := run.Values
	x := newRunWalker("", placesOf(names), between(nil, before))
	for i, s := range run.Steps {
		t := a.Path.Labels[i]
		x.step("", WalkFiring{Transition: t, Name: names.Transition(t)}, between(before, s.Values))
		before = s.Values
	}
	return x.end(a.Shows, names.Formula, a.Path.Loop, run.Dead)
}

// TimedWalk returns the walk through a run of a net with time, nil without a run. f is what it shows, nil for no
// formula.
func TimedWalk(m *check.Model, run *check.TimedRun, f *syntax.Formula) *Walk {
	if run == nil {
		return nil
	}
	names, before := NamesOf(m), run.Start
	x := newRunWalker(WalkTime, placesOf(names), between(nil, before))
	for _, s := range run.Steps {
		step := WalkFiring{Transition: s.Transition, Delay: s.Delay, Name: fmt.Sprint("wait ", s.Delay)}
		if s.Transition >= 0 {
			step.Name = names.Transition(s.Transition)
		}
		x.step("", step, between(before, s.Marking))
		before = s.Marking
	}
	return x.end(f, names.Formula, run.Loop, run.Dead)
}

func placesOf(names naming.Names) func(int) WalkPlace {
	return func(p int) WalkPlace { return WalkPlace{Place: p, Name: names.Place(p)} }
}

// ruleWalk returns the walk through the run of a named question about a net that has its own firing rule.
func ruleWalk(m *check.Model, w *check.Witness) *Walk {
	names := NamesOf(m)
	x := newRunWalker("", placesOf(names), between(nil, w.Start))
	run := followed(m, w)
	for _, s := range run.Steps {
		x.step("", WalkFiring{Transition: s.Transition, Name: names.Transition(s.Transition)}, s.Changes)
	}
	return x.end(nil, nil, check.NoLoop, run.Dead)
}

// statesWalk returns the walk through a listed system. Its transitions have the numbers of their labels.
func statesWalk(m *check.Model, a *check.Answer) *Walk {
	run, state := m.Run(a), func(i int) int { return int(a.Path.States[i][0]) }
	if run == nil {
		return nil
	}
	place := func(s int) WalkPlace { return WalkPlace{Place: s, Name: fmt.Sprint("state ", s)} }
	x := newRunWalker(WalkStates, place, []Change{{state(0), 0, 1}})
	for i, label := range a.Path.Labels {
		from, to := state(i), state(i+1)
		var changes []Change
		if from != to {
			changes = []Change{{from, 1, 0}, {to, 0, 1}}
		}
		x.step(fmt.Sprint(from), WalkFiring{Transition: label, Name: run.Steps[i].Label}, changes)
	}
	return x.end(a.Shows, (*syntax.Formula).String, a.Path.Loop, run.Dead)
}

// A Sink is a named signal of a circuit that is no variable.
type Sink struct {
	Kind string // output, bad, constraint, fairness or justice
	circuit.Signal
}

// Sinks lists those of a circuit, in the order in which walks and drawings have them.
func Sinks(c *check.Circuit) (list []Sink) {
	add := func(kind string, signals ...circuit.Signal) {
		for _, s := range signals {
			list = append(list, Sink{kind, s})
		}
	}
	add("output", c.Outputs...)
	add("bad", c.Bad...)
	add("constraint", c.Constraints...)
	add("fairness", c.Fairness...)
	for _, signals := range c.JusticeSignals() {
		add("justice", signals...)
	}
	return list
}

// signalsWalk returns the walk through a circuit. A step is one of the clock, with the inputs that follow it. Places
// are the variables but for the constant, inputs first, then latches, then gates, and behind them the sinks.
func signalsWalk(c *check.Circuit, a *check.Answer) *Walk {
	t, sinks, first := a.Trace, Sinks(c), len(c.Inputs)+len(c.Latches)
	known := c.Variables() - 1
	if (t.Steps()+1)*len(c.Gates) > mostSignals {
		known = first
	}
	place := func(i int) WalkPlace {
		switch {
		case i < len(c.Inputs):
			return WalkPlace{Place: i, Name: c.Inputs[i]}
		case i < first:
			return WalkPlace{Place: i, Name: c.Latches[i-len(c.Inputs)].Name}
		case i < c.Variables()-1:
			return WalkPlace{Place: i, Name: fmt.Sprint("gate ", i-first), Gate: true}
		}
		return WalkPlace{Place: i, Name: sinks[i-c.Variables()+1].Name}
	}
	latches := latchesOf(c, t)
	values := func(i int) []int64 {
		all, list := c.Values(nil, latches[i], t.Inputs[i]), make([]int64, c.Variables()-1+len(sinks))
		for v := range known {
			list[v] = digit(all[v+1])
		}
		for k, s := range sinks {
			list[c.Variables()-1+k] = digit(s.Lit.In(all))
		}
		return list
	}
	before := values(0)
	x := newRunWalker(WalkSignals, place, between(nil, before))
	for i := range t.Steps() {
		after := values(i + 1)
		x.step("", WalkFiring{Transition: -1, Name: "step"}, between(before, after))
		before = after
	}
	return x.end(a.Shows, (*syntax.Formula).String, t.Loop, false)
}

func digit(v bool) int64 {
	if v {
		return 1
	}
	return 0
}
