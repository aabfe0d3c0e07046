package suitefile

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"brim/internal/nearest"
	"brim/internal/printable"
	"brim/malformed"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// A document is a TOML file whose values are read by kind. The first fault is kept, and everything that comes after it
// is without meaning, so that readers need to ask for it once only.
type document struct {
	name  string
	at    map[string]int // by path: the place among all keys and values, in the order of the file
	lines []int          // of these places
	err   error
}

// A table is a table of a document, or an empty one.
type table struct {
	doc    *document
	path   []string
	values map[string]any
}

// sep stands between the keys of a path.
const sep = "\x00"

// parse reads a file.
func parse(name string, text []byte) (*table, error) {
	values := map[string]any{}
	if err := toml.Unmarshal(text, &values); err != nil {
		line := 0
		var fault *toml.DecodeError
		if errors.As(err, &fault) {
			line, _ = fault.Position()
		}
		return nil, malformed.Line(name, line, "%s; expected TOML",
			printable.Text(strings.TrimPrefix(err.Error(), "toml: ")))
	}
	d := &document{name: name, at: map[string]int{}}
	d.locate(text)
	return &table{d, nil, values}, nil
}

// locate records the line of each key and value, by its path. It walks the expressions of the parser in the order of
// the text and keeps the path of the current table; elements of arrays have their position as a key.
func (d *document) locate(text []byte) {
	var p unstable.Parser
	p.Reset(text)
	line, counted := 1, 0
	note := func(path []string, n *unstable.Node) {
		key := strings.Join(path, sep)
		if _, ok := d.at[key]; ok || n.Raw.Length == 0 {
			return
		}
		if at := int(n.Raw.Offset); at > counted {
			line, counted = line+bytes.Count(text[counted:at], []byte{'\n'}), at
		}
		d.at[key], d.lines = len(d.lines), append(d.lines, line)
	}
	elements := map[string]int{} // of arrays of tables
	resolve := func(prefix []string, keys unstable.Iterator, array bool) []string {
		path := slices.Clone(prefix)
		for keys.Next() {
			path = append(path, string(keys.Node().Data))
			note(path, keys.Node())
			joined := strings.Join(path, sep)
			if n, ok := elements[joined]; array && keys.IsLast() {
				elements[joined] = n + 1
				path = append(path, strconv.Itoa(n))
				note(path, keys.Node())
			} else if ok {
				path = append(path, strconv.Itoa(n-1))
			}
		}
		return path
	}
	var value func(path []string, n *unstable.Node)
	value = func(path []string, n *unstable.Node) {
		note(path, n)
		switch n.Kind {
		case unstable.Array:
			i := 0
			for it := n.Children(); it.Next(); i++ {
				value(append(slices.Clone(path), strconv.Itoa(i)), it.Node())
			}
		case unstable.InlineTable:
			for it := n.Children(); it.Next(); {
				value(resolve(path, it.Node().Key(), false), it.Node().Value())
			}
		}
	}
	var prefix []string
	for p.NextExpression() {
		switch e := p.Expression(); e.Kind {
		case unstable.Table:
			prefix = resolve(nil, e.Key(), false)
		case unstable.ArrayTable:
			prefix = resolve(nil, e.Key(), true)
		case unstable.KeyValue:
			value(resolve(prefix, e.Key(), false), e.Value())
		}
	}
}

// line returns the line of what is at a path, or of the nearest thing around it.
func (d *document) line(path []string) int {
	for n := len(path); n > 0; n-- {
		if i, ok := d.at[strings.Join(path[:n], sep)]; ok {
			return d.lines[i]
		}
	}
	return 1
}

// place returns the place of what is at a path in the order of the file.
func (d *document) place(path []string) int { return d.at[strings.Join(path, sep)] }

// fail notes a fault of what is at a path, if it is the first.
func (d *document) fail(path []string, format string, args ...any) {
	if d.err == nil {
		d.err = malformed.Line(d.name, d.line(path), format, args...)
	}
}

// key returns the path of a key.
func (t *table) key(key ...string) []string { return append(slices.Clone(t.path), key...) }

// fail notes a fault of what is at a key.
func (t *table) fail(key, format string, args ...any) { t.doc.fail(t.key(key), format, args...) }

