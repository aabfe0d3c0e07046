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

var goFile = regexp.MustCompile("`([a-z0-9_/]+\\.go)`")

// TestFilesOfTheMap checks that the files that ARCHITECTURE.md and the decisions name exist.
func TestFilesOfTheMap(t *testing.T) {
	var all []string
	named := map[string]string{}
	texts(t, func(path, text string) {
		all = append(all, "/"+path)
		if path == "ARCHITECTURE.md" || strings.HasPrefix(path, decisions+"/") {
			named[path] = text
		}
	})
	for of, text := range named {
		for _, m := range goFile.FindAllStringSubmatch(text, -1) {
			if !slices.ContainsFunc(all, func(path string) bool { return strings.HasSuffix(path, "/"+m[1]) }) {
				t.Errorf("%s names %s, which is not there", of, m[1])
			}
		}
	}
}

// TestRoomsOfTheMap checks that ARCHITECTURE.md names each top-level folder that has packages.
func TestRoomsOfTheMap(t *testing.T) {
	text, last := document(t, "ARCHITECTURE.md"), ""
	for _, p := range packages(t) {
		room, _, _ := strings.Cut(p.name, "/")
		if room == last {
			continue
		}
		if last = room; !regexp.MustCompile(`\b` + room + `\b`).MatchString(text) {
			t.Errorf("ARCHITECTURE.md does not name %s", room)
		}
	}
}

const decisions = "docs/decisions"

// A section of a file of decisions has an anchor for each of its numbers, the title, the numbers and the date, and the
// text, which begins with the question. Measurements come with the command that repeats them.
var (
	decided  = regexp.MustCompile(`(?m)^((?:<a id="\d{3}"></a>)+)\n## ([^\n]+)\n\n((?:\d{3} )+)· (\d{4}-\d{2}-\d{2})\n\n\*\*Question\.\*\* \S`)
	titled   = regexp.MustCompile(`(?m)^## `)
	anchored = regexp.MustCompile(`<a id="(\d{3})"></a>`)
)

// TestDecisions checks that each decision has a title, a unique number, a date and a question, that measurements have a
// command, and that the index lists all decisions by topic, in the sequence of the files.
func TestDecisions(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(decisions), "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	index := document(t, decisions+"/README.md")
	numbers := map[string]string{}
	topics := 0
	for _, file := range files {
		name := filepath.Base(file)
		if name == "README.md" {
			continue
		}
		topics++
		text := document(t, decisions+"/"+name)
		heading, _, _ := strings.Cut(strings.TrimPrefix(text, "# "), "\n")
		var list strings.Builder
		fmt.Fprintf(&list, "## [%s](%s)\n\n| decision | date |\n|---|---|\n", heading, name)
		found := decided.FindAllStringSubmatchIndex(text, -1)
		if n := len(titled.FindAllString(text, -1)); n == 0 || n != len(found) {
			t.Errorf("%s/%s has %d sections, %d of them with anchors, a title, numbers, a date and a question",
				decisions, name, n, len(found))
		}
		for i, at := range found {
			end := len(text)
			if i+1 < len(found) {
				end = found[i+1][0]
			}
			anchors, title, date := text[at[2]:at[3]], text[at[4]:at[5]], text[at[8]:at[9]]
			var of []string
			for _, m := range anchored.FindAllStringSubmatch(anchors, -1) {
				of = append(of, m[1])
				if other, twice := numbers[m[1]]; twice {
					t.Errorf("%s/%s: %q has the number %s of %q", decisions, name, title, m[1], other)
				}
				numbers[m[1]] = title
			}
			if said := strings.Fields(text[at[6]:at[7]]); !slices.Equal(of, said) {
				t.Errorf("%s/%s: %q has the anchors %q and the numbers %q", decisions, name, title, of, said)
			}
			if section := text[at[0]:end]; strings.Contains(section, "**Numbers.**") &&
				!strings.Contains(section, "\n**Command.**") {
				t.Errorf("%s/%s: %q has numbers, and no command that measures them", decisions, name, title)
			}
			fmt.Fprintf(&list, "| [%s](%s#%s) | %s |\n", title, name, of[len(of)-1], date)
		}
		if !strings.Contains(index+"\n", list.String()+"\n") {
			t.Errorf("%s/README.md; expected it to have\n%s", decisions, list.String())
		}
	}
	if topics == 0 {
		t.Error("there are no decisions")
	}
	if n := strings.Count(index, "\n## "); n != topics {
		t.Errorf("%s/README.md has %d topics; expected %d", decisions, n, topics)
	}
}
