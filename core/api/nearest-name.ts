/** Of how many letters one may be another for a name to be meant by another name, and how many in all: two that stand in each other's place are two. */
const LETTERS_PER_SLIP = 4;
const MOST_SLIPS = 2;

/** The name that was probably meant by one that is none of them; undefined when none is like it. */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  const most = Math.min(MOST_SLIPS, Math.floor(name.length / LETTERS_PER_SLIP));
  let best: string | undefined;
  let least = most + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) >= least) continue;
    const slips = distance(name, candidate);
    if (slips < least) [best, least] = [candidate, slips];
  }
  return best;
}

/** How many letters have to be changed, added or taken away. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(next[j - 1] + 1, row[j] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length];
}
