// Package window has the system show a file or a page to its user: a picture in the program for pictures, an address in
// the browser.
package window

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// Check returns an error that says why this system cannot show anything: it has no screen, or no program that opens
// files.
func Check() error { return check(runtime.GOOS, os.Getenv) }

func check(system string, environment func(string) string) error {
	if system == "darwin" || system == "windows" {
		return nil
	}
	if environment("DISPLAY") == "" && environment("WAYLAND_DISPLAY") == "" {
		return errors.New("there is no screen: neither DISPLAY nor WAYLAND_DISPLAY is set")
	}
	if _, err := exec.LookPath("xdg-open"); err != nil {
		return errors.New("there is no program xdg-open, which opens files (package xdg-utils)")
	}
	return nil
}

// File has the program of the system for files of this kind show a file. It does not wait for it.
func File(path string) error {
	if err := Check(); err != nil {
		return err
	}
	return start(opener(runtime.GOOS, path))
}

// Temporary shows text as a file: it writes it into a new one in the folder for temporary files, with the given ending,
// and returns its path. The file stays, since the program that shows it may read it again.
func Temporary(ending string, text []byte) (path string, err error) {
	path, err = write("brim-*"+ending, text)
	if err != nil {
		return "", err
	}
	return path, File(path)
}

// Page has the browser of the system open an address, by a file that only this user can read: arguments of programs are
// in the list of processes, which everybody can. The caller calls forget, which removes the file, once the page is not
// opened any more.
func Page(address string) (forget func(), err error) {
	path, err := write("brim-*.html", fmt.Appendf(nil, page, address))
	if err != nil {
		return nil, err
	}
	forget = func() { _ = os.Remove(path) }
	if err := File(path); err != nil {
		forget()
		return nil, err
	}
	return forget, nil
}

// page is one that leads to an address at once.
const page = `<!doctype html>
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=%s">
<title>brim</title>
`

// write writes a new file in the folder for temporary files, of mode 0600.
func write(pattern string, text []byte) (path string, err error) {
	f, err := os.CreateTemp("", pattern)
	if err != nil {
		return "", err
	}
	_, err = f.Write(text)
	if wrong := f.Close(); err == nil {
		err = wrong
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return "", err
	}
	return f.Name(), nil
}

// opener returns the command that opens a file.
func opener(system, path string) []string {
	path = filepath.Clean(path)
	switch system {
	case "darwin":
		return []string{"open", path}
	case "windows":
		return []string{"rundll32", "url.dll,FileProtocolHandler", path}
	}
	return []string{"xdg-open", path}
}

// start starts a command, and does not wait for it.
func start(command []string) error {
	cmd := exec.Command(command[0], command[1:]...)
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() { _ = cmd.Wait() }()
	return nil
}
