package explicit

import (
	"context"
	"encoding/binary"
	"math"
	"slices"

	"brim/engine/kripke"
)

// A Graph is all reachable states of a structure, numbered in the order in which breadth-first search finds them, and
// the edges between them, from their ends: fixed points go backward. Several transitions from one state to another are
// as many edges.
type Graph struct {
	Structure kripke.Structure
	*kripke.Exploration

	first []uint32 // by state, and one more: where the edges into it begin
	from  []uint32 // by edge, where it comes from
	dead  Bits     // states without successors
}

// chunkBytes is the size of the pieces in which edges are kept while states are found.
const chunkBytes = 1 << 20

// A Builder goes along with the search for a graph and keeps the edges: of each state, in the order of their numbers,
// the number of its transitions and how much further each target is than the one before, the first than the state
// itself. That is two or three bytes an edge.
type Builder struct {
	chunks [][]byte
	edges  int64
}

// Expanded keeps the edges from a state.
func (b *Builder) Expanded(state int, _ *kripke.Successors, to []uint32) {
	need := binary.MaxVarintLen64 * (len(to) + 1)
	if n := len(b.chunks); n == 0 || cap(b.chunks[n-1])-len(b.chunks[n-1]) < need {
		b.chunks = append(b.chunks, make([]byte, 0, max(chunkBytes, need)))
	}
	chunk := &b.chunks[len(b.chunks)-1]
	*chunk = binary.AppendUvarint(*chunk, uint64(len(to)))
	before := int64(state)
	for _, x := range to {
		*chunk = binary.AppendVarint(*chunk, int64(x)-before)
		before = int64(x)
	}
	b.edges += int64(len(to))
}

// Bytes returns the memory that the edges take, and that the graph of them will take in addition.
func (b *Builder) Bytes() int64 { return int64(len(b.chunks))*chunkBytes + 4*b.edges }

// each calls visit with the edges that were kept, those of a state one after the other, until it or ctx ends it.
func (b *Builder) each(ctx context.Context, visit func(from, to uint32), dead func(state int)) error {
	state := int64(0)
	for _, chunk := range b.chunks {
		for at := 0; at < len(chunk); {
			if state%pollEvery == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			n, size := binary.Uvarint(chunk[at:])
			at += size
			if n == 0 && dead != nil {
				dead(int(state))
			}
			to := state
			for range n {
				further, size := binary.Varint(chunk[at:])
				at += size
				to += further
				visit(uint32(state), uint32(to))
			}
			state++
		}
	}
	return nil
}

// pollEvery is the number of states between two looks at the context.
const pollEvery = 1 << 14

// Graph returns the graph of an exploration of s that is complete and that the builder went along with. Afterwards the
// builder is empty. The error is that of ctx, or a *kripke.LimitError if there are 2^32 edges. Cost: the edges twice.
func (b *Builder) Graph(ctx context.Context, s kripke.Structure, x *kripke.Exploration) (*Graph, error) {
	if b.edges > math.MaxUint32 {
		return nil, &kripke.LimitError{Kind: "memory", Max: 4 * math.MaxUint32}
	}
	n := x.States()
	g := &Graph{Structure: s, Exploration: x, first: make([]uint32, n+1), dead: make(Bits, (n+63)/64)}
	if err := b.each(ctx, func(_, to uint32) { g.first[to]++ }, g.dead.Add); err != nil {
		return nil, err
	}
	sum := uint32(0)
	for s, in := range g.first { // where the edges into s end
		sum += in
		g.first[s] = sum
	}
	g.from = make([]uint32, b.edges)
	err := b.each(ctx, func(from, to uint32) {
		g.first[to]--
		g.from[g.first[to]] = from
	}, nil)
	if err != nil {
		return nil, err
	}
	b.chunks, b.edges = nil, 0
	return g, nil
}

// Into returns where the edges into a state come from. Nobody changes them.
func (g *Graph) Into(s int) []uint32 { return g.from[g.first[s]:g.first[s+1]] }

// none returns the empty set.
func (g *Graph) none() Bits { return make(Bits, len(g.dead)) }

// Bytes returns about how much memory the graph takes.
func (g *Graph) Bytes() int64 {
	return g.Table.Bytes() + 4*int64(len(g.first)+len(g.from)) + 8*int64(len(g.dead))
}

// Explore finds all states of s and the edges between them, within limits that have no follower. The error is the limit
// or the end of the context, or says that a state cannot be packed.
func Explore(ctx context.Context, s kripke.Structure, limits kripke.Limits) (*Graph, error) {
	b := &Builder{}
	limits.Follower = alone{b}
	x, err := kripke.Explore(ctx, s, nil, limits)
	switch {
	case err != nil:
		return nil, err
	case !x.Complete:
		return nil, x.Stopped
	}
	return b.Graph(ctx, s, x)
}

// alone is a builder as a follower.
type alone struct{ *Builder }

func (alone) Look(*kripke.Exploration) error { return nil }

// initial returns the numbers of the initial states.
func (g *Graph) initial() (list []int) {
	for _, s := range g.Structure.Initial() {
		if i, _ := g.Table.Find(s); !slices.Contains(list, i) {
			list = append(list, i)
		}
	}
	return list
}
