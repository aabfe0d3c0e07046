package edd_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"brim/edd"
	"brim/mdd"
)

// Tests of the binary format of functions.

// sealed returns the file with the right checksum behind it.
func sealed(file []byte) []byte {
	return binary.LittleEndian.AppendUint32(slices.Clone(file), crc32.Checksum(file, crc32.MakeTable(crc32.Castagnoli)))
}

// fileOf returns a file with the given numbers after the magic word.
func fileOf(numbers ...uint64) []byte {
	b := []byte("brim-edd")
	for _, x := range numbers {
		b = binary.AppendUvarint(b, x)
	}
	return sealed(b)
}

// newForest returns a forest of functions of the given number of variables.
func newForest(levels int, o edd.Options) *edd.Forest {
	return edd.New(mdd.New(levels, mdd.Options{CollectEvery: o.CollectEvery}), o)
}

func closeBoth(f *edd.Forest) {
	f.Close()
	f.Sets().Close()
}

// randomFunc draws a function with n finite distances at most.
func randomFunc(f *edd.Forest, rng *rand.Rand, n int) edd.Func {
	g := f.Infinity()
	for range n {
		values := make([]int, f.Levels())
		for k := range values {
			values[k] = max(0, rng.IntN(8)-4)
		}
		g = g.Min(f.Zero(f.Sets().Tuple(values...)).Plus(rng.IntN(1 << rng.IntN(30))))
	}
	return g
}

// Several functions in one file are read one by one, and equal functions give equal files.
func TestSaveAndLoad(t *testing.T) {
	f, other := newForest(4, edd.Options{}), newForest(4, edd.Options{CollectEvery: 1})
	defer closeBoth(f)
	defer closeBoth(other)
	rng := rand.New(rand.NewPCG(4, 4))
	list := []edd.Func{f.Infinity(), f.Zero(f.Sets().Tuple(0, 0, 0, 0)),
		f.Zero(f.Sets().Tuple(0, 0, 0, 0)).Plus(edd.Infinity - 1)}
	for i := range 30 {
		list = append(list, randomFunc(f, rng, i))
	}
	var file bytes.Buffer
	for _, g := range list {
		if err := g.Save(&file); err != nil {
			t.Fatal(err)
		}
	}
	all := slices.Clone(file.Bytes())
	var again bytes.Buffer
	for i, g := range list {
		h, err := other.Load(&file)
		if err != nil {
			t.Fatalf("function %d: %v", i, err)
		}
		if err := h.Save(&again); err != nil {
			t.Fatal(err)
		}
		if h.Nodes() != g.Nodes() || h.Largest() != g.Largest() {
			t.Errorf("function %d: %d nodes up to %d, want %d up to %d", i, h.Nodes(), h.Largest(), g.Nodes(),
				g.Largest())
		}
		for values := range g.Support().All() {
			if h.At(values...) != g.At(values...) {
				t.Errorf("function %d: %v has distance %d, want %d", i, values, h.At(values...), g.At(values...))
			}
		}
	}
	if _, err := other.Load(&file); !errors.Is(err, io.EOF) {
		t.Errorf("after the last function: %v, want an error that is io.EOF", err)
	}
	for n := range all[:40] {
		_, err := other.Load(bytes.NewReader(all[:n]))
		if n > 0 && errors.Is(err, io.EOF) {
			t.Errorf("%d bytes of a file: %v", n, err)
		}
	}
	if !bytes.Equal(again.Bytes(), all) {
		t.Error("the loaded functions give another file")
	}
}

// Damaged files are errors that say what is wrong.
func TestLoadErrors(t *testing.T) {
	const toUnit = 1 + 2*1 // an arc to the terminal, the first one named in its node
	for _, c := range []struct {
		name string
		file []byte
		want string
	}{
		{"set", []byte("brim-mdd..."), "not a diagram: the file does not start with brim-edd"},
		{"no arcs", fileOf(1, 3, 1, 1, 0, 0), "node 1 of 1: all its arcs are empty"},
		{"least value", fileOf(1, 3, 1, 1, 0, 2, toUnit, 4, 1, 3),
			"node 1 of 1: the least value among its arcs is 3, expected 0"},
		{"value", fileOf(1, 3, 1, 1, 0, 1, toUnit, edd.Infinity),
			"node 1 of 1: a value is 2147483647, more than 2147483646"},
		{"sum", fileOf(1, 3, 2, 1, 0, 2, toUnit, 0, 1, 1<<30, 1, 1, 2, toUnit, 0, 1+2*1, 1<<30, 3),
			"node 2 of 2: a distance is 2147483648, more than 2147483646"},
		{"sum at the root", fileOf(1, 3, 1, 1, 0, 2, toUnit, 0, 1, 1<<30, 2, 1<<30),
			"a distance is 2147483648, more than 2147483646"},
		{"short", fileOf(1, 3, 0, 0)[:14], "the file ends within the checksum: unexpected EOF"},
	} {
		f := newForest(3, edd.Options{CollectEvery: 1})
		g, err := f.Load(bytes.NewReader(c.file))
		if err == nil || err.Error() != "edd: Load: "+c.want {
			t.Errorf("%s: got %v, %v, want %s", c.name, g, err, c.want)
		}
		closeBoth(f)
	}
}

// Save returns the error of its writer.
func TestSavePassesErrorsOn(t *testing.T) {
	f := newForest(2, edd.Options{})
	defer closeBoth(f)
	_, w := io.Pipe()
	mine := errors.New("disk full")
	_ = w.CloseWithError(mine)
	if err := f.Zero(f.Sets().Tuple(1, 2)).Save(w); err == nil || !strings.HasPrefix(err.Error(), "edd: Save: ") {
		t.Errorf("Save: %v", err)
	}
}

// Any file gives an error, or a function in its canonical form.
func FuzzLoad(f *testing.F) {
	f.Add([]byte("brim-edd"))
	f.Add(fileOf(1, 3, 1, 3, 0, 2, 3, 0, 1, 7, 2, 5))
	small := newForest(3, edd.Options{})
	var out bytes.Buffer
	if err := randomFunc(small, rand.New(rand.NewPCG(2, 2)), 9).Save(&out); err != nil {
		f.Fatal(err)
	}
	f.Add(out.Bytes())
	f.Fuzz(func(t *testing.T, file []byte) {
		if len(file) > 4 { // let more than one in four billion inputs through
			file = sealed(file[:len(file)-4])
		}
		forest := newForest(3, edd.Options{CollectEvery: 1})
		defer closeBoth(forest)
		g, err := forest.Load(bytes.NewReader(file))
		if err != nil || g.Support().Count().Cmp(big.NewInt(1000)) > 0 {
			return
		}
		again := forest.Infinity()
		for values := range g.Support().All() {
			again = again.Min(forest.Zero(forest.Sets().Tuple(values...)).Plus(g.At(values...)))
		}
		if !again.Equal(g) {
			t.Error("the diagram is not canonical")
		}
	})
}
