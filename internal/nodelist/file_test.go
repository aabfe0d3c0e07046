package nodelist

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

var (
	plain  = Format{Magic: "plain", Version: 1, MaxLocal: 1<<31 - 2}
	valued = Format{Magic: "valued", Version: 2, MaxLocal: 1<<31 - 2, MaxValue: 1<<31 - 2}
)

// fileOf returns a file with the given numbers after the magic word, and a correct checksum.
func fileOf(f Format, numbers ...uint64) []byte {
	b := []byte(f.Magic)
	for _, x := range numbers {
		b = binary.AppendUvarint(b, x)
	}
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli()))
}

func TestErrors(t *testing.T) {
	to := func(child, last uint64) uint64 { return 1 + zigzag(int64(child-last)) }
	for _, c := range []struct {
		name   string
		format Format
		file   []byte
		want   string
	}{
		{"empty", plain, nil, "the file is empty"},
		{"other kind", plain, []byte("digraph mdd {"), "not a diagram: the file does not start with plain"},
		{"version", plain, fileOf(plain, 9, 3, 0, 0), "the file has version 9, this program reads versions 1 and 2"},
		{"levels", plain, fileOf(plain, 1, 4, 0, 0), "the file has 4 levels, the forest 3"},
		{"level", plain, fileOf(plain, 1, 3, 1, 4), "node 1 of 1: a level is 4, more than 3"},
		{"level 0", plain, fileOf(plain, 1, 3, 1, 0), "node 1 of 1: it is on level 0"},
		{"first", plain, fileOf(plain, 1, 3, 1, 1, 1<<31, 1, 2),
			"node 1 of 1: a first value is 2147483648, more than 2147483646"},
		{"count", plain, fileOf(plain, 1, 3, 1, 1, 5, 1<<31),
			"node 1 of 1: a number of arcs is 2147483648, more than 2147483642"},
		{"itself", plain, fileOf(plain, 1, 3, 1, 1, 0, 1, to(2, 0)),
			"node 1 of 1: an arc leads to node 1, which does not come before it"},
		{"before all", plain, fileOf(plain, 1, 3, 1, 1, 0, 1, to(0, 5)),
			"node 1 of 1: an arc leads to node -6, which does not come before it"},
		{"same level", plain, fileOf(plain, 1, 3, 2, 1, 0, 1, to(1, 0), 0, 0, 1, to(2, 0)),
			"node 2 of 2: an arc leads from level 1 to level 1"},
		{"callback", plain, fileOf(plain, 1, 3, 1, 2, 7, 0), "node 1 of 1: on strike"},
		{"root", plain, fileOf(plain, 1, 3, 1, 1, 0, 1, to(1, 0), 3), "the root is 3, more than 2"},
		{"endless number", plain, append([]byte("plain"), bytes.Repeat([]byte{0x80}, 20)...),
			"the version is no number"},
		{"checksum", plain, append(fileOf(plain, 1, 3, 0, 0)[:12], 0), "the checksum is"},
		{"short", plain, fileOf(plain, 1, 3, 0, 0)[:11], "the file ends within the checksum: unexpected EOF"},
		{"value", valued, fileOf(valued, 2, 3, 1, 1, 0, 1, to(1, 0), 1<<31),
			"node 1 of 1: a value is 2147483648, more than 2147483646"},
		{"value of the root", valued, fileOf(valued, 2, 3, 0, 1, 1<<40),
			"a value is 1099511627776, more than 2147483646"},
	} {
		_, _, err := Read(bytes.NewReader(c.file), c.format, 3, func(n Node) error {
			if n.First == 7 {
				return errors.New("on strike")
			}
			return nil
		})
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", c.name, err, c.want)
		}
	}
}

// A file that is read back has the diagram that was written, and any damage to the file is noticed.
func TestRoundTrip(t *testing.T) {
	dense := []Node{
		{1, 0, nil, []uint32{1, 0, 1}, []uint32{5, 0, 0}},
		{1, 1 << 30, nil, []uint32{1}, []uint32{0}},
		{3, 2, nil, []uint32{3, 0, 2, 3}, []uint32{1, 0, 1 << 30, 0}},
	}
	sparse := slices.Clone(dense)
	sparse[1] = Node{1, 0, []uint32{7, 8, 1<<31 - 2}, []uint32{1, 1, 1}, []uint32{0, 3, 4}}
	for i := range 4 {
		f, nodes := []Format{plain, valued}[i%2], [][]Node{dense, sparse}[i/2]
		var file bytes.Buffer
		w := NewWriter(&file, f, 4, len(nodes), i >= 2)
		for _, n := range nodes {
			w.Node(n)
		}
		if err := w.Close(4, 9); err != nil {
			t.Fatal(err)
		}
		read := func(b []byte) error {
			i := 0
			root, value, err := Read(bytes.NewReader(b), f, 4, func(n Node) error {
				want := nodes[i]
				i++
				if n.Level != want.Level || n.First != want.First && want.Locals == nil ||
					!slices.Equal(n.Locals, want.Locals) || !slices.Equal(n.Children, want.Children) ||
					f.MaxValue > 0 && !slices.Equal(n.Values, want.Values) {
					return errors.New("another node")
				}
				return nil
			})
			if err == nil && (root != 4 || value != 9 && f.MaxValue > 0) {
				return errors.New("another root")
			}
			return err
		}
		if err := read(file.Bytes()); err != nil {
			t.Errorf("%s: %v", f.Magic, err)
		}
		for n := range file.Bytes() {
			if err := read(file.Bytes()[:n]); errors.Is(err, io.EOF) != (n == 0) ||
				errors.Is(err, io.ErrUnexpectedEOF) != (n > 0) {
				t.Errorf("%s: %d of %d bytes: got %v", f.Magic, n, file.Len(), err)
			}
			for _, x := range []byte{1, 0x80, 0xff} {
				damaged := slices.Clone(file.Bytes())
				damaged[n] ^= x
				if err := read(damaged); err == nil {
					t.Errorf("%s: byte %d changed by %#x: no error", f.Magic, n, x)
				}
			}
		}
	}
}

func TestErrorsOfReaderAndWriter(t *testing.T) {
	mine := errors.New("disk full")
	_, w := io.Pipe()
	_ = w.CloseWithError(mine)
	if err := NewWriter(w, plain, 3, 0, false).Close(1, 0); err == nil {
		t.Error("Close: no error")
	}
	if _, _, err := Read(iotest.ErrReader(mine), plain, 3, func(Node) error { return nil }); !errors.Is(err, mine) {
		t.Errorf("Read: %v", err)
	}
}
