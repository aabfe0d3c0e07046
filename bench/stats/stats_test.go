package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"
)

// Means, medians and tests agree with published values, with exact enumeration and with simulations.

func near(x, want, tolerance float64) bool { return math.Abs(x-want) <= tolerance }

// What others have published.

// Two-sided critical values of Wilcoxon's signed-rank test: the largest sum of ranks on one side that is significant at
// 5 and at 1 percent, for n = 6, 7, …, 25; -1 where none is. They stand in textbooks, as Lehmann, Nonparametrics, 1975.
func TestSignedRankCriticalValues(t *testing.T) {
	for level, values := range map[float64][]int{
		0.05: {0, 2, 3, 5, 8, 10, 13, 17, 21, 25, 29, 34, 40, 46, 52, 58, 65, 73, 81, 89},
		0.01: {-1, -1, 0, 1, 3, 5, 7, 9, 12, 15, 19, 23, 27, 32, 37, 42, 48, 54, 61, 68},
	} {
		for i, want := range values {
			n, got := i+6, -1
			for s := 0; s <= n*(n+1)/2 && 2*SignedRank(withNegatives(n, s)) <= level; s++ {
				got = s
			}
			if got != want {
				t.Errorf("n = %d at %v: %d, want %d", n, level, got, want)
			}
		}
	}
}

// withNegatives returns the numbers from 1 to n, of which as many are negative as make their ranks add up to sum.
func withNegatives(n, sum int) []float64 {
	ds := make([]float64, n)
	for r := n; r > 0; r-- {
		if ds[r-1] = float64(r); r <= sum {
			ds[r-1], sum = -ds[r-1], sum-r
		}
	}
	return ds
}

// The example of R's wilcox.test: depression before and after treatment, of Hollander and Wolfe. Exact is 0.01953; by
// the normal distribution without correction, "H&W large sample approximation", 0.01908.
func TestSignedRankDepression(t *testing.T) {
	x := []float64{1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30}
	y := []float64{0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29}
	for i := range x {
		x[i] -= y[i]
	}
	ranks, sum := doubleRanks(x)
	if sum != 2*40 {
		t.Errorf("V = %v, want 40", float64(sum)/2)
	}
	if p := SignedRank(x); !near(p, 0.01953125, 1e-12) {
		t.Errorf("p = %v", p)
	}
	if p := approximateTail(ranks, sum, 0); !near(p, 0.01908, 5e-6) {
		t.Errorf("approximate p = %v", p)
	}
}

// Two-sided values of R, with and without correction for continuity, and of Pratt's way with zeros and ties, as the
// tests of SciPy have them (test_accuracy_wilcoxon).
func TestSignedRankApproximation(t *testing.T) {
	both := func(ds []float64, continuity float64) float64 {
		ranks, up := doubleRanks(ds)
		for i := range ds {
			ds[i] = -ds[i]
		}
		_, down := doubleRanks(ds)
		return 2 * min(approximateTail(ranks, up, continuity), approximateTail(ranks, down, continuity))
	}
	x := []float64{120, 114, 181, 188, 180, 146, 121, 191, 132, 113, 127, 112}
	y := []float64{133, 143, 119, 189, 112, 199, 198, 113, 115, 121, 142, 187}
	for i := range x {
		x[i] -= y[i]
	}
	if p := both(x, 0); !near(p, 0.6948866, 1e-6) {
		t.Errorf("p = %v", p)
	}
	if p := both(x, 1); !near(p, 0.7240817, 1e-6) {
		t.Errorf("corrected p = %v", p)
	}
	var z []float64
	for i, n := range []int{1, 4, 16, 15, 8, 4, 5, 1, 2} {
		z = append(z, slices.Repeat([]float64{float64(i - 4)}, n)...)
	}
	if p := both(z, 0); !near(p, 0.0031724568006762576, 1e-12) {
		t.Errorf("by Pratt p = %v", p)
	}
}

// The adjusted values that R's p.adjust has for these.
func TestHolm(t *testing.T) {
	got := Holm([]float64{0.319, 0.201, 0.4, 0.374, 0.113})
	for i, want := range []float64{0.957, 0.804, 0.957, 0.957, 0.565} {
		if !near(got[i], want, 1e-9) {
			t.Errorf("%d: %v, want %v", i, got[i], want)
		}
	}
}

// The interval that R's t.test has for the differences of its data sleep: 0.7001142 to 2.4598858 around 1.58.
func TestGeometricMean(t *testing.T) {
	var ratios []float64
	for _, x := range []float64{1.2, 2.4, 1.3, 1.3, 0, 1, 1.8, 0.8, 4.6, 1.4} {
		ratios = append(ratios, math.Exp(x))
	}
	e := GeometricMean(ratios)
	if !near(math.Log(e.X), 1.58, 1e-9) || !near(math.Log(e.Low), 0.7001142, 1e-7) ||
		!near(math.Log(e.High), 2.4598858, 1e-7) {
		t.Errorf("%+v", e)
	}
	if e := GeometricMean([]float64{2}); !near(e.X, 2, 1e-12) || e.Low != 0 || !math.IsInf(e.High, 1) {
		t.Errorf("of one ratio: %+v", e)
	}
}

