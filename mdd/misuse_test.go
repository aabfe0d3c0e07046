package mdd

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"strings"
	"testing"
)

// panicOf returns what call panics with, "" if it does not.
func panicOf(call func()) (text string) {
	defer func() {
		if r := recover(); r != nil {
			text = fmt.Sprint(r)
		}
	}()
	call()
	return ""
}

// Misuse panics with a message that names the operation and what is wrong.
func TestMisusePanicsInWords(t *testing.T) {
	f, quasi := New(2, Options{}), New(2, Options{Rule: QuasiReduced})
	defer f.Close()
	defer quasi.Close()
	s := f.Tuple(1, 2)
	r := f.NewRelation()
	r.Add(Step{1, Shift{Delta: 1}})
	twice := s.Cross(s)
	oneWay := f.NewRelation()
	oneWay.Add(Step{1, NewMap(func(v int) (int, bool) { return 0, true }, nil)})
	ended := f.NewBuilder()
	ended.Set(1)
	ctx := context.Background()
	reorder := func(o Reordering, sets ...Set) { _, _ = f.Reorder(ctx, o, sets...) }
	for _, c := range []struct {
		want string
		call func()
	}{
		{fmt.Sprintf("New: levels 0, expected 1 to %d", MaxLevels), func() { New(0, Options{}) }},
		{"New: rule 7, expected zero-suppressed or quasi-reduced", func() { New(1, Options{Rule: 7}) }},
		//lint:ignore SA1012 that is what is tested
		{"Guard: the context is nil", func() { _ = f.Guard(nil, Limits{}, func() {}) }},
		{"Guard: the function is nil", func() { _ = f.Guard(ctx, Limits{}, nil) }},
		{"Try: the function is nil", func() { f.Try(1, nil) }},
		{"Tuple: 1 values for 2 levels", func() { f.Tuple(1) }},
		{fmt.Sprintf("Tuple: value -1 on level 2, expected 0 to %d", MaxValue), func() { f.Tuple(1, -1) }},
		{fmt.Sprintf("Contains: value -1 on level 1, expected 0 to %d", MaxValue), func() { s.Contains(-1, 0) }},
		{fmt.Sprintf("Contains: value %d on level 1, expected 0 to %d", MaxValue+1, MaxValue),
			func() { s.Contains(MaxValue+1, 0) }},
		{"FromSeq: the sequence is nil", func() { f.FromSeq(nil) }},
		{"Where: the function is nil", func() { s.Where(1, nil) }},
		{"Where: level 3, expected 1 to 2", func() { s.Where(3, func(int) bool { return true }) }},
		{"Between: the function is nil", func() { s.Between(nil, 0, 1) }},
		{"MaxSum: the function is nil", func() { s.MaxSum(nil) }},
		{"MaxBigSum: the function is nil", func() { s.MaxBigSum(nil) }},
		{"Heaviest: the function is nil", func() { s.Heaviest(nil) }},
		{"Each: the function is nil", func() { s.Each(nil) }},
		{"Fold: the function is nil", func() { Fold[int](s, 0, nil, nil) }},
		{"Probability: the function is nil", func() { s.Probability(nil) }},
		{"EachNode: the forest is not zero-suppressed", func() { quasi.Empty().EachNode() }},
		{"NewBuilder: the forest is not zero-suppressed", func() { quasi.NewBuilder() }},
		{"Builder.Node: name 2, expected 0 to 1", func() { f.NewBuilder().Node(1, []int{0}, []uint32{2}) }},
		{"Builder.Node: name 4294967295, expected 0 to 1",
			func() { f.NewBuilder().Node(1, []int{0}, []uint32{1<<32 - 1}) }},
		{fmt.Sprintf("Builder.Node: value -1 on level 1, expected 0 to %d", MaxValue),
			func() { f.NewBuilder().Node(1, []int{-1}, []uint32{1}) }},
		{"Builder.Node: 1 values and 2 children, expected as many",
			func() { f.NewBuilder().Node(1, []int{7}, []uint32{1, 1}) }},
		{"Builder.Node: value 7 after 7, expected ascending ones",
			func() { f.NewBuilder().Node(1, []int{7, 7}, []uint32{1, 1}) }},
		{"Builder.Node: level 3, expected 1 to 2", func() { f.NewBuilder().Node(3, []int{0}, []uint32{1}) }},
		{"Builder.Node: the builder has ended", func() { ended.Node(1, []int{0}, []uint32{1}) }},
		{"Builder.Set: name 2, expected 0 to 1", func() { f.NewBuilder().Set(2) }},
		{"Builder.Set: the builder has ended", func() { ended.Set(1) }},
		{"NewMap: the function is nil", func() { NewMap(nil, nil) }},
		{"Relation.Add: the Map is nil", func() { r.Add(Step{1, (*Map)(nil)}) }},
		{"Relation.Add: the Pairs is nil", func() { r.Add(Step{1, (*Pairs)(nil)}) }},
		{"Relation.Add: an effect of type <nil> on level 1, expected a Shift, a *Map or a *Pairs",
			func() { r.Add(Step{Level: 1}) }},
		{"Relation.Add: level 3, expected 1 to 2", func() { r.Add(Step{3, Shift{}}) }},
		{"Only: the function is nil", func() { r.Only(nil) }},
		{"Layers: the function is nil", func() { r.Layers(s, nil) }},
		{"Top: event 1, expected 0 to 0", func() { r.Top(1) }},
		{"Top: event -1, expected 0 to 0", func() { r.Top(-1) }},
		{"ImageOf: event 7, expected 0 to 0", func() { r.ImageOf(7, s) }},
		{"ImageOf: event -1, expected 0 to 0", func() { r.ImageOf(-1, s) }},
		{"Leads: event 7, expected 0 to 0", func() { r.Leads(7, s, s) }},
		{"Enabled: event 1, expected 0 to 0", func() { r.Enabled(1, s) }},
		{"Hops: level 3, expected 1 to 2", func() { r.Hops(3, 0) }},
		{fmt.Sprintf("Hops: value -1 on level 1, expected 0 to %d", MaxValue), func() { r.Hops(1, -1) }},
		{"ChainOf: event 0, but there is none", func() { f.NewRelation().ChainOf(0) }},
		{"Path: set and relation of different forests", func() { r.Path(s, New(1, Options{}).Empty()) }},
		{"PathWithin: the zero Set", func() { r.PathWithin(s, s, Set{}) }},
		{"Before: 1 values for 2 levels", func() { r.Before(s, []int{1}, nil) }},
		{"Top: event 0, but there is none", func() { f.NewRelation().Top(0) }},
		{fmt.Sprintf("EachHop: chain %d, expected 1 to %d", r.Chains(), r.Chains()-1),
			func() { r.EachHop(Chain(r.Chains()), 0, nil) }},
		{fmt.Sprintf("EachHop: chain 0, expected 1 to %d", r.Chains()-1), func() { r.EachHop(Identity, 0, nil) }},
		{fmt.Sprintf("EachHop: value -1 on level 1, expected 0 to %d", MaxValue), func() { r.EachHop(1, -1, nil) }},
		{fmt.Sprintf("ChainLevel: chain 9, expected 0 to %d", r.Chains()-1), func() { r.ChainLevel(9) }},
		{"Relation.Add: two steps on level 1, expected one a level",
			func() { r.Add(Step{1, Shift{}}, Step{1, Shift{}}) }},
		{"Relation.Add: an effect of type *mdd.Shift on level 1, expected a Shift, a *Map or a *Pairs",
			func() { r.Add(Step{1, &Shift{}}) }},
		{fmt.Sprintf("Relation.Add: {Min:1 Below:0 Delta:-2} on level 2, expected 0 ≤ Min, Below and Min+Delta, and "+
			"Min and |Delta| ≤ %d", MaxValue),
			func() { r.Add(Step{2, Shift{Min: 1, Delta: -2}}) }},
		{"Relation.Add: the Map is nil", func() { r.Add(Step{1, &Map{}}) }},
		{fmt.Sprintf("NewPairs: pair [1 -1], expected values from 0 to %d", MaxValue-2),
			func() { NewPairs([2]int{1, -1}) }},
		{fmt.Sprintf("Map: value 0 goes to -1, expected 0 to %d", MaxValue-2), func() {
			r := f.NewRelation()
			r.Add(Step{2, NewMap(func(int) (int, bool) { return -1, true }, nil)})
			r.Image(s)
		}},
		{"AddDiagram: pairs over 2 levels, expected 4, two for each of [1 2]", func() { r.AddDiagram([]int{1, 2}, s) }},
		{"AddDiagram: levels [2 1], expected ascending ones from 1 to 2",
			func() { r.AddDiagram([]int{2, 1}, New(4, Options{}).Empty()) }},
		{"MatrixOf: levels [2 1], expected ascending ones from 1 to 2",
			func() { f.MatrixOf([]int{2, 1}, twice.All()) }},
		{"MatrixOf: the sequence is nil", func() { f.MatrixOf(nil, nil) }},
		{"MatrixOf: a pair of 2 and 2 values for 1 levels", func() { f.MatrixOf([]int{1}, s.Cross(s).All()) }},
		{fmt.Sprintf("MatrixOf: value -1 on level 2, expected 0 to %d", MaxValue-2), func() {
			f.MatrixOf([]int{2}, func(yield func(from, to []int) bool) { yield([]int{1}, []int{-1}) })
		}},
		{"MatrixOfSet: pairs over 2 levels, expected 4, two for each of [1 2]",
			func() { f.MatrixOfSet([]int{1, 2}, s) }},
		{"Steps: 1 lists for 2 levels", func() { f.Steps([][]int{{1}}) }},
		{"Steps: two steps on level 1, expected one a level",
			func() { f.Steps([][]int{{1}, {1}}, Step{1, Shift{}}, Step{1, Shift{}}) }},
		{fmt.Sprintf("Steps: value -1 on level 1, expected 0 to %d", MaxValue-2),
			func() { f.Steps([][]int{{-1}, nil}, Step{1, Shift{Delta: 1}}) }},
		{"Diagonal: level 3, expected 1 to 2", func() { s.Diagonal(3) }},
		{"Compose: operands of different forests", func() { twice.Compose(quasi.Identity()) }},
		{"Image: set and matrix of different forests", func() { twice.Image(quasi.Empty()) }},
		{"AddMatrix: relation and matrix of different forests", func() { r.AddMatrix(quasi.Identity()) }},
		{"Relation.Matrix: event 1, expected 0 to 0", func() { r.Matrix(1, s) }},
		{"Domain: a matrix with infinitely many pairs, as it leaves variables alone; expected one with From or To",
			func() { f.Identity().Domain() }},
		{"Box: 1 lists for 2 levels", func() { f.Box([][]int{{1}}) }},
		{fmt.Sprintf("Box: value -1 on level 2, expected 0 to %d", MaxValue), func() { f.Box([][]int{{1}, {3, -1}}) }},
		{"Exists: level 3, expected 1 to 2", func() { s.Exists(3) }},
		{"Exists: level 2 twice", func() { s.Exists(2, 1, 2) }},
		{"Restrict: level 0, expected 1 to 2", func() { s.Restrict(0, 1) }},
		{fmt.Sprintf("Restrict: value -1 on level 2, expected 0 to %d", MaxValue), func() { s.Restrict(2, -1) }},
		{"Cofactor: 1 lists for 2 levels", func() { s.Cofactor([][]int{{1}}) }},
		{fmt.Sprintf("Cofactor: value -1 on level 1, expected 0 to %d", MaxValue),
			func() { s.Cofactor([][]int{{1, -1}, nil}) }},
		{"ForAll: 3 lists for 2 levels", func() { s.ForAll(make([][]int, 3)) }},
		{"ForAll: no value for level 1, expected one at least, or nil", func() { s.ForAll([][]int{{}, {1}}) }},
		{"Join: level 1 twice", func() { s.Join(s, 1, 1) }},
		{"Join: both sets have values besides 0 on level 2, expected it among the levels that they share",
			func() { s.Join(s, 1) }},
		{"JoinExists: both sets have values besides 0 on level 1, expected it among the levels that they share",
			func() { s.JoinExists(s, []int{2}, []int{1}) }},
		{"AndExists: level 3, expected 1 to 2", func() { s.AndExists(s, 3) }},
		{"AndExists: operands of different forests", func() { s.AndExists(quasi.Empty()) }},
		{"SubsetOf: operands of different forests", func() { s.SubsetOf(quasi.Empty()) }},
		{"Ite: operands of different forests", func() { s.Ite(s, quasi.Empty()) }},
		{"UnionOf: operands of different forests", func() { f.UnionOf(s, quasi.Empty()) }},
		{"UnionOf: the zero Set", func() { f.UnionOf(s, Set{}) }},
		{"ComplementIn: 1 lists for 2 levels", func() { s.ComplementIn([][]int{{1}}) }},
		{"Move: 1 targets for 2 levels", func() { f.Move(s, []int{1}) }},
		{"Move: level 3, expected 1 to 2", func() { f.Move(s, []int{1, 3}) }},
		{"Move: levels 1 and 2 both to level 2", func() { f.Move(s, []int{2, 2}) }},
		{"Move: the zero Set", func() { f.Move(Set{}, []int{1, 2}) }},
		{"Reorder: the zero Set", func() { reorder(Reordering{}, Set{}) }},
		{"Reorder: a set of another forest", func() { reorder(Reordering{}, s, quasi.Empty()) }},
		//lint:ignore SA1012 that is what is tested
		{"Reorder: the context is nil", func() { _, _ = f.Reorder(nil, Reordering{}, s) }},
		{"Reorder: growth 0.5, expected 1 at least", func() { reorder(Reordering{MaxGrowth: 0.5}, s) }},
		{"Reorder: growth NaN, expected 1 at least", func() { reorder(Reordering{MaxGrowth: math.NaN()}, s) }},
		{"Reorder: level of a block 0, expected 1 to 2", func() { reorder(Reordering{Blocks: [][2]int{{0, 1}}}, s) }},
		{"Reorder: highest level of a block 1, expected 2 to 2",
			func() { reorder(Reordering{Blocks: [][2]int{{2, 1}}}, s) }},
		{"Reorder: level 2 in two blocks, expected one",
			func() { reorder(Reordering{Blocks: [][2]int{{1, 2}, {2, 2}}}, s) }},
		{"Builder.Node: a child of level 1 in a node of level 1, expected a lower one", func() {
			b := f.NewBuilder()
			b.Node(1, []int{0}, []uint32{b.Node(1, []int{1}, []uint32{1})})
		}},
		{"Builder.Node: another builder of the forest, or the end of a Guard, came between", func() {
			b, c := f.NewBuilder(), f.NewBuilder()
			c.Node(1, []int{1}, []uint32{1})
			b.Node(1, []int{1}, []uint32{1})
		}},
		{"Builder.Set: another builder of the forest, or the end of a Guard, came between", func() {
			var b *Builder
			_ = f.Guard(ctx, Limits{Nodes: 1}, func() {
				b = f.NewBuilder()
				for b.Node(1, []int{1}, []uint32{1}); ; {
					f.Box([][]int{{1, 2}, {1, 3}}).Minus(s)
				}
			})
			b.Set(2)
		}},
		{"Builder.Set: the builder is nil", func() { new(Builder).Set(1) }},
		{"Save: the writer is nil", func() { _ = s.Save(nil) }},
		{"Load: the reader is nil", func() { _, _ = f.Load(nil) }},
		{"WriteDOT: the writer is nil", func() { _ = s.WriteDOT(nil, DOTOptions{}) }},
		{"Tuple: the forest is nil", func() { (*Forest)(nil).Tuple(1, 2) }},
		{"Tuple: the forest is nil", func() { new(Forest).Tuple(1, 2) }},
		{"Image: the relation is nil", func() { new(Relation).Image(s) }},
		{"MaxSum: the sum of weights 4611686018427387904 and 4611686018427387904 passes 64 bits", func() {
			s.MaxSum(func(_, v int) int64 { return 1 << 62 })
		}},
		{"Between: the sum of weights -9223372036854775807 and -1 passes 64 bits", func() {
			f.Tuple(1, 2).Between(func(level, v int) int64 { return []int64{-math.MaxInt64, -1}[2-level] }, 0, 1)
		}},
		{"Inverse: a Map without a function back", func() { oneWay.Inverse() }},
		{"Union: operands of different forests", func() { s.Union(quasi.Empty()) }},
		{"Partial: set and relation of different forests", func() { r.Partial(quasi.Empty()) }},
		{"Saturate: the relation is nil", func() { (*Relation)(nil).Saturate(s) }},
		{"AddDiagram: the zero Set", func() { r.AddDiagram([]int{1}, Set{}) }},
		{"Union: the zero Set", func() { s.Union(Set{}) }},
		{"Image: the zero Set", func() { r.Image(Set{}) }},
	} {
		mark := f.s.Mark()
		if got := panicOf(c.call); got != "mdd: "+c.want {
			t.Errorf("got the panic %q, want %q", got, "mdd: "+c.want)
		}
		f.s.Release(mark)
	}
	for name, call := range setCalls(Set{}) {
		if got, want := panicOf(call), "mdd: "+name+": the zero Set"; got != want {
			t.Errorf("got the panic %q, want %q", got, want)
		}
	}
	for name, call := range matrixCalls(Matrix{}, s) {
		if got, want := panicOf(call), "mdd: "+name+": the zero Matrix"; got != want {
			t.Errorf("got the panic %q, want %q", got, want)
		}
	}
}

