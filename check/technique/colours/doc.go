// Package colours is the technique that unfolds all colours of a coloured net where the other techniques work on a
// smaller unfolding, in which one colour stands for several.
package colours
