package edd_test

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"brim/dd"
	"brim/edd"
	"brim/mdd"
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

// funcCalls calls every method of g that needs a forest.
func funcCalls(g edd.Func, set mdd.Set) map[string]func() {
	return map[string]func(){
		"Equal": func() { g.Equal(g) }, "IsInfinity": func() { g.IsInfinity() }, "At": func() { g.At(1, 2) },
		"Plus":  func() { g.Plus(1) },
		"Nodes": func() { g.Nodes() }, "Widths": func() { g.Widths() }, "Counts": func() { g.Counts() },
		"Layers": func() { g.Layers() }, "Min": func() { g.Min(g) },
		"Add": func() { g.Add(g) }, "Max": func() { g.Max(g) }, "MinOver": func() { g.MinOver(1) },
		"Nearest": func() { g.Nearest() },
		"Between": func() { g.Between(0, 1) }, "Move": func() { newForest(2, edd.Options{}).Move(g, []int{1, 2}) },
		"TruncateExact": func() { g.TruncateExact(1) }, "TruncateApprox": func() { g.TruncateApprox(1) },
		"Largest": func() { g.Largest() }, "Support": func() { g.Support() }, "Border": func() { g.Border(0) },
		"All": func() {
			for range g.All() {
			}
		},
		"Fold":           func() { edd.Fold(g, 0, func(int, []edd.Arc[int]) int { return 0 }, nil) },
		"Release":        func() { g.Release() },
		"Save":           func() { _ = g.Save(&bytes.Buffer{}) },
		"WriteDOT":       func() { _ = g.WriteDOT(&bytes.Buffer{}, mdd.DOTOptions{}) },
		"WriteDOTBeside": func() { _ = g.WriteDOTBeside(&bytes.Buffer{}, set, mdd.DOTOptions{}) },
	}
}

