package kripke_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"brim/engine/kripke"
)

// A table does what a Go map does. The states are drawn from few, many, and such as differ in a bit or two.
func TestTableAgreesWithMap(t *testing.T) {
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 5))
		words := 1 + rng.IntN(5)
		if seed%20 == 0 {
			words = 1500 // more than a chunk has
		}
		table, numbers := kripke.NewTable(words), map[string]int{}
		var states []kripke.State
		for range 1 + rng.IntN(6000/words+20) {
			s := make(kripke.State, words)
			switch seed % 3 {
			case 0:
				for i := range s {
					s[i] = rng.Uint64()
				}
			case 1:
				s[rng.IntN(words)] = uint64(rng.IntN(1000))
			case 2:
				s[rng.IntN(words)] = uint64(5) << rng.IntN(64)
			}
			key := stateKey(s)
			want, known := numbers[key]
			if got, found := table.Find(s); found != known || known && got != want {
				t.Fatalf("seed %d: Find(%x) = %d, %v; want %d, %v", seed, s, got, found, want, known)
			}
			got, added := table.Add(s)
			if !known {
				want = len(states)
				numbers[key] = want
				states = append(states, slices.Clone(s))
			}
			s[0]++ // the table has its own copy
			if got != want || added == known || table.Len() != len(states) {
				t.Fatalf("seed %d: Add(%x) = %d, %v; want %d, %v", seed, states[want], got, added, want, !known)
			}
		}
		for i, s := range states {
			if !slices.Equal(table.State(i), s) {
				t.Fatalf("seed %d: state %d is %x, want %x", seed, i, table.State(i), s)
			}
		}
	}
}

// What a state costs beside its words, when there are many.
func TestTableBytes(t *testing.T) {
	table := kripke.NewTable(1)
	for i := range 200_000 {
		table.Add(kripke.State{uint64(i)})
		if n := i + 1; n > 5000 && (table.Bytes() < int64(n)*13 || table.Bytes() > int64(n)*21) {
			t.Fatalf("%d states of 8 bytes take %d bytes", n, table.Bytes())
		}
	}
}

// Hash depends on every bit of every word, and on the seed.
func TestHash(t *testing.T) {
	seen := map[uint64]string{}
	note := func(s kripke.State, seed uint64) {
		h := kripke.Hash(s, seed)
		what := fmt.Sprintf("%x with seed %d", s, seed)
		if other, ok := seen[h]; ok {
			t.Errorf("%s and %s have the hash %x", what, other, h)
		}
		seen[h] = what
	}
	for words := 1; words < 4; words++ {
		for seed := range uint64(3) {
			note(make(kripke.State, words), seed)
			for bit := range 64 * words {
				s := make(kripke.State, words)
				s[bit/64] = 1 << (bit % 64)
				note(s, seed)
			}
		}
	}
}

func BenchmarkTableAdd(b *testing.B) {
	for _, words := range []int{1, 4} {
		b.Run(fmt.Sprintf("words=%d", words), func(b *testing.B) {
			s := make(kripke.State, words)
			table := kripke.NewTable(words)
			for i := range b.N {
				s[0] = uint64(i / 4) // one of four is new
				table.Add(s)
			}
			b.ReportMetric(float64(table.Bytes())/float64(table.Len()), "B/state")
		})
	}
}
