package certify

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"brim/internal/checked"
	"brim/petri"
	"brim/petri/equation/certificate"
)

// This file writes section never: a condition, an invariant with proofs that firings keep it, and a proof that no
// marking that satisfies the invariant satisfies the condition.

// section returns the section as text, with a proof that last writes, or one by intervals if that is nil. Conditions
// are in the form of plain.
func (c *Certifier) section(
	ctx context.Context, bad *certificate.Goal, invariant []*certificate.Goal, last func(*neverWriter) error,
) ([]byte, error) {
	var text bytes.Buffer
	w := &neverWriter{bufio.NewWriter(&text), c.net}
	i := &induction{newProver(w), newIntervals(ctx, len(c.net.Places))}
	fmt.Fprintf(w, ".never %s\n", strconv.Quote(w.condition(bad)))
	for _, g := range invariant {
		w.WriteString(strconv.Quote(w.condition(g)) + "\n")
		i.prover.assume(g)
		i.intervals.assume(g, nil)
	}
	if i.propagate() {
		return nil, uncertified("the invariant is a contradiction")
	}
	if err := i.keep(invariant); err != nil {
		return nil, err
	}
	if last == nil {
		last = func(*neverWriter) error { return i.refute(bad) }
	}
	if err := last(w); err != nil {
		return nil, err
	}
	w.Flush()
	return text.Bytes(), nil
}

// An induction looks for proofs, and writes them.
type induction struct {
	*prover
	*intervals
}

// refute writes a proof that goals contradict the invariant.
func (i *induction) refute(goals ...*certificate.Goal) error {
	before := len(i.undo)
	defer i.back(before)
	all := certificate.And(goals...)
	i.intervals.assume(all, nil)
	n := i.intervals.refute()
	if n == nil {
		return uncertified("intervals do not show that an invariant holds, or what follows from it")
	}
	if i.with(all, func() { i.node(n) }); i.deep {
		return uncertified("a proof has too many steps one inside of the other")
	}
	return nil
}

