package artifact

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"strings"
)

// This file unpacks the sources that git archive prints.

// untar writes the files of a tar archive, which a program prints, into a folder, and nothing outside of it.
func untar(ctx context.Context, to, program string, args ...string) (err error) {
	root, err := os.OpenRoot(to)
	if err != nil {
		return err
	}
	defer root.Close()
	cmd := exec.CommandContext(ctx, program, args...)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	err = unpack(root, out)
	_, _ = io.Copy(io.Discard, out) // so that it ends
	if ended := cmd.Wait(); err == nil && ended != nil {
		err = fmt.Errorf("%s: %w: %s", program, ended, strings.TrimSpace(errs.String()))
	}
	return err
}

// unpack writes the folders, files and links of an archive below root, which keeps all of them inside. An entry of
// any other kind is an error.
func unpack(root *os.Root, archive io.Reader) error {
	r := tar.NewReader(archive)
	for {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		name := path.Clean(h.Name)
		switch h.Typeflag {
		case tar.TypeXGlobalHeader: // the commit
		case tar.TypeDir:
			err = root.MkdirAll(name, 0o755)
		case tar.TypeSymlink:
			err = root.Symlink(h.Linkname, name)
		case tar.TypeReg:
			err = write(root, name, r, h.FileInfo().Mode().Perm()&0o111 != 0)
		default:
			err = fmt.Errorf("%s is neither a file nor a folder nor a link", name)
		}
		if err != nil {
			return err
		}
	}
}

// write writes a file and the folders that it is in.
func write(root *os.Root, name string, from io.Reader, executable bool) error {
	if err := root.MkdirAll(path.Dir(name), 0o755); err != nil {
		return err
	}
	mode := os.FileMode(0o644)
	if executable {
		mode = 0o755
	}
	f, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, from)
	return errors.Join(err, f.Close())
}
