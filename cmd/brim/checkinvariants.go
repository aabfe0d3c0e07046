package main

import (
	"context"
	"time"

	"brim/engine"
	"brim/engine/symbolic"
	"brim/petri"
	"brim/petri/structure"
)

// byInvariants is what a report says of an answer that invariants have.
const byInvariants = "invariants"

// knowInvariants looks for the place invariants of net and notes them for what explores it later.
func knowInvariants(net *petri.Net, o *symbolic.Options) {
	if o.Flows == nil {
		flows, _ := structure.Semiflows(net, structure.Limit{})
		o.Flows = append([]structure.Semiflow{}, flows...) // not nil
	}
}

// invariants answers what follows from place invariants and the initial marking, before any marking is looked for. The error is a limit of the
// command.
func (q *inquiry) invariants(ctx context.Context, o *symbolic.Options) error {
	q.x.progress.at("looking for invariants")
	open := q.open()
	found := make([]answer, len(open)) // as in cover
	for i, a := range open {
		found[i] = *a
	}
	known := *o
	late := q.x.watch.Do(exploreGrace, func() {
		knowInvariants(q.net, &known)
		cover := symbolic.NewInvariants(ctx, q.net, known)
		defer cover.Close()
		for i := range found {
			start := time.Now()
			q.askCover(cover, &found[i], "the verdict follows from place invariants and the initial marking")
			a := &found[i]
			if a.took += time.Since(start); a.Result != engine.Unknown && (a.Formula == nil || a.Formula.Temporal()) {
				a.by = byInvariants
			}
		}
	})
	if late != nil {
		return late
	}
	*o = known
	for i, a := range open {
		*a = found[i]
	}
	return q.x.watch.Cause()
}
