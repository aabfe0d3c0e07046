package command

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"brim/internal/cli"
)

// Without --brim, and with none next to the program, brim is built from the module of the working directory, and
// removed again; elsewhere there is none to measure.
func TestExecutable(t *testing.T) {
	a := &cli.App{Err: io.Discard}
	if _, err := (&executable{given: "no-such-program"}).find(t.Context(), a); err == nil {
		t.Error("--brim may name a file that is not there")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if got, err := (&executable{given: self}).find(t.Context(), a); got != self || err != nil {
		t.Errorf("--brim %s: %s, %v", self, got, err)
	}
	if !testing.Short() {
		var m executable
		path, err := m.find(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		if out, err := exec.CommandContext(t.Context(), path, "version").Output(); err != nil || len(out) == 0 {
			t.Errorf("%s: %q, %v", path, out, err)
		}
		m.remove()
		if _, err := os.Stat(filepath.Dir(path)); !os.IsNotExist(err) {
			t.Errorf("%s is still there: %v", path, err)
		}
	}
	t.Chdir(t.TempDir())
	if path, err := new(executable).find(t.Context(), a); !errors.Is(err, errNoBrim) {
		t.Errorf("in an empty folder: %s, %v", path, err)
	}
}
