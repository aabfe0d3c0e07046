package mdd

import (
	"context"
	"fmt"
	"math/big"
	"runtime"
)

// The index of a set: the number, or the weight, of the tuples below each node.

// An Index has the number, or the weight, of the tuples below each node of a set. After one preparation it answers many
// queries: the n-th tuple, the rank of a tuple (sum_rank.go), random tuples (sum_sample.go), and how often each value
// occurs (sum_marginal.go).
//
// It needs neither the set nor the forest afterwards, never changes, and may be used by several goroutines.
type Index struct {
	levels int
	nodes  []indexNode // by code, and one more, where the arcs and sums of the last one end
	arcs   []indexArc
	sums   []big.Int // of a node with n arcs (n−1)/sumStep: the weights of its first sumStep arcs, 2·sumStep arcs, …

	factors []*big.Int // number 0 is 1
	root    indexArc   // from above the highest level; its value is not used
	total   big.Int

	memory, bytes int64
}

// Sums of each eighth arc let a search in wide nodes take steps of log(arcs) and 8, for an eighth of their memory.
const sumStep = 8

type indexNode struct {
	level      int
	arcs, sums int // where those of the node begin
	weight     big.Int
}

// An indexArc leads to a node, whose code it has. Tuples below weigh factor times as much through it: the weight of its
// value, times those of the zeros on levels that it skips.
type indexArc struct {
	value        int32
	node, factor uint32
}

// An Indexing says what an Index counts: tuples, or their weights.
type Indexing struct {
	// Weight gives weights ≥ 0 to local values. A tuple weighs their product. Without it each tuple weighs 1. It is
	// called once for each value of a level that occurs; its results are not changed. Fractions have to be brought to
	// one denominator before, a level at a time.
	Weight func(level, value int) *big.Int
	// Memory bounds the bytes of the index; 0 stands for no limit.
	Memory int64
}

// Index returns an index of a. The error is a *LimitError: of kind "memory", or of ctx.
//
// Cost: that of Count, with a product for each arc if there are weights. Memory: 12 bytes an arc, and 48 and the bytes
// of its number for each node and for each eighth arc of a wide one.
func (a Set) Index(ctx context.Context, o Indexing) (*Index, error) {
	d := a.traverse("Index")
	b := indexer{
		traversal: d, Indexing: o, budget: newBudget(ctx, "Index", o.Memory),
		Index: &Index{levels: d.f.levels, nodes: make([]indexNode, 0, d.Codes()+1), factors: []*big.Int{one},
			memory: o.Memory},
		values: map[[2]int]uint32{}, zeros: map[[2]int]uint32{},
	}
	err := b.build()
	runtime.KeepAlive(a)
	if err != nil {
		return nil, err
	}
	return b.Index, nil
}

// An indexer makes an Index.
type indexer struct {
	*traversal
	Indexing
	budget
	*Index
	values map[[2]int]uint32 // the factor of a level and a value
	zeros  map[[2]int]uint32 // the factor of zeros from one level to another
	words  []big.Word        // room for numbers
}

// build makes the index by a fold, whose result for a node is its number in the index: its code.
func (b *indexer) build() error {
	x := b.Index
	x.nodes = append(x.nodes, indexNode{}, indexNode{weight: *one})
	const nodeBytes, arcBytes = 48, 12
	b.budget.bytes = int64(b.Codes()) * nodeBytes
	var sum, product big.Int
	var err error // which ends the work, if not the loop
	f := newFold[uint32](b.traversal, 1, nil)
	f.run(func(level int, arcs []Arc[uint32]) uint32 {
		if err != nil {
			return 0
		}
		n := indexNode{level: level, arcs: len(x.arcs), sums: len(x.sums)}
		sum.SetInt64(0)
		for i, a := range arcs {
			if i > 0 && i%sumStep == 0 {
				x.sums = append(x.sums, big.Int{})
				b.keep(&x.sums[len(x.sums)-1], &sum)
			}
			below := x.nodes[a.Below].level
			arc := indexArc{int32(a.Value), a.Below,
				b.both(b.valueFactor(level, a.Value), b.zeroFactor(below+1, level-1))}
			x.arcs = append(x.arcs, arc)
			sum.Add(&sum, x.weight(arc, &product))
		}
		b.keep(&n.weight, &sum)
		x.nodes = append(x.nodes, n)
		b.ops += len(arcs)
		b.budget.bytes += int64(len(arcs)) * arcBytes
		err = b.over()
		return uint32(len(x.nodes) - 1)
	})
	if err != nil {
		return err
	}
	x.nodes = append(x.nodes, indexNode{arcs: len(x.arcs), sums: len(x.sums)})
	if b.Root != 0 {
		x.root = indexArc{node: b.Root, factor: b.zeroFactor(b.Level(b.Root)+1, x.levels)}
		x.total.Set(x.weight(x.root, &product))
	}
	x.bytes = b.budget.bytes
	return nil
}

