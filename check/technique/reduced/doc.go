// Package reduced makes a net smaller for each question, and has other techniques decide the question on the smaller
// net. See package petri/reduce.
package reduced
