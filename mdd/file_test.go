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

// fileOf returns a file with the given numbers after the magic word, and a right checksum.
func fileOf(numbers ...uint64) []byte {
	b := []byte(fileMagic)
	for _, x := range numbers {
		b = binary.AppendUvarint(b, x)
	}
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
}

// randomSet draws a set of at most n tuples.
func randomSet(f *Forest, rng *rand.Rand, n, domain int) (Set, tuples) {
	t := tuples{}
	for range n {
		values := make([]int, f.levels)
		for k := range values {
			values[k] = max(0, rng.IntN(2*domain)-domain)
		}
		t.add(values)
	}
	return f.Tuples(t.sorted()), t
}

func TestLoadErrors(t *testing.T) {
	to := func(child, last uint64) uint64 { return 1 + zigzag(int64(child-last)) }
	for _, c := range []struct {
		name string
		file []byte
		want string
	}{
		{"empty", nil, "the file is empty"},
		{"other kind", []byte("digraph mdd {"), "not a diagram: the file does not start with brim-mdd"},
		{"version", fileOf(9, 3, 0, 0), "the file has version 9, this program reads version 1"},
		{"levels", fileOf(1, 4, 0, 0), "the file has 4 levels, the forest 3"},
		{"level", fileOf(1, 3, 1, 4), "node 1 of 1: a level is 4, more than 3"},
		{"level 0", fileOf(1, 3, 1, 0), "node 1 of 1: it is on level 0"},
		{"first", fileOf(1, 3, 1, 1, 1<<31, 1, 2), "node 1 of 1: a first value is 2147483648, more than 2147483646"},
		{"count", fileOf(1, 3, 1, 1, 5, 1<<31), "node 1 of 1: a number of arcs is 2147483648, more than 2147483642"},
		{"no arcs", fileOf(1, 3, 1, 1, 0, 0), "node 1 of 1: all its arcs are empty"},
		{"empty arcs", fileOf(1, 3, 1, 1, 0, 2, 0, 0), "node 1 of 1: all its arcs are empty"},
		{"itself", fileOf(1, 3, 1, 1, 0, 1, to(2, 0)), "node 1 of 1: an arc leads to node 1, which does not come before it"},
		{"before all", fileOf(1, 3, 1, 1, 0, 1, to(0, 5)), "node 1 of 1: an arc leads to node -6, which does not come before it"},
		{"same level", fileOf(1, 3, 2, 1, 0, 1, to(1, 0), 0, 0, 1, to(2, 0)), "node 2 of 2: an arc leads from level 1 to level 1"},
		{"root", fileOf(1, 3, 1, 1, 0, 1, to(1, 0), 3), "the root is 3, more than 2"},
		{"endless number", append([]byte(fileMagic), bytes.Repeat([]byte{0x80}, 20)...), "the version is no number"},
		{"checksum", append(fileOf(1, 3, 0, 0)[:15], 0), "the checksum is"},
		{"short", fileOf(1, 3, 0, 0)[:14], "the file ends within the checksum: unexpected EOF"},
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

// Every shorter file and every changed byte is noticed.
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
		if _, err := f.Load(bytes.NewReader(file[:n])); n > 0 && !errors.Is(err, io.ErrUnexpectedEOF) {
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
			lists = append(lists, twin.sorted())
		}
		for i, list := range lists {
			s, err := g.Load(&file)
			if err != nil {
				t.Fatalf("set %d: %v", i, err)
			}
			if !s.Equal(g.Tuples(list)) {
				t.Errorf("set %d: got %v, want %v", i, slices.Collect(s.All()), list)
			}
		}
		f.Close()
		g.Close()
	}
}

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

func FuzzLoad(f *testing.F) {
	f.Add([]byte(fileMagic))
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
			body := file[:len(file)-4]
			file = binary.LittleEndian.AppendUint32(slices.Clone(body), crc32.Checksum(body, castagnoli))
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
