package greatspn

import (
	"bytes"
	"errors"
	"io"
	"os"
	"reflect"
	"testing"

	"brim/internal/testkit/frugal"
	"brim/malformed"
	"brim/petri/extended"
)

// anything reads a text: that must not panic nor take much memory, and an error must have a position. What is read and
// can be written must come back, but for its drawing.
func anything(t *testing.T, text []byte, read func(io.Reader, string) (*extended.Net, error)) {
	frugal.Check(t, 16<<20+2000*uint64(len(text)), func() {
		net, err := read(bytes.NewReader(text), "x")
		if err != nil {
			var wrong *malformed.Error
			if !errors.As(err, &wrong) || wrong.Msg == "" || net != nil {
				t.Fatalf("net %v, error %#v", net, err)
			}
			return
		}
		var b bytes.Buffer
		if WriteProject(&b, net) != nil {
			return
		}
		written := b.String()
		back, err := ReadProject(&b, "x")
		if err != nil || len(back.Arcs) != len(net.Arcs) || len(back.Places) != len(net.Places) {
			t.Fatalf("another net came back, or none: %v\n%s", err, written)
		}
		for i := range back.Places {
			back.Places[i].At = net.Places[i].At
		}
		for i := range back.Transitions {
			back.Transitions[i].At = net.Transitions[i].At
		}
		for i := range back.Arcs {
			back.Arcs[i].Via = net.Arcs[i].Via
		}
		back.Name = net.Name
		if !reflect.DeepEqual(back, net) {
			t.Fatalf("another net came back:\n%+v\n%+v\n%s", back, net, written)
		}
	})
}

func FuzzRead(f *testing.F) {
	seed(f, "testdata/buffer.net")
	for _, c := range netErrors {
		f.Add([]byte(c.text))
	}
	f.Fuzz(func(t *testing.T, text []byte) { anything(t, text, Read) })
}

func FuzzReadProject(f *testing.F) {
	seed(f, "testdata/buffer.PNPRO")
	for _, c := range projectErrors {
		f.Add([]byte(c.text))
	}
	f.Fuzz(func(t *testing.T, text []byte) { anything(t, text, ReadProject) })
}

func seed(f *testing.F, file string) {
	text, err := os.ReadFile(file)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
}
