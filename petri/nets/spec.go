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

// Parse builds the net that a spec names: family:N as "dphil:10", or family:size with
// a named size or several numbers, as "prise:S" and "brp:4,2". The error says
// what is wrong and what would be right: an unknown family, a size that is
// missing, no size of the family, or a number outside its range. Nets that are coloured or have time
// are an error as well: ParseColoured and ParseTimed build them.
func Parse(spec string) (*petri.Net, error) {
	f, size, err := Split(spec)
	switch {
	case err == nil && f.Coloured != nil:
		err = fmt.Errorf("the nets of family %s are coloured", f.Name)
	case err == nil && f.Timed != nil:
		err = fmt.Errorf("the nets of family %s have time", f.Name)
	}
	if err != nil {
		return nil, err
	}
	return f.Build(size...), nil
}

// Split returns the family and the numbers of the size that a spec names, without
// building the net; see Parse for the errors. The name of a net that Parse built is
// its spec, with the name of the size if it has one.
func Split(spec string) (f Family, size []int, err error) {
	name, text, colon := strings.Cut(spec, ":")
	f, ok := find(name)
	if !ok {
		return f, nil, unknown(name)
	}
	if !colon || text == "" {
		return f, nil, f.noSize()
	}
	size, err = f.parseSize(text)
	return f, size, err
}

// IsSpec reports whether s is meant as a spec for Parse rather than as the name of
// a file. That is so for the name of a family alone (Parse then asks for the
// size), for such a name with a colon and anything but a path behind it, and for
// any word with a colon and a number behind it, or several with commas (Parse then looks
// for the nearest family).
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
	first, _, _ := strings.Cut(size, ",")
	_, err := strconv.Atoi(first)
	return err == nil || errors.Is(err, strconv.ErrRange)
}

// find makes the family of that name, and no other.
func find(name string) (Family, bool) {
	for _, f := range every() {
		if f.name == name {
			return f.make(), true
		}
	}
	return Family{}, false
}

// unknown is the error for a name that no family has.
func unknown(name string) error {
	var names []string
	for _, f := range every() {
		names = append(names, f.name)
	}
	list := strings.Join(names, ", ")
	best, ok := nearest.Of(name, slices.Values(names))
	if !ok {
		return fmt.Errorf("unknown net family %q (there are %s)", name, list)
	}
	return fmt.Errorf("unknown net family %q; did you mean %s? (there are %s)", name, best, list)
}
