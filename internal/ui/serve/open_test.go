package serve

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// The browser is started with a file that only this user can read, not with the address, and the file is forgotten.
func TestOpen(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("a browser is started by xdg-open on Linux only")
	}
	dir := t.TempDir()
	said := filepath.Join(dir, "said")
	script := "#!/bin/sh\nstat -c %a \"$1\" >\"" + said + ".new\"; cat \"$1\" >>\"" + said + ".new\"; echo \"$@\" >>\"" + said + ".new\"; mv \"" + said + ".new\" \"" + said + "\"\n"
	if err := os.WriteFile(filepath.Join(dir, "xdg-open"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	t.Setenv("TMPDIR", dir)
	forget, err := Open("http://127.0.0.1:1/secret/")
	if err != nil {
		t.Fatal(err)
	}
	var text []byte
	for text == nil {
		time.Sleep(time.Millisecond)
		text, _ = os.ReadFile(said)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	if lines[0] != "600" || !strings.Contains(string(text), "url=http://127.0.0.1:1/secret/") || strings.Contains(lines[len(lines)-1], "secret") {
		t.Errorf("mode, file and arguments: %q", lines)
	}
	forget()
	if left, _ := filepath.Glob(filepath.Join(dir, "brim-*")); len(left) != 0 {
		t.Errorf("left behind: %q", left)
	}
	t.Setenv("PATH", filepath.Join(dir, "none"))
	if _, err := Open("http://127.0.0.1:1/secret/"); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("without a browser: %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "brim-*")); len(left) != 0 {
		t.Errorf("left behind: %q", left)
	}
}
