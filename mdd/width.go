//go:build !narrow

package mdd

// maxChains is the largest handle of a chain, and so of the numbers of maps and matrices. The tag "narrow" is that of package dd.
const maxChains = 1<<31 - 1

const denseValues = 1 << 20 // see byValue
