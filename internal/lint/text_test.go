package lint

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestNoAbsolutePaths checks that no file names a folder of a particular machine: a home folder of the usual systems,
// or the folder of this clone.
func TestNoAbsolutePaths(t *testing.T) {
	places := []string{"/ho" + "me/", "/Us" + "ers/", "/ro" + "ot/", "/wo" + "rk/"}
	if here, err := filepath.Abs(root); err == nil && strings.Count(filepath.ToSlash(here), "/") > 1 {
		places = append(places, here)
	}
	if home, err := os.UserHomeDir(); err == nil && strings.Count(filepath.ToSlash(home), "/") > 1 {
		places = append(places, home)
	}
	texts(t, func(path, text string) {
		for _, place := range places {
			for i, line := range strings.Split(text, "\n") {
				if strings.Contains(line, place) {
					t.Errorf("%s:%d names the place %s of some machine", path, i+1, place)
				}
			}
		}
	})
}

var (
	citation  = regexp.MustCompile(`\[((?:[A-Z][A-Za-z]*\+?[0-9]{2}[a-z]?)(?:, *(?:[A-Z][A-Za-z]*\+?[0-9]{2}[a-z]?|[A-Z][a-z]*\. [0-9]+))*)\]`)
	key       = regexp.MustCompile(`^[A-Z][A-Za-z]*\+?[0-9]{2}[a-z]?$`)
	reference = regexp.MustCompile(`(?m)^- \*\*\[([^]]*)\]\*\*`)
)

// TestReferences checks that REFERENCES.md has every key that is cited, and that every work there is cited.
func TestReferences(t *testing.T) {
	const file = "REFERENCES.md"
	text, err := os.ReadFile(filepath.Join(root, file))
	if err != nil {
		t.Fatal(err)
	}
	cited := map[string]bool{} // by key of REFERENCES.md
	for _, m := range reference.FindAllStringSubmatch(string(text), -1) {
		if _, twice := cited[m[1]]; twice {
			t.Errorf("%s has [%s] twice", file, m[1])
		}
		cited[m[1]] = false
	}
	texts(t, func(path, text string) {
		if path == file || !strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, ".md") {
			return
		}
		for _, m := range citation.FindAllStringSubmatch(text, -1) {
			for _, k := range strings.Split(m[1], ",") {
				if k = strings.TrimSpace(k); !key.MatchString(k) {
					continue // a chapter or the like
				}
				if _, ok := cited[k]; !ok {
					t.Errorf("%s cites [%s], which is not in %s", path, k, file)
				}
				cited[k] = true
			}
		}
	})
	for k, ok := range cited {
		if !ok {
			t.Errorf("%s has [%s], which nothing cites", file, k)
		}
	}
}
