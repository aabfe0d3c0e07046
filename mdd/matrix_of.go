package mdd

import (
	"fmt"
	"iter"
	"runtime"
	"slices"
)

// Matrices made from lists of pairs, and from sets over twice as many levels.

// MatrixOf returns the relation with these pairs of the values of the given levels, ascending: the value of level
// levels[i] is at index i. Other levels are left alone. Pairs may repeat, in any order, and the sequence may reuse its
// slices. It panics if there is no such level, or the number of values is another one.
//
// It sorts the pairs and builds each node once. Cost: O(p·log p) comparisons and O(p·levels) nodes made, for p pairs,
// and 16 bytes for each pair and level meanwhile.
func (f *Forest) MatrixOf(levels []int, pairs iter.Seq2[[]int, []int]) Matrix {
	const who = "MatrixOf"
	f.use(who)
	f.checkLevels(who, levels)
	given(pairs != nil, who, "sequence")
	f.matrices()
	n, count := len(levels), 0
	var words []int // of each pair, for each level, the lowest first: from, to
	for from, to := range pairs {
		f.use(who)
		if len(from) != n || len(to) != n {
			panic(fmt.Sprintf("mdd: %s: a pair of %d and %d values for %d levels", who, len(from), len(to), n))
		}
		for i, k := range levels {
			checkEntry(who, from[i], k)
			checkEntry(who, to[i], k)
			words = append(words, from[i], to[i])
		}
		count++
	}
	f.use(who)
	list := make([][]int, count)
	for i := range list {
		list[i] = words[2*n*i : 2*n*(i+1)]
	}
	slices.SortFunc(list, func(a, b []int) int {
		for i := 2*n - 2; i >= 0; i -= 2 {
			if a[i] != b[i] {
				return a[i] - b[i]
			}
			if a[i+1] != b[i+1] {
				return a[i+1] - b[i+1]
			}
		}
		return 0
	})
	defer f.s.Release(f.s.Mark())
	return f.matrix(f.buildMatrix(list, levels))
}

// buildMatrix returns the matrix of the pairs of values of the levels, which are sorted and agree above them.
func (f *Forest) buildMatrix(list [][]int, levels []int) node {
	switch {
	case len(list) == 0:
		return empty
	case len(levels) == 0:
		return unit
	}
	i := len(levels) - 1
	k := levels[i]
	// part returns how many of the list agree with its first in the given word.
	part := func(list [][]int, word int) int {
		if v := list[0][word]; list[len(list)-1][word] != v {
			return slices.IndexFunc(list, func(t []int) bool { return t[word] != v })
		}
		return len(list)
	}
	l := f.newRows(k, empty)
	for len(list) > 0 {
		n := part(list, 2*i)
		same, v := list[:n], list[0][2*i]
		list = list[n:]
		row := f.newArcs()
		for len(same) > 0 {
			n := part(same, 2*i+1)
			row.add(same[0][2*i+1]+1, f.buildMatrix(same[:n], levels[:i]))
			same = same[n:]
		}
		l.add(v, row.make(f.rowLevel(k)))
	}
	return l.make()
}

// checkLevels panics unless the levels exist and ascend.
func (f *Forest) checkLevels(who string, levels []int) {
	for i, k := range levels {
		if k < 1 || k > f.levels || i > 0 && levels[i-1] >= k {
			panic(fmt.Sprintf("mdd: %s: levels %v, expected ascending ones from 1 to %d", who, levels, f.levels))
		}
	}
}

// checkEntry panics unless v is a local value that a matrix may have.
func checkEntry(who string, v, level int) {
	if v < 0 || v > MaxValue-2 {
		panic(fmt.Sprintf("mdd: %s: value %d on level %d, expected 0 to %d", who, v, level, MaxValue-2))
	}
}

// allLevels lists the levels.
func (f *Forest) allLevels() []int {
	levels := make([]int, f.levels)
	for i := range levels {
		levels[i] = i + 1
	}
	return levels
}

// MatrixOfSet returns the relation whose pairs of values of the given levels, ascending, are the tuples of a set of any
// forest. The set has two levels for each of them: level 2i of pairs is the current and level 2i−1 the next value of
// levels[i−1]. Other levels are left alone.
//
// So relations can be built with the operations on sets, for instance with Between where the next value is a sum. It
// panics if the numbers of levels do not fit. Cost: O(arcs of pairs), times the levels that an edge skips.
func (f *Forest) MatrixOfSet(levels []int, pairs Set) Matrix {
	return f.matrixOfSet("MatrixOfSet", levels, pairs)
}

// matrixOfSet is MatrixOfSet for the operation who.
func (f *Forest) matrixOfSet(who string, levels []int, pairs Set) Matrix {
	f.use(who)
	f.checkLevels(who, levels)
	if from := pairs.use(who); from.levels != 2*len(levels) {
		panic(fmt.Sprintf("mdd: %s: pairs over %d levels, expected %d, two for each of %v", who, from.levels,
			2*len(levels), levels))
	}
	f.matrices()
	defer f.s.Release(f.s.Mark())
	r := setReader{f: f, levels: levels, d: pairs.traverse(who)}
	m := f.matrix(r.read())
	runtime.KeepAlive(pairs)
	return m
}

// A setReader makes a matrix of a set of pairs. The matrix or row made of the node with a code lies on the work stack
// at p+code.
type setReader struct {
	f      *Forest
	levels []int
	d      *traversal
	p      int
}

// read makes a matrix or a row of each node, children first, and returns the matrix of the root.
func (r *setReader) read() node {
	f := r.f
	r.p = f.s.Grow(int(r.d.Codes()))
	for code := uint32(2); code < r.d.Codes(); code++ { // children first
		level := r.d.Level(code)
		i := (level + 1) / 2
		values, kids := r.d.Arcs(code)
		var n node
		if level == 2*i {
			l := f.newRows(r.levels[i-1], empty)
			for j, c := range kids {
				if c != empty {
					l.add(values.At(j), r.row(c, i))
				}
			}
			n = l.make()
		} else {
			l := f.newArcs()
			for j, c := range kids {
				if c != empty {
					l.add(values.At(j)+1, r.matrix(c, i-1))
				}
			}
			n = l.make(f.rowLevel(r.levels[i-1]))
		}
		f.s.Put(r.p+int(code), n)
	}
	return r.matrix(r.d.Root, len(r.levels))
}

// matrix returns the matrix of the node with this code, not that of Empty unless i is 0, over the lowest i of the
// levels.
func (r *setReader) matrix(code uint32, i int) node {
	switch {
	case i == 0 || code == empty:
		return code
	case r.d.Level(code) == 2*i:
		return r.f.s.At(r.p + int(code))
	}
	row := r.row(code, i)
	l := r.f.newRows(r.levels[i-1], empty)
	l.add(0, row)
	return l.make()
}

// row returns the row of the node with this code, not Empty, over the i-th level and those below.
func (r *setReader) row(code uint32, i int) node {
	if r.d.Level(code) == 2*i-1 {
		return r.f.s.At(r.p + int(code))
	}
	return r.f.stay(r.levels[i-1], 0, r.matrix(code, i-1))
}
