//go:build narrow

package mdd

// See width.go.
const maxChains = 1 << 11

const denseValues = 3
