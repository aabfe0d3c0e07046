package window

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// The browser is started with a file that only this user can read, not with the address, and the file is forgotten.
func TestPage(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("a browser is started by xdg-open on Linux only")
	}
	dir := t.TempDir()
	said := filepath.Join(dir, "said")
	script := "#!/bin/sh\nstat -c %a \"$1\" >\"" + said + ".new\"; cat \"$1\" >>\"" + said +
		".new\"; echo \"$@\" >>\"" + said + ".new\"; mv \"" + said + ".new\" \"" + said + "\"\n"
	if err := os.WriteFile(filepath.Join(dir, "xdg-open"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	t.Setenv("TMPDIR", dir)
	t.Setenv("DISPLAY", ":0")
	forget, err := Page("http://127.0.0.1:1/secret/")
	if err != nil {
		t.Fatal(err)
	}
	var text []byte
	for text == nil {
		time.Sleep(time.Millisecond)
		text, _ = os.ReadFile(said)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	if lines[0] != "600" || !strings.Contains(string(text), "url=http://127.0.0.1:1/secret/") ||
		strings.Contains(lines[len(lines)-1], "secret") {
		t.Errorf("mode, file and arguments: %q", lines)
	}
	forget()
	if left, _ := filepath.Glob(filepath.Join(dir, "brim-*")); len(left) != 0 {
		t.Errorf("left behind: %q", left)
	}
	t.Setenv("PATH", filepath.Join(dir, "none"))
	if _, err := Page("http://127.0.0.1:1/secret/"); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("without a browser: %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "brim-*")); len(left) != 0 {
		t.Errorf("left behind: %q", left)
	}
}

// A picture is shown from a file that stays.
func TestTemporary(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("a file is opened by xdg-open on Linux only")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "xdg-open"), []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir)
	t.Setenv("TMPDIR", dir)
	t.Setenv("DISPLAY", ":0")
	path, err := Temporary(".svg", []byte("<svg/>"))
	if text, _ := os.ReadFile(path); err != nil || string(text) != "<svg/>" || filepath.Ext(path) != ".svg" {
		t.Errorf("%s has %q, %v", path, text, err)
	}
}

// Where there is no screen or no program, that is said.
func TestCheck(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	for _, c := range []struct{ system, display, want string }{
		{"linux", "", "neither DISPLAY nor WAYLAND_DISPLAY is set"},
		{"freebsd", ":0", "no program xdg-open"},
		{"darwin", "", ""},
		{"windows", "", ""},
	} {
		err := check(c.system, func(name string) string { return map[string]string{"DISPLAY": c.display}[name] })
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s with the display %q: %v, expected %q", c.system, c.display, err, c.want)
		}
	}
}
