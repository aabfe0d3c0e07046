package benchexec

import (
	"cmp"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"brim/bench"
)

// This file writes records as result files of BenchExec.

// A File is the content of a result file.
type File struct {
	Name   string // without folder, as BenchExec names its files
	result result
}

// Files groups records by suite, program, build, machine, limits and number of the run, and returns a result file for
// each group, in the order of the records. version is that of this program. want returns the verdict that is known to
// be right of a record, "holds" or "fails", or "" where none is known; it may be nil.
func Files(records []bench.Record, version string, want func(*bench.Record) string) ([]File, error) {
	type key struct {
		suite, program, tool, version string
		machine                       bench.Machine
		seconds                       float64
		bytes                         int64
		run                           int
	}
	groups := map[key][]*bench.Record{}
	var order []key
	for i := range records {
		r := &records[i]
		k := key{r.Suite, r.Program, r.Tool, r.Version, r.Machine, r.Seconds, r.Bytes, r.Run}
		if groups[k] == nil {
			order = append(order, k)
		}
		groups[k] = append(groups[k], r)
	}
	var files []File
	names := map[string]int{}
	for _, k := range order {
		f := File{Name: plain(k.suite) + "." + plain(cmp.Or(k.program, "brim")) + "." + strconv.Itoa(k.run)}
		if names[f.Name]++; names[f.Name] > 1 {
			f.Name += "." + strconv.Itoa(names[f.Name])
		}
		f.Name += ".results.xml"
		var err error
		if f.result, err = resultOf(groups[k], version, want); err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

// plain makes a word that is a name of a file everywhere.
func plain(word string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' {
			return r
		}
		return '-'
	}, word)
}

// resultOf returns the content of a result file: attributes from the first and the last record, and a run for each
// record. Keys that BenchExec has a place for become its columns; all others become columns of our own, those that
// all records share once at the end.
func resultOf(records []*bench.Record, version string, want func(*bench.Record) string) (result, error) {
	first, last := records[0], records[len(records)-1]
	x := result{
		Benchmark: first.Suite, Name: cmp.Or(first.Program, "brim"), Tool: cmp.Or(first.Program, "brim"),
		Module:  "brim",
		Version: cmp.Or(first.Version, first.Commit, first.Build, "unknown"), Generator: generator + version,
		Start: first.Began.Format(time.RFC3339), End: last.Began.Add(duration(last.Wall)).Format(time.RFC3339),
		Date: first.Began.UTC().Format("2006-01-02 15:04:05 UTC"), Time: number(first.Seconds) + "s",
	}
	if first.Bytes > 0 {
		x.Memory = strconv.FormatInt(first.Bytes, 10) + "B"
	}
	for _, title := range append([]string{"status", "cputime", "walltime", "memory"}, shown...) {
		x.Titles = append(x.Titles, column{Title: title})
	}
	var s system
	s.OS.Name, s.CPU.Model, s.CPU.Cores, s.RAM.Size = first.System, first.Processor, strconv.Itoa(first.Cores),
		"unknown"
	x.Systems = []system{s}
	keys, common, err := split(records)
	if err != nil {
		return x, err
	}
	x.Common = common
	for i, r := range records {
		one := run{Name: r.Cell, Options: bench.CommandLine(r.Args)}
		right := ""
		if want != nil {
			right = want(r)
		}
		one.Expected = verdicts[right]
		visible := func(title, value string) { one.Columns = append(one.Columns, column{Title: title, Value: &value}) }
		hidden := func(title, value string) {
			one.Columns = append(one.Columns, column{Title: title, Value: &value, Hidden: "true"})
		}
		visible("status", status(r))
		visible("cputime", number(r.CPU)+"s")
		visible("walltime", number(r.Wall)+"s")
		if r.RSS != 0 {
			visible("memory", strconv.FormatInt(r.RSS, 10)+"B")
		}
		hidden("category", category(r, right != ""))
		hidden("starttime", r.Began.Format(time.RFC3339Nano))
		if r.Status >= 0 {
			hidden("returnvalue", strconv.Itoa(r.Status))
		}
		if reason := map[bench.Outcome]string{bench.Time: "walltime", bench.Memory: "memory"}[r.Outcome]; reason != "" {
			hidden("terminationreason", reason)
		}
		for _, k := range slices.Sorted(maps.Keys(keys[i])) {
			if slices.Contains(shown, k) {
				visible(k, strings.Trim(string(keys[i][k]), `"`))
			} else {
				hidden(own+k, string(keys[i][k]))
			}
		}
		x.Runs = append(x.Runs, one)
	}
	return x, nil
}

// split encodes records as JSON and returns the keys that BenchExec has no place for: those of each record, and as
// columns those that have the same value in all of them.
func split(records []*bench.Record) (keys []map[string]json.RawMessage, common []column, err error) {
	for _, r := range records {
		var m map[string]json.RawMessage
		b, err := json.Marshal(r)
		if err == nil {
			err = json.Unmarshal(b, &m)
		}
		if err != nil {
			return nil, nil, err
		}
		for k, v := range m {
			if string(v) == "null" || slices.Contains(mapped, k) {
				delete(m, k)
			}
		}
		keys = append(keys, m)
	}
	for _, k := range slices.Sorted(maps.Keys(keys[0])) {
		value := string(keys[0][k])
		differs := func(m map[string]json.RawMessage) bool { return string(m[k]) != value }
		if slices.Contains(shown, k) || slices.ContainsFunc(keys, differs) {
			continue
		}
		common = append(common, column{Title: own + k, Value: &value, Hidden: "true"})
		for _, m := range keys[1:] {
			delete(m, k)
		}
		delete(keys[0], k)
	}
	return keys, common, nil
}

// verdicts are those of BenchExec.
var verdicts = map[string]string{"holds": "true", "fails": "false"}

// status says how a run ended, in BenchExec's words.
func status(r *bench.Record) string {
	switch {
	case r.Outcome == bench.Time:
		return "TIMEOUT"
	case r.Outcome == bench.Memory:
		return "OUT OF MEMORY"
	case r.Outcome == bench.Unknown:
		return "unknown"
	case r.Outcome == bench.Failed && r.Status < 0:
		return "KILLED"
	case r.Outcome == bench.Failed:
		return fmt.Sprintf("ERROR (%d)", r.Status)
	case r.Verdict == nil:
		return "done"
	}
	return cmp.Or(verdicts[*r.Verdict], *r.Verdict)
}

// category says whether that is right; known is false if that is unknown.
func category(r *bench.Record, known bool) string {
	switch {
	case r.Outcome == bench.Wrong:
		return "wrong"
	case r.Outcome == bench.Unknown:
		return "unknown"
	case r.Outcome != bench.Done:
		return "error"
	case known:
		return "correct"
	}
	return "missing"
}

// number writes x so that it is read as the same number.
func number(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

func duration(seconds float64) time.Duration { return time.Duration(seconds * float64(time.Second)) }

// Write writes the file.
func (f *File) Write(w io.Writer) error {
	if _, err := io.WriteString(w, xml.Header+doctype+"\n"); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(f.result); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
