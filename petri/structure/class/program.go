package class

import (
	"context"
	"errors"

	"brim/internal/simplex"
)

// Linear programs, of which only what is exact counts.

const (
	pivots  = 3000    // of a linear program
	entries = 1 << 22 // of its rows
)

// positive decides whether some combination of the rows, each taken at least once, is zero or, without equal, nowhere
// positive. Of the two alternatives of Stiemke's lemma, one is refuted by the solver, which is exact in this: such a
// combination; or a vector, without equal one that is not negative, whose product with each row is at least 0, and
// with some row more.
func positive(ctx context.Context, rows [][]simplex.Entry, columns int, equal bool) (Answer, error) {
	if refuted, err := refuteCombination(ctx, rows, columns, equal); err != nil || refuted {
		return No, err
	}
	if refuted, err := refuteVector(ctx, rows, columns, equal); err != nil || refuted {
		return Yes, err
	}
	return Unknown, nil
}

// refuteCombination reports whether no combination of the rows is as positive says.
func refuteCombination(ctx context.Context, rows [][]simplex.Entry, columns int, equal bool) (bool, error) {
	var t simplex.Tableau[struct{}]
	for range rows {
		t.AddUnknown()
	}
	byColumn := make([][]simplex.Entry, columns)
	for r, row := range rows {
		for _, e := range row {
			byColumn[e.V] = append(byColumn[e.V], simplex.Entry{V: int32(r), C: -e.C})
		}
	}
	for _, column := range byColumn {
		if len(column) == 0 {
			continue
		}
		if sum := t.AddSum(column, 0); equal && !t.Bound(sum, true, 0, nil) {
			return true, nil
		}
	}
	for r := range rows {
		if !t.Bound(int32(r), false, 1, nil) {
			return true, nil
		}
	}
	conflict, err := t.Solve(ctx, simplex.Limits{Pivots: pivots, Entries: entries})
	return conflict != nil, err
}

// refuteVector reports whether no vector is as positive says. With equal, an unknown is the difference of two.
func refuteVector(ctx context.Context, rows [][]simplex.Entry, columns int, equal bool) (bool, error) {
	var t simplex.Tableau[struct{}]
	for range columns {
		t.AddUnknown()
		if equal {
			t.AddUnknown()
		}
	}
	sum := func(row []simplex.Entry) (def []simplex.Entry) {
		for _, e := range row {
			if equal {
				def = append(def, simplex.Entry{V: 2 * e.V, C: e.C}, simplex.Entry{V: 2*e.V + 1, C: -e.C})
			} else {
				def = append(def, e)
			}
		}
		return def
	}
	total := make([]int64, columns)
	for _, row := range rows {
		for _, e := range row {
			if total[e.V] += e.C; total[e.V] > 1<<60 || total[e.V] < -1<<60 || e.C > 1<<60 || e.C < -1<<60 {
				return false, errors.New("the weights are too large")
			}
		}
		if len(row) > 0 {
			t.AddSum(sum(row), 0)
		}
	}
	var all []simplex.Entry
	for v, c := range total {
		if c != 0 {
			all = append(all, simplex.Entry{V: int32(v), C: c})
		}
	}
	if len(all) == 0 {
		return true, nil // the sum of all products is 0, so none is positive
	}
	t.AddSum(sum(all), 1)
	conflict, err := t.Solve(ctx, simplex.Limits{Pivots: pivots, Entries: entries})
	return conflict != nil, err
}
