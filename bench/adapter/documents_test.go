package adapter

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"brim/bench/suitefile"
)

// The table of adapters in docs/suites.md is that of the adapters.
func TestDocumentedAdapters(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "suites.md"))
	if err != nil {
		t.Fatal(err)
	}
	var want strings.Builder
	for _, name := range slices.Sorted(maps.Keys(All())) {
		tool := All()[name]
		fmt.Fprintf(&want, "| `%s` | %s | `%s` |\n", name, tool.About, strings.Join(tool.Needs, "`, `"))
	}
	_, table, _ := strings.Cut(string(text), "| adapter | program | parameters |\n|---|---|---|\n")
	got, _, _ := strings.Cut(table, "\n\n")
	if got+"\n" != want.String() {
		t.Errorf("docs/suites.md has\n%s\n\nthe adapters are\n%s", got, want.String())
	}
}

// The example of docs/suites.md, and the files in examples/suites, are suites.
func TestExamplesAreSuites(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "suites.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, example, _ := strings.Cut(string(text), "```toml\n")
	example, _, _ = strings.Cut(example, "```")
	s, err := suitefile.Read(filepath.Join("..", "..", "docs", "example.toml"), []byte(example), All())
	if err != nil {
		t.Fatal(err)
	}
	// two seeds, two lists of flags, three sizes, two tools; brim without one seed, the other with that for one size
	if want := 2*2*3*2 - 2*3 - 2*2; len(s.Cells) != want {
		t.Errorf("the example has %d cells, want %d", len(s.Cells), want)
	}
	files, err := filepath.Glob(filepath.Join("..", "..", "examples", "suites", "*.toml"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		if _, err := suitefile.ReadFile(t.Context(), f, All()); err != nil {
			t.Error(err)
		}
	}
}
