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
	Name    string // as written behind the colon of a spec
	Numbers []int
}

// Form returns how the specs of the family look, as dphil:N.
func (f Family) Form() string { return f.Name + ":N" + strings.Repeat(",N", f.numbers()-1) }

// numbers returns how many numbers a size has.
func (f Family) numbers() int {
	if len(f.Sizes) == 0 {
		return 1
	}
	return len(f.Sizes[0].Numbers)
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
	if f.numbers() > 1 {
		words = strings.Split(text, ",")
	}
	size := make([]int, len(words))
	for i, word := range words {
		n, err := strconv.Atoi(word)
		switch tooBig := errors.Is(err, strconv.ErrRange); {
		case err != nil && !tooBig || len(words) != f.numbers():
			return nil, fmt.Errorf("family %s: size %q is not %s", f.Name, text, f.sizes())
		case tooBig && word[0] != '-', n > f.Max:
			return nil, fmt.Errorf("family %s: %s %s are too many, the most is %d", f.Name, word, f.Parameter, f.Max)
		case n < f.Min:
			return nil, fmt.Errorf("family %s: %s %s are too few, the least is %d", f.Name, word, f.Parameter, f.Min)
		}
		size[i] = n
	}
	return size, nil
}

// noSize is the error for a spec without a size.
func (f Family) noSize() error {
	if len(f.Sizes) == 0 {
		return fmt.Errorf("family %s needs a size: write %s, N the number of %s, as in %s:%d", f.Name, f.Form(), f.Parameter, f.Name, f.Min)
	}
	return fmt.Errorf("family %s needs a size: %s, as in %s:%s", f.Name, f.sizes(), f.Name, f.Sizes[0].Name)
}

// sizes says what a size of the family is.
func (f Family) sizes() string {
	if len(f.Sizes) == 0 {
		return "a whole number"
	}
	var names []string
	for _, s := range f.Sizes {
		names = append(names, s.Name)
	}
	return fmt.Sprintf("%s or %d whole numbers, the %s", strings.Join(names, ", "), f.numbers(), f.Parameter)
}
