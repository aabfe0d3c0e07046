package golden

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A recorder notes errors instead of failing.
type recorder struct {
	testing.TB
	errors []string
}

func (r *recorder) Helper()                      {}
func (r *recorder) Errorf(text string, _ ...any) { r.errors = append(r.errors, text) }

func TestCheck(t *testing.T) {
	path := filepath.Join(t.TempDir(), "expected.txt")
	if err := os.WriteFile(path, []byte("a\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	r := &recorder{TB: t}
	if Check(r, path, "a\n"); len(r.errors) != 0 {
		t.Errorf("equal texts give the errors %q", r.errors)
	}
	if Check(r, path, "b\n"); len(r.errors) != 1 || !strings.Contains(r.errors[0], "-update") {
		t.Errorf("other texts give the errors %q, want one that names -update", r.errors)
	}
	*update = true
	defer func() { *update = false }()
	Check(t, path, "b\n")
	if b, err := os.ReadFile(path); err != nil || string(b) != "b\n" {
		t.Errorf("the file is %q, %v after an update, want b", b, err)
	}
}
