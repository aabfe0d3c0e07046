package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Rank correlations agree with textbooks, with the formula for values without ties, and with simulations.

// The correlation of 1 - 6·Σd²/(n(n²-1)) that ten pairs have in textbooks, quotients and hours of television: -29/165.
func TestSpearmanTelevision(t *testing.T) {
	iq := []float64{106, 100, 86, 101, 99, 103, 97, 113, 112, 110}
	hours := []float64{7, 27, 2, 50, 28, 29, 20, 12, 6, 17}
	e, p, ok := Spearman(iq, hours)
	if !ok || !near(e.X, -29.0/165, 1e-12) || e.N != 10 {
		t.Errorf("%+v, %v", e, ok)
	}
	if e.Low > -0.7 || e.High < 0.5 || p < 0.6 || p > 0.65 { // published by Student's distribution: 0.627
		t.Errorf("%+v, p = %v", e, p)
	}
}

// Of values without ties the correlation is that of the formula, and no transformation that keeps the order matters.
func TestSpearmanFormula(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		n := 4 + r.IntN(30)
		x, y, squares := make([]float64, n), make([]float64, n), 0.0
		for i, k := range r.Perm(n) {
			x[i], y[i] = math.Exp(float64(i)), -1/float64(k+1)
			squares += float64((i - k) * (i - k))
		}
		want := 1 - 6*squares/float64(n*(n*n-1))
		e, _, ok := Spearman(x, y)
		if !ok || !near(e.X, want, 1e-12) || e.Low > e.X || e.High < e.X || e.Low < -1 || e.High > 1 {
			t.Fatalf("%+v, want %v", e, want)
		}
	}
}

// Equal values share their mean rank; without two different ones there is no correlation.
func TestSpearmanTies(t *testing.T) {
	if got, want := meanRanks([]float64{5, 1, 5, math.Inf(1), 1, 5}),
		[]float64{4, 1.5, 4, 6, 1.5, 4}; !equalFloats(got, want) {
		t.Errorf("ranks %v, want %v", got, want)
	}
	e, _, ok := Spearman([]float64{0, 0, 1, 1}, []float64{1, 2, 3, 4})
	if !ok || !near(e.X, 2/math.Sqrt(5), 1e-12) { // of ranks 1.5 1.5 3.5 3.5 and 1 2 3 4: 4/√(4·5)
		t.Errorf("%+v, %v", e, ok)
	}
	if _, _, ok := Spearman([]float64{1, 1, 1, 1, 1}, []float64{1, 2, 3, 4, 5}); ok {
		t.Error("a correlation with what is constant")
	}
	if _, _, ok := Spearman([]float64{1, 2, 3}, []float64{1, 2, 3}); ok {
		t.Error("a correlation of three pairs")
	}
}

func equalFloats(a, b []float64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// The interval covers the correlation of pairs from a normal distribution, 6/π·asin(ρ/2), nearly as often as it says,
// and p is below 5 % about as often where there is none.
func TestSpearmanCovers(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	const samples, n = 2000, 40
	for _, rho := range []float64{0, 0.6} {
		truth, covered, significant := 6/math.Pi*math.Asin(rho/2), 0, 0
		for range samples {
			x, y := make([]float64, n), make([]float64, n)
			for i := range x {
				x[i] = r.NormFloat64()
				y[i] = rho*x[i] + math.Sqrt(1-rho*rho)*r.NormFloat64()
			}
			e, p, _ := Spearman(x, y)
			if e.Low <= truth && truth <= e.High {
				covered++
			}
			if p < Alpha {
				significant++
			}
		}
		if c := float64(covered) / samples; c < 0.93 || c > 0.97 {
			t.Errorf("ρ = %v: covers in %.3f of the samples", rho, c)
		}
		if s := float64(significant) / samples; rho == 0 && (s < 0.03 || s > 0.07) || rho > 0 && s < 0.9 {
			t.Errorf("ρ = %v: significant in %.3f of the samples", rho, s)
		}
	}
}
