"""Writes tests/golden/safetensors.json: small good and bad safetensors files with the verdict of
the reference implementation (PyPI `safetensors`), and the same files as seeds of fuzz/safetensors.

Run with a Python that has `safetensors` and `numpy`:  python tests/golden/safetensors_files.py
"""

import json
import pathlib
import struct
import tempfile

import safetensors
from safetensors import safe_open

ROOT = pathlib.Path(__file__).resolve().parents[2]


def raw(header: bytes | str, data: bytes = b"", size: int | None = None) -> bytes:
    """A file with exactly this header text; `size` is what its first eight bytes claim."""
    text = header.encode() if isinstance(header, str) else header
    return struct.pack("<Q", len(text) if size is None else size) + text + data


def tensor(dtype="F32", shape="[2]", offsets="[0,8]", extra="") -> str:
    return f'{{"dtype":"{dtype}","shape":{shape},"data_offsets":{offsets}{extra}}}'


def one(info: str, data: bytes = bytes(range(8))) -> bytes:
    return raw('{"a":' + info + "}", data)


def cases() -> dict[str, bytes]:
    a, b = tensor(), tensor(offsets="[8,16]")
    two = bytes(range(16))
    found = {
        "one_tensor": one(tensor()),
        "two_tensors": raw(f'{{"a":{a},"b":{b}}}', two),
        "two_tensors_listed_backwards": raw(f'{{"b":{b},"a":{a}}}', two),
        "no_tensor": raw("{}"),
        "padded_header": raw('{"a":' + a + "}   ", bytes(8)),
        "leading_space": raw(' {"a":' + a + "}", bytes(8)),
        "metadata": raw(f'{{"__metadata__":{{"format":"pt"}},"a":{a}}}', bytes(8)),
        "metadata_null": raw(f'{{"__metadata__":null,"a":{a}}}', bytes(8)),
        "metadata_with_number": raw(f'{{"__metadata__":{{"format":1}},"a":{a}}}', bytes(8)),
        "metadata_nested": raw(f'{{"__metadata__":{{"format":{{}}}},"a":{a}}}', bytes(8)),
        "metadata_is_list": raw(f'{{"__metadata__":["x"],"a":{a}}}', bytes(8)),
        "metadata_twice": raw(f'{{"__metadata__":{{}},"a":{a},"__metadata__":{{}}}}', bytes(8)),
        "metadata_duplicate_key": raw(f'{{"__metadata__":{{"k":"1","k":"2"}},"a":{a}}}', bytes(8)),
        "scalar": one(tensor(shape="[]", offsets="[0,4]"), bytes(4)),
        "zero_length": one(tensor(shape="[0,5]", offsets="[0,0]"), b""),
        "zero_hides_overflow": one(
            tensor(shape="[4294967296,4294967296,0]", offsets="[0,0]"), b""),
        "unicode_name": raw('{"\u00e9\u4e2d":' + a + "}", bytes(8)),
        "escaped_name": raw('{"\\u0061\\n":' + a + "}", bytes(8)),
        "empty_name": raw('{"":' + a + "}", bytes(8)),
        "unknown_field": one(tensor(extra=',"note":[1,{"x":2}]')),
        "duplicate_name": raw(f'{{"a":{a},"a":{a}}}', bytes(8)),
        "duplicate_name_escaped": raw(f'{{"a":{a},"\\u0061":{a}}}', bytes(8)),
        "duplicate_field": one(tensor(extra=',"dtype":"F32"')),
        "info_as_list": one('["F32",[2],[0,8]]'),
        "overlap": raw(f'{{"a":{a},"b":{tensor(offsets="[4,12]")}}}', bytes(12)),
        "same_bytes_twice": raw(f'{{"a":{a},"b":{a}}}', bytes(8)),
        "gap": raw(f'{{"a":{a},"b":{tensor(offsets="[12,20]")}}}', bytes(20)),
        "gap_at_start": one(tensor(offsets="[4,12]"), bytes(12)),
        "bytes_left_over": one(tensor(), bytes(9)),
        "bytes_missing": one(tensor(), bytes(7)),
        "no_tensor_but_bytes": raw("{}", bytes(4)),
        "unknown_dtype": one(tensor(dtype="F31")),
        "lower_case_dtype": one(tensor(dtype="f32")),
        "dtype_is_number": raw('{"a":{"dtype":1,"shape":[2],"data_offsets":[0,8]}}', bytes(8)),
        "size_is_not_shape": one(tensor(shape="[3]")),
        "offsets_backwards": one(tensor(offsets="[8,0]")),
        "offsets_past_end": one(tensor(shape="[4]", offsets="[0,16]")),
        "offsets_negative": one(tensor(offsets="[-8,0]")),
        "offsets_float": one(tensor(offsets="[0.0,8.0]")),
        "offsets_exponent": one(tensor(offsets="[0,8e0]")),
        "offsets_huge": one(tensor(offsets="[0,18446744073709551615]")),
        "offsets_beyond_u64": one(tensor(offsets="[0,18446744073709551616]")),
        "offsets_text": one(tensor(offsets='["0","8"]')),
        "offsets_one": one(tensor(offsets="[8]")),
        "offsets_three": one(tensor(offsets="[0,8,8]")),
        "offsets_null": one(tensor(offsets="null")),
        "shape_negative": one(tensor(shape="[-2]")),
        "shape_float": one(tensor(shape="[2.0]")),
        "shape_overflow": one(tensor(shape="[4294967296,4294967296,2]")),
        "shape_bytes_overflow": one(tensor(shape="[4611686018427387904,2]")),
        "shape_is_number": one(tensor(shape="2")),
        "shape_nested": one(tensor(shape="[[2]]")),
        "missing_dtype": one('{"shape":[2],"data_offsets":[0,8]}'),
        "missing_shape": one('{"dtype":"F32","data_offsets":[0,8]}'),
        "missing_offsets": one('{"dtype":"F32","shape":[2]}'),
        "info_is_null": one("null"),
        "info_is_text": one('"F32"'),
        "header_is_list": raw("[]"),
        "header_is_text": raw('"x"'),
        "header_is_empty": raw(""),
        "header_is_blank": raw("    "),
        "header_cut": raw('{"a":{"dtype":"F32"'),
        "header_with_tail": raw("{}x"),
        "header_with_second_object": raw("{}{}"),
        "header_trailing_comma": raw('{"a":' + a + ",}", bytes(8)),
        "header_bad_utf8": raw(b'{"\xff":' + a.encode() + b"}", bytes(8)),
        "header_lone_surrogate": raw('{"\\ud800":' + a + "}", bytes(8)),
        "header_bom": raw(b'\xef\xbb\xbf{"a":' + a.encode() + b"}", bytes(8)),
        "header_comment": raw('{/**/"a":' + a + "}", bytes(8)),
        "offsets_minus_zero": one(tensor(offsets="[-0,8]")),
        "header_nul_byte": raw(b'{"a\x00":' + a.encode() + b"}", bytes(8)),
        "header_zero_padded": raw('{"a":' + a + "}\0\0\0", bytes(8)),
        "header_deep": raw('{"a":' + "[" * 600 + "]" * 600 + "}"),
        "header_size_past_end": raw("{}", size=3),
        "header_size_huge": raw("{}", size=2**64 - 1),
        "header_size_over_cap": raw("{}", size=100_000_001),
        "header_size_zero": raw("{}", size=0),
        "empty_file": b"",
        "seven_bytes": b"\2\0\0\0\0\0\0",
        "eight_bytes": b"\2\0\0\0\0\0\0\0",
    }
    for dtype, size in [("F64", 8), ("F16", 2), ("BF16", 2), ("I64", 8), ("I32", 4), ("I16", 2),
                        ("I8", 1), ("U64", 8), ("U32", 4), ("U16", 2), ("U8", 1), ("BOOL", 1),
                        ("F8_E4M3", 1), ("F8_E5M2", 1), ("F8_E8M0", 1), ("C64", 8)]:
        found[f"dtype_{dtype.lower()}"] = one(
            tensor(dtype=dtype, offsets=f"[0,{2 * size}]"), bytes(2 * size))
    found["dtype_f4"] = one(tensor(dtype="F4", shape="[4]", offsets="[0,2]"), bytes(2))
    return found


