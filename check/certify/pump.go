package certify

import (
	"bufio"
	"context"
	"fmt"
	"time"

	"brim/check/model"
	"brim/ctl/syntax"
	"brim/engine/walk"
	"brim/petri"
)

// This file has the evidence that a sum has no bound: a run with a cycle that can be repeated.

const (
	pumpTime   = 5 * time.Second
	pumpRandom = 200 * time.Millisecond
)

// pump finds a run after which steps that can be repeated add to what the question asks for.
func (c *Certifier) pump(ctx context.Context, q *model.Question, out *Certificate) error {
	sum := q.Largest(c.net)
	if sum == nil { // markings, firings, or tokens in a place: some place has no bound
		sum = &syntax.Sum{}
		for p := range c.net.Places {
			place := syntax.Ref{Index: p, Name: c.net.Places[p].Name}
			sum.Terms = append(sum.Terms, syntax.Term{Place: place, Weight: 1})
		}
	}
	steps, from := c.cycle(ctx, sum)
	if steps == nil {
		return uncertified("no cycle was found that can be repeated without bound")
	}
	out.add("pump", func(w *bufio.Writer) error {
		fmt.Fprintf(w, ".pump %d\n", from)
		return writeRun(w, c.net, steps)
	})
	return nil
}

// cycle walks until a run covers an earlier marking of it and adds to the sum, nil if that does not happen in time.
func (c *Certifier) cycle(ctx context.Context, sum *syntax.Sum) (steps []int, from int) {
	w, err := walk.New(c.net, 1)
	if err != nil {
		return nil, 0
	}
	most, err := w.Maximize(sum)
	if err != nil {
		return nil, 0
	}
	own, cancel := context.WithTimeout(ctx, min(pumpTime, c.options.Each))
	defer cancel()
	goesOn := func() bool { steps, from = most.Cycle(); return steps == nil }
	for goesOn() && own.Err() == nil {
		for _, strategy := range []func(context.Context) error{
			func(ctx context.Context) error { return w.Random(ctx, walk.Limits{Found: goesOn}) },
			func(ctx context.Context) error { return w.TowardMore(ctx, most, walk.Limits{Found: goesOn}) },
		} {
			if goesOn() {
				piece, stop := context.WithTimeout(own, pumpRandom)
				_ = strategy(piece)
				stop()
			}
		}
	}
	if steps != nil && !pumps(c.net, sum, steps, from) {
		return nil, 0
	}
	return steps, from
}

// pumps checks what the checker will: the steps from a position on take nothing in total and add to the sum.
func pumps(net *petri.Net, sum *syntax.Sum, steps []int, from int) bool {
	var before petri.Marking
	at := 0
	for m, err := range net.Markings(steps) {
		if err != nil {
			return false
		}
		if at == from {
			before = m.Clone()
		}
		if at == len(steps) {
			for p := range m {
				if m[p] < before[p] {
					return false
				}
			}
			added := int64(0)
			for _, t := range sum.Terms {
				added += t.Weight * (m[t.Place.Index] - before[t.Place.Index])
			}
			return added > 0
		}
		at++
	}
	return false
}
