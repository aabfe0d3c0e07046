package explicit_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"brim/check"
	"brim/ctl/syntax"
	"brim/internal/testkit/randformula"
)

// BenchmarkCTL decides sixteen formulas, random ones or those of the contest, on all markings one by one and on
// diagrams, each alone. What is left open after a minute is counted.
func BenchmarkCTL(b *testing.B) {
	for _, c := range []struct{ net, file string }{
		{"kanban:3", ""}, {"fms:3", ""}, {"dphil:7", ""}, {"rr:10", ""},
		{"RobotManipulation-PT-00005", "CTLCardinality.xml"}, {"CircadianClock-PT-000010", "CTLFireability.xml"},
		{"HouseConstruction-PT-00005", "CTLCardinality.xml"}, {"Kanban-PT-00005", "CTLFireability.xml"},
	} {
		for _, technique := range []string{"explicit", "symbolic"} {
			b.Run("net="+c.net+"/technique="+technique, func(b *testing.B) {
				name := c.net
				if c.file != "" {
					name = filepath.Join("..", "..", "..", "..", "shared", "mcc", "models", c.net)
					if _, err := os.Stat(name); err != nil {
						b.Skip("there is no ../shared/mcc/models")
					}
				}
				m, err := check.Load(b.Context(), name)
				if err != nil {
					b.Fatal(err)
				}
				var questions []*check.Question
				if c.file != "" {
					questions, err = m.Properties(b.Context(), filepath.Join(name, c.file), syntax.Maximal,
						syntax.AsWritten)
				} else {
					rng, pool := rand.New(rand.NewPCG(1, 2)), syntax.NewPool()
					for range 16 {
						questions = append(questions,
							&check.Question{Formula: randformula.Generate(rng, m.Net, 4, pool)})
					}
				}
				if err != nil {
					b.Fatal(err)
				}
				without := slices.DeleteFunc(check.TechniqueNames(), func(s string) bool {
					return s == technique || technique == "symbolic" &&
						slices.Contains([]string{"all", "rounds", "parts", "cover"}, s)
				})
				o := check.Options{Without: without, Limits: check.Limits{Time: time.Minute, Memory: 8 << 30}}
				open := 0
				for b.Loop() {
					r, err := check.DecideAll(b.Context(), m, questions, o)
					if err != nil {
						b.Fatal(err)
					}
					for _, a := range r.Answers {
						if a.Result == check.Unknown {
							open++
						}
					}
				}
				b.ReportMetric(float64(open)/float64(b.N), "open/op")
			})
		}
	}
}
