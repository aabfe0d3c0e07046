package petri

import (
	"math"
	"slices"
	"strconv"
)

// A Marking gives the number of tokens of each place, by index.
type Marking []int64

// Omega stands for any number of tokens, where a description says so. A marking proper can hold just as many, but who
// works with Omega refuses such a marking.
const Omega int64 = math.MaxInt64

// Clone returns a copy of m that shares nothing with it.
func (m Marking) Clone() Marking { return slices.Clone(m) }

// Equal reports whether m and o are of one length and hold the same tokens.
func (m Marking) Equal(o Marking) bool { return slices.Equal(m, o) }

// Format writes m with the names of n's places: "P1:3 M1:1". Places without
// tokens are left out; a marking without any token is "empty". It panics if m
// has another length than the list of places.
func (n *Net) Format(m Marking) string {
	n.mustFit("Format", m)
	var b []byte
	for p, tokens := range m {
		if tokens == 0 {
			continue
		}
		if len(b) > 0 {
			b = append(b, ' ')
		}
		b = append(b, n.Places[p].Name...)
		b = append(b, ':')
		b = strconv.AppendInt(b, tokens, 10)
	}
	if len(b) == 0 {
		return "empty"
	}
	return string(b)
}
