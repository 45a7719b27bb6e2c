import type { LegalPageType, PageLocale } from '../../pages/page-type.js';
import { renderTemplate } from '../../pages/templates/registry.js';
import type { TemplateData } from '../../pages/templates/template-data.js';
import type { CheckI18n } from '../check-i18n.js';
import { parsePage } from '../visible-element.js';
import {
  ACCESSIBILITY,
  COMPLAINTS,
  DELIVERY,
  DSA_REASONS,
  DSA_REPORT,
  getAccessibilityLabels,
  getComplaintsLabels,
  getDeliveryLabels,
  getDsaReasonsLabels,
  getDsaReportLabels,
  getReturnsLabels,
  RETURNS,
} from './other-pages.js';
import {
  type Passage,
  normalizePassage,
  type PageSection,
  type PassageValue,
  readSections,
  readValues,
} from './passages.js';
import { getPrivacyLabels, PRIVACY } from './privacy.js';
import type { LegalStatement, StatementTable } from './statement.js';
import { getTermsLabels, TERMS } from './terms.js';
import { getWithdrawalLabels, WITHDRAWAL } from './withdrawal.js';

const TABLES: Readonly<Record<LegalPageType, StatementTable>> = {
  terms: TERMS,
  privacy: PRIVACY,
  withdrawal: WITHDRAWAL,
  returns: RETURNS,
  complaints: COMPLAINTS,
  delivery: DELIVERY,
  accessibility: ACCESSIBILITY,
  dsa_report: DSA_REPORT,
  dsa_reasons: DSA_REASONS,
};
const LABELS: Readonly<Record<LegalPageType, (i18n: CheckI18n) => Readonly<Record<string, string>>>> = {
  terms: getTermsLabels,
  privacy: getPrivacyLabels,
  withdrawal: getWithdrawalLabels,
  returns: getReturnsLabels,
  complaints: getComplaintsLabels,
  delivery: getDeliveryLabels,
  accessibility: getAccessibilityLabels,
  dsa_report: getDsaReportLabels,
  dsa_reasons: getDsaReasonsLabels,
};

/** A statement that a page must make with the shop's settings. */
export interface ExpectedStatement {
  readonly id: string;
  /** What it is about. */
  readonly label: string;
  readonly statement: LegalStatement;
  /** Heading of its section in the generated page. */
  readonly section: string;
  /** Amounts, periods, numbers and addresses in it. */
  readonly values: readonly PassageValue[];
  /** Names in it. */
  readonly names: readonly string[];
}

/** What a legal page must state with the shop's settings. */
export interface ExpectedPage {
  readonly type: LegalPageType;
  readonly locale: PageLocale;
  /** Sections of the page as it would be generated now. */
  readonly sections: readonly PageSection[];
  readonly statements: readonly ExpectedStatement[];
  /** Data of its template. */
  readonly data: TemplateData;
}

/** Returns the passages in which a statement may be, of a page in a language. */
export function findCandidates(
  statement: LegalStatement,
  locale: PageLocale,
  sections: readonly PageSection[],
): readonly { readonly section: PageSection; readonly passage: Passage }[] {
  return sections
    .flatMap((section) =>
      (statement.inList ? section.lists : section.passages).map((passage) => ({ section, passage })),
    )
    .filter(({ passage }) => statement[locale].every((pattern) => pattern.test(passage.text)));
}

/** Returns what a page must state: the statements of the law that the generated page contains. */
export function expectPage(
  { type, locale, data }: Pick<ExpectedPage, 'type' | 'locale' | 'data'>,
  i18n: CheckI18n,
): ExpectedPage {
  const sections = readSections(parsePage(renderTemplate(type, locale, data)));
  const labels = LABELS[type](i18n);
  const statements = Object.entries(TABLES[type]).flatMap(([id, statement]): ExpectedStatement[] => {
    const names = (statement.names?.(data) ?? []).map((name) => parsePage(name).text).filter((name) => name !== '');
    const stated = ({ text }: Passage): readonly string[] => names.filter((name) => includesText(text, name));
    // Passages with other names are about something else.
    const [found] = [...findCandidates(statement, locale, sections)].sort(
      (one, other) => stated(other.passage).length - stated(one.passage).length,
    );
    if (!found) return [];
    return [
      {
        id,
        label: labels[id] ?? id,
        statement,
        section: found.section.heading,
        values: statement.isDated ? [] : readValues(found.passage),
        names: stated(found.passage),
      },
    ];
  });
  return { type, locale, sections, statements, data };
}

/** Whether a text contains another one, apart from punctuation, spaces and case. */
export const includesText = (text: string, part: string): boolean =>
  normalizePassage(text).includes(normalizePassage(part));
