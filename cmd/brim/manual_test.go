package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"brim/internal/cli"
	"brim/internal/manual"

	"github.com/spf13/cobra"
)

// TestManual checks that each command has a page with all headings and all of its flags, and that mandoc finds nothing
// wrong with it.
func TestManual(t *testing.T) {
	dir := t.TempDir()
	a := &cli.App{}
	root := newRoot(a)
	if err := manual.Write(root, a.Topics, dir); err != nil {
		t.Fatal(err)
	}
	mandoc, _ := exec.LookPath("mandoc")
	pages := 0
	var look func(*cobra.Command)
	look = func(cmd *cobra.Command) {
		pages++
		file := manual.Page(dir, cmd)
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text := string(b)
		at := 0
		for _, heading := range []string{"NAME", "SYNOPSIS", "DESCRIPTION", "EXIT STATUS", "OPTIONS", "EXAMPLE",
			"SEE ALSO"} {
			i := strings.Index(text, ".SH "+heading+"\n")
			if i < at && (heading != "EXAMPLE" || cmd.Example != "") {
				t.Errorf("%s: expected the heading %s", file, heading)
			}
			at = max(at, i)
		}
		for line := range strings.Lines(cmd.LocalFlags().FlagUsages()) {
			if _, name, found := strings.Cut(line, "--"); found {
				name, _, _ = strings.Cut(name, " ")
				if !strings.Contains(strings.ReplaceAll(text, `\-`, "-"), "--"+strings.TrimSpace(name)) {
					t.Errorf("%s: the flag --%s is missing", file, name)
				}
			}
		}
		if mandoc != "" {
			if out, err := exec.Command(mandoc, "-T", "lint", "-W", "warning", file).CombinedOutput(); err != nil {
				t.Errorf("%s: %s", file, out)
			}
		}
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() {
				look(c)
			}
		}
	}
	look(root)
	if files, err := os.ReadDir(dir); err != nil || len(files) != pages {
		t.Errorf("%d pages, and %d commands; %v", len(files), pages, err)
	}
}
