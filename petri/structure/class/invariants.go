package class

import (
	"context"

	"brim/internal/simplex"
	"brim/petri/structure"
	"brim/petri/structure/component"
)

// Covers by invariants: by components, which cover well-formed free choice nets; by the minimal invariants if these are
// found; else by linear programs.

const flowWork = 20_000_000 // of the search for T-semiflows

// Conservative reports whether some weighted sum of the tokens of all places, each with a weight of at least 1, is
// never changed by a firing. If not, and the minimal invariants are known, Places are those in none of them.
func (s *Study) Conservative(ctx context.Context) Finding {
	return keep(ctx, &s.conservative, func(ctx context.Context) Finding {
		switch {
		case s.circuits():
			return Finding{Answer: Yes, Reason: "a marked graph, each place of which is on a circuit"}
		case s.chosen(ctx, component.S):
			return Finding{Answer: Yes, Reason: "S-components cover all places"}
		}
		flows, complete := s.profile.Semiflows(ctx)
		covered := make([]bool, len(s.net.Places))
		for _, f := range flows {
			for _, p := range f.Places {
				covered[p] = true
			}
		}
		open := missing(covered)
		switch {
		case len(open) == 0:
			return Finding{Answer: Yes, Reason: "place invariants cover all places"}
		case complete:
			return Finding{Answer: No, Reason: "no place invariant contains " + s.places(open), Places: open}
		}
		return s.program(ctx, "place invariants",
			func() (Answer, error) { return positive(ctx, s.byPlace(), len(s.net.Transitions), true) })
	})
}

// Consistent reports whether some marking can be reproduced, tokens permitting, by firing each transition at least
// once. If not, and the minimal invariants are known, Transitions are those in none of them.
func (s *Study) Consistent(ctx context.Context) Finding {
	return keep(ctx, &s.consistent, func(ctx context.Context) Finding {
		switch {
		case s.plain() == "" && s.classes.MarkedGraph:
			return Finding{Answer: Yes, Reason: "a marked graph, in which firing all transitions once changes nothing"}
		case s.chosen(ctx, component.T):
			return Finding{Answer: Yes, Reason: "T-components cover all transitions"}
		}
		flows, complete := structure.TSemiflows(s.net, structure.Limit{Work: flowWork, Done: ctx.Done()})
		covered := make([]bool, len(s.net.Transitions))
		for _, f := range flows {
			for _, t := range f.Transitions {
				covered[t] = true
			}
		}
		open := missing(covered)
		switch {
		case len(open) == 0:
			return Finding{Answer: Yes, Reason: "transition invariants cover all transitions"}
		case complete:
			return Finding{Answer: No, Reason: "no transition invariant contains " + s.transitions(open),
				Transitions: open}
		}
		return s.program(ctx, "transition invariants", func() (Answer, error) {
			return positive(ctx, s.byTransition(), len(s.net.Places), true)
		})
	})
}

// Bounded reports whether the net is bounded with any initial marking: whether some weighted sum of the tokens of all
// places, each with a weight of at least 1, is never raised by a firing. With inhibitor arcs No is no answer, since
// they may keep it bounded.
func (s *Study) Bounded(ctx context.Context) Finding {
	return keep(ctx, &s.bounded, func(ctx context.Context) Finding {
		if f := s.Conservative(ctx); f.Answer == Yes {
			return f
		}
		f := s.program(ctx, "sums that no firing raises", func() (Answer, error) {
			return positive(ctx, s.byPlace(), len(s.net.Transitions), false)
		})
		if f.Answer == No {
			f.Reason = "with some initial marking firings can go on adding tokens"
			if s.classes.InhibitorArcs > 0 {
				return Finding{Reason: "the net has inhibitor arcs"}
			}
		}
		return f
	})
}

// circuits reports whether the net is a marked graph whose places are all on circuits, which keep their tokens.
func (s *Study) circuits() bool {
	return s.plain() == "" && s.classes.MarkedGraph && s.classes.StronglyConnected
}

// chosen reports whether components of a free choice net cover it that choices toward single nodes lead to. Their
// tokens are place invariants, and firing their transitions once a transition invariant.
func (s *Study) chosen(ctx context.Context, k component.Kind) bool {
	if s.plain() != "" || !s.classes.ExtendedFreeChoice {
		return false
	}
	_, covers, err := k.Chosen(ctx, s.net)
	return err == nil && covers
}

// program makes a finding of what a linear program says.
func (s *Study) program(ctx context.Context, what string, solve func() (Answer, error)) Finding {
	a, err := solve()
	switch {
	case ctx.Err() != nil:
		return without(what, context.Cause(ctx))
	case err != nil:
		return without(what, err)
	case a == Yes:
		return Finding{Answer: Yes, Reason: what + " cover all, by linear programming"}
	case a == No:
		return Finding{Answer: No, Reason: what + " do not cover all, by linear programming"}
	}
	return Finding{Reason: what + ": rounding errors"}
}

func missing(covered []bool) (list []int) {
	for i, yes := range covered {
		if !yes {
			list = append(list, i)
		}
	}
	return list
}

// byPlace returns the incidence matrix, a row for each place.
func (s *Study) byPlace() [][]simplex.Entry {
	rows := make([][]simplex.Entry, len(s.net.Places))
	for t := range s.net.Transitions {
		for e := range s.net.Transitions[t].Effects() {
			if e.Delta != 0 {
				rows[e.Place] = append(rows[e.Place], simplex.Entry{V: int32(t), C: e.Delta})
			}
		}
	}
	return rows
}

// byTransition returns the incidence matrix, a row for each transition.
func (s *Study) byTransition() [][]simplex.Entry {
	rows := make([][]simplex.Entry, len(s.net.Transitions))
	for t := range s.net.Transitions {
		for e := range s.net.Transitions[t].Effects() {
			if e.Delta != 0 {
				rows[t] = append(rows[t], simplex.Entry{V: int32(e.Place), C: e.Delta})
			}
		}
	}
	return rows
}
