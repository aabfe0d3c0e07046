package lint

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// A block is a fenced block of the README with its language.
type block struct {
	language, text string
}

var fence = regexp.MustCompile("(?ms)^```(\\w+)\n(.*?)^```$")

func readme(t *testing.T) (text string, blocks []block) {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range fence.FindAllStringSubmatch(string(b), -1) {
		blocks = append(blocks, block{m[1], m[2]})
	}
	return string(b), blocks
}

// TestReadmeCode checks that the Go code and the output in the README are those of the examples in example_test.go,
// which are compiled and run.
func TestReadmeCode(t *testing.T) {
	b, err := os.ReadFile(filepath.Join(root, "example_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	examples := string(b)
	_, blocks := readme(t)
	snippets := 0
	for i, s := range blocks {
		if s.language != "go" {
			continue
		}
		snippets++
		if !strings.Contains(examples, indented(s.text, "\t")) {
			t.Errorf("this code is not in example_test.go:\n%s", s.text)
		}
		if i+1 < len(blocks) && blocks[i+1].language == "text" && !strings.Contains(examples,
			indented(blocks[i+1].text, "\t// ")) {
			t.Errorf("this output is not in example_test.go:\n%s", blocks[i+1].text)
		}
	}
	if snippets == 0 {
		t.Error("no Go code found")
	}
}

func indented(text, by string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if line != "\n" {
			b.WriteString(by)
		}
		b.WriteString(line)
	}
	return b.String()
}

// TestReadmeComparison checks that the figures in the README's comparison are those in results.
func TestReadmeComparison(t *testing.T) {
	_, table, _ := strings.Cut(document(t, "README.md"), "## How fast is it?")
	table, _, _ = strings.Cut(table, "\n## ")
	row := func(line string) []string {
		cells := strings.Split(line, "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		return cells
	}
	measured := map[string]bool{} // rows, without the columns of memory ratios
	for line := range strings.Lines(document(t, "results/tables/reach-peers.md")) {
		if c := row(line); len(c) == 13 {
			measured[strings.Join(slices.Delete(slices.Delete(c, 11, 12), 7, 8), "|")] = true
		}
	}
	rows := 0
	for line := range strings.Lines(table) {
		if !strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "| net ") {
			continue
		}
		if rows++; !measured[strings.Join(row(line), "|")] {
			t.Errorf("results/tables/reach-peers.md does not have %s", line)
		}
	}
	if rows == 0 {
		t.Error("the README has no rows")
	}
}

var (
	link   = regexp.MustCompile(`\]\(([^)#\s]*)(?:#([^)\s]+))?\)`)
	title  = regexp.MustCompile(`(?m)^#+ (.*)$`)
	anchor = regexp.MustCompile(`<a id="([^"]+)">`)
)

// fragments returns the names that may follow # in a link to a document: its anchors, and its headings as GitHub spells
// them.
func fragments(text string) map[string]bool {
	all := map[string]bool{}
	for _, m := range anchor.FindAllStringSubmatch(text, -1) {
		all[m[1]] = true
	}
	for _, m := range title.FindAllStringSubmatch(text, -1) {
		spelt := strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
				return unicode.ToLower(r)
			}
			return -1
		}, m[1])
		all[spelt] = true
	}
	return all
}

// TestLinks checks that links in documents to files of the repository lead to an existing file and section.
func TestLinks(t *testing.T) {
	texts(t, func(path, text string) {
		if !strings.HasSuffix(path, ".md") || strings.Contains(path, "testdata/") {
			return
		}
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			if strings.Contains(m[0], "://") || strings.Contains(m[0], "{{") {
				continue
			}
			to := filepath.Join(root, filepath.Dir(path), m[1])
			if m[1] == "" {
				to = filepath.Join(root, path)
			}
			if _, err := os.Stat(to); err != nil {
				t.Errorf("%s links to %s, which is not there", path, m[1])
			} else if m[2] != "" && strings.HasSuffix(to, ".md") {
				if b, err := os.ReadFile(to); err != nil || !fragments(string(b))[m[2]] {
					t.Errorf("%s links to %s#%s, and there is no such section", path, m[1], m[2])
				}
			}
		}
	})
}

// TestReadmeCommandsAreChecked checks that the checks of every commit run the command with which the README begins.
func TestReadmeCommandsAreChecked(t *testing.T) {
	b, err := os.ReadFile(filepath.Join(root, ".ci", "run"))
	if err != nil {
		t.Fatal(err)
	}
	_, blocks := readme(t)
	if s := blocks[0]; s.language != "sh" || !strings.Contains(string(b), "\n"+s.text) {
		t.Errorf(".ci/run does not run %q", strings.TrimSpace(s.text))
	}
}
