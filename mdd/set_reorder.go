package mdd

import (
	"context"
	"fmt"
	"math"
	"runtime"

	"brim/dd"
	"brim/internal/sift"
)

// Reordering: the search of a better order of the levels for some sets, which then are sets of a new forest.

// Reordering are the options of Reorder. The zero value is right for most uses.
type Reordering struct {
	// Blocks are the lowest and the highest level of levels that stay neighbours, in their order, such as those of the
	// bits of a number. A level of no block is one by itself.
	Blocks [][2]int
	// MaxGrowth bounds how many nodes there may be on the way, as a multiple of those of the best order so far. It is 1
	// at least; 0 stands for 1.5. With more, a search finds better orders and takes longer.
	MaxGrowth float64
	// Passes is how often each block is moved at most; 0 stands for no limit. The search ends with the first pass that
	// saves less than one node in a hundred. One pass with a growth of 1.2 is what CUDD does.
	Passes int
	// Work bounds the exchanges and the arcs of their levels, and Memory the bytes of the copy; 0 stands for no limit.
	// The search ends with the best order so far when it passes Work, and makes no steps that could pass Memory.
	Work, Memory int64
	// Options of the new forest. Its rule is that of the old one, whatever they say.
	Options Options
}

// Reordered are sets in a forest of their own, with another order of the levels.
type Reordered struct {
	Forest *Forest
	Sets   []Set // as they were given
	// To has the new level of level k at index k−1, as Forest.Move takes it, which brings further sets to the new
	// forest.
	To []int
	// Before and After are the nodes of all sets together, in the old order and in the new one.
	Before, After int
	// Complete is false if ctx or Reordering.Work ended the search.
	Complete bool
}

// Reorder searches an order of the levels in which the sets have fewer nodes together, by sifting [Rud93], and returns
// them in a new forest with that order. The forest f and its sets stay as they are, so a program ends with f.Close what
// it no longer needs. Relations and matrices stay with f, and an Index has its levels; a program makes those it needs
// anew, on the levels that To says.
//
// When ctx is done the search ends with the best order so far; what is left then costs O(arcs). The error is a
// *LimitError, of kind "memory" if the copy alone takes more than Reordering.Memory, or of what the new forest can
// hold. The result depends on the sets and the options alone, unless ctx ends the search. It panics if a block is not
// one of neighbouring levels, or if two blocks have a level in common.
//
// Cost: an exchange of two levels costs the arcs of the upper one and those below; each block is exchanged with all
// others, unless the diagram grows too much. So it is O(levels·arcs) for each pass, of the largest diagram on the way;
// levels with thousands of values cost up to the product of their values. Memory: some 100 bytes a node and 16 an arc
// on Go's heap. It only reads f, so several goroutines may reorder sets of one forest.
func (f *Forest) Reorder(ctx context.Context, o Reordering, sets ...Set) (r *Reordered, err error) {
	const who = "Reorder"
	f.use(who)
	given(ctx != nil, who, "context")
	search := o.search(f.levels)
	for _, a := range sets {
		if a.use(who) != f {
			panic("mdd: " + who + ": a set of another forest")
		}
	}
	d, roots, err := f.copyOf(sets, search.Memory)
	if err != nil {
		return nil, err
	}
	r = &Reordered{To: make([]int, f.levels)}
	r.Before, _ = d.Size()
	r.Complete = d.Sift(ctx, search)
	r.After, _ = d.Size()
	for i := range r.To {
		r.To[i] = d.Position(i) + 1
	}
	o.Options.Rule = f.rule
	r.Forest = New(f.levels, o.Options)
	if r.Sets, err = r.Forest.copied(d, roots); err != nil {
		r.Forest.Close()
		return nil, err
	}
	return r, nil
}

