// Package checktest loads models and asks questions for the tests of package check and of its techniques.
package checktest

import (
	"testing"

	"brim/check"
)

// Load returns the model of that name, or ends the test.
func Load(t *testing.T, name string) *check.Model {
	t.Helper()
	m, err := check.Load(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Ask returns a question about maximal paths of a model, or ends the test.
func Ask(t *testing.T, m *check.Model, formula string) *check.Question {
	t.Helper()
	q, err := m.Ask(formula, check.Maximal)
	if err != nil {
		t.Fatal(err)
	}
	return q
}
