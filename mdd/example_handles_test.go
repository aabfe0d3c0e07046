package mdd_test

import (
	"fmt"

	"brim/mdd"
)

// Sets are keys of a map, and a program that makes many releases them.
func ExampleSet_Release() {
	f := mdd.New(2, mdd.Options{})
	defer f.Close()
	names := map[mdd.Set]string{f.Tuple(1, 2).Union(f.Tuple(3, 4)): "both"}
	again := f.Tuples([][]int{{3, 4}, {1, 2}})
	fmt.Println(names[again])

	part := again.Minus(f.Tuple(3, 4))
	fmt.Println(part.Count())
	part.Release() // it is not used any more
	fmt.Println(names[again], again.Count())
	// Output:
	// both
	// 1
	// both 2
}

// A cache of results releases them when the forest collects, and the forest reports each collection.
func ExampleOptions_collections() {
	cache := map[string]mdd.Set{}
	f := mdd.New(2, mdd.Options{OnCollect: func(c mdd.Collection) {
		if c.Done {
			fmt.Printf("%d of %d nodes are left\n", c.NodesLeft, c.Nodes)
			return
		}
		for key, s := range cache {
			s.Release()
			delete(cache, key)
		}
	}})
	defer f.Close()
	a, b := f.Tuple(1, 1), f.Tuple(2, 2)
	for _, key := range []string{"a or b", "b or a"} {
		cache[key] = a.Union(b)
	}
	f.Collect()
	for _, op := range f.Operations() {
		fmt.Printf("%s: %d lookups, %d answers\n", op.Name, op.Lookups, op.Hits)
	}
	fmt.Println(a.Count(), b.Count())
	// Output:
	// 4 of 5 nodes are left
	// union: 2 lookups, 1 answers
	// 1 1
}
