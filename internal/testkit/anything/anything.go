// Package anything is the fuzz test that all readers of text formats share.
package anything

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"testing"

	"brim/internal/testkit/frugal"
	"brim/malformed"
	"brim/petri/extended"
)

// Read reads a text that may be anything: that must not panic nor take much memory, and an error must be about the
// text. What is read is written and read again: the nodes must come back as they are, and as many arcs. The writer may
// refuse a net that its format does not hold.
func Read(
	t *testing.T, read func(io.Reader, string) (*extended.Net, error), write func(io.Writer, *extended.Net) error,
	text []byte,
) {
	Document(t, read, write, func(net *extended.Net) *extended.Net { return net }, text)
}

// Document is Read for a reader of documents of type D that have a net.
func Document[D interface {
	comparable
	Check() error
}](
	t *testing.T, read func(io.Reader, string) (D, error), write func(io.Writer, D) error, netOf func(D) *extended.Net,
	text []byte,
) {
	frugal.Check(t, 16<<20+2000*uint64(len(text)), func() {
		var none D
		d, err := read(bytes.NewReader(text), "x")
		if err != nil {
			var wrong *malformed.Error
			if !errors.As(err, &wrong) || wrong.Msg == "" || d != none {
				t.Fatalf("net %v, error %#v", d, err)
			}
			return
		}
		if err := d.Check(); err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if write(&b, d) != nil {
			return
		}
		written := b.String()
		again, err := read(&b, "x")
		if err != nil {
			t.Fatalf("%v\n%s", err, written)
		}
		net, back := netOf(d), netOf(again)
		places, transitions := nodes(net)
		places2, transitions2 := nodes(back)
		if !reflect.DeepEqual(places, places2) || !reflect.DeepEqual(transitions, transitions2) ||
			len(net.Arcs) != len(back.Arcs) {
			t.Fatalf("another net came back:\n%v\n%v\n%s", net, back, written)
		}
	})
}

// nodes returns the nodes of a net by their names, without positions, which a format may round or add.
func nodes(net *extended.Net) (map[string]extended.Place, map[string]extended.Transition) {
	places, transitions := map[string]extended.Place{}, map[string]extended.Transition{}
	for _, p := range net.Places {
		p.At = nil
		places[p.ID] = p
	}
	for _, t := range net.Transitions {
		t.At = nil
		transitions[t.ID] = t
	}
	return places, transitions
}
