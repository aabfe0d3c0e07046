package class

import (
	"context"
	"errors"
	"slices"

	"brim/internal/checked"
	"brim/internal/simplex"
)

// The rank of the incidence matrix, and the clusters of a net.

const rankWork = 100_000_000 // entries that are written

// A part is a connected part of a net, by arcs without direction.
type part struct {
	clusters int // of nodes that input arcs join
	rank     int // of the incidence matrix
}

// parts returns the connected parts of the net with places and transitions, with the ranks of their incidence
// matrices. The error is the cause for which ctx ended, or says that the numbers or the work are too large.
func (s *Study) parts(ctx context.Context) ([]part, error) {
	places := len(s.net.Places)
	connected, clusters := newUnion(places+len(s.net.Transitions)), newUnion(places+len(s.net.Transitions))
	for t := range s.net.Transitions {
		for _, a := range s.net.Transitions[t].Pre {
			connected.join(a.Place, places+t)
			clusters.join(a.Place, places+t)
		}
		for _, a := range s.net.Transitions[t].Post {
			connected.join(a.Place, places+t)
		}
	}
	at := make(map[int]*part)
	for t := range s.net.Transitions {
		if len(s.net.Transitions[t].Pre)+len(s.net.Transitions[t].Post) > 0 {
			at[connected.find(places+t)] = &part{}
		}
	}
	for x := range places + len(s.net.Transitions) {
		if p := at[connected.find(x)]; p != nil && clusters.find(x) == x {
			p.clusters++
		}
	}
	columns, err := pivotColumns(ctx, s.byTransition(), places)
	if err != nil {
		return nil, err
	}
	for _, c := range columns {
		at[connected.find(c)].rank++
	}
	var list []part
	for _, p := range at {
		list = append(list, *p)
	}
	return list, nil
}

// pivotColumns eliminates the rows of a matrix, the short ones first, and returns the columns of the pivots: as many
// as the rank. It is exact: numbers are whole, rows are divided by their greatest common divisors, and what exceeds
// 64 bits is an error.
func pivotColumns(ctx context.Context, rows [][]simplex.Entry, columns int) ([]int, error) {
	slices.SortStableFunc(rows, func(a, b []simplex.Entry) int { return len(a) - len(b) })
	pivot := make([][]simplex.Entry, columns) // by column: the row that begins there
	var found []int
	work := 0
	for _, row := range rows {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		for len(row) > 0 && pivot[row[0].V] != nil {
			var fits bool
			if row, fits = eliminate(row, pivot[row[0].V]); !fits {
				return nil, errors.New("the numbers are too large")
			}
			if work += len(row); work > rankWork {
				return nil, errors.New("the matrix is too large")
			}
		}
		if len(row) > 0 {
			pivot[row[0].V] = row
			found = append(found, int(row[0].V))
		}
	}
	return found, nil
}

// eliminate returns a combination of two rows that begin in the same column, without that column.
func eliminate(row, by []simplex.Entry) (out []simplex.Entry, fits bool) {
	d := gcd(row[0].C, by[0].C)
	x, y := by[0].C/d, -row[0].C/d
	fits, all := true, int64(0)
	out = make([]simplex.Entry, 0, len(row)+len(by)-2)
	add := func(v int32, a, b int64) {
		n, ok := checked.MulAdd(0, x, a)
		n, more := checked.MulAdd(n, y, b)
		fits = fits && ok && more
		if n != 0 {
			out = append(out, simplex.Entry{V: v, C: n})
			all = gcd(all, n)
		}
	}
	i, j := 1, 1
	for i < len(row) || j < len(by) {
		switch {
		case j == len(by) || i < len(row) && row[i].V < by[j].V:
			add(row[i].V, row[i].C, 0)
			i++
		case i == len(row) || by[j].V < row[i].V:
			add(by[j].V, 0, by[j].C)
			j++
		default:
			add(row[i].V, row[i].C, by[j].C)
			i, j = i+1, j+1
		}
	}
	if all > 1 {
		for k := range out {
			out[k].C /= all
		}
	}
	return out, fits
}

// gcd returns the greatest common divisor, not negative.
func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

// A union joins nodes to sets; the node that stands for its set is the one that find returns.
type union []int

func newUnion(n int) union {
	u := make(union, n)
	for i := range u {
		u[i] = i
	}
	return u
}

func (u union) find(x int) int {
	for u[x] != x {
		u[x] = u[u[x]] // halve the path
		x = u[x]
	}
	return x
}

func (u union) join(x, y int) { u[u.find(x)] = u.find(y) }
