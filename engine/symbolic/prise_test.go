package symbolic_test

import (
	"context"
	"testing"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/symbolic"
	"brim/mdd"
	"brim/petri/nets"
)

// priseRuns has what independent breadth-first runs on nets of the family prise found.
var priseRuns = []struct {
	spec   string
	depth  int
	first  int           // the least distance at which output 1 is 1
	within map[int]int64 // markings within a distance
	until  int64         // markings in which E(G2.q0 = 1 U F1.q1 = 1) holds
}{
	{"prise:S", 85, 34, map[int]int64{10: 4044, 20: 4830, 30: 23818, 34: 24025, 40: 30603, 85: 77307}, 23069},
	{"prise:M", 193, 88, map[int]int64{88: 222364, 193: 536881}, 157941},
	{"prise:L", 285, 88, map[int]int64{10: 4044, 20: 4830, 30: 24170, 40: 32154, 88: 261099, 285: 3937514}, 1091394},
}

// Output 1 can be 1, and is not before the symptoms were recognised. The first expression is decided within a small
// depth, the second by the complete state space only.
func TestPriseExpressions(t *testing.T) {
	for _, c := range priseRuns {
		t.Run(c.spec, func(t *testing.T) {
			s, err := symbolic.Explore(context.Background(), mustParse(t, c.spec), symbolic.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			family, size, err := nets.Split(c.spec)
			if err != nil {
				t.Fatal(err)
			}
			pool, names := syntax.NewPool(), familyNames(s.Model.Net, family, size)
			checker := s.Checker(syntax.Maximal)
			for _, e := range []struct {
				text string
				want engine.Result
			}{
				{"EF output_1", engine.Holds},
				{"!E(G2.q0 = 1 U F1.q1 = 1)", engine.Holds},
				{"E(!symptoms U output_1)", engine.Fails},
			} {
				f, err := pool.Parse(e.text, "", names)
				if err != nil {
					t.Fatal(err)
				}
				if got, err := s.Holds(checker, f); err != nil || got != e.want {
					t.Errorf("%s: %v, %v; want %v", e.text, got, err, e.want)
				}
			}
			sat := func(text string) mdd.Set {
				f, err := pool.Parse(text, "", names)
				if err != nil {
					t.Fatal(err)
				}
				set, err := checker.Sat(f)
				if err != nil {
					t.Fatal(err)
				}
				return set.Must
			}
			if got := sat("E(G2.q0 = 1 U F1.q1 = 1)").Count(); !got.IsInt64() || got.Int64() != c.until {
				t.Errorf("E(G2.q0 = 1 U F1.q1 = 1) holds in %v markings, want %d", got, c.until)
			}

			output, sum, first, depth := sat("output_1"), int64(0), -1, 0
			s.Model.Moves.Layers(s.Model.Init, func(distance int, layer mdd.Set) bool {
				sum, depth = sum+layer.Count().Int64(), distance
				if first < 0 && !layer.Intersect(output).IsEmpty() {
					first = distance
				}
				if want, ok := c.within[distance]; ok && sum != want {
					t.Errorf("%d markings within %d, want %d", sum, distance, want)
				}
				return true
			})
			if first != c.first || depth != c.depth {
				t.Errorf("output 1 is first 1 at %d, the last marking at %d; want %d and %d", first, depth, c.first,
					c.depth)
			}
		})
	}
}
