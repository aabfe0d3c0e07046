package edd

import (
	"fmt"
	"slices"
	"strings"
)

// A Version is an algorithm that finds distances. All versions give the same function; they differ in their cost.
//
// Budgeted wins where most events look at few variables, so that parts of the system move on their own, as those of
// most nets do. Layered wins where each event depends on what all others did before, as in puzzles: there saturation
// closes parts of the diagram, for each budget anew, under moves that the rest of the position never allows. The gap
// grows with the distance. The table has the cost of Layered, in units of dd.Stats.Work, divided by that of Budgeted,
// and the cost of Auto divided by the better of both:
//
//	system           bound      Layered ÷ Budgeted                  Auto ÷ better
//	8-puzzle         8 … 24     0.59, 0.40 (12), 0.23 (16),         2.2, 2.1, 2.0, 2.1, 2.8
//	                            0.084 (20)
//	hanoi, 8 disks   300        0.48                                2.3
//	fms:100          10, 30     2.3, 1.5                            2.1, 1.8
//	dphil:100        10, 30     2.7, 2.3                            1.9, 1.8
//	kanban:200       10, 30     2.8, 2.4                            3.2, 1.8
//	sr:20            10, 30     2.3, 1.9                            2.0, 1.9
//
// In time the gap is wider on large diagrams: 18 times on the puzzle within 20 steps. The figures are those of
//
//	go test -run '^$' -bench Versions -benchtime 1x ./edd
//
// Auto is the choice for an unknown system.
type Version uint8

const (
	// Budgeted: saturation where the bound decreases along the path and is part of the key of each result; see
	// Saturator. It is the default, since it is never far behind on systems that are made of parts.
	Budgeted Version = iota
	// Exact: saturation that cuts every node that is made at the bound, by TruncateExact, as if it were the root.
	// [YCL09] It is there for comparison: on the 8-puzzle within 8 steps it does 129 times the work of Budgeted.
	Exact
	// Approx: saturation that drops every edge whose own value is beyond the bound, as TruncateApprox does, and cuts
	// the root alone exactly. [YCL09] On some nets it needs half of the nodes of Budgeted, on others many times as
	// many; on the 8-puzzle within 8 steps it does 690 times the work.
	Approx
	// Layered: breadth-first search with one set for each distance, in the forest of sets: the plainest algorithm, with
	// which the others are compared, and the fastest for puzzles.
	Layered
	// Auto: Layered and Budgeted in turns, with shares of work that double, until one of them ends.
	Auto
)

var versionNames = [...]string{"budgeted", "exact", "approx", "layered", "auto"}

func (v Version) String() string {
	if int(v) < len(versionNames) {
		return versionNames[v]
	}
	return fmt.Sprintf("Version(%d)", uint8(v))
}

// Versions returns all versions, the default first.
func Versions() []Version { return []Version{Budgeted, Exact, Approx, Layered, Auto} }

// ParseVersion returns the version of the given name, as String gives it.
func ParseVersion(name string) (Version, error) {
	i := slices.Index(versionNames[:], name)
	if i < 0 {
		return 0, fmt.Errorf("unknown version %q, expected %s", name, strings.Join(versionNames[:], ", "))
	}
	return Version(i), nil
}
