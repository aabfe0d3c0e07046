package command

import (
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

// An executable is the brim that runs the cells: that of --brim, or else the one next to the executable of this
// program, or else one that is built from the module of the working directory. So "go run ./cmd/brim-bench" measures
// the sources that it is run from, and the records have their commit.
type executable struct {
	given string // --brim
	built string // the folder of the one that was built, "" if none was
}

// flag declares --brim.
func (m *executable) flag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&m.given, "brim", "", "measure this `executable` (default the one next to brim-bench, or else one built from the module of this folder)")
	_ = cmd.RegisterFlagCompletionFunc("brim", cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault))
}

// find returns the path of the executable. The caller calls remove when it is needed no longer.
func (m *executable) find(ctx context.Context, a *cli.App) (path string, err error) {
	if m.given != "" {
		path, err := exec.LookPath(m.given)
		if err == nil {
			path, err = filepath.Abs(path) // cells run in other folders
		}
		if err != nil {
			return "", fmt.Errorf("--brim %s: there is no such program", m.given)
		}
		return path, nil
	}
	name := "brim"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	if exe, err := os.Executable(); err == nil {
		path := filepath.Join(filepath.Dir(exe), name)
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			return path, nil
		}
	}
	return m.build(ctx, a, name)
}

// errNoBrim says what to do where there is nothing to measure.
var errNoBrim = errors.New("there is no brim to measure: none is next to this program, and this folder is not in a checkout from which one could be built; --brim FILE names one")

// build builds brim from the module of the working directory, into a folder that remove deletes. The same sources give
// the same executable, so that a sweep goes on where it was.
func (m *executable) build(ctx context.Context, a *cli.App, name string) (string, error) {
	module, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Path}}\t{{.Dir}}").Output()
	root, found := strings.CutPrefix(strings.TrimSpace(string(module)), "brim\t")
	if err != nil || !found {
		return "", errNoBrim
	}
	if m.built, err = os.MkdirTemp("", "brim-bench-"); err != nil {
		return "", cli.FileError("make", err)
	}
	path := filepath.Join(m.built, name)
	a.Line.At("building brim")
	build := exec.CommandContext(ctx, "go", "build", "-C", root, "-trimpath", "-buildvcs=auto", "-o", path, "./cmd/brim")
	if text, err := build.CombinedOutput(); err != nil {
		m.remove()
		return "", fmt.Errorf("cannot build brim from %s: %w\n%s", root, err, text)
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
