package coloured

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// Limits of sorts: numbers of colours are added and doubled without overflow, and a colour has a text that can be
// printed.
const (
	maxSize  = 1 << 62 // colours of a sort
	maxWidth = 1000    // components of a colour, those of components counted
)

// A sortTable knows which sorts have the same colours: dots, equal ranges, and products of such; each enumeration and
// each partition has colours of its own, and an identifier.
type sortTable struct {
	same  []int          // by sort: the first one with the same colours
	width []int          // by sort: components of a colour, those of components counted
	first map[string]int // by what a sort is made of: the first such sort
}

// Dot adds the sort whose one colour is that of tokens without a colour, and returns its index.
func (b *Builder) Dot(id, name string) int {
	return b.add(Sort{ID: id, Name: name, Kind: Dot, Size: 1})
}

// Finite adds a sort of constants, in this order, and returns its index.
func (b *Builder) Finite(id, name string, constants []Constant) int {
	return b.enumeration(Sort{ID: id, Name: name, Kind: Finite}, constants)
}

// Cyclic adds a sort of constants, each of which has the next one as its successor and the last the first, and returns
// its index.
func (b *Builder) Cyclic(id, name string, constants []Constant) int {
	return b.enumeration(Sort{ID: id, Name: name, Kind: Cyclic}, constants)
}

func (b *Builder) enumeration(s Sort, constants []Constant) int {
	where := sortName(&s, "enumeration")
	if len(constants) == 0 {
		b.fail("%s has no constants; expected one at least", where)
	}
	for _, c := range constants {
		if c.Members != nil {
			b.fail("%s: the constant %s has members, as only blocks of partitions have", where, quote(c.ID))
		}
		s.Constants = append(s.Constants, Constant{ID: c.ID, Name: cmp.Or(c.Name, c.ID)})
	}
	return b.constants(s, where)
}

// constants adds a sort whose constants are known.
func (b *Builder) constants(s Sort, where string) int {
	if s.ID == "" {
		b.fail("%s has no identifier; expected one", where)
	}
	s.Size = int64(len(s.Constants))
	for _, c := range s.Constants {
		b.take(constantNames, c.ID, where+": a constant")
	}
	return b.add(s)
}

// Range adds the sort of the integers from low to high, and returns its index.
func (b *Builder) Range(id, name string, low, high int64) int {
	s := Sort{ID: id, Name: name, Kind: Range, Low: low, High: high}
	switch size := uint64(high) - uint64(low); {
	case low > high:
		b.fail("%s goes from %d to %d; expected a start that is not above the end", sortName(&s, "range"), low, high)
	case size >= maxSize:
		b.fail("%s from %d to %d has more than 2^62 integers; expected fewer", sortName(&s, "range"), low, high)
	default:
		s.Size = int64(size + 1)
	}
	return b.add(s)
}

// Product adds the sort of the tuples of colours of other sorts, and returns its index.
func (b *Builder) Product(id, name string, parts ...int) int {
	s := Sort{ID: id, Name: name, Kind: Product, Size: 1, Parts: slices.Clone(parts)}
	where := sortName(&s, "product")
	switch len(parts) {
	case 0:
		b.fail("%s has no parts; expected two at least", where)
	case 1:
		b.fail("%s has one part; expected two at least", where)
	}
	width := 0
	for _, p := range parts {
		if !b.isSort(where, p) || !b.holds(where, p) {
			return b.add(s)
		}
		high, low := bits.Mul64(uint64(s.Size), uint64(b.net.Sorts[p].Size))
		if high > 0 || low > maxSize {
			b.fail("%s has more than 2^62 colours; expected fewer", where)
			return b.add(s)
		}
		s.Size = int64(low)
		if width += b.sorts.width[p]; width > maxWidth {
			b.fail("%s has more than %d components, those of components counted; expected fewer", where, maxWidth)
			return b.add(s)
		}
	}
	return b.add(s)
}

