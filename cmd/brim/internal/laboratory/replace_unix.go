//go:build unix

package laboratory

import (
	"os"
	"syscall"
)

// replace has the program take the place of this process. It returns only if that fails.
func replace(path string, args []string) error { return syscall.Exec(path, args, os.Environ()) }
