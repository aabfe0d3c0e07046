package tables

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat/combin"
)

// How likely the published ranges of Table 1 of [MSW09] are, given the probabilities measured here: exactly, and by
// drawn tables.

// A bbmcChance is what a range of Table 1 of [MSW09] may be by chance: it has the least and the most of averages of
// bbmcPaperRuns runs, one for each number of messages.
type bbmcChance struct {
	// by number of messages and count k: the probability of at most k − 1 witnesses, so that within[m][k+1] −
	// within[m][j] is that of j to k
	within [][]float64
}

// newBBMCChance takes the probabilities of a witness by number of messages.
func newBBMCChance(probabilities []float64) *bbmcChance {
	c := &bbmcChance{}
	for _, p := range probabilities {
		sums := []float64{0}
		for k := range bbmcPaperRuns + 1 {
			sums = append(sums, sums[k]+binomial(bbmcPaperRuns, k, p))
		}
		c.within = append(c.within, sums)
	}
	return c
}

// binomial is the probability of k of n where each has probability p.
func binomial(n, k int, p float64) float64 {
	if p == 0 || p == 1 {
		return map[bool]float64{true: 1}[float64(k) == p*float64(n)]
	}
	ways := combin.LogGeneralizedBinomial(float64(n), float64(k))
	return math.Exp(ways + float64(k)*math.Log(p) + float64(n-k)*math.Log1p(-p))
}

// all is the probability that each average is in a range.
func (c *bbmcChance) all(low, high int) float64 {
	if low > high {
		return 0
	}
	product := 1.0
	for _, sums := range c.within {
		product *= sums[high+1] - sums[low]
	}
	return product
}

// leastSeen is a lower bound of likelihoods, so that one below the error of a sum does not become 0.
const leastSeen = 1e-12

// log10 is the logarithm of the probability that the least and the most average are just these, in percent.
func (c *bbmcChance) log10(low, high int) float64 {
	p := c.all(low, high) - c.all(low+1, high) - c.all(low, high-1) + c.all(low+1, high-1)
	return math.Log10(max(p, leastSeen))
}

// draw draws a range.
func (c *bbmcChance) draw(rng *rand.Rand) (low, high int) {
	low, high = bbmcPaperRuns, 0
	for _, sums := range c.within {
		x := rng.Float64()
		k, _ := slices.BinarySearchFunc(sums[1:], x, func(sum, x float64) int {
			if sum <= x {
				return -1
			}
			return 1
		})
		k = min(k, bbmcPaperRuns)
		low, high = min(low, k), max(high, k)
	}
	return low, high
}

// drawnTables is how many tables are drawn to see what chance does.
const drawnTables = 200

// bbmcFit measures how well the probabilities explain published ranges. It returns the logarithm of the likelihood of
// the ranges, the median of that logarithm over ranges drawn from the same probabilities, and the share of drawn
// ranges that are at most as likely. The random numbers are the same each time.
func bbmcFit(chances []*bbmcChance, ranges [][2]int) (published, typical, share float64) {
	for i, c := range chances {
		published += c.log10(ranges[i][0], ranges[i][1])
	}
	rng := rand.New(rand.NewPCG(1, 1))
	drawn := make([]float64, drawnTables)
	for t := range drawn {
		for _, c := range chances {
			drawn[t] += c.log10(c.draw(rng))
		}
		if drawn[t] <= published {
			share++
		}
	}
	slices.Sort(drawn)
	return published, drawn[drawnTables/2], share / drawnTables
}
