package order

import (
	"encoding/binary"
	"slices"

	"brim/petri"
	"brim/petri/structure"
)

// A constraint says that Σ weight·m(p) ≤ total over its places in every reachable
// marking, and = total if exact.
type constraint struct {
	places int // how many
	total  int64
	exact  bool
}

// A term is a place's part in a constraint.
type term struct {
	constraint int32
	weight     int64
}

// A counter bounds the number of local states of sets of places: the token
// vectors over the set that break no constraint. A constraint with places
// outside of the set counts with ≤ only. The true number, that of the projected
// reachable markings, may be lower.
type counter struct {
	constraints []constraint
	from        []int32 // constraints of place p: terms[from[p]:from[p+1]]
	terms       []term
	bound       []int64 // most tokens of each place, −1 if not known

	// Scratch of count; open is zero between calls.
	open    []int // by constraint: how many of its places are in the set
	rank    []int // by constraint: position in touched and in locals
	touched []int32
	locals  []local
	chosen  []chosen
	parts   []term // of the chosen places, in locals
	left    int    // steps until giving up
	most    int
	found   int

	known map[string]int // results by key: nets have many equal components
	key   []byte
}

// mostKnown is how many results are kept.
const mostKnown = 10_000

// A local is a constraint while tokens are assigned to the places of a set.
type local struct {
	total, sum int64 // sum is what the assigned places contribute
	open       int32 // places of the set not yet assigned
	whole      bool  // it is exact and all its places are in the set
}

// A chosen place is assigned after those of lower rank.
type chosen struct {
	rank, place int
	from, to    int // its parts
}

// enough is the number of invariants of a place that are looked at. Nets with
// many overlapping invariants have hundreds for a place, most of them long sums
// of others.
const enough = 8

// useful returns the flows that have a place which fewer than enough shorter
// ones share.
func useful(net *petri.Net, flows []structure.Semiflow) []*structure.Semiflow {
	sorted := make([]*structure.Semiflow, len(flows))
	for i := range flows {
		sorted[i] = &flows[i]
	}
	slices.SortStableFunc(sorted, func(a, b *structure.Semiflow) int { return len(a.Places) - len(b.Places) })
	have := make([]int, len(net.Places))
	kept := sorted[:0]
	for _, f := range sorted {
		if slices.ContainsFunc(f.Places, func(p int) bool { return have[p] < enough }) {
			kept = append(kept, f)
			for _, p := range f.Places {
				have[p]++
			}
		}
	}
	return kept
}

// newCounter collects the constraints that flows and safe nested units give.
// O(size of flows and units).
func newCounter(net *petri.Net, flows []structure.Semiflow) *counter {
	c := &counter{from: make([]int32, len(net.Places)+1), bound: make([]int64, len(net.Places))}
	for p := range c.bound {
		c.bound[p] = -1
	}
	kept := useful(net, flows)
	each := func(visit func(places []int, weight func(i int) int64, total int64, exact bool)) {
		for _, f := range kept {
			visit(f.Places, func(i int) int64 { return f.Weights[i] }, f.Constant, true)
		}
		if net.Units != nil && net.Units.Safe {
			for i := range net.Units.List {
				visit(net.Units.List[i].Places, func(int) int64 { return 1 }, 1, false)
			}
		}
	}
	c.constraints = make([]constraint, 0, len(kept))
	each(func(places []int, weight func(int) int64, total int64, exact bool) {
		c.constraints = append(c.constraints, constraint{len(places), total, exact})
		for i, p := range places {
			c.from[p+1]++
			if b := total / weight(i); c.bound[p] < 0 || b < c.bound[p] {
				c.bound[p] = b
			}
		}
	})
	for p := range net.Places {
		c.from[p+1] += c.from[p]
	}
	c.terms = make([]term, c.from[len(net.Places)])
	next, k := slices.Clone(c.from), int32(0)
	each(func(places []int, weight func(int) int64, _ int64, _ bool) {
		for i, p := range places {
			c.terms[next[p]] = term{k, weight(i)}
			next[p]++
		}
		k++
	})
	c.known = map[string]int{}
	c.open = make([]int, len(c.constraints))
	c.rank = make([]int, len(c.constraints))
	return c
}

func (c *counter) termsOf(p int) []term { return c.terms[c.from[p]:c.from[p+1]] }

