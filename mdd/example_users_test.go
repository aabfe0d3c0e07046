package mdd_test

import (
	"context"
	"fmt"
	"log"

	"brim/mdd"
)

// The examples of docs/for-diagram-users.md.
func Example_formula() {
	f := mdd.New(3, mdd.Options{}) // x, y and z are on levels 1, 2 and 3
	all := f.Box([][]int{{0, 1}, {0, 1}, {0, 1}})
	is := func(level int) mdd.Set { return all.Where(level, func(v int) bool { return v == 1 }) }
	s := is(1).Intersect(is(2)).Union(is(3))
	fmt.Println(s.Count(), "of", all.Count(), "assignments, without z", s.Exists(3).Count(), "of 4")
	// Output:
	// 5 of 8 assignments, without z 4 of 4
}

// Twelve pairs of bits are to be equal, and all first bits lie below all second ones: the set doubles with each pair,
// until an order is found in which pairs are neighbours. The variable level has where each bit is.
func ExampleForest_Reorder() {
	const n = 12
	f := mdd.New(2*n, mdd.Options{})
	level, domains := make([]int, 2*n), make([][]int, 2*n)
	for i := range level {
		level[i], domains[i] = i+1, []int{0, 1}
	}
	s := f.Box(domains)
	is := func(bit int) mdd.Set { return s.Where(level[bit], func(v int) bool { return v == 1 }) }
	limit := 100
	for i := range n {
		s = s.Minus(is(i).Xor(is(n + i)))
		if s.Nodes() > limit {
			r, err := f.Reorder(context.Background(), mdd.Reordering{}, s)
			if err != nil {
				log.Fatal(err)
			}
			fmt.Println(r.Before, "nodes became", r.After)
			f.Close()
			f, s, limit = r.Forest, r.Sets[0], max(100, 2*r.After)
			for bit, k := range level {
				level[bit] = r.To[k-1]
			}
		}
	}
	fmt.Println(s.Count(), "tuples,", s.Nodes(), "nodes")
	// Output:
	// 166 nodes became 24
	// 123 nodes became 24
	// 144 nodes became 24
	// 4096 tuples, 86 nodes
}
