package reduce_test

import (
	"context"
	"testing"

	"brim/internal/testkit/randnet"
	"brim/petri"
	"brim/petri/reduce"
)

// P4 drops a place that two others imply together, and P3 does not: free holds at least a + b, and whoever takes from
// it takes from a or b as well, so it never runs short, but neither place alone says so. With fewer tokens at first it
// stays.
func TestSeveral(t *testing.T) {
	build := func(free int64) *petri.Net {
		b := petri.NewBuilder("several")
		p := map[string]int{}
		for _, x := range []struct {
			name   string
			tokens int64
		}{{"free", free}, {"a", 1}, {"b", 1}, {"x", 0}, {"y", 0}} {
			p[x.name] = b.Place(x.name, x.tokens)
		}
		for _, x := range []struct {
			name    string
			in, out []string
		}{
			{"t", []string{"free", "a"}, []string{"x"}}, {"u", []string{"free", "b"}, []string{"y"}},
			{"v", []string{"x"}, []string{"a", "free"}}, {"w", []string{"y"}, []string{"b", "free"}},
		} {
			tr := b.Transition(x.name)
			for _, q := range x.in {
				b.In(tr, p[q], 1)
			}
			for _, q := range x.out {
				b.Out(tr, p[q], 1)
			}
		}
		net, err := b.Net()
		if err != nil {
			t.Fatal(err)
		}
		return net
	}
	for free := range int64(5) {
		for _, rule := range []reduce.Rule{reduce.Several, reduce.Implied} {
			net := build(free)
			r := reduce.Net(t.Context(), net,
				reduce.Options{Class: reduce.Bisimilar, Rules: []reduce.Rule{rule}, Programs: true})
			want := rule == reduce.Several && free >= 2 // with fewer, free and y imply a
			if _, there := r.Net.PlaceIndex("free"); there == want {
				t.Errorf("%d tokens, rule %s: %v\n%s", free, rule.Name(), r.Hits[rule], randnet.Text(r.Net))
			}
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if r := reduce.Net(ended, build(3), reduce.Options{Class: reduce.Bisimilar, Programs: true}); r.Stopped == nil ||
		len(r.Net.Places) != 5 {
		t.Errorf("after the end: %v, %d places", r.Stopped, len(r.Net.Places))
	}
}
