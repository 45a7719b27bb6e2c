import type { LegalPage } from '../../pages/legal-pages.js';
import type { CheckI18n } from '../check-i18n.js';
import type { SeenElement } from '../visible-element.js';
import { byTag, find, parsePage } from '../visible-element.js';
import { compareSections, findPresence, type Presence, type SectionChanges } from './compare.js';
import type { ExpectedPage, ExpectedStatement } from './expected-page.js';
import { findTradeProblems } from './methods.js';
import { joinPassages, normalizePassage, type PageSection, readSections, readValues } from './passages.js';

/** A problem of a page, and what to do about it. */
export interface PageProblem {
  readonly text: string;
  readonly cure: string;
}

/** Returns a statement with the section it belongs to. */
const nameOf = ({ label, section }: ExpectedStatement, { __ }: CheckI18n): string =>
  section === '' ? label : __('%1$s (section “%2$s”)', label, section);

/** Returns the message about a statement that a page does not make, or makes with other values. */
function describe(
  expected: ExpectedStatement,
  presence: Exclude<Presence, 'stated'>,
  location: string,
  i18n: CheckI18n,
): string {
  const name = nameOf(expected, i18n);
  return presence === 'absent'
    ? i18n.__('%1$s doesn’t state: %2$s.', location, name)
    : i18n.__('%1$s: %2$s should state: %3$s.', location, name, presence.missing.join(', '));
}

/** What the shop's owner changed in a page. */
export interface OwnText {
  /** Headings of the sections that were changed, added or removed. */
  readonly changes: readonly string[];
  /** Statements that were not found in the changed sections. */
  readonly unrecognized: readonly string[];
  /** Email addresses that the generated page does not contain. */
  readonly otherEmails: readonly string[];
  /** Text of the changed sections. */
  readonly subject: string;
}

/** Whether a text has the words without which it cannot make a statement. */
const hasKeyword = ({ statement }: ExpectedStatement, { locale }: ExpectedPage, text: string): boolean =>
  statement.keyword?.[locale].test(text) ?? true;

/** Whether only a person can judge if a statement that was not found is in the text: its section has other words. */
function isForOwner({ section }: ExpectedStatement, changes: SectionChanges): boolean {
  const isIn = (headings: readonly string[]): boolean =>
    headings.some((heading) => normalizePassage(heading) === normalizePassage(section));
  return isIn(changes.changed) || changes.added.length > 0 || !changes.isMostlyGenerated;
}

const listEmails = (sections: readonly PageSection[]): string[] =>
  sections
    .flatMap((section) => readValues(joinPassages(section)))
    .filter(({ kind }) => kind === 'email')
    .map(({ value }) => value);

function readOwnText(
  expected: ExpectedPage,
  sections: readonly PageSection[],
  changes: SectionChanges,
  { unrecognized, i18n }: { readonly unrecognized: readonly ExpectedStatement[]; readonly i18n: CheckI18n },
): OwnText | undefined {
  const { __ } = i18n;
  const headings = [...changes.changed, ...changes.added].map((heading) => heading || __('introduction'));
  const removed = changes.removed.map((heading) => __('%s (removed)', heading || __('introduction')));
  if (headings.length + removed.length === 0) return undefined;
  const known = new Set(listEmails(expected.sections));
  const isOwn = ({ heading }: PageSection): boolean => [...changes.changed, ...changes.added].includes(heading);
  return {
    changes: [...headings, ...removed],
    unrecognized: unrecognized.map((statement) => nameOf(statement, i18n)),
    otherEmails: [...new Set(listEmails(sections).filter((email) => !known.has(email)))],
    subject: [
      ...sections.filter(isOwn).map((section) => `${section.heading}\n${joinPassages(section).text}`),
      ...changes.removed,
    ].join('\n'),
  };
}

/** The stored text of a page, compared with the shop's settings. */
export interface ExaminedPage {
  readonly version: LegalPage;
  readonly expected: ExpectedPage;
  /** Its visible content. */
  readonly content: SeenElement;
  /** Statements that it makes. */
  readonly stated: readonly ExpectedStatement[];
  readonly problems: readonly PageProblem[];
  /** What the owner wrote; undefined where the text is as generated. */
  readonly own: OwnText | undefined;
}

/** Examines the stored text of a page, section by section. */
export function examinePage(version: LegalPage, expected: ExpectedPage, i18n: CheckI18n): ExaminedPage {
  const { post, isUnedited } = version;
  const content = parsePage(post.post_content);
  const sections = readSections(content);
  const changes = compareSections(expected, sections);
  const title = `“${post.post_title}”`;
  const stated: ExpectedStatement[] = [];
  const [problems, unrecognized]: [string[], ExpectedStatement[]] = [[], []];
  for (const statement of expected.statements) {
    const presence = findPresence(statement, expected, sections);
    const isMissing = isUnedited || !hasKeyword(statement, expected, content.text);
    if (presence === 'stated') stated.push(statement);
    else if (presence === 'absent' && !isMissing && isForOwner(statement, changes)) unrecognized.push(statement);
    else problems.push(describe(statement, presence, title, i18n));
  }
  problems.push(...findTradeProblems(expected, sections, title, i18n));
  const cure = i18n.__('Regenerate the page, or correct the text.');
  return {
    version,
    expected,
    content,
    stated,
    problems: problems.map((text) => ({ text, cure })),
    own: isUnedited ? undefined : readOwnText(expected, sections, changes, { unrecognized, i18n }),
  };
}

/** Returns messages about the statements of a page's stored text that its visitors don't see. */
export function findUnseenStatements(
  body: SeenElement,
  { expected, stated }: ExaminedPage,
  location: string,
  i18n: CheckI18n,
): readonly string[] {
  const seen = readSections(find(body, byTag('main'))[0] ?? body);
  return stated.flatMap((statement) => {
    const presence = findPresence(statement, expected, seen);
    return presence === 'stated' ? [] : [describe(statement, presence, location, i18n)];
  });
}
