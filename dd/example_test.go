package dd_test

import (
	"context"
	"errors"
	"fmt"

	"brim/dd"
)

// Examples of the store: nodes, collections and limits.

// Equal nodes are one node, and empty arcs at the ends are cut off.
func ExampleStore_Make() {
	s := dd.New(dd.Options{})
	defer s.Close()
	node := func(first int, arcs ...dd.Node) dd.Node {
		p := s.Mark()
		for _, a := range arcs {
			s.Push(a)
		}
		return s.Make(1, first, p)
	}
	a := node(4, dd.Empty, dd.Unit, dd.Unit, dd.Empty)
	b := node(5, dd.Unit, dd.Unit)
	fmt.Println(a == b, s.Values(a).At(0), s.Len(a), s.Child(a, 6), node(0, dd.Empty) == dd.Empty)
	// Output: true 5 2 1 true
}

// A collection keeps what a Root holds.
func ExampleStore_Collect() {
	s := dd.New(dd.Options{})
	defer s.Close()
	node := func(first int) dd.Node { return s.Make(1, first, s.Push(dd.Unit)) }
	root := s.Protect(node(7))
	node(8)
	fmt.Print(s.Stats().Nodes)
	s.Collect()
	fmt.Println(" →", s.Stats().Nodes, s.Values(root.Node()).At(0))
	// Output: 2 → 1 7
}

// A limit ends a function, and the store is usable afterwards.
func ExampleStore_Guard() {
	s := dd.New(dd.Options{})
	defer s.Close()
	err := s.Guard(context.Background(), dd.Limits{Nodes: 1000}, func() {
		n := dd.Unit
		for level := 1; ; level++ { // it never ends by itself
			n = s.Make(level, 0, s.Push(n))
		}
	})
	var limit *dd.LimitError
	fmt.Println(errors.As(err, &limit), limit.Kind, limit.Max)
	// Output: true nodes 1000
}
