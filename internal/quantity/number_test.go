package quantity

import (
	"math/big"
	"strings"
	"testing"
	"time"
)

func TestNumber(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"0", "0"},
		{"999", "999"},
		{"1000", "1,000"},
		{"-1234567", "-1,234,567"},
		{strings.Repeat("9", 40), strings.TrimSuffix("9"+strings.Repeat(",999", 13), "")},
		{"1" + strings.Repeat("0", 40), "1.000000000e40 (41 digits)"},
		{"12345678905" + strings.Repeat("0", 1000), "1.234567891e1010 (1,011 digits)"},
		{strings.Repeat("9", 50), "1.000000000e50 (50 digits)"},
	} {
		n, _ := new(big.Int).SetString(c.in, 10)
		if got := Number(n, false); got != c.want {
			t.Errorf("number(%s) = %s, want %s", c.in, got, c.want)
		}
		if got := Number(n, true); got != c.in {
			t.Errorf("all digits of %s: %s", c.in, got)
		}
	}
}

func TestSize(t *testing.T) {
	for _, c := range []struct {
		in   string
		want int64
	}{
		{"512MiB", 512 << 20}, {"512 mib", 512 << 20}, {"512M", 512 << 20}, {"1.5GiB", 3 << 29}, {"2GB", 2e9},
		{"1048576", 1 << 20},
		{"0", 0}, {"1t", 1 << 40},
		{"", -1}, {"MiB", -1}, {"-1MiB", -1}, {"5XB", -1}, {"512", -1}, {"1e30", -1}, {"9999999999TiB", -1},
		{"1.2.3GiB", -1},
	} {
		s := Size(-1)
		err := s.Set(c.in)
		if int64(s) != c.want || (err == nil) != (c.want >= 0) {
			t.Errorf("%q: %d, %v; want %d", c.in, s, err, c.want)
		}
	}
	for s, want := range map[Size]string{0: "none", 512 << 20: "512 MiB", 3 << 29: "1.50 GiB", 1 << 40: "1 TiB",
		12345678: "11.8 MiB"} {
		if got := s.String(); got != want {
			t.Errorf("%d bytes: %s, want %s", int64(s), got, want)
		}
	}
}

func TestSpan(t *testing.T) {
	for _, c := range []struct {
		in   string
		want time.Duration
	}{
		{"30s", 30 * time.Second}, {"1h30m", 90 * time.Minute}, {"90", 90 * time.Second},
		{"0.5", 500 * time.Millisecond}, {"0", 0},
		{"", -1}, {"-1s", -1}, {"soon", -1}, {"1e300", -1}, {"NaN", -1},
	} {
		s := Span(-1)
		err := s.Set(c.in)
		if time.Duration(s) != c.want || (err == nil) != (c.want >= 0) {
			t.Errorf("%q: %v, %v; want %v", c.in, time.Duration(s), err, c.want)
		}
	}
}
