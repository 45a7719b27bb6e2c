import type { PluginScope } from 'plinth';
import { anonymiseIp, type ConsentLog } from '../boxes/consents.js';
import type { BoxStatistics } from '../boxes/statistics.js';
import { hashText, type TextVersions } from '../boxes/text-versions.js';
import type { LegalPages } from '../pages/legal-pages.js';
import type { CountedForms } from './counted-forms.js';
import type { FormContext, FormSubject } from '../store/store-form.js';
import type { FormIdentity } from './form-identity.js';
import type { BoxAnswer } from './submitted-boxes.js';

interface ConsentRecordDeps {
  readonly scope: Pick<PluginScope, 'db' | 'locale'>;
  readonly pages: Pick<LegalPages, 'inLanguage'>;
  readonly versions: TextVersions;
  readonly consents: ConsentLog;
  readonly statistics: BoxStatistics;
  readonly forms: CountedForms;
  readonly identity: Pick<FormIdentity, 'of'>;
}

/** Writes down what was answered. */
export interface ConsentRecord {
  /** Counts a form that was refused, if it is one that was shown; outside of any transaction. */
  refused(context: FormContext, answers: readonly BoxAnswer[]): Promise<void>;
  /** Proof of every answer, with the exact words; inside the transaction of what the form asks for. */
  accepted(context: FormContext, answers: readonly BoxAnswer[], subject: FormSubject): Promise<void>;
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
  const count = (answers: readonly BoxAnswer[]): Promise<void> =>
    statistics.count(answers.map(({ box, ticked }) => ({ id: box.id, accepted: ticked })));

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
      for (const { box, ticked } of answers) {
        const page = box.legalPageId;
        if (page !== null && !pages.has(page)) pages.set(page, await pageVersion(page));
        rows.push({
          checkboxId: box.id,
          purpose: box.slug,
          location: context.place,
          orderId: subject.orderId,
          userId: subject.userId,
          email: subject.email.slice(0, 254),
          accepted: ticked,
          labelVersion: await versions.keep('label', box.label),
          pageVersion: page === null ? null : (pages.get(page) ?? null),
          ip: anonymiseIp(context.request.ip),
        });
      }
      await consents.add(rows);
      if (await forms.first(token)) await count(answers);
    },
  };
}
