package certificate

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
)

// This file has the data of a certificate: an inductive invariant in clauses, with the bounds and weighted sums of a
// net. It does not prove anything; see Net and Circuit.

// A Bit is a fact about a state: that a place holds at least so many tokens or, of a circuit, that a latch is set.
type Bit struct {
	Place   int   // or the latch
	AtLeast int64 // tokens, ≥ 1; of a latch 1
}

// A Sum is of places, with weights. No firing makes it larger.
type Sum struct {
	Places  []int
	Weights []int64 // parallel to Places, ≥ 1
}

// An Invariant is clauses over bits: literal i stands for Bits[i−1], −i for its negation.
type Invariant struct {
	Bits    []Bit
	Clauses [][]int32

	// Of a net: the most tokens of each place, and sums that show some of these bounds. The others follow from the
	// clauses.
	Most []int64
	Sums []Sum
}

// A Refusal says which implication fails.
type Refusal struct{ Text string }

func (r *Refusal) Error() string { return "no invariant: " + r.Text }

func refuse(format string, a ...any) error { return &Refusal{fmt.Sprintf(format, a...)} }

// wellFormed returns an error unless all bits are about existing places or latches and all literals about existing
// bits.
func (x *Invariant) wellFormed(places int) error {
	for i, b := range x.Bits {
		if b.Place < 0 || b.Place >= places || b.AtLeast < 1 {
			return refuse("bit %d is about at least %d in place or latch %d of %d", i+1, b.AtLeast, b.Place, places)
		}
	}
	for i, c := range x.Clauses {
		for _, l := range c {
			if v := max(l, -l); v < 1 || int(v) > len(x.Bits) {
				return refuse("clause %d has the literal %d; expected 1 to %d, or negated", i+1, l, len(x.Bits))
			}
		}
	}
	return nil
}

// WriteDIMACS writes the clauses in the DIMACS format. Comments say what the variables are, and give the bounds and
// sums of a net; name gives places or latches their names. The error is that of w.
func (x *Invariant) WriteDIMACS(w io.Writer, model string, name func(int) string) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "c an invariant of %q\n", model)
	for i, bit := range x.Bits {
		fmt.Fprintf(b, "c variable %d is %q >= %d\n", i+1, name(bit.Place), bit.AtLeast)
	}
	for p, most := range x.Most {
		fmt.Fprintf(b, "c bound %q <= %d\n", name(p), most)
	}
	for _, s := range x.Sums {
		fmt.Fprint(b, "c sum")
		for i, p := range s.Places {
			fmt.Fprintf(b, " %d %q", s.Weights[i], name(p))
		}
		fmt.Fprintln(b)
	}
	fmt.Fprintf(b, "p cnf %d %d\n", len(x.Bits), len(x.Clauses))
	var text []byte
	for _, c := range x.Clauses {
		text = text[:0]
		for _, l := range c {
			text = append(strconv.AppendInt(text, int64(l), 10), ' ')
		}
		_, _ = b.Write(append(text, "0\n"...)) // Flush tells
	}
	return b.Flush()
}
