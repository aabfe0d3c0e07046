package edd_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"brim/edd"
	"brim/mdd"
)

// S2: an operand that is no longer referenced lives as long as the operation that was given it, even if a function of
// the user has both forests collect meanwhile and makes other functions.
func TestOperandsLiveThroughOperations(t *testing.T) {
	type call struct {
		f      *edd.Forest
		g      func() edd.Func // an operand without other references
		out    func() mdd.Set
		r      *mdd.Relation
		meddle func() // called from within the operation
	}
	text := func(g edd.Func) (list string) {
		for d, values := range g.All() {
			list += fmt.Sprint(d, values)
		}
		return list
	}
	calls := map[string]func(c *call) string{
		"All": func(c *call) (list string) {
			for d, values := range c.g().All() {
				c.meddle()
				list += fmt.Sprint(d, values)
			}
			return list
		},
		"Layers": func(c *call) (list string) {
			for d, layer := range c.g().Layers() {
				c.meddle()
				list += fmt.Sprint(d, layer.Count())
			}
			return list
		},
		"Save": func(c *call) string {
			var file bytes.Buffer
			_ = c.g().Save(meddler{&file, c.meddle})
			return file.String()
		},
		"WriteDOT": func(c *call) string {
			var file bytes.Buffer
			_ = c.g().WriteDOT(&file, mdd.DOTOptions{Level: func(int) string { c.meddle(); return "k" }})
			return file.String()
		},
	}
	for _, version := range edd.Versions() {
		calls["Bounded, "+version.String()] = func(c *call) string {
			return text(c.f.NewSaturator(c.r, version).Bounded(c.g(), 6))
		}
		calls["Excluding, "+version.String()] = func(c *call) string {
			return text(c.f.NewSaturator(c.r, version).Excluding(c.g(), c.out(), 6))
		}
		calls["Within, "+version.String()] = func(c *call) string {
			return text(c.f.NewSaturator(c.r, version).Within(c.g(), c.out(), 6))
		}
	}
	for name, do := range calls {
		for seed := range uint64(2) {
			var want string
			for _, meddling := range []bool{false, true} {
				rng := rand.New(rand.NewPCG(seed, 9))
				c := &call{f: newForest(4, edd.Options{CollectEvery: 1}), meddle: func() {}}
				left := 4
				if meddling {
					c.meddle = func() {
						if left--; left >= 0 {
							churn(c.f, rng)
						}
					}
				}
				all := c.f.Infinity()
				for d := range 6 {
					all = all.Min(c.f.Zero(c.f.Sets().Tuple(rng.IntN(3), rng.IntN(3), rng.IntN(3),
						rng.IntN(3))).Plus(d))
				}
				var file bytes.Buffer
				_ = all.Save(&file)
				c.g = func() edd.Func {
					g, err := c.f.Load(bytes.NewReader(file.Bytes()))
					if err != nil {
						t.Fatal(err)
					}
					return g
				}
				c.out = func() mdd.Set { return c.f.Sets().Box([][]int{{0, 1}, {1, 2}, {0, 1, 2}, {0, 2}}) }
				all = c.f.Infinity() // Load's result is the only one
				c.r = c.f.Sets().NewRelation()
				to := mdd.NewMap(func(v int) (int, bool) { c.meddle(); return (v + 1) % 5, v < 5 }, nil)
				c.r.Add(mdd.Step{Level: 4, Effect: to}, mdd.Step{Level: 1, Effect: to})
				c.r.Add(mdd.Step{Level: 3, Effect: to}, mdd.Step{Level: 2, Effect: mdd.Shift{Below: 3, Delta: 1}})
				if got := do(c); !meddling {
					want = got
				} else if got != want {
					t.Errorf("%s, seed %d: got %s, want %s", name, seed, got, want)
				}
				if err := c.f.Sets().Check(); err != nil {
					t.Errorf("%s, seed %d: %v", name, seed, err)
				}
				runtime.KeepAlive(all)
				closeBoth(c.f)
			}
		}
	}
}

// churn has Go's collector, and both forests, free what is unreferenced, and makes functions in its place. The forest
// of functions collects at each new node.
func churn(f *edd.Forest, rng *rand.Rand) {
	runtime.GC()
	time.Sleep(time.Millisecond) // for the cleanups
	f.Sets().Tuple(0, 0, 0, 0)
	f.Sets().Collect()
	for range 3 {
		randomFunc(f, rng, 30)
	}
}

// A meddler is a writer that calls a function before it writes.
type meddler struct {
	to     *bytes.Buffer
	meddle func()
}

func (m meddler) Write(b []byte) (int, error) { m.meddle(); return m.to.Write(b) }
