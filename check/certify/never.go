package certify

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"brim/check/model"
	"brim/ctl/syntax"
	"brim/petri/equation"
	"brim/petri/equation/certificate"
)

// This file finds and writes proofs by the state equation.

// A never is a proof that no reachable marking satisfies a condition. Without a proof it is an attempt that failed.
type never struct {
	condition *certificate.Goal
	proof     certificate.Step
	text      []byte        // the section with the proof
	took      time.Duration // of an attempt that the time ended
	final     bool          // another attempt would not do more
}

const equationEntries = 1 << 26 // of the tableau

// never looks for a proof that p, a formula without path operators, holds in all reachable markings.
func (s *shower) never(p *syntax.Formula) bool {
	n := s.prove(s.ctx, normal(p, true), s.equation)
	if n.proof == nil {
		return false
	}
	for _, known := range s.nevers {
		if known == n {
			return true
		}
	}
	s.nevers = append(s.nevers, n)
	return true
}

// prove returns the proof that no reachable marking satisfies bad, or the failed attempt. Attempts are kept.
func (c *Certifier) prove(ctx context.Context, bad *syntax.Formula, most time.Duration) *never {
	n := c.proofs[bad]
	if n == nil {
		n = &never{condition: plain(model.Condition(c.net, bad))}
		n.final = n.condition == nil
		c.proofs[bad] = n
	}
	if n.proof != nil || n.final || n.took >= most {
		return n
	}
	if c.system == nil {
		c.system = equation.New(c.net)
	}
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	r, err := c.system.Refute(ctx, n.condition, equation.Limits{Entries: equationEntries})
	switch {
	case err == nil && r.Proof != nil:
		if n.final, n.text = true, c.written(ctx, n.condition, r.Proof); n.text != nil {
			n.proof = r.Proof
		}
	case ctx.Err() != nil:
		n.took = most
	default:
		n.final = true
	}
	return n
}

// write writes section never.
func (n *never) write(w *bufio.Writer) error {
	_, err := w.Write(n.text)
	return err
}

// written returns section never with a proof. Traps are an invariant: that their places have a token together. It is
// nil if that is not seen to be one, which needs numbers that are too large.
func (c *Certifier) written(ctx context.Context, condition *certificate.Goal, proof certificate.Step) []byte {
	w := &equationWriter{traps: map[*certificate.Trap]int{}}
	var invariant []*certificate.Goal
	w.collect(proof, &invariant)
	text, err := c.section(ctx, condition, invariant, func(n *neverWriter) error {
		w.neverWriter, w.next = n, len(invariant)
		w.assume(condition)
		w.step(proof)
		return nil
	})
	if err != nil {
		return nil
	}
	return text
}

// An equationWriter writes proofs by the state equation, in which facts of traps have other numbers in the section.
type equationWriter struct {
	*neverWriter
	traps   map[*certificate.Trap]int // the numbers of their facts
	numbers []int                     // of the facts that are known, in their own sequence
	choices []*certificate.Goal       // that are known
	next    int                       // number in the section
}

// collect adds the facts of the traps in a proof to a list, each once.
func (w *equationWriter) collect(s certificate.Step, list *[]*certificate.Goal) {
	switch s := s.(type) {
	case *certificate.Either:
		for _, part := range s.Cases {
			w.collect(part, list)
		}
	case *certificate.Trap:
		g := &certificate.Goal{Atom: certificate.Atom{Least: 1}}
		for _, p := range s.Places {
			g.Atom.Terms = append(g.Atom.Terms, certificate.Term{Index: p, Weight: 1})
		}
		g = plain(g)
		same := func(known *certificate.Goal) bool { return canonical(known) == canonical(g) }
		if w.traps[s] = slices.IndexFunc(*list, same); w.traps[s] < 0 {
			w.traps[s] = len(*list)
			*list = append(*list, g)
		}
		w.collect(s.Then, list)
	case *certificate.Order:
		w.collect(s.Never, list)
		w.collect(s.First, list)
	case *certificate.Cut:
		w.collect(s.Below, list)
		w.collect(s.Above, list)
	}
}

// assume notes the facts of a goal.
func (w *equationWriter) assume(g *certificate.Goal) {
	switch g.Kind {
	case certificate.IsAtom:
		w.numbers = append(w.numbers, w.next)
		w.next++
	case certificate.Any:
		w.choices = append(w.choices, g)
	case certificate.All:
		for _, part := range g.Parts {
			w.assume(part)
		}
	}
}

// with writes a proof in which a goal is known; nil stands for a fact of a step.
func (w *equationWriter) with(g *certificate.Goal, s certificate.Step) {
	known, choices, next := len(w.numbers), len(w.choices), w.next
	w.assume(cmp.Or(g, &certificate.Goal{}))
	w.step(s)
	w.numbers, w.choices, w.next = w.numbers[:known], w.choices[:choices], next
}

func (w *equationWriter) step(s certificate.Step) {
	switch s := s.(type) {
	case *certificate.Sum:
		renamed := &certificate.Sum{Places: s.Places}
		for _, f := range s.Facts {
			renamed.Facts = append(renamed.Facts, certificate.Factor{Index: w.numbers[f.Index], By: f.By})
		}
		w.sum(renamed)
	case *certificate.Either:
		fmt.Fprintf(w, "case %d\n", s.Choice)
		for i, part := range s.Cases {
			w.with(w.choices[s.Choice].Parts[i], part)
		}
	case *certificate.Trap:
		w.numbers = append(w.numbers, w.traps[s])
		w.step(s.Then)
		w.numbers = w.numbers[:len(w.numbers)-1]
	case *certificate.Order:
		w.WriteString("order")
		w.places(s.Raised)
		w.WriteString(" /")
		w.places(s.Lowered)
		w.WriteByte('\n')
		w.step(s.Never)
		w.with(nil, s.First)
	case *certificate.Cut:
		w.WriteString("cut")
		for _, t := range s.Places {
			fmt.Fprintf(w, " %d %s", t.Weight, w.place(t.Index))
		}
		w.WriteString(" /")
		for _, t := range s.Transitions {
			fmt.Fprintf(w, " %d %s", t.Weight, strconv.Quote(w.net.Transitions[t.Index].Name))
		}
		fmt.Fprintf(w, " at %v\n", s.At)
		w.with(nil, s.Below)
		w.with(nil, s.Above)
	}
}