// The median of seven values that Efron bootstraps is at most each of them with these probabilities, added up from
// 0.0102, 0.0981, 0.2386 and so on [Efr79]. So percentiles alone end at the second value from either end, which covers
// 87.5 % only; the interval is wider.
func TestMedianOfSeven(t *testing.T) {
	want := 0.0
	for i, p := range []float64{0.0102, 0.0981, 0.2386, 0.3062, 0.2386, 0.0981, 0.0102} {
		want += p
		if got := 1 - (distuv.Binomial{N: 7, P: float64(i+1) / 7}).CDF(3); !near(got, want, 3e-4) {
			t.Errorf("%d: %v, want %v", i+1, got, want)
		}
	}
	e := Median([]float64{94, 197, 16, 38, 99, 141, 23}) // the treated mice
	if e != (Estimate{94, 16, 197, 7}) {
		t.Errorf("%+v", e)
	}
}

func TestMedian(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		xs   []float64
		want Estimate
		text string
	}{
		{[]float64{3}, Estimate{3, 3, 3, 1}, ""},
		{[]float64{4, 2}, Estimate{3, 2, 4, 2}, "33%"},
		{[]float64{4, 2, inf}, Estimate{4, 2, inf, 3}, "∞"},
		{[]float64{inf, 2, inf, 1}, Estimate{inf, 1, inf, 4}, "∞"},
		{[]float64{inf, inf}, Estimate{inf, inf, inf, 2}, "0%"},
		{[]float64{5, 5, 5, 5}, Estimate{5, 5, 5, 4}, "0%"},
		{[]float64{10, 9, 8, 7, 6, 5, 4, 3, 2, 1}, Estimate{5.5, 2, 9, 10}, "64%"},
	} {
		if got := Median(c.xs); got != c.want || got.Spread() != c.text {
			t.Errorf("%v: %+v %q, want %+v %q", c.xs, got, got.Spread(), c.want, c.text)
		}
	}
}

// The interval of a median covers Level, exactly, whatever the distribution: the median lies outside if fewer than k
// of n fair coins show heads, or fewer than k tails.
func TestMedianCovers(t *testing.T) {
	for n := Enough; n <= 300; n++ {
		k := medianRank(n)
		outside := 0.0
		for i := range k {
			outside += 2 * (distuv.Binomial{N: float64(n), P: 0.5}).Prob(float64(i))
		}
		if outside > Alpha || k < 1 || 2*k > n {
			t.Errorf("n = %d: ends at %d, outside with %v", n, k, outside)
		}
	}
}

// Below Enough no interval is possible.
func TestEnough(t *testing.T) {
	if p := math.Pow(2, 1-Enough); p > Alpha {
		t.Errorf("outside of all %d values with %v", Enough, p)
	}
	if p := math.Pow(2, 2-Enough); p <= Alpha {
		t.Errorf("%d values are enough", Enough-1)
	}
}

// The slow twins.

// The interval by binomial probabilities is that of a bootstrap that draws, where it is not wider on purpose.
func TestMedianAgreesWithDrawing(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{9, 15, 31} {
		xs := make([]float64, n)
		for i := range xs {
			xs[i] = r.ExpFloat64()
		}
		medians := make([]float64, 20000)
		draw := make([]float64, n)
		for i := range medians {
			for k := range draw {
				draw[k] = xs[r.IntN(n)]
			}
			slices.Sort(draw)
			medians[i] = draw[n/2]
		}
		slices.Sort(medians)
		slices.Sort(xs)
		e := Median(xs)
		low, high := slices.Index(xs, medians[500]), slices.Index(xs, medians[len(medians)-501])
		if k := slices.Index(xs, e.Low); k > low || k < low-1 {
			t.Errorf("n = %d: begins at value %d, by drawing at %d", n, k, low)
		}
		if k := slices.Index(xs, e.High); k < high || k > high+1 {
			t.Errorf("n = %d: ends at value %d, by drawing at %d", n, k, high)
		}
	}
}

// The exact tail is that of all signs tried.
func TestSignedRankAgreesWithAllSigns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ds := toFloats(rapid.SliceOfN(rapid.IntRange(-4, 4), 0, 10).Draw(t, "differences"))
		ranks, sum := doubleRanks(ds)
		hits := 0
		for signs := range 1 << len(ranks) {
			s := 0
			for i, r := range ranks {
				if signs>>i&1 == 1 {
					s += r
				}
			}
			if s >= sum {
				hits++
			}
		}
		if got, want := SignedRank(ds), float64(hits)/float64(int(1)<<len(ranks)); !near(got, want, 1e-12) {
			t.Fatalf("p = %v, want %v", got, want)
		}
	})
}

