package cli

import (
	"os"
	"os/exec"
	"path/filepath"
)

// Companion returns the path of a program that comes with this one: the one next to its executable, else the first in
// the path.
func Companion(program string) (string, error) {
	if exe, err := os.Executable(); err == nil {
		if path, err := exec.LookPath(filepath.Join(filepath.Dir(exe), program)); err == nil {
			return path, nil
		}
	}
	return exec.LookPath(program)
}
