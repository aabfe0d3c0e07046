package sift

import (
	"cmp"
	"context"
	"slices"
)

// Sifting [Rud93]: each variable in turn visits all positions and goes back to the best one.

// MaxBytes is the most memory that a diagram may take; names and positions of arcs have 32 bits.
const MaxBytes = 1 << 34

// Options of Sift.
type Options struct {
	Blocks    []int   // numbers of neighbouring variables that stay together, from below; their sum is that of all
	MaxGrowth float64 // ≥ 1: a block turns back where there are this many times the nodes of the best order so far
	Passes    int     // most passes over all blocks; 0 stands for no limit
	Memory    int64   // most bytes; 0 stands for MaxBytes
	Work      int64   // most exchanges and arcs of their levels; 0 stands for no limit
}

// mostCells bounds the work of one exchange, besides a multiple of the diagram's arcs. Only levels of thousands of
// values reach it.
const mostCells = 1 << 22

// blockGrowth is how much more a diagram may grow while two blocks of several variables are exchanged.
const blockGrowth = 8

// Sift changes the order of the variables to one with fewer nodes, or with as many nodes and fewer arcs. It reports
// whether it came to its end. If not, ctx was done or the work passed its limit, and the order is the best one so far.
// Either way the block that was on its way goes back to its best place first.
//
// Passes go on until one of them saves less than one node in a hundred: later passes are cheap where the first one was
// good. A pass takes blocks one after the other, those with most nodes first. A block goes to the nearer end of the
// order, to the other end, and to the best place on this way. It turns back early where the diagram grows too much,
// where an exchange would pass the memory, and where the levels that it has left behind, whose sizes do not change any
// more, have as many nodes as the best order has in all. The result depends on the diagram and the options alone, ctx
// apart.
func (d *Diagram) Sift(ctx context.Context, o Options) (complete bool) {
	s := &sifter{Diagram: d, Options: o, ctx: ctx, best: d.size()}
	if s.Memory == 0 || s.Memory > MaxBytes {
		s.Memory = MaxBytes
	}
	low := 0
	for _, n := range o.Blocks {
		s.blocks = append(s.blocks, block{d.variable[low], n})
		low += n
	}
	for pass := 1; pass <= o.Passes || o.Passes == 0; pass++ {
		before := s.best.nodes
		for _, b := range s.largestFirst() {
			if s.over() {
				return false
			}
			s.place(b)
		}
		if saved := before - s.best.nodes; saved == 0 || saved < before/100 {
			break
		}
	}
	return !s.ended
}

// size is what Sift makes small: nodes, then arcs.
type size struct{ nodes, arcs int }

func (a size) less(b size) bool {
	return a.nodes < b.nodes || a.nodes == b.nodes && a.arcs < b.arcs
}

func (d *Diagram) size() size { return size{d.count, d.arcs} }

// A sifter is one run of Sift.
type sifter struct {
	*Diagram
	Options
	ctx    context.Context
	blocks []block // from below
	turned []int   // for step
	best   size
	done   int64 // arcs looked at
	ended  bool  // by ctx or the work
}

// A block is a number of variables at neighbouring positions: first, its lowest one, and those above it.
type block struct{ first, n int }

// over reports whether ctx is done or the work has passed its limit.
func (s *sifter) over() bool {
	s.ended = s.ended || s.ctx.Err() != nil || s.Work > 0 && s.done > s.Work
	return s.ended
}

// nodes returns the number of nodes of the variables of some blocks.
func (s *sifter) nodes(blocks ...block) (n int) {
	for _, b := range blocks {
		low := s.position[b.first]
		for _, v := range s.variable[low : low+b.n] {
			n += s.tables[v].n
		}
	}
	return n
}

// largestFirst returns the blocks that have nodes, those with most nodes first.
func (s *sifter) largestFirst() []block {
	list := slices.DeleteFunc(slices.Clone(s.blocks), func(b block) bool { return s.nodes(b) == 0 })
	slices.SortStableFunc(list, func(a, b block) int { return cmp.Compare(s.nodes(b), s.nodes(a)) })
	return list
}

// place brings a block to its best place.
func (s *sifter) place(b block) {
	i := slices.Index(s.blocks, b)
	at, bestAt := i, i
	s.best = s.size()
	ends := [2]int{0, len(s.blocks) - 1}
	if i > len(s.blocks)/2 {
		slices.Reverse(ends[:])
	}
	for _, end := range ends {
		left := s.blocks[:at] // behind, on the way to this end
		if end < at {
			left = s.blocks[at+1:]
		}
		for fixed := s.nodes(left...); at != end && s.mayImprove(fixed) && s.step(at, end, s.allows); {
			fixed += s.nodes(s.blocks[at])
			at += cmp.Compare(end, at)
			if size := s.size(); size.less(s.best) {
				s.best, bestAt = size, at
			}
		}
	}
	for ; at != bestAt; at += cmp.Compare(bestAt, at) {
		s.step(at, bestAt, nil)
	}
}

// mayImprove reports whether a block can find something better on its way, if levels that it has left behind have this
// number of nodes.
func (s *sifter) mayImprove(fixed int) bool {
	return fixed < s.best.nodes && float64(s.count) <= s.MaxGrowth*float64(s.best.nodes)
}

// allows reports whether the exchange of positions p+1 and p is within the limits.
func (s *sifter) allows(p int) bool {
	s.done += 1 + int64(s.tables[s.variable[p+1]].arcs+s.tables[s.variable[p]].arcs)
	if s.over() || float64(s.count) > blockGrowth*s.MaxGrowth*float64(s.best.nodes) {
		return false
	}
	most := min(mostCells+8*s.arcs, int((s.Memory-s.Bytes())/(nodeBytes+arcBytes)))
	return s.cellsOf(p, most) <= most
}

// step exchanges the block with index at with its neighbour towards another index. If allows, unless it is nil, does
// not allow one of the exchanges of variables, nothing has changed.
func (s *sifter) step(at, to int, allows func(p int) bool) bool {
	low := min(at, at+cmp.Compare(to, at))
	a, b := s.blocks[low], s.blocks[low+1]
	start := s.position[a.first]
	turned := s.turned[:0]
	for j := range b.n { // the lowest variables of b first
		for p := start + a.n + j - 1; p >= start+j; p-- {
			if allows != nil && !allows(p) {
				for _, p := range slices.Backward(turned) {
					s.exchange(p)
				}
				return false
			}
			s.exchange(p)
			turned = append(turned, p)
		}
	}
	s.blocks[low], s.blocks[low+1] = b, a
	s.turned = turned
	return true
}
