package report

import (
	"cmp"
	"encoding/json"
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"
	"time"

	"brim/bench"
)

// The data in the page: records as columns, charts, and the keys that filters offer.

// The records of a suite are in the page as columns, which are small. A column is an array, or {"c": x} if all its
// entries are x, or {"d": texts, "i": indices} for texts, each of which is stored once, or {"w": words, "i": lists} for
// lines of words: how many words at the beginning and at the end are those of the line before, and the indices of those
// between.
type columns map[string]any

type constant struct {
	C any `json:"c"`
}

type texts struct {
	D []string `json:"d"`
	I []int    `json:"i"`
}

// column returns a column of numbers.
func column[T comparable](list []T) any {
	if len(list) > 0 && !slices.ContainsFunc(list, func(x T) bool { return x != list[0] }) {
		return constant{list[0]}
	}
	return append([]T{}, list...)
}

// words returns a column of texts.
func words(list []string) any {
	if len(list) > 0 && !slices.ContainsFunc(list, func(x string) bool { return x != list[0] }) {
		return constant{list[0]}
	}
	t, at := texts{D: []string{}, I: []int{}}, map[string]int{}
	for _, x := range list {
		t.I = append(t.I, placeIn(at, x))
		if len(t.D) < len(at) {
			t.D = append(t.D, x)
		}
	}
	return t
}

// placeIn returns the place of a text that at knows, or gives it the next one.
func placeIn(at map[string]int, text string) int {
	i, ok := at[text]
	if !ok {
		i = len(at)
		at[text] = i
	}
	return i
}

type lines struct {
	W []string `json:"w"`
	I [][]int  `json:"i"`
}

// commands returns a column of command lines.
func commands(list [][]string) any {
	l, at := lines{W: []string{}, I: [][]int{}}, map[string]int{}
	var before []int
	for _, args := range list {
		var places []int
		for _, a := range args {
			places = append(places, placeIn(at, a))
			if len(l.W) < len(at) {
				l.W = append(l.W, bench.CommandLine([]string{a}))
			}
		}
		begin, end := shared(before, places)
		l.I = append(l.I, append([]int{begin, end}, places[begin:len(places)-end]...))
		before = places
	}
	return l
}

// shared returns how many entries two lists share at the beginning, and how many of the others at the end.
func shared(a, b []int) (begin, end int) {
	short := min(len(a), len(b))
	for begin < short && a[begin] == b[begin] {
		begin++
	}
	for end < short-begin && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	return begin, end
}

// A figure is what the page knows of a suite: its cells, with the reasons of those that have no record, its records
// and published seconds, which name the cell by its place.
type figure struct {
	Suite     string   `json:"suite"`
	Labels    []string `json:"labels"` // their keys, in the order of the names of cells
	Cells     columns  `json:"cells"`
	Count     int      `json:"count"` // of cells
	Records   columns  `json:"records"`
	Length    int      `json:"length"` // of records
	Published columns  `json:"published"`
	Medians   columns  `json:"medians"` // of each cell with several runs the median with its interval, or null
	Machines  []string `json:"machines"`
}

// data returns the figure of a suite as JSON, which is safe inside a script element.
func data(s *Selection, sheets []*bench.Sheet) (template.JS, error) {
	f := figure{Suite: s.Name, Labels: []string{}, Machines: []string{}}
	place := f.cells(s)
	f.records(s, place)
	f.published(sheets, place)
	f.medians(s)
	return script(f)
}

// script returns v as JSON that can stand in a script element.
func script(v any) (template.JS, error) {
	b, err := json.Marshal(v) // which escapes what ends elements
	return template.JS(b), err
}

