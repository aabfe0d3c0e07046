package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"brim/bench"
)

// A benchReport is the result of brim bench, as --json prints it. The keys are documented in the help and stable.
type benchReport struct {
	Tool     string        `json:"tool"`
	Version  string        `json:"version"`
	Command  string        `json:"command"`
	Complete bool          `json:"complete"`
	Suites   []suiteReport `json:"suites"`
}

// A suiteReport has what was measured of a suite.
type suiteReport struct {
	Name     string          `json:"name"`
	Title    string          `json:"title"`
	File     string          `json:"file"`
	Cells    int             `json:"cells"`
	Measured int             `json:"measured"`
	Records  []*bench.Record `json:"records"`
}

// report prints the results and saves them, as asked for.
func (c *benchCommand) report(ctx context.Context, results []benchResult, complete bool) error {
	r := benchReport{Tool: "brim", Version: version(), Command: "bench", Complete: complete, Suites: []suiteReport{}}
	for _, x := range results {
		r.Suites = append(r.Suites, suiteReport{x.Name, x.Title, x.file, len(x.Cells), x.Measured(), x.Records()})
	}
	if c.json {
		if err := writeJSON(c.out, r); err != nil {
			return err
		}
	}
	for i, x := range results {
		if i > 0 && !c.json {
			fmt.Fprintln(c.out)
		}
		if err := c.show(ctx, &x); err != nil {
			return err
		}
	}
	return nil
}

// show prints and saves the report of a suite.
func (c *benchCommand) show(ctx context.Context, x *benchResult) error {
	report, notes := x.Report(x.Results), c.notes(x)
	print := func(i int, name string, write func(io.Writer, bench.Format) error) error {
		for _, f := range bench.Formats() {
			if f.Name == c.format.value && !c.json {
				if i > 0 {
					fmt.Fprintln(c.out)
				}
				if err := write(c.out, f); err != nil {
					return err
				}
			}
			if f.File != "" {
				c.keep(ctx, name+f.File, func(w io.Writer) error { return write(w, f) })
			}
		}
		return nil
	}
	for i, t := range report.Tables {
		t.Notes = slices.Concat(t.Notes, notes)
		if err := print(i, t.Name, t.Write); err != nil {
			return err
		}
	}
	for i, s := range report.Sheets {
		s.Notes = slices.Concat(s.Notes, notes)
		if err := print(len(report.Tables)+i, s.Name, s.Write); err != nil {
			return err
		}
	}
	for i, ch := range report.Charts {
		ch.Notes = slices.Concat(ch.Notes, notes)
		if err := print(len(report.Tables)+len(report.Sheets)+i, ch.Name, ch.Write); err != nil {
			return err
		}
		for _, format := range bench.Drawings() {
			c.keep(ctx, ch.Name+"."+format, func(w io.Writer) error { return ch.Draw(w, format) })
		}
	}
	return nil
}

// notes says how much was measured, where, and by which command.
func (c *benchCommand) notes(x *benchResult) []string {
	notes := []string{fmt.Sprintf("%d of %d cells measured: %s", x.Measured(), len(x.Cells), x.file)}
	notes = append(notes, x.Origin()...)
	return append(notes, "made by `brim "+shellWords(c.args)+"`")
}

// keep writes a file into the folder of tables if that is asked for. What goes wrong with the first one is told when all is printed.
func (c *benchCommand) keep(ctx context.Context, name string, write func(io.Writer) error) {
	if !c.tables || c.unsaved != nil {
		return
	}
	folder := filepath.Join(c.dir, "tables")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		c.unsaved = fileError("make", err)
		return
	}
	if c.quick {
		ext := filepath.Ext(name)
		name = strings.TrimSuffix(name, ext) + "-quick" + ext
	}
	c.unsaved = c.save(ctx, filepath.Join(folder, name), write)
}

// shellWords writes arguments so that a shell reads them back.
func shellWords(args []string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=./:,"
	var words []string
	for _, a := range args {
		if a == "" || strings.Trim(a, plain) != "" {
			a = "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
		}
		words = append(words, a)
	}
	return strings.Join(words, " ")
}

// A suiteList is what brim bench --list --json prints. The keys are documented in the help and stable.
type suiteList struct {
	Suites []suiteEntry `json:"suites"`
}

type suiteEntry struct {
	Name  string      `json:"name"`
	Title string      `json:"title"`
	Cells []cellEntry `json:"cells"`
}

type cellEntry struct {
	Name  string   `json:"name"`
	Args  []string `json:"args"`
	Limit float64  `json:"limit_seconds"`
}

// listSuites lists suites, or their cells.
func (c *benchCommand) listSuites(suites []bench.Suite, cells bool) error {
	var list suiteList
	for _, s := range suites {
		e := suiteEntry{Name: s.Name, Title: s.Title}
		for _, cell := range s.Cells {
			e.Cells = append(e.Cells, cellEntry{cell.Name(), cell.Args(), cell.Time.Seconds()})
		}
		list.Suites = append(list.Suites, e)
	}
	if c.json {
		return writeJSON(c.out, list)
	}
	t := &table{header: []string{"suite", "cells", "title"}, right: []bool{1: true}}
	if cells {
		t = &table{header: []string{"suite", "cell", "limit", "command"}, right: []bool{2: true, 3: false}}
	}
	for _, s := range list.Suites {
		if !cells {
			t.add(s.Name, groupedInt(len(s.Cells)), s.Title)
			continue
		}
		for _, x := range s.Cells {
			t.add(s.Name, x.Name, seconds(duration(x.Limit)), "brim "+shellWords(x.Args))
		}
	}
	return t.write(c.out)
}
