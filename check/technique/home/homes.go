package home

import (
	"context"

	"brim/check/model"
	"brim/ctl/syntax"
	"brim/petri"
	"brim/petri/equation/certificate"
	"brim/petri/home"
)

// Markings as targets: home markings.

const (
	targets    = 6       // markings that are tried as home markings, the initial one first
	homeWalks  = 40      // markings to begin with
	descending = 1 << 20 // firings on the way to another one
	fewCases   = 20      // of the proof that no marking is less than the target
)

// homes is the search for a home marking.
type homes struct {
	*run
	tried int // targets
	proof *proof
}

// slice goes on with the search until ctx is done. It sets home if there is a proof, and reports whether it gives up
// otherwise. The error is a fault.
func (h *homes) slice(ctx context.Context) (givenUp bool, err error) {
	for ctx.Err() == nil && h.home == nil {
		if h.proof == nil {
			if h.tried >= targets {
				return true, nil
			}
			if h.begin(ctx) != nil {
				return false, nil // the next slice is longer
			}
		}
		if err := h.proof.slice(ctx); err != nil {
			return true, err
		}
		switch {
		case h.proof.proved:
			if err := h.conclude(ctx, h.proof.target.(*oneMarking).marking); err != nil {
				return true, err
			}
		case h.proof.hopeless:
			h.proof = nil
		default:
			return false, nil
		}
	}
	return false, nil
}

// begin begins with the next target. The error is a limit.
func (h *homes) begin(ctx context.Context) error {
	m := h.Net().Initial()
	if h.tried > 0 {
		var err error
		if m, err = home.Rest(ctx, h.Net(), uint64(h.tried), descending); err != nil {
			return err
		}
	}
	h.tried++
	h.proof = h.newProof(&oneMarking{home.At(m), h.run, m}, homeWalks)
	return nil
}

// conclude sets home to a home marking. If that is not the initial one, it asks whether that can be reached from it, so
// that it is a home marking, too. The error is a fault.
func (h *homes) conclude(ctx context.Context, m petri.Marking) error {
	h.home = m
	if m.Equal(h.Net().Initial()) {
		return nil
	}
	f := h.Pool().Make(syntax.EF, h.same(h.Net().Initial()))
	report, err := h.others(ctx, h.Model().Variant(h.Net().WithInitial(m)),
		[]*model.Question{{ID: "return", Formula: syntax.NewPool().Copy(f)}})
	if err == nil && report.Answers[0].Result == model.Holds {
		h.home = h.Net().Initial()
	}
	return err
}

// same returns the formula that holds in one marking alone.
func (r *run) same(m petri.Marking) *syntax.Formula {
	var all []*syntax.Formula
	for i, n := range m {
		all = append(all, model.Compare(r.Pool(), r.Net(), i, syntax.Equal, n))
	}
	return r.Pool().And(all...)
}

// oneMarking is the target that is one marking.
type oneMarking struct {
	home.Target
	run     *run
	marking petri.Marking
}

func (t *oneMarking) formula() *syntax.Formula { return t.run.same(t.marking) }

// elsewhere says that a place has more tokens than in the target, or that one has fewer. The latter conditions are left
// out if the state equation proves that no other marking has at most as many tokens as the target in all places.
func (t *oneMarking) elsewhere(ctx context.Context) (list []*certificate.Goal, err error) {
	less := certificate.And()
	sum, all, fits := certificate.Atom{}, int64(0), true
	for i, n := range t.marking {
		list = append(list, certificate.AtLeast(i, n+1))
		less.Parts = append(less.Parts, certificate.AtMost(i, n))
		sum.Terms = append(sum.Terms, certificate.Term{Index: i, Weight: -1})
		fits = fits && n < 1<<40
		all += min(n, 1<<40)
	}
	if sum.Least = 1 - all; fits { // some place has fewer
		r, err := t.run.refutes(ctx, certificate.And(less, &certificate.Goal{Atom: sum}), fewCases)
		if err != nil || r != nil && r.Proof != nil {
			return list, err
		}
	}
	for i, n := range t.marking {
		if n > 0 {
			list = append(list, certificate.AtMost(i, n-1))
		}
	}
	return list, nil
}
