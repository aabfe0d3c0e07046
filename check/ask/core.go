package ask

import (
	"slices"

	"brim/check/ask/internal/workflow"
	"brim/check/model"
	"brim/engine"
	"brim/petri"
	"brim/petri/structure"
)

// Soundness of a workflow net is asked of the smaller net that rules of package workflow leave, and the runs that come
// back are lifted.

// mostLifted is how many steps a lifted run has at most.
const mostLifted = 1_000_000

// stepsOnward is how many steps for each transition a run goes on at most; see onward.
const stepsOnward = 4

// A core is what is asked in place of a process.
type core struct {
	*workflow.Core // nil if the net itself is asked
	*process
	model *model.Model
}

// coreOf returns the core of a process, once for all programs; for processes that are no workflow nets, and nets with
// inhibitor arcs, that is the process itself.
func (a *asker) coreOf(p *process) *core {
	if !p.ofWorkflow || !p.plain {
		return &core{process: p, model: a.variant(p.start)}
	}
	if c := a.cores[p.cases]; c != nil {
		return c
	}
	c := &core{Core: workflow.Reduce(p.net, p.source, p.sink)}
	start, end := make(petri.Marking, len(c.Net.Places)), make(petri.Marking, len(c.Net.Places))
	start[c.Source], end[c.Sink] = p.cases, p.cases
	c.process = &process{
		net: c.Net, ofWorkflow: true, source: c.Source, sink: c.Sink, cases: p.cases, start: start,
		ends: []petri.Marking{end}, plain: true,
	}
	c.model = model.OfNet(c.Net.WithInitial(start))
	a.cores[p.cases] = c
	return c
}

// lift returns an answer about the core as one about the net. A run that is too long is left out.
func (c *core) lift(p *process, a *model.Answer) *model.Answer {
	if c.Core == nil || a.Witness == nil {
		return a
	}
	b := *a
	b.Witness = nil
	if steps, ok := c.Lift(inner(a.Witness).Steps, mostLifted); ok {
		b.Witness = &engine.Witness{Start: p.start, Steps: steps, Loop: engine.NoLoop}
	}
	return &b
}

// grown returns why the net is unbounded if its core is, and an unknown verdict if the run is too long.
func (c *core) grown(v structure.Verdict) structure.Verdict {
	if c.Core == nil || v.Kind != structure.Unbounded {
		return v
	}
	prefix, ok := c.Lift(v.Prefix, mostLifted)
	loop, okLoop := c.Lift(v.Loop, mostLifted)
	if !ok || !okLoop {
		return structure.Verdict{Reason: "a run by which it grows is too long"}
	}
	v.Prefix, v.Loop, v.Grown = prefix, loop, slices.Clone(v.Grown)
	for i, q := range v.Grown {
		v.Grown[i] = c.Places[q]
	}
	return v
}

// learn enters what the core tells into the census of the net.
func (a *asker) learn(c *core, m *model.Model) {
	if c.Core == nil {
		return
	}
	of, own := a.census(c.model), a.facts[m]
	if own == nil {
		n := len(m.Net.Transitions)
		own = &census{fires: make([]bool, n), dead: make([]bool, n)}
		if len(of.open())+len(of.dying()) == 0 { // then nothing is left to look for
			a.facts[m] = own
		} else {
			own = a.census(m)
		}
	}
	var firing []int
	for t, fires := range of.fires {
		if fires {
			firing = append(firing, t)
		}
		own.dead[c.Original(t)] = own.dead[c.Original(t)] || of.dead[t]
	}
	for _, t := range c.Fires(firing) {
		own.fires[t] = true
	}
}

// onward returns a run that goes on as long as something can fire, for runs after which only transitions that the core
// leaves out can. Some of these may fire for ever, so it ends after some steps for each transition of the net.
func (p *process) onward(w *engine.Witness) *engine.Witness {
	net := p.net.WithInitial(w.Start)
	m, err := net.Replay(w.Steps)
	if err != nil {
		return w
	}
	steps := slices.Clone(w.Steps)
	for range stepsOnward * len(net.Transitions) {
		next := -1
		for t := range net.EnabledTransitions(m) {
			next = t
			break
		}
		if next < 0 || net.Fire(m, next) != nil {
			break
		}
		steps = append(steps, next)
	}
	return &engine.Witness{Start: w.Start, Steps: steps, Loop: engine.NoLoop}
}
