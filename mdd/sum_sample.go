package mdd

import (
	"math/big"
	"math/bits"
	"math/rand/v2"
)

// Random tuples of a set, by an index.

// Sample draws a tuple with a probability of exactly its weight divided by Total: uniformly if there are no weights. It
// returns nil if Total is 0. Cost: that of Nth, and an expected number of random bits of at most twice those of Total.
func (x *Index) Sample(rng *rand.Rand) []int {
	const who = "Index.Sample"
	x.use(who)
	given(rng != nil, who, "generator")
	if x.total.Sign() == 0 {
		return nil
	}
	return x.nth(below(rng, &x.total))
}

// below draws a number from 0 to n−1, each with the same probability: as many bits as n−1 has, until they are below n.
func below(rng *rand.Rand, n *big.Int) *big.Int {
	length := new(big.Int).Sub(n, one).BitLen()
	words := make([]big.Word, (length+bits.UintSize-1)/bits.UintSize)
	i := new(big.Int)
	for {
		for w := range words {
			words[w] = big.Word(rng.Uint64())
		}
		if rest := length % bits.UintSize; rest > 0 {
			words[len(words)-1] &= 1<<rest - 1
		}
		if i.SetBits(words).Cmp(n) < 0 {
			return i
		}
	}
}
