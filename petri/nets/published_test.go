package nets

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"testing"
)

// published has state counts from the literature on saturation and from
// independent breadth-first runs. Numbers with an exponent are cut off after the
// last digit; all others are exact.
var published = map[string]map[int]string{
	"dphil": {
		2: "18", 3: "76", 4: "322", 5: "1364", 6: "5778", 8: "103682", 10: "1860498",
		20: "3461452808002", 50: "2.2291e31", 100: "4.9692e62",
	},
	"fms": {
		1: "120", 2: "3444", 3: "48590", 4: "438600", 5: "2895018", 10: "2501413200",
		15: "216504595072", 20: "6029168852784", 25: "85446034029486",
		50: "4.2402e17", 100: "2.7030e21", 1000: "2.1576e34", 10000: "2.1096e47",
	},
	"hanoi": {
		3: "27", 4: "81", 5: "243", 6: "729", 7: "2187", 8: "6561", 10: "59049", 12: "531441",
		14: "4782969", 16: "43046721", 18: "387420489", 20: "3486784401",
	},
	"kanban": {
		1: "160", 2: "4600", 3: "58400", 4: "454475", 5: "2546432", 10: "1005927208",
		12: "5519907575", 20: "805422366595", 30: "49861054656512",
		50: "1.0425e16", 100: "1.7263e19", 200: "3.1731e22",
	},
	"rr": {
		2: "18", 3: "54", 4: "144", 5: "360", 6: "864", 7: "2016", 8: "4608", 10: "23040",
		12: "110592", 15: "1105920", 20: "47185920", 25: "1887436800",
		50: "1.2666e17", 100: "2.85e32", 200: "7.23e62",
	},
	"sr": {
		2: "52", 3: "504", 4: "5136", 5: "53856", 6: "575296", 7: "6225792", 8: "68026624",
		10: "8291791872", 15: "1462841567576064", 20: "2.7319e20", 50: "1.7237e52",
		100: "2.6033e105", 200: "8.3833e211", 300: "3.1159e318",
	},
	"prodcons": {1: "8"},
}

func TestPublishedStates(t *testing.T) {
	for name, counts := range published {
		f, _ := find(name)
		for n, want := range counts {
			if got := f.States(n); !agrees(got, want) {
				t.Errorf("%s:%d: %v markings, published %s", name, n, got, want)
			}
		}
	}
}

// agrees reports whether got is want, cut off to as many digits as want has.
func agrees(got *big.Int, want string) bool {
	mantissa, exponent, cut := strings.Cut(want, "e")
	digits := strings.ReplaceAll(mantissa, ".", "")
	if !cut {
		return got.String() == want
	}
	return strings.HasPrefix(got.String(), digits) && strconv.Itoa(len(got.String())-1) == exponent
}

// The number of states by Newton's formula is the sum it was made from.
func TestFMSStatesBySum(t *testing.T) {
	for n := 1; n <= 60; n++ {
		want := new(big.Int).Mul(fmsSum(n), binomial(n+2, 2))
		if got := fmsStates(n); got.Cmp(want) != 0 {
			t.Errorf("fms:%d: %v markings, the sum gives %v", n, got, want)
		}
	}
}

func TestDelannoyBySum(t *testing.T) {
	for n := range 40 {
		want := new(big.Int)
		for k := 0; k <= n; k++ {
			x := binomial(n, k)
			x.Mul(x, x)
			want.Add(want, x.Lsh(x, uint(k)))
		}
		if got := delannoy(n); got.Cmp(want) != 0 {
			t.Errorf("delannoy(%d) = %v, the sum gives %v", n, got, want)
		}
	}
}

func TestLucasByRecurrence(t *testing.T) {
	a, b := big.NewInt(2), big.NewInt(1)
	for n := range 200 {
		if got := lucas(n); got.Cmp(a) != 0 {
			t.Fatalf("lucas(%d) = %v, the recurrence gives %v", n, got, a)
		}
		a.Add(a, b)
		a, b = b, a
	}
}

// The caller may change what States, Depth and All return.
func TestFreshResults(t *testing.T) {
	for _, f := range All() {
		for _, closed := range []func(...int) *big.Int{f.States, f.Depth} {
			if closed == nil {
				continue
			}
			size := within(f, 5)
			want := fmt.Sprint(closed(size...))
			closed(size...).SetInt64(-1)
			if got := fmt.Sprint(closed(size...)); got != want {
				t.Errorf("%s: the second call gives %s, the first gave %s", f.Name, got, want)
			}
		}
	}
	All()[0].Name = "changed"
	if _, ok := find("dphil"); !ok {
		t.Error("changing the slice that All returned changed the families")
	}
}

// publishedSizes has what stands in for the models of other papers, by specs: markings
// and depth, from independent breadth-first runs.
var publishedSizes = map[string][2]int64{
	"abp:16": {578, 19}, "cabp:16": {7184, 25},
	"brp:440,81": {649448, 2697}, "brp:582,13": {146672, 2999}, "brp:1175,19": {423008, 6000},
	"brp:3195,2":   {172538, 15998},
	"brp:12000,20": {4536008, 60131}, "brp:1200,250": {5421608, 7511},
	"tpc:2,1": {37, 11}, "tpc:3,1": {121, 14}, "tpc:4,1": {421, 17}, "tpc:5,1": {1513, 20}, "tpc:6,1": {5557, 23},
	"tpc:7,1": {20761, 26}, "tpc:8,1": {78661, 29}, "tpc:6,45": {249977, 991}, "tpc:8,35": {2753067, 981},
	"irq:60,60,5,0": {365391, 360}, "irq:60,60,5,1": {365391, 300}, "irq:60,60,5,2": {365391, 300},
	"irq:200,200,4,2": {2960125, 1000}, "irq:166,167,7,0": {5142992, 999},
}

func TestPublishedSizes(t *testing.T) {
	for spec, want := range publishedSizes {
		f, size, err := Split(spec)
		if err != nil {
			t.Error(err)
			continue
		}
		if states, depth := f.States(size...), f.Depth(size...); states.Int64() != want[0] || depth.Int64() != want[1] {
			t.Errorf("%s: %v markings, depth %v; published %d, %d", spec, states, depth, want[0], want[1])
		}
	}
}
