package terminal

import (
	"bytes"
	"io"
	"os"
	"testing"
)

// TestLines sends keys as a terminal does: Ctrl-C clears a line, but interrupts a running command.
func TestLines(t *testing.T) {
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	k := &keys{ctx: t.Context(), typed: make(chan []byte, mostAhead)}
	ended := make(chan struct{})
	k.interrupts(func() { close(ended) })
	go k.follow(in)
	if _, err := out.WriteString("ab\x03c"); err != nil {
		t.Fatal(err)
	}
	<-ended
	k.interrupts(nil)
	if _, err := out.WriteString("d\x03e"); err != nil {
		t.Fatal(err)
	}
	out.Close()
	got, err := io.ReadAll(k)
	if want := []byte("abcd\x05\x15e"); !bytes.Equal(got, want) || err != nil {
		t.Errorf("the editor gets %q and %v, expected %q", got, err, want)
	}
}
