package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"time"
)

// Archives of folders, with the same bytes for the same files.

// pack writes the folder, under its own name, as a zip file or a compressed tar file. Files come in the order of their
// paths and belong to nobody; their modes are 755 or 644.
func pack(w io.Writer, folder string, zipped bool, at time.Time) error {
	if zipped {
		z := zip.NewWriter(w)
		if err := walk(folder, zipper(z, at)); err != nil {
			return err
		}
		return z.Close()
	}
	g, err := gzip.NewWriterLevel(w, gzip.BestCompression) // its header has no name and no time
	if err != nil {
		return err
	}
	t := tar.NewWriter(g)
	if err := walk(folder, tarrer(t, at)); err != nil {
		return err
	}
	if err := t.Close(); err != nil {
		return err
	}
	return g.Close()
}

// A begin starts the next file of an archive, and returns what takes its contents.
type begin func(name string, mode fs.FileMode, size int64) (io.Writer, error)

func zipper(z *zip.Writer, at time.Time) begin {
	return func(name string, mode fs.FileMode, _ int64) (io.Writer, error) {
		h := &zip.FileHeader{Name: name, Method: zip.Deflate, Modified: at}
		h.SetMode(mode)
		return z.CreateHeader(h)
	}
}

func tarrer(t *tar.Writer, at time.Time) begin {
	return func(name string, mode fs.FileMode, size int64) (io.Writer, error) {
		return t, t.WriteHeader(&tar.Header{Name: name, Mode: int64(mode), Size: size, ModTime: at,
			Format: tar.FormatUSTAR})
	}
}

// walk writes the files of a folder, in the order of their names, to the writers that next returns for them. It fails
// at anything that is neither a folder nor a regular file. Modes become 755 for programs and 644 for other files.
func walk(folder string, next begin) error {
	top := filepath.Base(folder)
	files := os.DirFS(folder)
	return fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error { // in the order of names
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		if !info.Mode().IsRegular() {
			return fmt.Errorf("%s is no plain file: %v", name, info.Mode())
		}
		mode := fs.FileMode(0o644)
		if info.Mode()&0o111 != 0 {
			mode = 0o755
		}
		w, err := next(path.Join(top, name), mode, info.Size())
		if err != nil {
			return err
		}
		f, err := files.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		_, err = io.Copy(w, f)
		return err
	})
}
