import type { PluginScope } from 'plinth';
import type { Box } from '../boxes/box.js';
import { anonymiseIp, type ConsentLog } from '../boxes/consents.js';
import type { ShownBox } from '../boxes/built-in.js';
import type { BoxStatistics } from '../boxes/statistics.js';
import { hashText, type TextVersions } from '../boxes/text-versions.js';
import type { LegalPages } from '../pages/legal-pages.js';
import type { FormContext, FormSubject } from '../store/shop.js';
import type { CountedForms, FormIdentity } from './form-identity.js';

/** A visitor's answer to a box. */
export interface BoxAnswer {
  /** Under the label that stood next to the tick, in whichever language; without a tick, in that of the request. */
  readonly box: Box;
  readonly ticked: boolean;
  /** Ticked under a wording that is no longer the box's. */
  readonly outdated: boolean;
}

/** The name of a box's field; its `id` has hyphens. */
export const fieldName = (box: Pick<Box, 'id'>): string => `legal_box_${box.id}`;
export const fieldId = (box: Pick<Box, 'id'>): string => `legal-box-${box.id}`;
/** The `id` of a form's section of boxes. */
export const sectionId = (place: FormContext['place']): string => `legal-boxes-${place}`;
export const errorId = (box: Pick<Box, 'id'>): string => `${fieldId(box)}-error`;

/** What a ticked box sends: the version of the wording next to it. */
export const wordingOf = (box: Pick<Box, 'label'>): string => hashText(box.label).slice(0, 16);

/** Reads what a form says of its boxes. Only the version of a box's words is a tick; anything else leaves it empty. */
export function answersOf(boxes: readonly ShownBox[], { request }: Pick<FormContext, 'request'>): readonly BoxAnswer[] {
  return boxes.map((box) => {
    const sent = request.field(fieldName(box));
    const label = box.labels.find((words) => wordingOf({ label: words }) === sent);
    const outdated = /^[0-9a-f]{16}$/.test(sent) && label === undefined;
    return { box: label === undefined ? box : { ...box, label }, ticked: label !== undefined, outdated };
  });
}

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