// Misuse panics with a message that names the operation and what is wrong.
func TestMisusePanicsInWords(t *testing.T) {
	f, other := newForest(2, edd.Options{}), newForest(2, edd.Options{})
	defer closeBoth(f)
	defer closeBoth(other)
	set := f.Sets().Tuple(1, 2)
	g := f.Zero(set)
	r := f.Sets().NewRelation()
	r.Add(mdd.Step{Level: 1, Effect: mdd.Shift{Delta: 1}})
	z := f.NewSaturator(r, edd.Budgeted)
	ctx := context.Background()
	for _, c := range []struct {
		want string
		call func()
	}{
		{"New: the forest of sets is nil", func() { edd.New(nil, edd.Options{}) }},
		{"New: the forest of sets is not zero-suppressed",
			func() { edd.New(mdd.New(1, mdd.Options{Rule: mdd.QuasiReduced}), edd.Options{}) }},
		//lint:ignore SA1012 that is what is tested
		{"Guard: the context is nil", func() { _ = f.Guard(nil, dd.Limits{}, func() {}) }},
		{"Guard: the function is nil", func() { _ = f.Guard(ctx, dd.Limits{}, nil) }},
		{"Zero: a set of another forest", func() { f.Zero(other.Sets().Tuple(1, 2)) }},
		{"Min: operands of different forests", func() { g.Min(other.Infinity()) }},
		{"At: 1 values for 2 levels", func() { g.At(1) }},
		{fmt.Sprintf("At: value -1 on level 1, expected 0 to %d", mdd.MaxValue), func() { g.At(-1, 2) }},
		{fmt.Sprintf("At: value %d on level 2, expected 0 to %d", mdd.MaxValue+1, mdd.MaxValue),
			func() { g.At(1, mdd.MaxValue+1) }},
		{"Plus: distance -1, expected 0 to 2147483646", func() { g.Plus(-1) }},
		{"Border: distance -1, expected 0 to 2147483646", func() { g.Border(-1) }},
		{"TruncateExact: bound -1, expected 0 to 2147483646", func() { g.TruncateExact(-1) }},
		{"TruncateApprox: bound 2147483647, expected 0 to 2147483646", func() { g.TruncateApprox(edd.Infinity) }},
		{"NewSaturator: the relation is nil", func() { f.NewSaturator(nil, edd.Exact) }},
		{"NewSaturator: a relation of another forest",
			func() { f.NewSaturator(other.Sets().NewRelation(), edd.Exact) }},
		{"NewSaturator: version 9, expected one of [budgeted exact approx layered auto]",
			func() { f.NewSaturator(r, 9) }},
		{"NewWeighted: the function is nil", func() { f.NewWeighted(r, edd.Exact, nil) }},
		{"NewWeighted: event 0 costs -1, expected 0 to 2147483646",
			func() { f.NewWeighted(r, edd.Exact, func(int) int { return -1 }) }},
		{"NewWeighted: event 0 costs 2147483647, expected 0 to 2147483646",
			func() { f.NewWeighted(r, edd.Layered, func(int) int { return edd.Infinity }) }},
		{"Path: a set of another forest", func() { z.Path(g, g, other.Sets().Empty()) }},
		{"Path: a function of another forest", func() { z.Path(g, other.Infinity(), set) }},
		{"Path: the zero Func", func() { z.Path(edd.Func{}, g, set) }},
		{"Path: no event leads to [1 2] at distance 3: the function is not what the saturator makes of the start",
			func() { z.Path(g, g.Plus(3), set) }},
		{"Add: operands of different forests", func() { g.Add(other.Infinity()) }},
		{"Add: distance 2147483648, expected 0 to 2147483646", func() { g.Plus(1 << 30).Add(g.Plus(1 << 30)) }},
		{"Max: operands of different forests", func() { g.Max(other.Infinity()) }},
		{"Between: distance -1, expected 0 to 2147483646", func() { g.Between(-1, 2) }},
		{"Between: distance 2147483647, expected 0 to 2147483646", func() { g.Between(0, edd.Infinity) }},
		{"MinOver: level 3, expected 1 to 2", func() { g.MinOver(1, 3) }},
		{"Move: 1 numbers for 2 levels", func() { f.Move(g, []int{1}) }},
		{"Move: level 2 becomes 3, expected 0 to 2", func() { f.Move(g, []int{1, 3}) }},
		{"Move: levels 1 and 2 become 2", func() { f.Move(g, []int{2, 2}) }},
		{"Bounded: bound -1, expected 0 to 2147483646", func() { z.Bounded(g, -1) }},
		{"Bounded: a function of another forest", func() { z.Bounded(other.Infinity(), 1) }},
		{"Bounded: the zero Func", func() { z.Bounded(edd.Func{}, 1) }},
		{"Excluding: a set of another forest", func() { z.Excluding(g, other.Sets().Empty(), 1) }},
		{"Excluding: the zero Set", func() { z.Excluding(g, mdd.Set{}, 1) }},
		{"Excluding: bound 2147483647, expected 0 to 2147483646", func() { z.Excluding(g, set, edd.Infinity) }},
		{"Within: a set of another forest", func() { z.Within(g, other.Sets().Empty(), 1) }},
		{"Within: the zero Set", func() { z.Within(g, mdd.Set{}, 1) }},
		{"Within: bound -1, expected 0 to 2147483646", func() { z.Within(g, set, -1) }},
		{"Plus: distance 2147483647, expected 0 to 2147483646", func() { g.Plus(edd.Infinity - 1).Plus(1) }},
		{"Zero: the zero Set", func() { f.Zero(mdd.Set{}) }},
		{"Zero: the forest is nil", func() { (*edd.Forest)(nil).Zero(set) }},
		{"Infinity: the forest is nil", func() { new(edd.Forest).Infinity() }},
		{"Bounded: the saturator is nil", func() { new(edd.Saturator).Bounded(g, 1) }},
		{"NewSaturator: a relation of another forest", func() { f.NewSaturator(new(mdd.Relation), edd.Exact) }},
		{"Save: the writer is nil", func() { _ = g.Save(nil) }},
		{"Load: the reader is nil", func() { _, _ = f.Load(nil) }},
		{"WriteDOT: the writer is nil", func() { _ = g.WriteDOT(nil, mdd.DOTOptions{}) }},
		{"WriteDOTBeside: the writer is nil", func() { _ = g.WriteDOTBeside(nil, set, mdd.DOTOptions{}) }},
		{"WriteDOTBeside: a set of another forest",
			func() { _ = g.WriteDOTBeside(&bytes.Buffer{}, other.Sets().Empty(), mdd.DOTOptions{}) }},
		{"Fold: the function is nil", func() { edd.Fold[int](g, 0, nil, nil) }},
		{"Min: the zero Func", func() { g.Min(edd.Func{}) }},
	} {
		if got := panicOf(c.call); got != "edd: "+c.want {
			t.Errorf("got the panic %q, want %q", got, "edd: "+c.want)
		}
	}
	for name, call := range funcCalls(edd.Func{}, set) {
		if got, want := panicOf(call), "edd: "+name+": the zero Func"; got != want {
			t.Errorf("got the panic %q, want %q", got, want)
		}
	}
}

