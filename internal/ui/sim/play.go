package sim

import (
	"context"
	"math/rand/v2"
	"strconv"

	"brim/internal/naming"
	"brim/internal/printable"
	"brim/internal/ui/game"
	"brim/petri"
)

// What a session plays: a place/transition net here; clock.go has nets with time, reset arcs or priorities.

// A play is a game of any kind of nets, with the names that people use.
type play interface {
	At() int // steps that lead to where it stands
	Len() int
	Marking() petri.Marking
	Before() petri.Marking // one step earlier, nil at the start
	Go(at int) int
	Random(ctx context.Context, n int, from *rand.Rand) (int, error) // fires n transitions, fewer if ctx ends
	Fire(t int) error
	Step(i int) string   // what step i of the run was
	Moves() []string     // what can be fired now
	Move(i int) error    // fires one of these
	Enabled() []int      // transitions that can be fired, each once
	About() []aspect     // what else there is to tell
	Wait(u int64) error  // lets time pass
	Report() (r *Report) // but for the names of those enabled, and the marking
}

// An aspect is a line or a list that is told of a net with time.
type aspect struct {
	what    string
	text    string // of a line
	entries []entry
	asked   bool // shown by a command of its own only
}

// A plainPlay is a game on a place/transition net.
type plainPlay struct {
	*game.Game
	session *Session
}

func (p plainPlay) Len() int            { return len(p.Steps()) }
func (p plainPlay) Step(i int) string   { return p.session.names.Transition(p.Steps()[i]) }
func (p plainPlay) About() []aspect     { return nil }
func (p plainPlay) Wait(int64) error    { return errNoTime }
func (p plainPlay) Move(i int) error    { return p.Fire(p.Enabled()[i]) }
func (p plainPlay) Moves() []string     { return naming.Each(p.Enabled(), p.session.names.Transition) }
func (p plainPlay) Fire(t int) error    { return p.session.people(t, p.Game.Fire(t)) }
func (p plainPlay) Report() (r *Report) { return &Report{Steps: p.session.firings(p.Game)} }

// randomSteps is after how many steps it is looked whether the context has ended.
const randomSteps = 1 << 12

func (p plainPlay) Random(ctx context.Context, n int, from *rand.Rand) (fired int, err error) {
	for fired < n && ctx.Err() == nil {
		more := min(n-fired, randomSteps)
		some, err := p.Game.Random(more, from)
		if fired += some; some < more || err != nil {
			return fired, err
		}
	}
	return fired, nil
}

// play replaces the run by steps, which must be a run from start, and returns their number.
func (p plainPlay) play(start petri.Marking, steps []int) int {
	p.Reset(start)
	if err := p.Play(steps); err != nil {
		panic("sim: a run that was replayed cannot be played: " + err.Error())
	}
	return len(steps)
}

// numbered writes the i-th of what can be fired.
func numbered(i int, text string) string { return strconv.Itoa(i+1) + " " + printable.Text(text) }
