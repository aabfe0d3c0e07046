package lint

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// makers lists the files that may make, replace or remove files by themselves: all others leave that to
// internal/output.
var makers = []string{
	"internal/output/output.go",
	"internal/testkit/golden/golden.go", // expected files, in tests
	"bench/journal.go",                  // only grows
	"bench/artifact/artifact.go",        // a folder, renamed when it is whole
	"bench/bmc3/main.go",                // a temporary folder
	"bench/command/executable.go",       // a temporary folder
	"bench/tool.go",                     // a temporary folder
	"bench/measure/group_linux.go",      // a control group
	"bench/measure/floor_linux.go",      // what the system knows of this process
	"engine/bmc/external.go",            // a temporary file
	"internal/ui/serve/open.go",         // a temporary file, for the browser
	"contrib/queue/serve.go",            // a temporary folder
}

var makes = regexp.MustCompile(`\bos\.(Create|CreateTemp|WriteFile|OpenFile|Rename|Remove|RemoveAll|Truncate)\(`)

// Result files are written in one place.
func TestFilesAreWrittenInOnePlace(t *testing.T) {
	found := 0
	texts(t, func(path, text string) {
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || !makes.MatchString(text) {
			return
		}
		if found++; !slices.Contains(makers, path) {
			t.Errorf("%s has %s; package internal/output writes files", path, makes.FindString(text))
		}
	})
	if found != len(makers) {
		t.Errorf("%d files make files, expected %d", found, len(makers))
	}
}
