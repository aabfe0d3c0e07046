package dd

import "testing"

// A region that copies shows in old slices what it held when it grew.
func TestRegionCopies(t *testing.T) {
	var m mappings
	for _, reserve := range []bool{false, true} {
		r := m.newRegion(4, 1000, reserve)
		r.words[3] = 7
		old := r.words[:4]
		if !r.ensure(5) || len(r.words) < 5 {
			t.Fatal("the region does not grow")
		}
		r.words[3] = 8
		if !reserve && old[3] != 7 {
			t.Errorf("the old slice shows %d", old[3])
		}
		for _, w := range r.words[4:] {
			if w != 0 {
				t.Fatal("fresh words are not zero")
			}
		}
		if !r.ensure(1000) || r.words[3] != 8 {
			t.Error("growing to the maximum loses words")
		}
		if r.ensure(1001) {
			t.Error("the region grows beyond its maximum")
		}
	}
	m.unmapAll()
}

// If the system refuses the whole reservation, a region starts smaller and still grows.
func TestRegionUnderAddressLimit(t *testing.T) {
	var m mappings
	const more = 1 << 50 // words, more than any address space has
	r := m.newRegion(16, more, canReserve)
	if len(r.words) < 16 || r.max != more {
		t.Errorf("%d words, at most %d", len(r.words), r.max)
	}
	m.unmapAll()
	tiny := New(Options{copying: true})
	if tiny.owned.list == nil && canReserve {
		t.Error("tables of the fallback are not mapped")
	}
	tiny.Close()
}

func TestDropLeavesForeignWords(t *testing.T) {
	var m mappings
	w := make([]uint32, 1000) // from Go's heap: giving it back to the system would be a disaster
	m.drop(w)
	w[0] = 1
	mine := m.mapWords(1000)
	m.drop(mine)
	if len(m.list) != 0 {
		t.Errorf("%d mappings left", len(m.list))
	}
}
