package game

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"brim/petri"
	"brim/petri/timed"
)

// Games with time.

// A Clocked game is a run of a net with time: delays and firings. It goes forth only; going back is playing anew.
type Clocked struct {
	n       int // transitions
	moment  moment
	before  petri.Marking
	steps   []int
	elapsed int64
}

// NewClocked returns a game at the beginning of a net with time. The error is that of the firing rule. The net must not
// change while the game is used.
func NewClocked(d *timed.Document) (*Clocked, error) {
	switch {
	case d.Timed != nil:
		rule, err := timed.NewRule(d.Timed)
		if err != nil {
			return nil, err
		}
		return &Clocked{n: len(d.Timed.Transitions), moment: clocks{d.Timed, rule, rule.Initial()}}, nil
	case d.Arcs != nil:
		rule, err := timed.NewArcRule(d.Arcs)
		if err != nil {
			return nil, err
		}
		return &Clocked{n: len(d.Arcs.Transitions), moment: ages{d.Arcs, rule, rule.Initial()}}, nil
	}
	return nil, errors.New("the net has no time")
}

// A moment is a state of a net with time, of either kind, and its firing rule.
type moment interface {
	marking() petri.Marking
	longest() int64
	wait(units int64) (moment, error)
	ways(t, most int) []timed.Choice // in which t can fire now; of a time Petri net there is one, nil
	fire(t int, c timed.Choice) (moment, error)
	starts() []int64 // delays after which something may begin to be possible that is not possible now
}

// mostWays is how many choices of tokens of one transition are counted.
const mostWays = 10_000

// A Move is a firing that is possible: a transition, and which of its choices of tokens.
type Move struct {
	Transition, Choice int
	Takes              timed.Choice // nil of a time Petri net
}

// Step returns the number of a move in Steps.
func (g *Clocked) Step(m Move) int { return m.Transition + g.n*m.Choice }

// Steps returns the run so far. A negative number is a delay of so many units, another one m the firing of transition
// m modulo the number of transitions with the choice of tokens that the quotient counts, from 0, among those that were
// possible. Delays one after the other are one.
func (g *Clocked) Steps() []int { return slices.Clone(g.steps) }

// Marking returns the numbers of tokens where the game stands.
func (g *Clocked) Marking() petri.Marking { return g.moment.marking() }

// Before returns the marking one step earlier, nil at the beginning.
func (g *Clocked) Before() petri.Marking { return g.before }

// Elapsed returns the time since the beginning.
func (g *Clocked) Elapsed() int64 { return g.elapsed }

// Longest returns the longest delay that is possible now, which may be timed.Infinite.
func (g *Clocked) Longest() int64 { return g.moment.longest() }

// Do makes a step, a number as Steps has it. The error says why it is not possible; then nothing changed.
func (g *Clocked) Do(step int) error {
	if step < 0 {
		return g.Wait(-int64(step))
	}
	if g.n == 0 {
		return errors.New("there are no transitions")
	}
	return g.Fire(step%g.n, step/g.n)
}

// Wait lets so many units of time pass. The error says why that is not possible; then nothing changed.
func (g *Clocked) Wait(units int64) error {
	if units <= 0 || units > math.MaxInt64-g.elapsed || units > math.MaxInt {
		return fmt.Errorf("a delay of %d; expected at least 1, and an end before 2^63−1", units)
	}
	next, err := g.moment.wait(units)
	if err != nil {
		return err
	}
	g.before, g.moment = g.Marking(), next
	g.elapsed += units
	if last := len(g.steps) - 1; last >= 0 && g.steps[last] < 0 && units <= math.MaxInt+int64(g.steps[last]) {
		g.steps[last] -= int(units)
	} else {
		g.steps = append(g.steps, -int(units))
	}
	return nil
}

// Fire fires a transition with one of its choices of tokens. The error says why that is not possible; then nothing
// changed.
func (g *Clocked) Fire(t, choice int) error {
	if choice < 0 || choice >= mostWays {
		return fmt.Errorf("a choice of tokens number %d; expected less than %d", choice, mostWays)
	}
	ways := g.moment.ways(t, choice+1)
	if choice >= len(ways) && choice > 0 {
		return fmt.Errorf("there are %d choices of tokens, not more than %d", len(ways), choice)
	}
	var takes timed.Choice
	if choice < len(ways) {
		takes = ways[choice]
	}
	return g.fire(t, choice, takes)
}

func (g *Clocked) fire(t, choice int, takes timed.Choice) error {
	next, err := g.moment.fire(t, takes)
	if err != nil {
		return err
	}
	g.before, g.moment = g.Marking(), next
	g.steps = append(g.steps, g.Step(Move{Transition: t, Choice: choice}))
	return nil
}

// Moves lists what can be fired now, at most so many choices of tokens for each transition.
func (g *Clocked) Moves(most int) []Move {
	var list []Move
	for t := range g.n {
		for i, c := range g.moment.ways(t, most) {
			list = append(list, Move{t, i, c})
		}
	}
	return list
}

// Soonest returns the least delay after which some transition can fire, 0 if one can fire now; ok is false if none can
// after any delay.
func (g *Clocked) Soonest() (units int64, ok bool) {
	starts := append(g.moment.starts(), 0)
	slices.Sort(starts)
	longest := g.Longest()
	for _, d := range slices.Compact(starts) {
		if d < 0 || longest != timed.Infinite && d > longest {
			continue
		}
		then, err := g.moment.wait(d)
		if err != nil {
			return 0, false
		}
		for t := range g.n {
			if len(then.ways(t, 1)) > 0 {
				return d, true
			}
		}
	}
	return 0, false
}

// Clocks returns how long each transition of a time Petri net has been enabled; -1 is one that is not enabled. It
// returns nil for a timed-arc net.
func (g *Clocked) Clocks() []int64 {
	at, ok := g.moment.(clocks)
	if !ok {
		return nil
	}
	list := slices.Clone(at.state.Clocks)
	for t := range list {
		if !at.rule.Enabled(at.state, t) {
			list[t] = -1
		}
	}
	return list
}

// Ages returns the ages of the tokens of a timed-arc net by place, ascending; nil for a time Petri net.
func (g *Clocked) Ages() [][]int64 {
	at, _ := g.moment.(ages)
	return at.state
}
