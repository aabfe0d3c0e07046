package bench

import "slices"

// Short functions on lists, which this package and those above it share.

// Map returns what a function makes of each element of a list, in the same order; nil of an empty list.
func Map[T, U any](list []T, of func(T) U) (mapped []U) {
	for _, x := range list {
		mapped = append(mapped, of(x))
	}
	return mapped
}

// AddNew returns a list with x appended, unless the list has it already.
func AddNew[T comparable](list []T, x T) []T {
	if slices.Contains(list, x) {
		return list
	}
	return append(list, x)
}

// PlaceOf returns the position of x in a list, to which it appends x if the list does not have it.
func PlaceOf[T comparable](list *[]T, x T) int {
	*list = AddNew(*list, x)
	return slices.Index(*list, x)
}

// Count returns how many elements of a list have a property.
func Count[T any](list []T, has func(T) bool) (n int) {
	for _, x := range list {
		if has(x) {
			n++
		}
	}
	return n
}
