// Package partial decides formulas of CTL about nets with three truth values, on a part of the markings that grows near
// the initial one and along random runs. See package engine/explicit.
package partial
