// Package randcoloured makes small random coloured nets for property tests, counts what occurs in them, and makes one
// on which a test fails smaller.
//
// Generate is for nets that a plain search can enumerate. No transition gives more tokens than it takes, so they are
// bounded, if not always small; with Config.Open anything goes. Constructs says what a net has of all that coloured
// nets may have, so that a test can tell whether it has seen everything.
package randcoloured
