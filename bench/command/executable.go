package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"brim/internal/cli"

	"github.com/spf13/cobra"
)

// An executable is a program of this module that sweeps run, brim or brim-verify: that of a flag, or else the one next
// to the executable of this program, or else one that is built from the module of the working directory. So "go run
// ./cmd/brim-bench" measures the sources that it is run from, and the records have their commit.
type executable struct {
	name  string // brim if it is empty
	given string // by the flag
	built string // the folder of the one that was built, "" if none was
}

// program returns the name of the program.
func (m *executable) program() string { return cmp.Or(m.name, "brim") }

// flag declares the flag, with the words that begin its help.
func (m *executable) flag(cmd *cobra.Command, flag, use string) {
	cmd.Flags().StringVar(&m.given, flag, "",
		use+" this `executable` (default the one next to brim-bench, or else one built from the module of this folder)")
	_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault))
}

// find returns the path of the executable, which may also be next to others. The caller calls remove when it is needed
// no longer.
func (m *executable) find(ctx context.Context, a *cli.App, others ...string) (path string, err error) {
	if m.given != "" {
		path, err := exec.LookPath(m.given)
		if err == nil {
			path, err = filepath.Abs(path) // cells run in other folders
		}
		if err != nil {
			return "", fmt.Errorf("%s %s: there is no such program", m.program(), m.given)
		}
		return path, nil
	}
	if path := m.beside(others...); path != "" {
		return path, nil
	}
	return m.build(ctx, a)
}

// file returns the name of the file of the program.
func (m *executable) file() string {
	if runtime.GOOS == "windows" {
		return m.program() + ".exe"
	}
	return m.program()
}

// beside returns the path of the executable next to that of this program, or else next to others, "" if there is none.
func (m *executable) beside(others ...string) string {
	if exe, err := os.Executable(); err == nil {
		others = append([]string{exe}, others...)
	}
	for _, exe := range others {
		path := filepath.Join(filepath.Dir(exe), m.file())
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			return path
		}
	}
	return ""
}

// errNoBrim says what to do where there is nothing to measure.
var errNoBrim = errors.New("there is no brim to measure: none is next to this program, and this folder is not in a " +
	"checkout from which one could be built; --brim FILE names one")

// build builds the program from the module of the working directory, into a folder that remove deletes. The same
// sources give the same executable, so that a sweep goes on where it was.
func (m *executable) build(ctx context.Context, a *cli.App) (string, error) {
	module, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Path}}\t{{.Dir}}").Output()
	root, found := strings.CutPrefix(strings.TrimSpace(string(module)), "brim\t")
	if err != nil || !found {
		if m.name != "" {
			return "", fmt.Errorf("there is no %s: none is next to brim or this program, and this folder is not in "+
				"a checkout", m.name)
		}
		return "", errNoBrim
	}
	if m.built, err = os.MkdirTemp("", "brim-bench-"); err != nil {
		return "", cli.FileError("make", err)
	}
	path := filepath.Join(m.built, m.file())
	a.Line.At("building " + m.program())
	build := exec.CommandContext(ctx, "go", "build", "-C", root, "-trimpath", "-buildvcs=auto", "-o", path,
		"./cmd/"+m.program())
	if text, err := build.CombinedOutput(); err != nil {
		m.remove()
		return "", fmt.Errorf("cannot build %s from %s: %w\n%s", m.program(), root, err, text)
	}
	return path, nil
}

// remove deletes what was built.
func (m *executable) remove() {
	if m.built != "" {
		_ = os.RemoveAll(m.built) // a folder for temporary files may keep it
		m.built = ""
	}
}
