package edd_test

import (
	"fmt"
	"slices"
	"testing"

	"brim/edd"
	"brim/mdd"
)

// The 8-puzzle and the towers of Hanoi, with known numbers of positions by distance, and the versions compared on them.

// slidingTiles returns the moves of the 8-puzzle, cell by cell one level with the hole as value 0, and its solved
// position.
func slidingTiles() (*mdd.Relation, mdd.Set) {
	const width = 3
	f := mdd.New(width*width, mdd.Options{})
	r := f.NewRelation()
	for cell := range width * width {
		for _, next := range []struct {
			to int
			ok bool
		}{{cell + 1, cell%width < width-1}, {cell - 1, cell%width > 0}, {cell + width, cell+width < width*width},
			{cell - width, cell >= width}} {
			for tile := 1; next.ok && tile < width*width; tile++ {
				r.Add(
					mdd.Step{Level: cell + 1, Effect: mdd.NewPairs([2]int{0, tile})},
					mdd.Step{Level: next.to + 1, Effect: mdd.NewPairs([2]int{tile, 0})},
				)
			}
		}
	}
	return r, f.Tuple(1, 2, 3, 4, 5, 6, 7, 8, 0)
}

// hanoi returns the moves of the towers of Hanoi with this number of disks, each a level with the number of its peg,
// the smallest lowest, and the position with all disks on peg 0.
func hanoi(disks int) (*mdd.Relation, mdd.Set) {
	f := mdd.New(disks, mdd.Options{})
	r := f.NewRelation()
	for disk := 1; disk <= disks; disk++ {
		for from := range 3 {
			for _, to := range []int{(from + 1) % 3, (from + 2) % 3} {
				free := 3 - from - to
				steps := []mdd.Step{{Level: disk, Effect: mdd.Shift{Min: from, Below: from + 1, Delta: to - from}}}
				for smaller := 1; smaller < disk; smaller++ {
					steps = append(steps, mdd.Step{Level: smaller, Effect: mdd.Shift{Min: free, Below: free + 1}})
				}
				r.Add(steps...)
			}
		}
	}
	return r, f.Tuple(make([]int, disks)...)
}

// The numbers of positions of the 8-puzzle by distance are those of the OEIS, A089473, and n disks have 3ⁿ positions,
// of which the last two, with a whole tower on another peg, are at distance 2ⁿ−1.
func TestPuzzles(t *testing.T) {
	tiles := []int64{1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485}
	for _, version := range edd.Versions() {
		bound := 9
		switch version {
		case edd.Layered, edd.Auto:
			bound = len(tiles) - 1
		case edd.Exact, edd.Approx: // they build what lies beyond
			bound = 5
		}
		r, start := slidingTiles()
		f := edd.New(r.Forest(), edd.Options{})
		for d, n := range f.NewSaturator(r, version).Bounded(f.Zero(start), bound).Counts() {
			if n.Int64() != tiles[d] {
				t.Errorf("%v: %v positions of the 8-puzzle at distance %d, want %d", version, n, d, tiles[d])
			}
		}
		closeBoth(f)

		const disks = 4
		r, start = hanoi(disks)
		f = edd.New(r.Forest(), edd.Options{})
		g := f.NewSaturator(r, version).Bounded(f.Zero(start), 100)
		if n := g.Support().Count().Int64(); n != 3*3*3*3 || g.Largest() != 1<<disks-1 ||
			g.At(slices.Repeat([]int{2}, disks)...) != 1<<disks-1 {
			t.Errorf("%v: %d positions of %d disks up to distance %d, want 81 up to 15", version, n, disks, g.Largest())
		}
		closeBoth(f)
	}
}

// BenchmarkVersions compares the ways to find distances on puzzles, whose events all depend on each other, and on nets,
// where many do not.
func BenchmarkVersions(b *testing.B) {
	type system struct {
		name  string
		bound int
		make  func(b *testing.B) (*mdd.Relation, mdd.Set)
	}
	var systems []system
	for _, bound := range []int{8, 12, 16, 20, 24} {
		systems = append(systems, system{"8-puzzle", bound,
			func(*testing.B) (*mdd.Relation, mdd.Set) { return slidingTiles() }})
	}
	systems = append(systems, system{"hanoi-8", 300, func(*testing.B) (*mdd.Relation, mdd.Set) { return hanoi(8) }})
	for _, net := range []string{"fms:100", "dphil:100", "kanban:200", "sr:20"} {
		for _, bound := range []int{10, 30} {
			systems = append(systems, system{net, bound, func(b *testing.B) (*mdd.Relation, mdd.Set) {
				m := encoded(b, net)
				return m.Moves, m.Init
			}})
		}
	}
	for _, s := range systems {
		for _, version := range []edd.Version{edd.Budgeted, edd.Layered, edd.Auto} {
			b.Run(fmt.Sprintf("system=%s/bound=%d/version=%v", s.name, s.bound, version), func(b *testing.B) {
				work, nodes := int64(0), 0
				for b.Loop() {
					r, start := s.make(b)
					f := edd.New(r.Forest(), edd.Options{})
					nodes = f.NewSaturator(r, version).Bounded(f.Zero(start), s.bound).Nodes()
					work = f.Stats().Work + f.Sets().Stats().Work
					closeBoth(f)
				}
				b.ReportMetric(float64(work), "work")
				b.ReportMetric(float64(nodes), "nodes")
			})
		}
	}
}
