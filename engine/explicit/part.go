package explicit

import (
	"context"
	"fmt"
	"math/rand/v2"

	"brim/engine/kripke"
	"brim/internal/watch"
)

// This file decides formulas of CTL with three truth values on a part of the states.

// A Part is a growing part of the states of a structure. Some of its states are expanded: all their successors are in
// the part. Of the others nothing is known but what holds in them. A formula holds certainly, possibly or not at all in
// a state of the part, whatever lies beyond, so what is certain in the initial state is the answer [BG99].
//
// A Part grows by turns near the initial state, breadth-first, and along random runs, which often end in dead states:
// there all formulas are certain, so they decide formulas that speak of what comes last.
type Part struct {
	structure kripke.Structure
	limits    kripke.Limits
	rng       *rand.Rand

	table *kripke.Table
	out   kripke.Successors
	first []int64 // by state: where its successors begin in next; −1 if it is not expanded
	count []int32 // by state: how many they are
	next  []uint32
	near  int // states below are expanded
	at    int // the end of the run that is being made
	steps int // of that run
	long  int // firings of the next run
	rest  int // expansions until the next look at the limits, fewer where states are long or have many successors
	held  watch.Holding
}

// Close says that the part is not used any more: its memory is charged to no account.
func (p *Part) Close() { p.held.Set(0) }

// NewPart returns the part that is the initial state. It panics if there are several.
func NewPart(s kripke.Structure, limits kripke.Limits, seed uint64) *Part {
	p := &Part{structure: s, limits: limits, rng: rand.New(rand.NewPCG(seed, 4)), table: kripke.NewTable(s.Words()),
		long: shortest}
	initial := s.Initial()
	if len(initial) != 1 {
		panic(fmt.Sprintf("explicit: NewPart: %s has %d initial states", s.Name(), len(initial)))
	}
	p.add(initial[0])
	return p
}

const (
	shortest = 64      // random run
	longest  = 1 << 16 // the next run begins with shortest again
)

// Len returns the number of states in the part.
func (p *Part) Len() int { return p.table.Len() }

// add adds a state, and returns its number.
func (p *Part) add(s kripke.State) int {
	n, added := p.table.Add(s)
	if added {
		p.first, p.count = append(p.first, -1), append(p.count, 0)
	}
	return n
}

// Grow expands n more states, and reports whether all states of the part are expanded. The error is a limit, the end of
// ctx, or says that a state cannot be packed. The memory of the part is charged to the account of ctx until Close.
func (p *Part) Grow(ctx context.Context, n int) (whole bool, err error) {
	p.held.Move(ctx)
	for i := range n {
		if p.rest -= 1 + p.out.Len()*p.structure.Words()/kripke.StepWords; i == 0 || p.rest <= 0 {
			p.rest = 256
			if err := p.limit(ctx); err != nil {
				return false, err
			}
		}
		for p.near < p.table.Len() && p.first[p.near] >= 0 {
			p.near++
		}
		if p.near == p.table.Len() {
			return true, nil
		}
		if i%2 == 0 {
			err = p.expand(p.near)
		} else {
			err = p.step()
		}
		if err != nil {
			return false, err
		}
	}
	return false, nil
}

// step goes on with a random run to the next state that is not expanded, and expands it. A run begins anew in the
// initial state where it ends. In a region that is known already the step gives up after some firings.
func (p *Part) step() error {
	for range 1024 {
		if p.first[p.at] < 0 {
			return p.expand(p.at)
		}
		if p.steps++; p.count[p.at] > 0 && p.steps <= p.long {
			p.at = int(p.successors(p.at)[p.rng.IntN(int(p.count[p.at]))])
			continue
		}
		p.at, p.steps = 0, 0
		if p.long *= 2; p.long > longest {
			p.long = shortest
		}
	}
	return nil
}

// expand adds the successors of a state.
func (p *Part) expand(s int) error {
	if p.table.Full() {
		return &kripke.LimitError{Kind: "state", Max: int64(p.table.Len())}
	}
	if err := p.structure.Successors(p.table.State(s), &p.out); err != nil {
		return err
	}
	p.first[s], p.count[s] = int64(len(p.next)), int32(p.out.Len())
	for i := range p.out.Len() {
		p.next = append(p.next, uint32(p.add(p.out.State(i))))
	}
	return nil
}

// limit returns the limit that has been reached, nil if none has.
func (p *Part) limit(ctx context.Context) error {
	if most := p.limits.States; most > 0 && p.table.Len() > most {
		return &kripke.LimitError{Kind: "state", Max: int64(most)}
	}
	// a check has the edges backwards, and a byte of each state for each formula that it keeps
	bytes := p.table.Ahead() + 2*int64(cap(p.next))*4 + int64(cap(p.first))*(40+mostKept)
	p.held.Set(bytes)
	if most := p.limits.Memory; most > 0 && bytes > most {
		return &kripke.LimitError{Kind: "memory", Max: most}
	}
	return ctx.Err()
}

// successors returns the successors of an expanded state.
func (p *Part) successors(s int) []uint32 {
	return p.next[p.first[s] : p.first[s]+int64(p.count[s])]
}
