//go:build !unix

package laboratory

import "errors"

// replace is not possible on this system.
func replace(string, []string) error { return errors.ErrUnsupported }
