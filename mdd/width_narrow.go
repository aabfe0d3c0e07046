//go:build narrow

package mdd

// See width.go.
const maxChains = 1 << 11

const wideFrom = 2

const smallValues = 3
