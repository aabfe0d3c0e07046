package edd

import (
	"fmt"
	"slices"
	"strings"
)

// A Version is a way to find distances. All versions give the same function.
type Version uint8

const (
	// Budgeted: saturation where the bound decreases along the path and is part of the key of each result; see Saturator.
	Budgeted Version = iota
	// Exact: saturation that cuts every node that is made at the bound, by TruncateExact, as if it were the root. [YCL09]
	Exact
	// Approx: saturation that drops every edge whose own value is beyond the bound, as TruncateApprox does, and cuts the root alone
	// exactly. [YCL09]
	Approx
	// Layered: breadth-first search with one set for each distance, in the forest of sets: the plainest way, and the one to compare the others with.
	Layered
)

var versionNames = [...]string{"budgeted", "exact", "approx", "layered"}

func (v Version) String() string {
	if int(v) < len(versionNames) {
		return versionNames[v]
	}
	return fmt.Sprintf("Version(%d)", uint8(v))
}

// Versions returns all versions, the default first.
func Versions() []Version { return []Version{Budgeted, Exact, Approx, Layered} }

// ParseVersion returns the version of the given name, as String gives it.
func ParseVersion(name string) (Version, error) {
	i := slices.Index(versionNames[:], name)
	if i < 0 {
		return 0, fmt.Errorf("unknown version %q, expected %s", name, strings.Join(versionNames[:], ", "))
	}
	return Version(i), nil
}
