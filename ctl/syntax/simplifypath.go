package syntax

// The rules of Simplify for path operators.

// path simplifies the formula of a path operator; Simplify lists the rules.
func (s *simplifier) path(op Op, args ...*Formula) *Formula {
	if op.Linear() {
		return s.p.Make(op, args...)
	}
	f := args[0]
	switch op {
	case EX, AX:
		return s.next(op, f)
	case EF:
		return s.ef(f)
	case AG:
		return s.ag(f)
	case AF:
		return s.af(f)
	case EG:
		return s.eg(f)
	case EU:
		return s.eu(f, args[1])
	default:
		return s.au(f, args[1])
	}
}

func (s *simplifier) next(op Op, f *Formula) *Formula {
	switch {
	case op == EX && f.Op == False, op == AX && f.Op == True:
		return f
	case op == EX && f.Op == True:
		return s.p.Not(s.p.Deadlock())
	case op == AX && f.Op == False:
		return s.p.Deadlock()
	}
	return s.p.Make(op, f)
}

func (s *simplifier) ef(f *Formula) *Formula {
	switch {
	case f.Op == True || f.Op == False || f.Op == EF || s.alive(f):
		return f
	case f.Op == EU || s.maximal && f.Op == AU:
		return s.ef(f.Args[1])
	case s.maximal && f.Op == AF:
		return s.ef(f.Args[0])
	}
	return s.p.Make(EF, f)
}

func (s *simplifier) ag(f *Formula) *Formula {
	switch {
	case f.Op == True || f.Op == False || f.Op == AG || f.Op == Deadlock:
		return f
	case s.maximal && f.Op == EG:
		return s.ag(f.Args[0])
	}
	return s.p.Make(AG, f)
}

func (s *simplifier) af(f *Formula) *Formula {
	switch {
	case f.Op == True || f.Op == AF || s.maximal && (f.Op == False || f.Op == EF || s.alive(f)):
		return f
	case f.Op == AU:
		return s.af(f.Args[1])
	}
	return s.p.Make(AF, f)
}

func (s *simplifier) eg(f *Formula) *Formula {
	if f.Op == False || f.Op == EG || s.maximal && (f.Op == True || f.Op == AG || f.Op == Deadlock) {
		return f
	}
	return s.p.Make(EG, f)
}

func (s *simplifier) eu(f, g *Formula) *Formula {
	switch {
	case g.Op == True || g.Op == False || f.Op == False || f.Op == Deadlock || f == g || g.Op == EF || s.alive(g):
		return g
	case g.Op == EU && g.Args[0] == f:
		return g
	case f.Op == True || s.alive(f) || s.complements(f, g):
		return s.ef(g)
	}
	return s.p.Make(EU, f, g)
}

func (s *simplifier) au(f, g *Formula) *Formula {
	switch {
	case g.Op == True || f.Op == False || f == g || g.Op == AF:
		return g
	case g.Op == AU && g.Args[0] == f, s.maximal && (g.Op == False || g.Op == EF || f.Op == Deadlock || s.alive(g)):
		return g
	case f.Op == True || s.maximal && s.alive(f) || s.complements(f, g):
		return s.af(g)
	}
	return s.p.Make(AU, f, g)
}

// alive reports whether f is !deadlock, which holds wherever a path goes on.
func (s *simplifier) alive(f *Formula) bool { return f.Op == Not && f.Args[0].Op == Deadlock }
