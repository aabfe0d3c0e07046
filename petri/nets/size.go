package nets

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Size is a size of a family that has a name.
type Size struct {
	Name    string `json:"name"` // as written behind the colon of a spec
	Numbers []int  `json:"numbers"`
}

// A Number is one of the numbers that make a size.
type Number struct {
	Name string `json:"name"` // as in the family's form
	Min  int    `json:"min"`
	Max  int    `json:"max"`
}

// numbers returns numbers of one range with the given names.
func numbers(low, high int, names ...string) []Number {
	list := make([]Number, len(names))
	for i, name := range names {
		list[i] = Number{name, low, high}
	}
	return list
}

// Form returns how the specs of the family look, as dphil:N or brp:N,MAX.
func (f Family) Form() string {
	names := make([]string, len(f.Numbers))
	for i, x := range f.Numbers {
		names[i] = x.Name
	}
	return f.Name + ":" + strings.Join(names, ",")
}

// Least returns the size whose numbers are the least.
func (f Family) Least() []int {
	size := make([]int, len(f.Numbers))
	for i, x := range f.Numbers {
		size[i] = x.Min
	}
	return size
}

// spec returns the spec of the net of the given size.
func (f Family) spec(size []int) string {
	for _, s := range f.Sizes {
		if slices.Equal(s.Numbers, size) {
			return f.Name + ":" + s.Name
		}
	}
	words := make([]string, len(size))
	for i, n := range size {
		words[i] = strconv.Itoa(n)
	}
	return f.Name + ":" + strings.Join(words, ",")
}

// parseSize reads what stands behind the colon of a spec.
func (f Family) parseSize(text string) ([]int, error) {
	for _, s := range f.Sizes {
		if s.Name == text {
			return slices.Clone(s.Numbers), nil
		}
	}
	words := []string{text}
	if len(f.Numbers) > 1 {
		words = strings.Split(text, ",")
	}
	size := make([]int, len(words))
	for i, word := range words {
		n, err := strconv.Atoi(word)
		tooBig := errors.Is(err, strconv.ErrRange)
		if err != nil && !tooBig || len(words) != len(f.Numbers) {
			return nil, fmt.Errorf("family %s: size %q is not %s", f.Name, text, f.sizes())
		}
		switch x := f.Numbers[i]; {
		case tooBig && word[0] != '-', n > x.Max:
			return nil, f.outside(x, word, "many", "most", x.Max)
		case n < x.Min:
			return nil, f.outside(x, word, "few", "least", x.Min)
		}
		size[i] = n
	}
	return size, nil
}

// outside is the error for a number beyond a limit of x: too many, the most is 7.
func (f Family) outside(x Number, word, many, most string, limit int) error {
	if len(f.Numbers) == 1 {
		return fmt.Errorf("family %s: %s %s are too %s, the %s is %d", f.Name, word, f.Parameter, many, most, limit)
	}
	return fmt.Errorf("family %s: %s = %s, but the %s for %s is %d", f.Name, x.Name, word, most, x.Name, limit)
}

// noSize is the error for a spec without a size.
func (f Family) noSize() error {
	example := f.spec(f.Least())
	if len(f.Sizes) > 0 {
		example = f.Name + ":" + f.Sizes[0].Name
	}
	if len(f.Numbers) == 1 {
		return fmt.Errorf("family %s needs a size: write %s, N the number of %s, as in %s", f.Name, f.Form(),
			f.Parameter, example)
	}
	return fmt.Errorf("family %s needs a size: %s, as in %s", f.Name, f.sizes(), example)
}

// sizes says what a size of the family is.
func (f Family) sizes() string {
	if len(f.Numbers) == 1 {
		return "a whole number"
	}
	names := ""
	for i, s := range f.Sizes {
		names += s.Name
		if i < len(f.Sizes)-1 {
			names += ", "
		} else {
			names += " or "
		}
	}
	return fmt.Sprintf("%s%d whole numbers, the %s", names, len(f.Numbers), f.Parameter)
}
