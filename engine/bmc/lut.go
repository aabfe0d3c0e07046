package bmc

// A lookup is a gate of three or four inputs, ascending and positive; unused ones are 0. It is false where all inputs
// are.
type lookup struct {
	t  table
	in [arity]Lit
}

// lookup returns the value of t for its first variables being in. Constant, equal and opposite inputs make it smaller,
// and equal functions of equal inputs are one literal.
func (g *gates) lookup(t table, in []Lit) Lit {
	g.tick()
	k := lookup{t: t}
	n := 0
	for _, l := range in { // variable n of k.t; the ones behind it are still to come
		switch {
		case l == yes || l == no:
			k.t = k.t.with(n, l == yes).dropped(n)
			continue
		case l < 0:
			k.t, l = k.t.flipped(n), -l
		}
		i := n
		for ; i > 0 && k.in[i-1] > l; i-- {
			k.in[i] = k.in[i-1]
			k.t = k.t.swapped(i - 1)
		}
		if i > 0 && k.in[i-1] == l {
			k.t = k.t.merged(i - 1).dropped(i)
			copy(k.in[i:], k.in[i+1:n+1])
			k.in[n] = 0
			continue
		}
		k.in[i] = l
		n++
	}
	for i := n - 1; i >= 0; i-- {
		if !k.t.dependsOn(i) {
			k.t = k.t.dropped(i)
			copy(k.in[i:], k.in[i+1:n])
			n--
			k.in[n] = 0
		}
	}
	sign := Lit(1)
	if k.t&1 == 1 {
		k.t, sign = ^k.t, -sign
	}
	switch n {
	case 0:
		return sign * no
	case 1:
		return sign * k.in[0]
	case 2:
		return sign * g.binaryGate(k.t, k.in[0], k.in[1])
	}
	out, ok := g.lookups[k]
	if !ok {
		out = g.input()
		for value, cubes := range g.covers.of(k.t) {
			for _, c := range cubes {
				g.implied(c, &k.in, out*Lit(2*value-1))
			}
		}
		g.lookups[k] = out
	}
	return sign * out
}

// binaryGate returns the value of t, which is false for two false inputs and depends on both.
func (g *gates) binaryGate(t table, a, b Lit) Lit {
	switch t & 0xF {
	case 0b0010:
		return g.and2(a, -b)
	case 0b0100:
		return g.and2(-a, b)
	case 0b1000:
		return g.and2(a, b)
	case 0b0110:
		return g.xor(a, b)
	default: // 0b1110
		return -g.and2(-a, -b)
	}
}

// implied adds the clause that out is true where c is.
func (g *gates) implied(c cube, in *[arity]Lit, out Lit) {
	for i, l := range in {
		switch {
		case c.on>>i&1 == 1:
			g.lits = append(g.lits, -l)
		case c.off>>i&1 == 1:
			g.lits = append(g.lits, l)
		}
	}
	g.clause(out)
}
