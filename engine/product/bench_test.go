package product_test

import (
	"testing"

	"brim/ctl/syntax"
	"brim/engine/kripke"
	"brim/engine/product"
	"brim/ltl"
	"brim/ltl/automaton"
	"brim/petri/nets"
)

// BenchmarkSearch looks for a run where there is none, so that all is seen: of the first place is asked again and again
// whether it has some tokens, and then never more than there are. With all transitions, with those that another search
// has found, and with stubborn sets.
func BenchmarkSearch(b *testing.B) {
	for _, name := range []string{"kanban:3", "dphil:8", "fms:3"} {
		net, err := nets.Parse(name)
		if err != nil {
			b.Fatal(err)
		}
		n, err := kripke.NewNet(net)
		if err != nil {
			b.Fatal(err)
		}
		pool := syntax.NewPool()
		some, many := atLeast(b, n, pool, 0, 1), atLeast(b, n, pool, 0, 1000)
		path := pool.And(pool.Make(syntax.G, pool.Make(syntax.F, some)), pool.Make(syntax.F, many))
		a, err := automaton.Of(b.Context(), ltl.NNF(path), automaton.Limits{})
		if err != nil {
			b.Fatal(err)
		}
		search := func(b *testing.B, x *product.Space, o product.Options) *product.Search {
			s, err := x.Search(a, o)
			if err == nil {
				err = s.Run(b.Context(), kripke.Limits{})
			}
			if err != nil || s.Found() {
				b.Fatal(s.Found(), err)
			}
			return s
		}
		for _, sets := range []string{"all", "shared", "stubborn"} {
			b.Run("net="+name+"/sets="+sets, func(b *testing.B) {
				shared := product.NewSpace(n)
				var s *product.Search
				for b.Loop() {
					switch sets {
					case "all":
						s = search(b, product.NewSpace(n), product.Options{})
					case "shared":
						s = search(b, shared, product.Options{})
					default:
						s = search(b, product.NewSpace(n), product.Options{Reduce: reducing(n), Mute: mutes(a)})
					}
				}
				b.ReportMetric(float64(s.Products())*float64(b.N)/b.Elapsed().Seconds(), "products/s")
				b.ReportMetric(float64(s.Products()), "products")
				b.ReportMetric(float64(s.Space.Bytes()+s.Bytes())/float64(s.Products()), "B/product")
			})
		}
	}
}
