//go:build !unix

package measure

import "os/exec"

// This file ends a run on systems other than Unix: its first process only. An interrupt of the terminal reaches it,
// too, and what it has started goes on.

func (*system) prepare(cmd *exec.Cmd) (*tree, error) { return &tree{cmd}, nil }

func (t *tree) kill() error { return t.cmd.Process.Kill() }
func (t *tree) end() string { return "" }
