// Package walk decides what one state or one run of a net or a system shows, found by firing transitions at random and
// towards a goal. See package engine/walk.
package walk
