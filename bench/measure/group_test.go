//go:build linux

package measure

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// The files of a cgroup are read as they are, and a folder that is not a cgroup is refused and left empty.
func TestGroup(t *testing.T) {
	dir := t.TempDir()
	r := &runGroup{dir: dir}
	if _, err := r.cpu(); err == nil {
		t.Error("CPU time of nothing")
	}
	write1(t, dir, "cpu.stat", "user_usec 5\n")
	if _, err := r.cpu(); err == nil {
		t.Error("CPU time without usage_usec")
	}
	write1(t, dir, "cpu.stat", "usage_usec 1234567\nuser_usec 5\n")
	if cpu, err := r.cpu(); err != nil || cpu != 1234567*time.Microsecond {
		t.Errorf("CPU time %v, %v", cpu, err)
	}
	if _, err := r.peak(); err == nil {
		t.Error("memory of nothing")
	}
	write1(t, dir, "memory.peak", "67108864\n")
	if n, err := r.peak(); err != nil || n != 64<<20 {
		t.Errorf("memory %d, %v", n, err)
	}
	other := t.TempDir()
	g, err := openGroup("30 24 0:26 / "+other+" rw - cgroup2 none rw\n", "0::/\n")
	if err == nil {
		t.Errorf("a folder is taken for a cgroup: %+v", g)
	}
	if files, _ := os.ReadDir(other); len(files) > 0 {
		t.Errorf("%v is left there", files)
	}
}

// What killed processes have left is removed, of others and what is young nothing.
func TestTidy(t *testing.T) {
	const unused = 1 << 30 // more than there can be processes
	g := &group{dir: t.TempDir()}
	old := time.Now().Add(-time.Hour)
	for name, age := range map[string]time.Time{
		fmt.Sprintf("brim-%d-1", unused): old, fmt.Sprintf("brim-%d-2", unused): time.Now(),
		fmt.Sprintf("brim-%d-1", os.Getpid()): old,
		"brim-x":                              old, "other": old,
	} {
		dir := filepath.Join(g.dir, name)
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(dir, age, age); err != nil {
			t.Fatal(err)
		}
	}
	g.tidy()
	files, err := os.ReadDir(g.dir)
	if err != nil || len(files) != 4 || slices.ContainsFunc(files,
		func(f os.DirEntry) bool { return f.Name() == fmt.Sprintf("brim-%d-1", unused) }) {
		t.Errorf("left are %v, %v", files, err)
	}
}

// write1 writes a file of a test.
func write1(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