// allow refuses all other keys.
func (t *table) allow(keys ...string) {
	for _, k := range t.sorted() {
		if !slices.Contains(keys, k) {
			t.fail(k, "unknown key %s%s; expected one of %s", printable.Quote(k), hint(k, slices.Values(keys)),
				strings.Join(keys, ", "))
		}
	}
}

// hint asks whether something near was meant.
func hint(word string, known iter.Seq[string]) string {
	if best, ok := nearest.Of(word, known); ok {
		return fmt.Sprintf(" (did you mean %s?)", best)
	}
	return ""
}

// sorted lists the keys in the order of the file.
func (t *table) sorted() []string {
	return slices.SortedFunc(maps.Keys(t.values), func(a, b string) int {
		if x, y := t.doc.place(t.key(a)), t.doc.place(t.key(b)); x != y {
			return x - y
		}
		return strings.Compare(a, b)
	})
}

// kindOf names the kind of a value.
func kindOf(v any) string {
	switch v.(type) {
	case string:
		return "a string"
	case int64, float64:
		return "a number"
	case bool:
		return "true or false"
	case []any:
		return "an array"
	case map[string]any:
		return "a table"
	}
	return "a date or time"
}

// get returns the value of a key if it has the type T. A value of another type is reported as a fault.
func get[T any](t *table, key, expected string) (x T, ok bool) {
	v, there := t.values[key]
	if !there {
		return x, false
	}
	if x, ok = v.(T); !ok {
		t.fail(key, "%s is %s; expected %s", key, kindOf(v), expected)
	}
	return x, ok
}

// text returns the string of a key, "" if the key is missing.
func (t *table) text(key string) string {
	s, _ := get[string](t, key, "a string")
	return s
}

// number returns the whole number of a key, which has to lie between least and most, or otherwise if the key is
// missing.
func (t *table) number(key string, least, most, otherwise int) int {
	n, ok := get[int64](t, key, "a whole number")
	switch {
	case !ok:
		return otherwise
	case n < int64(least) || n > int64(most):
		t.fail(key, "%s is %d; expected a number from %d to %d", key, n, least, most)
	}
	return int(n)
}

// list returns the values of an array that read accepts.
func list[T any](t *table, key, expected string, read func(any) (T, bool)) (xs []T) {
	vs, _ := get[[]any](t, key, "an array of "+expected)
	for i, v := range vs {
		x, ok := read(v)
		if !ok {
			t.doc.fail(t.key(key, strconv.Itoa(i)), "%s has %s; expected %s", key, kindOf(v), expected)
		}
		xs = append(xs, x)
	}
	return xs
}

// texts returns an array of strings.
func (t *table) texts(key string) []string {
	return list(t, key, "strings", func(v any) (string, bool) { s, ok := v.(string); return s, ok })
}

// numbers returns an array of whole numbers.
func (t *table) numbers(key string) []int {
	return list(t, key, "whole numbers", func(v any) (int, bool) { n, ok := v.(int64); return int(n), ok })
}

// patterns returns an array of regular expressions, in which ^ and $ are the ends of lines.
func (t *table) patterns(key string) (list []*regexp.Regexp) {
	for i, s := range t.texts(key) {
		p, err := regexp.Compile("(?m)" + s)
		if err != nil {
			t.doc.fail(t.key(key, strconv.Itoa(i)), "%s; expected a regular expression of Go's package regexp", err)
			continue
		}
		list = append(list, p)
	}
	return list
}

// table returns the table of a key, an empty one if the key is missing.
func (t *table) table(key string) *table {
	m, _ := get[map[string]any](t, key, "a table")
	return &table{t.doc, t.key(key), m}
}

// tables returns an array of tables.
func (t *table) tables(key string) (list []*table) {
	vs, _ := get[[]any](t, key, "an array of tables")
	for i, v := range vs {
		m, ok := v.(map[string]any)
		if !ok {
			t.doc.fail(t.key(key, strconv.Itoa(i)), "%s has %s; expected tables", key, kindOf(v))
		}
		list = append(list, &table{t.doc, t.key(key, strconv.Itoa(i)), m})
	}
	return list
}

// words returns a table of strings.
func (t *table) words(key string) map[string]string {
	sub, words := t.table(key), map[string]string{}
	for _, k := range sub.sorted() {
		words[k] = sub.text(k)
	}
	return words
}
