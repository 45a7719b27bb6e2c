/** Required letters per allowed edit, and maximum number of edits. A transposition counts as two. */
const LETTERS_PER_EDIT = 4;
const MAX_EDITS = 2;

/** Returns the candidate that most likely was intended by an unknown name; undefined if none is similar. */
export function closestMatch(name: string, candidates: Iterable<string>): string | undefined {
  const max = Math.min(MAX_EDITS, Math.floor(name.length / LETTERS_PER_EDIT));
  let best: string | undefined;
  let min = max + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) >= min) continue;
    const edits = distance(name, candidate);
    if (edits < min) [best, min] = [candidate, edits];
  }
  return best;
}

/** Levenshtein distance: the number of letters to change, insert or delete. */
function distance(a: string, b: string): number {
  const targets = b.split('');
  // Edits from the letters of `a` read so far to each prefix of `b`.
  let row = [0, ...targets.map((_, index) => index + 1)];
  let total = b.length;
  for (const [index, letter] of a.split('').entries()) {
    let diagonal = index;
    let left = index + 1;
    const next = [left];
    for (const [column, above] of row.slice(1).entries()) {
      left = Math.min(left + 1, above + 1, diagonal + (targets[column] === letter ? 0 : 1));
      diagonal = above;
      next.push(left);
    }
    row = next;
    total = left;
  }
  return total;
}
