import type { ExpectedPage, ExpectedStatement } from './expected-page.js';
import { findCandidates, includesText } from './expected-page.js';
import { normalizePassage, type PageSection, type Passage, joinPassages, readValues } from './passages.js';

/** Whether a page makes a statement: not at all, or without the values that the shop's settings or the law require. */
export type Presence = 'stated' | 'absent' | { readonly missing: readonly string[] };

/** Returns the values and names of a statement that a passage lacks; those of its section count unless it has others. */
function findMissingValues({ values, names }: ExpectedStatement, passage: Passage, section: PageSection): string[] {
  const [own, all] = [readValues(passage), readValues(joinPassages(section))];
  const isOther = (value: (typeof own)[number]): boolean =>
    !values.some((expected) => expected.kind === value.kind && expected.value === value.value);
  const missing = values.filter(({ kind, value }) => {
    const ofKind = own.filter((one) => one.kind === kind);
    if (ofKind.some((one) => one.value === value)) return false;
    return ofKind.some(isOther) || !all.some((one) => one.kind === kind && one.value === value);
  });
  return [
    ...new Set([
      ...names.filter((name) => !includesText(joinPassages(section).text, name)),
      ...missing.map(({ text }) => text),
    ]),
  ];
}

/** Returns whether the sections of a page make a statement. */
export function findPresence(
  expected: ExpectedStatement,
  { locale, data }: Pick<ExpectedPage, 'locale' | 'data'>,
  sections: readonly PageSection[],
): Presence {
  const opposite = expected.statement.opposite?.(data)[locale];
  const contradiction =
    opposite && sections.map((section) => opposite.exec(joinPassages(section).text)?.[0]).find(Boolean);
  if (contradiction) return { missing: [`≠ “${contradiction}”`] };
  const lacking = findCandidates(expected.statement, locale, sections).map(({ section, passage }) =>
    findMissingValues(expected, passage, section),
  );
  if (lacking.length === 0) return 'absent';
  const fewest = lacking.reduce((best, one) => (one.length < best.length ? one : best));
  return fewest.length === 0 ? 'stated' : { missing: fewest };
}

/** How the sections of a page differ from those of the page as it would be generated; headings of both. */
export interface SectionChanges {
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  readonly added: readonly string[];
  /** Whether at least half of the generated sections are unchanged. */
  readonly isMostlyGenerated: boolean;
}

/** Compares the sections of a page with those of the generated one, apart from the date from which it applies. */
export function compareSections(expected: ExpectedPage, sections: readonly PageSection[]): SectionChanges {
  const dates = expected.statements.filter(({ statement }) => statement.isDated).map(({ statement }) => statement);
  const isDate = ({ text }: Passage): boolean =>
    dates.some((date) => date[expected.locale].every((pattern) => pattern.test(text)));
  const textOf = ({ passages }: PageSection): string =>
    passages
      .filter((passage) => !isDate(passage))
      .map(({ text, links }) => `${normalizePassage(text)} ${links.join(' ')}`)
      .join('\n');
  const find = (all: readonly PageSection[], heading: string): PageSection | undefined =>
    all.find((section) => normalizePassage(section.heading) === normalizePassage(heading));
  const headings = (all: readonly PageSection[]): string[] => all.map(({ heading }) => heading);
  const removed = expected.sections.filter(({ heading }) => !find(sections, heading));
  const changed = sections.filter((section) => {
    const original = find(expected.sections, section.heading);
    return original && textOf(original) !== textOf(section);
  });
  return {
    changed: headings(changed),
    removed: headings(removed),
    added: headings(sections.filter(({ heading }) => !find(expected.sections, heading))),
    isMostlyGenerated: (removed.length + changed.length) * 2 <= expected.sections.length,
  };
}
