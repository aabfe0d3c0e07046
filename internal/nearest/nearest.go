// Package nearest suggests the name that a user may have meant who mistyped one: the candidate with the smallest edit
// distance.
package nearest

import (
	"iter"
	"strings"
	"unicode/utf8"
)

// These limits keep the time unnoticeable for any input.
const (
	maxLen   = 200     // bytes of a name; longer ones are left out
	maxNames = 100_000 // candidates; further ones are left out
)

// Of returns the candidate that takes the fewest changes to become name, the first of several, or false if each takes
// more changes than half its length. A change inserts, deletes or replaces a byte; upper and lower case are not told
// apart.
func Of(name string, candidates iter.Seq[string]) (best string, ok bool) {
	var row [maxLen + 1]int
	name = strings.ToLower(name)
	least, seen := maxLen+1, 0
	for c := range candidates {
		if seen++; seen > maxNames {
			break
		}
		lower := strings.ToLower(c)
		limit := min(least-1, utf8.RuneCountInString(c)/2)
		if len(c) > maxLen || len(lower) > maxLen || abs(len(lower)-len(name)) > limit {
			continue
		}
		if d := distance(name, lower, limit, &row); d <= limit {
			best, least, ok = c, d, true
			if d == 0 {
				break
			}
		}
	}
	return best, ok
}

// distance returns the edit distance of a and b, the least number of bytes to insert, delete or replace, or any number
// above limit if it is above limit. b has at most maxLen bytes. It fills the usual table of distances between prefixes
// row by row, but only where their lengths differ by at most limit, since all other entries are above it.
func distance(a, b string, limit int, row *[maxLen + 1]int) int {
	for a != "" && b != "" && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for a != "" && b != "" && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if abs(len(a)-len(b)) > limit {
		return limit + 1
	}
	for j := range len(b) + 1 {
		row[j] = j // of "" to b[:j]
	}
	for i := 1; i <= len(a); i++ {
		from, to := max(1, i-limit), min(len(b), i+limit)
		diagonal := row[from-1]
		row[from-1] = limit + 1
		if from == 1 {
			row[0] = i
		}
		if to == i+limit {
			row[to] = limit + 1
		}
		least := row[from-1]
		for j := from; j <= to; j++ {
			d := diagonal
			if a[i-1] != b[j-1] {
				d = 1 + min(diagonal, row[j], row[j-1])
			}
			diagonal, row[j] = row[j], d
			least = min(least, d)
		}
		if least > limit {
			return limit + 1
		}
	}
	return row[len(b)]
}

func abs(n int) int { return max(n, -n) }