// count returns the number of local states of the places, or most+1 if there
// are more, some place has no known bound or the search takes too long. Time
// O(most · places) for what components are made of.
func (c *counter) count(places []int, most int) int {
	for _, p := range places {
		if c.bound[p] < 0 {
			return most + 1
		}
	}
	for _, p := range places {
		for _, t := range c.termsOf(p) {
			if c.open[t.constraint] == 0 {
				c.touched = append(c.touched, t.constraint)
			}
			c.open[t.constraint]++
		}
	}
	c.arrange(places)
	for _, k := range c.touched {
		c.open[k] = 0
	}
	c.touched = c.touched[:0]
	c.describe(most)
	found, ok := c.known[string(c.key)]
	if !ok {
		if found = c.search(most); len(c.known) < mostKnown {
			c.known[string(c.key)] = found
		}
	}
	return found
}

// search counts what is arranged.
func (c *counter) search(most int) int {
	c.left, c.most, c.found = 8*(most+1)*len(c.chosen)+64, most, 0
	c.try(0)
	if c.left <= 0 {
		return most + 1
	}
	return c.found
}

// describe makes the key: all that the result of search depends on.
func (c *counter) describe(most int) {
	k := binary.AppendUvarint(c.key[:0], uint64(most))
	k = binary.AppendUvarint(k, uint64(len(c.chosen)))
	for i := range c.chosen {
		x := &c.chosen[i]
		k = binary.AppendVarint(k, c.bound[x.place])
		k = binary.AppendUvarint(k, uint64(x.to-x.from))
		for _, t := range c.parts[x.from:x.to] {
			k = binary.AppendUvarint(k, uint64(t.constraint))
			k = binary.AppendVarint(k, t.weight)
			l := &c.locals[t.constraint]
			k = binary.AppendVarint(k, l.total)
			k = binary.AppendUvarint(k, uint64(l.open)<<1|whole(l))
		}
	}
	c.key = k
}

// whole is 1 for a local that is whole.
func whole(l *local) uint64 {
	if l.whole {
		return 1
	}
	return 0
}

// arrange puts the places in the sequence in which count assigns them: those of
// one constraint behind each other, constraints that lie wholly inside first, so
// that contradictions show early.
func (c *counter) arrange(places []int) {
	outside := func(k int32) int { return c.constraints[k].places - c.open[k] }
	slices.SortFunc(c.touched, func(a, b int32) int {
		if x, y := outside(a), outside(b); x != y {
			return x - y
		}
		return int(a - b)
	})
	c.locals = c.locals[:0]
	for i, k := range c.touched {
		c.rank[k] = i
		x := c.constraints[k]
		c.locals = append(c.locals, local{total: x.total, open: int32(c.open[k]),
			whole: x.exact && c.open[k] == x.places})
	}
	c.chosen, c.parts = c.chosen[:0], c.parts[:0]
	for _, p := range places {
		first, from := len(c.touched), len(c.parts)
		for _, t := range c.termsOf(p) {
			i := c.rank[t.constraint]
			first = min(first, i)
			if x := &c.locals[i]; x.whole || x.open > 1 { // of others the bound of p says all
				c.parts = append(c.parts, term{int32(i), t.weight})
			}
		}
		c.chosen = append(c.chosen, chosen{first, p, from, len(c.parts)})
	}
	slices.SortFunc(c.chosen, func(a, b chosen) int {
		if a.rank != b.rank {
			return a.rank - b.rank
		}
		return a.place - b.place
	})
}

// try assigns tokens to chosen[i:] in all ways and counts the complete ones.
// While chosen[:i] are assigned, sum holds what they contribute and open the
// number of places that follow.
func (c *counter) try(i int) {
	if i == len(c.chosen) {
		c.found++
		return
	}
	next := &c.chosen[i]
	parts, bound := c.parts[next.from:next.to], c.bound[next.place]
	for _, t := range parts {
		c.locals[t.constraint].open--
	}
	tokens := int64(0)
	for fits := true; fits && c.found <= c.most && c.left > 0; {
		c.left--
		exact := true
		for _, t := range parts {
			if x := &c.locals[t.constraint]; x.whole && x.open == 0 && x.sum < x.total {
				exact = false
				break
			}
		}
		if exact {
			c.try(i + 1)
		}
		if tokens == bound {
			break
		}
		tokens++
		for _, t := range parts {
			x := &c.locals[t.constraint]
			x.sum += t.weight
			fits = fits && x.sum <= x.total
		}
	}
	for _, t := range parts {
		x := &c.locals[t.constraint]
		x.open++
		x.sum -= tokens * t.weight
	}
}
