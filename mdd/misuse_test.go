package mdd

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/big"
	"reflect"
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

// Misuse panics in words that say who and what.
func TestMisusePanicsInWords(t *testing.T) {
	f, quasi := New(2, Options{}), New(2, Options{Rule: QuasiReduced})
	defer f.Close()
	defer quasi.Close()
	s := f.Tuple(1, 2)
	r := f.NewRelation()
	r.Add(Step{1, Shift{Delta: 1}})
	oneWay := f.NewRelation()
	oneWay.Add(Step{1, NewMap(func(v int) (int, bool) { return 0, true }, nil)})
	ended := f.NewBuilder()
	ended.Set(1)
	ctx := context.Background()
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
		{fmt.Sprintf("Contains: value %d on level 1, expected 0 to %d", MaxValue+1, MaxValue), func() { s.Contains(MaxValue+1, 0) }},
		{"FromSeq: the sequence is nil", func() { f.FromSeq(nil) }},
		{"Where: the function is nil", func() { s.Where(1, nil) }},
		{"Where: level 3, expected 1 to 2", func() { s.Where(3, func(int) bool { return true }) }},
		{"Between: the function is nil", func() { s.Between(nil, 0, 1) }},
		{"MaxSum: the function is nil", func() { s.MaxSum(nil) }},
		{"MaxBigSum: the function is nil", func() { s.MaxBigSum(nil) }},
		{"EachNode: the forest is not zero-suppressed", func() { quasi.Empty().EachNode() }},
		{"NewBuilder: the forest is not zero-suppressed", func() { quasi.NewBuilder() }},
		{"Builder.Node: name 2, expected 0 to 1", func() { f.NewBuilder().Node(1, 0, []uint32{2}) }},
		{"Builder.Node: name 4294967295, expected 0 to 1", func() { f.NewBuilder().Node(1, 0, []uint32{1<<32 - 1}) }},
		{fmt.Sprintf("Builder.Node: 1 values from -1 on, expected 0 to %d", MaxValue), func() { f.NewBuilder().Node(1, -1, []uint32{1}) }},
		{fmt.Sprintf("Builder.Node: 2 values from %d on, expected 0 to %d", MaxValue, MaxValue), func() { f.NewBuilder().Node(1, MaxValue, []uint32{1, 1}) }},
		{"Builder.Node: level 3, expected 1 to 2", func() { f.NewBuilder().Node(3, 0, []uint32{1}) }},
		{"Builder.Node: the builder has ended", func() { ended.Node(1, 0, []uint32{1}) }},
		{"Builder.Set: name 2, expected 0 to 1", func() { f.NewBuilder().Set(2) }},
		{"Builder.Set: the builder has ended", func() { ended.Set(1) }},
		{"NewMap: the function is nil", func() { NewMap(nil, nil) }},
		{"Relation.Add: the Map is nil", func() { r.Add(Step{1, (*Map)(nil)}) }},
		{"Relation.Add: the Pairs is nil", func() { r.Add(Step{1, (*Pairs)(nil)}) }},
		{"Relation.Add: an effect of type <nil> on level 1, expected a Shift, a *Map or a *Pairs", func() { r.Add(Step{Level: 1}) }},
		{"Relation.Add: level 3, expected 1 to 2", func() { r.Add(Step{3, Shift{}}) }},
		{"Only: the function is nil", func() { r.Only(nil) }},
		{"Layers: the function is nil", func() { r.Layers(s, nil) }},
		{"Top: event 1, expected 0 to 0", func() { r.Top(1) }},
		{"Top: event -1, expected 0 to 0", func() { r.Top(-1) }},
		{"ImageOf: event 7, expected 0 to 0", func() { r.ImageOf(7, s) }},
		{"ImageOf: event -1, expected 0 to 0", func() { r.ImageOf(-1, s) }},
		{"Enabled: event 1, expected 0 to 0", func() { r.Enabled(1, s) }},
		{"Hops: level 3, expected 1 to 2", func() { r.Hops(3, 0) }},
		{fmt.Sprintf("Hops: value -1 on level 1, expected 0 to %d", MaxValue), func() { r.Hops(1, -1) }},
		{"Top: event 0, but there is none", func() { f.NewRelation().Top(0) }},
		{fmt.Sprintf("EachHop: chain %d, expected 1 to %d", r.Chains(), r.Chains()-1), func() { r.EachHop(Chain(r.Chains()), 0, nil) }},
		{fmt.Sprintf("EachHop: chain 0, expected 1 to %d", r.Chains()-1), func() { r.EachHop(Identity, 0, nil) }},
		{fmt.Sprintf("EachHop: value -1 on level 1, expected 0 to %d", MaxValue), func() { r.EachHop(1, -1, nil) }},
		{fmt.Sprintf("ChainLevel: chain 9, expected 0 to %d", r.Chains()-1), func() { r.ChainLevel(9) }},
		{"Relation.Add: two steps on level 1, expected one a level", func() { r.Add(Step{1, Shift{}}, Step{1, Shift{}}) }},
		{"Relation.Add: an effect of type *mdd.Shift on level 1, expected a Shift, a *Map or a *Pairs", func() { r.Add(Step{1, &Shift{}}) }},
		{fmt.Sprintf("Relation.Add: {Min:1 Below:0 Delta:-2} on level 2, expected 0 ≤ Min, Below and Min+Delta, and Min and |Delta| ≤ %d", MaxValue),
			func() { r.Add(Step{2, Shift{Min: 1, Delta: -2}}) }},
		{"Relation.Add: the Map is nil", func() { r.Add(Step{1, &Map{}}) }},
		{fmt.Sprintf("NewPairs: pair [1 -1], expected values from 0 to %d", MaxValue-2), func() { NewPairs([2]int{1, -1}) }},
		{fmt.Sprintf("Map: value 0 goes to -1, expected 0 to %d", MaxValue-2), func() {
			r := f.NewRelation()
			r.Add(Step{2, NewMap(func(int) (int, bool) { return -1, true }, nil)})
			r.Image(s)
		}},
		{"AddDiagram: pairs over 2 levels, expected 4, two for each of [1 2]", func() { r.AddDiagram([]int{1, 2}, s) }},
		{"AddDiagram: levels [2 1], expected ascending ones from 1 to 2", func() { r.AddDiagram([]int{2, 1}, New(4, Options{}).Empty()) }},
		{"Box: 1 lists for 2 levels", func() { f.Box([][]int{{1}}) }},
		{fmt.Sprintf("Box: value -1 on level 2, expected 0 to %d", MaxValue), func() { f.Box([][]int{{1}, {3, -1}}) }},
		{"Builder.Node: a child of level 1 in a node of level 1, expected a lower one", func() {
			b := f.NewBuilder()
			b.Node(1, 0, []uint32{b.Node(1, 1, []uint32{1})})
		}},
		{"Builder.Node: another builder of the forest, or the end of a Guard, came between", func() {
			b, c := f.NewBuilder(), f.NewBuilder()
			c.Node(1, 1, []uint32{1})
			b.Node(1, 1, []uint32{1})
		}},
		{"Builder.Set: another builder of the forest, or the end of a Guard, came between", func() {
			var b *Builder
			_ = f.Guard(ctx, Limits{Nodes: 1}, func() {
				b = f.NewBuilder()
				for b.Node(1, 1, []uint32{1}); ; {
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
		"Where": func() { s.Where(1, func(int) bool { return true }) },
	}
}

// Whatever is done after Close panics in words.
func TestUseAfterClose(t *testing.T) {
	f := New(2, Options{})
	s := f.Tuple(1, 2)
	r := f.NewRelation()
	r.Add(Step{1, Shift{Delta: 1, Below: 5}})
	r.Saturate(s)
	var file bytes.Buffer
	if err := s.Save(&file); err != nil {
		t.Fatal(err)
	}
	b := f.NewBuilder()
	f.Close()
	calls := setCalls(s)
	for name, call := range map[string]func(){
		"Empty": func() { f.Empty() }, "Tuple": func() { f.Tuple(1, 2) }, "Tuples": func() { f.Tuples(nil) },
		"FromSeq": func() { f.FromSeq(s.All()) }, "Box": func() { f.Box([][]int{{1}, {1}}) }, "NewBuilder": func() { f.NewBuilder() },
		"Builder.Node": func() { b.Node(1, 1, []uint32{1}) }, "Builder.Set": func() { b.Set(1) },
		"Load": func() { _, _ = f.Load(&file) }, "NewRelation": func() { f.NewRelation() },
		"Guard": func() { _ = f.Guard(context.Background(), Limits{}, func() {}) }, "Try": func() { f.Try(1, func() {}) },
		"Collect": func() { f.Collect() }, "Check": func() { _ = f.Check() },
		"Relation.Add": func() { r.Add() }, "AddDiagram": func() { r.AddDiagram([]int{1}, s) },
		"Only": func() { r.Only(func(int) bool { return true }) }, "Inverse": func() { r.Inverse() },
		"Image": func() { r.Image(s) }, "ImageOf": func() { r.ImageOf(0, s) }, "ImageWithin": func() { r.ImageWithin(s, s) },
		"PreImage": func() { r.PreImage(s) }, "PreImageWithin": func() { r.PreImageWithin(s, s) },
		"Saturate": func() { r.Saturate(s) }, "SaturateWithin": func() { r.SaturateWithin(s, s) }, "Partial": func() { r.Partial(s) },
		"Chain": func() { r.Chain(s) }, "Layers": func() { r.BFS(s) }, "Dead": func() { r.Dead(s) },
		"Enabled": func() { r.Enabled(0, s) }, "CountEnabled": func() { r.CountEnabled(s) }, "Hops": func() { r.Hops(1, 0) },
	} {
		calls[name] = call
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

// A forest that is closed from inside of an operation ends it in words.
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
			r.Add(Step{1, NewMap(func(v int) (int, bool) { f.Close(); return v, true }, nil)}, Step{2, Shift{Delta: 1, Below: 7}})
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

type writer func([]byte)

func (w writer) Write(b []byte) (int, error) { w(b); return len(b), nil }

type reader func([]byte) int

func (r reader) Read(b []byte) (int, error) { return r(b), nil }

// == on sets would tell equal sets apart, so it does not compile.
func TestSetsAreNotComparable(t *testing.T) {
	if reflect.TypeFor[Set]().Comparable() {
		t.Error("sets can be compared by ==")
	}
	if got, want := reflect.TypeFor[Set]().Size(), 2*reflect.TypeFor[*Forest]().Size(); got != want {
		t.Errorf("a set takes %d bytes, want %d", got, want)
	}
}

// A function of a user that panics leaves nothing half done.
func TestPanicOfAMapIsForgotten(t *testing.T) {
	all := [][]int{{0, 0}, {0, 1}, {1, 2}, {1, 3}, {1, 1}, {1, 0}}
	for name, call := range map[string]func(f *Forest, r *Relation) bool{
		"Saturate": func(f *Forest, r *Relation) bool { return r.Saturate(f.Tuples(all[:2])).Equal(f.Tuples(all)) },
		"Chain":    func(f *Forest, r *Relation) bool { return r.Chain(f.Tuples(all[:2])).Equal(f.Tuples(all)) },
		"Dead": func(f *Forest, r *Relation) bool {
			return r.Dead(f.Tuples(all)).Equal(f.Tuples([][]int{{1, 3}, {1, 0}}))
		},
		"CountEnabled": func(f *Forest, r *Relation) bool { return r.CountEnabled(f.Tuples(all)).Int64() == 1+2+1+0+1+0 },
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

// A Map's function may not change the relation that asks it, nor ask for what it is to tell.
func TestMapAsksItsRelation(t *testing.T) {
	for _, c := range []struct {
		want string
		call func(r *Relation, s Set)
	}{
		{"Relation.Add: called from a function of a Map of the relation", func(r *Relation, _ Set) { r.Add(Step{1, Shift{Delta: 1}}) }},
		{"Map: the function asks the relation for what it shall tell of value 0", func(r *Relation, s Set) { r.Image(s) }},
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
