package romeo

import (
	"testing"

	"brim/internal/testkit/anything"
	"brim/petri/timed"
)

func FuzzRead(f *testing.F) {
	for _, text := range []string{
		"", drawn, "<TPN/>",
		`<TPN><place id="1"/><place id="2" label="p1"/></TPN>`, "<TPN><arc/></TPN>",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) { anything.Document(t, Read, Write, (*timed.Document).Net, text) })
}
