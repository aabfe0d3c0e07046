package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"brim/internal/host"
)

// The version of the program and how it was built.

// A versionReport is what is known about the build. Its keys are stable.
type versionReport struct {
	Tool     string `json:"tool"`
	Version  string `json:"version"`
	Commit   string `json:"commit,omitempty"`
	Modified bool   `json:"modified,omitempty"` // built from a tree with changes
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

func (v versionReport) String() string {
	s := v.Tool + " " + v.Version
	if v.Commit != "" {
		s += " commit " + v.Commit
		if v.Modified {
			s += " (modified)"
		}
	}
	return fmt.Sprintf("%s %s %s", s, v.Go, v.Platform)
}

func Build() versionReport {
	v := versionReport{Tool: "brim", Version: "unknown", Go: runtime.Version(),
		Platform: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	if info.Main.Version != "" {
		v.Version = info.Main.Version
	}
	v.Commit, v.Modified = host.Commit(info.Settings)
	return v
}

// Version returns the version alone.
func Version() string { return Build().Version }
