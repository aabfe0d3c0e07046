// Package compare sets two sweeps next to each other, or two kinds of cells of one sweep: which is slower, by how much,
// and how certain that is.
//
// Cells are paired by their names, and of a pair it is asked how many times what A took B did. A line of the result is
// about one suite, or all, and one Measure:
//
//   - its ratio is the geometric mean over the pairs, with an interval;
//   - its p is that of Wilcoxon's signed-rank test on the logarithms of the ratios, against a difference by more than
//     Options.Floor: both ways, each with the logarithms moved by the floor towards zero. So a machine that was a
//     little slower during one sweep is no difference between programs;
//   - p is adjusted by Holm's method for all lines together, and below stats.Alpha a difference is shown.
//
// A run that its limit of time ended is not left out: a pair with one such run has a bound for its ratio, and takes
// part with what is worst for the difference that is tested, which is the bound on the one hand and no end at all on
// the other. What is shown would be shown, too, if these runs had gone on. A pair of two such runs says nothing. PAR-2
// stands next to it: the mean of the times, with twice the limit for whatever did not end with an answer.
//
// On a busy machine nothing is said of seconds by the clock, and of CPU time only where the two runs of a pair followed
// each other at once; bench/turns.sh measures in that way.
package compare
