package bench

import (
	"fmt"
	"hash/crc32"
	"maps"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The notes below every table: how many cells were measured, when, under which limits and load, by which build on which
// machine, and sums over all records.

// Notes says, for the end of each table of a suite, what it is to be taken with care for, how much was measured, when,
// under which limits and load, by which build on which machine, and what all records have together. So there is no key
// of a record that does not show.
func (r Results) Notes() (notes []string) {
	for _, w := range r.Warnings() {
		notes = append(notes, "WARNING: "+w)
	}
	notes = append(notes, fmt.Sprintf("%d of %d cells measured%s", r.Measured(), len(r.cells), r.period()))
	if r.others > 0 {
		notes = append(notes, fmt.Sprintf("left out: %d records of this suite with other arguments, limits or cells",
			r.others))
	}
	if len(r.records) == 0 {
		return notes
	}
	if len(r.records) > len(r.summary) {
		notes = append(notes, noteRuns)
	}
	notes = append(notes, r.limits(), r.load())
	notes = append(notes, r.Origin()...)
	return append(notes, "all records together: "+r.totals())
}

// noteRuns explains the values of cells with several runs.
const noteRuns = "where a cell has several runs, times and memory are medians; ±: how far their intervals at 95 % " +
	"go, by the bootstrap, of fewer than six runs from the least to the most; what else is shown is of the run in " +
	"the middle"

// period says when the runs began.
func (r Results) period() string {
	first, last := Span(r.records)
	if last.IsZero() {
		return ""
	}
	return fmt.Sprintf(", the first run began at %s, the last at %s UTC",
		first.UTC().Format(time.DateTime), last.UTC().Format(time.DateTime))
}

// Span returns when the first and the last of some runs began.
func Span(records []*Record) (first, last time.Time) {
	for _, x := range records {
		if first.IsZero() || x.Began.Before(first) {
			first = x.Began
		}
		if x.Began.After(last) {
			last = x.Began
		}
	}
	return first, last
}

// limits lists the limits of the runs.
func (r Results) limits() string {
	var list []string
	for _, x := range r.records {
		text := (time.Duration(x.Seconds * float64(time.Second))).String()
		if x.Bytes > 0 {
			text += fmt.Sprintf(" and %d bytes", x.Bytes)
		}
		list = AddNew(list, text)
	}
	return "limits of a run: " + strings.Join(list, "; ")
}

// load says how busy the machine was.
func (r Results) load() string {
	low, high, known := 0.0, 0.0, 0
	for _, x := range r.records {
		if x.Load == nil {
			continue
		}
		if known == 0 {
			low, high = *x.Load, *x.Load
		}
		low, high = min(low, *x.Load), max(high, *x.Load)
		known++
	}
	if known == 0 {
		return "load of the machine: not recorded"
	}
	return fmt.Sprintf("load of the machine, processes at work in the last minute: %.2f to %.2f when the runs began",
		low, high)
}

// Origin says in one line for each build and machine where the records come from.
func (r Results) Origin() []string { return Origins(r.records) }

// Origins returns a line for each program, build and machine that records come from, in the order of the records,
// with the version, the commit, the Go version, the system and the processor as far as they are known.
func Origins(records []*Record) (lines []string) {
	for _, x := range records {
		words := []string{"build " + x.Build}
		if x.Program != "" {
			words[0] = x.Program + ": " + words[0]
		}
		if x.Tool != "" && x.Tool != x.Program {
			words = append(words, "adapter "+x.Tool)
		}
		if x.Version != "" {
			words = append(words, "version "+x.Version)
		}
		if x.Commit != "" {
			words = append(words, "commit "+x.Commit)
		}
		if x.Go != "" {
			words = append(words, x.Go)
		}
		words = append(words, x.System, fmt.Sprintf("%d cores", x.Cores))
		if x.Processor != "" {
			words = append(words, x.Processor)
		}
		lines = AddNew(lines, strings.Join(words, ", "))
	}
	return lines
}

// A tally counts words and adds numbers up, by key, in the order in which keys come first.
type tally struct {
	keys []string
	of   map[string]*total
}

// A total is what a tally has for a key: how often there are words, and sums, nil without numbers.
type total struct {
	words map[string]int
	sum   *float64
	whole *big.Int
}

// at returns the total of a key, a new one for a new key.
func (t *tally) at(key string) *total {
	if t.of[key] == nil {
		t.keys = append(t.keys, key)
		t.of[key] = &total{words: map[string]int{}}
	}
	return t.of[key]
}

// word counts a word, unless it is empty.
func (t *tally) word(key, word string) {
	if word != "" {
		t.at(key).words[word]++
	}
}

func (t *tally) add(key string, x float64) {
	of := t.at(key)
	if of.sum == nil {
		of.sum = new(float64)
	}
	*of.sum += x
}

// integer adds n up unless it is nil.
func (t *tally) integer(key string, n *int) {
	if n != nil {
		t.add(key, float64(*n))
	}
}

// decimal adds a number of states up, which may be as large as can be, or an average.
func (t *tally) decimal(key string, text *string) {
	if text == nil {
		return
	}
	if n, ok := new(big.Int).SetString(*text, 10); ok {
		of := t.at(key)
		if of.whole == nil {
			of.whole = new(big.Int)
		}
		of.whole.Add(of.whole, n)
	} else if x, err := strconv.ParseFloat(*text, 64); err == nil {
		t.add(key, x)
	}
}

// mostDigits is how many digits of a sum are written in full.
const mostDigits = 24

// mostWords is how many different words of a key are written.
const mostWords = 200

// text writes the sums and counts by key; numbers with very many digits are written by their first digits and a
// remainder, and very many words by a checksum.
func (t *tally) text() string {
	var list []string
	for _, k := range t.keys {
		of := t.of[k]
		words := slices.Sorted(maps.Keys(of.words))
		parts := Map(words, func(w string) string { return fmt.Sprintf("%d %s", of.words[w], w) })
		if n := len(parts); n > mostWords {
			sum := crc32.ChecksumIEEE([]byte(strings.Join(parts, "\n")))
			parts = []string{fmt.Sprintf("%d different ones, CRC-32 %08x", n, sum)}
		}
		if n := of.whole; n != nil {
			text := n.String()
			if len(text) > mostDigits { // what is cut off stands in its remainder
				text = fmt.Sprintf("%s…, %d digits, %d modulo 9973", text[:8], len(text),
					new(big.Int).Mod(n, big.NewInt(9973)))
			}
			parts = append(parts, text)
		}
		if of.sum != nil {
			parts = append(parts, strconv.FormatFloat(*of.sum, 'g', 12, 64))
		}
		list = append(list, k+" "+strings.Join(parts, " and "))
	}
	return strings.Join(list, ", ")
}

// place is the place of an object in an array, in the path of a key.
var place = regexp.MustCompile(`\.[0-9]+\.`)

// totals adds up all keys of all records: numbers as sums, words by how often they occur. Two tables with equal
// totals are made of the same records, and no key of a record is without effect on the notes.
func (r Results) totals() string {
	t, later := &tally{of: map[string]*total{}}, &tally{of: map[string]*total{}}
	for _, x := range r.records {
		t.word("outcome", string(x.Outcome))
		t.word("status", strconv.Itoa(x.Status))
		if x.Reason != "" {
			t.word("reason", strconv.Quote(x.Reason))
		}
		t.word("engine", x.Engine)
		t.word("by", x.By)
		t.word("limit", x.Limit)
		t.word("verdict", TextOf(x.Verdict))
		t.word("complete", TextOf(x.Complete))
		t.word("measured_by", x.MeasuredBy)
		if x.Pinned != nil {
			t.word("pinned", fmt.Sprint(x.Pinned))
		}
		for _, d := range x.Disturbed {
			kind, _, _ := strings.Cut(d, ": ")
			t.word("disturbed", kind)
		}
		t.add("cpu_seconds", x.CPU)
		t.add("wall_seconds", x.Wall)
		t.add("rss_bytes", float64(x.RSS))
		if x.Floor > 0 {
			t.add("rss_floor_bytes", float64(x.Floor))
		}
		t.integer("bound", x.Bound)
		t.integer("steps", x.Steps)
		t.decimal("states", x.States)
		t.integer("nodes", x.Nodes)
		t.integer("peak_nodes", x.PeakNodes)
		for _, round := range x.Rounds {
			t.add("rounds", 1)
			t.integer("rounds.bound", round.Bound)
			t.decimal("rounds.states", round.States)
			t.integer("rounds.edd_nodes", round.EDDNodes)
			t.integer("rounds.mdd_nodes", round.MDDNodes)
			t.integer("rounds.made", round.Made)
			if round.Seconds != nil {
				t.add("rounds.seconds", *round.Seconds)
			}
		}
		for k, v := range x.Counts {
			later.add("counts."+place.ReplaceAllString(k, "."), v)
		}
		for k, v := range x.Words {
			later.at("words." + place.ReplaceAllString(k, ".")).words[v]++
		}
	}
	slices.Sort(later.keys) // which come in no order
	t.keys = append(t.keys, later.keys...)
	maps.Copy(t.of, later.of)
	return t.text()
}
