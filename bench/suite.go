package bench

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Suites and their cells, and the command line of a cell.

// A Suite is a list of cells with the report that is made of their results.
type Suite struct {
	Name   string // one word of letters and digits, as on the command line
	Title  string // one line
	Paper  string // whose table or figure it is, by its number: "001"; "" of a comparison of our own
	Cells  []Cell // with different names
	Runs   int    // of each cell, unless the caller says how many; 0 means 1
	Cores  int    // that each run is kept on; 0 is any
	Report func(Results) []*Sheet
}

// A Cell is one run of brim, of another program that takes the same arguments and answers in the same form, or of any
// program by a Tool.
type Cell struct {
	Labels   []Label  // tell it from the other cells of its suite
	Program  string   // "" for brim, or one of Options.Programs, or what the Tool is called in its suite
	Command  string   // the subcommand; "" for check
	Model    string   // as brim takes it: "fms:25"; "" for a cell that is the command line of its Tool
	Folder   string   // of a model that is a file, one of Options.Folders: the run takes place there; "" if it is none
	Property string   // a formula; "" for that of the model
	Flags    []string // further flags: the engine, its parameters
	// what is right: of check the verdict, "holds" or "fails", of other commands the number of states; "" if it is not
	// knows
	Want string

	Time   time.Duration // limit of the run, at least a millisecond
	Memory int64         // limit of the process in bytes; 0 leaves it to brim
	Runs   int           // at most, however many are asked for; 0 means no such bound

	Tool     *Tool  // what is run in place of brim's command line; nil for programs that take it
	Peer     *Tool  // what Tool becomes where its Program is asked for by name alone; nil if that has no adapter
	Question string // cells of one question have one answer; "" for that of model and property
	Warmup   int    // runs before the first one that is measured, of which nothing is kept
}

// checks reports whether the cell asks for a verdict.
func (c *Cell) checks() bool { return c.Command == "" }

// A Label is one part of the name of a cell. Key and value have no blanks and no slashes.
type Label struct{ Key, Value string }

// Name returns the labels in the form of the names of Go benchmarks: "model=fms/n=25/strategy=comp".
func (c *Cell) Name() string {
	return strings.Join(Map(c.Labels, func(l Label) string { return l.Key + "=" + l.Value }), "/")
}

// Label returns the value of the label with a key, "" if the cell has no such label.
func (c *Cell) Label(key string) string {
	for _, l := range c.Labels {
		if l.Key == key {
			return l.Value
		}
	}
	return ""
}

// Args returns the command line of the cell without its limits, which differ between sweeps. Traces are left out: the
// time of finding one is no part of what is measured.
func (c *Cell) Args() []string {
	if c.Model == "" && c.Tool != nil {
		return c.Tool.Line[1:]
	}
	if !c.checks() {
		return append([]string{c.Command, c.Model, "--json"}, c.Flags...)
	}
	args := []string{"check", c.Model}
	if c.Property != "" {
		args = append(args, c.Property)
	}
	return append(append(args, "--no-trace", "--json"), c.Flags...)
}

// limitArgs returns the flags for the limits.
func (c *Cell) limitArgs() []string {
	args := []string{"--limit-time", c.Time.String()}
	if c.Memory > 0 {
		args = append(args, "--limit-memory", fmt.Sprint(c.Memory))
	}
	return args
}

// IsThere reports whether the program of the cell is, and its model, where that is a file or a folder.
func (c *Cell) IsThere(o *Options) bool {
	if c.Tool != nil {
		if _, err := o.executable(c); err != nil {
			return false
		}
	} else if c.Program != "" && len(o.Programs[c.Program]) == 0 {
		return false
	}
	if checker := c.Checker(); checker != "" && len(o.Programs[checker]) == 0 {
		return false
	}
	return c.hasModel(o)
}

// hasModel reports whether the model of the cell is there, if it is a file or a folder.
func (c *Cell) hasModel(o *Options) bool {
	if c.Folder == "" {
		return true
	}
	model := c.Model
	if c.Tool != nil && c.Tool.Questions != nil && model == "" {
		model = c.Tool.Questions.File
	}
	folder := o.Folders[c.Folder]
	_, err := os.Stat(filepath.Join(folder, model))
	return folder != "" && err == nil
}

// withoutModels lists the folders of cells whose models are not there.
func withoutModels(cells []Cell, o *Options) (list []string) {
	for i := range cells {
		if c := &cells[i]; !c.hasModel(o) {
			list = AddNew(list, c.Folder)
		}
	}
	return list
}

// Longest returns the time after which the run of the cell has ended in any case, by itself or not, and the checks of
// its answers.
func (c *Cell) Longest() time.Duration { return c.runLongest() + c.checkLongest() }

// runLongest is Longest without the checks.
func (c *Cell) runLongest() time.Duration {
	if c.Tool != nil && len(c.Tool.Time) == 0 && c.Tool.Questions == nil {
		return c.Time // it knows no limit
	}
	return c.Time + grace(c.Time)
}
