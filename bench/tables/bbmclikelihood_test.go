package tables

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The likelihoods of all ranges add up to one, those of single averages are binomial, and drawn ranges come as often as
// their likelihood says.
func TestBBMCChance(t *testing.T) {
	c := newBBMCChance([]float64{0.3, 0.5, 0.35, 1})
	sum, most, at := 0.0, 0.0, [2]int{}
	for low := range bbmcPaperRuns + 1 {
		for high := low; high <= bbmcPaperRuns; high++ {
			p := c.all(low, high) - c.all(low+1, high) - c.all(low, high-1) + c.all(low+1, high-1)
			if sum += p; p > most {
				most, at = p, [2]int{low, high}
			}
		}
	}
	if math.Abs(sum-1) > 1e-9 || at[1] != 100 || at[0] < 26 || at[0] > 32 {
		t.Errorf("likelihoods add up to %v, the largest is that of %v", sum, at)
	}
	rng := rand.New(rand.NewPCG(2, 2))
	hits := 0
	for range 10_000 {
		if low, high := c.draw(rng); [2]int{low, high} == at {
			hits++
		}
	}
	if math.Abs(float64(hits)/10_000-most) > 0.02 {
		t.Errorf("%v was drawn %d times of 10000, its likelihood is %v", at, hits, most)
	}
	one := newBBMCChance([]float64{0.5})
	if got, want := one.log10(50, 50), math.Log10(0.0795892); math.Abs(got-want) > 1e-5 { // 100!/(50!²·2¹⁰⁰)
		t.Errorf("50 of 100 at 0.5: %v, want %v", got, want)
	}
	if got := one.log10(50, 51); got > -10 {
		t.Errorf("one average that is two numbers: %v", got)
	}
}

// Ranges that come from the probabilities fit, others do not.
func TestBBMCFit(t *testing.T) {
	var chances []*bbmcChance
	var fitting, far [][2]int
	for i := range 6 {
		p := 0.4 + 0.05*float64(i)
		chances = append(chances, newBBMCChance([]float64{p, p, p, p}))
		fitting, far = append(fitting, [2]int{int(100*p) - 5, int(100*p) + 5}),
			append(far, [2]int{int(100*p) + 15, int(100*p) + 25})
	}
	if published, typical, share := bbmcFit(chances, fitting); published < typical-1 || share < 0.3 {
		t.Errorf("ranges that fit: %v, typically %v, share %v", published, typical, share)
	}
	if published, typical, share := bbmcFit(chances, far); published > typical-10 || share > 0 {
		t.Errorf("ranges that do not fit: %v, typically %v, share %v", published, typical, share)
	}
}
