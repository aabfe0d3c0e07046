package mdd

import (
	"errors"
	"testing"
)

// recovered returns what fn panics with.
func recovered(fn func()) (r any) {
	defer func() { r = recover() }()
	fn()
	return nil
}

// A limit outside of Guard is an error that can be recognised, and after a recovered panic collections free all nodes.
func TestRecoveredPanicsLeaveNothing(t *testing.T) {
	f := New(3, Options{})
	defer f.Close()
	mine := errors.New("mine")
	bad := func(int) (int, bool) { panic(mine) }
	r := f.NewRelation()
	r.Add(Step{1, NewMap(bad, bad)}, Step{2, Shift{Delta: 1}})
	far := f.NewRelation()
	far.Add(Step{1, Shift{Delta: 1}})
	other := f.Tuple(1, 2, 1)
	for i := range 300 {
		s := f.Tuple(1, 2, 2+i)
		for name, fn := range map[string]func(){
			"Where":          func() { s.Where(1, func(int) bool { panic(mine) }) },
			"Between":        func() { s.Between(func(int, int) int64 { panic(mine) }, 0, 1) },
			"Saturate":       func() { r.Saturate(s) },
			"SaturateWithin": func() { r.SaturateWithin(s, s.Union(f.Tuple(1, 3, 2+i))) },
			"Image":          func() { r.Image(s) },
			"ImageWithin":    func() { r.ImageWithin(s, s.Union(f.Tuple(1, 3, 2+i))) },
			"PreImage":       func() { r.PreImage(s.Union(other)) },
			"ImageOf":        func() { r.ImageOf(0, s) },
			"Leads":          func() { r.Leads(0, s, s.Union(f.Tuple(1, 3, 2+i))) },
			"StuckWithin":    func() { r.StuckWithin(s, s.Union(f.Tuple(1, 3, 2+i))) },
			"Chaining":       func() { r.Chaining(s) },
			"Enabled":        func() { r.Enabled(0, s) },
			"Dead":           func() { r.Dead(s) },
			"CountEnabled":   func() { r.CountEnabled(s) },
		} {
			if got := recovered(fn); got != mine {
				t.Fatalf("%s: got the panic %v", name, got)
			}
		}
		edge := f.Tuple(MaxValue, 0, 2+i)
		for name, fn := range map[string]func(){
			"Image": func() { far.Image(edge) }, "Saturate": func() { far.Saturate(edge) },
			"Chaining": func() { far.Chaining(edge) },
		} {
			err, _ := recovered(fn).(error)
			var limit *LimitError
			if !errors.As(err, &limit) || limit.Kind != "values" || limit.At != MaxValue+1 {
				t.Fatalf("%s: got the panic %v", name, err)
			}
		}
	}
	if err := f.Check(); err != nil {
		t.Error(err)
	}
	if got := f.s.Mark(); got != 0 {
		t.Errorf("%d words are left on the work stack", got)
	}
	f.Collect()
	if got := f.Stats().Nodes; got != 3 {
		t.Errorf("%d nodes are left, want those of one tuple", got)
	}
	if n := other.Count(); n.Int64() != 1 {
		t.Error("a set was lost")
	}
}
