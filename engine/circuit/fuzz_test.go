package circuit_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"brim/engine/circuit"
	"brim/internal/testkit/frugal"
	"brim/malformed"
)

// readAnything reads a file: that must not panic, a refusal must have a position, and what is read keeps the invariant
// and comes back from both formats. The inputs of a binary file take no room in it, so up to a million of them are made
// for one of 20 bytes.
func readAnything(t *testing.T, text []byte) {
	var c *circuit.Circuit
	var err error
	frugal.Check(t, 1<<28+20_000*uint64(len(text)), func() { c, err = circuit.Read(bytes.NewReader(text), "fuzz") })
	if err != nil {
		var wrong *malformed.Error
		if !errors.As(err, &wrong) || wrong.Line < 1 && !strings.Contains(wrong.Msg, "of the gates") ||
			len(wrong.Msg) > 1000 || c != nil {
			t.Fatalf("circuit %v, error %#v", c, err)
		}
		return
	}
	if len(c.Inputs) > 10_000 {
		return // too slow for fuzzing
	}
	if err := c.Check(); err != nil {
		t.Fatal(err)
	}
	for i, g := range c.Gates { // files may have the inputs of a gate in either order
		c.Gates[i] = circuit.Gate{A: max(g.A, g.B), B: min(g.A, g.B)}
	}
	for _, write := range []func(*bytes.Buffer) error{
		func(b *bytes.Buffer) error { return c.WriteASCII(b) },
		func(b *bytes.Buffer) error { return c.WriteBinary(b) },
	} {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		written := b.String()
		back, err := circuit.Read(&b, "fuzz")
		if err != nil || !reflect.DeepEqual(back, c) {
			t.Fatalf("%v, got %+v, want %+v\n%.2000q", err, back, c, written)
		}
	}
}

// FuzzReadASCII reads files that begin as ASCII ones.
func FuzzReadASCII(f *testing.F) {
	f.Add(toggle)
	f.Add(arbiter)
	for _, x := range wrong {
		if len(x.text) < 1000 {
			f.Add(x.text)
		}
	}
	for seed := range uint64(5) {
		var b bytes.Buffer
		if err := random(rand.New(rand.NewPCG(seed, 1))).WriteASCII(&b); err != nil {
			f.Fatal(err)
		}
		f.Add(b.String())
	}
	for _, text := range []string{
		"aag 3 2 1 0 0 1 1\n2\n4\n6 2 6\n6\n7\ni0 start\ni1 start\nl0 on\nb0 bad\nc0 valid\nc\na comment\n",
		"aag 5 1 0 1 1\r\n2\r\n10\r\n10 3 2\r\n",
		"aag 1073741823 0 0 0 0\n", "aag 1 0 0 0 1073741823\n", "aag 2 1 0 1 0\n4\n4\ni0 o0\no0 i0'\n",
		"\ufeffaag 0 0 0 0 0\n", "des (0,1,2)\n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		readAnything(t, []byte("aag"+strings.TrimPrefix(text, "aag")))
	})
}

// FuzzReadBinary reads files that begin as binary ones.
func FuzzReadBinary(f *testing.F) {
	for seed := range uint64(5) {
		var b bytes.Buffer
		if err := random(rand.New(rand.NewPCG(seed, 2))).WriteBinary(&b); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes())
	}
	for _, x := range wrong {
		if strings.HasPrefix(x.text, "aig") {
			f.Add([]byte(x.text))
		}
	}
	for _, text := range []string{
		"aig 2 1 0 1 1\n4\n\x00\x02", "aig 3 1 1 0 1 1 1\n4 1\n6\n7\n\x02\x01i0 a\nl0 a\nb0 x\nc0 y\nc\n",
		"aig 1048576 1048576 0 0 0\n", "aig 2 1 0 1 1\n4\n\x80\x80\x80\x80\x80\x01\x00",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		readAnything(t, append([]byte("aig"), bytes.TrimPrefix(text, []byte("aig"))...))
	})
}