// matrixCalls calls every method of m that needs a forest.
func matrixCalls(m Matrix, s Set) map[string]func() {
	return map[string]func(){
		"IsEmpty": func() { m.IsEmpty() }, "Equal": func() { m.Equal(m) },
		"Contains": func() { m.Contains([]int{1, 2}, []int{1, 2}) },
		"Release":  func() { m.Release() },
		"Union":    func() { m.Union(m) }, "Intersect": func() { m.Intersect(m) }, "Minus": func() { m.Minus(m) },
		"Compose": func() { m.Compose(m) }, "Inverse": func() { m.Inverse() }, "Closure": func() { m.Closure() },
		"From": func() { m.From(s) }, "To": func() { m.To(s) }, "Image": func() { m.Image(s) },
		"PreImage": func() { m.PreImage(s) },
		"Enabled":  func() { m.Enabled(s) }, "Domain": func() { m.Domain() }, "Range": func() { m.Range() },
		"Bounded": func() { m.Bounded() }, "Count": func() { m.Count() }, "Size": func() { m.Size() },
		"Matrix.All": func() {
			for range m.All() {
			}
		},
	}
}

// setCalls calls every method of s that needs a forest.
func setCalls(s Set) map[string]func() {
	weight := func(int, int) int64 { return 1 }
	return map[string]func(){
		"IsEmpty": func() { s.IsEmpty() }, "Equal": func() { s.Equal(s) }, "Contains": func() { s.Contains(1, 2) },
		"Union": func() { s.Union(s) }, "Intersect": func() { s.Intersect(s) }, "Minus": func() { s.Minus(s) },
		"Between": func() { s.Between(weight, 0, 1) }, "Count": func() { s.Count() }, "Size": func() { s.Size() },
		"WriteDOT": func() { _ = s.WriteDOT(&bytes.Buffer{}, DOTOptions{}) }, "Extents": func() { s.Extents() },
		"Extent": func() { s.Extent(1) }, "Save": func() { _ = s.Save(&bytes.Buffer{}) },
		"All": func() {
			for range s.All() {
			}
		},
		"Pick": func() { s.Pick() }, "EachNode": func() { s.EachNode() }, "MaxSum": func() { s.MaxSum(weight) },
		"MaxBigSum": func() { s.MaxBigSum(func(int, int) *big.Int { return new(big.Int) }) },
		"Values":    func() { s.Values(1) }, "AllValues": func() { s.AllValues() },
		"Where": func() { s.Where(1, func(int) bool { return true }) }, "Release": func() { s.Release() },
		"Exists": func() { s.Exists(1) }, "ForAll": func() { s.ForAll(make([][]int, 2)) },
		"Restrict": func() { s.Restrict(1, 0) }, "Cofactor": func() { s.Cofactor(make([][]int, 2)) },
		"Join": func() { s.Join(s, 1, 2) }, "AndExists": func() { s.AndExists(s, 1) },
		"JoinExists": func() { s.JoinExists(s, []int{1, 2}, []int{1}) }, "SubsetOf": func() { s.SubsetOf(s) },
		"Disjoint": func() { s.Disjoint(s) }, "Xor": func() { s.Xor(s) }, "Ite": func() { s.Ite(s, s) },
		"ComplementIn": func() { s.ComplementIn([][]int{{1}, {1}}) },
		"Each":         func() { s.Each(func([]int) bool { return true }) }, "Heaviest": func() { s.Heaviest(weight) },
		"Index":       func() { _, _ = s.Index(context.Background(), Indexing{}) },
		"Fold":        func() { Fold(s, 0, func(int, []Arc[int]) int { return 0 }, nil) },
		"Probability": func() { s.Probability(func(int, int) float64 { return 1 }) }, "Split": func() { s.Split() },
		"Widths": func() { s.Widths() },
	}
}

