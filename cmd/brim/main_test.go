package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"brim/bench/command"
	"brim/internal/cli"
	"brim/internal/testkit/scripts"
)

func TestMain(m *testing.M) {
	scripts.Main(m, map[string]func(){"brim": main, "brim-bench": func() { cli.Main("brim-bench", command.Root) }})
}

// TestScripts runs testdata/script.
func TestScripts(t *testing.T) {
	scripts.Run(t, filepath.Join("..", "..", "examples"), func(e *testscript.Env) error {
		bin, _, _ := strings.Cut(e.Getenv("PATH"), string(os.PathListSeparator)) // the programs under test
		e.Setenv("BIN", bin)
		return nil
	})
}

// brim runs one command line in this process.
func brim(t *testing.T, ctx context.Context, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	status = cli.Run(ctx, "brim", newRoot, args, strings.NewReader(""), &out, &errs)
	return status, out.String(), errs.String()
}
