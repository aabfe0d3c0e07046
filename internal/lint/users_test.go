package lint

import (
	"regexp"
	"strings"
	"testing"
)

const usersPage = "docs/for-diagram-users.md"

var (
	span    = regexp.MustCompile("`([^`\n]+)`")
	apiName = regexp.MustCompile(`^(mdd|edd): \w+ (?:\(\*?(\w+)\) )?([\w.]+)`)
	goName  = regexp.MustCompile(`^(?:(mdd|edd)\.)?[A-Z]\w*(?:\.[A-Z]\w*)*$`)
)

// TestNamesForDiagramUsers checks the page for users of other packages of diagrams: each Go name on it is exported by
// mdd or edd, and the column about brim has such names only in its code spans.
func TestNamesForDiagramUsers(t *testing.T) {
	lines, err := api()
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, line := range lines {
		if m := apiName.FindStringSubmatch(line); m != nil {
			known[strings.TrimSuffix(m[1]+"."+m[2], ".")+"."+m[3]] = true
		}
	}
	check := func(text string) (found int) {
		for _, m := range span.FindAllStringSubmatch(text, -1) {
			parts := goName.FindStringSubmatch(m[1])
			if parts == nil || parts[1] == "" && !strings.Contains(m[1], ".") {
				continue
			}
			full := m[1]
			if parts[1] == "" {
				full = "mdd." + full
			}
			if found++; !known[full] {
				t.Errorf("%s names %s, which package %s does not export", usersPage, m[1], full[:3])
			}
		}
		return found
	}
	names, rows := 0, 0
	for line := range strings.Lines(document(t, usersPage)) {
		names += check(line)
		if cells := strings.Split(strings.Trim(line, "|\n "), "|"); len(cells) == 7 && !strings.Contains(line, "---") {
			rows++
			if ours := cells[5]; check(ours) < len(span.FindAllString(strings.ReplaceAll(ours, "`==`", ""), -1)) {
				t.Errorf("%s: %s; expected nothing but Go names in the column of ours", usersPage,
					strings.TrimSpace(ours))
			}
		}
	}
	if names < 50 || rows < 30 {
		t.Errorf("%d names in %d rows; expected more", names, rows)
	}
}

// TestCodeForDiagramUsers checks that the code and the output on that page are those of an example that is run.
func TestCodeForDiagramUsers(t *testing.T) {
	examples := document(t, "mdd/example_users_test.go")
	blocks := fence.FindAllStringSubmatch(document(t, usersPage), -1)
	code := 0
	for _, b := range blocks {
		by := map[string]string{"go": "\t", "text": "\t// "}[b[1]]
		if by == "" {
			continue
		}
		if code++; !strings.Contains(examples, indented(b[2], by)) {
			t.Errorf("%s shows this, which mdd/example_users_test.go has not:\n%s", usersPage, b[2])
		}
	}
	if code != 4 {
		t.Errorf("%d blocks of code; expected 4", code)
	}
}
