// Package walk decides what one marking or one run of a net shows, found by firing transitions at random and towards a
// goal. See package engine/walk.
package walk