// Any use after Close, or inside an operation that calls Close, panics with a message.
func TestUseAfterClose(t *testing.T) {
	open := func() (f *edd.Forest, g edd.Func, z *edd.Saturator) {
		f = newForest(2, edd.Options{})
		r := f.Sets().NewRelation()
		r.Add(mdd.Step{Level: 2, Effect: mdd.Shift{Delta: 1}})
		g = f.Zero(f.Sets().Tuple(1, 2)).Plus(1).Min(f.Zero(f.Sets().Tuple(0, 3)))
		return f, g, f.NewSaturator(r, edd.Budgeted)
	}
	f, g, z := open()
	var file bytes.Buffer
	if err := g.Save(&file); err != nil {
		t.Fatal(err)
	}
	f.Close()
	calls := funcCalls(g, f.Sets().Empty())
	for name, call := range map[string]func(){
		"Infinity": func() { f.Infinity() }, "Zero": func() { f.Zero(f.Sets().Tuple(1, 2)) },
		"Load":         func() { _, _ = f.Load(&file) },
		"Guard":        func() { _ = f.Guard(context.Background(), dd.Limits{}, func() {}) },
		"NewSaturator": func() { f.NewSaturator(f.Sets().NewRelation(), edd.Exact) },
		"Bounded":      func() { z.Bounded(g, 3) }, "Excluding": func() { z.Excluding(g, f.Sets().Empty(), 3) },
		"Within": func() { z.Within(g, f.Sets().Empty(), 3) },
		"Try":    func() { f.Try(1, func() {}) },
	} {
		calls[name] = call
	}
	for name, call := range calls {
		if got, want := panicOf(call), "edd: "+name+": the forest is closed"; got != want {
			t.Errorf("got the panic %q, want %q", got, want)
		}
	}
	f.Close()
	if f.Levels() != 2 || g.Forest() != f || f.Stats().Nodes < 0 {
		t.Error("a closed forest does not know what it was")
	}
	f.Sets().Close()
	for name, use := range map[string]func(f *edd.Forest, g edd.Func){
		"All": func(f *edd.Forest, g edd.Func) {
			for range g.All() {
				f.Close()
			}
		},
		"Fold": func(f *edd.Forest, g edd.Func) {
			edd.Fold(g, 0, func(int, []edd.Arc[int]) int { f.Close(); return 0 }, nil)
		},
		"Layers": func(f *edd.Forest, g edd.Func) {
			for range g.Layers() {
				f.Close()
			}
		},
		"Saturator": func(f *edd.Forest, g edd.Func) {
			r := f.Sets().NewRelation()
			r.Add(mdd.Step{Level: 2, Effect: mdd.NewMap(func(v int) (int, bool) {
				if v > 0 {
					f.Close()
				}
				return v + 1, v > 0
			}, nil)})
			f.NewSaturator(r, edd.Approx).Bounded(g, 3)
		},
	} {
		f, g, _ := open()
		if got, want := panicOf(func() { use(f, g) }), "edd: "+name+": the forest is closed"; got != want {
			t.Errorf("got the panic %q, want %q", got, want)
		}
		f.Close()
	}
}

// A saturator takes note of events that are added to its relation.
func TestSaturatorFollowsEvents(t *testing.T) {
	for _, version := range edd.Versions() {
		f := newForest(2, edd.Options{})
		r := f.Sets().NewRelation()
		up := func(k int) mdd.Step { return mdd.Step{Level: k, Effect: mdd.Shift{Delta: 1}} }
		r.Add(up(1))
		z := f.NewSaturator(r, version)
		start := f.Zero(f.Sets().Tuple(0, 0))
		if got := z.Bounded(start, 3).Support().Count(); got.Int64() != 4 {
			t.Errorf("%v: %v tuples within 3 steps of one event, want 4", version, got)
		}
		r.Add(up(2))
		if got := z.Bounded(start, 3).Support().Count(); got.Int64() != 1+2+3+4 {
			t.Errorf("%v: %v tuples within 3 steps of two events, want 10", version, got)
		}
		out := f.Sets().Tuple(0, 1)
		if got := z.Excluding(start, out, 3).Support().Count(); got.Int64() != 1+1+2+3 {
			t.Errorf("%v: %v tuples within 3 steps without (0, 1), want 7", version, got)
		}
		closeBoth(f)
	}
}
