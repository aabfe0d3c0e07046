// Package approximate makes formulas that are decided on an approximation of a coloured net: on one with more runs,
// such as its skeleton, or with fewer, such as a part of its unfolding.
package approximate
