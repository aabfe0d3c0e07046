package main

import (
	"brim/check"
	"context"
	"fmt"
	"io"
	"strings"
)

// A genCircuitReport tells what gen wrote. Its keys are stable.
type genCircuitReport struct {
	Model string `json:"model"`
	File  string `json:"file"`
	*circuitReport
}

// generateCircuit writes the circuit of the given name in the AIGER format.
func (a *app) generateCircuit(ctx context.Context, spec, file string) error {
	toFile := file != "" && file != "-"
	switch {
	case spec != check.Motor:
		return fmt.Errorf("%s is no circuit, so it cannot be written as AIGER; expected %s", spec, check.Motor)
	case !toFile && a.json:
		return errNoFile
	case toFile && !check.IsCircuit(file):
		return fmt.Errorf("%s is a circuit; expected a file that ends in .aag or .aig, not %s", spec, file)
	}
	m, err := check.Load(ctx, spec)
	if err != nil {
		return err
	}
	c := m.Circuit
	write := c.WriteASCII
	if strings.HasSuffix(file, ".aig") {
		write = c.WriteBinary
	}
	if err := a.output(ctx, file, func(w io.Writer) error { return write(w) }); err != nil || !toFile {
		return err
	}
	r := newCircuitReport(c)
	if a.json {
		return writeJSON(a.out, genCircuitReport{spec, file, r})
	}
	a.note("%s: %v", file, r)
	return nil
}
