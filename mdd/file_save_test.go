package mdd

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// Tests of the binary format of sets.

// fileOf returns a file with the given numbers after the magic word, and a right checksum.
func fileOf(numbers ...uint64) []byte {
	b := []byte(fileFormat.Magic)
	for _, x := range numbers {
		b = binary.AppendUvarint(b, x)
	}
	return sealed(b)
}

// sealed returns the file with the right checksum behind it.
func sealed(file []byte) []byte {
	return binary.LittleEndian.AppendUint32(slices.Clone(file), crc32.Checksum(file, crc32.MakeTable(crc32.Castagnoli)))
}

// randomSet draws a set of at most n tuples.
func randomSet(f *Forest, rng *rand.Rand, n, domain int) (Set, tuples) {
	t := tuples{}
	for range n {
		values := make([]int, f.levels)
		for k := range values {
			values[k] = max(0, rng.IntN(2*domain)-domain)
		}
		t.Add(values)
	}
	return f.Tuples(t.Sorted()), t
}

// Files with a fault are errors that say what is wrong.
func TestLoadErrors(t *testing.T) {
	for _, c := range []struct {
		name string
		file []byte
		want string
	}{
		{"other kind", []byte("digraph mdd {"), "not a diagram: the file does not start with brim-mdd"},
		{"no arcs", fileOf(1, 3, 1, 1, 0, 0), "node 1 of 1: all its arcs are empty"},
		{"empty arcs", fileOf(1, 3, 1, 1, 0, 2, 0, 0), "node 1 of 1: all its arcs are empty"},
		{"short", fileOf(1, 3, 1, 1, 0, 1, 3, 2)[:16], "the file ends within the checksum: unexpected EOF"},
	} {
		for _, rule := range []Rule{QuasiReduced, ZeroSuppressed} {
			f := New(3, Options{Rule: rule, CollectEvery: 1})
			s, err := f.Load(bytes.NewReader(c.file))
			if err == nil || !strings.HasPrefix(err.Error(), "mdd: Load: "+c.want) {
				t.Errorf("%s, %v: got %v, %v, want %s", c.name, rule, s, err, c.want)
			}
			if f.s.Mark() != 0 {
				t.Errorf("%s: %d words are left on the work stack", c.name, f.s.Mark())
			}
			f.Close()
		}
	}
}

// Every truncation of a file and every changed byte is an error.
func TestLoadNoticesDamage(t *testing.T) {
	f := New(4, Options{})
	defer f.Close()
	s, _ := randomSet(f, rand.New(rand.NewPCG(1, 1)), 20, 4)
	var out bytes.Buffer
	if err := s.Save(&out); err != nil {
		t.Fatal(err)
	}
	file := out.Bytes()
	for n := range file {
		if _, err := f.Load(bytes.NewReader(file[:n])); errors.Is(err, io.EOF) != (n == 0) ||
			errors.Is(err, io.ErrUnexpectedEOF) != (n > 0) {
			t.Errorf("%d of %d bytes: got %v", n, len(file), err)
		}
		for _, x := range []byte{1, 0x80, 0xff} {
			damaged := slices.Clone(file)
			damaged[n] ^= x
			if _, err := f.Load(bytes.NewReader(damaged)); err == nil {
				t.Errorf("byte %d changed by %#x: no error", n, x)
			}
		}
	}
	if err := f.Check(); err != nil {
		t.Error(err)
	}
}

// Sets that follow each other in a file are read one by one.
func TestSeveralSetsInOneFile(t *testing.T) {
	for _, o := range everyOption {
		f, g := New(5, o), New(5, Options{Rule: 1 - o.Rule, CollectEvery: 1})
		rng := rand.New(rand.NewPCG(3, 3))
		var file bytes.Buffer
		var lists [][][]int
		for i := range 20 {
			s, twin := randomSet(f, rng, i*i, 5)
			if err := s.Save(&file); err != nil {
				t.Fatal(err)
			}
			lists = append(lists, twin.Sorted())
		}
		for i := 0; ; i++ { // as the documentation says that one reads all of a file
			s, err := g.Load(&file)
			if errors.Is(err, io.EOF) {
				if i != len(lists) {
					t.Errorf("%d sets, want %d", i, len(lists))
				}
				break
			}
			if err != nil {
				t.Fatalf("set %d: %v", i, err)
			}
			list := lists[i]
			if !s.Equal(g.Tuples(list)) {
				t.Errorf("set %d: got %v, want %v", i, slices.Collect(s.All()), list)
			}
		}
		f.Close()
		g.Close()
	}
}

// Save and Load return the errors of their writer and reader.
func TestSaveAndLoadPassErrorsOn(t *testing.T) {
	f := New(2, Options{})
	defer f.Close()
	s := f.Tuple(1, 2)
	_, w := io.Pipe()
	mine := errors.New("disk full")
	_ = w.CloseWithError(mine)
	if err := s.Save(w); err == nil || !strings.HasPrefix(err.Error(), "mdd: Save: ") {
		t.Errorf("Save: %v", err)
	}
	if _, err := f.Load(iotest.ErrReader(mine)); !errors.Is(err, mine) {
		t.Errorf("Load: %v", err)
	}
	if err := s.WriteDOT(w, DOTOptions{}); err == nil {
		t.Error("WriteDOT: no error")
	}
}

// Any file gives an error, or a set in its canonical form.
func FuzzLoad(f *testing.F) {
	f.Add([]byte(fileFormat.Magic))
	f.Add(fileOf(1, 3, 1, 3, 0, 2, 0, 2, 2))
	small := New(3, Options{})
	var out bytes.Buffer
	s, _ := randomSet(small, rand.New(rand.NewPCG(2, 2)), 9, 3)
	if err := s.Save(&out); err != nil {
		f.Fatal(err)
	}
	f.Add(out.Bytes())
	f.Fuzz(func(t *testing.T, file []byte) {
		if len(file) > 4 { // let more than one in four billion inputs through
			file = sealed(file[:len(file)-4])
		}
		for _, rule := range []Rule{QuasiReduced, ZeroSuppressed} {
			forest := New(3, Options{Rule: rule, CollectEvery: 1})
			s, err := forest.Load(bytes.NewReader(file))
			if e := forest.Check(); e != nil {
				t.Error(e)
			}
			if err == nil && s.Count().IsInt64() && s.Count().Int64() < 1000 {
				if !forest.Tuples(slices.Collect(s.All())).Equal(s) {
					t.Error("the diagram is not canonical")
				}
			}
			forest.Close()
		}
	})
}
