package bench

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Numbers in tables, which may be bounds.

// A Value is a number in a table, exact or a bound, or a word in its place. The zero Value is nothing.
type Value struct {
	X        float64
	Relation byte   // '=', '>' or '<' for what is known; 0 for no number
	Word     string // what is written: of a number, as it was published; "" to write the number
	Spread   string // how far an interval goes, as "3%"; "" for none
}

// Exactly returns the number x.
func Exactly(x float64) Value { return Value{X: x, Relation: '='} }

// Above returns a number that is only known to be larger than x.
func Above(x float64) Value { return Value{X: x, Relation: '>'} }

// ParseValue reads a published number: "0.58", ">600", or "-" for nothing.
func ParseValue(text string) (Value, error) {
	if text == "-" {
		return Value{}, nil
	}
	digits, above := strings.CutPrefix(text, ">")
	x, err := strconv.ParseFloat(digits, 64)
	if err != nil || !(x >= 0) {
		return Value{}, fmt.Errorf("%q is not a value; expected a number such as 0.58, >600, or -", text)
	}
	v := Exactly(x)
	if above {
		v = Above(x)
	}
	v.Word = text
	return v, nil
}

// Ratio returns v / w where that is known, exactly or by a bound, and nothing otherwise.
func (v Value) Ratio(w Value) Value {
	if v.Relation == 0 || w.Relation == 0 || w.X <= 0 {
		return Value{}
	}
	r := Value{X: v.X / w.X}
	switch { // a divisor that is larger makes the ratio smaller
	case w.Relation == '=':
		r.Relation = v.Relation
	case v.Relation == '=':
		r.Relation = '<' + '>' - w.Relation
	default:
		return Value{}
	}
	return r
}

// Text returns the value as people read it, "" for nothing.
func (v Value) Text() string {
	switch {
	case v.Word != "" || v.Relation == 0:
		return v.Word
	case v.Relation == '=':
		return significant(v.X)
	}
	return string(v.Relation) + significant(v.X)
}

// rounded returns the number that Text writes.
func (v Value) rounded() Value {
	if x, err := strconv.ParseFloat(significant(v.X), 64); err == nil && v.Word == "" {
		v.X = x
	}
	return v
}

// PlusMinus returns the spread in the form that follows the number: " ± 3%", "" for none.
func (v Value) PlusMinus() string {
	if v.Spread == "" {
		return ""
	}
	return " ± " + v.Spread
}

// significant writes x ≥ 0 with three significant digits, or two if it is small.
func significant(x float64) string {
	if math.IsInf(x, 1) {
		return "∞"
	}
	if x >= 999.5 {
		unit := math.Pow10(int(math.Floor(math.Log10(x))) - 2)
		return strconv.FormatFloat(math.Round(x/unit)*unit, 'f', 0, 64)
	}
	for _, f := range []struct {
		least  float64
		digits int
	}{{99.95, 0}, {9.995, 1}, {0.9995, 2}, {0.00995, 3}} {
		if x >= f.least {
			return strconv.FormatFloat(x, 'f', f.digits, 64)
		}
	}
	return strconv.FormatFloat(x, 'g', 2, 64)
}