// search returns o as options of the search among orders of the levels. It panics without a level.
func (o Reordering) search(levels int) sift.Options {
	const who, growth = "Reorder", 1.5
	inRange(who, "Passes", o.Passes, 0, math.MaxInt)
	if o.Work < 0 || o.Memory < 0 {
		panic(fmt.Sprintf("mdd: %s: work %d, memory %d, expected 0 at least", who, o.Work, o.Memory))
	}
	s := sift.Options{MaxGrowth: o.MaxGrowth, Passes: o.Passes, Memory: o.Memory, Work: o.Work}
	if s.MaxGrowth == 0 {
		s.MaxGrowth = growth
	}
	if !(s.MaxGrowth >= 1) { // not a number neither
		panic(fmt.Sprintf("mdd: %s: growth %v, expected 1 at least", who, o.MaxGrowth))
	}
	if s.Memory == 0 || s.Memory > sift.MaxBytes {
		s.Memory = sift.MaxBytes
	}
	high := make([]int, levels+1) // by lowest level of a block
	member := make([]bool, levels+1)
	for _, b := range o.Blocks {
		inRange(who, "level of a block", b[0], 1, levels)
		inRange(who, "highest level of a block", b[1], b[0], levels)
		high[b[0]] = b[1]
		for k := b[0]; k <= b[1]; k++ {
			if member[k] {
				panic(fmt.Sprintf("mdd: %s: level %d in two blocks, expected one", who, k))
			}
			member[k] = true
		}
	}
	for k := 1; k <= levels; k++ {
		top := max(k, high[k])
		s.Blocks = append(s.Blocks, top-k+1)
		k = top
	}
	return s
}

// copyOf returns a copy of the sets, and their names in it.
func (f *Forest) copyOf(sets []Set, memory int64) (d *sift.Diagram, roots []uint32, err error) {
	c := copier{f: f, d: sift.New(f.levels, f.rule == ZeroSuppressed), known: dd.NewNumbering(), memory: memory}
	for _, a := range sets {
		n, err := c.name(a.node())
		if err != nil {
			return nil, nil, err
		}
		c.d.Root(n)
		roots = append(roots, n)
	}
	runtime.KeepAlive(sets)
	return c.d, roots, nil
}

// A copier copies nodes of f. Variable k−1 of the copy is level k.
type copier struct {
	f      *Forest
	d      *sift.Diagram
	known  dd.Numbering // of the nodes
	names  []uint32     // in the copy, by number of the node
	arcs   []sift.Arc   // of the nodes that are being copied, those of the innermost one last
	memory int64
}

// name returns the name of the copy of n.
func (c *copier) name(n node) (uint32, error) {
	if n <= unit {
		return n, nil
	}
	number, isNew := c.known.Number(uint64(n))
	if !isNew {
		return c.names[number], nil
	}
	c.names = append(c.names, 0)
	if c.d.Bytes() > c.memory {
		return 0, &LimitError{Kind: "memory", At: c.d.Bytes(), Max: c.memory}
	}
	level, start := c.f.s.Level(n), len(c.arcs)
	for a := c.f.cursor(n, level); a.child != empty; a.next() {
		child, err := c.name(a.child)
		if err != nil {
			return 0, err
		}
		c.arcs = append(c.arcs, sift.Arc{Value: uint32(a.v), Child: child})
	}
	c.names[number] = c.d.Node(level-1, c.arcs[start:])
	c.arcs = c.arcs[:start]
	return c.names[number], nil
}

// copied returns the sets with these roots in d as sets of f, whose levels are the positions of d. Their nodes stay on
// the work stack until all are made.
func (f *Forest) copied(d *sift.Diagram, roots []uint32) (sets []Set, err error) {
	defer dd.Recover(&err)
	defer f.s.Release(f.s.Mark())
	at := []int{sift.Empty: f.s.Push(empty), sift.Unit: f.s.Push(unit)} // by name: the position on the stack
	d.Each(func(n uint32, variable int, list []sift.Arc) {
		arcs := f.newArcs()
		for _, a := range list {
			arcs.add(int(a.Value), f.s.At(at[a.Child]))
		}
		if missing := int(n) + 1 - len(at); missing > 0 {
			at = append(at, make([]int, missing)...)
		}
		at[n] = f.s.Push(arcs.make(d.Position(variable) + 1))
	})
	for _, r := range roots {
		sets = append(sets, f.set(f.s.At(at[r])))
	}
	return sets, nil
}