def verdict(content: bytes) -> dict:
    with tempfile.NamedTemporaryFile(suffix=".safetensors") as file:
        file.write(content)
        file.flush()
        try:
            with safe_open(file.name, framework="numpy") as opened:
                tensors = {}
                for name in opened.keys():
                    piece = opened.get_slice(name)
                    tensors[name] = {"dtype": piece.get_dtype(), "shape": piece.get_shape()}
            return {"accepted": True, "tensors": tensors}
        except Exception as error:  # the reference raises OSError, SafetensorError and others
            return {"accepted": False, "reason": str(error).replace(file.name, "FILE")}


def main() -> None:
    entries = []
    seeds = ROOT / "fuzz" / "corpus" / "safetensors"
    seeds.mkdir(parents=True, exist_ok=True)
    for name, content in cases().items():
        entries.append({"name": name, "bytes": content.hex(), **verdict(content)})
        (seeds / name).write_bytes(content)
    target = ROOT / "tests" / "golden" / "safetensors.json"
    document = {"reference": f"safetensors {safetensors.__version__}", "files": entries}
    target.write_text(json.dumps(document, indent=1, ensure_ascii=True) + "\n")
    print(f"{target.name}: {len(entries)} files, {sum(e['accepted'] for e in entries)} accepted")


if __name__ == "__main__":
    main()