// Any use after Close panics with a message.
func TestUseAfterClose(t *testing.T) {
	f := New(2, Options{})
	s := f.Tuple(1, 2)
	r := f.NewRelation()
	r.Add(Step{1, Shift{Delta: 1, Below: 5}})
	r.Saturate(s)
	m := s.Cross(s)
	var file bytes.Buffer
	if err := s.Save(&file); err != nil {
		t.Fatal(err)
	}
	b := f.NewBuilder()
	f.Close()
	calls := setCalls(s)
	for name, call := range map[string]func(){
		"Empty": func() { f.Empty() }, "Tuple": func() { f.Tuple(1, 2) }, "Tuples": func() { f.Tuples(nil) },
		"FromSeq": func() { f.FromSeq(s.All()) }, "Box": func() { f.Box([][]int{{1}, {1}}) },
		"NewBuilder": func() { f.NewBuilder() },
		"UnionOf":    func() { f.UnionOf(s) }, "Move": func() { f.Move(s, []int{1, 2}) },
		"Reorder":      func() { _, _ = f.Reorder(context.Background(), Reordering{}, s) },
		"Assemble":     func() { f.Assemble(1, func(func(int, Set) bool) {}) },
		"Builder.Node": func() { b.Node(1, []int{1}, []uint32{1}) }, "Builder.Set": func() { b.Set(1) },
		"Load": func() { _, _ = f.Load(&file) }, "NewRelation": func() { f.NewRelation() },
		"Guard":   func() { _ = f.Guard(context.Background(), Limits{}, func() {}) },
		"Try":     func() { f.Try(1, func() {}) },
		"Collect": func() { f.Collect() }, "Check": func() { _ = f.Check() },
		"Relation.Add": func() { r.Add() }, "AddDiagram": func() { r.AddDiagram([]int{1}, s) },
		"Only": func() { r.Only(func(int) bool { return true }) }, "Inverse": func() { r.Inverse() },
		"Image": func() { r.Image(s) }, "ImageOf": func() { r.ImageOf(0, s) },
		"ImageWithin": func() { r.ImageWithin(s, s) },
		"PreImage":    func() { r.PreImage(s) }, "PreImageWithin": func() { r.PreImageWithin(s, s) },
		"Saturate": func() { r.Saturate(s) }, "SaturateWithin": func() { r.SaturateWithin(s, s) },
		"Partial":  func() { r.Partial(s) },
		"Chaining": func() { r.Chaining(s) }, "Layers": func() { r.BFS(s) }, "Dead": func() { r.Dead(s) },
		"MatrixOf": func() { f.MatrixOf(nil, m.All()) }, "Identity": func() { f.Identity() },
		"NoPairs":     func() { f.NoPairs() },
		"MatrixOfSet": func() { f.MatrixOfSet([]int{1}, s) }, "Steps": func() { f.Steps([][]int{nil, nil}) },
		"Diagonal": func() { s.Diagonal(1) }, "Cross": func() { s.Cross(s) }, "AddMatrix": func() { r.AddMatrix(m) },
		"Relation.Matrix": func() { r.Matrix(0, s) },
		"Enabled":         func() { r.Enabled(0, s) }, "CountEnabled": func() { r.CountEnabled(s) },
		"Hops":  func() { r.Hops(1, 0) },
		"Leads": func() { r.Leads(0, s, s) }, "StuckWithin": func() { r.StuckWithin(s, s) },
		"Path": func() { r.Path(s, s) }, "PathWithin": func() { r.PathWithin(s, s, s) },
		"Before": func() { r.Before(s, []int{1, 2}, nil) },
	} {
		calls[name] = call
	}
	for _, call := range matrixCalls(m, s) {
		if got := panicOf(call); !strings.HasSuffix(got, ": the forest is closed") {
			t.Errorf("got the panic %q of a matrix", got)
		}
	}
	for name, call := range calls {
		if got, want := panicOf(call), "mdd: "+name+": the forest is closed"; got != want {
			t.Errorf("got the panic %q, want %q", got, want)
		}
	}
	f.Close()
	if f.Levels() != 2 || f.Rule() != ZeroSuppressed || s.Forest() != f || f.Stats().Nodes < 0 {
		t.Error("a closed forest does not know what it was")
	}
}

