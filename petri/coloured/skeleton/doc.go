// Package skeleton makes the place/transition net of a coloured net whose tokens have lost their colours.
package skeleton
