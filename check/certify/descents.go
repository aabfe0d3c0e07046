package certify

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"brim/check/model"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/petri"
	"brim/petri/equation"
	"brim/petri/equation/certificate"
	"brim/petri/home"
)

// This file shows AG EF p by descents to p (package home): weights of places, and firing sequences that make the
// weighted sum less, of which each reachable marking without p enables one. The latter is shown by the state equation.

const (
	descentShare   = 8                      // the part of the time for one kind of evidence
	quickDescent   = 200 * time.Millisecond // for a quick proof
	descentWalk    = 20 * time.Millisecond  // to a near marking with p
	descentSamples = 15
	descentEnds    = 40 // markings from which each descent is tested
	descentTries   = 200
)

// A descent is the section that shows AG EF p, or an attempt that failed.
type descent struct {
	section *inductive
	took    time.Duration // of an attempt that the time ended
	final   bool          // another attempt would not do more
}

// descends adds sections that show AG EF p, where p has no path operators, if a descent is found.
func (s *shower) descends(p *syntax.Formula) bool {
	most := s.most / descentShare
	if s.quick {
		most = quickDescent
	}
	d := s.descents[p]
	if d == nil {
		d = &descent{}
		s.descents[p] = d
	}
	if d.section == nil && !d.final && 2*d.took <= most {
		own, cancel := context.WithTimeout(s.ctx, most)
		d.section = s.descend(own, p)
		d.final, d.took = own.Err() == nil, most
		cancel()
	}
	if d.section != nil && !slices.Contains(s.clauses, d.section) {
		s.clauses = append(s.clauses, d.section)
	}
	return d.section != nil
}

// descend looks for a descent to p and a proof until ctx is done.
func (c *Certifier) descend(ctx context.Context, p *syntax.Formula) *inductive {
	inside := plain(model.Condition(c.net, p))
	omega := func(p petri.Place) bool { return p.Initial == petri.Omega }
	if inside == nil || slices.ContainsFunc(c.net.Places, omega) {
		return nil
	}
	if c.system == nil {
		c.system = equation.New(c.net)
	}
	search := home.NewSearch(c.net, &goalOf{ctx, c.net, p})
	for i := range descentSamples {
		search.Sample(i)
	}
	for try := range descentTries {
		d, err := search.Find(ctx)
		if err != nil || d == nil || ctx.Err() != nil {
			return nil
		}
		if search.Test(ctx, d, uint64(try), descentEnds) > 0 {
			continue
		}
		stuck := []*certificate.Goal{falseAfter(inside, &petri.Transition{})}
		for _, x := range d.Steps {
			stuck = append(stuck, falseAfter(enabledWord(c.net, x.Word), &petri.Transition{}))
		}
		bad := plain(certificate.And(stuck...))
		if bad == nil {
			return nil
		}
		r, err := c.system.Refute(ctx, bad, equation.Limits{Entries: equationEntries})
		switch {
		case err != nil || r.Proof == nil && r.Solution == nil:
			return nil
		case r.Proof != nil:
			if text := c.written(ctx, bad, r.Proof); text != nil {
				return &inductive{"descent", append(text, c.descentText(inside, d)...)}
			}
			return nil
		}
		m := integral(r.Solution.Marking)
		if m == nil {
			return nil
		}
		search.Add(m, true)
	}
	return nil
}

// enabledWord returns that a firing sequence is enabled, with the comparisons of the checker.
func enabledWord(net *petri.Net, word []int) *certificate.Goal {
	g, gain := certificate.And(), map[int]int64{}
	for _, t := range word {
		for e := range net.Transitions[t].Effects() {
			g.Parts = append(g.Parts, certificate.AtLeast(e.Place, e.Min-gain[e.Place]))
			if e.Below > 0 {
				g.Parts = append(g.Parts, certificate.AtMost(e.Place, e.Below-1-gain[e.Place]))
			}
			gain[e.Place] += e.Delta
		}
	}
	return plain(g)
}

// integral returns a solution as a marking, nil if it has fractions.
func integral(solution []float64) petri.Marking {
	m := make(petri.Marking, len(solution))
	for i, x := range solution {
		n := math.Round(x)
		if math.Abs(n-x) > 1e-4 || n < 0 || n > 1<<50 {
			return nil
		}
		m[i] = int64(n)
	}
	return m
}

// descentText returns section descent.
func (c *Certifier) descentText(inside *certificate.Goal, d *home.Descent) []byte {
	var text bytes.Buffer
	w := &neverWriter{bufio.NewWriter(&text), c.net}
	fmt.Fprintf(w, ".descent %s", strconv.Quote(w.condition(inside)))
	for p, weight := range d.Weights {
		if weight > 0 {
			fmt.Fprintf(w, " %d %s", weight, w.place(p))
		}
	}
	for _, x := range d.Steps {
		w.WriteByte('\n')
		for i, t := range x.Word {
			if i > 0 {
				w.WriteByte(' ')
			}
			w.WriteString(strconv.Quote(c.net.Transitions[t].Name))
		}
	}
	w.WriteByte('\n')
	w.Flush()
	return text.Bytes()
}

// A goalOf is the target that is all markings in which a formula without path operators holds.
type goalOf struct {
	ctx   context.Context
	net   *petri.Net
	holds *syntax.Formula
}

func (g *goalOf) Has(m petri.Marking) bool { return engine.Eval(g.net, g.holds, m) }

// Near takes the initial marking if it is in the target, else it walks.
func (g *goalOf) Near(m petri.Marking) (petri.Marking, []int) {
	if first := g.net.Initial(); g.Has(first) {
		return first, nil
	}
	from := g.net.WithInitial(m)
	path := (&start{net: from}).reach(g.ctx, []*syntax.Formula{g.holds}, descentWalk)[0]
	if path == nil {
		return nil, nil
	}
	near, err := from.Replay(path)
	if err != nil {
		return nil, nil
	}
	return near, path
}
