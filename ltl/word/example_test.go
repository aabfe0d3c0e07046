package word_test

import (
	"fmt"

	"brim/ctl/syntax"
	"brim/ltl/word"
)

// A run of three positions, the last two of which repeat: p holds at positions 0 and 2, so again and again.
func ExampleHolds() {
	pool := syntax.NewPool()
	p := pool.Enabled(syntax.Ref{Index: 0, Name: "p"})
	again := pool.Make(syntax.G, pool.Make(syntax.F, p))
	forever := pool.Make(syntax.F, pool.Make(syntax.G, p))
	at := func(position int, _ *syntax.Formula) bool { return position%2 == 0 }
	fmt.Println(word.Holds(again, 3, 1, at), word.Holds(forever, 3, 1, at))
	// Output: true false
}
