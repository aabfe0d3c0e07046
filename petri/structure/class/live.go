package class

import (
	"context"

	"brim/petri"
	"brim/petri/structure/siphon"
)

// Well-formedness, liveness and deadlocks.

// WellFormed reports whether some initial marking makes the net live and bounded. By the rank theorem an extended
// free choice net is so exactly if it is conservative and consistent, and the incidence matrix of each connected part
// has a rank of one less than the number of its clusters, which are the choices [DE95, Theorem 6.17]. Of other nets
// only No is found. Cost: that of Conservative and Consistent, and an elimination.
func (s *Study) WellFormed(ctx context.Context) Finding {
	return keep(ctx, &s.wellFormed, func(ctx context.Context) Finding {
		conservative, consistent := s.Conservative(ctx), s.Consistent(ctx)
		plain := s.plain()
		if plain == "" && !s.classes.ExtendedFreeChoice {
			plain = "the net is not free choice"
		}
		switch {
		case consistent.Answer == No: // a live and bounded net can repeat all transitions
			return consistent
		case plain != "":
			return Finding{Reason: plain}
		case conservative.Answer != Yes:
			return conservative
		case consistent.Answer != Yes:
			return consistent
		case s.circuits():
			return Finding{Answer: Yes, Reason: "a strongly connected marked graph"}
		}
		parts, err := s.parts(ctx)
		if err != nil {
			return without("the rank of the incidence matrix", err)
		}
		for _, p := range parts {
			if p.rank != p.clusters-1 {
				return Finding{Answer: No,
					Reason: "free choice, but the rank of the incidence matrix is not one less than the number of " +
						"clusters"}
			}
		}
		return Finding{Answer: Yes, Reason: "free choice, and the rank of the incidence matrix is one less than the " +
			"number of clusters"}
	})
}

// Live reports whether from each reachable marking each transition can become enabled. It tries in this sequence: a
// siphon without tokens, whose transitions are dead; marked graphs, which are live if no siphon lacks tokens, since
// then each circuit has one [CHEP71]; a bounded net that cannot repeat all transitions; for extended free choice nets
// the rank theorem and Commoner's condition, which decide; for asymmetric choice nets that condition, which is
// sufficient. Cost: co-NP-complete for free choice nets that are not well-formed, polynomial for others.
func (s *Study) Live(ctx context.Context) Finding {
	return keep(ctx, &s.live, func(ctx context.Context) Finding {
		if len(s.net.Transitions) == 0 {
			return Finding{Answer: Yes, Reason: "the net has no transitions"}
		}
		if f := s.dead(); f.Answer == No {
			return f
		}
		plain := s.plain()
		if plain == "" && s.classes.MarkedGraph {
			return Finding{Answer: Yes, Reason: "a marked graph in which each circuit has a token"}
		}
		if plain == "" && !s.classes.AsymmetricChoice {
			plain = "the net is not asymmetric choice"
		}
		free := plain == "" && s.classes.ExtendedFreeChoice
		if formed := s.WellFormed(ctx); free && formed.Answer == Yes {
			return Finding{Answer: Yes, Reason: "a well-formed free choice net in which each siphon has a token"}
		} else if formed.Answer == No {
			if b := s.Bounded(ctx); b.Answer == Yes {
				return Finding{Answer: No, Reason: "bounded, but not well-formed: " + formed.Reason,
					Transitions: formed.Transitions}
			}
		}
		if plain != "" {
			return Finding{Reason: plain}
		}
		f := s.Commoner(ctx)
		switch {
		case f.Answer == Unknown:
		case free:
			f.Reason = "free choice, and " + f.Reason
		case f.Answer == Yes:
			f.Reason = "asymmetric choice, and " + f.Reason
		default:
			f.Answer = Unknown
		}
		return f
	})
}

// Commoner reports whether each siphon contains a marked trap; see siphon.Commoner for what that means.
func (s *Study) Commoner(ctx context.Context) Finding {
	return keep(ctx, &s.commoner, func(ctx context.Context) Finding {
		c, err := siphon.Commoner(ctx, s.net)
		switch {
		case err != nil:
			return without("siphons", err)
		case c.Holds:
			return Finding{Answer: Yes, Reason: "each siphon contains a marked trap", Traps: c.Traps}
		}
		return Finding{Answer: No, Reason: "no marked trap is in the siphon " + s.places(c.Places), Places: c.Places}
	})
}

