package suitefile

import (
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"brim/bench"
	"brim/internal/input"
	"brim/internal/printable"
	"brim/internal/quantity"
	"brim/malformed"
)

// This file reads a suite file: its limits, tools and groups of cells.

// What a file may have at most.
const (
	maxBytes = 4 << 20
	maxCells = 100_000
)

// usual is the limit of a run where a file says nothing.
const usual = time.Minute

// ReadFile reads the suite of a file. Tools may name adapters among those that are known.
func ReadFile(ctx context.Context, path string, known map[string]*Tool) (bench.Suite, error) {
	f, err := input.Open(ctx, path)
	if err != nil {
		return bench.Suite{}, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxBytes+1))
	if err != nil {
		return bench.Suite{}, err
	}
	if len(text) > maxBytes {
		return bench.Suite{}, malformed.Line(path, 0, "the file is too large; expected at most %d bytes", maxBytes)
	}
	return Read(path, text, known)
}

// Read reads the suite of a file whose text is given: its own keys, then its tools, then the groups of cells one
// after the other. Folders are relative to that of the file, and tools may name adapters among those known. The error
// is a malformed.Error with the first fault, or one of the system about a folder.
func Read(path string, text []byte, known map[string]*Tool) (s bench.Suite, err error) {
	t, err := parse(path, text)
	if err != nil {
		return s, err
	}
	t.allow("title", "name", "runs", "warmup", "time", "memory", "folder", "env", "values", "tool", "cells")
	s.Name = strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	if t.has("name") {
		s.Name = t.text("name")
	}
	if !isSuite(s.Name) {
		t.fail("name", "the suite is called %s; expected name = with small letters, digits and -",
			printable.Quote(s.Name))
	}
	if s.Title = t.text("title"); s.Title == "" {
		t.fail("title", "the suite has no title; expected title = with one line")
	}
	b := builder{suite: &s, warmup: t.number("warmup", 0, 1000, 0), tools: readTools(t, known)}
	s.Runs = t.number("runs", 1, 1_000_000, 1)
	env := t.words("env")
	for _, k := range slices.Sorted(maps.Keys(env)) {
		b.env = append(b.env, k+"="+env[k])
	}
	b.time, b.memory = t.time("time", usual), t.memory("memory", 0)
	if b.folder, err = filepath.Abs(filepath.Join(filepath.Dir(path), t.text("folder"))); err != nil {
		return s, err
	}
	if info, err := os.Stat(b.folder); t.has("folder") && (err != nil || !info.IsDir()) {
		t.fail("folder", "there is no folder %s; expected one, from the file on", printable.Quote(t.text("folder")))
	}
	groups := t.tables("cells")
	if len(b.tools) == 0 {
		t.fail("tool", "there is no tool; expected [tool.NAME] with a command or an adapter")
	}
	if len(groups) == 0 {
		t.fail("cells", "there are no cells; expected [[cells]]")
	}
	for i, g := range groups {
		if t.doc.err == nil {
			b.group(i, g)
		}
	}
	if t.doc.err == nil && len(s.Cells) == 0 {
		t.fail("cells", "nothing is left to measure; expected a cell that no exclusion takes")
	}
	values := t.texts("values")
	s.Report = func(r bench.Results) []*bench.Sheet { return report(&s, values, r) }
	return s, t.doc.err
}

