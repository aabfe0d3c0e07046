//go:build !unix

package bmc

import "os/exec"

// isolate does nothing: here only cmd itself ends with the context.
func isolate(*exec.Cmd) {}