// dead returns No if the places without tokens contain a siphon from which a transition takes. Cost: O(arcs).
func (s *Study) dead() Finding {
	var empty []int
	for p := range s.net.Places {
		if s.net.Places[p].Initial == 0 {
			empty = append(empty, p)
		}
	}
	never := siphon.Siphons.Largest(s.net, empty)
	in := make([]bool, len(s.net.Places))
	for _, p := range never {
		in[p] = true
	}
	f := Finding{Places: never}
	for t := range s.net.Transitions {
		for _, a := range s.net.Transitions[t].Pre {
			if in[a.Place] {
				f.Answer, f.Transitions = No, append(f.Transitions, t)
				break
			}
		}
	}
	if f.Answer == No {
		f.Reason = "a siphon has no token, so these never fire: " + s.transitions(f.Transitions)
	}
	return f
}

// DeadlockFree reports whether each reachable marking enables some transition. Traps prove it, as siphon.DeadlockFree
// says, also of nets that are not ordinary or have inhibitor arcs. A free choice net that is bounded, strongly
// connected and not live has a deadlock [DE95, Theorem 4.31].
func (s *Study) DeadlockFree(ctx context.Context) Finding {
	return keep(ctx, &s.deadlockFree, func(ctx context.Context) Finding {
		if len(s.net.Transitions) == 0 {
			return Finding{Answer: No, Reason: "the net has no transitions"}
		}
		easy := s.plain() == "" && s.classes.ExtendedFreeChoice
		easy = easy && (s.classes.MarkedGraph || s.WellFormed(ctx).Answer == Yes)
		if easy && s.Live(ctx).Answer == Yes {
			return s.live
		}
		c, err := siphon.DeadlockFree(ctx, s.net)
		if err != nil {
			return without("siphons", err)
		}
		if c.Holds {
			return Finding{Answer: Yes, Reason: "traps that keep a token enable some transition", Traps: c.Traps}
		}
		live := s.Live(ctx)
		switch {
		case live.Answer == Yes:
			return live
		case live.Answer == No && s.plain() == "" && s.classes.ExtendedFreeChoice && s.classes.StronglyConnected &&
			s.Bounded(ctx).Answer == Yes:
			return Finding{Answer: No, Reason: "a strongly connected and bounded free choice net that is not live",
				Places: live.Places}
		}
		return Finding{Reason: "no marked trap is among " + s.places(c.Places), Places: c.Places}
	})
}

// Home reports whether a reachable marking can be reached from all reachable ones, so that it is a home marking. It
// decides live marked graphs, in which each reachable marking is one: the transitions that were not fired as often as
// others can be fired until all were, which leads back. In a live and bounded extended free choice net the home
// markings are those with a token in each trap [BDE92]. In any other live net there is only the answer No: a trap
// without tokens gets some, and keeps them. Cost: that of Live and Bounded.
func (s *Study) Home(ctx context.Context, m petri.Marking) Finding {
	live := s.Live(ctx)
	switch {
	case live.Answer != Yes:
		return Finding{Reason: "whether the net is live is not known, or it is not"}
	case s.plain() == "" && s.classes.MarkedGraph:
		return Finding{Answer: Yes, Reason: "a live marked graph"}
	}
	filled := make([]bool, len(m))
	for t := range s.net.Transitions {
		for _, a := range s.net.Transitions[t].Post {
			filled[a.Place] = true
		}
	}
	var empty []int
	for p, n := range m {
		if n == 0 && filled[p] {
			empty = append(empty, p)
		}
	}
	if trap := siphon.Traps.Largest(s.net, empty); len(trap) > 0 {
		return Finding{Answer: No, Reason: "a trap has no token, gets some, and keeps them: " + s.places(trap),
			Places: trap}
	}
	if s.plain() == "" && s.classes.ExtendedFreeChoice && s.Bounded(ctx).Answer == Yes {
		return Finding{Answer: Yes, Reason: "live, bounded and free choice, with a token in each trap"}
	}
	return Finding{Reason: "the net is not free choice, or not bounded by its structure"}
}
