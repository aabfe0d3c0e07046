//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package terminal

import "os"

// terminalWidth returns the number of columns of a terminal, 0 if it is unknown.
func terminalWidth(*os.File) int { return 0 }
