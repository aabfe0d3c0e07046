package format_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"brim/petri/format"
)

var updateFlag = flag.Bool("update", false, "write the table of formats in docs/for-verifiers.md anew")

// TestTableOfFormats checks that the table of formats in the documents is what the list says.
func TestTableOfFormats(t *testing.T) {
	const path, head = "../../docs/for-verifiers.md",
		"| format | files | `--to` | holds | cannot hold |\n|---|---|---|---|---|\n"
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(data), head)
	if !ok {
		t.Fatalf("%s has no table of formats", path)
	}
	end := strings.Index(rest, "\n\n") + 1
	var want strings.Builder
	for _, f := range format.All() {
		name := "only read"
		if f.Writable() {
			name = "`" + f.Name + "`"
		}
		want.WriteString("| " + f.Title + " | `" + strings.Join(f.Endings, "`, `") + "` | " + name + " | " +
			f.Holds.String() + " | " +
			f.Lacks().String() + " |\n")
	}
	if *updateFlag {
		if err := os.WriteFile(path, []byte(before+head+want.String()+rest[end:]), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if rest[:end] != want.String() {
		t.Errorf("the table is\n%swant\n%srun go test ./petri/format -run TableOfFormats -update", rest[:end],
			want.String())
	}
}
