// Package comparisons has the suites of package bench that belong to no paper. Each sets brim next to other programs,
// to an earlier build, or one way of its own next to others, on the same models. There is a file or two for each suite;
// package bench/tables lists them with those of the papers.
package comparisons
