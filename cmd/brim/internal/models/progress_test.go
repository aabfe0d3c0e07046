package models

import (
	"testing"

	"brim/check"
)

// TestDetail checks what the line of the progress says of a run.
func TestDetail(t *testing.T) {
	for _, x := range []struct {
		run  check.Progress
		want string
	}{
		{check.Progress{Phase: "exploring", Nodes: 12345, Bytes: 3 << 20, Done: 4, Levels: 9},
			"4 of 9 levels  12,345 nodes  3 MiB"},
		{check.Progress{Phase: "exploring", Nodes: 2, Bytes: 1 << 10, Detail: "file"}, "2 nodes  1 KiB  file"},
		{check.Progress{Phase: "exploring"}, ""},
	} {
		if got := detail(x.run); got != x.want {
			t.Errorf("%+v: got %q, want %q", x.run, got, x.want)
		}
	}
	if Progress(nil) != nil {
		t.Error("a callback without a terminal")
	}
}