// cells stores the cells as columns: their labels, models, commands, and the reasons of those without a record. Cells
// that only the full version has come last. It returns the place of each cell by its name.
func (f *figure) cells(s *Selection) map[string]int {
	cells, absent := slices.Clone(s.Cells), make([]string, len(s.Cells))
	place := map[string]int{}
	for i, c := range cells {
		place[c.Name()] = i
	}
	for _, a := range s.Absent {
		i := placeIn(place, a.Cell.Name())
		if i == len(cells) {
			cells, absent = append(cells, a.Cell), append(absent, "")
		}
		absent[i] = a.Reason
	}
	models := bench.Map(cells, func(c bench.Cell) string { return c.Model })
	args := bench.Map(cells, func(c bench.Cell) []string {
		return append([]string{cmp.Or(c.Program, "brim")}, c.Args()...)
	})
	for _, c := range cells {
		for _, l := range c.Labels {
			f.Labels = bench.AddNew(f.Labels, l.Key)
		}
	}
	f.Count, f.Cells = len(cells), columns{"absent": words(absent), "command": commands(args), "spec": words(models)}
	labels := columns{}
	for _, key := range f.Labels {
		values := bench.Map(cells, func(c bench.Cell) string { return c.Label(key) })
		labels[key] = words(values)
	}
	f.Cells["labels"] = labels
	return place
}

// records stores the records as columns, a column for each key that the page shows. A number that no record has gets
// no column; cells and machines are stored by their places.
func (f *figure) records(s *Selection, place map[string]int) {
	list := s.Records()
	f.Length, f.Records = len(list), columns{}
	number := func(key string, of func(*bench.Record) float64) {
		f.Records[key] = column(bench.Map(list, of))
	}
	text := func(key string, of func(*bench.Record) string) {
		f.Records[key] = words(bench.Map(list, of))
	}
	optional := func(key string, of func(*bench.Record) *int) {
		c, there := []any{}, false
		for _, r := range list {
			if n := of(r); n != nil {
				c, there = append(c, *n), true
			} else {
				c = append(c, nil)
			}
		}
		if there {
			f.Records[key] = c
		}
	}
	number("cell", func(r *bench.Record) float64 { return float64(place[r.Cell]) })
	number("run", func(r *bench.Record) float64 { return float64(r.Run) })
	number("limit", func(r *bench.Record) float64 { return r.Seconds })
	number("bytes", func(r *bench.Record) float64 { return float64(r.Bytes) })
	number("cpu", func(r *bench.Record) float64 { return short(r.CPU) })
	number("wall", func(r *bench.Record) float64 { return short(r.Wall) })
	number("rss", func(r *bench.Record) float64 { return float64(r.RSS) })
	number("status", func(r *bench.Record) float64 { return float64(r.Status) })
	number("rounds", func(r *bench.Record) float64 { return float64(len(r.Rounds)) })
	text("outcome", func(r *bench.Record) string { return string(r.Outcome) })
	text("reason", func(r *bench.Record) string { return r.Reason })
	text("by", func(r *bench.Record) string { return r.By })
	text("verdict", func(r *bench.Record) string { return bench.TextOf(r.Verdict) })
	text("states", func(r *bench.Record) string { return digits(r.States) })
	text("complete", func(r *bench.Record) string { return bench.TextOf(r.Complete) })
	text("began", func(r *bench.Record) string { return r.Began.UTC().Format(time.DateTime) })
	text("measured", measuredBy)
	text("disturbed", func(r *bench.Record) string { return strings.Join(r.Disturbed, "; ") })
	text("load", func(r *bench.Record) string { return bench.TextOf(r.Load) })
	optional("bound", func(r *bench.Record) *int { return r.Bound })
	optional("nodes", func(r *bench.Record) *int { return r.Nodes })
	optional("peak", func(r *bench.Record) *int { return r.PeakNodes })
	optional("steps", func(r *bench.Record) *int { return r.Steps })
	number("machine", func(r *bench.Record) float64 { return float64(bench.PlaceOf(&f.Machines, machine(r))) })
}

