package nets

import "math/big"

// fms is the flexible manufacturing system: N parts of each of three kinds, on
// three kinds of machines (three M1, one M2, two M3). A part of kind 1 and one
// of kind 2 may join to a part of kind 12. The net is a timed one in the
// literature; here its immediate transitions are ordinary ones, and arcs whose
// weight depends on the marking are left out.
func fms() Family {
	f := Family{
		Name:      "fms",
		Title:     "flexible manufacturing system",
		Parameter: "parts of each kind",
		Numbers:   numbers(1, maxTokens, "N"),
		States:    func(size ...int) *big.Int { return fmsStates(size[0]) },
		Depth:     linear(14, 0),
	}
	f.builds(func(b builder, n int) {
		// Parts of kind 1.
		p1, wM1, onM1 := b.Place("P1", int64(n)), b.Place("P1wM1", 0), b.Place("P1M1", 0)
		m1 := b.Place("M1", 3)
		d1, s1, wP2 := b.Place("P1d", 0), b.Place("P1s", 0), b.Place("P1wP2", 0)
		// Joined parts.
		s12, onM3, wM3, p12 := b.Place("P12s", 0), b.Place("P12M3", 0), b.Place("P12wM3", 0), b.Place("P12", 0)
		m3 := b.Place("M3", 2)
		// Parts of kind 2.
		p2, wM2, onM2 := b.Place("P2", int64(n)), b.Place("P2wM2", 0), b.Place("P2M2", 0)
		m2 := b.Place("M2", 1)
		d2, s2, wP1 := b.Place("P2d", 0), b.Place("P2s", 0), b.Place("P2wP1", 0)
		// Parts of kind 3 only look whether M2 is free.
		p3, p3m2, s3 := b.Place("P3", int64(n)), b.Place("P3M2", 0), b.Place("P3s", 0)

		b.fire("tP1", []int{p1}, []int{wM1})
		b.fire("tM1", []int{wM1, m1}, []int{onM1})
		b.fire("tP1M1", []int{onM1}, []int{d1, m1})
		b.fire("tP1e", []int{d1}, []int{s1})
		b.fire("tP1j", []int{d1}, []int{wP2})
		b.fire("tP1s", []int{s1}, []int{p1})

		b.fire("tP2", []int{p2}, []int{wM2})
		b.fire("tM2", []int{wM2, m2}, []int{onM2})
		b.fire("tP2M2", []int{onM2}, []int{d2, m2})
		b.fire("tP2e", []int{d2}, []int{s2})
		b.fire("tP2j", []int{d2}, []int{wP1})
		b.fire("tP2s", []int{s2}, []int{p2})

		b.fire("tx", []int{wP2, wP1}, []int{p12})
		b.fire("tP12", []int{p12}, []int{wM3})
		b.fire("tM3", []int{wM3, m3}, []int{onM3})
		b.fire("tP12M3", []int{onM3}, []int{s12, m3})
		b.fire("tP12s", []int{s12}, []int{p1, p2})

		b.fire("tP3", []int{p3}, []int{p3m2})
		b.fire("tP3M2", []int{p3m2, m2}, []int{s3, m2})
		b.fire("tP3s", []int{s3}, []int{p3})
	})
	return f
}

// fmsStates counts the markings that the place invariants allow; all of them
// are reachable. With q joined parts the three groups of parts are independent:
//
//	C(N+2,2) · S(N),  S(N) = Σ_{q=0..N} A(N−q)·B(N−q)·Q(q)
//	A(n) = Σ_{j≤3} C(n−j+4,4)   n parts of kind 1, j of them on M1
//	B(n) = Σ_{j≤1} C(n−j+4,4)   n parts of kind 2, j of them on M2
//	Q(q) = Σ_{j≤2} C(q−j+2,2)   q joined parts, j of them on M3
//
// where j never exceeds the number of parts. Each binomial, as a polynomial, is
// 0 just where j would exceed it, so S is a polynomial of degree 4+4+2+1 = 11 and
// twelve values give all others: S(N) = Σ_k C(N,k)·(Δᵏ S)(0), after Newton.
// The cost does not depend on N.
func fmsStates(n int) *big.Int {
	var diff [12]*big.Int
	for x := range diff {
		diff[x] = fmsSum(x)
	}
	sum := new(big.Int)
	for k := range diff {
		sum.Add(sum, new(big.Int).Mul(binomial(n, k), diff[0]))
		for x := 0; x < len(diff)-k-1; x++ {
			diff[x].Sub(diff[x+1], diff[x])
		}
	}
	return sum.Mul(sum, binomial(n+2, 2))
}

// fmsSum returns S(n) by its definition.
func fmsSum(n int) *big.Int {
	spread := func(parts, machines, k int) *big.Int {
		sum := new(big.Int)
		for j := 0; j <= min(machines, parts); j++ {
			sum.Add(sum, binomial(parts-j+k, k))
		}
		return sum
	}
	sum := new(big.Int)
	for q := 0; q <= n; q++ {
		x := spread(n-q, 3, 4)
		x.Mul(x, spread(n-q, 1, 4))
		x.Mul(x, spread(q, 2, 2))
		sum.Add(sum, x)
	}
	return sum
}
