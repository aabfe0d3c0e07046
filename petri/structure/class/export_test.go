package class

import "context"

// ByPrograms decides by linear programs alone whether the net is conservative and consistent.
func (s *Study) ByPrograms(ctx context.Context) (conservative, consistent Answer) {
	conservative, _ = positive(ctx, s.byPlace(), len(s.net.Transitions), true)
	consistent, _ = positive(ctx, s.byTransition(), len(s.net.Places), true)
	return conservative, consistent
}
