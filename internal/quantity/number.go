package quantity

import (
	"fmt"
	"math/big"
	"strings"
)

// Numbers and counts as text for people.

// longNumber is the largest number of digits that Number writes out.
const longNumber = 40

// Number writes n for people: with commas between groups of three digits or, if it is very long, as its leading digits
// and the number of digits. If all is true it writes the plain digits.
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

// Digits puts commas between groups of three digits of the decimal number s.
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

// scientific writes the positive decimal number s, which has more than ten digits, rounded to ten digits.
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

// Count writes a number and a noun, to which it adds an s unless the number is 1.
func Count(n any, what string) string {
	s := fmt.Sprint(n)
	if s != "1" {
		what += "s"
	}
	return Digits(s) + " " + what
}

// Times is Count for a noun with an irregular plural.
func Times(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Int(n) + " " + many
}
