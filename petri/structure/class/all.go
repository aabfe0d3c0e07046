package class

import "context"

// A Named finding has the name of the property, and what that means in a line.
type Named struct {
	Name, Means string
	Finding
}

// All returns the findings about all properties of a study. Where ctx ends the search for one, the others follow all
// the same as far as they are known.
func (s *Study) All(ctx context.Context) []Named {
	return []Named{
		{"covered by place invariants", "each place has a weight in a sum of tokens that no firing changes",
			s.Conservative(ctx)},
		{"covered by transition invariants", "firing all transitions, some several times, changes nothing",
			s.Consistent(ctx)},
		{"bounded by structure", "bounded with any initial marking", s.Bounded(ctx)},
		{"well-formed", "live and bounded with some initial marking", s.WellFormed(ctx)},
		{"siphons have marked traps", "Commoner's condition: each siphon contains a trap with a token",
			s.Commoner(ctx)},
		{"live", "from each reachable marking each transition can become enabled", s.Live(ctx)},
		{"deadlock-free", "each reachable marking enables a transition", s.DeadlockFree(ctx)},
	}
}
