package coloured_test

import (
	"fmt"
	"path/filepath"
	"runtime"
	"testing"

	. "brim/petri/coloured"
)

// BenchmarkUnfold measures the time for each binding, and what of the memory lives at the end, of families with 10⁴,
// 10⁵ and 10⁶ bindings or so, and of the contest's nets.
func BenchmarkUnfold(b *testing.B) {
	for _, c := range []struct {
		family string
		make   func(t testing.TB, n int) *Net
		sizes  []int
	}{
		{"philosophers", philosophers, []int{2_000, 20_000, 50_000, 200_000}},
		{"ring", ring, []int{21, 46, 100}},
		{"regions", regions, []int{4, 7, 10}},
	} {
		for _, n := range c.sizes {
			b.Run(fmt.Sprintf("family=%s/n=%d", c.family, n), func(b *testing.B) { benchmarkUnfold(b, c.make(b, n)) })
		}
	}
	folders, _ := filepath.Glob(filepath.Join("..", "..", "..", "shared", "mcc", "coloured", "*"))
	for _, folder := range folders {
		b.Run("net="+filepath.Base(folder), func(b *testing.B) {
			_, net := readContest(b, folder)
			benchmarkUnfold(b, net)
		})
	}
}

func benchmarkUnfold(b *testing.B, net *Net) {
	var u *Unfolding
	for b.Loop() {
		u = unfold(b, net, Options{})
	}
	transitions := len(u.Net.Transitions)
	b.ReportMetric(float64(transitions), "transitions")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(transitions), "ns/transition")
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	b.ReportMetric(float64(m.HeapAlloc)/(1<<20), "live-MiB")
	runtime.KeepAlive(u)
}

// ring returns the contest's TokenRing of n+1 processes.
func ring(t testing.TB, n int) *Net {
	s := newSketch(t)
	c := s.cyclic("Process", n+1)
	v := s.variables(c, "i x y")
	s.Place("State", s.Product("Couple", "Couple", c, c))
	var first []*Term
	for p := range n + 1 {
		first = append(first, tuple(constant(int64(p)), constant(int64(p))))
	}
	s.Initial(0, sum(first...))
	s.Input(0, s.Transition("MainProcess"), sum(tuple(constant(0), v[1]), tuple(constant(int64(n)), v[1])))
	s.Output(0, 0, sum(tuple(constant(0), succ(v[1])), tuple(constant(int64(n)), v[1])))
	s.Input(0, s.Transition("OtherProcess"), sum(tuple(v[0], v[1]), tuple(pred(v[0]), v[2])))
	s.Output(1, 0, sum(tuple(v[0], v[2]), tuple(pred(v[0]), v[2])))
	s.Guard(1, both(And, test(Unequal, v[0], constant(0)), test(Unequal, v[1], v[2])))
	return s.net()
}

// regions returns a Sudoku of n² symbols whose guard finds the region of a cell: a disjunction of n² cases, each with
// two intervals. Where a cell is follows from two places, what is in it from another, and the region from the guard.
func regions(t testing.TB, n int) *Net {
	s := newSketch(t)
	c := s.Range("N", "N", 1, int64(n*n))
	v := s.variables(c, "x y v r")
	pairs := s.Product("Pairs", "Pairs", c, c)
	for _, name := range []string{"Rows", "Columns", "Regions", "Cells"} {
		s.Initial(s.Place(name, pairs), tuple(all(), all()))
	}
	s.Place("Board", s.Product("Board", "Board", c, c, c))
	s.Transition("Select")
	for p, terms := range [][]*Term{{v[0], v[2]}, {v[1], v[2]}, {v[3], v[2]}, {v[0], v[1]}} {
		s.Input(p, 0, tuple(terms...))
	}
	s.Output(0, 4, tuple(v[0], v[1], v[2]))
	var cases []*Guard
	for i := range int64(n) {
		for j := range int64(n) {
			within := func(x *Term, k int64) *Guard {
				low, high := constant(k*int64(n)), constant((k+1)*int64(n)-1)
				return both(And, test(GreaterEqual, x, low), test(LessEqual, x, high))
			}
			cases = append(cases, both(And, within(v[0], i), within(v[1], j), test(Equal, v[3], constant(i*int64(n)+j))))
		}
	}
	s.Guard(0, both(Or, cases...))
	return s.net()
}
