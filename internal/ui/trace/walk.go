package trace

import (
	"strconv"

	"brim/check"
	"brim/ctl/syntax"
	"brim/internal/naming"
	"brim/petri"
)

// Witnesses for the page in the browser.

// A Walk is a witness in the form in which a page walks through it. A marking is that at the start with the effects of
// the firings so far, so a step is one number, and a witness that several branches share is there once. Numbers of
// tokens are text: those of JavaScript are exact up to 2^53 only.
type Walk struct {
	Kind        string       `json:"kind,omitempty"` // of a net without time, or WalkTime, WalkStates, WalkSignals
	Places      []WalkPlace  `json:"places"`         // that are marked at the start, or change
	Transitions []WalkFiring `json:"transitions"`    // that fire
	Start       []string     `json:"start"`          // the tokens of Places
	Paths       []WalkPath   `json:"paths"`          // the outermost first

	index map[*check.Witness]int
}

// Index returns which of the Paths a witness is, -1 if it is none.
func (x *Walk) Index(w *check.Witness) int {
	if i, ok := x.index[w]; ok {
		return i
	}
	return -1
}

// A WalkPlace is a place of a Walk.
type WalkPlace struct {
	Place    int    `json:"place"` // of the net
	Name     string `json:"name"`  // as formulas have it
	Coloured string `json:"coloured,omitempty"`
	Colour   string `json:"colour,omitempty"`
	Gate     bool   `json:"gate,omitempty"` // a gate of a circuit, for the drawing alone
}

// A WalkFiring is a transition of a Walk with what each firing does.
type WalkFiring struct {
	Transition int          `json:"transition"` // of the net, or -1
	Delay      int64        `json:"delay,omitempty"`
	Name       string       `json:"name"` // as formulas have it
	Coloured   string       `json:"coloured,omitempty"`
	Binding    []WalkValue  `json:"binding,omitempty"`
	Effects    []WalkEffect `json:"effects"` // losses first
}

// A WalkValue is the colour of a variable.
type WalkValue struct {
	Variable string `json:"variable"`
	Colour   string `json:"colour"`
}

// A WalkEffect is what a firing adds to a place of a Walk, or takes.
type WalkEffect struct {
	Place int    `json:"place"` // index into Places
	Add   string `json:"add"`   // with its sign
}

// A WalkPath is a witness of one formula.
type WalkPath struct {
	Formula  string        `json:"formula"`
	Claimed  bool          `json:"claimed,omitempty"`  // of all paths: shows nothing
	Junction bool          `json:"junction,omitempty"` // of several formulas in one marking, by branches
	During   string        `json:"during,omitempty"`   // what holds before each step, without End also at last
	End      string        `json:"end,omitempty"`      // what holds after the last step
	Steps    []int         `json:"steps"`              // indices into Transitions
	Loop     *int          `json:"loop"`               // the marking that the last step leads back to
	Dead     bool          `json:"dead"`               // after the last step nothing is enabled
	Stays    bool          `json:"stays,omitempty"`    // a run that stays in its dead marking
	Cut      bool          `json:"cut,omitempty"`      // branches were left out, too many
	Branches []WalkBranch  `json:"branches"`
	Readings []WalkReading `json:"readings,omitempty"` // of a run of LTL: where the formulas in it hold
}

// A WalkBranch is a witness inside of another one, in the marking after so many steps of that.
type WalkBranch struct {
	At   int `json:"at"`
	Path int `json:"path"`
}

// A WalkReading says at which markings of a run a formula holds.
type WalkReading struct {
	Formula  string `json:"formula"`
	Temporal bool   `json:"temporal"` // it speaks of what comes later
	Holds    string `json:"holds"`    // a digit for each marking, 1 where it does
}

// mostReadings is how many digits the readings of a run have at most.
const mostReadings = 1_000_000

// WalkOf returns the witness of an answer, or the run of a named question, to be walked through, nil if there is
// nothing: Write says why.
func WalkOf(m *check.Model, w *check.Witness) *Walk {
	switch {
	case w == nil || w.Formula != nil && (m.Net == nil || bare(w)):
		return nil
	case m.Net == nil:
		return ruleWalk(m, w)
	}
	x := &walker{names: NamesOf(m), places: map[int]int{}, transitions: map[int]int{}}
	x.Places, x.Transitions, x.index = []WalkPlace{}, []WalkFiring{}, map[*check.Witness]int{}
	for p, tokens := range w.Start {
		if tokens > 0 {
			x.place(p)
		}
	}
	x.path(w)
	for _, p := range x.Places {
		x.Start = append(x.Start, strconv.FormatInt(w.Start[p.Place], 10))
	}
	return &x.Walk
}

