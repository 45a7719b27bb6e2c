/** Groups of words as a text that spreadsheets read and people type: a line for each group, commas between words, quotes around one that has a comma. */
export function wordLines(groups: readonly (readonly string[])[]): string {
  return groups.map(wordLine).join('\n');
}

export function wordLine(words: readonly string[]): string {
  return words.map((word) => (/[",]/.test(word) ? `"${word.replaceAll('"', '""')}"` : word)).join(', ');
}

const CELL = /\s*(?:"((?:[^"]|"")*)"|([^,]*))\s*(?:,|$)/gy;

/** Reads what {@link wordLines} writes; semicolons and tabs, which spreadsheets write too, stand for commas where a line has none. Empty lines and words are left out. */
export function readWordLines(text: string): string[][] {
  return text
    .split(/\r?\n/)
    .map(readWordLine)
    .filter((words) => words.length > 0);
}

export function readWordLine(line: string): string[] {
  const plain = line.includes(',') || line.includes('"') ? line : line.replace(/[;\t]/g, ',');
  return [...plain.matchAll(CELL)]
    .map(([, quoted, bare]) => (quoted?.replaceAll('""', '"') ?? bare ?? '').trim())
    .filter((word) => word !== '');
}