// Partition adds the sort of the blocks into which a partition divides another sort, and returns its index. Each colour
// of that sort is in one block.
func (b *Builder) Partition(id, name string, base int, blocks []Constant) int {
	s := Sort{ID: id, Name: name, Kind: Partition, Base: base}
	where := sortName(&s, "partition")
	if !b.isSort(where, base) || !b.holds(where, base) {
		return b.add(s)
	}
	if len(blocks) == 0 {
		b.fail("%s has no elements; expected one at least", where)
	}
	of := &b.net.Sorts[base]
	in := map[int64]string{} // the block of each colour
	for _, c := range blocks {
		block := Constant{ID: c.ID, Name: cmp.Or(c.Name, c.ID), Members: slices.Clone(c.Members)}
		slices.Sort(block.Members)
		if len(block.Members) == 0 {
			b.fail("%s: the element %s has no constants; expected one at least", where, quote(c.ID))
		}
		for _, m := range block.Members {
			other, twice := in[m]
			switch {
			case m < 0 || m >= of.Size:
				b.fail("%s: the element %s has the colour %d; %s has the colours 0 to %d", where, quote(c.ID), m,
					b.sortText(base), of.Size-1)
			case twice:
				b.fail("%s: %s is in the element %s and in %s; expected it in one", where, b.colourText(base, m),
					quote(other), quote(c.ID))
			}
			in[m] = c.ID
		}
		s.Constants = append(s.Constants, block)
	}
	if missing, ok := absent(in, of.Size); b.err == nil && ok {
		b.fail("%s: no element has %s; expected each constant of %s in one", where, b.colourText(base, missing),
			b.sortText(base))
	}
	return b.constants(s, where)
}

// absent returns the first number from 0 to size−1 that is no key.
func absent(keys map[int64]string, size int64) (int64, bool) {
	if int64(len(keys)) == size {
		return 0, false
	}
	missing := int64(0)
	for _, has := keys[missing]; has; _, has = keys[missing] {
		missing++
	}
	return missing, true
}

// holds reports whether a sort may have tokens, values of variables and components: any but a partition, whose blocks
// occur in guards only.
func (b *Builder) holds(where string, sort int) bool {
	ok := b.net.Sorts[sort].Kind != Partition
	if !ok {
		b.fail("%s: %s is a partition, whose elements have no tokens of their own; expected another sort", where,
			b.sortText(sort))
	}
	return ok
}

// add appends a sort. One without an identifier is the first one with the same colours, if there is one.
func (b *Builder) add(s Sort) int {
	i := len(b.net.Sorts)
	if s.ID == "" {
		s.Name = ""
	} else {
		s.Name = cmp.Or(s.Name, s.ID)
		b.take(sortNames, s.ID, sortName(&s, "sort"))
	}
	s.Size = max(s.Size, 1) // after a mistake
	key, width := b.madeOf(i, &s), 1
	first, known := b.sorts.first[key]
	if known && s.ID == "" {
		return first
	}
	b.net.Sorts = append(b.net.Sorts, s)
	if s.Kind == Product {
		width = 0
		for _, p := range s.Parts {
			if p >= 0 && p < i {
				width += b.sorts.width[p]
			}
		}
	}
	b.sorts.width = append(b.sorts.width, width)
	if !known {
		first = i
		b.sorts.first[key] = i
	}
	b.sorts.same = append(b.sorts.same, first)
	return i
}

// madeOf returns a text that two sorts share if they have the same colours, for sort i.
func (b *Builder) madeOf(i int, s *Sort) string {
	switch s.Kind {
	case Dot:
		return "dot"
	case Range:
		return fmt.Sprint(s.Low, "..", s.High)
	case Product:
		var key strings.Builder
		for _, p := range s.Parts {
			if p >= 0 && p < len(b.sorts.same) { // else there was a mistake
				p = b.sorts.same[p]
			}
			fmt.Fprint(&key, p, "×")
		}
		return key.String()
	}
	return fmt.Sprint("#", i)
}

// Same reports whether two sorts have the same colours.
func (b *Builder) Same(x, y int) bool { return b.sorts.same[x] == b.sorts.same[y] }

// Sort returns what sort i is.
func (b *Builder) Sort(i int) Sort { return b.net.Sorts[i] }

// sortName returns a sort with its identifier, for messages.
func sortName(s *Sort, kind string) string {
	if s.ID == "" {
		return "the " + kind
	}
	return kind + " " + quote(s.ID)
}
