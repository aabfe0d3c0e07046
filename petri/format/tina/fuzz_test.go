package tina

import (
	"bytes"
	"errors"
	"reflect"
	"testing"

	"brim/internal/testkit/frugal"
	"brim/malformed"
)

// FuzzRead reads anything: that must not panic nor take much memory, an error must have a position, and what is read
// and written must come back.
func FuzzRead(f *testing.F) {
	for _, text := range []string{
		"", "net {a}\ntr t : l [0,w[ p*2 q?3 r?-1K -> q\npl p : x (2M)\n", "pl p (1) t -> u\nlb p a\npr t > u\nnt n 0 {a b}",
		"tr t [1,2] p -> q", "tr t {p\\}\\\\} -> {tr}\n# comment\n", "tr t p!1 -> q", "{", "lb x y", "pr t t < t",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		frugal.Check(t, 16<<20+2000*uint64(len(text)), func() {
			net, err := Read(bytes.NewReader(text), "x.net")
			if err != nil {
				var wrong *malformed.Error
				if !errors.As(err, &wrong) || wrong.Msg == "" || net != nil {
					t.Fatalf("net %v, error %#v", net, err)
				}
				return
			}
			var b bytes.Buffer
			if err := Write(&b, net); err != nil {
				t.Fatal(err)
			}
			written := b.String()
			back, err := Read(&b, "x.net")
			if err != nil || !reflect.DeepEqual(back.Places, net.Places) || !reflect.DeepEqual(back.Over, net.Over) ||
				!reflect.DeepEqual(back.Transitions, net.Transitions) || len(back.Arcs) != len(net.Arcs) {
				t.Fatalf("another net came back, or none: %v\n%s", err, written)
			}
		})
	})
}
