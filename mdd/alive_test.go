package mdd

import (
	"bytes"
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

// churn has Go's collector and that of f free what is unreferenced, and makes sets in its place.
func churn(f *Forest, rng *rand.Rand) {
	f.Tuple(make([]int, f.levels)...) // a new root, so that Collect asks Go's collector
	f.Collect()
	for range 3 {
		randomSet(f, rng, 40, 6)
	}
}

// S2: an operand that is no longer referenced lives as long as the operation that was given it, even if a function of
// the user collects meanwhile and makes other sets.
func TestOperandsLiveThroughOperations(t *testing.T) {
	const levels = 4
	type call struct {
		set    func() Set // an operand without other references
		r      *Relation
		meddle func() // called from within the operation
	}
	text := func(s Set) string { return fmt.Sprint(slices.Collect(s.All())) }
	calls := map[string]func(c *call) string{
		"All": func(c *call) (list string) {
			for values := range c.set().All() {
				c.meddle()
				list += fmt.Sprint(values)
			}
			return list
		},
		"EachNode": func(c *call) (list string) {
			s := c.set
			if s().f.rule != ZeroSuppressed {
				return ""
			}
			for n := range s().EachNode() {
				c.meddle()
				list += fmt.Sprint(n)
			}
			return list
		},
		"Save": func(c *call) string {
			var file bytes.Buffer
			_ = c.set().Save(writer(func(b []byte) { c.meddle(); file.Write(b) }))
			return file.String()
		},
		"WriteDOT": func(c *call) string {
			var file bytes.Buffer
			_ = c.set().WriteDOT(&file, DOTOptions{Level: func(int) string { c.meddle(); return "k" }})
			return file.String()
		},
		"Where": func(c *call) string {
			return text(c.set().Where(2, func(v int) bool { c.meddle(); return v != 1 }))
		},
		"Between": func(c *call) string {
			return text(c.set().Between(func(k, v int) int64 { c.meddle(); return int64(k * v) }, 4, 17))
		},
		"MaxSum": func(c *call) string {
			return fmt.Sprint(c.set().MaxSum(func(k, v int) int64 { c.meddle(); return int64(k * v) }))
		},
		"Each": func(c *call) (list string) {
			for values := range c.set().Each {
				c.meddle()
				list += fmt.Sprint(values)
			}
			return list
		},
		"Heaviest": func(c *call) string {
			return fmt.Sprint(c.set().Heaviest(func(k, v int) int64 { c.meddle(); return int64(k * v) }))
		},
		"Probability": func(c *call) string {
			return fmt.Sprint(c.set().Probability(func(k, v int) float64 { c.meddle(); return float64(k + v) }))
		},
		"Index": func(c *call) string {
			x, _ := c.set().Index(context.Background(),
				Indexing{Weight: func(k, v int) *big.Int { c.meddle(); return big.NewInt(int64(k + v)) }})
			return fmt.Sprint(x.Total())
		},
		"Fold": func(c *call) string {
			skip := func(below string, from, to int) string { c.meddle(); return fmt.Sprint(below, from, to) }
			return fmt.Sprint(Fold(c.set(), "",
				func(k int, arcs []Arc[string]) string { c.meddle(); return fmt.Sprint(k, arcs) }, skip))
		},
		"Split": func(c *call) (list string) {
			_, parts := c.set().Split()
			for v, s := range parts {
				c.meddle()
				list += fmt.Sprint(v, text(s))
			}
			return list
		},
		"Assemble": func(c *call) string {
			level, parts := c.set().Split()
			return text(c.r.f.Assemble(level, func(yield func(int, Set) bool) {
				for v, s := range parts {
					c.meddle()
					yield(v, s)
				}
			}))
		},
		"FromSeq": func(c *call) string {
			s := c.set()
			return text(s.f.FromSeq(func(yield func([]int) bool) {
				for values := range s.All() {
					c.meddle()
					yield(values)
				}
			}))
		},
		"Image":       func(c *call) string { return text(c.r.Image(c.set())) },
		"ImageWithin": func(c *call) string { return text(c.r.ImageWithin(c.set(), c.set())) },
		"ImageOf":     func(c *call) string { return text(c.r.ImageOf(0, c.set())) },
		"Leads":       func(c *call) string { return fmt.Sprint(c.r.Leads(0, c.set(), c.set())) },
		"StuckWithin": func(c *call) string { return text(c.r.StuckWithin(c.set(), c.set())) },
		"PreImage":    func(c *call) string { return text(c.r.PreImage(c.set())) },
		"Enabled":     func(c *call) string { return text(c.r.Enabled(0, c.set().Where(levels, isZero))) },
		"CountEnabled": func(c *call) string {
			return fmt.Sprint(c.r.CountEnabled(c.set()))
		},
		"Dead":           func(c *call) string { return text(c.r.Dead(c.set())) },
		"Saturate":       func(c *call) string { return text(c.r.Saturate(c.set())) },
		"SaturateWithin": func(c *call) string { return text(c.r.SaturateWithin(c.set(), c.set())) },
		"Chaining":       func(c *call) string { return text(c.r.Chaining(c.set())) },
		"BFS":            func(c *call) string { s, d := c.r.BFS(c.set()); return fmt.Sprint(text(s), d) },
	}
	for name, do := range calls {
		for seed := range uint64(2) {
			for _, o := range everyOption[:2] {
				var want string
				for _, meddling := range []bool{false, true} {
					rng := rand.New(rand.NewPCG(seed, 9))
					f := New(levels, o)
					c := &call{meddle: func() {}}
					if meddling {
						left := 4
						c.meddle = func() {
							if left--; left >= 0 {
								churn(f, rng)
							}
						}
					}
					_, twin := randomSet(f, rng, 12, 4)
					list := twin.Sorted()
					c.set = func() Set { return f.Tuples(list) }
					c.r = f.NewRelation()
					to := func(v int) (int, bool) { c.meddle(); return (v + 1) % 5, v < 5 }
					back := func(v int) (int, bool) { c.meddle(); return (v + 4) % 5, v < 5 }
					c.r.Add(Step{levels, NewMap(to, back)}, Step{1, NewMap(back, to)})
					c.r.Add(Step{3, NewMap(back, to)}, Step{2, NewMap(to, back)}, Step{1, Shift{Below: 2}})
					if got := do(c); !meddling {
						want = got
					} else if got != want {
						t.Errorf("%s, seed %d, %v: got %s, want %s", name, seed, o, got, want)
					}
					if err := f.Check(); err != nil {
						t.Errorf("%s, seed %d, %v: %v", name, seed, o, err)
					}
					f.Close()
				}
			}
		}
	}
}

func isZero(v int) bool { return v == 0 }
