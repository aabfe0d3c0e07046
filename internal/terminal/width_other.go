//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package terminal

import "os"

// terminalWidth returns the columns of a terminal, 0 if it does not tell.
func terminalWidth(*os.File) int { return 0 }