// isSuite reports whether a suite can have that name, which becomes part of the names of files.
var isSuite = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`).MatchString

// time returns a limit of time.
func (t *table) time(key string, otherwise time.Duration) time.Duration {
	if !t.has(key) {
		return otherwise
	}
	var s quantity.Span
	x, ok := read(t.values[key])
	if err := s.Set(x.text); !ok || err != nil || time.Duration(s) < time.Millisecond {
		t.fail(key, "%s is %s; expected a time of a millisecond or more, as \"90s\" or \"1h30m\"", key,
			printable.Quote(x.text))
	}
	return time.Duration(s)
}

// memory returns a limit of memory in bytes.
func (t *table) memory(key string, otherwise int64) int64 {
	if !t.has(key) {
		return otherwise
	}
	var s quantity.Size
	x, ok := read(t.values[key])
	if err := s.Set(x.text); !ok || err != nil || s <= 0 {
		t.fail(key, "%s is %s; expected a size as \"512MiB\" or \"2GiB\"", key, printable.Quote(x.text))
	}
	return int64(s)
}

// A builder makes the cells of groups.
type builder struct {
	suite  *bench.Suite
	tools  []*Tool
	folder string
	env    []string
	time   time.Duration
	memory int64
	warmup int
	seen   map[string]bool // names of cells
}

// group adds to the suite the cells of its ith group: for each combination of values and each tool that no exclusion
// takes. It reports groups that are too large, cells with equal names, and exclusions that take nothing.
func (b *builder) group(i int, t *table) {
	t.allow("name", "tools", "grid", "zip", "exclude", "set", "question", "want", "time", "memory")
	g := group{t: t, number: i + 1, tools: b.chosen(t), axes: readAxes(t)}
	g.name, g.question, g.want = t.text("name"), t.text("question"), t.text("want")
	g.time, g.memory = t.time("time", b.time), t.memory("memory", b.memory)
	if g.name != "" && !isTool(g.name) {
		t.fail("name", "the cells are called %s; expected letters, digits, - and _", printable.Quote(g.name))
	}
	g.exclude = readExclusions(t, g.axes, g.tools)
	if n := count(g.axes); n*len(g.tools) > maxCells-len(b.suite.Cells) {
		t.doc.fail(t.path, "these are more than %d cells; expected shorter lists", maxCells-len(b.suite.Cells))
	}
	if b.seen == nil {
		b.seen = map[string]bool{}
	}
	for v := range combinations(g.axes) {
		for _, tool := range g.tools {
			if t.doc.err != nil {
				return
			}
			if g.excluded(v, tool) {
				continue
			}
			c := b.cell(&g, v, tool)
			if name := c.Name(); b.seen[name] {
				t.doc.fail(t.path, "two cells are called %s; expected other values, or a name of these cells", name)
			} else {
				b.seen[name] = true
			}
			b.suite.Cells = append(b.suite.Cells, c)
		}
	}
	for _, e := range g.exclude {
		if !e.used {
			t.doc.fail(e.t.path, "this excludes no cell; expected values that there are")
		}
	}
}

// chosen returns the tools of a group, all if it names none.
func (b *builder) chosen(t *table) []*Tool {
	if !t.has("tools") {
		return b.tools
	}
	names := bench.Map(b.tools, func(x *Tool) string { return x.Name })
	var list []*Tool
	for i, n := range t.texts("tools") {
		k := slices.Index(names, n)
		if k < 0 {
			t.doc.fail(t.key("tools", strconv.Itoa(i)), "there is no tool %s%s; expected one of %s", printable.Quote(n),
				hint(n, slices.Values(names)), strings.Join(names, ", "))
			continue
		}
		list = append(list, b.tools[k])
	}
	return list
}

// cell returns the cell of a combination of values and a tool. It computes the parameters (those of the axes, of set
// in the group, of the tool and of its adapter), expands the templates with them, and derives labels and question
// from the axes.
func (b *builder) cell(g *group, axes values, tool *Tool) bench.Cell {
	v := maps.Clone(axes)
	v["tool"] = value{text: tool.Name}
	set := g.t.table("set")
	v.assign(set, v, func(key string, err error) { set.fail(key, "%v", err) })
	v.assign(tool.own.table("set"), v.only(g.axes), tool.absent)
	if tool.base != nil {
		v.assign(tool.base.table("set"), maps.Clone(v), tool.absent)
	}
	c := bench.Cell{Program: tool.Name, Time: g.time, Memory: g.memory, Warmup: b.warmup,
		Tool: tool.bind(v, b.folder, b.env)}
	if tool.asks == asksStates {
		c.Command = asksStates
	}
	text := func(key, template string) string {
		s, err := v.expand(template)
		if err != nil {
			g.t.fail(key, "%v", err)
		}
		return s
	}
	if c.Want = text("want", g.want); c.Want != "" {
		digits := strings.Trim(c.Want, "0123456789") == ""
		if asked := tool.asks == asksVerdict; asked && c.Want != "holds" && c.Want != "fails" || !asked && !digits {
			g.t.fail("want", "%s is asked for its %s, and %s is wanted; expected \"holds\" or \"fails\", or of "+
				"states a number",
				tool.Name, tool.asks, printable.Quote(c.Want))
		}
	}
	if g.name != "" {
		c.Labels = append(c.Labels, bench.Label{Key: "cells", Value: g.name})
	}
	var asked []string
	for _, a := range g.axes {
		for _, n := range a.names {
			l := bench.Label{Key: n, Value: label(axes[n])}
			if c.Labels = append(c.Labels, l); n != seed {
				asked = append(asked, fmt.Sprintf("%s=%s", n, axes[n].text))
			}
		}
	}
	c.Labels = append(c.Labels, bench.Label{Key: "tool", Value: tool.Name})
	if c.Question = text("question", g.question); c.Question == "" {
		c.Question = strings.Join(asked, ", ")
	}
	if c.Question == "" {
		c.Question = fmt.Sprintf("cells %d", g.number)
	}
	return c
}
