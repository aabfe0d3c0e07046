package certify

import (
	"bufio"
	"context"
	"fmt"
	"strconv"
	"time"

	"brim/check/certify/sets"
	"brim/check/model"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/petri"
)

// This file has the evidence of LTL: a run that satisfies a formula, or sets of markings from which none does.

// linear finds evidence for E φ or A φ.
func (c *Certifier) linear(
	ctx context.Context, q *model.Question, a *model.Answer, f *syntax.Formula, out *Certificate, quick bool,
) error {
	if f.Op == syntax.A && sets.Always(f.Args[0]) {
		return nil
	}
	few := c.few(ctx, min(quickMarkings, c.options.Explore))
	if f.Op == syntax.A {
		switch {
		case c.space == nil && c.soon(ctx, q, f, out):
			return nil
		case quick && !few:
			return uncertified("no proof is cheap")
		case c.space == nil && c.widely(ctx, q, f, out):
			return nil
		}
		return c.noRun(ctx, q, f, out)
	}
	w := a.Witness
	if w == nil && (few || !quick) {
		again := *q
		again.Trace = true
		if b := c.ask(ctx, c.model.Variant(c.net), &again); b != nil && b.Result == a.Result {
			w = b.Witness
		}
	}
	if w == nil || w.Formula == nil || w.Formula.Op != syntax.E {
		return uncertified("no run was found that shows it")
	}
	out.add("lasso", func(b *bufio.Writer) error { return writeLasso(b, c.net, w) })
	return nil
}

// soonTime is how long a product without the set of all markings is looked for.
const soonTime = 2 * time.Second

// soon is noRun without the set of all markings: it finds those to which runs may come that still satisfy the opposite.
// They may be few.
func (c *Certifier) soon(ctx context.Context, q *model.Question, f *syntax.Formula, out *Certificate) bool {
	space, err := sets.Begin(c.net, sets.Options{Memory: c.options.Memory, Nodes: c.options.Nodes})
	if err != nil {
		return false
	}
	defer space.Close()
	own, cancel := context.WithTimeout(ctx, min(soonTime, c.each(ctx)/2))
	defer cancel()
	e := space.Evidence(q.Paths)
	if ok, err := e.NoRun(own, f.Args[0]); !ok || err != nil {
		return false
	}
	out.add("product", func(w *bufio.Writer) error { _, err := e.WriteTo(w); return err })
	return true
}

// widely is noRun in the markings that sums of tokens allow: what is satisfied in none of them ends a run.
func (c *Certifier) widely(ctx context.Context, q *model.Question, f *syntax.Formula, out *Certificate) bool {
	most := c.each(ctx) / wideShare
	space := c.conserved(ctx, f, most)
	if space == nil {
		return false
	}
	own, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	e := space.Evidence(q.Paths)
	if ok, err := e.NoRun(own, f.Args[0]); !ok || err != nil {
		return false
	}
	out.add("product", func(w *bufio.Writer) error { _, err := e.WriteTo(w); return err })
	return true
}

// noRun finds sets of markings which show that all runs satisfy a path formula.
func (c *Certifier) noRun(ctx context.Context, q *model.Question, f *syntax.Formula, out *Certificate) error {
	space, err := c.sets(ctx)
	if err != nil {
		return err
	}
	own, cancel := context.WithTimeout(ctx, c.each(ctx))
	defer cancel()
	e := space.Evidence(q.Paths)
	ok, err := e.NoRun(own, f.Args[0])
	switch {
	case err != nil:
		return uncertified("no product with sets of markings shows it: %v", err)
	case !ok:
		return uncertified("the product with sets of markings contradicts the answer")
	}
	out.add("product", func(w *bufio.Writer) error { _, err := e.WriteTo(w); return err })
	return nil
}

// writeLasso writes section lasso.
func writeLasso(w *bufio.Writer, net *petri.Net, x *engine.Witness) error {
	back := x.Loop
	if back == engine.NoLoop {
		back = len(x.Steps)
	}
	fmt.Fprintf(w, ".lasso %d\n", back)
	return writeRun(w, net, x.Steps)
}

// writeRun writes transitions, some in each line.
func writeRun(w *bufio.Writer, net *petri.Net, steps []int) error {
	const inLine = 16
	for i, t := range steps {
		sep := " "
		if i%inLine == inLine-1 || i == len(steps)-1 {
			sep = "\n"
		}
		w.WriteString(strconv.Quote(net.Transitions[t].Name) + sep)
	}
	return nil
}
