package encode

import (
	"context"
	"encoding/binary"
	"math/big"

	"brim/mdd"
	"brim/petri/counting"
)

// Weigh returns the sum over the markings of s, with at most so many bytes for its numbers; 0 is no limit. The error is
// a limit. Cost: see mdd's Weigh; a local state weighs the product of its places' weights.
func (m *Model) Weigh(ctx context.Context, s mdd.Set, sum *counting.Sum, memory int64) (*big.Int, error) {
	w := &weighing{model: m, sum: sum, tables: map[string]int{}}
	w.Memory = memory
	w.Base = make([]int, len(m.levels))
	for i, places := range m.Order.Levels {
		w.Base[i] = w.table(i, w.of(places, nil))
	}
	variants := make([]mdd.Variant, 0, len(sum.Terms))
	for _, t := range sum.Terms {
		byLevel := map[int32][]counting.Change{}
		var levels []int32
		for _, c := range t.Changes {
			at := m.levelOf[c.Place] - 1
			if byLevel[at] == nil {
				levels = append(levels, at)
			}
			byLevel[at] = append(byLevel[at], c)
		}
		v := mdd.Variant{Times: t.Times}
		for _, i := range levels {
			table := w.table(int(i), w.of(m.Order.Levels[i], byLevel[i]))
			if table != w.Base[i] {
				v.Changes = append(v.Changes, mdd.Change{Level: int(i) + 1, Table: table})
			}
		}
		variants = append(variants, v)
	}
	total, err := s.Weigh(ctx, w.Weighing, variants...)
	if err == nil {
		err = sum.Err()
	}
	return total, err
}

// Most returns the largest value of the function in a marking of s, which must not be empty.
func (m *Model) Most(s mdd.Set, f *counting.Linear) *big.Int {
	most, ok := m.mostShort(s, f)
	if !ok {
		most, _ = s.MaxBigSum(func(level, v int) *big.Int {
			sum := new(big.Int)
			for j, p := range m.Order.Levels[level-1] {
				sum.Add(sum, new(big.Int).Mul(f.Weights[p], big.NewInt(m.levels[level-1].tokens(v, j))))
			}
			return sum
		})
	}
	most.Add(most, f.Const)
	return most.Quo(most, f.Den)
}

// mostShort is Most without Const and Den; ok is false if 64 bits do not suffice.
func (m *Model) mostShort(s mdd.Set, f *counting.Linear) (most *big.Int, ok bool) {
	var sum []Weighted
	for p, w := range f.Weights {
		if !w.IsInt64() {
			return nil, false
		}
		if w.Sign() != 0 {
			sum = append(sum, Weighted{p, w.Int64()})
		}
	}
	n, err := m.MaxWeighted(s, sum)
	return big.NewInt(n), err == nil
}

// A weighing makes tables of levels from those of places.
type weighing struct {
	mdd.Weighing
	model  *Model
	sum    *counting.Sum
	tables map[string]int // by level and the tables of its places
	key    []byte
}

// of returns the tables of some places with changes.
func (w *weighing) of(places []int, changes []counting.Change) []int {
	tables := make([]int, len(places))
	for j, p := range places {
		tables[j] = w.sum.Base[p]
		for _, c := range changes {
			if c.Place == p {
				tables[j] = c.Table
			}
		}
	}
	return tables
}

// table returns the table of a level whose places have these.
func (w *weighing) table(level int, tables []int) int {
	free, l := true, &w.model.levels[level]
	if l.space == nil { // equal scales share tables
		w.key = binary.AppendVarint(binary.AppendVarint(w.key[:0], -1-l.rest), l.unit)
	} else {
		w.key = binary.AppendVarint(w.key[:0], int64(level))
	}
	for _, t := range tables {
		free = free && t == counting.One
		w.key = binary.AppendVarint(w.key, int64(t))
	}
	if free {
		return mdd.One
	}
	number, ok := w.tables[string(w.key)]
	if !ok {
		number = len(w.Tables)
		w.tables[string(w.key)] = number
		w.Tables = append(w.Tables, func(v int) *big.Int {
			var product *big.Int
			for j, t := range tables {
				if t == counting.One {
					continue
				}
				x := w.sum.Tables[t](l.tokens(v, j))
				if product == nil {
					product = x
				} else {
					product = new(big.Int).Mul(product, x)
				}
			}
			return product
		})
	}
	return number
}
