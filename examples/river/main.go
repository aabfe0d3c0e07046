// Command river takes a wolf, a goat and a cabbage across a river, in a boat with a seat for the farmer and one more.
// The puzzle is a transition system written in Go, without a net, and four explicit engines solve it.
package main

import (
	"context"
	"fmt"

	"brim/ctl/mu"
	"brim/ctl/syntax"
	"brim/engine/bbmc"
	"brim/engine/dfs"
	"brim/engine/explicit"
	"brim/engine/kripke"
)

// A river is the transition system. A state has one bit for the farmer and each of the others, set on the far side.
type river struct{}

var who = []string{"farmer", "wolf", "goat", "cabbage"}

func (river) Name() string                 { return "river" }
func (river) Words() int                   { return 1 }
func (river) Initial() []kripke.State      { return []kripke.State{{0}} }
func (river) Labels() []string             { return who } // with whom the farmer crosses
func (river) Format(s kripke.State) string { return fmt.Sprintf("%04b", s[0]) }

func (river) Successors(s kripke.State, out *kripke.Successors) error {
	out.Reset(1)
	for i := range who {
		next := s[0] ^ (1 | 1<<i) // the farmer and i on their other sides
		farmer, wolf, goat, cabbage := next&1, next>>1&1, next>>2&1, next>>3&1
		together, safe := s[0]&1 == s[0]>>i&1, goat == farmer || goat != wolf && goat != cabbage
		if together && safe {
			out.Add(i, s)[0] = next
		}
	}
	return nil
}

func (river) Predicate(f *syntax.Formula) (kripke.Predicate, error) {
	// Propositions about single states compare sums of bits.
	return kripke.NewPredicate(f, func(f *syntax.Formula) (kripke.Predicate, error) {
		return func(s kripke.State) bool {
			return kripke.Compares(f, func(i int) int64 { return int64(s[0] >> i & 1) })
		}, nil
	})
}

func main() {
	const across = "farmer + wolf + goat + cabbage = 4"
	ctx, names := context.Background(), syntax.NewLists(who, nil, nil)
	goal := must(syntax.Parse("EF "+across, "goal", names))
	all := must(explicit.Explore(ctx, river{}, kripke.Limits{}))
	fmt.Println("explicit:", all.States(), must(explicit.NewChecker(all, syntax.Maximal, 0).Holds(ctx, goal)))
	shortest := must(kripke.Explore(ctx, river{}, must(river{}.Predicate(goal.Args[0])), kripke.Limits{}))
	fmt.Print("shortest:")
	for _, label := range shortest.Found.Labels {
		fmt.Print(" ", who[label])
	}
	verdict, _, err := dfs.Decide(ctx, river{}, goal, syntax.Maximal, dfs.Options{})
	fmt.Println("\ndfs:", verdict.Result, err)
	part := must(must(mu.Parse("<true*>{"+across+"}", "goal", names)).Bind(who))
	fmt.Println("bbmc:", must(bbmc.Check(ctx, river{}, part, bbmc.Options{Breadth: 2}, bbmc.Runs{Count: 10})).Result)
}

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}
