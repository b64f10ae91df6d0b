// 128-bit integers, which both compilers have and ISO C++ lacks.
#pragma once

namespace plumb {

__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 UInt128;

}  // namespace plumb