// medians stores, for the suite's own cells, the median of time and memory over several runs with its interval. Runs
// that a limit ended count as infinite. It stores nothing where each cell ran once.
func (f *figure) medians(s *Selection) {
	f.Medians = columns{}
	if len(s.Records()) == s.Measured() {
		return
	}
	for key, of := range map[string]func(*bench.Record) float64{
		"cpu":  func(r *bench.Record) float64 { return r.CPU },
		"wall": func(r *bench.Record) float64 { return r.Wall },
		"rss":  func(r *bench.Record) float64 { return float64(r.RSS) / 1e6 },
	} {
		list := make([]any, len(s.Cells))
		for i, c := range s.Cells {
			x := s.Cell(c.Name())
			if x == nil || len(x.Runs()) < 2 || x.Outcome != bench.Done {
				continue
			}
			e := x.Median(func(r *bench.Record) float64 {
				if r.Outcome != bench.Done {
					return math.Inf(1)
				}
				return of(r)
			})
			if high := e.High; !math.IsInf(e.X, 0) {
				interval := []any{short(e.X), short(e.Low), nil} // null: without end
				if !math.IsInf(high, 0) {
					interval[2] = short(high)
				}
				list[i] = interval
			}
		}
		f.Medians[key] = list
	}
}

// published stores the published numbers that sheets have for cells with records.
func (f *figure) published(sheets []*bench.Sheet, place map[string]int) {
	cell, x, above := []int{}, []float64{}, []bool{}
	for _, s := range sheets {
		for _, p := range s.Published {
			if p.Value.Relation == 0 || p.Value.X <= 0 {
				continue
			}
			cell, x, above = append(cell, place[p.Cell]), append(x, p.Value.X), append(above, p.Value.Relation == '>')
		}
	}
	f.Published = columns{"cell": cell, "x": x, "above": above}
}

// A picture is a chart as the page has it.
type picture struct {
	Kind   bench.Kind `json:"kind"`
	X      string     `json:"x"`
	Y      string     `json:"y"`
	Log    bool       `json:"log"`
	Border float64    `json:"border"`

	Levels []bench.Level `json:"levels"`
	Series []series      `json:"series"`
}

type series struct {
	Name      string  `json:"name"`
	Published bool    `json:"published"`
	Points    [][]any `json:"points"` // x, y, and where they are there low, high and the label
}

// drawn returns a chart as JSON, which is safe inside a script element.
func drawn(c *bench.Chart) (template.JS, error) {
	p := picture{Kind: c.Kind, X: c.X, Y: c.Y, Log: c.Log, Border: c.Border,
		Levels: append([]bench.Level{}, c.Levels...), Series: []series{}}
	for _, s := range c.Series {
		x := series{s.Name, s.Published, [][]any{}}
		for _, q := range s.Points {
			point := []any{q.X, q.Y}
			if q.Low != q.High || q.Label != "" {
				point = append(point, q.Low, q.High)
			}
			if q.Label != "" {
				point = append(point, q.Label)
			}
			x.Points = append(x.Points, point)
		}
		p.Series = append(p.Series, x)
	}
	return script(p)
}

// short leaves out what is below a microsecond.
func short(x float64) float64 { return math.Round(x*1e6) / 1e6 }

// machine says where a record was made, and by what.
func machine(r *bench.Record) string {
	processor := r.Processor
	if processor != "" {
		processor = ", " + processor
	}
	return fmt.Sprintf("%s, %d cores%s; build %s, commit %s, %s",
		r.System, r.Cores, processor, r.Build, cmp.Or(r.Commit, "unknown"), r.Go)
}

// measuredBy says how time and memory of a run were measured, and on which cores it was kept.
func measuredBy(r *bench.Record) string {
	text := r.MeasuredBy
	if len(r.Pinned) > 0 {
		text += fmt.Sprintf(" on cores %v", r.Pinned)
	}
	if r.Version != "" {
		text += ", program " + r.Version
	}
	return strings.Trim(text, ", ")
}

// digits writes a number of states, of a large one how it begins and ends.
func digits(n *string) string {
	if n == nil || len(*n) <= 30 {
		return bench.TextOf(n)
	}
	return fmt.Sprintf("%s…%s (%d digits)", (*n)[:10], (*n)[len(*n)-6:], len(*n))
}
