// Package comparisons has the suites of package bench that are of no paper: brim next to other programs, to an earlier
// build of itself, or one of its own ways next to the others, on the same models. There is a file or two for each suite.
// Package bench/tables lists them with those of the papers.
package comparisons
