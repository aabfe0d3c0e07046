package certify

import (
	"bufio"
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"brim/check/model"
	"brim/ctl/syntax"
	"brim/petri"
	"brim/petri/equation"
	"brim/petri/equation/certificate"
)

// This file finds and writes proofs by the state equation.

// A never is a proof that no reachable marking satisfies a condition. Without a proof it is an attempt that failed.
type never struct {
	condition *certificate.Goal
	proof     certificate.Step
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
		n.proof, n.final = r.Proof, true
	case ctx.Err() != nil:
		n.took = most
	default:
		n.final = true
	}
	return n
}

// write writes section never.
func (n *never) write(w *bufio.Writer, net *petri.Net) error {
	x := &neverWriter{w, net}
	fmt.Fprintf(w, ".never %s\n", strconv.Quote(x.condition(n.condition)))
	x.step(n.proof)
	return nil
}

// A neverWriter writes proofs in prefix notation.
type neverWriter struct {
	*bufio.Writer
	net *petri.Net
}

// condition returns a condition as a formula.
func (w *neverWriter) condition(g *certificate.Goal) string {
	if g.Kind != certificate.IsAtom && len(g.Parts) == 0 {
		return map[certificate.Kind]string{certificate.All: "true", certificate.Any: "false"}[g.Kind]
	}
	var parts []string
	for _, part := range g.Parts {
		parts = append(parts, w.condition(part))
	}
	switch g.Kind {
	case certificate.All:
		return "(" + strings.Join(parts, " & ") + ")"
	case certificate.Any:
		return "(" + strings.Join(parts, " | ") + ")"
	}
	for _, t := range g.Atom.Terms {
		parts = append(parts, strings.TrimPrefix(fmt.Sprintf("%d*%s", t.Weight, w.place(t.Index)), "1*"))
	}
	return fmt.Sprintf("%s >= %d", strings.Join(parts, " + "), g.Atom.Least)
}

func (w *neverWriter) step(s certificate.Step) {
	switch s := s.(type) {
	case *certificate.Sum:
		w.WriteString("sum")
		for _, f := range s.Facts {
			fmt.Fprintf(w, " %d:%v", f.Index, f.By)
		}
		for _, f := range s.Places {
			fmt.Fprintf(w, " %s:%v", w.place(f.Index), f.By)
		}
		w.WriteByte('\n')
	case *certificate.Either:
		fmt.Fprintf(w, "case %d\n", s.Choice)
		for _, part := range s.Cases {
			w.step(part)
		}
	case *certificate.Trap:
		w.WriteString("trap")
		w.places(s.Places)
		w.WriteByte('\n')
		w.step(s.Then)
	case *certificate.Order:
		w.WriteString("order")
		w.places(s.Raised)
		w.WriteString(" /")
		w.places(s.Lowered)
		w.WriteByte('\n')
		w.step(s.Never)
		w.step(s.First)
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
		w.step(s.Below)
		w.step(s.Above)
	}
}

func (w *neverWriter) place(p int) string { return strconv.Quote(w.net.Places[p].Name) }

func (w *neverWriter) places(list []int) {
	for _, p := range list {
		w.WriteString(" " + w.place(p))
	}
}
