/** Of how many letters one may be another for a name to be meant by another name, and how many in all: two that stand in each other's place are two. */
const LETTERS_PER_SLIP = 4;
const MAX_SLIPS = 2;

/** The name that was probably meant by one that is none of them; undefined when none is like it. */
export function closestMatch(name: string, candidates: Iterable<string>): string | undefined {
  const max = Math.min(MAX_SLIPS, Math.floor(name.length / LETTERS_PER_SLIP));
  let best: string | undefined;
  let min = max + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) >= min) continue;
    const slips = distance(name, candidate);
    if (slips < min) [best, min] = [candidate, slips];
  }
  return best;
}

/** How many letters have to be changed, added or taken away. */
function distance(a: string, b: string): number {
  const targets = b.split('');
  // How many it takes from what was read of `a` to the first letters of `b`: none of them, one, two and so on.
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
