import { entryAt } from '../random.js';

const FIRST = [
  'Al',
  'Bel',
  'Cor',
  'Dal',
  'El',
  'Fen',
  'Gal',
  'Hel',
  'Il',
  'Jar',
  'Kal',
  'Lun',
  'Mir',
  'Nal',
  'Ol',
  'Por',
  'Ril',
  'Sol',
  'Tar',
  'Ul',
  'Wen',
  'Zor',
] as const;
const MIDDLE = ['a', 'e', 'i', 'o', 'ani', 'ero', 'imi', 'one'] as const;
const LAST = ['da', 'ka', 'lia', 'mo', 'na', 'ro', 'sa', 'ta', 'va'] as const;

/**
 * Returns invented names of models, collections and series, which mean nothing in any language: `Kalina`, `Zorimo`.
 * @param offset index of the first name; the sequence repeats after 1584 names
 */
export function inventedNames(count: number, offset = 0): string[] {
  return Array.from({ length: count }, (_, index) => {
    const position = index * 7 + offset;
    return (
      entryAt(FIRST, position % FIRST.length) +
      entryAt(MIDDLE, Math.floor(position / FIRST.length) % MIDDLE.length) +
      entryAt(LAST, (position + Math.floor(position / (FIRST.length * MIDDLE.length))) % LAST.length)
    );
  });
}
