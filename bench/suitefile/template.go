package suitefile

import (
	"fmt"
	"iter"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"brim/internal/printable"
)

// Texts with names in braces, which the values of a cell replace.

// A value of a parameter is a text, or a list of texts, each of which becomes an argument.
type value struct {
	text  string
	parts []string
	list  bool
}

// read converts a TOML value, as the parser returns it, into a value: strings, numbers and truth values to their
// text, arrays of these to lists. ok is false for any other kind.
func read(v any) (x value, ok bool) {
	if array, is := v.([]any); is {
		x.list = true
		for _, e := range array {
			part, ok := read(e)
			if !ok || part.list {
				return x, false
			}
			x.parts = append(x.parts, part.text)
		}
		x.text = strings.Join(x.parts, " ")
		return x, true
	}
	switch v := v.(type) {
	case string:
		x.text = v
	case int64:
		x.text = strconv.FormatInt(v, 10)
	case float64:
		x.text = strconv.FormatFloat(v, 'g', -1, 64)
	case bool:
		x.text = strconv.FormatBool(v)
	default:
		return x, false
	}
	return x, true
}

// values of parameters by name.
type values map[string]value

// later lists the names that bench fills in when it runs a cell.
var later = []string{"brim", "scratch", "limits", "seconds", "milliseconds", "bytes", "megabytes"}

// placeholder matches a name in braces, and doubled braces, which mean single ones.
var placeholder = regexp.MustCompile(`\{\{|\}\}|\{([^{}]*)\}`)

// isName reports whether a parameter can have that name.
var isName = regexp.MustCompile(`^[a-z][a-z0-9_]*$`).MatchString

// expand returns a template with its names replaced by their values. Those that bench fills in stay.
func (v values) expand(template string) (string, error) {
	var fault error
	text := placeholder.ReplaceAllStringFunc(template, func(m string) string {
		if m == "{{" || m == "}}" {
			return m[:1]
		}
		name := m[1 : len(m)-1]
		x, ok := v[name]
		switch {
		case ok:
			return x.text
		case slices.Contains(later, name):
			return m
		case fault == nil:
			fault = fmt.Errorf("%s has no value%s; expected one of %s", printable.Quote("{"+name+"}"),
				hint(name, v.names()), strings.Join(slices.Sorted(v.names()), ", "))
		}
		return m
	})
	return text, fault
}

// names yields the names of the parameters, and those that bench fills in.
func (v values) names() iter.Seq[string] {
	return slices.Values(slices.Concat(slices.Collect(maps.Keys(v)), later))
}

// expandAll expands the words of a command line. A word that is the name of a list, and nothing else, becomes the parts
// of the list.
func (v values) expandAll(words []string) (list []string, err error) {
	for _, w := range words {
		if len(w) > 2 && w[0] == '{' && w[len(w)-1] == '}' {
			if x, ok := v[w[1:len(w)-1]]; ok && x.list {
				list = append(list, x.parts...)
				continue
			}
		}
		text, err := v.expand(w)
		if err != nil {
			return nil, err
		}
		list = append(list, text)
	}
	return list, nil
}
