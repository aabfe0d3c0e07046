package benchexec

import (
	"bytes"
	"cmp"
	"compress/bzip2"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"brim/bench"
	"brim/internal/input"
	"brim/malformed"
)

// This file reads result files of BenchExec, of brim or of other tools, as records.

// mostBytes is how long a file may be, decompressed. That of a whole competition has some hundred MB.
const mostBytes = 1 << 30

// ReadFile returns the runs of a result file as records; files may be compressed by gzip or bzip2. Errors of what it
// holds are *malformed.Error.
func ReadFile(ctx context.Context, path string) ([]bench.Record, error) {
	r, err := input.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	b, err := io.ReadAll(io.LimitReader(r, mostBytes+1))
	if err == nil && bytes.HasPrefix(b, []byte("BZh")) {
		b, err = io.ReadAll(io.LimitReader(input.Reader(ctx, bzip2.NewReader(bytes.NewReader(b))), mostBytes+1))
	}
	if err != nil {
		if ctx.Err() == nil && !errors.As(err, new(*os.PathError)) {
			err = &malformed.Error{File: path, Msg: err.Error()}
		}
		return nil, err
	}
	if len(b) > mostBytes {
		return nil, &malformed.Error{File: path, Msg: "it has more than 1 GiB; expected less"}
	}
	return Read(path, b)
}

// Read reads the runs of a result file whose text is given; name stands for the file in errors.
//
// Files that Files made give the records that they were made of. In other files the suite is the benchmark, and a
// cell has the labels task, property, definition (that of the options) and tool, whose values have %2F for a slash
// and _ for a blank. true is the verdict holds, false is fails, and other answers are verdicts as they stand. The
// times that BenchExec limits are CPU times.
func Read(name string, text []byte) ([]bench.Record, error) {
	var x result
	if err := xml.Unmarshal(text, &x); err != nil {
		var syntax *xml.SyntaxError
		if errors.As(err, &syntax) {
			return nil, malformed.Line(name, syntax.Line, "%s; expected a result file of BenchExec", syntax.Msg)
		}
		return nil, &malformed.Error{File: name, Msg: fmt.Sprintf("%v; expected a result file of BenchExec", err)}
	}
	seen := map[string]int{}
	var records []bench.Record
	for i := range x.Runs {
		var r bench.Record
		var err error
		if strings.HasPrefix(x.Generator, generator) {
			r, err = x.ours(&x.Runs[i])
		} else {
			r, err = x.foreign(&x.Runs[i])
			seen[r.Cell]++
			r.Run = seen[r.Cell]
		}
		if err != nil {
			return nil, &malformed.Error{File: name, Msg: fmt.Sprintf("run %d, %s: %v", i+1, x.Runs[i].Name, err)}
		}
		records = append(records, r)
	}
	return records, nil
}

// value returns the value of the column with a title, "" if the run has no such column.
func (r *run) value(title string) string {
	for _, c := range r.Columns {
		if c.Title == title && c.Value != nil {
			return *c.Value
		}
	}
	return ""
}

// measured sets what has a place in BenchExec.
func (x *result) measured(r *bench.Record, one *run) (err error) {
	quantity := func(what, text string) float64 {
		v, wrong := parse(text)
		if wrong != nil && err == nil {
			err = fmt.Errorf("%s: %w", what, wrong)
		}
		return v
	}
	r.Suite, r.Cell = x.Benchmark, one.Name
	r.Seconds, r.Bytes = quantity("timelimit", x.Time), int64(quantity("memlimit", x.Memory))
	r.CPU, r.Wall = quantity("cputime", one.value("cputime")), quantity("walltime", one.value("walltime"))
	r.RSS = int64(quantity("memory", cmp.Or(one.value("memory"), one.value("memUsage"))))
	if start := cmp.Or(one.value("starttime"), x.Start); start != "" && err == nil {
		r.Began, err = time.Parse(time.RFC3339Nano, start)
		r.Began = r.Began.UTC()
	}
	return err
}

