package mdd

import (
	"math/big"
	"math/bits"
	"math/rand/v2"
)

// Sample returns a tuple that is drawn with a probability of exactly its weight in Total: each alike if there are no
// weights. It returns nil if nothing has a weight. Cost: that of Nth, and twice as many random bits as Total has at
// most, as is to be expected.
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
