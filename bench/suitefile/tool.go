package suitefile

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"brim/bench"
	"brim/internal/printable"
)

// This file reads the table of a tool: its command line, and how its answer is read.

// A Tool says how a program is called and how its answer is read, with names in braces for what cells fill in.
type Tool struct {
	Name   string
	About  string // one line
	Source string // where the program comes from
	Needs  []string

	own, base *table // of the suite file, and of the adapter; base is nil without one
	adapter   string
	asks      string
	command   []string
	limits    [2][]string // of time, of memory
	prepare   [][]string
	prepared  []int
	version   []string
	env       map[string]string
	input     string
	reading   bench.Reading
}

// What a tool may be asked for.
const (
	asksVerdict = "verdict"
	asksStates  = "states"
)

// toolKeys are the keys of a tool.
var toolKeys = []string{
	"about", "source", "adapter", "command", "limit_time", "limit_memory", "prepare", "prepare_status", "version",
	"env", "input", "set",
	"asks", "reads", "output", "json", "patterns", "verdicts", "outcomes", "status",
}

// Tools reads a file that contains only tools, as those of package adapter do, and returns them by name.
func Tools(name string, text []byte) (map[string]*Tool, error) {
	t, err := parse(name, text)
	if err != nil {
		return nil, err
	}
	t.allow("tool")
	tools := readTools(t, nil)
	if t.doc.err != nil {
		return nil, t.doc.err
	}
	byName := map[string]*Tool{}
	for _, x := range tools {
		byName[x.Name] = x
	}
	return byName, nil
}

// readTools reads the tools of a file, in its order. Those that name an adapter take from it what they do not say.
func readTools(t *table, known map[string]*Tool) (list []*Tool) {
	tools := t.table("tool")
	for _, name := range tools.sorted() {
		if !isTool(name) {
			tools.fail(name, "the tool is called %s; expected letters, digits, - and _", printable.Quote(name))
		}
		list = append(list, readTool(name, tools.table(name), known))
	}
	return list
}

