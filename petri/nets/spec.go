package nets

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"brim/internal/nearest"
	"brim/petri"
)

// Parse builds the net that a spec family:N names, as "dphil:10". The error says
// what is wrong and what would be right: an unknown family, a size that is
// missing, no number, or outside Min … Max.
func Parse(spec string) (*petri.Net, error) {
	f, n, err := Split(spec)
	if err != nil {
		return nil, err
	}
	return f.Build(n), nil
}

// Split returns the family and the size that a spec names, without building the
// net; see Parse for the errors. The name of a net that Parse built is its spec.
func Split(spec string) (f Family, n int, err error) {
	name, size, colon := strings.Cut(spec, ":")
	f, ok := find(name)
	if !ok {
		return f, 0, unknown(name)
	}
	if !colon || size == "" {
		return f, 0, fmt.Errorf("family %s needs a size: write %s:N, N the number of %s, as in %s:%d",
			f.Name, f.Name, f.Parameter, f.Name, f.Min)
	}
	n, err = strconv.Atoi(size)
	switch tooBig := errors.Is(err, strconv.ErrRange); {
	case err != nil && !tooBig:
		return f, 0, fmt.Errorf("family %s: size %q is not a whole number", f.Name, size)
	case tooBig && size[0] != '-', n > f.Max:
		return f, 0, fmt.Errorf("family %s: %s %s are too many, the most is %d", f.Name, size, f.Parameter, f.Max)
	case n < f.Min:
		return f, 0, fmt.Errorf("family %s: %s %s are too few, the least is %d", f.Name, size, f.Parameter, f.Min)
	}
	return f, n, nil
}

// IsSpec tells whether s is meant as a spec for Parse rather than as the name of
// a file. That is so for the name of a family alone (Parse then asks for the
// size), for such a name with a colon and anything but a path behind it, and for
// any word with a colon and a number behind it (Parse then looks for the nearest
// family).
func IsSpec(s string) bool {
	if strings.ContainsAny(s, `/\`) {
		return false
	}
	name, size, colon := strings.Cut(s, ":")
	if _, ok := find(name); ok {
		return true
	}
	if !colon || name == "" || strings.Contains(name, ".") {
		return false
	}
	_, err := strconv.Atoi(size)
	return err == nil || errors.Is(err, strconv.ErrRange)
}

func find(name string) (Family, bool) {
	for _, f := range All() {
		if f.Name == name {
			return f, true
		}
	}
	return Family{}, false
}

// unknown is the error for a name that no family has.
func unknown(name string) error {
	var names []string
	for _, f := range All() {
		names = append(names, f.Name)
	}
	list := strings.Join(names, ", ")
	best, ok := nearest.Of(name, slices.Values(names))
	if !ok {
		return fmt.Errorf("unknown net family %q (there are %s)", name, list)
	}
	return fmt.Errorf("unknown net family %q; did you mean %s? (there are %s)", name, best, list)
}
