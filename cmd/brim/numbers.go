package main

import (
	"fmt"
	"math/big"
	"strings"
)

// longNumber is the number of digits from which on numbers are shown in short.
const longNumber = 40

// number writes n for people: digits in groups of three, or of a very long number the leading digits and
// how many there are. With all it is nothing but the digits.
func number(n *big.Int, all bool) string {
	s := n.String()
	switch {
	case all:
		return s
	case len(s) <= longNumber:
		return grouped(s)
	}
	return fmt.Sprintf("%s (%s digits)", scientific(s), grouped(fmt.Sprint(len(s))))
}

// grouped puts commas between groups of three of the decimal number s.
func grouped(s string) string {
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

func groupedInt[T int | int64](n T) string { return grouped(fmt.Sprint(n)) }

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