// The approximation is near what is exact where the one takes over from the other.
func TestSignedRankApproximates(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		ds := make([]float64, exactMost)
		for i := range ds {
			ds[i] = r.NormFloat64() + 0.2*r.Float64()
		}
		ranks, sum := doubleRanks(ds)
		if exact, p := tail(ranks, sum), approximateTail(ranks, sum, 1); !near(exact, p, 0.002) {
			t.Errorf("p = %v, exactly %v", p, exact)
		}
	}
}

func toFloats(xs []int) (list []float64) {
	for _, x := range xs {
		list = append(list, float64(x))
	}
	return list
}

// Properties.

// A larger difference makes p smaller, or leaves it; more so an infinite one. Zeros may be several.
func TestSignedRankMonotone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := func(x int) int { return max(x, -x) }
		ds := toFloats(rapid.SliceOfNDistinct(rapid.IntRange(-20, 20), 1, 14, size).Draw(t, "differences"))
		ds = append(ds, make([]float64, rapid.IntRange(0, 3).Draw(t, "zeros"))...)
		before := SignedRank(ds)
		i := rapid.IntRange(0, len(ds)-1).Draw(t, "which")
		ds[i] += rapid.SampledFrom([]float64{0.5, 1.25, 3.75, max(0, -ds[i]), math.Inf(1)}).Draw(t, "more")
		if after := SignedRank(ds); after > before+1e-12 {
			t.Fatalf("p = %v, then %v with %v", before, after, ds)
		}
	})
}

// Order and scale do not matter, and the two sides add up to 1 and the probability of what was seen.
func TestSignedRankSymmetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ds := toFloats(rapid.SliceOfN(rapid.IntRange(-50, 50), 1, 130).Draw(t, "differences"))
		other, scaled := make([]float64, len(ds)), make([]float64, len(ds))
		for i, d := range ds {
			other[i], scaled[len(ds)-1-i] = -d, 2*d
		}
		p := SignedRank(ds)
		if q := SignedRank(scaled); p != q {
			t.Fatalf("p = %v, scaled and turned round %v", p, q)
		}
		if sum := p + SignedRank(other); sum < 1-1e-9 || p < 0 || p > 1 {
			t.Fatalf("p = %v, of both sides %v", p, sum)
		}
	})
}

// An interval has its number inside, moves with the values, and swapping the sides of ratios swaps its ends.
func TestIntervals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		xs := rapid.SliceOfN(rapid.Float64Range(1e-3, 1e3), 1, 40).Draw(t, "values")
		double, inverse := make([]float64, len(xs)), make([]float64, len(xs))
		for i, x := range xs {
			double[i], inverse[i] = 2*x, 1/x
		}
		for name, of := range map[string]func([]float64) Estimate{"median": Median, "mean": GeometricMean} {
			e, d := of(xs), of(double)
			if !(e.Low <= e.X*(1+1e-12) && e.X <= e.High*(1+1e-12)) || e.N != len(xs) {
				t.Fatalf("%s: %+v", name, e)
			}
			for _, pair := range [][2]float64{{e.X, d.X}, {e.Low, d.Low}, {e.High, d.High}} {
				if !math.IsInf(pair[0], 0) && !near(2*pair[0], pair[1], 1e-9*pair[1]) {
					t.Fatalf("%s: %+v, of doubles %+v", name, e, d)
				}
			}
		}
		e, i := GeometricMean(xs), GeometricMean(inverse)
		if !near(e.X*i.X, 1, 1e-9) || len(xs) > 1 && (!near(e.Low*i.High, 1, 1e-6) || !near(e.High*i.Low, 1, 1e-6)) {
			t.Fatalf("%+v, of inverses %+v", e, i)
		}
	})
}

// Adjusted values are no smaller, in the same order, at most 1, and those of Bonferroni are no smaller than these.
func TestHolmOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ps := rapid.SliceOf(rapid.Float64Range(0, 1)).Draw(t, "p")
		adjusted := Holm(ps)
		for i, p := range adjusted {
			if p < ps[i] || p > 1 || p > float64(len(ps))*ps[i] {
				t.Fatalf("%v: adjusted %v", ps, adjusted)
			}
			for k := range adjusted {
				if ps[i] < ps[k] && p > adjusted[k] {
					t.Fatalf("%v: adjusted %v", ps, adjusted)
				}
			}
		}
	})
}

// Student's interval covers the mean of normal numbers as often as it promises, that of the median the median of skew
// ones at least as often.
func TestCoverage(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	const samples = 2000
	for _, n := range []int{2, 6, 7, 30} {
		mean, median := 0, 0
		for range samples {
			xs := make([]float64, n)
			for i := range xs {
				xs[i] = math.Exp(r.NormFloat64())
			}
			if e := GeometricMean(xs); e.Low <= 1 && 1 <= e.High {
				mean++
			}
			if e := Median(xs); e.Low <= 1 && 1 <= e.High {
				median++
			}
		}
		if c := float64(mean) / samples; !near(c, Level, 0.016) {
			t.Errorf("n = %d: the mean is covered in %v", n, c)
		}
		if c := float64(median) / samples; n >= Enough && c < Level-0.016 {
			t.Errorf("n = %d: the median is covered in %v", n, c)
		}
	}
}
