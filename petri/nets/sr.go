package nets

import "math/big"

// sr is the slotted ring, a protocol for local area networks: slots go round N
// nodes; a node may fill a free slot and must empty one that comes back. Per
// node i, with j = prev(i):
//
//	other_i: A_i → D_i    owner_i: A_i → B_i    go_i: B_i → H_i    write_i: B_i → D_i
//	give_i: H_i + F_i → C_i + E_i    put_i:  D_i + F_i → C_i + G_i
//	free_i: E_i + C_j → F_i + B_j    used_i: G_i + C_j → F_i + A_j
//
// The markings number 2^N · Σ_k C(N,k)²·2^k, that is 2^N times a central Delannoy
// number. No closed form is known for the depth.
func sr() Family {
	f := Family{
		Name:      "sr",
		Title:     "slotted ring protocol",
		Parameter: "nodes",
		Numbers:   numbers(2, maxPlaces/8, "N"), // a node alone would hand its slot to itself
	}
	f.States = func(size ...int) *big.Int {
		n := size[0]
		x := delannoy(n)
		return x.Lsh(x, uint(n))
	}
	f.builds(func(b builder, n int) {
		const a, b_, c, d, e, f, g, h = 0, 1, 2, 3, 4, 5, 6, 7
		b.copies(n, "A", "B", "C*", "D", "E*", "F", "G", "H")
		for i := 1; i <= n; i++ {
			me, prev := 8*(i-1), 8*((i+n-2)%n)
			b.fire(at("other", i), []int{me + a}, []int{me + d})
			b.fire(at("owner", i), []int{me + a}, []int{me + b_})
			b.fire(at("go", i), []int{me + b_}, []int{me + h})
			b.fire(at("write", i), []int{me + b_}, []int{me + d})
			b.fire(at("give", i), []int{me + h, me + f}, []int{me + c, me + e})
			b.fire(at("put", i), []int{me + d, me + f}, []int{me + c, me + g})
			b.fire(at("free", i), []int{me + e, prev + c}, []int{me + f, prev + b_})
			b.fire(at("used", i), []int{me + g, prev + c}, []int{me + f, prev + a})
		}
	})
	return f
}

// delannoy returns the n-th central Delannoy number (1, 3, 13, 63, …):
//
//	k·D(k) = 3(2k−1)·D(k−1) − (k−1)·D(k−2)
//
// It takes n steps on numbers of O(n) bits.
func delannoy(n int) *big.Int {
	last, d := new(big.Int), big.NewInt(1)
	t := new(big.Int)
	for k := int64(1); k <= int64(n); k++ {
		last.Mul(last, t.SetInt64(k-1))
		t.SetInt64(3 * (2*k - 1))
		t.Mul(t, d).Sub(t, last).Quo(t, big.NewInt(k))
		last, d, t = d, t, last
	}
	return d
}
