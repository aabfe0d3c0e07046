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

// A Clocked game is a run of a net with time, of delays and firings, or of a net with reset arcs and priorities, of
// firings alone. It goes forth only; going back is playing anew.
type Clocked struct {
	n       int // transitions
	moment  timed.Moment
	before  petri.Marking
	steps   []int
	elapsed int64
}

// NewClocked returns a game at the beginning of a net. The error is that of the firing rule. The net must not change
// while the game is used.
func NewClocked(d *timed.Document) (*Clocked, error) {
	begin, err := d.Begin()
	if err != nil {
		return nil, err
	}
	return &Clocked{n: len(d.Net().Transitions), moment: begin}, nil
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
func (g *Clocked) Marking() petri.Marking { return g.moment.Marking() }

// Before returns the marking one step earlier, nil at the beginning.
func (g *Clocked) Before() petri.Marking { return g.before }

// Elapsed returns the time since the beginning.
func (g *Clocked) Elapsed() int64 { return g.elapsed }

// Longest returns the longest delay that is possible now, which may be timed.Infinite.
func (g *Clocked) Longest() int64 { return g.moment.Longest() }

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
	switch {
	case units <= 0:
		return fmt.Errorf("a delay of %d; expected at least 1", units)
	case units > math.MaxInt64-g.elapsed || units > math.MaxInt:
		return fmt.Errorf("a delay of %d would end after the time 2^63−1, beyond which brim does not count", units)
	}
	next, err := g.moment.Wait(units)
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
	ways := g.Choices(t, choice+1)
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
	next, err := g.moment.Fire(t, takes)
	if err != nil {
		return err
	}
	g.before, g.moment = g.Marking(), next
	g.steps = append(g.steps, g.Step(Move{Transition: t, Choice: choice}))
	return nil
}

// Take fires a transition with tokens of these ages, and returns the number of the step. The error says why that is not
// possible; then nothing changed.
func (g *Clocked) Take(t int, takes timed.Choice) (step int, err error) {
	choice := 0
	for c := range g.moment.Choices(t) {
		if slices.EqualFunc(c, takes, slices.Equal) && choice < mostWays {
			return g.Step(Move{Transition: t, Choice: choice}), g.fire(t, choice, takes)
		}
		choice++
	}
	return 0, errors.New("no such tokens can be taken")
}

// Choices lists choices of tokens with which a transition can fire now, at most so many. Of a net whose tokens have no
// ages there is one at most, nil.
func (g *Clocked) Choices(t, most int) (list []timed.Choice) {
	for c := range g.moment.Choices(t) {
		if list = append(list, c.Clone()); len(list) >= most {
			break
		}
	}
	return list
}

// Moves lists what can be fired now, at most so many choices of tokens for each transition.
func (g *Clocked) Moves(most int) []Move {
	var list []Move
	for t := range g.n {
		for i, c := range g.Choices(t, most) {
			list = append(list, Move{t, i, c})
		}
	}
	return list
}

// Soonest returns the least delay after which some transition can fire, 0 if one can fire now; ok is false if none can
// after any delay.
func (g *Clocked) Soonest() (units int64, ok bool) { return timed.Soonest(g.moment) }

// Earliest returns for each transition the least delay after which it can fire, or timed.Never.
func (g *Clocked) Earliest() []int64 { return timed.Earliest(g.moment) }

// Clocks returns how long each transition of a time Petri net has been enabled; -1 is one that is not enabled. It
// returns nil for another net.
func (g *Clocked) Clocks() []int64 { return g.moment.Clocks() }

// Ages returns the ages of the tokens of a timed-arc net by place, ascending; nil for another net.
func (g *Clocked) Ages() [][]int64 { return g.moment.Ages() }
