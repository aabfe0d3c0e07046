package compare

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"brim/bench"
)

// This file pairs the cells of two sweeps by name, or the cells of one sweep by a label.

// A Pair is a cell as both sides measured it, each record the summary of its runs.
type Pair struct {
	Suite, Cell string
	A, B        *bench.Record
}

// Sides are two sets of records, paired.
type Sides struct {
	A, B  Side
	Pairs []Pair // in the order of A
}

// A Side is one of the two sets of records that are compared.
type Side struct {
	Name    string // as people know it
	Records []*bench.Record
	Alone   int // cells that the other side does not have with the same limits, and in two sweeps the same arguments
}

// Sweeps pairs the cells of two sweeps that have the same suite, name, arguments and limits.
func Sweeps(nameA, nameB string, a, b []bench.Record) Sides {
	whole := func(r *bench.Record) (string, string, bool) { return r.Cell, strings.Join(r.Args, "\x00"), true }
	return pair(collect(nameA, a, whole), collect(nameB, b, whole))
}

// By pairs the cells of one sweep that differ in the value of one label: those with a are A, those with b are B. It
// fails if no cell has the label or one of the values, and then names those that exist.
func By(records []bench.Record, label, a, b string) (Sides, error) {
	values := map[string]bool{}
	with := func(value string) (list []bench.Record) {
		for _, r := range records {
			if _, v, ok := without(r.Cell, label); ok {
				values[v] = true
				if v == value {
					list = append(list, r)
				}
			}
		}
		return list
	}
	rest := func(r *bench.Record) (string, string, bool) {
		cell, _, ok := without(r.Cell, label)
		return cell, "", ok
	}
	s := pair(collect(label+"="+a, with(a), rest), collect(label+"="+b, with(b), rest))
	for _, v := range []string{a, b} {
		switch {
		case len(values) == 0:
			return s, fmt.Errorf("no cell has a label %s; there are %s", label, strings.Join(labels(records), ", "))
		case !values[v]:
			list := slices.Sorted(maps.Keys(values))
			return s, fmt.Errorf("no cell has %s=%s; there are %s", label, v, strings.Join(list, ", "))
		}
	}
	return s, nil
}

// without returns the name of a cell without a label, and the value of that.
func without(cell, label string) (rest, value string, ok bool) {
	parts := strings.Split(cell, "/")
	for i, p := range parts {
		if v, found := strings.CutPrefix(p, label+"="); found {
			return strings.Join(slices.Delete(parts, i, i+1), "/"), v, true
		}
	}
	return cell, "", false
}

// labels lists the keys of the names of cells.
func labels(records []bench.Record) (list []string) {
	for i := range records {
		for p := range strings.SplitSeq(records[i].Cell, "/") {
			if key, _, ok := strings.Cut(p, "="); ok && !slices.Contains(list, key) {
				list = append(list, key)
			}
		}
	}
	slices.Sort(list)
	return list
}

// A side on its way to pairs: the runs of each cell, and the cells in their order.
type collection struct {
	Side
	cells []cellKey
	runs  map[cellKey][]*bench.Record
}

// A cellKey is what two cells have in common that are compared.
type cellKey struct {
	suite, cell, args string
	seconds           float64
	bytes             int64
}

// collect groups the records of a side by cell and limits, in the order of the cells. of returns the name and
// arguments by which a record is grouped, or false to leave it out. Of a run that was recorded more than once the
// last record counts.
func collect(name string, records []bench.Record, of func(*bench.Record) (cell, args string, ok bool)) collection {
	c := collection{Side: Side{Name: name}, runs: map[cellKey][]*bench.Record{}}
	for i := range records {
		r := &records[i]
		cell, args, ok := of(r)
		if !ok {
			continue
		}
		k := cellKey{r.Suite, cell, args, r.Seconds, r.Bytes}
		runs, found := c.runs[k]
		if !found {
			c.cells = append(c.cells, k)
		}
		if at := slices.IndexFunc(runs, func(x *bench.Record) bool { return x.Run == r.Run }); at >= 0 {
			runs[at] = r
		} else {
			runs = append(runs, r)
		}
		c.runs[k] = runs
	}
	for _, k := range c.cells {
		slices.SortFunc(c.runs[k], func(x, y *bench.Record) int { return cmp.Compare(x.Run, y.Run) })
		c.Records = append(c.Records, c.runs[k]...)
	}
	return c
}

// pair puts two sides together.
func pair(a, b collection) Sides {
	s := Sides{A: a.Side, B: b.Side}
	for _, k := range a.cells {
		if runs, ok := b.runs[k]; ok {
			s.Pairs = append(s.Pairs, Pair{k.suite, k.cell, bench.Summary(a.runs[k]), bench.Summary(runs)})
		}
	}
	s.A.Alone, s.B.Alone = len(a.cells)-len(s.Pairs), len(b.cells)-len(s.Pairs)
	return s
}
