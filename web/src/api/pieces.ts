// Asks for many in pieces that the server takes, a few at a time: a browser opens six connections to a
// server, and other requests want one too.
const lanes = 3;

// What `load` gives for all of them but those that are gone, for each of which `isGone` knows the failure.
// A piece with one of those is asked for in halves: some ten requests more for each. Past `most` of them
// the failure is told as it is.
export async function withoutGone<T, R>(
  all: readonly T[],
  load: (piece: readonly T[]) => Promise<R>,
  isGone: (error: unknown) => boolean,
  most: number,
): Promise<{ found: R[]; gone: T[] }> {
  const gone: T[] = [];
  const of = async (piece: readonly T[]): Promise<R[]> => {
    try {
      return [await load(piece)];
    } catch (error) {
      if (!isGone(error) || gone.length >= most) throw error;
      const half = piece.length >> 1;
      if (half > 0) return [...(await of(piece.slice(0, half))), ...(await of(piece.slice(half)))];
      gone.push(...piece);
      return [];
    }
  };
  return { found: await of(all), gone };
}

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
