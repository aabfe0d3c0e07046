package mdd

import "fmt"

// check returns the first broken invariant of m's diagram, see Matrix.
func (m Matrix) check() error { return m.f.checkMatrix(m.node(), m.f.levels) }

// checkMatrix returns the first broken invariant of n and of what it leads to, matrices of variables up to k.
func (f *Forest) checkMatrix(n node, k int) error {
	if n <= unit {
		return nil
	}
	level := f.s.Level(n)
	if level <= f.levels || (level-f.levels)%2 != 0 || f.variable(n) > k {
		return fmt.Errorf("X3: a matrix on level %d below variable %d of %d levels", level, k, f.levels)
	}
	k = f.variable(n)
	rest, rows := f.rows(n, k)
	if rows.v == noValue {
		return fmt.Errorf("X1: a node of variable %d without rows", k)
	}
	if err := f.checkMatrix(rest, k-1); err != nil {
		return err
	}
	for ; rows.v != noValue; rows.next() {
		switch {
		case rows.child == nowhere && rest == empty:
			return fmt.Errorf("X2: a row that leads nowhere, of value %d of variable %d", rows.v-1, k)
		case rows.child == nowhere:
			continue
		case f.s.Level(rows.child) != f.rowLevel(k):
			return fmt.Errorf("X3: a row of variable %d on level %d of %d levels", k, f.s.Level(rows.child), f.levels)
		case rest != empty && f.stays(rows.child, rows.v-1, rest):
			return fmt.Errorf("X2: the row of value %d of variable %d stays there", rows.v-1, k)
		}
		for _, below := range f.arcs(rows.child, f.rowLevel(k)) {
			if err := f.checkMatrix(below, k-1); err != nil {
				return err
			}
		}
	}
	return nil
}
