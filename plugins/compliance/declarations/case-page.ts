import type { FrontRoute, PageRequest, PluginScope, Reply } from 'plinth';
import { REPORT_PATH } from '../pages/generator.js';
import type { Clock } from '../time/clock.js';
import { formatDateTime } from '../time/format-time.js';
import { caseUrl } from './declaration-urls.js';
import type { Declaration, Declarations } from './declarations.js';
import { receiptText, type Receipts } from './receipts.js';
import { getAppealDeadline, type ReportCase, type ReportCases } from './report-cases.js';

export interface CasePageDeps {
  readonly cases: ReportCases;
  readonly declarations: Declarations;
  readonly receipts: Receipts;
  readonly clock: Clock;
}

const NONCE = 'compliance_appeal';
const GROUNDS_FIELD = 'appeal_grounds';
const MAX_GROUNDS_LENGTH = 5000;

/**
 * Page with the state of a report, the decision and its reasons, and the appeal against it (Regulation (EU) 2022/2065,
 * art. 16(5), 17 and 20).
 */
export function createCasePage(scope: PluginScope, { cases, declarations, receipts, clock }: CasePageDeps): FrontRoute {
  const { __ } = scope;
  const formatTime = async (utc: string, to: 'minute' | 'day' = 'minute'): Promise<string> =>
    formatDateTime(utc, { zone: await clock.zone(), locale: scope.locale(), to });
  const splitLines = (text: string): readonly string[] =>
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
  function getDecision({ kind, status, decision: reasons }: Declaration, author: boolean): object | null {
    if (status === 'recorded') return null;
    return { text: decisionText(kind, status === 'accepted', author), reasons: splitLines(reasons) };
  }

  async function renderPage(
    reportCase: ReportCase,
    report: Declaration,
    submittedText = '',
    error = '',
  ): Promise<Reply> {
    scope.useAsset('compliance-declarations');
    const author = reportCase.party === 'author';
    const appeal = await declarations.get(reportCase.appealId);
    const decided = getDecision(report, author);
    const appealDeadline = reportCase.decidedAt === null ? '' : getAppealDeadline(reportCase.decidedAt);
    // Only the losing party can appeal: not a reporter whose report was accepted, nor the author of content that was
    // restored.
    const isAdverse = author === (report.status === 'accepted');
    const data = {
      title: author ? __('Our decision about your content') : __('Your report'),
      url: report.fields.url ?? '',
      reason: author ? '' : (report.fields.reason ?? ''),
      receivedAt: author ? '' : await formatTime(report.createdAt),
      decided,
      decidedAt: reportCase.decidedAt === null ? '' : await formatTime(reportCase.decidedAt),
      zone: await clock.zone(),
      appeal: appeal
        ? {
            grounds: splitLines(appeal.fields.grounds ?? ''),
            receivedAt: await formatTime(appeal.createdAt),
            hash: appeal.hash,
            receipt: receiptText(scope, appeal),
            decided: getDecision(appeal, author),
          }
        : null,
      mayAppeal: decided !== null && reportCase.appealId === 0 && isAdverse && reportCase.decidedAt !== null,
      ends: appealDeadline === '' ? '' : await formatTime(appealDeadline, 'day'),
      late: appealDeadline !== '' && clock.now() > appealDeadline,
      nonceField: scope.wpNonceField(NONCE),
      action: caseUrl(scope, reportCase.token),
      field: GROUNDS_FIELD,
      max: MAX_GROUNDS_LENGTH,
      submittedText,
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

  async function submitAppeal(request: PageRequest, reportCase: ReportCase, report: Declaration): Promise<Reply> {
    const grounds = request.field(GROUNDS_FIELD).trim().slice(0, MAX_GROUNDS_LENGTH);
    if (!request.verifyNonce(NONCE))
      return renderPage(reportCase, report, grounds, __('This page has expired. Please submit the form again.'));
    if (grounds === '') return renderPage(reportCase, report, '', __('Explain why you disagree.'));
    await scope.db.transaction(async () => {
      // A form submitted twice counts once; the page shows the first one.
      if (!(await cases.claimAppeal(reportCase.token))) return;
      const late = reportCase.decidedAt !== null && clock.now() > getAppealDeadline(reportCase.decidedAt);
      const added = await declarations.add(
        {
          kind: 'appeal',
          email: reportCase.email,
          orderId: 0,
          fields: {
            report: String(reportCase.reportId),
            party: reportCase.party,
            url: report.fields.url ?? '',
            grounds,
          },
          locale: scope.locale(),
          flag: '',
          late,
        },
        (stored) => receipts.queue(stored, { receipt: 'immediate', network: '', note: true }),
      );
      await cases.appealed(reportCase.token, added.id);
    });
    return { kind: 'redirect', status: 303, location: `${REPORT_PATH}case/${reportCase.token}/` };
  }

  return {
    path: `${REPORT_PATH}case/:token/`,
    async handler(request) {
      const reportCase = await cases.findByToken(request.params.token ?? '');
      const report = reportCase && (await declarations.get(reportCase.reportId));
      if (!reportCase || !report) return undefined;
      scope.cache.bypass();
      return request.method === 'POST' ? submitAppeal(request, reportCase, report) : renderPage(reportCase, report);
    },
  };
}
