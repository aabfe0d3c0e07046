package ask

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"brim/check/limit"
	"brim/check/model"
	"brim/engine"
	"brim/internal/nearest"
	"brim/petri"
)

// Questions by name, and their answers.

// A Question is one that has a name.
type Question struct {
	Name string
	K    int64 // of k-sound: how many cases begin together; 0 means 1
	Most int   // of deadlocks and conflicts: how many are listed at most; 0 means 10
}

// An Answer is what is known of a named question.
type Answer struct {
	Name     string
	Result   engine.Result
	Summary  string // a sentence that says what the result means for the net
	Findings []Finding
	Degrees  []Degree     // by transition, of live and quasi-live; else nil
	Bounds   []Bound      // by place, of bounded; else nil
	Reason   string       // why Result is Unknown
	Stop     *limit.Stop  // the limit that left it unknown; nil if no limit did
	Warning  string       // of a net with time: that real time may have another answer; else empty
	Model    *model.Model // the net that places, transitions and runs are of, a coloured one unfolded
	Took     time.Duration

	byArcs bool // the net is no workflow net, which its arcs alone tell
}

// A Finding is a part of the diagnosis.
type Finding struct {
	About  string        // the condition that it is about, such as option to complete; may be empty
	Result engine.Result // of the condition, or Unknown if the finding is no condition
	Text   string        // sentences

	Places, Transitions []int // that the text is about

	// Run shows it: a firing sequence without a formula, which was replayed; nil if there is none. It begins in the
	// marking in which a case begins, or else in the initial one. With a Loop, the steps from there on can be repeated
	// for ever, each time with more tokens.
	Run *engine.Witness

	// Timed shows it in a net with time, in place of Run. It begins in a new state of that marking.
	Timed *model.TimedRun
}

// A Degree is how live a transition is [Mur89].
type Degree uint8

// The degrees. Each includes those before it, without Dead.
const (
	DegreeUnknown Degree = iota
	Dead                 // L0: it can never fire
	L1                   // it can fire
	L2                   // for each number there is a run in which it fires as often
	L3                   // there is a run in which it fires infinitely often
	L4                   // live: from each reachable marking it can fire again
	AtLeastL1            // L1, L2 or L3, which of them is unknown
	NotDead              // L1, L2, L3 or L4
)

func (d Degree) String() string {
	return [...]string{"unknown", "dead", "L1", "L2", "L3", "L4", "L1, L2 or L3", "L1 or more"}[d]
}

// A Bound is the most tokens that a place holds.
type Bound struct {
	Least    int64 // it holds as many in some marking
	Most     int64 // never more; petri.Omega if that is unknown
	Infinite bool  // it can hold any number
}

// Known reports whether the bound is known exactly.
func (b Bound) Known() bool { return b.Infinite || b.Least == b.Most }

func (b Bound) String() string {
	switch {
	case b.Infinite:
		return "unbounded"
	case b.Least == b.Most:
		return fmt.Sprint(b.Least)
	case b.Most == petri.Omega:
		return fmt.Sprintf("at least %d", b.Least)
	}
	return fmt.Sprintf("%d to %d", b.Least, b.Most)
}

// A Name is the name of a question with what it asks, for help and completion.
type Name struct {
	Name  string
	Asks  string // a question in a few words
	about func(*asker, Question) *Answer
	runs  bool // single runs decide it, so that runs of integer time do in a net with closed intervals
}

// names lists the questions.
func names() []Name {
	return []Name{
		{"workflow", "is it a workflow net, and what is in the way?", (*asker).workflow, false},
		{"sound", "can each case always complete, leaving nothing behind, and can each transition fire?",
			(*asker).sound, false},
		{"weak-sound", "can each case always complete, leaving nothing behind?", (*asker).weakSound, false},
		{"easy-sound", "can some case complete?", (*asker).easySound, true},
		{"relaxed-sound", "is each transition part of some case that completes?", (*asker).relaxedSound, true},
		{"k-sound", "can K cases that begin together always complete?", (*asker).kSound, false},
		{"generalised-sound", "can any number of cases that begin together always complete?", (*asker).generalisedSound,
			false},
		{"live", "can each transition always fire again? With degrees", (*asker).live, false},
		{"quasi-live", "can each transition fire? With degrees", (*asker).quasiLive, true},
		{"reversible", "can the initial marking always be reached again?", (*asker).reversible, false},
		{"home", "can some marking always be reached? Which ones", (*asker).home, false},
		{"bounded", "is there a bound of the tokens? With that of each place", (*asker).bounded, true},
		{"persistent", "does no transition that fires disable another one?", (*asker).persistent, false},
		{"conflicts", "which transitions disable each other?", (*asker).conflicts, false},
		{"deadlocks", "in which markings can nothing fire?", (*asker).deadlocks, false},
	}
}

// Names lists the questions, those about workflows first.
func Names() []Name { return names() }

// Find returns the name of a question as Names has it. The error suggests a similar name.
func Find(name string) (Name, error) {
	list := names()
	if i := slices.IndexFunc(list, func(n Name) bool { return n.Name == name }); i >= 0 {
		return list[i], nil
	}
	var all []string
	for _, n := range list {
		all = append(all, n.Name)
	}
	text := fmt.Sprintf("there is no question called %q", name)
	if near, ok := nearest.Of(name, slices.Values(all)); ok {
		text += fmt.Sprintf("; did you mean %s?", near)
	}
	return Name{}, errors.New(text)
}