// An operation in which the forest is closed panics with a message.
func TestCloseInside(t *testing.T) {
	list := [][]int{{0, 0, 3}, {1, 2, 1}, {2, 1, 1}, {3, 3, 2}, {0, 4, 4}}
	for name, use := range map[string]func(f *Forest, s Set){
		"All": func(f *Forest, s Set) {
			for range s.All() {
				f.Close()
			}
		},
		"EachNode": func(f *Forest, s Set) {
			for range s.EachNode() {
				f.Close()
			}
		},
		"Each": func(f *Forest, s Set) { s.Each(func([]int) bool { f.Close(); return true }) },
		"Fold": func(f *Forest, s Set) { Fold(s, 0, func(int, []Arc[int]) int { f.Close(); return 0 }, nil) },
		"Index": func(f *Forest, s Set) {
			_, _ = s.Index(context.Background(), Indexing{Weight: func(int, int) *big.Int { f.Close(); return one }})
		},
		"Heaviest":    func(f *Forest, s Set) { s.Heaviest(func(int, int) int64 { f.Close(); return 1 }) },
		"Probability": func(f *Forest, s Set) { s.Probability(func(int, int) float64 { f.Close(); return 1 }) },
		"Split": func(f *Forest, s Set) {
			_, parts := s.Split()
			for range parts {
				f.Close()
			}
		},
		"Assemble": func(f *Forest, s Set) {
			f.Assemble(3, func(yield func(int, Set) bool) { f.Close() })
		},
		"Where": func(f *Forest, s Set) { s.Where(1, func(int) bool { f.Close(); return true }) },
		"Between": func(f *Forest, s Set) {
			s.Between(func(int, v int) int64 { f.Close(); return int64(v) }, 3, 4)
		},
		"MaxSum": func(f *Forest, s Set) { s.MaxSum(func(int, int) int64 { f.Close(); return 1 }) },
		"MaxBigSum": func(f *Forest, s Set) {
			s.MaxBigSum(func(int, int) *big.Int { f.Close(); return new(big.Int) })
		},
		"Save": func(f *Forest, _ Set) {
			s := f.FromSeq(func(yield func([]int) bool) {
				for i := range 10000 { // more than a writer gathers
					yield([]int{i * i % 7, i, 0})
				}
			})
			_ = s.Save(writer(func([]byte) { f.Close() }))
		},
		"Tuples": func(f *Forest, s Set) { // FromSeq makes them of blocks
			f.FromSeq(func(yield func([]int) bool) { yield(list[0]); f.Close() })
		},
		"Load": func(f *Forest, s Set) {
			var file bytes.Buffer
			_ = s.Save(&file)
			_, _ = f.Load(reader(func(b []byte) int { f.Close(); n, _ := file.Read(b); return n }))
		},
		"Map": func(f *Forest, s Set) {
			r := f.NewRelation()
			r.Add(Step{1, NewMap(func(v int) (int, bool) { f.Close(); return v, true }, nil)},
				Step{2, Shift{Delta: 1, Below: 7}})
			r.Saturate(s)
		},
		"Image": func(f *Forest, s Set) {
			r := f.NewRelation()
			r.Add(Step{1, Shift{Delta: 1}})
			r.Layers(s, func(int, Set) bool { f.Close(); return true })
		},
	} {
		f := New(3, Options{})
		s := f.Tuples(list)
		if got, want := panicOf(func() { use(f, s) }), "mdd: "+name+": the forest is closed"; got != want {
			t.Errorf("got the panic %q, want %q", got, want)
		}
		f.Close()
	}
	f := New(3, Options{}) // a loop that ends with Close needs the forest no more
	s := f.Tuples(list)
	for range s.All() {
		f.Close()
		break
	}
}

