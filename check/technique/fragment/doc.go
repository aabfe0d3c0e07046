// Package fragment is the technique that looks for runs of a coloured net that is too large to unfold: in a part of its
// unfolding, which grows.
package fragment
