"""Builds the wheel of brim.py with nothing but the standard library (PEP 517, PEP 427).

setuptools is missing in a new environment since Python 3.12, and before lacks the package wheel, which it needs, so
that ``pip install --no-build-isolation`` would fail where nothing can be downloaded. One file does not need it.
"""

import base64
import hashlib
import re
import zipfile
from pathlib import Path

HERE = Path(__file__).parent


def _project(key):
    text = (HERE / "pyproject.toml").read_text(encoding="utf-8")
    return re.search(rf'^{key} = "(.*)"$', text, re.MULTILINE).group(1)


def _files():
    """The files of the wheel by name, but for the record of their sums."""
    name, version = _project("name"), _project("version")
    info = f"{name}-{version}.dist-info"
    metadata = {"Metadata-Version": "2.1", "Name": name, "Version": version, "Summary": _project("description"),
                "Requires-Python": _project("requires-python"), "License": "BSD-3-Clause"}
    wheel = {"Wheel-Version": "1.0", "Generator": "brim", "Root-Is-Purelib": "true", "Tag": "py3-none-any"}
    text = lambda fields: "".join(f"{key}: {value}\n" for key, value in fields.items()).encode()
    return info, {"brim.py": (HERE / "brim.py").read_bytes(), f"{info}/METADATA": text(metadata), f"{info}/WHEEL": text(wheel)}


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    info, files = _files()
    record = ""
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(content)}\n"
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    wheel = f"{info.removesuffix('.dist-info')}-py3-none-any.whl"
    with zipfile.ZipFile(Path(wheel_directory, wheel), "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return wheel


def build_sdist(sdist_directory, config_settings=None):
    raise NotImplementedError("brim is installed from its folder")