// A writer is a function as an io.Writer.
type writer func([]byte)

func (w writer) Write(b []byte) (int, error) { w(b); return len(b), nil }

// A reader is a function as an io.Reader.
type reader func([]byte) int

func (r reader) Read(b []byte) (int, error) { return r(b), nil }

// A set is a small handle, which is passed by value.
func TestSizeOfSet(t *testing.T) {
	if got, want := reflect.TypeFor[Set]().Size(), 2*reflect.TypeFor[*Forest]().Size(); got != want {
		t.Errorf("a set takes %d bytes, want %d", got, want)
	}
}

// A function of a user that panics leaves no result half done.
func TestPanicOfAMapIsForgotten(t *testing.T) {
	all := [][]int{{0, 0}, {0, 1}, {1, 2}, {1, 3}, {1, 1}, {1, 0}}
	for name, call := range map[string]func(f *Forest, r *Relation) bool{
		"Saturate": func(f *Forest, r *Relation) bool { return r.Saturate(f.Tuples(all[:2])).Equal(f.Tuples(all)) },
		"Chaining": func(f *Forest, r *Relation) bool { return r.Chaining(f.Tuples(all[:2])).Equal(f.Tuples(all)) },
		"Dead": func(f *Forest, r *Relation) bool {
			return r.Dead(f.Tuples(all)).Equal(f.Tuples([][]int{{1, 3}, {1, 0}}))
		},
		"CountEnabled": func(f *Forest,
			r *Relation) bool {
			return r.CountEnabled(f.Tuples(all)).Int64() == 1+2+1+0+1+0
		},
	} {
		for _, o := range everyOption[:2] {
			f := New(2, o)
			strikes := true
			to := NewMap(func(v int) (int, bool) {
				if strikes && v == 0 {
					panic("on strike")
				}
				return v + 2, v < 4
			}, nil)
			r := f.NewRelation()
			r.Add(Step{2, Shift{Min: 1, Below: 3, Delta: -1}})
			r.Add(Step{2, to}, Step{1, Shift{Below: 1, Delta: 1}})
			mark := f.s.Mark()
			got := panicOf(func() { call(f, r) })
			f.s.Release(mark)
			if strikes = false; got != "on strike" || !call(f, r) {
				t.Errorf("%v: %s: wrong after the panic %q", o.Rule, name, got)
			}
			f.Close()
		}
	}
}

