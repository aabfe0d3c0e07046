package randcoloured

import "brim/petri/coloured"

// Random terms and guards.

// one draws a term that is one colour of sort s, with as many operators above each other as depth says.
func (g *generator) one(s, depth int) *coloured.Term {
	if v, ok := g.inScope(s); ok && g.chance(60) {
		return &coloured.Term{Op: coloured.Bound, Sort: g.variables[v], Value: int64(v)}
	}
	sort := &g.sorts[s]
	switch {
	case depth == 0:
	case sort.kind == coloured.Product && g.chance(85):
		t := &coloured.Term{Op: coloured.Tuple, Sort: coloured.Open}
		for _, part := range sort.parts {
			t.Args = append(t.Args, g.one(part, depth-1))
		}
		return t
	case sort.kind == coloured.Partition && g.chance(80):
		return &coloured.Term{Op: coloured.BlockOf, Sort: s, Args: []*coloured.Term{g.one(sort.base, depth-1)}}
	case (sort.kind == coloured.Cyclic || sort.kind == coloured.Range) && g.chance(50):
		op := coloured.Successor
		if g.chance(50) {
			op = coloured.Predecessor
		}
		return &coloured.Term{Op: op, Sort: coloured.Open, Args: []*coloured.Term{g.one(s, depth-1)}}
	}
	return &coloured.Term{Op: coloured.Colour, Sort: s, Value: g.rng.Int64N(sort.size)}
}

// pattern draws a term of sort s that many colours fit.
func (g *generator) pattern(s int) *coloured.Term {
	v, ok := g.inScope(s)
	switch {
	case ok && g.chance(80):
		return &coloured.Term{Op: coloured.Bound, Sort: g.variables[v], Value: int64(v)}
	case g.sorts[s].kind != coloured.Product:
		return g.one(s, 2)
	}
	t := &coloured.Term{Op: coloured.Tuple, Sort: coloured.Open}
	for _, part := range g.sorts[s].parts {
		t.Args = append(t.Args, g.pattern(part))
	}
	return t
}

// inScope draws a variable of sort s among those that terms may have.
func (g *generator) inScope(s int) (v int, ok bool) {
	for _, i := range g.rng.Perm(len(g.scope)) {
		if g.same(g.variables[g.scope[i]], s) {
			return g.scope[i], true
		}
	}
	return 0, false
}

// multiset draws a random term of sort s with operators nested at most depth deep, and returns it with the number of
// tokens that it denotes, which does not depend on the colours of its variables.
func (g *generator) multiset(s, depth int) (*coloured.Term, int64) {
	if depth == 0 {
		return g.one(s, 1), 1
	}
	switch d := g.rng.IntN(100); {
	case d < 10:
		return g.sum(s, depth)
	case d < 20:
		factor := g.rng.Int64N(4)
		arg, n := g.multiset(s, depth-1)
		return &coloured.Term{Op: coloured.Times, Sort: coloured.Open, Value: factor, Args: []*coloured.Term{arg}},
			factor * n
	case d < 25:
		return &coloured.Term{Op: coloured.All, Sort: s}, g.sorts[s].size
	case d < 35:
		return g.difference(s, depth)
	case d < 50 && g.sorts[s].kind == coloured.Product:
		t, n := &coloured.Term{Op: coloured.Tuple, Sort: coloured.Open}, int64(1)
		for _, part := range g.sorts[s].parts {
			arg, k := g.multiset(part, depth-1)
			if g.chance(25) {
				arg, k = &coloured.Term{Op: coloured.All, Sort: part}, g.sorts[part].size
			}
			t.Args = append(t.Args, arg)
			n *= k
		}
		return t, n
	case d < 54:
		return g.wholeBlock(s)
	}
	return g.one(s, depth), 1
}

// sum draws a sum of none to three terms, now and then of equal ones.
func (g *generator) sum(s, depth int) (*coloured.Term, int64) {
	t, total := &coloured.Term{Op: coloured.Sum, Sort: s}, int64(0)
	for i := range g.rng.IntN(4) {
		arg, n := g.multiset(s, depth-1)
		if i == 1 && g.chance(25) {
			arg, n = t.Args[0], total
		}
		t.Args = append(t.Args, arg)
		total += n
	}
	return t, total
}

// difference draws a difference: of the whole sort, of a sum and something in it, or of two terms of which the second
// may have what the first has not.
func (g *generator) difference(s, depth int) (*coloured.Term, int64) {
	less := g.one(s, depth-1)
	from, n := &coloured.Term{Op: coloured.All, Sort: s}, g.sorts[s].size
	switch g.rng.IntN(3) {
	case 0:
		arg, k := g.multiset(s, depth-1)
		from, n = &coloured.Term{Op: coloured.Sum, Sort: coloured.Open, Args: []*coloured.Term{arg, less}}, k+1
	case 1:
		arg, k := g.multiset(s, depth-1)
		if k > 0 && !g.ground && g.chance(40) {
			from, n = arg, k
		}
	}
	return &coloured.Term{Op: coloured.Difference, Sort: coloured.Open, Args: []*coloured.Term{from, less}}, n - 1
}

// wholeBlock draws all colours of a block of a partition of s, for which its identifier stands in a file, or one colour
// if s has no partition.
func (g *generator) wholeBlock(s int) (*coloured.Term, int64) {
	for i := range g.sorts {
		if p := &g.sorts[i]; p.kind == coloured.Partition && p.base == s {
			t := &coloured.Term{Op: coloured.Sum, Sort: s}
			for _, colour := range p.blocks[g.rng.IntN(len(p.blocks))].Members {
				t.Args = append(t.Args, &coloured.Term{Op: coloured.Colour, Sort: s, Value: colour})
			}
			return t, int64(len(t.Args))
		}
	}
	return g.one(s, 1), 1
}

// guard draws a random guard with connectives nested at most depth deep.
func (g *generator) guard(depth int) *coloured.Guard {
	if depth > 0 && g.chance(45) {
		test := []coloured.Test{coloured.And, coloured.Or, coloured.Not, coloured.Imply, coloured.True}[g.rng.IntN(5)]
		n := 0
		switch test {
		case coloured.And, coloured.Or:
			n = g.rng.IntN(4)
		case coloured.Not:
			n = 1
		case coloured.Imply:
			n = 2
		}
		guard := &coloured.Guard{Test: test}
		for range n {
			guard.Args = append(guard.Args, g.guard(depth-1))
		}
		return guard
	}
	s := g.rng.IntN(len(g.sorts))
	if len(g.scope) > 0 && g.sorts[s].kind != coloured.Partition && g.chance(80) {
		s = g.variables[g.scope[g.rng.IntN(len(g.scope))]]
	}
	tests := []coloured.Test{coloured.Equal, coloured.Unequal}
	if g.sorts[s].kind != coloured.Product {
		tests = append(tests, coloured.Less, coloured.LessEqual, coloured.Greater, coloured.GreaterEqual)
	}
	return &coloured.Guard{Test: tests[g.rng.IntN(len(tests))], Left: g.one(s, 1), Right: g.one(s, 1)}
}
