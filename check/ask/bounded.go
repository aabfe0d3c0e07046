package ask

import (
	"fmt"
	"math"

	"brim/check/limit"
	"brim/check/model"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/internal/quantity"
	"brim/petri"
	"brim/petri/structure"
)

// Boundedness, and the bound of each place.

// coverMarkings is how large the coverability tree of an unbounded net may become.
const coverMarkings = 20_000

// bounded answers whether the net is bounded, with the bound of each place.
func (a *asker) bounded(Question) *Answer {
	m := a.model
	v := a.boundedness(m)
	out := &Answer{Bounds: make([]Bound, len(m.Outline().Places))}
	for p := range out.Bounds {
		out.Bounds[p] = Bound{Least: m.Outline().Places[p].Initial, Most: petri.Omega}
	}
	a.covered(out.Bounds, v.Kind)
	for _, p := range v.Grown {
		out.Bounds[p].Infinite = true
	}
	if m.Net != nil || v.Kind != structure.Unbounded {
		a.asked(out.Bounds, v.Kind != structure.Unknown)
	}
	var endless []int
	open := false
	for p, b := range out.Bounds {
		if b.Infinite {
			endless = append(endless, p)
		}
		open = open || !b.Infinite && b.Most == petri.Omega
	}
	switch {
	case v.Kind == structure.Unbounded || endless != nil:
		out.Result, out.Summary = engine.Fails, "the net is unbounded"
	case v.Kind == structure.Bounded || !open:
		out.Result, out.Summary = engine.Holds, "the net is bounded"
		a.safe(out)
	default:
		out.Summary, out.Reason = "whether the net is bounded is unknown", v.Reason
	}
	if v.Kind == structure.Unbounded {
		out.Findings = append(out.Findings, a.growth(m, &v))
	}
	if len(endless) > 0 && (v.Kind != structure.Unbounded || len(endless) > len(v.Grown)) {
		out.Findings = append(out.Findings,
			Finding{Result: engine.Fails, Places: endless, Text: "any number of tokens can be in " + a.places(endless)})
	}
	return out
}

// safe adds to the summary how many tokens a place holds at most, if that is known of all places.
func (a *asker) safe(out *Answer) {
	most := int64(0)
	for _, b := range out.Bounds {
		if !b.Known() {
			return
		}
		most = max(most, b.Least)
	}
	out.Summary += fmt.Sprintf(": no place holds more than %s", quantity.Count(most, "token"))
	if most == 1 {
		out.Summary += ", the net is safe"
	}
}

// covered sets the bounds that the graph of the markings tells, or for an unbounded net its coverability tree.
func (a *asker) covered(bounds []Bound, kind structure.Kind) {
	m := a.model
	if g := a.graph(m); g != nil {
		for p := range bounds {
			for _, x := range g.markings {
				bounds[p].Least = max(bounds[p].Least, x[p])
			}
			bounds[p].Most = bounds[p].Least
		}
		return
	}
	if x := a.growths[m]; x != nil {
		for _, seen := range x.tree {
			for p := range bounds {
				bounds[p].Least = max(bounds[p].Least, seen.marking[p])
			}
		}
	}
	if kind != structure.Unbounded || m.Net == nil || !plain(m.Net) {
		return
	}
	ctx, cancel := limit.Share(a.ctx, verdictPart)
	defer cancel()
	flows, _ := m.Facts().Semiflows(ctx)
	cover := structure.Coverability(ctx, m.Net, flows, coverMarkings)
	for p, n := range cover.Bounds() {
		switch {
		case n == petri.Omega:
			bounds[p].Infinite = true
		case cover.Complete:
			bounds[p] = Bound{Least: n, Most: n}
		default:
			bounds[p].Least = max(bounds[p].Least, n)
		}
	}
}

// asked sets the bounds that are open by questions about single places.
func (a *asker) asked(bounds []Bound, known bool) {
	m := a.model
	f := formulasOf(m.Outline())
	r := &request{model: m, detail: known}
	var open []int
	for p := range bounds {
		if !bounds[p].Known() {
			sum := syntax.Tokens(f.places(p)...)
			open, r.questions = append(open, p), append(r.questions, &model.Question{Kind: model.Bound, Sum: &sum})
		}
	}
	for i, x := range a.wait(r) {
		b := &bounds[open[i]]
		switch {
		case x.Infinite:
			b.Infinite = true
		case x.Number != nil && x.Number.IsInt64():
			*b = Bound{Least: x.Number.Int64(), Most: x.Number.Int64()}
		case x.Result == engine.Unknown:
			if x.Least != math.MinInt64 {
				b.Least = max(b.Least, x.Least)
			}
			b.Most = min(b.Most, x.Most)
		}
	}
}
