package structure

import (
	"context"
	"slices"

	"brim/petri"
)

// A Profile has the flows and the concurrency relation of a net. Each is computed when it is first asked for, and kept,
// so that all who look at one net share it. Several goroutines may use it at once. Nobody may change what it returns.
type Profile struct {
	net                    *petri.Net
	semiflows, slack, live kept
	concurrency            struct {
		turn  chan struct{}
		found *Concurrency // nil until it is known
	}
}

// kept are flows that are computed once.
type kept struct {
	turn     chan struct{} // has room for the one who computes or reads
	known    bool
	flows    []Semiflow
	complete bool
}

// subflowWork bounds the search for subflows, which find few bounds more.
const subflowWork = 10_000_000

// NewProfile returns the profile of net, of which nothing is computed yet.
func NewProfile(net *petri.Net) *Profile {
	p := &Profile{net: net, semiflows: kept{turn: make(chan struct{}, 1)}, slack: kept{turn: make(chan struct{}, 1)}}
	p.live.turn = make(chan struct{}, 1)
	p.concurrency.turn = make(chan struct{}, 1)
	return p
}

// Net returns the net.
func (p *Profile) Net() *petri.Net { return p.net }

// Semiflows returns those of the net, as the function Semiflows does within the default limits and the end of ctx. What
// was found by that end is not kept.
func (p *Profile) Semiflows(ctx context.Context) (flows []Semiflow, complete bool) {
	return p.semiflows.get(ctx, func() ([]Semiflow, bool) { return Semiflows(p.net, Limit{Done: ctx.Done()}) })
}

// Subflows is Semiflows for subflows, within a tenth of the work.
func (p *Profile) Subflows(ctx context.Context) (flows []Semiflow, complete bool) {
	return p.slack.get(ctx, func() ([]Semiflow,
		bool) {
		return Subflows(p.net, Limit{Work: subflowWork, Done: ctx.Done()})
	})
}

// Invariants returns flows that hold in all reachable markings: the semiflows, or if they leave a place without bound,
// those of the net without the transitions that never fire by the concurrency relation. These need not hold for a
// firing of such a transition, so they are no proof by themselves. What was found by the end of ctx is not kept.
func (p *Profile) Invariants(ctx context.Context) []Semiflow {
	flows, complete := p.Semiflows(ctx)
	if len(uncovered(p.net, flows)) == 0 {
		return flows
	}
	flows, _ = p.live.get(ctx, func() ([]Semiflow, bool) {
		c := p.Concurrency(ctx)
		if c == nil || !slices.Contains(c.fires, false) {
			return flows, complete
		}
		live := *p.net
		live.Transitions = nil
		for t := range p.net.Transitions {
			if c.Fires(t) {
				live.Transitions = append(live.Transitions, p.net.Transitions[t])
			}
		}
		more, all := Semiflows(&live, Limit{Done: ctx.Done()})
		if !all {
			more = append(more, flows...)
		}
		return more, all
	})
	return flows
}

// Concurrency returns the relation of the net without invariants, so that it does not wait for them; see
// FindConcurrency. It is nil if ctx ends before it is known.
func (p *Profile) Concurrency(ctx context.Context) *Concurrency {
	select {
	case p.concurrency.turn <- struct{}{}:
	case <-ctx.Done():
		return nil
	}
	defer func() { <-p.concurrency.turn }()
	if p.concurrency.found == nil {
		p.concurrency.found = FindConcurrency(ctx, p.net, nil)
	}
	return p.concurrency.found
}

// get returns the flows, computed if they are not known. Who waits for another one to compute them waits no longer than
// ctx.
func (k *kept) get(ctx context.Context, compute func() ([]Semiflow, bool)) ([]Semiflow, bool) {
	select {
	case k.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, false
	}
	defer func() { <-k.turn }()
	if k.known {
		return k.flows, k.complete
	}
	flows, complete := compute()
	if ctx.Err() == nil {
		k.known, k.flows, k.complete = true, flows, complete
	}
	return flows, complete
}
