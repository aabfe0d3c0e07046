package randnet

import "brim/petri"

// Random moves that keep the invariant of a block.

// addCycle adds transitions that take tokens from each place of b to the next in
// some order and, mostly, round to the first, as far as most allows. Without such
// moves, which no other block can forbid, few nets would have many markings.
func (g *generator) addCycle(b *block, most int) {
	if b.kind != machine && b.kind != counter {
		return
	}
	order := g.rng.Perm(len(b.places))
	for k, i := range order {
		j := order[(k+1)%len(order)]
		if i == j || len(g.transitions) >= most || k == len(order)-1 && g.chance(30) {
			return
		}
		take, give := int64(1), int64(1)
		if b.kind == counter && b.weight[i] != b.weight[j] {
			take, give = b.weight[j], b.weight[i]
		}
		g.transitions = append(g.transitions, petri.Transition{
			Pre:  []petri.Arc{{Place: b.places[i], Weight: take}},
			Post: []petri.Arc{{Place: b.places[j], Weight: give}},
		})
		b.marked[i], b.marked[j] = true, true
	}
}

// move adds arcs to t that together keep the invariant of block b. Most of them take tokens from places that earlier
// moves of the block can mark, since otherwise hardly any would ever fire.
func (g *generator) move(t *petri.Transition, b *block) {
	in := func(i int, w int64) { t.Pre = append(t.Pre, petri.Arc{Place: b.places[i], Weight: w}) }
	out := func(i int, w int64) {
		t.Post = append(t.Post, petri.Arc{Place: b.places[i], Weight: w})
		b.marked[i] = true
	}
	switch b.kind {
	case machine:
		in(g.pick(b, true), 1)
		out(g.pick(b, false), 1)
	case counter:
		sum := int64(0) // weighted, of the tokens taken and not yet given back
		for {
			i, w := g.pick(b, true), int64(1)
			if g.chance(20) {
				w += g.rng.Int64N(g.cfg.Weight)
			}
			in(i, w)
			sum += w * b.weight[i]
			if g.chance(70) {
				break
			}
		}
		for sum > 0 {
			if g.cfg.Open && g.chance(10) {
				break // the rest is lost
			}
			i := g.pick(b, false)
			if b.weight[i] > sum {
				i = 0
			}
			out(i, 1)
			sum -= b.weight[i]
		}
	case valve:
		if g.chance(60) {
			t.Inhibit = append(t.Inhibit, petri.Arc{Place: b.places[0], Weight: b.limit})
			out(0, b.fill)
		} else {
			in(0, 1)
		}
	case idle: // nothing moves
	}
}

// pick returns a place of b, twice in three cases one that may hold tokens, or
// one that as yet may not, as far as there is one.
func (g *generator) pick(b *block, marked bool) int {
	order := g.rng.Perm(len(b.places))
	if g.chance(67) {
		for _, i := range order {
			if b.marked[i] == marked {
				return i
			}
		}
	}
	return order[0]
}
