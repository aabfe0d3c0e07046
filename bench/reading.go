package bench

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// How the answer of another program than brim is read from what it prints.

// A Reading says how the answer of a tool is found in what it prints, or in a file that it writes. What is found has
// names: verdict, states, nodes, peak_nodes, steps and bound have their own fields in a record; all others are among
// its counts or words.
type Reading struct {
	Brim     bool                         // it answers as brim does, and the rest is not needed
	File     string                       // which has the answer; "" for what is printed
	JSON     map[string]string            // the paths of values, as "result.0.states", by name
	Patterns []*regexp.Regexp             // whose named groups are values; of several matches the last one counts
	Verdicts map[string]string            // holds, fails or unknown, by the tool's own word
	Outcomes map[Outcome][]*regexp.Regexp // what is printed if there is no answer: time, memory, unknown, failed
	Done     []int                        // statuses of a process that has answered
	Unknown  []int                        // and of one that could not
}

// maxFile is the most bytes of a file with an answer.
const maxFile = 64 << 20

// judgeTool sets the answer, the outcome and its reason of the run of a tool, from what the process printed on
// standard output and on standard error and from its status. An answer with one of the statuses of success counts and
// is compared with what is right; without one, the patterns of outcomes decide, and then the status.
func (r *Record) judgeTool(c *Cell, scratch string, out []byte, errs string) {
	t := &c.Tool.Reading
	a, err := t.answer(c.Tool.Folder, strings.ReplaceAll(t.File, wordScratch, scratch), out, errs)
	r.Answer = a
	known := c.asked(r) != nil && (r.Verdict == nil || *r.Verdict != "unknown")
	printed := string(out) + "\n" + errs
	outcome, said := t.outcome(printed)
	switch {
	case err != nil:
		r.Outcome, r.Reason = Failed, err.Error()
	case known && slices.Contains(t.Done, r.Status):
		if r.Outcome, r.Reason = Done, ""; !c.checks() {
			yes := true
			r.Complete = &yes
		}
		if !c.isRight(r) {
			r.Outcome, r.Reason = Wrong, c.refute(r)
		}
	case outcome != "":
		r.Outcome, r.Reason = outcome, "it says: "+firstLine(said)
	case known:
		r.Outcome, r.Reason = Failed, fmt.Sprintf("exit status %d with an answer", r.Status)
	case slices.Contains(t.Unknown, r.Status), r.Verdict != nil && slices.Contains(t.Done, r.Status):
		r.Outcome, r.Reason = Unknown, "it does not decide"
	default:
		r.Outcome, r.Reason = Failed, fmt.Sprintf("no answer, exit status %d: %s", r.Status,
			firstLine(errs+"\n"+string(out)))
	}
	if !known || r.Outcome == Failed {
		r.Verdict = nil
	}
	switch r.Outcome {
	case Time, Memory:
		r.Limit = string(r.Outcome)
	}
}

// outcome searches the output of a tool for the patterns of outcomes. It returns the first outcome that matches with
// the text of the match, "" if none does.
func (t *Reading) outcome(printed string) (Outcome, string) {
	for _, o := range []Outcome{Failed, Memory, Time, Unknown} {
		for _, p := range t.Outcomes[o] {
			if s := p.FindString(printed); s != "" {
				return o, s
			}
		}
	}
	return "", ""
}

// answer extracts an answer from what a tool printed, or from the file that it wrote, by the JSON paths and the
// patterns of the reading. JSON is taken from standard output or the file; patterns search both outputs or the file.
// The error describes the first value that cannot be used; a missing file is no error, since a run that was ended
// writes none.
func (t *Reading) answer(folder, file string, out []byte, errs string) (a Answer, err error) {
	text := string(out) + "\n" + errs
	if file != "" {
		if !filepath.IsAbs(file) {
			file = filepath.Join(folder, file)
		}
		info, err := os.Stat(file)
		if err != nil {
			return a, nil // it ended before it wrote that
		}
		if info.Size() > maxFile {
			return a, fmt.Errorf("%s has %d bytes; expected at most %d", t.File, info.Size(), maxFile)
		}
		if out, err = os.ReadFile(file); err != nil {
			return a, err
		}
		text = string(out)
	}
	f := collector{reading: t, answer: &a}
	if len(t.JSON) > 0 {
		f.json(out)
	}
	for _, p := range t.Patterns {
		for _, m := range p.FindAllStringSubmatchIndex(text, -1) {
			for i, name := range p.SubexpNames() {
				if name != "" && m[2*i] >= 0 {
					f.note(name, text[m[2*i]:m[2*i+1]])
				}
			}
		}
	}
	return a, f.err
}

// A collector notes values under their names.
type collector struct {
	reading *Reading
	answer  *Answer
	err     error // the first
}

func (f *collector) fail(format string, args ...any) {
	if f.err == nil {
		f.err = fmt.Errorf(format, args...)
	}
}

// json notes the values at the paths. What is not there is not noted.
func (f *collector) json(out []byte) {
	var root any
	d := json.NewDecoder(bytes.NewReader(out))
	d.UseNumber()
	if d.Decode(&root) != nil {
		return // a run that was ended writes half of it; without an answer it is judged by its end
	}
	for name, path := range f.reading.JSON {
		switch v := at(root, path).(type) {
		case string:
			f.note(name, v)
		case json.Number:
			f.note(name, v.String())
		case bool:
			f.note(name, strconv.FormatBool(v))
		}
	}
}

// at returns the value at a path of keys and positions, separated by dots; nil if the path leads nowhere.
func at(root any, path string) any {
	for _, key := range strings.Split(path, ".") {
		switch v := root.(type) {
		case map[string]any:
			root = v[key]
		case []any:
			i, err := strconv.Atoi(key)
			if err != nil || i < 0 || i >= len(v) {
				return nil
			}
			root = v[i]
		default:
			return nil
		}
	}
	return root
}

// note stores a value under its name: in the field of the answer that has the name, else among counts or words. Two
// different verdicts are an error; of other values the last one counts.
func (f *collector) note(name, text string) {
	a := f.answer
	text = strings.TrimSpace(text)
	switch name {
	case "verdict":
		v, ok := f.reading.Verdicts[text]
		switch {
		case !ok:
			f.fail("the verdict is %q, a word that the tool's table does not explain", text)
		case a.Verdict != nil && *a.Verdict != v:
			f.fail("there are two verdicts, %s and %s", *a.Verdict, v)
		default:
			a.Verdict = &v
		}
	case "states":
		digits := strings.NewReplacer(",", "", "_", "").Replace(text)
		if digits == "" || strings.Trim(digits, "0123456789") != "" {
			f.fail("the number of states is %q; expected digits", text)
			return
		}
		a.States = &digits
	case "nodes", "peak_nodes", "steps", "bound":
		n, err := strconv.Atoi(text)
		if err != nil {
			f.fail("%s is %q; expected a whole number", name, text)
			return
		}
		*map[string]**int{"nodes": &a.Nodes, "peak_nodes": &a.PeakNodes, "steps": &a.Steps,
			"bound": &a.Bound}[name] = &n
	default:
		if x, err := strconv.ParseFloat(text, 64); err == nil && !math.IsInf(x, 0) && !math.IsNaN(x) {
			if a.Counts == nil {
				a.Counts = map[string]float64{}
			}
			a.Counts[name] = x
			return
		}
		if a.Words == nil {
			a.Words = map[string]string{}
		}
		a.Words[name] = text
	}
}
