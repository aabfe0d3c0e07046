package host

import (
	"runtime/debug"
	"testing"
)

// The commit is found in build information of all kinds.

func TestCommit(t *testing.T) {
	for _, c := range []struct {
		settings []debug.BuildSetting
		commit   string
		modified bool
	}{
		{nil, "", false},
		{[]debug.BuildSetting{{Key: "-tags", Value: "narrow,commit_abc"}, {Key: "GOOS", Value: "linux"}}, "abc", false},
		{[]debug.BuildSetting{{Key: "-tags", Value: "commit_abc"}, {Key: "vcs.revision", Value: "def"},
			{Key: "vcs.modified", Value: "true"}}, "def", true},
		{[]debug.BuildSetting{{Key: "vcs.revision", Value: "def"}, {Key: "vcs.modified", Value: "false"},
			{Key: "-tags", Value: "commit_abc"}}, "def", false},
		{[]debug.BuildSetting{{Key: "-tags", Value: "narrow"}}, "", false},
	} {
		if commit, modified := Commit(c.settings); commit != c.commit || modified != c.modified {
			t.Errorf("%v: %q, %v", c.settings, commit, modified)
		}
	}
}
