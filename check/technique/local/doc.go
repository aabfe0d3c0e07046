// Package local decides formulas of CTL about nets by depth-first searches that look only at the markings that the
// formula needs. See package engine/explicit.
package local
