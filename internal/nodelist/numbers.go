package nodelist

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
)

// numbers reads numbers and keeps the checksum.
type numbers struct {
	r   io.ByteReader
	buf []byte // read since sum was brought up to date
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
	r.sum = crc32.Update(r.sum, castagnoli, r.buf)
	r.buf = r.buf[:0]
}

// uint reads a number up to most.
func (r *numbers) uint(what string, most uint64) (uint64, error) {
	x := uint64(0)
	for shift := 0; ; shift += 7 {
		b, err := r.byte()
		switch {
		case err == io.ErrUnexpectedEOF:
			return 0, fmt.Errorf("the file ends within or before %s: %w", what, err)
		case err != nil:
			return 0, err
		case shift > 56: // 9 bytes hold any number that occurs
			return 0, fmt.Errorf("%s is no number", what)
		}
		x |= uint64(b&0x7f) << shift
		if b < 0x80 {
			break
		}
	}
	if x > most {
		return 0, fmt.Errorf("%s is %d, more than %d", what, x, most)
	}
	return x, nil
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
