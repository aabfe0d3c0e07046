//go:build !unix

package output

import (
	"errors"
	"io/fs"
	"os"
)

// descriptor returns false: on this system no path names a descriptor.
func descriptor(string) (int, bool) { return 0, false }

func duplicate(int) (*os.File, error) { return nil, errors.ErrUnsupported }

// keepOwner does nothing: on this system the folder determines the owner of a file.
func keepOwner(*os.File, fs.FileInfo) {}
