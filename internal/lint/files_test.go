package lint

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// makers lists the Go files that may create, replace or remove files by themselves; all others use internal/output.
var makers = []string{
	"internal/output/output.go",
	"internal/testkit/golden/golden.go", // expected results of tests
	"bench/journal.go",                  // a file that is only appended to
	"bench/artifact/artifact.go",        // a folder, renamed when it is complete
	"bench/bmc3/main.go",                // a temporary folder
	"bench/command/executable.go",       // a temporary folder
	"bench/tool.go",                     // a temporary folder
	"bench/swarm/front.go",              // a temporary folder
	"bench/swarm/worker.go",             // a temporary folder
	"bench/command/swarmcrew.go",        // a temporary folder
	"bench/measure/group_linux.go",      // a control group
	"bench/measure/floor_linux.go",      // a setting of this process below /proc
	"internal/ui/serve/certificate.go",  // a temporary folder, for brim-verify
	"internal/ui/window/window.go",      // a temporary file, for the browser or a program that shows pictures
	"contrib/queue/serve.go",            // a temporary folder
}

var makes = regexp.MustCompile(`\bos\.(Create|CreateTemp|WriteFile|OpenFile|Rename|Remove|RemoveAll|Truncate)\(`)

// TestFilesAreWrittenInOnePlace checks that no other files than these create files.
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
