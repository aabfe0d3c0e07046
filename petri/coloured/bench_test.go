package coloured_test

import (
	"fmt"
	"runtime"
	"testing"

	. "brim/petri/coloured"
)

// BenchmarkUnfold measures the time for each binding, and the memory at the end, of nets of growing size.
func BenchmarkUnfold(b *testing.B) {
	for _, c := range []struct {
		family string
		make   func(t testing.TB, n int) *Net
		sizes  []int // with 10^4, 10^5 and 10^6 bindings or so
	}{
		{"philosophers", philosophers, []int{2_000, 20_000, 200_000}},
		{"ring", ring, []int{21, 46, 100}},
	} {
		for _, n := range c.sizes {
			b.Run(fmt.Sprintf("family=%s/n=%d", c.family, n), func(b *testing.B) {
				net := c.make(b, n)
				var u *Unfolding
				for b.Loop() {
					u = unfold(b, net, Options{})
				}
				transitions := len(u.Net.Transitions)
				b.ReportMetric(float64(transitions), "transitions")
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(transitions), "ns/transition")
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				b.ReportMetric(float64(m.Sys)/(1<<20), "MiB")
			})
		}
	}
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
