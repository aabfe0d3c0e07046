package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"brim/internal/cli"
)

// Each command has a page, with all headings and all of its flags, and mandoc finds nothing wrong with it.
func TestMan(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "man")
	if status, _, errs := Brim(t, t.Context(), "man", dir); status != 0 {
		t.Fatal(errs)
	}
	mandoc, _ := exec.LookPath("mandoc")
	pages := 0
	var look func(*cobra.Command)
	look = func(cmd *cobra.Command) {
		pages++
		file := filepath.Join(dir, pageName(cmd)+".1")
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text := string(b)
		at := 0
		for _, heading := range []string{"NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES", "EXIT STATUS", "SEE ALSO"} {
			i := strings.Index(text, ".SH \""+heading+"\"\n")
			if i < at && (heading != "EXAMPLES" || cmd.Example != "") {
				t.Errorf("%s: expected the heading %s", file, heading)
			}
			at = max(at, i)
		}
		for line := range strings.Lines(cmd.LocalFlags().FlagUsages()) {
			if _, name, found := strings.Cut(line, "--"); found {
				name, _, _ = strings.Cut(name, " ")
				if !strings.Contains(text, escape("--"+strings.TrimSpace(name))) {
					t.Errorf("%s: the flag --%s is missing", file, name)
				}
			}
		}
		if mandoc != "" {
			// without a commit, pages have no date
			if out, err := exec.Command(mandoc, "-T", "lint", "-W", "warning", file).CombinedOutput(); err != nil && !onlyDate(string(out)) {
				t.Errorf("%s: %s", file, out)
			}
		}
		for _, c := range subcommands(cmd) {
			look(c)
		}
	}
	root := newRoot(&cli.App{})
	root.InitDefaultCompletionCmd()
	look(root)
	if files, _ := filepath.Glob(filepath.Join(dir, "*")); len(files) != pages {
		t.Errorf("%d pages, and %d commands", len(files), pages)
	}
}

func onlyDate(findings string) bool {
	for line := range strings.Lines(findings) {
		if !strings.Contains(line, "missing date") {
			return false
		}
	}
	return true
}

// Nothing of a text has a meaning for roff, and layout stays.
func TestRoff(t *testing.T) {
	r := &roff{}
	r.text("Plain `text` of\ntwo lines:\n\n  .a  'b' \\n\n  -c   \"d\"\n.e ^~")
	const want = "Plain \\(gatext\\(ga of\ntwo lines:\n.PP\n.nf\n  .a  \\(aqb\\(aq \\en\n  \\-c   \\(dqd\\(dq\n.fi\n\\&.e \\(ha\\(ti\n"
	if got := r.String(); got != want {
		t.Errorf("got\n%s\nexpected\n%s", got, want)
	}
}
