package suitefile

import (
	"iter"
	"slices"
	"strings"
	"time"

	"brim/internal/printable"
)

// The cells of a group: all combinations of the values on its axes.

// seed is the axis that does not belong to a question: the question is asked again with each of its values.
const seed = "seed"

// A group is a table of cells.
type group struct {
	t              *table
	number         int // from 1
	name           string
	tools          []*Tool
	axes           []axis
	exclude        []*exclusion
	question, want string // templates
	time           time.Duration
	memory         int64
}

// An axis is a list of values that cells take by turns: of one name, or of several at a time.
type axis struct {
	names []string
	lists [][]value // as many, equally long
}

func (a *axis) length() int { return len(a.lists[0]) }

// readAxes returns the axes of a group: one for each list of its table grid, in the order of the file, and one for
// each table of zip, whose lists are taken together. It reports names that cannot be used, names that are given
// twice, empty lists, and lists of a zip that differ in length.
func readAxes(t *table) (axes []axis) {
	taken := []string{"tool"}
	add := func(a *axis, t *table, name string) {
		switch {
		case !isName(name) || slices.Contains(later, name):
			t.fail(name, "a list is called %s; expected small letters, digits and _, and none of %s",
				printable.Quote(name), strings.Join(later, ", "))
		case slices.Contains(taken, name):
			t.fail(name, "%s is there twice; expected another name", name)
		}
		taken = append(taken, name)
		values := list(t, name, "strings, numbers, or arrays of these", read)
		if len(values) == 0 {
			t.fail(name, "%s has no values; expected at least one", name)
		}
		a.names, a.lists = append(a.names, name), append(a.lists, values)
	}
	grid := t.table("grid")
	for _, name := range grid.sorted() {
		var a axis
		add(&a, grid, name)
		axes = append(axes, a)
	}
	for _, z := range t.tables("zip") {
		var a axis
		for _, name := range z.sorted() {
			add(&a, z, name)
			if n := len(a.lists) - 1; len(a.lists[n]) != a.length() {
				z.fail(name, "%s has %s, %s has %d; expected as many", name, quoted(len(a.lists[n]), "value"),
					a.names[0], a.length())
			}
		}
		if len(a.names) == 0 {
			z.doc.fail(z.path, "the table is empty; expected lists")
			continue
		}
		axes = append(axes, a)
	}
	return axes
}

// count returns how many combinations there are, or something above maxCells.
func count(axes []axis) int {
	n := 1
	for _, a := range axes {
		if n *= a.length(); n > maxCells || n == 0 {
			return n
		}
	}
	return n
}

// combinations yields the values of each combination of the axes, where the last axis changes fastest. It counts like
// an odometer, with a digit for each axis.
func combinations(axes []axis) iter.Seq[values] {
	return func(yield func(values) bool) {
		if count(axes) == 0 || count(axes) > maxCells { // a fault that was told
			return
		}
		at := make([]int, len(axes))
		for {
			v := values{}
			for i, a := range axes {
				for k, n := range a.names {
					v[n] = a.lists[k][at[i]]
				}
			}
			if !yield(v) {
				return
			}
			i := len(axes) - 1
			for ; i >= 0; i-- {
				if at[i]++; at[i] < axes[i].length() {
					break
				}
				at[i] = 0
			}
			if i < 0 {
				return
			}
		}
	}
}

// only returns the values of axes.
func (v values) only(axes []axis) values {
	w := values{}
	for _, a := range axes {
		for _, n := range a.names {
			w[n] = v[n]
		}
	}
	return w
}

// An exclusion takes the cells that have one of some values under each of some names.
type exclusion struct {
	t    *table
	have map[string][]string
	used bool
}

// readExclusions reads which combinations of values a group leaves out. Each names values of some axes; a cell is left
// out if it has all of them.
func readExclusions(t *table, axes []axis, tools []*Tool) (list []*exclusion) {
	known := []string{"tool"}
	for _, a := range axes {
		known = append(known, a.names...)
	}
	for _, e := range t.tables("exclude") {
		x := &exclusion{t: e, have: map[string][]string{}}
		e.allow(known...)
		for _, n := range e.sorted() {
			switch v, ok := read(e.values[n]); {
			case !ok:
				e.fail(n, "%s is %s; expected a value, or an array of values", n, kindOf(e.values[n]))
			case v.list:
				x.have[n] = append(v.parts, v.text)
			default:
				x.have[n] = []string{v.text}
			}
		}
		if len(x.have) == 0 {
			e.doc.fail(e.path, "the exclusion is empty; expected values, as { tool = \"%s\" }", tools[0].Name)
		}
		list = append(list, x)
	}
	return list
}

// excluded reports whether an exclusion takes the cell.
func (g *group) excluded(v values, tool *Tool) bool {
	taken := false
	for _, e := range g.exclude {
		all := true
		for n, have := range e.have {
			text := v[n].text
			if n == "tool" {
				text = tool.Name
			}
			all = all && slices.Contains(have, text)
		}
		if all {
			e.used, taken = true, true
		}
	}
	return taken
}

// label writes a value so that it can be part of the name of a cell.
func label(v value) string {
	text := v.text
	if v.list {
		text = strings.Join(v.parts, ",")
	}
	if text == "" {
		return "none"
	}
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._:+,()-", r) {
			return r
		}
		return '_'
	}, text)
}
