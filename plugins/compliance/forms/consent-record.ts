import type { PluginScope } from 'plinth';
import type { ConsentCheckbox } from '../consents/checkbox.js';
import { anonymizeIp, type ConsentLog } from '../consents/consents.js';
import type { VisibleCheckbox } from '../consents/built-in.js';
import type { CheckboxStatistics } from '../consents/statistics.js';
import { hashText, type TextVersions } from '../consents/text-versions.js';
import type { LegalPages } from '../pages/legal-pages.js';
import type { FormContext, FormSubject } from '../store/shop.js';
import type { CountedForms, FormIdentity } from './form-identity.js';

/** A visitor's response to a checkbox. */
export interface CheckboxAnswer {
  /**
   * With the label shown when it was checked, in whichever language; when unchecked, with the label in the language of
   * the request.
   */
  readonly checkbox: ConsentCheckbox;
  readonly checked: boolean;
  /** Whether it was checked under a text that the checkbox no longer has. */
  readonly outdated: boolean;
}

/** Returns the name of a checkbox's form field; its `id` has hyphens. */
export const fieldName = (checkbox: Pick<ConsentCheckbox, 'id'>): string => `legal_box_${checkbox.id}`;
export const fieldId = (checkbox: Pick<ConsentCheckbox, 'id'>): string => `legal-box-${checkbox.id}`;
/** Returns the `id` of a form's section of checkboxes. */
export const sectionId = (location: FormContext['location']): string => `legal-boxes-${location}`;
export const errorId = (checkbox: Pick<ConsentCheckbox, 'id'>): string => `${fieldId(checkbox)}-error`;

/** Returns the value that a checked checkbox submits: the version of its text. */
export const getTextVersion = (checkbox: Pick<ConsentCheckbox, 'label'>): string =>
  hashText(checkbox.label).slice(0, 16);

/**
 * Reads the responses to a form's checkboxes. Only the version of a checkbox's text counts as checked; anything else
 * counts as unchecked.
 */
export function readAnswers(
  checkboxes: readonly VisibleCheckbox[],
  { request }: Pick<FormContext, 'request'>,
): readonly CheckboxAnswer[] {
  return checkboxes.map((checkbox) => {
    const submittedValue = request.field(fieldName(checkbox));
    const label = checkbox.labels.find((text) => getTextVersion({ label: text }) === submittedValue);
    const outdated = /^[0-9a-f]{16}$/.test(submittedValue) && label === undefined;
    return {
      checkbox: label === undefined ? checkbox : { ...checkbox, label },
      checked: label !== undefined,
      outdated,
    };
  });
}

interface ConsentRecordDeps {
  readonly scope: Pick<PluginScope, 'db' | 'locale'>;
  readonly pages: Pick<LegalPages, 'inLanguage'>;
  readonly versions: TextVersions;
  readonly consents: ConsentLog;
  readonly statistics: CheckboxStatistics;
  readonly forms: CountedForms;
  readonly identity: Pick<FormIdentity, 'readToken'>;
}

/** Records responses to checkboxes. */
export interface ConsentRecord {
  /** Counts a refused form if it was one shown by this site; outside of any transaction. */
  refused(context: FormContext, answers: readonly CheckboxAnswer[]): Promise<void>;
  /** Logs every response with its exact text as proof; inside the transaction of the form's operation. */
  accepted(context: FormContext, answers: readonly CheckboxAnswer[], subject: FormSubject): Promise<void>;
}

/**
 * Token for the proof of a form: a form that was counted when it was refused must still be logged when it is submitted
 * again.
 */
const getProofToken = (token: string): string => hashText(`proof ${token}`).slice(0, token.length);

export function createConsentRecord({
  scope,
  pages: legal,
  versions,
  consents,
  statistics,
  forms,
  identity,
}: ConsentRecordDeps): ConsentRecord {
  const count = (answers: readonly CheckboxAnswer[]): Promise<void> =>
    statistics.count(answers.map(({ checkbox, checked }) => ({ id: checkbox.id, accepted: checked })));

  async function savePageVersion(pageId: number | null): Promise<string | null> {
    const page = pageId === null ? null : await legal.inLanguage(pageId, scope.locale());
    return page?.post_status === 'publish' ? versions.save('page', `${page.post_title}\n\n${page.post_content}`) : null;
  }

  return {
    async refused(context, answers) {
      const token = identity.readToken(context);
      if (answers.length === 0 || token === '') return;
      await scope.db.transaction(async () => {
        if (await forms.first(token)) await count(answers);
      });
    },
    async accepted(context, answers, subject) {
      const token = identity.readToken(context);
      if (answers.length === 0 || !(await forms.first(getProofToken(token)))) return;
      const pages = new Map<number, string | null>();
      const rows = [];
      for (const { checkbox, checked } of answers) {
        const page = checkbox.legalPageId;
        if (page !== null && !pages.has(page)) pages.set(page, await savePageVersion(page));
        rows.push({
          checkboxId: checkbox.id,
          purpose: checkbox.slug,
          location: context.location,
          orderId: subject.orderId,
          userId: subject.userId,
          email: subject.email.slice(0, 254),
          accepted: checked,
          labelVersion: await versions.save('label', checkbox.label),
          pageVersion: page === null ? null : (pages.get(page) ?? null),
          ip: anonymizeIp(context.request.ip),
        });
      }
      await consents.add(rows);
      if (await forms.first(token)) await count(answers);
    },
  };
}
