package syntax

import (
	"strings"
	"testing"
)

// BenchmarkParse reads a formula of ordinary length, and a long one.
func BenchmarkParse(b *testing.B) {
	short := "AG(p = 1 & q -> E(!(P1 + 2*P2 <= P3) U enabled(t1, t2) | EX deadlock))"
	for name, text := range map[string]string{
		"formula=short": short,
		"formula=long":  strings.Repeat("("+short+") & ", 500) + "true",
	} {
		b.Run(name, func(b *testing.B) {
			names := testNames()
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Parse(text, "", names); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
