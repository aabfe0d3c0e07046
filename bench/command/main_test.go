package command

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"brim/internal/cli"
	"brim/internal/testkit/scripts"
)

// Runs the scripts in testdata, and command lines in this process.

// TestMain makes this test program brim-bench for the scripts.
func TestMain(m *testing.M) {
	scripts.Main(m, map[string]func(){"brim-bench": func() { cli.Main("brim-bench", Root) }})
}

// buildBrim builds brim and brim-verify into a folder.
func buildBrim(t *testing.T, folder string) {
	t.Helper()
	build := exec.CommandContext(t.Context(), "go", "build", "-C", filepath.Join("..", ".."), "-o",
		folder+string(filepath.Separator), "./cmd/brim", "./cmd/brim-verify")
	if text, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
}

// TestScripts runs testdata/script, where both are next to brim-bench.
func TestScripts(t *testing.T) {
	built := t.TempDir()
	buildBrim(t, built)
	scripts.Run(t, filepath.Join("..", "..", "examples"), func(e *testscript.Env) error {
		bin, _, _ := strings.Cut(e.Getenv("PATH"), string(os.PathListSeparator)) // of the program under test
		for _, name := range []string{"brim", "brim-verify"} {
			if err := os.Link(filepath.Join(built, name), filepath.Join(bin, name)); err != nil &&
				!errors.Is(err, os.ErrExist) {
				return err
			}
		}
		return nil
	})
}

// brimBench runs one command line in this process.
func brimBench(ctx context.Context, args ...string) (status int, stdout, stderr string) {
	var out, errs bytes.Buffer
	status = cli.Run(ctx, "brim-bench", Root, args, strings.NewReader(""), &out, &errs)
	return status, out.String(), errs.String()
}

// decode reads exactly one object.
func decode(t *testing.T, text string) map[string]any {
	t.Helper()
	var object map[string]any
	if err := json.Unmarshal([]byte(text), &object); err != nil {
		t.Fatalf("%v in %q", err, text)
	}
	return object
}

// kinds returns the keys of an object with the kinds of their values.
func kinds(object map[string]any) map[string]string {
	m := map[string]string{}
	for key, value := range object {
		switch value.(type) {
		case string:
			m[key] = "string"
		case float64:
			m[key] = "number"
		case bool:
			m[key] = "bool"
		case []any:
			m[key] = "array"
		case map[string]any:
			m[key] = "object"
		default:
			m[key] = "null"
		}
	}
	return m
}