// A function of a Map panics if it changes the relation that calls it, or asks that for a result that depends on it.
func TestMapAsksItsRelation(t *testing.T) {
	for _, c := range []struct {
		want string
		call func(r *Relation, s Set)
	}{
		{"Relation.Add: called from a function of a Map of the relation",
			func(r *Relation, _ Set) { r.Add(Step{1, Shift{Delta: 1}}) }},
		{"Map: the function asks the relation for what it shall tell of value 0",
			func(r *Relation, s Set) { r.Image(s) }},
	} {
		f := New(2, Options{})
		r, other, s := f.NewRelation(), f.NewRelation(), f.Tuple(0, 0)
		act := func() { c.call(r, s) }
		r.Add(Step{1, NewMap(func(v int) (int, bool) {
			act()
			other.Add(Step{2, Shift{Delta: 1}}) // another one may change
			return v + 1, v < 3
		}, nil)})
		mark := f.s.Mark()
		if got := panicOf(func() { r.Saturate(s) }); got != "mdd: "+c.want {
			t.Errorf("got the panic %q, want %q", got, "mdd: "+c.want)
		}
		f.s.Release(mark)
		act = func() {}
		if got := r.Saturate(s).Count().Int64(); got != 4 || other.Len() == 0 {
			t.Errorf("%d tuples after it, want 4", got)
		}
		if r.Add(Step{2, Shift{Below: 1, Delta: 1}}); r.Saturate(s).Count().Int64() != 8 {
			t.Errorf("%v tuples with another event, want 8", r.Saturate(s).Count())
		}
		f.Close()
	}
}
