// Package gmc looks for a path by repairing random sequences of states until they are paths. See package engine/gmc.
package gmc
