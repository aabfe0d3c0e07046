package syntax

// WhereDead returns a formula without path operators that holds in the same dead states as f, where paths are maximal:
// the only path of such a state is the state itself.
func WhereDead(f *Formula) *Formula {
	switch p := f.Pool(); f.Op {
	case EX, AX:
		return p.Bool(f.Op == AX)
	case EF, EG, AF, AG, EU, AU:
		return WhereDead(f.Args[len(f.Args)-1])
	case Deadlock, Enabled:
		return p.Bool(f.Op == Deadlock)
	}
	if len(f.Args) == 0 {
		return f
	}
	args := make([]*Formula, len(f.Args))
	for i, g := range f.Args {
		args[i] = WhereDead(g)
	}
	return f.Pool().Make(f.Op, args...)
}