// keep writes proofs that firings keep an invariant: one for each part of it and each transition that makes a sum in it
// smaller.
func (i *induction) keep(invariant []*certificate.Goal) error {
	changes := make([][]certificate.Term, len(i.net.Places))
	for t := range i.net.Transitions {
		for e := range i.net.Transitions[t].Effects() {
			if e.Delta != 0 {
				changes[e.Place] = append(changes[e.Place], certificate.Term{Index: t, Weight: e.Delta})
			}
		}
	}
	for _, g := range invariant {
		parts := []*certificate.Goal{g}
		if g.Kind == certificate.All {
			parts = g.Parts
		}
		for _, part := range parts {
			raising := map[int]bool{}
			lowering(part, changes, raising)
			for _, t := range slices.Sorted(maps.Keys(raising)) {
				enabled, after := enabledIn(&i.net.Transitions[t]), plain(falseAfter(part, &i.net.Transitions[t]))
				if after == nil {
					return uncertified("numbers beyond 2^63-1")
				}
				if err := i.refute(enabled, after); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// lowering adds the transitions that make the sum of a comparison smaller.
func lowering(g *certificate.Goal, changes [][]certificate.Term, list map[int]bool) {
	gain := map[int]*big.Int{}
	for _, t := range g.Atom.Terms {
		for _, c := range changes[t.Index] {
			increase(gain, c.Index, times(t.Weight, c.Weight))
		}
	}
	for t, by := range gain {
		if by.Sign() < 0 {
			list[t] = true
		}
	}
	for _, part := range g.Parts {
		lowering(part, changes, list)
	}
}

// enabledIn returns that a transition is enabled, with comparisons in the checker's sequence.
func enabledIn(t *petri.Transition) *certificate.Goal {
	g := certificate.And()
	for e := range t.Effects() {
		g.Parts = append(g.Parts, certificate.AtLeast(e.Place, e.Min))
		if e.Below > 0 {
			g.Parts = append(g.Parts, certificate.AtMost(e.Place, e.Below-1))
		}
	}
	return plain(g)
}

// falseAfter returns what has to hold before a transition fires for a goal to be false after it, nil if numbers are too
// large.
func falseAfter(g *certificate.Goal, t *petri.Transition) *certificate.Goal {
	if g.Kind != certificate.IsAtom {
		x := &certificate.Goal{Kind: certificate.All + certificate.Any - g.Kind}
		for _, part := range g.Parts {
			x.Parts = append(x.Parts, falseAfter(part, t))
		}
		return x
	}
	least, ok := checked.Add(1, -g.Atom.Least)
	if !ok {
		return nil
	}
	x := &certificate.Goal{Atom: certificate.Atom{Least: least}}
	for _, s := range g.Atom.Terms {
		x.Atom.Terms = append(x.Atom.Terms, certificate.Term{Index: s.Index, Weight: -s.Weight})
		for e := range t.Effects() {
			ok := e.Place != s.Index
			if !ok {
				x.Atom.Least, ok = checked.MulAdd(x.Atom.Least, s.Weight, e.Delta)
			}
			if !ok {
				return nil
			}
		}
	}
	return x
}

// A neverWriter writes conditions, and steps of proofs in prefix notation.
type neverWriter struct {
	*bufio.Writer
	net *petri.Net
}

// condition returns a condition as a formula.
func (w *neverWriter) condition(g *certificate.Goal) string {
	if g.Kind == certificate.IsAtom {
		return w.comparison(g.Atom, ">=")
	}
	var parts []string
	for _, part := range g.Parts {
		parts = append(parts, w.condition(part))
	}
	switch {
	case len(parts) == 0:
		return map[certificate.Kind]string{certificate.All: "true", certificate.Any: "false"}[g.Kind]
	case g.Kind == certificate.Any:
		return "(" + strings.Join(parts, " | ") + ")"
	case len(parts) == 2 && opposite(g.Parts[0], g.Parts[1]):
		return w.comparison(g.Parts[1].Atom, "=")
	}
	return "(" + strings.Join(parts, " & ") + ")"
}

// opposite reports whether two comparisons say s <= k and s >= k.
func opposite(most, least *certificate.Goal) bool {
	negative := func(s, t certificate.Term) bool { return s.Index == t.Index && s.Weight == -t.Weight }
	return most.Kind == certificate.IsAtom && least.Kind == certificate.IsAtom &&
		most.Atom.Least == -least.Atom.Least && slices.EqualFunc(most.Atom.Terms, least.Atom.Terms, negative)
}

// comparison returns a comparison as a formula.
func (w *neverWriter) comparison(a certificate.Atom, relation string) string {
	sign := int64(1)
	if relation == ">=" && a.Terms[0].Weight < 0 {
		sign, relation = -1, "<="
	}
	var terms []string
	for _, t := range a.Terms {
		terms = append(terms, strings.TrimPrefix(fmt.Sprintf("%d*%s", sign*t.Weight, w.place(t.Index)), "1*"))
	}
	return fmt.Sprintf("%s %s %d", strings.Join(terms, " + "), relation, sign*a.Least)
}

func (w *neverWriter) place(p int) string { return strconv.Quote(w.net.Places[p].Name) }

func (w *neverWriter) places(list []int) {
	for _, p := range list {
		w.WriteString(" " + w.place(p))
	}
}

// sum writes a sum of facts and places by their numbers.
func (w *neverWriter) sum(s *certificate.Sum) {
	w.WriteString("sum")
	for _, f := range s.Facts {
		fmt.Fprintf(w, " %d:%v", f.Index, f.By)
	}
	for _, f := range s.Places {
		fmt.Fprintf(w, " %s:%v", w.place(f.Index), f.By)
	}
	w.WriteByte('\n')
}
