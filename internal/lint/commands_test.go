package lint

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	goTest   = regexp.MustCompile(`(?:^|[\s` + "`" + `;&])go test ([^` + "`" + `;|&#>]*)`)
	declared = regexp.MustCompile(`(?m)^func ((?:Test|Benchmark|Fuzz)\w*)\(`)
)

// TestCommandsOfDocuments checks commands such as "go test ./folder -run Name" in documents: the folder has a test, a
// benchmark or a fuzz target with that name.
func TestCommandsOfDocuments(t *testing.T) {
	names := map[string][]string{} // by folder: the names that its tests declare
	var commands [][2]string       // the document and the arguments of go test
	texts(t, func(path, text string) {
		switch folder := filepath.ToSlash(filepath.Dir(path)); {
		case strings.HasSuffix(path, "_test.go"):
			for _, m := range declared.FindAllStringSubmatch(text, -1) {
				names[folder] = append(names[folder], m[1])
			}
		case strings.HasSuffix(path, ".md") && path != "CHANGELOG.md" && !strings.HasPrefix(path, "bench/artifact/"):
			text = strings.ReplaceAll(strings.ReplaceAll(text, "\\\n", " "), "\ngo ", "\n;go ")
			for _, m := range goTest.FindAllStringSubmatch(text, -1) {
				commands = append(commands, [2]string{path, strings.Join(strings.Fields(m[1]), " ")})
			}
		}
	})
	if len(commands) < 100 {
		t.Errorf("found %d commands; expected 100 and more", len(commands))
	}
	for _, c := range commands {
		document, line := c[0], c[1]
		words := strings.Fields(line)
		var there []string // the names that these folders declare
		for _, w := range words {
			if w != "." && !strings.HasPrefix(w, "./") || strings.HasPrefix(w, "./...") {
				continue
			}
			below, all := strings.CutSuffix(w, "/...")
			folder := filepath.ToSlash(filepath.Clean(below))
			if _, err := os.Stat(filepath.Join(root, folder)); err != nil {
				t.Errorf("%s: go test %s: there is no %s", document, line, w)
			}
			for f, list := range names {
				if f == folder || all && strings.HasPrefix(f, folder+"/") {
					there = append(there, list...)
				}
			}
		}
		for i, w := range words[:max(len(words)-1, 0)] {
			pattern := strings.Trim(words[i+1], `'"`)
			if !slices.Contains([]string{"-run", "-bench", "-fuzz"}, w) || pattern == "^$" || pattern == "." ||
				len(there) == 0 {
				continue
			}
			pattern, _, _ = strings.Cut(pattern, "/") // the rest selects subtests
			if e, err := regexp.Compile(pattern); err != nil || !slices.ContainsFunc(there, e.MatchString) {
				t.Errorf("%s: go test %s: no test is called %s there", document, line, pattern)
			}
		}
	}
}
