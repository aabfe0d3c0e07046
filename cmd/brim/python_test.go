package main

import (
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"brim/internal/testkit/golden"
)

var install = flag.Bool("install", false, "install the Python module into a new environment, too")

// python runs Python in a folder of this repository, with the module there and the command in BRIM, and returns what it
// prints.
func python(t *testing.T, folder string, args ...string) string {
	t.Helper()
	python3, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3")
	}
	brim, err := exec.LookPath("brim")
	if err != nil {
		t.Fatal(err)
	}
	module, err := filepath.Abs(filepath.Join("..", "..", "python"))
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(python3, args...)
	cmd.Dir = filepath.Join("..", "..", folder)
	cmd.Env = append(os.Environ(), "BRIM="+brim, "PYTHONPATH="+module, "PYTHONDONTWRITEBYTECODE=1", "PYTHONUTF8=1",
		"TMPDIR="+t.TempDir())
	out, err := cmd.Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			out = append(out, exit.Stderr...)
		}
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

// TestPython runs the tests of the Python module.
func TestPython(t *testing.T) {
	if testing.Short() || runtime.GOOS == "windows" {
		t.Skip("runs thirty commands, and scripts in their place")
	}
	t.Setenv("BRIM_VERIFY", filepath.Join(buildVerifier(t), "brim-verify"))
	python(t, "python", "-m", "unittest")
}

// TestNotebook runs the cells of the notebook of the tutorial and compares what they show with what it has stored;
// -update stores it anew.
func TestNotebook(t *testing.T) {
	if testing.Short() {
		t.Skip("runs twenty commands")
	}
	golden.Check(t, filepath.Join("..", "..", "docs", "tutorial.ipynb"),
		python(t, "python", "notebook.py", "../docs/tutorial.ipynb"))
}

// TestPythonInstall installs the module as its users do, with -install.
func TestPythonInstall(t *testing.T) {
	if !*install {
		t.Skip("needs -install")
	}
	folder := t.TempDir()
	python(t, ".", "-m", "venv", folder)
	inside := filepath.Join(folder, "bin", "python")
	for _, args := range [][]string{
		{"-m", "pip", "install", "--no-build-isolation", "--no-index", "./python"},
		{"-I", "-c", "import brim; assert brim.states('kanban:3').states == 58400; assert '" + folder +
			"' in brim.__file__"},
	} {
		python(t, ".", append([]string{"-c", "import subprocess, sys; subprocess.run(sys.argv[1:], check=True)",
			inside}, args...)...)
	}
}
