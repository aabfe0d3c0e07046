package host

import (
	"runtime/debug"
	"strings"
)

// The commit of an executable, from its build information.

// commitTag begins the build tag that names the commit of an executable, which has no effect but that: go build -tags
// commit_… is how sources without their version history, as those of an artifact, name it.
const commitTag = "commit_"

// Commit returns the commit of an executable from the settings of its build, "" if they do not name it, and whether the
// sources had changes.
func Commit(settings []debug.BuildSetting) (commit string, modified bool) {
	tagged := ""
	for _, s := range settings {
		switch s.Key {
		case "vcs.revision":
			commit = s.Value
		case "vcs.modified":
			modified = s.Value == "true"
		case "-tags":
			for tag := range strings.SplitSeq(s.Value, ",") {
				if hash, ok := strings.CutPrefix(tag, commitTag); ok {
					tagged = hash
				}
			}
		}
	}
	if commit == "" {
		commit = tagged
	}
	return commit, modified
}
