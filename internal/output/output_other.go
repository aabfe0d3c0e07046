//go:build !unix

package output

import (
	"errors"
	"io/fs"
	"os"
)

// descriptor returns false: no path names a descriptor here.
func descriptor(string) (int, bool) { return 0, false }

func duplicate(int) (*os.File, error) { return nil, errors.ErrUnsupported }

// keepOwner does nothing: there is no owner that the folder does not determine.
func keepOwner(*os.File, fs.FileInfo) {}
