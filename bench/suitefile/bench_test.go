package suitefile

import (
	"fmt"
	"strings"
	"testing"
)

// How long a large suite file takes to read.

func BenchmarkRead(b *testing.B) {
	for _, n := range []int{100, 10_000, 100_000} {
		b.Run(fmt.Sprintf("cells=%d", n), func(b *testing.B) {
			list := func(k int) string {
				var words []string
				for i := range k {
					words = append(words, fmt.Sprint(i))
				}
				return "[" + strings.Join(words, ",") + "]"
			}
			text := []byte("title = \"many\"\n[tool.a]\nadapter = \"solver\"\n[[cells]]\ngrid = { n = " + list(n/100) +
				", m = " + list(100) + " }\n")
			tools := known(b)
			for b.Loop() {
				if s, err := Read("many.toml", text, tools); err != nil || len(s.Cells) != n {
					b.Fatal(len(s.Cells), err)
				}
			}
		})
	}
}
