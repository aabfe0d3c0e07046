// Package stats has the statistics of measured runs: medians and geometric means with intervals, the tests that tell a
// difference from noise, and the correction for asking several questions at once.
//
// Nothing here draws random numbers, so equal samples give equal results. The times of runs are far from normal: a few
// are much longer than the others. So medians and tests go by ranks, and means by logarithms of ratios, which are
// nearly normal.
//
// What libraries have is theirs: distributions of gonum, and the rank-sum test of golang.org/x/perf/benchmath, which
// benchstat uses. Neither has Wilcoxon's signed-rank test, Holm's correction, the bootstrap of a median, or
// Spearman's correlation of ranks.
package stats

// Level is the confidence of all intervals.
const Level = 0.95

// Alpha is the chance of a false alarm that a comparison may have, all its tests together.
const Alpha = 1 - Level