// isTool reports whether a tool can have that name, which becomes part of the names of cells.
var isTool = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]*$`).MatchString

// readTool reads the table of a tool. Each key that the table leaves out is taken from its adapter, if it names one.
func readTool(name string, own *table, known map[string]*Tool) *Tool {
	own.allow(toolKeys...)
	x := &Tool{Name: name, own: own, adapter: name}
	if own.has("adapter") {
		x.adapter = own.text("adapter")
		base := known[x.adapter]
		if base == nil {
			own.fail("adapter", "there is no adapter %s%s; expected one of %s", printable.Quote(x.adapter),
				hint(x.adapter, maps.Keys(known)), strings.Join(slices.Sorted(maps.Keys(known)), ", "))
			return x
		}
		x.base = base.own
	}
	x.About, x.Source = x.in("about").text("about"), x.in("source").text("source")
	x.command, x.version = x.in("command").texts("command"), x.in("version").texts("version")
	x.limits[0], x.limits[1] = x.in("limit_time").texts("limit_time"), x.in("limit_memory").texts("limit_memory")
	x.env, x.input = x.in("env").words("env"), x.in("input").text("input")
	switch {
	case len(x.command) == 0:
		own.doc.fail(own.path, "%s has no command; expected command = [\"program\", \"argument\"], or an adapter", name)
	case slices.Contains(x.command[:1], ""):
		x.in("command").fail("command", "the command has no name; expected a program")
	}
	x.prepare, x.prepared = x.readPrepare(), x.in("prepare_status").numbers("prepare_status")
	if len(x.prepared) == 0 {
		x.prepared = []int{0}
	}
	x.readReading()
	x.Needs = x.needs()
	return x
}

// has reports whether there is a key.
func (t *table) has(key string) bool {
	_, ok := t.values[key]
	return ok
}

// in returns the table that says what a key is: that of the suite file, if it does, else that of the adapter.
func (x *Tool) in(key string) *table {
	if x.base == nil || x.own.has(key) {
		return x.own
	}
	return x.base
}

// readPrepare reads the commands that run before.
func (x *Tool) readPrepare() [][]string {
	t := x.in("prepare")
	return list(t, "prepare", "arrays of strings", func(v any) (words []string, ok bool) {
		array, ok := v.([]any)
		for _, w := range array {
			s, is := w.(string)
			words, ok = append(words, s), ok && is
		}
		return words, ok && len(words) > 0 && words[0] != ""
	})
}

// readReading reads how the answer of a tool is found: what is asked for, the patterns and paths, what its words
// mean, and which statuses are answers. It reports a tool that does not say where its answer is or what its words
// mean.
func (x *Tool) readReading() {
	r := &x.reading
	x.asks = asksVerdict
	if t := x.in("asks"); t.has("asks") {
		if x.asks = t.text("asks"); x.asks != asksVerdict && x.asks != asksStates {
			t.fail("asks", "asks is %s; expected \"verdict\" or \"states\"", printable.Quote(x.asks))
		}
	}
	if t := x.in("reads"); t.has("reads") {
		if r.Brim = t.text("reads") == "brim"; !r.Brim {
			t.fail("reads", "reads is %s; expected \"brim\", for a program that answers as brim --json does",
				printable.Quote(t.text("reads")))
		}
	}
	r.File, r.JSON = x.in("output").text("output"), x.in("json").words("json")
	r.Patterns, r.Verdicts = x.in("patterns").patterns("patterns"), x.in("verdicts").words("verdicts")
	verdicts := x.in("verdicts").table("verdicts")
	for _, word := range verdicts.sorted() {
		if v := r.Verdicts[word]; !slices.Contains([]string{"holds", "fails", "unknown"}, v) {
			verdicts.fail(word, "%s means %s; expected \"holds\", \"fails\" or \"unknown\"", word, printable.Quote(v))
		}
	}
	outcomes := x.in("outcomes").table("outcomes")
	outcomes.allow("time", "memory", "unknown", "failed")
	r.Outcomes = map[bench.Outcome][]*regexp.Regexp{}
	for _, o := range []bench.Outcome{bench.Time, bench.Memory, bench.Unknown, bench.Failed} {
		r.Outcomes[o] = outcomes.patterns(string(o))
	}
	status := x.in("status").table("status")
	status.allow("done", "unknown")
	if r.Done, r.Unknown = status.numbers("done"), status.numbers("unknown"); !status.has("done") {
		r.Done = []int{0}
	}
	if !r.Brim && !x.finds() {
		x.own.doc.fail(x.own.path, "%s does not say where its %s is; expected patterns with a group (?P<%s>…), or "+
			"json.%s", x.Name, x.asks, x.asks, x.asks)
	}
	if x.asks == asksVerdict && !r.Brim && len(r.Verdicts) == 0 {
		x.own.doc.fail(x.own.path, "%s does not say what its words mean; expected verdicts, as { satisfied = "+
			"\"holds\" }", x.Name)
	}
}

// finds reports whether what is asked can be found in the answer.
func (x *Tool) finds() bool {
	_, ok := x.reading.JSON[x.asks]
	return ok || slices.ContainsFunc(x.reading.Patterns,
		func(p *regexp.Regexp) bool { return p.SubexpIndex(x.asks) >= 0 })
}

// words lists all templates of the tool except those of its own values.
func (x *Tool) words() []string {
	all := slices.Concat(x.command, x.version, x.limits[0], x.limits[1], slices.Collect(maps.Values(x.env)),
		[]string{x.input, x.reading.File})
	for _, p := range x.prepare {
		all = append(all, p...)
	}
	return all
}

// needs lists the names that cells have to give, sorted.
func (x *Tool) needs() (list []string) {
	set := x.in("set").table("set")
	all := x.words()
	for _, k := range set.sorted() {
		all = append(all, set.template(k)...)
	}
	for _, w := range all {
		for _, m := range placeholder.FindAllStringSubmatch(w, -1) {
			if name := m[1]; name != "" && !slices.Contains(later, name) && !set.has(name) &&
				!slices.Contains(list, name) {
				list = append(list, name)
			}
		}
	}
	slices.Sort(list)
	return list
}

// template returns the texts of a value of set.
func (t *table) template(key string) []string {
	x, ok := read(t.values[key])
	switch {
	case !ok:
		t.fail(key, "%s is %s; expected a string, a number, or an array of these", key, kindOf(t.values[key]))
	case x.list:
		return x.parts
	}
	return []string{x.text}
}

// assign computes the parameters of a table set, one after the other, except those in keep, and stores them in v.
// Faults of the table itself are reported there; absent reports names without values.
func (v values) assign(t *table, keep values, absent func(key string, err error)) {
	for _, k := range t.sorted() {
		if _, ok := keep[k]; ok {
			continue
		}
		if !isName(k) || slices.Contains(later, k) {
			t.fail(k, "a parameter is called %s; expected small letters, digits and _, and none of %s",
				printable.Quote(k), strings.Join(later, ", "))
			continue
		}
		x, _ := read(t.values[k])
		var err error
		if x.list {
			x.parts, err = v.expandAll(x.parts)
			x.text = strings.Join(x.parts, " ")
		} else {
			x.text, err = v.expand(x.text)
		}
		if t.template(k); err != nil {
			absent(k, err)
		}
		v[k] = x
	}
}

// absent reports that a name in a template of the tool, in its table set or at one of its keys, has no value.
func (x *Tool) absent(key string, err error) {
	if t := x.own; x.base == nil || t.has(key) || t.table("set").has(key) {
		if t.table("set").has(key) {
			t = t.table("set")
		}
		t.fail(key, "%v", err)
		return
	}
	x.own.doc.fail(x.own.path, "%s of adapter %s: %v", key, x.adapter, err)
}

// bind returns the tool of a cell: all templates of the command lines, variables and files expanded with the values
// v, in a folder, with env in front of its own variables. Names without values are reported.
func (x *Tool) bind(v values, folder string, env []string) *bench.Tool {
	words := func(key string, list []string) []string {
		expanded, err := v.expandAll(list)
		if err != nil {
			x.absent(key, err)
		}
		return expanded
	}
	one := func(key, template string) string {
		text, err := v.expand(template)
		if err != nil {
			x.absent(key, err)
		}
		return text
	}
	t := &bench.Tool{
		Name: x.adapter, Line: words("command", x.command), Time: words("limit_time", x.limits[0]),
		Memory:  words("limit_memory", x.limits[1]),
		Version: words("version", x.version), Env: slices.Clone(env), Folder: folder, Input: one("input", x.input),
		Prepared: x.prepared, Reading: x.reading,
	}
	t.File = one("output", x.reading.File)
	for _, p := range x.prepare {
		t.Prepare = append(t.Prepare, words("prepare", p))
	}
	for _, k := range slices.Sorted(maps.Keys(x.env)) {
		t.Env = append(t.Env, k+"="+one("env", x.env[k]))
	}
	if len(t.Line) == 0 || t.Line[0] == "" {
		x.own.doc.fail(x.own.path, "the command has no program with these values")
	}
	return t
}

// Bind returns the tool of a cell with these parameters, outside of a suite file. The error says what is missing.
func (x *Tool) Bind(parameters map[string]any) (*bench.Tool, error) {
	v := values{}
	for k, p := range parameters {
		if v[k], _ = read(p); v[k].text == "" && !v[k].list {
			return nil, fmt.Errorf("%s has no value", k)
		}
	}
	doc := *x.own.doc // a fault is of this call only
	own := *x.own
	own.doc = &doc
	y := *x
	y.own = &own
	v.assign(y.own.table("set"), v, y.absent)
	t := y.bind(v, "", nil)
	return t, doc.err
}

// Asks returns what the tool is asked for: "verdict" or "states".
func (x *Tool) Asks() string { return x.asks }

// quoted writes a number of things for people.
func quoted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}
