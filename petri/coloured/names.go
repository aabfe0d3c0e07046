package coloured

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"brim/internal/printable"
)

// This file gives colours, places and bindings their texts.

// ColourText returns a colour of a sort as people write it: a constant by its name, or by its identifier where another
// constant of the sort has that name or identifier; an integer; a tuple as (1,alice); and dot. Names that formulas have
// in quotes have them here, but for numbers. notation.ParseColour reads it back.
func (n *Net) ColourText(sort int, colour int64) string {
	switch s := &n.Sorts[sort]; s.Kind {
	case Dot:
		return "dot"
	case Range:
		return strconv.FormatInt(s.Low+colour, 10)
	case Product:
		texts := make([]string, len(s.Parts))
		for i := len(s.Parts) - 1; i >= 0; i-- {
			size := n.Sorts[s.Parts[i]].Size
			texts[i] = n.ColourText(s.Parts[i], colour%size)
			colour /= size
		}
		return "(" + strings.Join(texts, ",") + ")"
	}
	return n.constantText(sort, colour)
}

// PlaceText returns a colour of a place as people write it: Fork(3), Pos(1,alice), and the name alone for a dot.
func (n *Net) PlaceText(place int, colour int64) string {
	name := word(n.PlaceAlias(place))
	sort := n.Places[place].Sort
	switch n.Sorts[sort].Kind {
	case Dot:
		return name
	case Product:
		return name + n.ColourText(sort, colour)
	}
	return name + "(" + n.ColourText(sort, colour) + ")"
}

// BindingText returns a transition with a binding as people write it: Eat(p=2, q=alice), and the name alone if the
// transition has no variables.
func (n *Net) BindingText(transition int, binding []int64) string {
	t := &n.Transitions[transition]
	text := word(n.TransitionAlias(transition))
	if len(t.Variables) == 0 {
		return text
	}
	list := make([]string, len(t.Variables))
	for i, v := range t.Variables {
		list[i] = n.VariableText(v) + "=" + n.ColourText(n.Variables[v].Sort, binding[i])
	}
	return text + "(" + strings.Join(list, ", ") + ")"
}

// VariableText returns the name of a variable, or its identifier where another variable has that name or identifier, in
// quotes if formulas have it so. VariableIndex finds the variable by what is in the quotes.
func (n *Net) VariableText(v int) string {
	return word(n.variables.text(v, n.Variables[v].ID, n.Variables[v].Name))
}

// SortText returns the name of a sort, its identifier if it has no name, and what it is made of if it has neither:
// 1..3, (A,B).
func (n *Net) SortText(sort int) string {
	s := &n.Sorts[sort]
	switch {
	case s.Name != "":
		return word(s.Name)
	case s.ID != "":
		return word(s.ID)
	}
	return n.structureText(sort)
}

func (n *Net) structureText(sort int) string {
	switch s := &n.Sorts[sort]; s.Kind {
	case Dot:
		return "dot"
	case Range:
		return strconv.FormatInt(s.Low, 10) + ".." + strconv.FormatInt(s.High, 10)
	case Product:
		texts := make([]string, len(s.Parts))
		for i, p := range s.Parts {
			texts[i] = n.SortText(p)
		}
		return "(" + strings.Join(texts, ",") + ")"
	}
	return "{" + n.constantText(sort, 0) + ",…}" // which no Builder makes
}

// constantText returns a constant of a sort.
func (n *Net) constantText(sort int, colour int64) string {
	c := &n.Sorts[sort].Constants[colour]
	name := cmp.Or(c.Name, c.ID)
	if n.constants != nil { // else the Builder is not yet done, and this is for a message
		name = n.constants[sort].text(int(colour), c.ID, c.Name)
	}
	if isNumber(name) {
		return name
	}
	return word(name)
}

// reserved are the words that formulas do not take for names. A test compares word with ctl/syntax, which is a higher
// layer.
var reserved = []string{
	"true", "false", "deadlock", "enabled", "and", "or", "not",
	"EX", "EF", "EG", "AX", "AF", "AG", "U",
}

// word returns a name as formulas have it: in quotes, as a string of Go, if it would be read as something else.
func word(name string) string {
	first, _ := utf8.DecodeRuneInString(name)
	switch {
	case !isNameStart(first), !utf8.ValidString(name), isNumber(name), slices.Contains(reserved, name),
		strings.ContainsFunc(name, func(c rune) bool { return !isNamePart(c) }):
		return strconv.Quote(name)
	}
	return name
}

func isNameStart(c rune) bool { return c == '_' || unicode.IsLetter(c) || c >= '0' && c <= '9' }

func isNamePart(c rune) bool {
	return isNameStart(c) || unicode.IsMark(c) || unicode.IsDigit(c) || strings.ContainsRune(".':@#$", c)
}

// isNumber reports whether a name is made of digits only.
func isNumber(name string) bool { return name != "" && strings.Trim(name, "0123456789") == "" }

// quote returns a name for messages.
func quote(name string) string { return printable.Quote(name) }

// sortText returns a sort for messages: by its identifier, as it is in the file.
func (b *Builder) sortText(sort int) string {
	if id := b.net.Sorts[sort].ID; id != "" {
		return "sort " + quote(id)
	}
	return "sort " + printable.Cut(b.net.structureText(sort), 60)
}

// colourText returns a colour for messages.
func (b *Builder) colourText(sort int, colour int64) string {
	return printable.Cut(b.net.ColourText(sort, colour), 60)
}

// describe returns what a part of a term is, for messages.
func (b *Builder) describe(t *Term) string {
	switch t.Op {
	case Colour:
		if t.Sort >= 0 && t.Sort < len(b.net.Sorts) && t.Value >= 0 && t.Value < b.net.Sorts[t.Sort].Size {
			return "the colour " + b.colourText(t.Sort, t.Value)
		}
	case Bound:
		if t.Value >= 0 && t.Value < int64(len(b.net.Variables)) {
			return "the variable " + quote(b.net.Variables[t.Value].ID)
		}
	case BlockOf:
		return "the element of a partition"
	}
	return "a term (" + t.Op.String() + ")"
}
