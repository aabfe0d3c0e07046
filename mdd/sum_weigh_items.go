package mdd

import (
	"math/big"
	"slices"

	"brim/dd"
)

// The sums of Weigh: the numbers of one node, from those of its children.

// compute finds the numbers of an item from those of its children: its weight, the weight by all variants that end at
// its level or below, and the weights by the tails that may be needed above. It frees the numbers of children after
// their last use.
func (x *weigher) compute(it *weighItem) error {
	if it.level == 0 { // the terminal
		it.block = []*big.Int{big.NewInt(1)}
		return nil
	}
	k := it.level
	needs, base := x.needs[k], x.Base[k-1]
	it.block = make([]*big.Int, slotTails+len(needs))
	values, kids := dd.Values{}, []uint32{it.code}
	if k == x.Level(it.code) {
		values, kids = x.Arcs(it.code)
	}
	for i, c := range kids {
		if c == 0 {
			continue
		}
		v, child := values.At(i), &x.items[x.item(c, k-1)]
		w := x.weight(base, v)
		x.add(it, slotWeight, w, child, 0)
		if f := child.at(slotVariants); f != nil {
			x.addProduct(it, slotVariants, w, f)
		}
		for j := range x.tops[k] {
			x.add(it, slotVariants, x.topWeight(&x.tops[k][j], v), child, x.tops[k][j].next)
		}
		for j, t := range needs {
			if c := x.tails[t]; c.level == k {
				x.add(it, slotTails+j, x.weight(c.table, v), child, c.next)
			} else {
				x.add(it, slotTails+j, w, child, t)
			}
		}
		if err := x.over(); err != nil {
			return err
		}
	}
	for _, c := range kids {
		if c != 0 {
			x.release(&x.items[x.item(c, k-1)])
		}
	}
	return nil
}

// add adds w times the weight of child by a tail to a number of it.
func (x *weigher) add(it *weighItem, slot int, w *big.Int, child *weighItem, tail int) {
	from := slotWeight
	if tail != 0 {
		if x.tails[tail].level > child.level {
			return // skipped: the value is 0, which weighs 0 there
		}
		i, _ := slices.BinarySearch(x.needs[child.level], tail)
		from = slotTails + i
	}
	if n := child.at(from); n != nil {
		x.addProduct(it, slot, w, n)
	}
}

// addProduct adds w·n to a number of it.
func (x *weigher) addProduct(it *weighItem, slot int, w, n *big.Int) {
	if w.Sign() == 0 {
		return
	}
	x.product(&x.tmp, w, n)
	sum := it.block[slot]
	if sum == nil {
		if l := len(x.free); l > 0 {
			sum = x.free[l-1].SetInt64(0)
			x.free = x.free[:l-1]
		} else {
			sum = new(big.Int)
		}
		it.block[slot] = sum
		x.bytes += numberBytes
	}
	x.bytes -= int64(len(sum.Bits())) * 8
	sum.Add(sum, &x.tmp)
	x.bytes += int64(len(sum.Bits())) * 8
}

// release frees the numbers of an item after its last use.
func (x *weigher) release(it *weighItem) {
	if it.uses--; it.uses > 0 {
		return
	}
	for _, n := range it.block {
		if n != nil {
			x.bytes -= numberBytes + int64(len(n.Bits()))*8
			x.free = append(x.free, n)
		}
	}
	it.block = nil
}

// weight returns the weight of a value by a table.
func (x *weigher) weight(table, v int) *big.Int {
	if table == One {
		return one
	}
	w := x.known[table].at(v)
	if *w == nil {
		n := x.Tables[table](v)
		x.set.use("Weigh")
		*w = n
	}
	return *w
}

// one must not be changed.
var one = big.NewInt(1)

// topWeight returns the sum of the weights of a value by the tables of a top.
func (x *weigher) topWeight(top *weighTop, v int) *big.Int {
	w := top.sums.at(v)
	if *w == nil {
		*w = new(big.Int)
		for _, t := range top.tables {
			(*w).Add(*w, new(big.Int).Mul(x.weight(t.table, v), t.times))
		}
	}
	return *w
}
