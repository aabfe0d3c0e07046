package randnet

import (
	"math/rand/v2"

	"brim/petri"
)

// Smaller nets on which a test still fails.

// Shrink returns a random net with as few transitions as possible, at most as many as net, on which fails is true, or
// net if there is none among 300 of each size. It does not look at net itself: what is wrong with a program shows on
// some small net, too, and the generator makes small ones at once.
func Shrink(net *petri.Net, fails func(*petri.Net) bool) *petri.Net {
	for size := 1; size <= len(net.Transitions); size++ {
		for seed := range uint64(300) {
			rng := rand.New(rand.NewPCG(seed, uint64(size)))
			small := Generate(rng, Config{Transitions: size, Blocks: 1 + size/2, Tokens: 1 + int64(seed/100),
				Open: seed%4 == 0})
			if len(small.Transitions) == size && fails(small) {
				return small
			}
		}
	}
	return net
}