// keep sets z to a copy of n.
func (b *indexer) keep(z, n *big.Int) {
	const block = 1 << 12
	words := n.Bits()
	if len(words) > len(b.words) {
		b.words = make([]big.Word, max(len(words), block))
	}
	z.SetBits(b.words[:copy(b.words, words):len(words)])
	b.words = b.words[len(words):]
	b.budget.bytes += int64(len(words)) * 8
	if n.Sign() > 0 {
		b.ops += len(words) >> 4
	}
}

// valueFactor returns the number of the factor of a value.
func (b *indexer) valueFactor(level, v int) uint32 {
	if b.Weight == nil {
		return 0
	}
	i, ok := b.values[[2]int{level, v}]
	if !ok {
		w := b.Weight(level, v)
		b.set.use("Index")
		given(w != nil, "Index", "weight")
		if w.Sign() < 0 {
			panic(fmt.Sprintf("mdd: Index: weight %v of value %d on level %d, expected 0 or more", w, v, level))
		}
		i = b.factor(new(big.Int).Set(w))
		b.values[[2]int{level, v}] = i
	}
	return i
}

// zeroFactor returns the number of the factor of zeros on the levels from low to high, none if low is above.
func (b *indexer) zeroFactor(low, high int) uint32 {
	if b.Weight == nil || low > high {
		return 0
	}
	i, ok := b.zeros[[2]int{low, high}]
	if !ok {
		for k := low; k <= high; k++ {
			i = b.both(i, b.valueFactor(k, 0))
		}
		b.zeros[[2]int{low, high}] = i
	}
	return i
}

// both returns the number of the product of two factors.
func (b *indexer) both(i, j uint32) uint32 {
	switch {
	case i == 0:
		return j
	case j == 0:
		return i
	}
	p := new(big.Int)
	b.product(p, b.factors[i], b.factors[j])
	return b.factor(p)
}

// factor gives a factor a number.
func (b *indexer) factor(n *big.Int) uint32 {
	if n.Cmp(one) == 0 {
		return 0
	}
	b.factors = append(b.factors, n)
	b.budget.bytes += numberBytes + int64(len(n.Bits()))*8
	return uint32(len(b.factors) - 1)
}

// weight returns the weight of an arc: a number of x, or product.
func (x *Index) weight(arc indexArc, product *big.Int) *big.Int {
	w := &x.nodes[arc.node].weight
	if arc.factor == 0 {
		return w
	}
	return product.Mul(w, x.factors[arc.factor])
}

// below returns the arcs of a node, and its sums.
func (x *Index) below(code uint32) ([]indexArc, []big.Int) {
	n, next := &x.nodes[code], &x.nodes[code+1]
	return x.arcs[n.arcs:next.arcs], x.sums[n.sums:next.sums]
}

// Total returns the number of tuples, or their weight.
func (x *Index) Total() *big.Int {
	x.use("Index.Total")
	return new(big.Int).Set(&x.total)
}

// use panics if x is nil or the zero Index; who names the operation.
func (x *Index) use(who string) { given(x != nil && x.nodes != nil, who, "index") }
