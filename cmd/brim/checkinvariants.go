package main

import (
	"context"
	"time"

	"brim/engine"
	"brim/engine/symbolic"
	"brim/petri/structure"
)

// byInvariants is what a report says of an answer that invariants have.
const byInvariants = "invariants"

// invariants answers what follows from place invariants and the initial marking, before any marking is looked for. The error is a limit of the
// command.
func (q *inquiry) invariants(ctx context.Context, o *symbolic.Options) error {
	q.x.progress.at("looking for invariants")
	open := q.open()
	found := make([]answer, len(open)) // as in cover
	for i, a := range open {
		found[i] = *a
	}
	if o.Facts == nil {
		o.Facts = structure.NewProfile(q.net)
	}
	late := q.x.watch.Do(exploreGrace, func() {
		cover := symbolic.NewInvariants(ctx, q.net, *o)
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
	for i, a := range open {
		*a = found[i]
	}
	return q.x.watch.Cause()
}