// units maps the units of BenchExec to their factors; a number without a unit is in seconds or bytes.
var units = map[string]float64{"": 1, "s": 1, "B": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12}

// parse reads a number with a unit, 0 for nothing.
func parse(text string) (float64, error) {
	if text == "" {
		return 0, nil
	}
	digits := strings.TrimRight(text, "BGMTks")
	factor, ok := units[text[len(digits):]]
	v, err := strconv.ParseFloat(strings.TrimSpace(digits), 64)
	if err != nil || !ok || !(v >= 0 && v < 1e15) {
		return 0, fmt.Errorf("%q; expected a number with a unit of s, B, kB, MB, GB or TB", text)
	}
	return v * factor, nil
}

// ours returns a run of a file that Files made. It collects the columns that are keys of a record into a JSON object,
// decodes that, and adds what BenchExec has a place for.
func (x *result) ours(one *run) (r bench.Record, err error) {
	m := map[string]json.RawMessage{}
	for _, c := range slices.Concat(x.Common, one.Columns) {
		key, ok := strings.CutPrefix(c.Title, own)
		switch {
		case c.Value == nil:
		case ok:
			m[key] = json.RawMessage(*c.Value)
		case slices.Contains(shown, c.Title):
			if m[c.Title] = json.RawMessage(*c.Value); c.Title == "states" {
				m[c.Title] = json.RawMessage(strconv.Quote(*c.Value))
			}
		}
	}
	b, err := json.Marshal(m)
	if err == nil {
		err = json.Unmarshal(b, &r)
	}
	if err == nil {
		err = x.measured(&r, one)
	}
	if err == nil && r.Outcome == "" {
		err = fmt.Errorf("there is no column %soutcome", own)
	}
	return r, err
}

// foreign returns a run of a file that BenchExec wrote. Task, property, options and tool become the name of the cell;
// status and category decide outcome and verdict.
func (x *result) foreign(one *run) (r bench.Record, err error) {
	if err = x.measured(&r, one); err != nil {
		return r, err
	}
	var labels []string
	for _, l := range [][2]string{{"task", one.Name}, {"property", one.Properties}, {"definition", x.Name},
		{"tool", x.Tool}} {
		if l[1] != "" {
			labels = append(labels, l[0]+"="+strings.NewReplacer("/", "%2F", " ", "_").Replace(l[1]))
		}
	}
	r.Cell = strings.Join(labels, "/")
	r.Program, r.Version = x.Tool, x.Version
	r.Args = append(strings.Fields(x.Options), strings.Fields(one.Options)...)
	if len(x.Systems) == 1 {
		s := x.Systems[0]
		r.System, r.Processor = s.OS.Name, s.CPU.Model
		r.Cores, _ = strconv.Atoi(s.CPU.Cores) // 0 for what is no number
	}
	if r.Status, err = strconv.Atoi(cmp.Or(one.value("returnvalue"), "-1")); err != nil {
		return r, fmt.Errorf("returnvalue: %q; expected a number", one.value("returnvalue"))
	}
	end := one.value("status")
	switch {
	case end == "":
		return r, errors.New("there is no column status")
	case strings.HasPrefix(end, "TIMEOUT"):
		r.Outcome = bench.Time
	case strings.HasPrefix(end, "OUT OF MEMORY"):
		r.Outcome = bench.Memory
	case end == "unknown" || one.value("category") == "unknown":
		r.Outcome, r.Reason = bench.Unknown, end
	case one.value("category") == "error":
		r.Outcome, r.Reason = bench.Failed, end
	case one.value("category") == "wrong":
		r.Outcome, r.Reason = bench.Wrong, "BenchExec says that it is wrong: "+end
	default:
		r.Outcome = bench.Done
	}
	if r.Outcome == bench.Done || r.Outcome == bench.Wrong {
		switch word, _, _ := strings.Cut(end, "("); word {
		case "true":
			r.Verdict = new("holds")
		case "false":
			r.Verdict = new("fails")
		case "done":
		default:
			r.Verdict = &end
		}
	}
	return r, nil
}
