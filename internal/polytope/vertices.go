package polytope

import (
	"context"
	"math/big"
)

// The vertices of a polytope, from one to all.

// mostRows is the largest number of rows.
const mostRows = 256

// A mark is a set of functions.
type mark [mostRows / 64]uint64

func (m *mark) flip(i int32) { m[i/64] ^= 1 << (i % 64) }

// A step of the search is a pivot, and the next column to look at.
type step struct{ row, col, next int }

// sum adds the terms of all vertices to each part, and returns an upper bound of the number of points. The table is
// that of a vertex, before and after. Vertices form a connected graph, in which each has one neighbour along each edge;
// the search goes depth first, and pivots back.
func (t *table) sum(ctx context.Context, l Limits, parts []*part) (bound *big.Int, err error) {
	if t.rows > mostRows {
		return nil, ErrRange
	}
	most := make([]int64, t.rows)
	start := append([]int32(nil), t.free...)
	var now mark
	for _, f := range t.free {
		now.flip(f)
	}
	seen := map[mark]struct{}{now: {}}
	path := []step{{row: -1}}
	if err := t.visit(l, parts, most); err != nil {
		return nil, err
	}
	for len(path) > 0 {
		top := &path[len(path)-1]
		if top.next == t.dim {
			if top.row >= 0 {
				now.flip(t.basic[top.row])
				now.flip(t.free[top.col])
				if !t.pivot(top.row, top.col) {
					return nil, ErrRange
				}
			}
			path = path[:len(path)-1]
			continue
		}
		col := top.next
		top.next++
		row, err := t.leaves(col)
		if err != nil {
			return nil, err
		}
		other := now
		other.flip(t.basic[row])
		other.flip(t.free[col])
		if _, ok := seen[other]; ok {
			continue
		}
		if l.Vertices > 0 && len(seen) >= l.Vertices {
			return nil, errMany
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		seen[other] = struct{}{}
		if !t.pivot(row, col) {
			return nil, ErrRange
		}
		now = other
		path = append(path, step{row: row, col: col})
		if err := t.visit(l, parts, most); err != nil {
			return nil, err
		}
	}
	bound = big.NewInt(1)
	for _, f := range start { // a point is known by these
		bound.Mul(bound, big.NewInt(most[f]+1))
	}
	return bound, nil
}

// visit adds the term of the vertex of the table, and raises most to the values of the functions there, rounded up.
func (t *table) visit(l Limits, parts []*part, most []int64) error {
	for i, b := range t.basic {
		if int(b) < t.rows {
			most[b] = max(most[b], t.value[i]/t.det+1)
		}
	}
	c, err := t.classes(l)
	if err != nil {
		return err
	}
	for _, x := range parts {
		if !x.add(t, c) {
			return errGeneric
		}
	}
	return nil
}
