//go:build narrow

package mdd

// The constants of width.go for builds with the tag "narrow": so small that tests reach each limit.
const maxChains = 1 << 11

const wideFrom = 2

const smallValues = 3
