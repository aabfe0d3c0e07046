package tina

import (
	"testing"

	"brim/internal/testkit/anything"
	"brim/petri/timed"
)

func FuzzRead(f *testing.F) {
	for _, text := range []string{
		"", "net {a}\ntr t : l [0,w[ p*2 q?3 r?-1K -> q\npl p : x (2M)\n",
		"pl p (1) t -> u\nlb p a\npr t > u\nnt n 0 {a b}",
		"tr t [1,2] p -> q", "tr t {p\\}\\\\} -> {tr}\n# comment\n", "tr t p!1 -> q", "{", "lb x y", "pr t t < t",
		"tr t ]1,2[ p ->", "tr t [0,w[ tr t [2,3]",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) { anything.Document(t, Read, Write, (*timed.Document).Net, text) })
}

func FuzzReadNDR(f *testing.F) {
	for _, text := range []string{
		"", drawnNet, "p 1 2 {a b} 3 n {l} s\nh x", "t 1 2 t 1 3 n", "t 1 2 t -1 -3 n",
		"t 1 2 t n 0 w n l n\ne t t 1 n", "p -1 1e3 p 0 n", "e a b 1 n", "p 1 2 {p", "h {}",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) { anything.Document(t, ReadNDR, WriteNDR, (*timed.Document).Net, text) })
}
