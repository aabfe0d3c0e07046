package picture

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"brim/internal/naming"
)

// Names of components.

// ComponentNames names components: by their only place, by the place of a coloured net whose colours they are, by what
// the names of their places have in common, as in *_1 or cell.*, or by the first place.
func ComponentNames(names naming.Names, components [][]int) []string {
	list := make([]string, len(components))
	times := map[string]int{}
	for i, places := range components {
		if len(places) == 0 { // the only level of a net without places
			list[i] = "no place"
			continue
		}
		list[i] = common(names.PlaceCalls(places))
		if of, ok := onePlace(names, places); ok {
			if first, end := names.Unfolding.Places(of); len(places) == end-first {
				list[i] = names.Unfolding.Coloured.PlaceAlias(of)
			}
		}
		times[list[i]]++
	}
	for i, places := range components {
		if list[i] == "" || times[list[i]] > 1 {
			list[i] = names.PlaceCall(places[0]) + " …"
		}
	}
	return list
}

// common returns the longest common prefix and suffix of all names with a star in between, or "" if these have no digit
// and fewer than two characters. Numbers are not split: bin12 and bin13 have bin in common.
func common(names []string) string {
	if len(names) == 1 {
		return names[0]
	}
	prefix := names[0]
	for _, name := range names {
		for !strings.HasPrefix(name, prefix) {
			prefix = prefix[:len(prefix)-1]
		}
	}
	inNumber := func(name string) bool { return len(name) > len(prefix) && digit(name[len(prefix)]) }
	if slices.ContainsFunc(names, inNumber) {
		prefix = strings.TrimRight(prefix, "0123456789")
	}
	prefix = strings.ToValidUTF8(prefix, "")

	suffix := names[0][len(prefix):]
	for _, name := range names {
		for !strings.HasSuffix(name[len(prefix):], suffix) {
			suffix = suffix[1:]
		}
	}
	inNumber = func(name string) bool { return len(name) > len(suffix) && digit(name[len(name)-len(suffix)-1]) }
	if slices.ContainsFunc(names, inNumber) {
		suffix = strings.TrimLeft(suffix, "0123456789")
	}
	suffix = strings.ToValidUTF8(suffix, "")

	both := prefix + suffix
	if !strings.ContainsFunc(both, unicode.IsDigit) &&
		(!strings.ContainsFunc(both, unicode.IsLetter) || utf8.RuneCountInString(both) < 2) {
		return ""
	}
	return prefix + "*" + suffix
}

func digit(c byte) bool { return '0' <= c && c <= '9' }
