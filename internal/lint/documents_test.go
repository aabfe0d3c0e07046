package lint

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func document(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(path)))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// The documents that everybody reads stay short, and so does the program that they show.
func TestDocumentsAreShort(t *testing.T) {
	for path, most := range map[string]int{"ARCHITECTURE.md": 240, "README.md": 180, "examples/decide/main.go": 40} {
		if n := strings.Count(document(t, path), "\n"); n > most {
			t.Errorf("%s has %d lines; expected %d at most", path, n, most)
		}
	}
}

// An example is read at once: less than 60 lines of code, without blank lines and comments.
func TestExamplesAreShort(t *testing.T) {
	found := 0
	texts(t, func(path, text string) {
		if !strings.HasPrefix(path, "examples/") || !strings.HasSuffix(path, "/main.go") {
			return
		}
		found++
		n := 0
		for line := range strings.Lines(text) {
			if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") {
				n++
			}
		}
		if n >= 60 {
			t.Errorf("%s has %d lines of code; expected less than 60", path, n)
		}
	})
	if found == 0 {
		t.Error("there are no examples")
	}
}

var goFile = regexp.MustCompile("`([a-z0-9_/]+\\.go)`")

// The files that ARCHITECTURE.md names are there.
func TestFilesOfTheMap(t *testing.T) {
	var all []string
	texts(t, func(path, _ string) { all = append(all, "/"+path) })
	for _, m := range goFile.FindAllStringSubmatch(document(t, "ARCHITECTURE.md"), -1) {
		if !slices.ContainsFunc(all, func(path string) bool { return strings.HasSuffix(path, "/"+m[1]) }) {
			t.Errorf("ARCHITECTURE.md names %s, which is not there", m[1])
		}
	}
}

// The picture of the layers in ARCHITECTURE.md has each package of the table once, above all that it imports.
func TestPictureOfLayers(t *testing.T) {
	_, section, _ := strings.Cut(document(t, "ARCHITECTURE.md"), "## 2. Layers")
	_, picture, ok := strings.Cut(section, "```text\n")
	if !ok {
		t.Fatal("ARCHITECTURE.md has no picture of the layers")
	}
	picture, _, _ = strings.Cut(picture, "```")
	row := map[string]int{} // 0 is the lowest one
	at := -1
	for line := range strings.Lines(picture) {
		words := strings.Fields(line)
		if _, err := fmt.Sscanf(line, "%d", &at); err == nil {
			words = words[1:]
		}
		for _, name := range words {
			if _, twice := row[name]; twice {
				t.Errorf("the picture has %s twice", name)
			}
			row[name] = at
		}
	}
	for _, l := range layers {
		if l.path == "" || l.path == "internal/lint" {
			continue // they import nothing
		}
		if _, ok := row[l.path]; !ok {
			t.Errorf("the picture lacks %s", l.path)
		}
		for _, dep := range l.imports {
			if row[dep] >= row[l.path] {
				t.Errorf("the picture has %s in row %d, and %s, which it imports, in row %d", l.path, row[l.path], dep, row[dep])
			}
		}
	}
	for name := range row {
		if !slices.ContainsFunc(layers, func(l layer) bool { return l.path == name }) {
			t.Errorf("the picture has %s, which is not in the table of layers", name)
		}
	}
}

const decisions = "docs/decisions"

var decided = regexp.MustCompile(`(?s)^# [^\n]+\n\n- Date: (\d{4}-\d{2}-\d{2})\n- Status: [^\n]+\n\n## Question\n\n\S.*\n\n` +
	`## Decision\n\n\S.*\n\n## Numbers\n\n\S.*\n\n## Command\n\n\S.*\n$`)

// Decisions are numbered in the order of their dates, have all headings, and are listed with their title.
func TestDecisions(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(decisions), "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	index := document(t, decisions+"/README.md")
	var list []string
	last := ""
	slices.Sort(files)
	for _, file := range files {
		name := filepath.Base(file)
		if name == "README.md" {
			continue
		}
		text := document(t, decisions+"/"+name)
		if number, _, _ := strings.Cut(name, "-"); len(number) != 3 || strings.Trim(number, "0123456789") != "" || slices.ContainsFunc(list, func(row string) bool { return strings.Contains(row, "["+number+"]") }) {
			t.Errorf("%s/%s; expected a number of three digits that no other decision has", decisions, name)
		}
		m := decided.FindStringSubmatch(text)
		if m == nil {
			t.Errorf("%s/%s; expected a title, Date, Status, Question, Decision, Numbers and Command, none of them empty", decisions, name)
			continue
		}
		if m[1] < last {
			t.Errorf("%s/%s is of %s; expected the order of the dates", decisions, name, m[1])
		}
		last = m[1]
		title, _, _ := strings.Cut(strings.TrimPrefix(text, "# "), "\n")
		list = append(list, fmt.Sprintf("| [%s](%s) | %s | %s |\n", name[:3], name, m[1], title))
	}
	if all := strings.Join(list, ""); len(list) == 0 || !strings.HasSuffix(index, all) {
		t.Errorf("%s/README.md; expected it to end in\n%s", decisions, all)
	}
}
