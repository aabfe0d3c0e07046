package certify

import (
	"bufio"
	"context"
	"fmt"
	"strconv"

	"brim/check/model"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/petri"
)

// This file has the evidence of LTL: a run that satisfies a formula, or all markings.

// linear finds evidence for E φ or A φ.
func (c *Certifier) linear(
	ctx context.Context, q *model.Question, a *model.Answer, f *syntax.Formula, out *Certificate, quick bool,
) error {
	if f.Op == syntax.E {
		w := a.Witness
		if w == nil && !quick && !c.few(ctx, c.options.Few) {
			again := *q
			again.Trace = true
			if b := c.ask(ctx, c.model, &again); b != nil && b.Result == a.Result {
				w = b.Witness
			}
		}
		if w != nil && w.Formula != nil && w.Formula.Op == syntax.E {
			out.add("lasso", func(b *bufio.Writer) error { return writeLasso(b, c.net, w) })
			return nil
		}
	}
	most := min(quickMarkings, c.options.Explore)
	if !quick {
		most = c.options.Explore
	}
	if c.few(ctx, most) {
		c.exploreIn(out)
		return nil
	}
	if f.Op == syntax.E {
		return uncertified("no run was found that shows it")
	}
	return uncertified("all runs satisfy it, and there are too many markings to look at them one by one")
}

// writeLasso writes section lasso.
func writeLasso(w *bufio.Writer, net *petri.Net, x *engine.Witness) error {
	loop := "dead"
	if x.Loop != engine.NoLoop {
		loop = strconv.Itoa(x.Loop)
	}
	fmt.Fprintf(w, ".lasso %s\n", loop)
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
