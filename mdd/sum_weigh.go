package mdd

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"runtime"
	"slices"
)

// Weighted counting by several weightings at once.

// A Weighing defines the weights of tuples: the products of the weights of their local values. Where each tuple stands
// for several things, as a marking of a reduced net stands for markings of the original one, weights count these.
type Weighing struct {
	// Tables give weights ≥ 0 to the local values of a level. They are called once for each value that occurs, and for
	// 0 where a diagram skips the level; their results are not changed.
	Tables []func(value int) *big.Int
	// Base has the table of each level, that of level k at index k−1, as an index of Tables; One is a table, too.
	Base []int
	// Memory bounds the bytes of the numbers that are held at a time; 0 stands for no limit.
	Memory int64
}

// One is the table in which all local values weigh 1.
const One = -1

// A Variant is a weighting with other tables than the base on some levels, which counts a number of times.
type Variant struct {
	Changes []Change // each level once
	Times   *big.Int // ≥ 0, not changed; nil is 1
}

// A Change gives a level another table.
type Change struct{ Level, Table int }

// Weigh returns the sum of the weights of all tuples of a, by each of the variants. One without changes is the base.
// The error is a *LimitError: of kind "memory", or of ctx. It panics if a level or a table does not exist.
//
// Cost: that of Count, with a product for each sum, and for each variant further products on the nodes between its
// highest and its lowest level. What variants have in common below a level is computed once, so equal functions should
// be one table; variants that differ from the base on one level only cost nothing more. Memory follows the widest
// levels.
func (a Set) Weigh(ctx context.Context, w Weighing, variants ...Variant) (*big.Int, error) {
	d := a.traverse("Weigh")
	x := &weigher{traversal: d, Weighing: w, budget: newBudget(ctx, "Weigh", w.Memory), tailAt: map[weighTail]int{},
		tails: []weighTail{{}}}
	x.check(variants)
	x.split(variants)
	total, err := x.total()
	runtime.KeepAlive(a)
	return total, err
}

// A weigher computes, for each node of level k,
//
//	the weight of its tuples,
//	F: their weight by all variants whose highest level is k or less, together, and
//	for each tail that may be needed at level k their weight by the tail.
//
// A tail is what is left of a variant below one of its levels. Tail 0 has no changes; number i is tails[i].
//
// An edge that skips a level means the value 0 there. On most levels 0 weighs 1 by the base and 0 by every other table
// (a transition that needs tokens), so a skip is a factor of 1 or all is 0. The other levels are heavy: there a rung
// stands for the missing node.
type weigher struct {
	*traversal
	Weighing
	budget // of the numbers held
	tails  []weighTail
	tailAt map[weighTail]int
	tops   [][]weighTop // by level: the variants whose highest level it is
	needs  [][]int      // by level: the tails that may be needed there, ascending
	plain  big.Int      // times of variants without changes

	heavy  []int               // by level k: the highest heavy level ≤ k, 0 if there is none
	items  []weighItem         // low levels first
	nodeAt []int               // by code: index of its item
	rungAt map[[2]int]int      // by code and level
	known  []byValue[*big.Int] // by table: the weights of values used so far
	free   []*big.Int          // numbers that are not needed any more
	tmp    big.Int
}

// A weighTail has a table on a level and goes on with the tail next, which lies below.
type weighTail struct{ level, table, next int }

// A weighTop has all variants with the same highest level and the same tail below it.
type weighTop struct {
	next   int
	tables []weighTable
	sums   byValue[*big.Int] // of the weights of a value, for values used so far
}

type weighTable struct {
	table int
	times *big.Int
}

// A weighItem is a node, or a rung over it on a higher level.
type weighItem struct {
	code  uint32
	level int
	uses  int        // parents' arcs that are still to come
	block []*big.Int // by slot; nil is 0
}

const (
	slotWeight = iota
	slotVariants
	slotTails // the first of them
)

// check panics if a table or a level does not exist, or a number of times is negative.
func (x *weigher) check(variants []Variant) {
	if len(x.Base) != x.f.levels {
		panic(fmt.Sprintf("mdd: Weigh: tables for %d levels, expected %d", len(x.Base), x.f.levels))
	}
	for _, t := range x.Base {
		inRange("Weigh", "table", t, One, len(x.Tables)-1)
	}
	for _, v := range variants {
		if v.Times != nil && v.Times.Sign() < 0 {
			panic(fmt.Sprintf("mdd: Weigh: a variant %d times", v.Times))
		}
		for _, c := range v.Changes {
			x.f.checkLevel("Weigh", c.Level)
			inRange("Weigh", "table", c.Table, One, len(x.Tables)-1)
		}
	}
}

