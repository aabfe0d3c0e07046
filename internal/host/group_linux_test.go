package host

import (
	"runtime"
	"syscall"
	"testing"
)

// A group of processes has what they hold; one without processes has nothing.
func TestGroupMemory(t *testing.T) {
	group := syscall.Getpgrp()
	before := GroupMemory(group)
	b := make([]byte, 64<<20)
	for i := 0; i < len(b); i += 4096 {
		b[i] = 1
	}
	if after := GroupMemory(group); before <= 0 || after < before+32<<20 { // others of the group may end meanwhile
		t.Errorf("%d bytes, and %d with 64 MiB more", before, after)
	}
	runtime.KeepAlive(b)
	if got := GroupMemory(1 << 30); got != 0 {
		t.Errorf("a group that is not there has %d bytes", got)
	}
}
