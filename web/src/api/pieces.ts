// Asks for many in pieces that the server takes, a few at a time: a browser opens six connections to a
// server, and other requests want one too.
const lanes = 3;

// What `load` gave for each piece, in the order of the pieces. The first failure ends it.
export async function inPieces<T, R>(
  all: readonly T[],
  most: number,
  load: (piece: readonly T[]) => Promise<R>,
): Promise<R[]> {
  const pieces: (readonly T[])[] = [];
  for (let from = 0; from < all.length; from += most) pieces.push(all.slice(from, from + most));
  const out: R[] = [];
  let next = 0;
  let failed = false;
  const lane = async () => {
    while (next < pieces.length && !failed) {
      const index = next++;
      try {
        out[index] = await load(pieces[index]!);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(lanes, pieces.length) }, lane));
  return out;
}
