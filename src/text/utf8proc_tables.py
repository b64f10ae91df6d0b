"""utf8proc's view of Unicode, and C++ tables of where another differs: for the scripts here."""

import ctypes
import ctypes.util

CATEGORIES = (
    "Cn Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Cs Co"
).split()


class Property(ctypes.Structure):
    _fields_ = [("category", ctypes.c_int16), ("combining_class", ctypes.c_int16),
                ("others", ctypes.c_uint16 * 8), ("flags", ctypes.c_uint8),
                ("grapheme_class", ctypes.c_uint8)]


class Utf8proc:
    """The few functions of utf8proc that the sources of this folder use."""

    def __init__(self):
        self.library = ctypes.CDLL(ctypes.util.find_library("utf8proc"))
        self.library.utf8proc_get_property.restype = ctypes.POINTER(Property)
        self.library.utf8proc_unicode_version.restype = ctypes.c_char_p

    def version(self):
        return self.library.utf8proc_unicode_version().decode()

    def category(self, c):
        return CATEGORIES[self.library.utf8proc_get_property(c).contents.category]

    def combining_class(self, c):
        return self.library.utf8proc_get_property(c).contents.combining_class

    def grapheme_class(self, c):
        return self.library.utf8proc_get_property(c).contents.grapheme_class

    def lower(self, c):
        return self.library.utf8proc_tolower(c)

    def decompose(self, c, compatible=False):
        out = (ctypes.c_int32 * 32)()
        boundary = ctypes.c_int(0)
        options = 1 << 4 | (1 << 2 if compatible else 0)  # DECOMPOSE, COMPAT
        n = self.library.utf8proc_decompose_char(c, out, 32, options, ctypes.byref(boundary))
        return [out[i] for i in range(n)]

    def compose(self, points):
        buffer = (ctypes.c_int32 * 32)(*points)
        options = 1 << 1 | 1 << 3  # STABLE, COMPOSE
        n = self.library.utf8proc_normalize_utf32(buffer, ctypes.c_ssize_t(len(points)), options)
        return "".join(chr(buffer[i]) for i in range(n))


def ranges(code_points):
    found = []
    for c in sorted(code_points):
        if found and found[-1][1] == c - 1:
            found[-1][1] = c
        else:
            found.append([c, c])
    return found


def write_ranges(out, name, why, code_points):
    out.append(f"// {why}")
    out.append(f"constexpr Range {name}[] = {{")
    line = "   "
    for first, last in ranges(code_points):
        item = f" {{0x{first:X}, 0x{last:X}}},"
        if len(line) + len(item) > 100:
            out.append(line)
            line = "   "
        line += item
    out += [line, "};", ""]


def write_lower(out, pairs):
    runs = []
    for c, lower in sorted(pairs):
        if runs and runs[-1][1] == c - 1 and runs[-1][2] == lower - c:
            runs[-1][1] = c
        else:
            runs.append([c, c, lower - c])
    out.append("// Letters whose lower case is newer than utf8proc's tables.")
    out.append("constexpr LowerRange kLower[] = {")
    out += [f"    {{0x{a:X}, 0x{b:X}, {shift}}}," for a, b, shift in runs]
    out += ["};", ""]
