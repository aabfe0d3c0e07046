package nodelist

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
)

// Numbers of variable length and the checksum, for reading.

// numbers reads varints and updates the checksum. After an error it reads nothing more.
type numbers struct {
	err error
	r   io.ByteReader
	buf []byte // read since the checksum was last updated
	sum uint32
}

func (r *numbers) byte() (byte, error) {
	b, err := r.r.ReadByte()
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return 0, err
	}
	r.buf = append(r.buf, b)
	if len(r.buf) >= 1<<12 {
		r.update()
	}
	return b, nil
}

func (r *numbers) update() {
	r.sum = crc32.Update(r.sum, castagnoli(), r.buf)
	r.buf = r.buf[:0]
}

// failf records an error unless there is one already.
func (r *numbers) failf(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf(format, args...)
	}
}

// uint reads a number up to most; it returns 0 after an error.
func (r *numbers) uint(what string, most uint64) (x uint64) {
	for shift := 0; r.err == nil; shift += 7 {
		b, err := r.byte()
		x |= uint64(b&0x7f) << shift
		switch {
		case err == io.ErrUnexpectedEOF:
			r.failf("the file ends within or before %s: %w", what, err)
		case err != nil:
			r.err = err
		case shift > 56: // 9 bytes hold any number that occurs
			r.failf("%s is no number", what)
		case b < 0x80 && x > most:
			r.failf("%s is %d, more than %d", what, x, most)
		case b < 0x80:
			return x
		}
	}
	return 0
}

// checksum reads the checksum and compares it.
func (r *numbers) checksum() error {
	r.update()
	want := r.sum
	var b [4]byte
	for i := range b {
		var err error
		if b[i], err = r.byte(); err != nil {
			return fmt.Errorf("the file ends within the checksum: %w", err)
		}
	}
	if got := binary.LittleEndian.Uint32(b[:]); got != want {
		return fmt.Errorf("the checksum is %08x, expected %08x: the file is damaged", got, want)
	}
	return nil
}
