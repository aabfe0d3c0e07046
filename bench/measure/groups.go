package measure

import (
	"path"
	"slices"
	"strconv"
	"strings"
)

// This file finds the cgroup of this process from the files in /proc.

// unified returns where the hierarchy of cgroups of version 2 is mounted, and the path there of the cgroup of a
// process, from its files mountinfo and cgroup; ok is false if there is none, or the cgroup lies outside of the mount.
func unified(mounts, own string) (mount, below string, ok bool) {
	return hierarchy(mounts, own, "cgroup2", "")
}

// hierarchy does this for a type of file system: "cgroup2", or "cgroup" with a controller.
func hierarchy(mounts, own, kind, controller string) (mount, below string, ok bool) {
	for line := range strings.Lines(own) {
		f := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(f) == 3 && (kind == "cgroup2" && f[0] == "0" || kind == "cgroup" &&
			slices.Contains(strings.Split(f[1], ","), controller)) {
			below, ok = f[2], true
		}
	}
	if !ok {
		return "", "", false
	}
	for line := range strings.Lines(mounts) {
		before, after, _ := strings.Cut(line, " - ")
		f, g := strings.Fields(before), strings.Fields(after)
		if len(f) < 5 || len(g) < 3 || g[0] != kind || kind == "cgroup" &&
			!slices.Contains(strings.Split(g[2], ","), controller) {
			continue
		}
		root := f[3] // what of the hierarchy is mounted here
		rest, inside := strings.CutPrefix(below, strings.TrimSuffix(root, "/"))
		if inside && (rest == "" || rest[0] == '/') && !strings.HasPrefix(rest, "/..") {
			return f[4], path.Join("/", rest), true
		}
	}
	return "", "", false
}

// counter returns the number behind a word at the beginning of a line.
func counter(text []byte, word string) (n int64, ok bool) {
	for line := range strings.Lines(string(text)) {
		if f := strings.Fields(line); len(f) == 2 && f[0] == word {
			n, err := strconv.ParseInt(f[1], 10, 64)
			return n, err == nil
		}
	}
	return 0, false
}
