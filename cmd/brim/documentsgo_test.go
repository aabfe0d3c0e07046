package main

import (
	"encoding/json"
	"fmt"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// goSnippet is what the test calls a Go program: the name of a package.
func goSnippet(document string, block int) string {
	name := strings.TrimSuffix(filepath.Base(document), ".md")
	return fmt.Sprintf("%s%d", strings.ReplaceAll(name, "-", ""), block)
}

// buildGoSnippets builds one executable of all Go programs in the documents, since linking takes the most, and returns
// its name. Its argument is the program to run. They are laid over this module, so they see what it exports, and
// nothing of internal packages if they do not name them, which is an error.
func buildGoSnippets(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	files := t.TempDir()
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	add := func(folder, text string) {
		file := filepath.Join(files, folder+".go")
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		overlay.Replace[filepath.Join(root, "docs", "snippets", folder, "main.go")] = file
	}
	imports, cases := "", ""
	for _, document := range documents {
		_, list := snippetsOf(t, document)
		for i, s := range list {
			if s.language != "go" || document == "README.md" {
				continue
			}
			if b, err := format.Source([]byte(s.text)); err != nil || string(b) != s.text {
				t.Errorf("%s:%d: not as gofmt has it: %v", document, s.line, err)
			}
			if strings.Contains(s.text, "brim/internal/") || !strings.Contains(s.text, "\npackage main\n") &&
				!strings.HasPrefix(s.text, "package main\n") {
				t.Errorf("%s:%d: expected a program that others can build", document, s.line)
			}
			name := goSnippet(document, i)
			text := strings.Replace(s.text, "package main\n", "package "+name+"\n", 1)
			add(name, strings.Replace(text, "\nfunc main() {", "\nfunc Main() {", 1))
			imports += fmt.Sprintf("\t\"brim/docs/snippets/%s\"\n", name)
			cases += fmt.Sprintf("\tcase %q:\n\t\t%s.Main()\n", name, name)
		}
	}
	add("all", "package main\n\nimport (\n\t\"os\"\n"+imports+")\n\nfunc main() {\n\tswitch os.Args[1] {\n"+cases+
		"\t}\n}\n")
	b, err := json.Marshal(overlay)
	if err != nil {
		t.Fatal(err)
	}
	list := filepath.Join(files, "overlay.json")
	if err := os.WriteFile(list, b, 0o666); err != nil {
		t.Fatal(err)
	}
	programs := filepath.Join(t.TempDir(), "programs.exe")
	build := exec.Command("go", "build", "-overlay", list, "-ldflags", "-s -w", "-o", programs,
		"brim/docs/snippets/all")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return programs
}
