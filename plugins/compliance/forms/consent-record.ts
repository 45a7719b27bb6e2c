import type { PluginScope } from 'plinth';
import type { ConsentCheckbox } from '../consents/checkbox.js';
import { anonymiseIp, type ConsentLog } from '../consents/consents.js';
import type { VisibleCheckbox } from '../consents/built-in.js';
import type { CheckboxStatistics } from '../consents/statistics.js';
import { hashText, type TextVersions } from '../consents/text-versions.js';
import type { LegalPages } from '../pages/legal-pages.js';
import type { FormContext, FormSubject } from '../store/shop.js';
import type { CountedForms, FormIdentity } from './form-identity.js';

/** A visitor's answer to a box. */
export interface CheckboxAnswer {
  /** Under the label that stood next to the tick, in whichever language; without a tick, in that of the request. */
  readonly checkbox: ConsentCheckbox;
  readonly ticked: boolean;
  /** Ticked under a wording that is no longer the box's. */
  readonly outdated: boolean;
}

/** The name of a box's field; its `id` has hyphens. */
export const fieldName = (checkbox: Pick<ConsentCheckbox, 'id'>): string => `legal_box_${checkbox.id}`;
export const fieldId = (checkbox: Pick<ConsentCheckbox, 'id'>): string => `legal-box-${checkbox.id}`;
/** The `id` of a form's section of boxes. */
export const sectionId = (place: FormContext['place']): string => `legal-boxes-${place}`;
export const errorId = (checkbox: Pick<ConsentCheckbox, 'id'>): string => `${fieldId(checkbox)}-error`;

/** What a ticked box sends: the version of the wording next to it. */
export const wordingOf = (checkbox: Pick<ConsentCheckbox, 'label'>): string => hashText(checkbox.label).slice(0, 16);

/** Reads what a form says of its boxes. Only the version of a box's words is a tick; anything else leaves it empty. */
export function answersOf(
  checkboxes: readonly VisibleCheckbox[],
  { request }: Pick<FormContext, 'request'>,
): readonly CheckboxAnswer[] {
  return checkboxes.map((checkbox) => {
    const sent = request.field(fieldName(checkbox));
    const label = checkbox.labels.find((text) => wordingOf({ label: text }) === sent);
    const outdated = /^[0-9a-f]{16}$/.test(sent) && label === undefined;
    return { checkbox: label === undefined ? checkbox : { ...checkbox, label }, ticked: label !== undefined, outdated };
  });
}

interface ConsentRecordDeps {
  readonly scope: Pick<PluginScope, 'db' | 'locale'>;
  readonly pages: Pick<LegalPages, 'inLanguage'>;
  readonly versions: TextVersions;
  readonly consents: ConsentLog;
  readonly statistics: CheckboxStatistics;
  readonly forms: CountedForms;
  readonly identity: Pick<FormIdentity, 'of'>;
}

/** Writes down what was answered. */
export interface ConsentRecord {
  /** Counts a form that was refused, if it is one that was shown; outside of any transaction. */
  refused(context: FormContext, answers: readonly CheckboxAnswer[]): Promise<void>;
  /** Proof of every answer, with the exact words; inside the transaction of what the form asks for. */
  accepted(context: FormContext, answers: readonly CheckboxAnswer[], subject: FormSubject): Promise<void>;
}

/** What stands for the proof of a form: one that was refused, and was counted then, is still to be proved when it comes again. */
const proofOf = (token: string): string => hashText(`proof ${token}`).slice(0, token.length);

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
    statistics.count(answers.map(({ checkbox, ticked }) => ({ id: checkbox.id, accepted: ticked })));

  async function pageVersion(pageId: number | null): Promise<string | null> {
    const page = pageId === null ? null : await legal.inLanguage(pageId, scope.locale());
    return page?.post_status === 'publish' ? versions.keep('page', `${page.post_title}\n\n${page.post_content}`) : null;
  }

  return {
    async refused(context, answers) {
      const token = identity.of(context);
      if (answers.length === 0 || token === '') return;
      await scope.db.transaction(async () => {
        if (await forms.first(token)) await count(answers);
      });
    },
    async accepted(context, answers, subject) {
      const token = identity.of(context);
      if (answers.length === 0 || !(await forms.first(proofOf(token)))) return;
      const pages = new Map<number, string | null>();
      const rows = [];
      for (const { checkbox, ticked } of answers) {
        const page = checkbox.legalPageId;
        if (page !== null && !pages.has(page)) pages.set(page, await pageVersion(page));
        rows.push({
          checkboxId: checkbox.id,
          purpose: checkbox.slug,
          location: context.place,
          orderId: subject.orderId,
          userId: subject.userId,
          email: subject.email.slice(0, 254),
          accepted: ticked,
          labelVersion: await versions.keep('label', checkbox.label),
          pageVersion: page === null ? null : (pages.get(page) ?? null),
          ip: anonymiseIp(context.request.ip),
        });
      }
      await consents.add(rows);
      if (await forms.first(token)) await count(answers);
    },
  };
}
