package structure

import "math/bits"

// A queue hands out transitions by the number of rows their elimination would
// add, and among equals by the length of the rows involved, both rounded: exact up
// to 31 more rows, then in powers of two; length by powers of two. The second
// criterion balances chains: a ring of n transitions takes O(n log n) instead of
// the O(n²) of growing one row along it. Very long rows count as growth, so that a
// place joined to everything does not use up the work before the rest is finished.
//
// Buckets are stacks. An element may lie in several; only the one in the bucket
// named by key counts.
type queue struct {
	buckets [][]int32
	full    []uint64 // bit b: bucket b is not empty
	key     []int32  // by transition
}

const (
	exactGrowth   = 32
	longRows      = 8 // class from which on length delays as growth does
	lengthClasses = 32
)

func newQueue(transitions int) *queue {
	n := (exactGrowth + 64) * lengthClasses
	return &queue{buckets: make([][]int32, n), full: make([]uint64, n/64), key: make([]int32, transitions)}
}

func bucketOf(growth int64, length int) int32 {
	g := max(growth+1, 0) + int64(max(length-longRows, 0))
	if g >= exactGrowth {
		g = exactGrowth + int64(bits.Len64(uint64(g/exactGrowth)))
	}
	return int32(g)*lengthClasses + int32(min(length, lengthClasses-1))
}

func (q *queue) put(t, b int32) {
	q.key[t] = b
	q.buckets[b] = append(q.buckets[b], t)
	q.full[b/64] |= 1 << (b % 64)
}

// changed moves t forward if it has become cheaper; the length is taken as before.
// If it has become dearer, confirm finds out.
func (q *queue) changed(t int32, growth int64) {
	if b := bucketOf(growth, int(q.key[t])%lengthClasses); b < q.key[t] {
		q.put(t, b)
	}
}

// pop returns a transition from the lowest bucket.
func (q *queue) pop() (t int32, ok bool) {
	for w, word := range q.full {
		for word != 0 {
			b := int32(w*64 + bits.TrailingZeros64(word))
			s := q.buckets[b]
			if len(s) == 0 {
				word &= word - 1
				q.full[w] = word
				continue
			}
			t = s[len(s)-1]
			q.buckets[b] = s[:len(s)-1]
			if q.key[t] == b {
				return t, true
			}
		}
	}
	return 0, false
}

// confirm reports whether t, just popped, belongs where it was; if it is dearer it
// is queued again.
func (q *queue) confirm(t int32, growth int64, length int) bool {
	b := bucketOf(growth, length)
	if b <= q.key[t] {
		return true
	}
	q.put(t, b)
	return false
}
