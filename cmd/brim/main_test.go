package main

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"

	"brim/internal/cli"
	"brim/internal/testkit/scripts"
)

func TestMain(m *testing.M) {
	scripts.Main(m, map[string]func(){"brim": main})
}

// TestScripts runs testdata/script.
func TestScripts(t *testing.T) {
	scripts.Run(t, filepath.Join("..", "..", "examples"), nil)
}

// Brim runs one command line in this process.
func Brim(t *testing.T, ctx context.Context, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	status = cli.Run(ctx, "brim", newRoot, args, strings.NewReader(""), &out, &errs)
	return status, out.String(), errs.String()
}
