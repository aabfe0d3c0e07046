package edd_test

import (
	"bytes"
	"fmt"

	"brim/edd"
	"brim/mdd"
)

// Examples of distances: counters, a puzzle, roads with costs, files and drawings.

// A counter goes up by one or by three, without end.
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

// Tuples in the order of their distances.
func ExampleFunc_All() {
	for d, values := range twoCounters(edd.Budgeted).All() {
		fmt.Print(d, ":", values, " ")
	}
	// Output:
	// 0:[0 0] 1:[1 0] 1:[0 1] 2:[2 0] 2:[1 1] 2:[0 2]
}

// Versions have names.
func ExampleParseVersion() {
	version, err := edd.ParseVersion("layered")
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(twoCounters(version).Counts())
	// Output:
	// [1 2 3]
}

// The 8-puzzle, from a position to the solved one: a level for each cell, the hole is 0. Auto finds out that
// breadth-first search is the way here.
func ExampleSaturator_Path() {
	moves, solved := slidingTiles()
	f := edd.New(moves.Forest(), edd.Options{})
	z := f.NewSaturator(moves, edd.Auto)
	start := f.Zero(moves.Forest().Tuple(0, 1, 2, 4, 5, 3, 7, 8, 6))
	path, ok := z.Path(start, z.Bounded(start, 10), solved)
	fmt.Println(ok, len(path.Events), "moves")
	for _, cells := range path.Tuples {
		fmt.Println(cells[:3], cells[3:6], cells[6:])
	}
	// Output:
	// true 4 moves
	// [0 1 2] [4 5 3] [7 8 6]
	// [1 0 2] [4 5 3] [7 8 6]
	// [1 2 0] [4 5 3] [7 8 6]
	// [1 2 3] [4 5 0] [7 8 6]
	// [1 2 3] [4 5 6] [7 8 0]
}

// Towns on a line with roads of different lengths, and a ferry for trucks that have loaded: level 1 is the town and
// level 2 the load.
func ExampleForest_NewWeighted() {
	const town, load = 1, 2
	sets := mdd.New(2, mdd.Options{})
	r := sets.NewRelation()
	var names []string
	var costs []int
	event := func(name string, cost int, steps ...mdd.Step) {
		r.Add(steps...)
		names, costs = append(names, name), append(costs, cost)
	}
	for i, minutes := range []int{30, 50, 20, 40} {
		event(fmt.Sprint("road from ", i), minutes, mdd.Step{Level: town, Effect: mdd.NewPairs([2]int{i, i + 1})})
		event(fmt.Sprint("road back to ", i), minutes, mdd.Step{Level: town, Effect: mdd.NewPairs([2]int{i + 1, i})})
	}
	event("load", 5, mdd.Step{Level: town, Effect: mdd.Shift{Min: 1, Below: 2}},
		mdd.Step{Level: load, Effect: mdd.Shift{Below: 1, Delta: 1}})
	event("ferry", 25, mdd.Step{Level: town, Effect: mdd.NewPairs([2]int{0, 4})},
		mdd.Step{Level: load, Effect: mdd.Shift{Min: 1}})

	f := edd.New(sets, edd.Options{})
	z := f.NewWeighted(r, edd.Budgeted, func(event int) int { return costs[event] })
	start := f.Zero(sets.Tuple(0, 0))
	g := z.Bounded(start, 240)
	for _, goal := range [][]int{{4, 0}, {4, 1}} {
		path, _ := z.Path(start, g, sets.Tuple(goal...))
		fmt.Print(g.At(goal...), " minutes:")
		for _, event := range path.Events {
			fmt.Print(" ", names[event], ",")
		}
		fmt.Println()
	}
	// Output:
	// 140 minutes: road from 0, road from 1, road from 2, road from 3,
	// 90 minutes: road from 0, load, road back to 0, ferry,
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
