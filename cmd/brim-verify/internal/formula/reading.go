package formula

// Readings of a text as CTL and as LTL. A formula of CTL has A or E before each path operator, one of LTL has one of them
// before all; some texts are both. A text is read from below, so both readings are kept until it is clear.

// A reading is what a part of a text can mean: f, run, or both.
type reading struct {
	f         *Formula // a state formula, or a path formula of LTL; nil if it is only a run
	linear    bool     // f has X, U or R in it, as written, that no A or E is before
	branching bool     // f has path operators of CTL in it

	quantifier Op       // A or E
	run        *Formula // the path formula behind the quantifier; nil if there is no such reading

	path string     // X, F, G or U if f is written as such a formula of the state formulas args
	args []*Formula // of path
}

// pathFormula returns  X f,  F f,  G f,  f U g,  f R g  or  f W g;  nothing if the operands have readings as runs only.
func pathFormula(op string, operands ...reading) reading {
	r := reading{linear: true}
	states := true
	for _, o := range operands {
		if o.f == nil {
			return reading{}
		}
		states = states && !o.linear
		r.branching = r.branching || o.branching
		r.args = append(r.args, o.f)
	}
	if states && op != "R" && op != "W" {
		r.path = op
	}
	f, g := r.args[0], r.args[len(r.args)-1]
	switch op {
	case "X":
		r.f = New(X, f)
	case "F":
		r.f = New(U, Constant(true), f)
	case "G":
		r.f = New(R, Constant(false), f)
	case "U":
		r.f = New(U, f, g)
	case "R":
		r.f = New(R, f, g)
	case "W": // f U g or G f
		r.f = New(R, g, NewOr(f, g))
	}
	return r
}

// branch returns the formula of CTL that r is with A or E before it, nil if there is none.
func (r reading) branch(quantifier string) *Formula {
	if r.path == "" {
		return nil
	}
	f, g := r.args[0], r.args[len(r.args)-1]
	next, until, release := EX, EU, ER
	if quantifier == "A" {
		next, until, release = AX, AU, AR
	}
	switch r.path {
	case "X":
		return New(next, f)
	case "F":
		return New(until, Constant(true), f)
	case "G":
		return New(release, Constant(false), f)
	}
	return New(until, f, g)
}

// quantify returns what r with A or E before it means.
func (r reading) quantify(quantifier string) (q reading) {
	if r.f == nil {
		return q
	}
	if q.f = r.branch(quantifier); q.f != nil {
		q.branching = true
	}
	if !r.branching {
		q.quantifier, q.run = E, r.f
		if quantifier == "A" {
			q.quantifier = A
		}
	}
	return q
}

// connected returns what a connective of operands means; nothing if it is neither CTL nor LTL. Of runs,
// A φ & A ψ = A (φ & ψ),  E φ | E ψ = E (φ | ψ)  and  !A φ = E !φ,  also where there is no run at all.
func connected(op string, operands ...reading) (r reading) {
	var fs, runs []*Formula
	for _, o := range operands {
		if o.f != nil {
			fs = append(fs, o.f)
		}
		if o.run != nil && (op == "!" || op == "&" && o.quantifier == A || op == "|" && o.quantifier == E) {
			runs = append(runs, o.run)
		}
		r.linear, r.branching = r.linear || o.linear, r.branching || o.branching
	}
	if len(fs) == len(operands) {
		r.f = boolean(op, fs)
	}
	if len(runs) == len(operands) {
		r.quantifier, r.run = operands[0].quantifier, boolean(op, runs)
		if op == "!" {
			r.quantifier = duals[r.quantifier]
		}
	}
	return r
}

// boolean returns a connective of formulas.
func boolean(op string, fs []*Formula) *Formula {
	switch op {
	case "!":
		return Not(fs[0])
	case "&":
		return NewAnd(fs...)
	case "|":
		return NewOr(fs...)
	case "->":
		return NewOr(Not(fs[0]), fs[1])
	}
	return NewOr(NewAnd(fs[0], fs[1]), NewAnd(Not(fs[0]), Not(fs[1])))
}

// large reports whether r is too large to be twice in another formula.
func (r reading) large() bool {
	return r.f != nil && len(r.f.Key) > maxKey || r.run != nil && len(r.run.Key) > maxKey
}

// question returns r as the formula of a whole text: that of LTL if there is no other one, or if it is preferred; nil if
// r is a path formula without A and E.
func (r reading) question(preferLTL bool) *Formula {
	switch {
	case r.run != nil && (r.f == nil || preferLTL):
		return New(r.quantifier, r.run)
	case r.linear:
		return nil
	}
	return r.f
}
