package syntax

import (
	"math"
	"strconv"

	"brim/internal/printable"
)

// The reader of property files: integer expressions.

// comparison reads two integer expressions and compares them.
func (r *propertyReader) comparison(name string, rel Relation) (*Formula, error) {
	line := r.Line()
	args, err := r.integers()
	if err != nil {
		return nil, err
	}
	if len(args) != 2 {
		return nil, r.Errorf(line, "<%s> has %d operands; expected 2", name, len(args))
	}
	f, err := r.pool.Compare(args[0], rel, args[1])
	if err != nil {
		return nil, r.overflow(line, name)
	}
	return f, nil
}

// overflow returns the error for a number that does not fit.
func (r *propertyReader) overflow(line int, name string) error {
	return r.Errorf(line, "a number in <%s> exceeds 2^63−1; expected smaller ones", name)
}

// integers reads the children of the current element as integer expressions.
func (r *propertyReader) integers() ([]Sum, error) { return operandsOf(r, r.integer) }

// integer reads the integer expression whose element is called name.
func (r *propertyReader) integer(name string) (Sum, error) {
	switch name {
	case "integer-constant":
		line := r.Line()
		text, err := r.content()
		if err != nil {
			return Sum{}, err
		}
		c, err := strconv.ParseInt(text, 10, 64)
		if err != nil || c == math.MinInt64 {
			return Sum{}, r.Errorf(line, "the integer-constant is %s; expected an integer within ±(2^63−1)",
				printable.Quote(text))
		}
		return Constant(c), nil
	case "tokens-count":
		return r.tokens(name)
	case "integer-sum", "integer-difference", "integer-product":
		return r.arithmetic(name)
	}
	return Sum{}, r.Errorf(r.Line(), "<%s> is not understood; expected an integer: <integer-constant>, "+
		"<tokens-count> or one with operands%s",
		name, suggest(name, integerElements))
}

var integerElements = []string{"integer-constant", "tokens-count", "integer-sum", "integer-difference",
	"integer-product"}

// tokens reads the children of the current element as places and returns their sum.
func (r *propertyReader) tokens(in string) (Sum, error) {
	places, err := r.refs(in, Places)
	return Tokens(places...), err
}

// arithmetic reads a sum, a difference or a product.
func (r *propertyReader) arithmetic(name string) (Sum, error) {
	line := r.Line()
	args, err := r.integers()
	switch {
	case err != nil:
		return Sum{}, err
	case len(args) == 0:
		return Sum{}, r.Errorf(line, "<%s> has no operands; expected at least 1", name)
	case name == "integer-difference" && len(args) != 2:
		return Sum{}, r.Errorf(line, "<%s> has %d operands; expected 2", name, len(args))
	}
	s := args[0]
	for _, t := range args[1:] {
		switch {
		case name == "integer-product" && len(s.Terms) > 0 && len(t.Terms) > 0:
			return Sum{}, r.Errorf(line, "<%s> multiplies places; expected at most one factor with places", name)
		case name == "integer-product" && len(t.Terms) > 0:
			s, err = t.times(s.Const)
		case name == "integer-product":
			s, err = s.times(t.Const)
		case name == "integer-difference":
			if t, err = t.times(-1); err == nil {
				s, err = s.plus(t)
			}
		default:
			s, err = s.plus(t)
		}
		if err != nil {
			return Sum{}, r.overflow(line, name)
		}
	}
	return s, nil
}
