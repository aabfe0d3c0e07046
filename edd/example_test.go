package edd_test

import (
	"bytes"
	"context"
	"fmt"

	"brim/dd"
	"brim/edd"
	"brim/mdd"
)

// A counter goes up by one or by three, for ever.
func Example() {
	sets := mdd.New(1, mdd.Options{})
	r := sets.NewRelation()
	r.Add(mdd.Step{Level: 1, Effect: mdd.Shift{Delta: 1}})
	r.Add(mdd.Step{Level: 1, Effect: mdd.Shift{Delta: 3}})

	f := edd.New(sets, edd.Options{})
	start := f.Zero(sets.Tuple(0))
	g := f.NewSaturator(r, edd.Budgeted).Bounded(start, 2)
	fmt.Println("distance of 4:", g.At(4), "and of 5 within 2 steps:", g.At(5) == edd.Infinity)
	for d, layer := range g.Layers() {
		fmt.Print("distance ", d, ":")
		for values := range layer.All() {
			fmt.Print(" ", values[0])
		}
		fmt.Println()
	}
	// Output:
	// distance of 4: 2 and of 5 within 2 steps: true
	// distance 0: 0
	// distance 1: 1 3
	// distance 2: 2 4 6
}

// twoCounters returns the distances within two steps where two counters go up by one.
func twoCounters(version edd.Version) edd.Func {
	sets := mdd.New(2, mdd.Options{})
	r := sets.NewRelation()
	r.Add(mdd.Step{Level: 1, Effect: mdd.Shift{Delta: 1}})
	r.Add(mdd.Step{Level: 2, Effect: mdd.Shift{Delta: 1}})
	f := edd.New(sets, edd.Options{})
	return f.NewSaturator(r, version).Bounded(f.Zero(sets.Tuple(0, 0)), 2)
}

func ExampleFunc_All() {
	for d, values := range twoCounters(edd.Budgeted).All() {
		fmt.Print(d, ":", values, " ")
	}
	// Output:
	// 0:[0 0] 1:[1 0] 1:[0 1] 2:[2 0] 2:[1 1] 2:[0 2]
}

func ExampleParseVersion() {
	version, err := edd.ParseVersion("layered")
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(twoCounters(version).Counts())
	// Output:
	// [1 2 3]
}

// Which version is the faster one on the 8-puzzle? Both get the same work, and twice as much until one of them ends.
func ExampleVersion() {
	moves, solved := slidingTiles()
	f := edd.New(moves.Forest(), edd.Options{})
	start := f.Zero(solved)
	for work := int64(1 << 10); ; work *= 2 {
		for _, version := range []edd.Version{edd.Budgeted, edd.Layered} {
			var g edd.Func
			err := f.Guard(context.Background(), dd.Limits{Work: work}, func() {
				g = f.NewSaturator(moves, version).Bounded(start, 14)
			})
			if err == nil {
				fmt.Println(version, "is first:", g.Support().Count(), "positions within", g.Largest(), "moves")
				return
			}
		}
	}
	// Output:
	// layered is first: 4767 positions within 14 moves
}

func ExampleFunc_Save() {
	g := twoCounters(edd.Budgeted)
	var file bytes.Buffer
	if err := g.Save(&file); err != nil {
		fmt.Println(err)
	}
	loaded, err := edd.New(mdd.New(2, mdd.Options{}), edd.Options{}).Load(&file)
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(loaded.At(1, 1), loaded.Largest())
	// Output:
	// 2 2
}

func ExampleFunc_WriteDOT() {
	var drawing bytes.Buffer
	if err := twoCounters(edd.Budgeted).WriteDOT(&drawing, mdd.DOTOptions{}); err != nil {
		fmt.Println(err)
	}
	fmt.Print(drawing.String())
	// Output:
	// digraph edd {
	//   node [shape=circle, width=0.3, label=""];
	//   root [shape=point];
	//   terminal [shape=box, label="1"];
	//   level2 [shape=plaintext, label="2"];
	//   { rank=same; level2; n0; }
	//   level1 [shape=plaintext, label="1"];
	//   { rank=same; level1; n1; n2; }
	//   level2 -> level1 -> terminal [style=invis];
	//   root -> n0 [label="0"];
	//   n0 -> n1 [label="0: 0"];
	//   n0 -> n2 [label="1: 1"];
	//   n0 -> terminal [label="2: 2", style=dashed];
	//   n1 -> terminal [label="0: 0"];
	//   n1 -> terminal [label="1: 1"];
	//   n1 -> terminal [label="2: 2"];
	//   n2 -> terminal [label="0: 0"];
	//   n2 -> terminal [label="1: 1"];
	// }
}
