// Package dfs decides reachability and cycles by depth-first searches within growing bounds. See package engine/dfs.
package dfs
