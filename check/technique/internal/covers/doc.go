// Package covers puts questions to covers: sets of markings that contain all reachable ones, such as place invariants
// describe. What holds on all of a cover holds on all reachable markings.
package covers
