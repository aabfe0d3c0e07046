package sim

import (
	"fmt"
	"strconv"
	"strings"

	"brim/internal/naming"
	"brim/internal/nearest"
	"brim/internal/printable"
)

// Lists of transitions as a user types them, and how their names are looked up.

// words splits a list of transitions at blanks, except for blanks inside quotes or brackets: GoEat_1 "put back"
// Eat(p=2, q=3).
func words(text string) ([]string, error) {
	var list []string
	from, depth := -1, 0
	for i := 0; i < len(text); i++ {
		c := text[i]
		if depth == 0 && (c == ' ' || c == '\t') {
			if from >= 0 {
				list, from = append(list, text[from:i]), -1
			}
			continue
		}
		if from < 0 {
			from = i
		}
		switch c {
		case '"':
			quoted, err := strconv.QuotedPrefix(text[i:])
			if err != nil {
				return nil, fmt.Errorf("the quote before %s is not closed", printable.Quote(text[i+1:]))
			}
			i += len(quoted) - 1
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth < 0 {
			return nil, fmt.Errorf("found ) without ( in %s", printable.Quote(text[from:]))
		}
	}
	if depth > 0 {
		return nil, fmt.Errorf("a bracket is not closed in %s", printable.Quote(text[from:]))
	}
	if from >= 0 {
		list = append(list, text[from:])
	}
	return list, nil
}

// An index finds transitions by what people call them.
type index struct {
	names  naming.Names
	called map[string]int // those of an unfolding
	heads  map[string]int // the first of each transition of its coloured net, by the name without colours
}

func newIndex(names naming.Names) *index {
	x := &index{names: names, called: map[string]int{}, heads: map[string]int{}}
	if names.Unfolding != nil {
		for t := range names.Net.Transitions {
			name := tight(names.Transition(t))
			x.called[name] = t
			if _, ok := x.heads[head(name)]; !ok {
				x.heads[head(name)] = t
			}
		}
	}
	return x
}

// tight returns a name without the blanks that are outside of quotes.
func tight(name string) string {
	var b strings.Builder
	for i := 0; i < len(name); i++ {
		switch name[i] {
		case ' ', '\t':
		case '"':
			quoted, err := strconv.QuotedPrefix(name[i:])
			if err != nil {
				quoted = name[i:]
			}
			b.WriteString(quoted)
			i += len(quoted) - 1
		default:
			b.WriteByte(name[i])
		}
	}
	return b.String()
}

// head returns what stands before the brackets of a name.
func head(name string) string {
	if quoted, err := strconv.QuotedPrefix(name); err == nil && name[0] == '"' {
		return quoted
	}
	before, _, _ := strings.Cut(name, "(")
	return before
}

// known reports whether a name is one of a transition, or would be with other colours.
func (x *index) known(name string) bool {
	_, coloured := x.heads[head(tight(name))]
	_, ok := x.find(name)
	return ok || coloured
}

// find returns the transition of a name as formulas have it; of an unfolding also as its net has it.
func (x *index) find(name string) (int, bool) {
	if t, ok := x.called[tight(name)]; ok {
		return t, true
	}
	if plain, err := strconv.Unquote(name); err == nil && name[0] == '"' {
		name = plain
	}
	return x.names.Net.FindTransition(name)
}

// all yields the names of all transitions as formulas have them.
func (x *index) all(yield func(string) bool) {
	for t := range x.names.Net.Transitions {
		if !yield(x.names.Transition(t)) {
			return
		}
	}
}

// unknown says that there is no such transition, and which one may be meant.
func (x *index) unknown(name string) error {
	if t, ok := x.heads[head(tight(name))]; ok {
		return fmt.Errorf("there is no transition %s with these colours; expected the colours of its variables, as %s",
			printable.Quote(name), x.names.Transition(t))
	}
	if best, ok := nearest.Of(name, x.all); ok {
		return fmt.Errorf("there is no transition %s; did you mean %s?", printable.Quote(name), best)
	}
	return fmt.Errorf("there is no transition %s", printable.Quote(name))
}
