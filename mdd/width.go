//go:build !narrow

package mdd

// The widths of packed fields, and the sizes from which saturation treats nodes as wide. Builds with the tag "narrow"
// have small ones, so that tests reach each limit.

// maxChains is the largest handle of a chain, and so of the numbers of maps and matrices. The tag "narrow" is that of
// package dd.
const maxChains = 1<<31 - 1

// wideFrom is the number of values from which it pays to look up the closure of an unfinished node, and to ask for
// all arcs at once: on Kanban-200 and FMS-200 the first halves the questions to the computed table; slotted ring,
// with 15 values a node, gets nothing but more nodes.
const wideFrom = 16

const smallValues = 1 << 10 // see byValue
