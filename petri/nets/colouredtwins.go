package nets

import (
	"slices"

	"brim/petri/coloured"
)

// dphilCol is dphil with philosophers as colours. Philosopher i has the forks i and i++.
func dphilCol() Family {
	return twin(dphil(), "Phil", func(b *twinBuilder) {
		all, left := b.all(), b.beside(coloured.Successor)
		idle := b.local(all, "Idle")[0]
		empty := b.local(nil, "WaitL", "WaitR", "HasL", "HasR")
		waitL, waitR, hasL, hasR := empty[0], empty[1], empty[2], empty[3]
		fork := b.local(all, "Fork")[0]
		b.fire("GoEat", of(b.i, idle), of(b.i, waitL, waitR))
		b.fire("GetL", slices.Concat(of(b.i, waitL), of(left, fork)), of(b.i, hasL))
		b.fire("GetR", of(b.i, waitR, fork), of(b.i, hasR))
		b.fire("Rel", of(b.i, hasL, hasR), slices.Concat(of(b.i, idle, fork), of(left, fork)))
	})
}

// srCol is sr with nodes as colours. The one that hands node i its slot is i−−.
func srCol() Family {
	return twin(sr(), "Node", func(b *twinBuilder) {
		all, prev := b.all(), b.beside(coloured.Predecessor)
		p := slices.Concat(b.local(nil, "A", "B"), b.local(all, "C"), b.local(nil, "D"), b.local(all, "E"),
			b.local(nil, "F", "G", "H"))
		const a, b_, c, d, e, f, g, h = 0, 1, 2, 3, 4, 5, 6, 7
		b.fire("other", of(b.i, p[a]), of(b.i, p[d]))
		b.fire("owner", of(b.i, p[a]), of(b.i, p[b_]))
		b.fire("go", of(b.i, p[b_]), of(b.i, p[h]))
		b.fire("write", of(b.i, p[b_]), of(b.i, p[d]))
		b.fire("give", of(b.i, p[h], p[f]), of(b.i, p[c], p[e]))
		b.fire("put", of(b.i, p[d], p[f]), of(b.i, p[c], p[g]))
		b.fire("free", slices.Concat(of(b.i, p[e]), of(prev, p[c])), slices.Concat(of(b.i, p[f]), of(prev, p[b_])))
		b.fire("used", slices.Concat(of(b.i, p[g]), of(prev, p[c])), slices.Concat(of(b.i, p[f]), of(prev, p[a])))
	})
}

// rrCol is rr with processes as colours. The resource has none.
func rrCol() Family {
	return twin(rr(), "Process", func(b *twinBuilder) {
		dot := b.Dot("dot", "dot")
		one := &coloured.Term{Op: coloured.Colour, Sort: dot}
		first := &coloured.Term{Op: coloured.Colour, Sort: b.component}
		others := &coloured.Term{Op: coloured.Difference, Sort: b.component, Args: []*coloured.Term{b.all(), first}}
		next := b.beside(coloured.Successor)
		res := b.Place("Res", dot)
		b.Initial(res, b.tokens(one))
		own, be, bf := b.local(nil, "Own")[0], b.local(b.all(), "BE")[0], b.local(nil, "BF")[0]
		p0, p1 := b.local(others, "P0")[0], b.local(first, "P1")[0]
		empty := b.local(nil, "P2", "P3", "P4")
		p2, p3, p4 := empty[0], empty[1], empty[2]
		b.fire("req", slices.Concat(of(one, res), of(b.i, p1)), of(b.i, own, p2))
		b.fire("load", of(b.i, own, be), slices.Concat(of(one, res), of(b.i, bf)))
		b.fire("sendT", of(b.i, bf, p2), of(b.i, be, p4))
		b.fire("sendN", of(b.i, bf, p3), of(b.i, be, p0))
		b.fire("passE", slices.Concat(of(b.i, p2), of(next, p0)), slices.Concat(of(b.i, p3), of(next, p1)))
		b.fire("passL", slices.Concat(of(b.i, p4), of(next, p0)), slices.Concat(of(b.i, p0), of(next, p1)))
	})
}
