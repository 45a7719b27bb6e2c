/** Finds words of a vocabulary that differ from a word by few letters. */
export interface TypoIndex {
  /** Numbers of the words within the distance that the word's length allows. */
  near(word: string): readonly number[];
}

/** Only as many first letters are compared by deletion; the rest is checked by distance. */
const PREFIX = 7;
/** Words this long may differ by two letters; shorter ones by one, and those below the minimum by none. */
const TWO_ERRORS_FROM = 6;
const MIN_LENGTH = 3;

const errorsFor = (word: string): number => (word.length < MIN_LENGTH ? 0 : word.length < TWO_ERRORS_FROM ? 1 : 2);

/** Symmetric deletion: both sides are looked up under every form with up to two letters missing. */
export function createTypoIndex(words: readonly string[]): TypoIndex {
  const forms = new Map<string, number[]>();
  words.forEach((word, number) => {
    if (!/^\p{L}+$/u.test(word)) return;
    for (const form of deletions(word.slice(0, PREFIX), errorsFor(word))) {
      const known = forms.get(form);
      if (known) known.push(number);
      else forms.set(form, [number]);
    }
  });
  return {
    near(word) {
      const allowed = errorsFor(word);
      if (allowed === 0) return [];
      const found = new Set<number>();
      for (const form of deletions(word.slice(0, PREFIX), allowed)) {
        for (const number of forms.get(form) ?? []) {
          if (!found.has(number) && withinDistance(word, words[number], allowed)) found.add(number);
        }
      }
      return [...found];
    },
  };
}

function deletions(text: string, depth: number): Set<string> {
  const out = new Set([text]);
  let last = [text];
  for (let i = 0; i < depth; i++) {
    const next: string[] = [];
    for (const form of last) {
      for (let at = 0; at < form.length; at++) {
        const shorter = form.slice(0, at) + form.slice(at + 1);
        if (out.has(shorter)) continue;
        out.add(shorter);
        next.push(shorter);
      }
    }
    last = next;
  }
  return out;
}

/** Whether at most `limit` letters must be put in, left out, changed or swapped with their neighbour. */
export function withinDistance(a: string, b: string, limit: number): boolean {
  if (Math.abs(a.length - b.length) > limit) return false;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let best = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, before[j - 2] + 1);
      row.push(cost);
      best = Math.min(best, cost);
    }
    if (best > limit) return false;
    before = last;
    last = row;
  }
  return last[b.length] <= limit;
}
