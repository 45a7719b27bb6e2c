import type { PluginScope } from 'plinth';
import type { Declaration, Declarations } from '../declarations/declarations.js';
import type { Receipts } from '../declarations/receipts.js';
import type { ReportCases } from '../declarations/report-cases.js';

interface DecisionDeps {
  readonly scope: Pick<PluginScope, 'db' | '__' | 'isEmail' | 'audit'>;
  readonly declarations: Declarations;
  readonly receipts: Receipts;
  readonly cases: ReportCases;
}

/** Outcome of a decision, for the shop owner. */
interface DecisionResult {
  readonly kind: 'success' | 'error';
  readonly text: string;
}

/** Maximum length of the reasons, in characters. */
const MAX_REASONS_LENGTH = 5000;

/**
 * Stores the decision on a declaration and emails it to the person who made it; reasons are required for a rejection
 * and for every decision on a report or an appeal.
 * @param author email address of the author of the reported content, who is informed why it was restricted; empty when
 * unknown
 */
export type DecisionHandler = (
  declaration: Declaration,
  status: string,
  reasons: string,
  author?: string,
) => Promise<DecisionResult>;

export function createDecisionHandler({ scope, declarations, receipts, cases }: DecisionDeps): DecisionHandler {
  const { __ } = scope;
  const maskEmail = (address: string): string => address.replace(/^(.).*(?=@)/, '$1…');

  /** Informs the author of reported content why it is restricted. */
  async function notifyAuthor(reportId: number, author: string, locale: string): Promise<void> {
    await cases.open(reportId, 'author', { email: author, locale });
    await receipts.queueStatement(reportId, author);
    await scope.audit.record({
      action: 'compliance.reasons_stated',
      subject: { kind: 'report', id: reportId },
      details: { to: maskEmail(author) },
    });
  }

  /** Applies a granted appeal: reverses the decision on the report and informs the other party. */
  async function reverseDecision({ id }: Declaration, reasons: string, author: string): Promise<void> {
    const reportCase = await cases.findByAppeal(id);
    const report = reportCase && (await declarations.get(reportCase.reportId));
    if (!reportCase || !report) return;
    await declarations.decide(report.id, reportCase.party === 'author' ? 'rejected' : 'accepted', reasons);
    if (reportCase.party === 'author') {
      await cases.markDecided(report.id);
      if (report.email !== '') await receipts.queueDecision(report.id);
      return;
    }
    const authorEmail = author || ((await cases.find(report.id, 'author'))?.email ?? '');
    if (authorEmail !== '') await notifyAuthor(report.id, authorEmail, report.locale);
    await cases.markDecided(report.id);
  }

  return async (declaration, status, submittedReasons, submittedAuthor = '') => {
    const { id, kind, email, locale } = declaration;
    const reasons = submittedReasons.trim().slice(0, MAX_REASONS_LENGTH);
    if (status !== 'accepted' && status !== 'rejected')
      return { kind: 'error', text: __('Select a declaration and a decision.') };
    if (kind === 'withdrawal' && status === 'rejected' && reasons === '')
      return { kind: 'error', text: __('Enter the reasons for declining: the customer must know why.') };
    if (kind === 'report' && reasons === '')
      return { kind: 'error', text: __('Enter the reasons: the law requires them in a decision on a report.') };
    if (kind === 'appeal' && reasons === '')
      return { kind: 'error', text: __('Enter the reasons: the law requires them in a decision on an appeal.') };
    const author = kind !== 'withdrawal' && status === 'accepted' ? submittedAuthor : '';
    if (author !== '' && scope.isEmail(author) === false)
      return { kind: 'error', text: __('Enter a full email address, such as name@example.com.') };
    await scope.db.transaction(async () => {
      await declarations.decide(id, status, reasons);
      if (kind === 'report') {
        await cases.open(id, 'reporter', { email, locale });
        if (author !== '') await notifyAuthor(id, author, locale);
        await cases.markDecided(id);
      }
      if (kind === 'appeal' && status === 'accepted') await reverseDecision(declaration, reasons, author);
      if (email !== '') await receipts.queueDecision(id);
    });
    return {
      kind: 'success',
      text: email === '' ? __('Decision saved.') : __('Decision saved. We are emailing it to %s.', email),
    };
  };
}
