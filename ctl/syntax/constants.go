package syntax

// Constants returns f with false in place of the largest subformulas without path operators that never holds of, and
// with true in place of those of whose negations it does. So it holds in the same states as f if never reports true
// only of formulas that no reachable state satisfies. never may be called several times with a formula.
func Constants(f *Formula, never func(*Formula) bool) *Formula {
	done := map[*Formula]*Formula{}
	var replace func(f *Formula) *Formula
	replace = func(f *Formula) *Formula {
		if g, ok := done[f]; ok {
			return g
		}
		g := f
		switch {
		case !f.Temporal() && never(f):
			g = f.Pool().Bool(false)
		case !f.Temporal() && never(f.Pool().Not(f)):
			g = f.Pool().Bool(true)
		case len(f.Args) > 0:
			args := make([]*Formula, len(f.Args))
			for i, a := range f.Args {
				args[i] = replace(a)
			}
			g = f.Pool().Make(f.Op, args...)
		}
		done[f] = g
		return g
	}
	return replace(f)
}
