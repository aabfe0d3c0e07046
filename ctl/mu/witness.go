package mu

import "context"

// A Witness shows that a formula holds in a state: the first path begins there, the others at conjunctions on the way,
// since all operands have to be shown. The states and steps of all paths are a graph of their own, in which the formula
// holds, too.
type Witness []Path

// A Path begins at a point of an earlier path, the first one at the beginning.
type Path struct {
	From  Point
	Steps []Edge
	// the path goes on as from there, where the same state is: for ever, or on another path; nil if it has an end
	To *Point
}

// A Point is the state of a path before step At, or after the last one.
type Point struct{ Path, At int }

// Holds reports whether the formula holds in a state of g, with a witness. Time is about that of evaluating each part
// of the formula, quantifiers written out, in each state that matters for it; fixed points that depend on each other
// cost more. The error is that of ctx, if it ended before the answer was known.
func (b *Bound) Holds(ctx context.Context, g *Graph, start int, atoms Atoms) (Witness, bool, error) {
	priorities := b.priorities()
	for _, root := range b.roots {
		x := newGame(ctx, b, g, atoms, []pair{{root, int32(start)}}, priorities)
		x.solve()
		switch {
		case x.err != nil:
			return nil, false, x.err
		case x.winner[0] == eve:
			return x.witness(), true, nil
		}
	}
	return nil, false, nil
}

// Sat returns the states of g in which the formula holds. The cost is that of Holds, for all states together.
func (b *Bound) Sat(g *Graph, atoms Atoms) []bool {
	priorities := b.priorities()
	all := make([]bool, g.States())
	for _, root := range b.roots {
		var from []pair
		for s := range all {
			from = append(from, pair{root, int32(s)})
		}
		x := newGame(context.Background(), b, g, atoms, from, priorities)
		x.solve()
		for s := range all {
			all[s] = all[s] || x.winner[x.vertex(from[s])] == eve
		}
	}
	return all
}

// witness returns a witness made of paths: it plays from the first vertex, with Eve's moves by her strategy. Of Adam's
// moves it follows the longest in the same path and begins another path for each of the others, breadth-first. A path
// ends where it meets a vertex that has been met before.
func (x *game) witness() Witness {
	var w Witness
	where := map[int32]Point{} // the vertices that were met
	type task struct {
		vertex int32
		from   Point
	}
	tasks := []task{{0, Point{}}}
	for len(tasks) > 0 {
		t := tasks[0]
		tasks = tasks[1:]
		p, number := Path{From: t.from}, len(w)
		for v := t.vertex; v >= 0; {
			here := Point{number, len(p.Steps)}
			if len(p.Steps) == 0 {
				here = p.From
			}
			if at, met := where[v]; met {
				if at != here {
					p.To = &at
				}
				break
			}
			where[v] = here
			moves := x.from(v)
			if len(moves) == 0 {
				break
			}
			m := moves[0]
			switch {
			case x.vertices[v].owner == eve:
				m = x.moves[x.strategy[v]]
			default:
				m = x.longest(moves)
				for _, other := range moves {
					if other != m && !x.plain(other.to) {
						tasks = append(tasks, task{other.to, here})
					}
				}
			}
			if m.edge >= 0 {
				p.Steps = append(p.Steps, x.graph.From(int(x.vertices[v].state))[m.edge])
			}
			v = m.to
		}
		if len(w) == 0 || len(p.Steps) > 0 || p.To != nil {
			w = append(w, p)
		}
	}
	return w
}

// longest returns the last move that leads to more than an atom, or the first one if there is none.
func (x *game) longest(moves []move) move {
	for i := len(moves) - 1; i >= 0; i-- {
		if !x.plain(moves[i].to) {
			return moves[i]
		}
	}
	return moves[0]
}

// plain reports whether a vertex is an end of plays.
func (x *game) plain(v int32) bool { return len(x.from(v)) == 0 }
