package lint

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const decideSays = `AG(shelf.free + shelf.loaves = 12) holds
EF deadlock fails
EF(shelf.loaves >= 4) holds
    start
    bake
    start
    bake
`

// TestProgramOutsideOfTheModule builds and runs a program of another module that uses this one: in the workspace of the
// examples, and in both ways that the page for programmers shows.
func TestProgramOutsideOfTheModule(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs, which takes too long for -short")
	}
	here, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	run := func(dir string, args ...string) string {
		cmd := exec.Command("go", args...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOFLAGS=", "GOWORK=")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	says := func(dir string) {
		if got := run(dir, "run", ".", filepath.Join(here, "examples", "bakery.pnml")); got != decideSays {
			t.Errorf("in %s: got\n%swhere expected\n%s", filepath.Base(dir), got, decideSays)
		}
	}
	decide := filepath.Join(here, "examples", "decide")
	says(decide)

	_, shown, found := strings.Cut(document(t, "docs/for-programmers.md"), "```sh module.sh\n")
	shown, _, _ = strings.Cut(shown, "```")
	if !found || !strings.Contains(shown, "go work init") {
		t.Fatal("the page for programmers does not show how a module uses this one")
	}
	for line := range strings.Lines(shown) {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS(decide)); err != nil {
			t.Fatal(err)
		}
		line, _, _ = strings.Cut(line, "#")
		for command := range strings.SplitSeq(line, "&&") {
			words := strings.Fields(strings.ReplaceAll(command, "../brim", here))
			run(dir, words[1:]...)
		}
		says(dir)
	}
}