// split makes tops and tails of the variants.
func (x *weigher) split(variants []Variant) {
	x.tops, x.needs = make([][]weighTop, x.f.levels+1), make([][]int, x.f.levels+1)
	from := []int{0} // by tail: the highest level that leads to it
	topAt := map[[2]int]int{}
	tableAt := map[[3]int]int{}
	for _, v := range variants {
		times := cmp.Or(v.Times, one)
		if len(v.Changes) == 0 {
			x.plain.Add(&x.plain, times)
			continue
		}
		list := slices.Clone(v.Changes)
		slices.SortFunc(list, func(a, b Change) int { return a.Level - b.Level })
		next := 0
		for i, c := range list {
			if i > 0 {
				if c.Level == list[i-1].Level {
					panic(fmt.Sprintf("mdd: Weigh: a variant changes level %d twice", c.Level))
				}
				from[next] = max(from[next], c.Level)
			}
			if i == len(list)-1 {
				break
			}
			key := weighTail{c.Level, c.Table, next}
			t, ok := x.tailAt[key]
			if !ok {
				t = len(x.tails)
				x.tailAt[key] = t
				x.tails, from = append(x.tails, key), append(from, 0)
			}
			next = t
		}
		top := list[len(list)-1]
		at, ok := topAt[[2]int{top.Level, next}]
		if !ok {
			at = len(x.tops[top.Level])
			topAt[[2]int{top.Level, next}] = at
			x.tops[top.Level] = append(x.tops[top.Level], weighTop{next: next})
		}
		tables := &x.tops[top.Level][at].tables
		key := [3]int{top.Level, at, top.Table}
		if i, ok := tableAt[key]; ok {
			(*tables)[i].times = new(big.Int).Add((*tables)[i].times, times)
		} else {
			tableAt[key] = len(*tables)
			*tables = append(*tables, weighTable{top.Table, times})
		}
	}
	for t := 1; t < len(x.tails); t++ {
		for k := x.tails[t].level; k < from[t]; k++ {
			x.needs[k] = append(x.needs[k], t)
		}
	}
}

// total returns the weight of the set by all variants.
func (x *weigher) total() (*big.Int, error) {
	if x.Root == 0 {
		return new(big.Int), nil
	}
	x.known = make([]byValue[*big.Int], len(x.Tables))
	x.findHeavy()
	if err := x.list(); err != nil {
		return nil, err
	}
	for i := range x.items {
		if err := x.compute(&x.items[i]); err != nil {
			return nil, err
		}
	}
	total := new(big.Int)
	root := &x.items[x.item(x.Root, x.f.levels)]
	if w := root.at(slotWeight); w != nil {
		total.Mul(w, &x.plain)
	}
	if w := root.at(slotVariants); w != nil {
		total.Add(total, w)
	}
	return total, nil
}

// findHeavy finds the levels where a skip is not simply a factor of 1 by the base, and 0 by other tables.
func (x *weigher) findHeavy() {
	used := make([][]int, x.f.levels+1) // by level: the tables other than the base
	for _, c := range x.tails[1:] {
		used[c.level] = append(used[c.level], c.table)
	}
	for k, tops := range x.tops {
		for _, top := range tops {
			for _, t := range top.tables {
				used[k] = append(used[k], t.table)
			}
		}
	}
	x.heavy = make([]int, x.f.levels+1)
	for i, skipped := range x.skipped() {
		k := i + 1
		x.heavy[k] = x.heavy[k-1]
		if skipped && (x.weight(x.Base[i], 0).Cmp(one) != 0 ||
			slices.ContainsFunc(used[k], func(t int) bool { return x.weight(t, 0).Sign() != 0 })) {
			x.heavy[k] = k
		}
	}
}

// list makes the items, with the numbers of their uses.
func (x *weigher) list() error {
	x.nodeAt, x.rungAt = make([]int, x.Codes()), map[[2]int]int{}
	x.items = append(x.items, weighItem{code: 1})
	for code := uint32(2); code < x.Codes(); code++ {
		x.items = append(x.items, weighItem{code: code, level: x.Level(code)})
	}
	const itemBytes = 64
	edge := func(c uint32, k int) error {
		for h := x.heavy[k]; h > x.Level(c); h = x.heavy[h-1] {
			if _, ok := x.rungAt[[2]int{int(c), h}]; ok {
				return nil
			}
			x.rungAt[[2]int{int(c), h}] = 0
			x.items = append(x.items, weighItem{code: c, level: h})
			if x.Memory > 0 && int64(len(x.items))*itemBytes > x.Memory {
				return &LimitError{Kind: "memory", At: int64(len(x.items)) * itemBytes, Max: x.Memory}
			}
		}
		return nil
	}
	if err := x.eachEdge(edge); err != nil {
		return err
	}
	x.bytes = int64(len(x.items)) * itemBytes
	slices.SortStableFunc(x.items, func(a, b weighItem) int { return a.level - b.level })
	for i, it := range x.items {
		if it.level == x.Level(it.code) {
			x.nodeAt[it.code] = i
		} else {
			x.rungAt[[2]int{int(it.code), it.level}] = i
		}
	}
	_ = x.eachEdge(func(c uint32, k int) error { x.items[x.item(c, k)].uses++; return nil })
	for at := range x.rungAt {
		x.items[x.item(uint32(at[0]), at[1]-1)].uses++
	}
	x.items[0].uses++ // it stays
	return nil
}

// eachEdge calls fn for each edge to a set c over levels 1…k, that to the root included.
func (x *weigher) eachEdge(fn func(c uint32, k int) error) error {
	if err := fn(x.Root, x.f.levels); err != nil {
		return err
	}
	for code := uint32(2); code < x.Codes(); code++ {
		k := x.Level(code)
		_, kids := x.Arcs(code)
		for _, c := range kids {
			if c != 0 {
				if err := fn(c, k-1); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// item returns the index of the item for c ≠ 0 as a set over levels 1…k.
func (x *weigher) item(c uint32, k int) int {
	if h := x.heavy[k]; h > x.Level(c) {
		return x.rungAt[[2]int{int(c), h}]
	}
	return x.nodeAt[c]
}

// at returns the number in a slot, nil for 0.
func (it *weighItem) at(slot int) *big.Int {
	if slot < len(it.block) {
		return it.block[slot]
	}
	return nil
}
