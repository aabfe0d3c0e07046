package quantity

import (
	"fmt"
	"math/big"
	"strings"
)

// longNumber is the number of digits from which on numbers are shown in short.
const longNumber = 40

// Number writes n for people: digits in groups of three, or of a very long number the leading digits and
// how many there are. With all it is nothing but the digits.
func Number(n *big.Int, all bool) string {
	s := n.String()
	switch {
	case all:
		return s
	case len(s) <= longNumber:
		return Digits(s)
	}
	return fmt.Sprintf("%s (%s digits)", scientific(s), Digits(fmt.Sprint(len(s))))
}

// Digits puts commas between groups of three of the decimal number s.
func Digits(s string) string {
	sign := ""
	if strings.HasPrefix(s, "-") {
		sign, s = "-", s[1:]
	}
	var b strings.Builder
	b.WriteString(sign)
	for i := range len(s) {
		if i > 0 && (len(s)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

func Int[T int | int64](n T) string { return Digits(fmt.Sprint(n)) }

// scientific writes the positive decimal number s, which has more than ten digits, with ten of them, rounded.
func scientific(s string) string {
	const digits = 10
	lead, _ := new(big.Int).SetString(s[:digits], 10)
	exponent := len(s) - 1
	if s[digits] >= '5' {
		lead.Add(lead, big.NewInt(1))
	}
	d := lead.String()
	if len(d) > digits { // 9.999… became 10
		exponent++
	}
	return fmt.Sprintf("%s.%se%d", d[:1], d[1:digits], exponent)
}

// Count writes a number and what it counts, with an s unless it is one.
func Count(n any, what string) string {
	s := fmt.Sprint(n)
	if s != "1" {
		what += "s"
	}
	return Digits(s) + " " + what
}

// Times is Count for a word with a plural of its own.
func Times(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Int(n) + " " + many
}
