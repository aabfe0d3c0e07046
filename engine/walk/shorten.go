package walk

import (
	"hash/maphash"
	"slices"

	"brim/petri"
)

// Shorten returns the firing sequence path without its circles: steps that lead back to a marking are left out. It ends
// in the same marking. It panics if path is no firing sequence of the net. Cost: steps times places.
func Shorten(net *petri.Net, path []int) []int {
	seed := maphash.MakeSeed()
	hash := func(m petri.Marking) uint64 {
		var h maphash.Hash
		h.SetSeed(seed)
		for _, tokens := range m {
			maphash.WriteComparable(&h, tokens)
		}
		return h.Sum64()
	}
	var keys []uint64
	last := map[uint64]int{} // the last position of a marking
	for m, err := range net.Markings(path) {
		if err != nil {
			panic(err)
		}
		keys = append(keys, hash(m))
		last[keys[len(keys)-1]] = len(keys) - 1
	}
	var short []int
	for i := 0; i < len(path); i++ {
		if i = last[keys[i]]; i < len(path) {
			short = append(short, path[i])
		}
	}
	// Two markings may have had one hash.
	want, _ := net.Replay(path)
	if m, err := net.Replay(short); err != nil || !m.Equal(want) {
		return slices.Clone(path)
	}
	return short
}
