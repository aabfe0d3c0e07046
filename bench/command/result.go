package command

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"brim/bench"
	"brim/internal/cli"
	"brim/internal/quantity"
	"brim/internal/terminal"
)

// This file prints and saves the results of a sweep: tables, figures, JSON, and the lists of --list.

// A reportHead has the keys with which the JSON forms of all results begin.
type reportHead struct {
	Tool    string `json:"tool"`
	Version string `json:"version"`
	Command string `json:"command"`
}

func headOf(command string) reportHead { return reportHead{"brim", cli.Version(), command} }

// A benchReport is the result of brim bench, as --json prints it. The keys are documented in the help and stable.
type benchReport struct {
	reportHead
	Complete bool          `json:"complete"`
	Suites   []suiteReport `json:"suites"`
	Claims   []claimReport `json:"claims"`
}

// A suiteReport has what was measured of a suite.
type suiteReport struct {
	Name     string          `json:"name"`
	Title    string          `json:"title"`
	File     string          `json:"file"`
	Cells    int             `json:"cells"`
	Measured int             `json:"measured"`
	Warnings []string        `json:"warnings"`
	Records  []*bench.Record `json:"records"`
}

// report prints the results as text or JSON and saves them if asked for: the tables of each suite, and after several
// suites the overview of claims. For a part of a sweep it prints a line for each suite only.
func (c *benchCommand) report(ctx context.Context, results []benchResult, complete bool) error {
	r := benchReport{headOf("bench"), complete, []suiteReport{}, claims(results)}
	for _, x := range results {
		r.Suites = append(r.Suites, suiteReport{x.Name, x.Title, x.file, len(x.Cells), x.Measured(),
			append([]string{}, x.Warnings()...), x.Records()})
	}
	if c.JSON {
		if err := cli.WriteJSON(c.Out, r); err != nil {
			return err
		}
	}
	for i, x := range results {
		if c.shard.n > 0 && !c.JSON {
			if _, err := fmt.Fprintf(c.Out, "%s, part %s: %s in %s\n", x.Name, c.shard.String(),
				quantity.Count(len(x.Records()), "record"), x.file); err != nil {
				return err
			}
			continue
		}
		if c.summary {
			break
		}
		if i > 0 && !c.JSON {
			fmt.Fprintln(c.Out)
		}
		if err := c.show(ctx, &x); err != nil {
			return err
		}
	}
	if (len(results) == 1 || c.shard.n > 0) && !c.summary {
		return nil
	}
	if !c.JSON && !c.summary {
		fmt.Fprintln(c.Out)
	}
	return c.overview(ctx, results)
}

// show prints the tables of a suite and saves them with their figures and the records, in the formats asked for. The
// notes on all records stand below each table that is saved, and are printed once, below the last table.
func (c *benchCommand) show(ctx context.Context, x *benchResult) error {
	list, notes := x.Report(x.Results), c.notes(x)
	for i, e := range list {
		all := slices.Concat(e.Notes, notes)
		if i == len(list)-1 {
			e.Notes = all
		}
		if err := c.print(e, i > 0); err != nil {
			return err
		}
		e.Notes = all
		c.keepTable(ctx, x, e)
		if e.Chart == nil {
			continue
		}
		for _, format := range bench.Drawings() {
			if c.formats.has(format) {
				c.keep(ctx, x, e.Name+"."+format, func(w io.Writer) error { return e.Chart.Draw(w, format) })
			}
		}
	}
	if c.formats.has(goBenchmarks) {
		write := func(w io.Writer) error { return bench.WriteBenchmarks(w, x.Records()) }
		c.keep(ctx, x, x.Name+"."+goBenchmarks, write)
	}
	return nil
}

// print prints a table in the format asked for, after an empty line if it is not the first; with --json nothing.
func (c *benchCommand) print(s *bench.Sheet, later bool) error {
	if c.JSON {
		return nil
	}
	if later {
		fmt.Fprintln(c.Out)
	}
	return s.Write(c.Out, formatNamed(c.format.Value))
}

// keepTable writes a table in all formats that --formats names.
func (c *benchCommand) keepTable(ctx context.Context, x *benchResult, s *bench.Sheet) {
	for _, f := range bench.Formats() {
		if c.formats.has(f.File) {
			c.keep(ctx, x, s.Name+f.File, func(w io.Writer) error { return s.Write(w, f) })
		}
	}
}

// notes returns the notes on the records: what a reader should know of them, where they are, and which command made the
// table.
func (c *benchCommand) notes(x *benchResult) []string {
	notes := x.Notes()
	if len(x.absent) > 0 {
		notes = append(notes, "left out, since they are not installed: "+strings.Join(x.absent, ", "))
	}
	if len(x.flags) > 0 {
		notes = append(notes, "left out: cells whose models are not there; their folder is named by "+
			strings.Join(x.flags, " and "))
	}
	return append(notes, "records: "+x.file, "made by `brim "+bench.CommandLine(c.line())+"`")
}

// keep writes a file into the folder of tables if that is asked for. A file that is not whole has another name, so
// that it does not replace one that is. The first error is reported when all is printed.
func (c *benchCommand) keep(ctx context.Context, x *benchResult, name string, write func(io.Writer) error) {
	if !c.tables || c.unsaved != nil {
		return
	}
	folder := filepath.Join(c.dir, "tables")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		c.unsaved = cli.FileError("make", err)
		return
	}
	ext := filepath.Ext(name)
	name = strings.TrimSuffix(name, ext)
	if c.quick {
		name += "-quick"
	}
	if !x.Whole() {
		name += "-part"
	}
	c.unsaved = c.Save(ctx, time.Time{}, filepath.Join(folder, name+ext), write)
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
	Name    string   `json:"name"`
	Program string   `json:"program,omitempty"`
	Args    []string `json:"args"`
	Limit   float64  `json:"limit_seconds"`
}

// listSuites prints the suites, or with cells their cells and command lines, as a table or as JSON.
func (c *benchCommand) listSuites(suites []bench.Suite, cells bool) error {
	var list suiteList
	for _, s := range suites {
		e := suiteEntry{Name: s.Name, Title: s.Title}
		for _, cell := range s.Cells {
			program := ""
			if cell.Tool != nil && cell.Model == "" {
				program = cell.Tool.Line[0]
			}
			e.Cells = append(e.Cells, cellEntry{cell.Name(), program, cell.Args(), cell.Time.Seconds()})
		}
		list.Suites = append(list.Suites, e)
	}
	if c.JSON {
		return cli.WriteJSON(c.Out, list)
	}
	t := &terminal.Table{Header: []string{"suite", "cells", "title"}, Right: []bool{1: true}}
	if cells {
		t = &terminal.Table{Header: []string{"suite", "cell", "limit", "command"}, Right: []bool{2: true, 3: false}}
	}
	for _, s := range list.Suites {
		if !cells {
			t.Add(s.Name, quantity.Int(len(s.Cells)), s.Title)
			continue
		}
		for _, x := range s.Cells {
			t.Add(s.Name, x.Name, quantity.Seconds(quantity.Duration(x.Limit)),
				bench.CommandLine(append([]string{cmp.Or(x.Program, "brim")}, x.Args...)))
		}
	}
	return t.Write(c.Out)
}
