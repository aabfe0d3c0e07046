package drive

import (
	"slices"

	"brim/check/board"
)

// A technique that has others work on another net.

// Inside lists the techniques that are not used on the net of the technique with a name: that technique and those that
// the user left out. If the user left out all others of the list, they are used there.
func Inside(t *board.Turn, name string, list []board.Technique) []string {
	if slices.ContainsFunc(list, func(x board.Technique) bool {
		return x.Name() != name &&
			t.Options().Uses(x.Name())
	}) {
		return append(slices.Clone(t.Options().Without), name)
	}
	return []string{name}
}
