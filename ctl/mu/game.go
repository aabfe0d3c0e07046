package mu

import "context"

// The parity game of a formula on a graph: its vertices are pairs of a state and a node of the formula.

// A game is a parity game that decides whether a formula holds in a state. Its vertices are pairs of a node and a
// state. Eve, who says that the node holds in the state, moves at Or and Diamond; Adam, who says that it does not, at
// And; the other vertices have one move. An atom that holds is won by Eve, one that does not by Adam, and a player who
// cannot move loses. A play for ever is won by Eve if the largest priority that comes again and again is even: each
// node Mu has an odd one, each Nu an even one, none smaller than those of the fixed points inside of it.
//
// Both have winning strategies that look at the vertex only [EJ91], so Eve's is a witness.
type game struct {
	ctx   context.Context
	err   error // of ctx, once a look saw that it has ended
	b     *Bound
	graph *Graph
	atoms Atoms

	priorities []int16 // of nodes

	block    []int32 // by node, where in number its vertices begin, plus 1
	number   []int32 // of the vertices of a node, by state, plus 1
	vertices []vertex
	first    []int32 // by vertex, where its moves begin
	moves    []move
	back     []int32 // by vertex, where in before its predecessors begin
	before   []int32 // predecessors, once for each move

	winner   []int8  // by vertex
	strategy []int32 // by vertex of Eve that she wins: her move
	part     []int32 // by vertex, the part of the game in which it is while that is being decided
	parts    int32   // how many parts there were
	// scratch of attract: moves into the part and what was reached, but for those that were followed back
	degree  []int32
	counted []int32 // for which call degree is
}

// A pair is a node and a state.
type pair struct{ node, state int32 }

// A vertex of a game.
type vertex struct {
	pair
	owner    int8 // the player who moves
	priority int16
}

// A move leads to a vertex; edge is the one that a Diamond takes, as a position among those from the state, or −1.
type move struct{ to, edge int32 }

// The players.
const (
	eve int8 = iota + 1
	adam
)

// other returns the opponent of a player.
func other(player int8) int8 { return eve + adam - player }

// pollEvery is how many vertices lie between two looks at the context.
const pollEvery = 1 << 12

// poll reports whether the context has ended; then the game decides nothing any more.
func (x *game) poll() bool {
	if x.err == nil {
		x.err = x.ctx.Err()
	}
	return x.err != nil
}

// newGame makes the game of the pairs that can be reached from the given ones, the first of which has number 0:
// vertices and moves, forward and backward. priorities are those of the nodes. If ctx ends, the game is left
// unfinished, with err set.
func newGame(ctx context.Context, b *Bound, g *Graph, atoms Atoms, from []pair, priorities []int16) *game {
	x := &game{ctx: ctx, b: b, graph: g, atoms: atoms, priorities: priorities, block: make([]int32, len(b.nodes))}
	for _, p := range from {
		x.vertex(p)
	}
	for v := 0; v < len(x.vertices); v++ {
		if v%pollEvery == 0 && x.poll() {
			return x
		}
		x.first = append(x.first, int32(len(x.moves)))
		x.expand(x.vertices[v])
	}
	x.first = append(x.first, int32(len(x.moves)))
	n := len(x.vertices)
	x.winner = make([]int8, n)
	x.strategy, x.part, x.degree, x.counted = make([]int32, n), make([]int32, n), make([]int32, n), make([]int32, n)
	x.back, x.before = make([]int32, n+1), make([]int32, len(x.moves))
	for _, m := range x.moves {
		x.back[m.to+1]++
	}
	for v := range n {
		x.back[v+1] += x.back[v]
	}
	next := append([]int32(nil), x.back...)
	g.played = max(g.played, x.bytes())
	for v := range x.vertices {
		for _, m := range x.from(int32(v)) {
			x.before[next[m.to]] = int32(v)
			next[m.to]++
		}
	}
	return x
}

// bytes returns about how much memory the game takes when it is solved.
func (x *game) bytes() int64 {
	return int64(cap(x.number))*4 + int64(cap(x.vertices))*16 + int64(cap(x.moves))*8 +
		int64(len(x.before))*4 + int64(len(x.vertices))*41
}

// from returns the moves at vertex v.
func (x *game) from(v int32) []move { return x.moves[x.first[v]:x.first[v+1]] }

// vertex returns the number of a pair.
func (x *game) vertex(p pair) int32 {
	if x.block[p.node] == 0 {
		x.block[p.node] = int32(len(x.number)) + 1
		x.number = append(x.number, make([]int32, x.graph.States())...)
	}
	number := &x.number[x.block[p.node]-1+p.state]
	if *number == 0 {
		owner := eve
		if n := &x.b.nodes[p.node]; n.op == And || n.op == True || n.op == State && x.atoms(int(n.atom), int(p.state)) {
			owner = adam // at the last two he cannot move, and loses
		}
		x.vertices = append(x.vertices, vertex{p, owner, x.priorities[p.node]})
		*number = int32(len(x.vertices))
	}
	return *number - 1
}

// expand appends the moves at a vertex.
func (x *game) expand(v vertex) {
	n := &x.b.nodes[v.node]
	if n.op != Diamond {
		for _, k := range n.kids {
			x.moves = append(x.moves, move{x.vertex(pair{k, v.state}), -1})
		}
		return
	}
	for i, e := range x.graph.From(int(v.state)) {
		if x.b.allows(n, e) {
			x.moves = append(x.moves, move{x.vertex(pair{n.kids[0], e.To}), int32(i)})
		}
	}
}

// priorities returns those of all nodes; 0 for those that are no fixed points.
func (b *Bound) priorities() []int16 {
	p := make([]int16, len(b.nodes))
	const open = -1
	// the largest priority at or below a node, plus 1; open while that is being found
	known := make([]int16, len(b.nodes))
	var walk func(i int32) int16
	walk = func(i int32) int16 {
		switch known[i] {
		case open:
			return 0 // the fixed point itself, met as a variable
		case 0:
		default:
			return known[i] - 1
		}
		known[i] = open
		n, most := &b.nodes[i], int16(0)
		for _, k := range n.kids {
			most = max(most, walk(k))
		}
		if n.op == Mu && most%2 == 0 || n.op == Nu && most%2 == 1 {
			most++
		}
		if n.op == Mu || n.op == Nu {
			p[i] = most
		}
		known[i] = most + 1
		return most
	}
	for i := range b.nodes {
		walk(int32(i))
	}
	return p
}
