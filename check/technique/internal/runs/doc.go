// Package runs makes questions of LTL simpler by what is known of all reachable markings and of the initial one.
package runs
