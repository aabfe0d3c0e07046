package serve

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// Opening the page in the user's browser.

// Open has the browser of the system open an address, by a file that only this user can read: arguments of programs are
// in the list of processes, which everybody can. The caller calls forget, which removes the file, once the page is not
// opened any more.
func Open(address string) (forget func(), err error) {
	f, err := os.CreateTemp("", "brim-*.html") // of mode 0600
	if err != nil {
		return nil, err
	}
	forget = func() { _ = os.Remove(f.Name()) }
	_, err = fmt.Fprintf(f, "<!doctype html>\n<meta name=\"referrer\" content=\"no-referrer\">\n<meta http-equiv=\"refresh\" content=\"0; url=%s\">\n<title>brim</title>\n", address)
	if wrong := f.Close(); err == nil {
		err = wrong
	}
	if err == nil {
		err = start(opener(runtime.GOOS, f.Name()))
	}
	if err != nil {
		forget()
		return nil, err
	}
	return forget, nil
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