// A walker makes a Walk.
type walker struct {
	Walk
	names               naming.Names
	places, transitions map[int]int // of the net: their indices here
}

func (x *walker) place(p int) int {
	i, ok := x.places[p]
	if !ok {
		i = len(x.Places)
		x.places[p] = i
		place := WalkPlace{Place: p, Name: x.names.Place(p)}
		if u := x.names.Unfolding; u != nil {
			of, colour := u.PlaceOf(p)
			place.Coloured, place.Colour = u.Coloured.PlaceAlias(of),
				u.Coloured.ColourText(u.Coloured.Places[of].Sort, colour)
		}
		x.Places = append(x.Places, place)
	}
	return i
}

func (x *walker) transition(t int) int {
	i, ok := x.transitions[t]
	if ok {
		return i
	}
	i = len(x.Transitions)
	x.transitions[t] = i
	f := WalkFiring{Transition: t, Name: x.names.Transition(t), Effects: []WalkEffect{}}
	if u := x.names.Unfolding; u != nil {
		of, binding := u.TransitionOf(t)
		f.Coloured = u.Coloured.TransitionAlias(of)
		for k, v := range u.Coloured.Transitions[of].Variables {
			f.Binding = append(f.Binding,
				WalkValue{u.Coloured.VariableText(v), u.Coloured.ColourText(u.Coloured.Variables[v].Sort, binding[k])})
		}
	}
	f.Effects = x.effects(&x.names.Net.Transitions[t])
	x.Transitions = append(x.Transitions, f)
	return i
}

// effects returns the sum of what a transition takes and gives, losses first, each by place.
func (x *walker) effects(t *petri.Transition) []WalkEffect {
	add := map[int]int64{}
	var order []int
	note := func(arcs []petri.Arc, sign int64) {
		for _, a := range arcs {
			if _, ok := add[a.Place]; !ok {
				order = append(order, a.Place)
			}
			add[a.Place] += sign * a.Weight
		}
	}
	note(t.Pre, -1)
	note(t.Post, 1)
	list := []WalkEffect{}
	for _, losses := range []bool{true, false} {
		for _, p := range order {
			if n := add[p]; n != 0 && n < 0 == losses {
				list = append(list, WalkEffect{x.place(p), strconv.FormatInt(n, 10)})
			}
		}
	}
	return list
}

// path adds the witness w and, recursively, the witnesses inside it to the Walk, and returns its index. A witness that
// was added before is not repeated.
func (x *walker) path(w *check.Witness) int {
	if i, ok := x.index[w]; ok {
		return i
	}
	i := len(x.Paths)
	x.index[w] = i
	x.Paths = append(x.Paths, WalkPath{})
	p := WalkPath{
		Steps: make([]int, len(w.Steps)), Cut: w.Cut, Branches: []WalkBranch{},
		Dead: w.Loop == check.NoLoop && Follow(x.names.Net, w).Dead,
	}
	for k, t := range w.Steps {
		p.Steps[k] = x.transition(t)
	}
	if w.Formula == nil { // the run of a named question, whose loop leads to more tokens
		x.Paths[i] = p
		return i
	}
	p.Formula, p.Claimed, p.Junction = x.names.Formula(w.Formula), check.Claimed(w.Formula), junction(w)
	p.During, p.End = shows(w.Formula, x.names.Formula)
	if w.Loop != check.NoLoop {
		p.Loop = new(w.Loop)
	}
	p.Stays = w.Formula.Op == syntax.E && p.Dead && p.Loop == nil
	for _, part := range parts(w) {
		p.Branches = append(p.Branches, WalkBranch{part.at, x.path(part.Witness)})
	}
	if w.Formula.Op == syntax.E && w.Formula.Args[0].Size()*(len(w.Steps)+1) <= mostReadings {
		for _, r := range check.Along(x.names.Net, w) {
			p.Readings = append(p.Readings,
				WalkReading{x.names.Formula(r.Formula), r.Formula.Temporal(), binary(r.Holds)})
		}
	}
	x.Paths[i] = p
	return i
}

// shows returns what a witness of f shows in the markings before its steps, and in the one after them, as text.
func shows(f *syntax.Formula, text func(*syntax.Formula) string) (during, end string) {
	switch f.Op {
	case syntax.EX, syntax.EF:
		return "", text(f.Args[0])
	case syntax.EU:
		return text(f.Args[0]), text(f.Args[1])
	case syntax.EG:
		return text(f.Args[0]), ""
	}
	return "", ""
}
