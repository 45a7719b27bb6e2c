import type { FrontRoute, PageRequest, PluginScope, Reply } from 'plinth';
import { REPORT_PATH } from '../pages/generator.js';
import type { Clock } from '../time/clock.js';
import { formatMoment } from '../time/format-time.js';
import { caseUrl } from './addresses.js';
import type { Declaration, Declarations } from './declarations.js';
import type { Receipts } from './receipts.js';
import { appealEnds, type ReportCase, type ReportCases } from './report-cases.js';

export interface CasePageParts {
  readonly cases: ReportCases;
  readonly declarations: Declarations;
  readonly receipts: Receipts;
  readonly clock: Clock;
}

const NONCE = 'compliance_appeal';
const GROUNDS = 'appeal_grounds';
const MAX_GROUNDS = 5000;

/**
 * Page with the state of a report, the decision and its reasons, and the appeal against it (Regulation (EU) 2022/2065,
 * art. 16(5), 17 and 20).
 */
export function casePage(scope: PluginScope, { cases, declarations, receipts, clock }: CasePageParts): FrontRoute {
  const { __ } = scope;
  const shownAt = async (utc: string, to: 'minute' | 'day' = 'minute'): Promise<string> =>
    formatMoment(utc, { zone: await clock.zone(), locale: scope.locale(), to });
  const linesOf = (text: string): readonly string[] =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');

  function decisionText(kind: Declaration['kind'], granted: boolean, author: boolean): string {
    if (kind === 'appeal')
      return granted
        ? __('We have granted your appeal and changed our decision.')
        : __('We have reviewed the case again and uphold our decision.');
    if (author)
      return granted
        ? __('We have removed your content or restricted its visibility. It was reported to us as illegal.')
        : __('The restriction on your content has been lifted.');
    return granted ? __('We have accepted your report.') : __('We have not accepted your report.');
  }

  /** Returns the details of a decided declaration. */
  function decision({ kind, status, decision: reasons }: Declaration, author: boolean): object | null {
    if (status === 'recorded') return null;
    return { words: decisionText(kind, status === 'accepted', author), reasons: linesOf(reasons) };
  }

  async function show(one: ReportCase, report: Declaration, submittedText = '', error = ''): Promise<Reply> {
    scope.useAsset('compliance-declarations');
    const author = one.party === 'author';
    const appeal = await declarations.get(one.appealId);
    const decided = decision(report, author);
    const ends = one.decidedAt === null ? '' : appealEnds(one.decidedAt);
    // Only the losing party can appeal: not a reporter whose report was accepted, nor the author of content that was
    // restored.
    const adverse = author === (report.status === 'accepted');
    const data = {
      title: author ? __('Our decision about your content') : __('Your report'),
      url: report.fields.url ?? '',
      reason: author ? '' : (report.fields.reason ?? ''),
      receivedAt: author ? '' : await shownAt(report.createdAt),
      decided,
      decidedAt: one.decidedAt === null ? '' : await shownAt(one.decidedAt),
      zone: await clock.zone(),
      appeal: appeal
        ? {
            grounds: linesOf(appeal.fields.grounds ?? ''),
            at: await shownAt(appeal.createdAt),
            hash: appeal.hash,
            decided: decision(appeal, author),
          }
        : null,
      mayAppeal: decided !== null && one.appealId === 0 && adverse && one.decidedAt !== null,
      ends: ends === '' ? '' : await shownAt(ends, 'day'),
      late: ends !== '' && clock.now() > ends,
      nonceField: scope.wpNonceField(NONCE),
      action: caseUrl(scope, one.token),
      field: GROUNDS,
      max: MAX_GROUNDS,
      typed: submittedText,
      error,
    };
    return {
      kind: 'page',
      status: error === '' ? 200 : 422,
      title: data.title,
      view: 'declarations/case',
      data,
      robots: 'noindex',
      headers: { 'Cache-Control': 'no-store', 'Referrer-Policy': 'same-origin' },
    };
  }

  async function appeal(request: PageRequest, one: ReportCase, report: Declaration): Promise<Reply> {
    const grounds = request.field(GROUNDS).trim().slice(0, MAX_GROUNDS);
    if (!request.verifyNonce(NONCE))
      return show(
        one,
        report,
        grounds,
        __('The page was open for too long. Nothing is lost: please send the form again.'),
      );
    if (grounds === '') return show(one, report, '', __('Explain why you disagree.'));
    await scope.db.transaction(async () => {
      // A form submitted twice counts once; the page shows the first one.
      if (!(await cases.claimAppeal(one.token))) return;
      const late = one.decidedAt !== null && clock.now() > appealEnds(one.decidedAt);
      const added = await declarations.add(
        {
          kind: 'appeal',
          email: one.email,
          orderId: 0,
          fields: { report: String(one.reportId), party: one.party, url: report.fields.url ?? '', grounds },
          locale: scope.locale(),
          flag: '',
          late,
        },
        (stored) => receipts.queue(stored, { receipt: stored.email !== '', note: true }),
      );
      await cases.appealed(one.token, added.id);
    });
    return { kind: 'redirect', status: 303, location: `${REPORT_PATH}case/${one.token}/` };
  }

  return {
    path: `${REPORT_PATH}case/:token/`,
    async handler(request) {
      const one = await cases.findByToken(request.params.token ?? '');
      const report = one && (await declarations.get(one.reportId));
      if (!one || !report) return undefined;
      scope.cache.bypass();
      return request.method === 'POST' ? appeal(request, one, report) : show(one, report);
    },
  };
}
