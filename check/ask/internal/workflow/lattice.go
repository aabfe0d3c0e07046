package workflow

import (
	"context"
	"errors"
	"slices"
)

// The vectors of a lattice that are nowhere negative, as sums of finitely many: their Hilbert basis, by project and
// lift [Hem02]. Coordinates are asked to be ≥ 0 one after the other, and each time all vectors that are minimal are
// found by a completion [Pot91].

// errLarge says that a basis or its numbers become too large.
var errLarge = errors.New("the tokens that cases can leave have too many forms")

const (
	mostVectors   = 400       // while a basis is made
	mostWork      = 2_000_000 // comparisons of vectors
	largestNumber = 1 << 30
)

// A lattice has a basis in echelon form: the pivot of row i is positive, in column pivots[i], and later rows have 0
// there.
type lattice struct {
	rows   [][]int64
	pivots []int
}

// newLattice returns the lattice that vectors generate.
func newLattice(vectors [][]int64) (*lattice, error) {
	l := new(lattice)
	if len(vectors) == 0 {
		return l, nil
	}
	for c := range vectors[0] {
		pivot := -1
		for i := 0; i < len(vectors); i++ { // Euclid's algorithm, so that one vector is left that is not 0 in c
			for vectors[i][c] != 0 {
				if pivot < 0 {
					pivot = i
				}
				if pivot == i {
					break
				}
				q := vectors[i][c] / vectors[pivot][c]
				if !subtract(vectors[i], vectors[pivot], q) {
					return nil, errLarge
				}
				if vectors[i][c] != 0 {
					vectors[i], vectors[pivot] = vectors[pivot], vectors[i]
				}
			}
		}
		if pivot < 0 {
			continue
		}
		row := vectors[pivot]
		if row[c] < 0 {
			subtract(row, row, 2)
		}
		l.rows, l.pivots = append(l.rows, row), append(l.pivots, c)
		vectors = slices.Delete(vectors, pivot, pivot+1)
	}
	return l, nil
}

// subtract subtracts y, so many times, from x. It is false if numbers become too large.
func subtract(x, y []int64, times int64) bool {
	for i, n := range y {
		if times > largestNumber || times < -largestNumber {
			return false
		}
		x[i] -= times * n
		if x[i] > largestNumber || x[i] < -largestNumber {
			return false
		}
	}
	return true
}

// hilbert returns the vectors of a lattice that are nowhere negative and no sum of others.
func (l *lattice) hilbert(ctx context.Context) ([][]int64, error) {
	if len(l.rows) == 0 {
		return nil, nil
	}
	b := &basis{}
	order := slices.Clone(l.pivots)
	for c := range l.rows[0] {
		if !slices.Contains(l.pivots, c) {
			order = append(order, c)
		}
	}
	for i, c := range order {
		if i < len(l.rows) {
			back := make([]int64, len(l.rows[i]))
			subtract(back, l.rows[i], 1)
			b.vectors = append(b.vectors, slices.Clone(l.rows[i]), back)
		}
		if err := b.lift(ctx, c); err != nil {
			return nil, err
		}
	}
	return b.vectors, nil
}

// A basis generates the vectors of a lattice, as far as the done coordinates tell, in which these are not negative.
type basis struct {
	done    []int
	vectors [][]int64
	work    int
}

// lift makes c a done coordinate.
func (b *basis) lift(ctx context.Context, c int) error {
	for i := 1; i < len(b.vectors); i++ {
		for j := range i {
			f, g := b.vectors[i], b.vectors[j]
			if f[c] >= 0 && g[c] >= 0 || f[c] <= 0 && g[c] <= 0 {
				continue
			}
			sum := slices.Clone(f)
			if !subtract(sum, g, -1) || !b.reduce(sum, c) || len(b.vectors) > mostVectors {
				return errLarge
			}
			if b.differs(sum, c) {
				b.vectors = append(b.vectors, sum)
			}
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
		}
	}
	b.minimal(c)
	b.done = append(b.done, c)
	return nil
}

// differs reports whether a vector is not 0 in c and the done coordinates.
func (b *basis) differs(v []int64, c int) bool {
	return v[c] != 0 || slices.ContainsFunc(b.done, func(d int) bool { return v[d] != 0 })
}

// within reports whether g is no larger than v in the done coordinates, and in c of the same sign and no larger.
func (b *basis) within(g, v []int64, c int) bool {
	b.work++
	if g[c] > max(v[c], 0) || g[c] < min(v[c], 0) {
		return false
	}
	for _, d := range b.done {
		if g[d] > v[d] {
			return false
		}
	}
	return true
}

// reduce subtracts vectors that are within v as long as there are any. It is false if that takes too much work.
func (b *basis) reduce(v []int64, c int) bool {
	for i := 0; i < len(b.vectors); i++ {
		for g := b.vectors[i]; b.differs(v, c) && b.within(g, v, c); i = -1 {
			if !subtract(v, g, 1) || b.work > mostWork {
				return false
			}
		}
	}
	return b.work <= mostWork
}

// minimal removes vectors that are negative in c, and those that have others within.
func (b *basis) minimal(c int) {
	b.vectors = slices.DeleteFunc(b.vectors, func(v []int64) bool { return v[c] < 0 || !b.differs(v, c) })
	var kept [][]int64
	for i, v := range b.vectors {
		sum := false
		for j, g := range b.vectors {
			if i != j && b.within(g, v, c) && (j < i || !b.within(v, g, c)) {
				sum = true
			}
		}
		if !sum {
			kept = append(kept, v)
		}
	}
	b.vectors = kept
}
