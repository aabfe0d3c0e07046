package main

import "brim/petri"

// A netReport is what every report on a model begins with.
type netReport struct {
	Tool        string `json:"tool"`
	Version     string `json:"version"`
	Command     string `json:"command"`
	Model       string `json:"model"`
	Net         string `json:"net"`
	Places      int    `json:"places"`
	Transitions int    `json:"transitions"`
	Arcs        int    `json:"arcs"`
}

func newNetReport(command, model string, net *petri.Net) netReport {
	return netReport{"brim", version(), command, model, net.Name, len(net.Places), len(net.Transitions), net.ArcCount()}
}
