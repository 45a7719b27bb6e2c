import type { AdminPage, PageRequest, PluginScope, Reply } from 'plinth';
import type { Confirmations } from '../accounts/confirmations.js';
import type { Declaration, Declarations, Anomaly } from '../declarations/declarations.js';
import type { DeclarationKind } from '../declarations/tables.js';
import type { createKnownOrders } from '../declarations/known-orders.js';
import type { Receipts } from '../declarations/receipts.js';
import type { ReceiptStates } from '../declarations/receipt-states.js';
import type { ReportCases } from '../declarations/report-cases.js';
import { listVisibleFields } from '../declarations/shown-fields.js';
import type { BouncedEmails } from '../emails/bounced-emails.js';
import type { ReadOrder } from '../store/shop.js';
import type { Deadlines } from '../withdrawal/deadlines.js';
import { declaredAt, deadlineLabel } from './deadline-text.js';
import { createDecisionHandler } from './decisions.js';
import { createBouncedEmailsList } from './bounced-emails-list.js';
import { createReceiptActions, receiptRow } from './receipt-actions.js';
import { screenPath, SLUG } from './screen-path.js';

export interface DeclarationsScreenParts {
  readonly declarations: Declarations;
  readonly receipts: Receipts;
  readonly receiptStates: Pick<ReceiptStates, 'setStatus'>;
  readonly cases: ReportCases;
  readonly orders: Pick<ReturnType<typeof createKnownOrders>, 'findByNumber'>;
  readonly deadlines: Deadlines;
  readonly readOrder: ReadOrder;
  readonly bouncedEmails: BouncedEmails;
  readonly confirmations: Confirmations;
}

const PER_PAGE = 20;
/** Value of the parameter `kind` for declarations without a decision. */
export const UNDECIDED = 'undecided';
const ANOMALIES: readonly Anomaly[] = ['unmatched', 'late', 'unconfirmed'];

/** Creates the function that returns the list row of a declaration. */
function createRowBuilder(
  scope: PluginScope,
  { cases, deadlines, readOrder }: Pick<DeclarationsScreenParts, 'cases' | 'deadlines' | 'readOrder'>,
): (declaration: Declaration, refusedEmails?: readonly object[]) => Promise<object> {
  const { __ } = scope;

  /** Returns the end of the withdrawal period of the declaration's order. */
  async function readDeadline(declaration: Declaration): Promise<string> {
    const order = declaration.kind === 'withdrawal' ? await readOrder(declaration.orderId) : null;
    return order ? deadlineLabel(scope, await deadlines(order), declaration) : '';
  }

  /** Returns the numbers of the appeals against the decision on a report. */
  async function listAppeals({ id, kind }: Declaration): Promise<string> {
    const parties = kind === 'report' ? [await cases.find(id, 'reporter'), await cases.find(id, 'author')] : [];
    return parties.flatMap((party) => (party && party.appealId > 0 ? [String(party.appealId)] : [])).join(', ');
  }

  return async (declaration, refusedEmails = []) => {
    const flags = {
      '': '',
      honeypot: __('Suspicious: the hidden field was filled in'),
      flood: __('Suspicious: many submissions from one network in a short time'),
    };
    const kinds = { withdrawal: __('Withdrawal'), report: __('Report'), appeal: __('Appeal') };
    const statuses = { recorded: __('New'), accepted: __('Accepted'), rejected: __('Declined') };
    return {
      ...declaration,
      bouncedEmails: refusedEmails,
      withdrawal: declaration.kind === 'withdrawal',
      heading: kinds[declaration.kind],
      asksReporter: declaration.kind === 'report' || declaration.fields.party === 'reporter',
      open: declaration.status === 'recorded',
      statusText: statuses[declaration.status],
      tag: { recorded: 'pending', accepted: 'good', rejected: 'trash' }[declaration.status],
      parts: listVisibleFields(scope, declaration.fields),
      appeals: await listAppeals(declaration),
      flagText: flags[declaration.flag],
      ...receiptRow(scope, declaration),
      deadline: await readDeadline(declaration),
      orderUrl: declaration.orderId > 0 ? scope.adminUrl(`admin.php?page=store-order&id=${declaration.orderId}`) : '',
    };
  };
}

/** Returns the tabs of the screen. @param current value of the open one */
function createTabs({ __ }: Pick<PluginScope, '__'>, current: string): readonly object[] {
  const tabs = [
    [__('All'), ''],
    [__('Undecided'), UNDECIDED],
    [__('Withdrawals'), 'withdrawal'],
    [__('Reports'), 'report'],
    [__('Appeals'), 'appeal'],
    [__('Without an order'), 'unmatched'],
    [__('Late'), 'late'],
    [__('Without a confirmation'), 'unconfirmed'],
  ] as const;
  return tabs.map(([label, value]) => ({
    label,
    url: screenPath(SLUG.declarations, value === '' ? {} : { kind: value }),
    current: value === current,
  }));
}

/** Admin screen of received declarations and the decisions on them. */
export function createDeclarationsScreen(
  scope: PluginScope,
  {
    declarations,
    receipts,
    receiptStates,
    cases,
    orders,
    deadlines,
    readOrder,
    bouncedEmails,
    confirmations,
  }: DeclarationsScreenParts,
): AdminPage {
  const { __ } = scope;
  const bouncedEmailsList = createBouncedEmailsList({ scope, bouncedEmails, confirmations });

  const rowOf = createRowBuilder(scope, { cases, deadlines, readOrder });
  const handleReceipt = createReceiptActions({ scope, declarations, receipts, receiptStates });
  const storeDecision = createDecisionHandler({ scope, declarations, receipts, cases });

  async function show(
    request: PageRequest,
    submitted: { readonly id: number; readonly reasons: string; readonly author: string } = {
      id: 0,
      reasons: '',
      author: '',
    },
  ): Promise<Reply> {
    scope.useAsset('compliance-admin');
    const kindParam = request.field('kind');
    const isUndecided = kindParam === UNDECIDED;
    const kind: DeclarationKind | undefined =
      kindParam === 'withdrawal' || kindParam === 'report' || kindParam === 'appeal' ? kindParam : undefined;
    const anomaly: Anomaly | undefined = ANOMALIES.find((candidate) => candidate === kindParam);
    const filter = {
      ...(kind ? { kind } : {}),
      ...(anomaly ? { anomaly } : {}),
      ...(isUndecided ? { status: 'recorded' as const } : {}),
    };
    const total = await declarations.count(filter);
    const pages = Math.max(1, Math.ceil(total / PER_PAGE));
    const currentPage = Math.min(pages, Math.max(1, Math.trunc(Number(request.field('paged'))) || 1));
    const rows = await declarations.list({ ...filter, limit: PER_PAGE, offset: (currentPage - 1) * PER_PAGE });
    const emails = await bouncedEmailsList.listByDeclaration(rows.map(({ id }) => id));
    const brokenId = await declarations.findBroken();
    const extraParams: Readonly<Record<string, string>> = kind || anomaly || isUndecided ? { kind: kindParam } : {};
    const data = {
      rows: await Promise.all(
        rows.map(async (row) => ({
          ...(await rowOf(row, emails.get(row.id))),
          ...(row.id === submitted.id ? { typedReasons: submitted.reasons, typedAuthor: submitted.author } : {}),
        })),
      ),
      accounts: await bouncedEmailsList.listForAccounts(),
      total,
      pages,
      currentPage,
      broken: brokenId ?? 0,
      tabs: createTabs(scope, kind ?? anomaly ?? (isUndecided ? UNDECIDED : '')),
      newer: currentPage > 1 ? screenPath(SLUG.declarations, { ...extraParams, paged: String(currentPage - 1) }) : '',
      older:
        currentPage < pages ? screenPath(SLUG.declarations, { ...extraParams, paged: String(currentPage + 1) }) : '',
    };
    return { kind: 'page', title: __('Withdrawals and reports'), view: 'admin/declarations', data };
  }

  /** Assigns a declaration with a mistyped order number or email address to an order. */
  async function assignToOrder(request: PageRequest, declaration: Declaration | undefined): Promise<void> {
    const number = request.field('order_number').trim();
    const order = await readOrder(await orders.findByNumber(number));
    if (!declaration || declaration.kind !== 'withdrawal' || !order)
      return scope.addNotice(request, 'error', __('No order with the number “%s” found.', number));
    const { isInTime } = await deadlines(order);
    await scope.db.transaction(async () => {
      await declarations.assignOrder(declaration.id, order.id, !isInTime(declaredAt(declaration)));
      await scope.audit.record({
        action: 'compliance.declaration_matched',
        subject: { kind: 'withdrawal', id: declaration.id },
        details: { order: order.number },
      });
      // It turned out to come from a customer, so it no longer waits for the limits.
      if (declaration.receipt.status === 'queued') await receipts.resend(declaration.id);
    });
    scope.addNotice(
      request,
      'success',
      __('Withdrawal %1$s is now assigned to order %2$s.', declaration.id, order.number),
    );
  }

  async function decide(request: PageRequest): Promise<Reply> {
    const declaration = await declarations.get(Number(request.field('declaration')) || 0);
    if (request.field('match') !== '') await assignToOrder(request, declaration);
    else if (request.field('receipt') !== '') await handleReceipt(request, declaration);
    else {
      const [reasons, author] = [request.field('decision'), request.field('author_email').trim()];
      const { kind, text } = declaration
        ? await storeDecision(declaration, request.field('decide'), reasons, author)
        : { kind: 'error' as const, text: __('Select a declaration and a decision.') };
      scope.addNotice(request, kind, text);
      if (kind === 'error' && declaration) return show(request, { id: declaration.id, reasons, author });
    }
    return { kind: 'redirect', status: 303, location: screenPath(SLUG.declarations) };
  }

  return {
    slug: SLUG.declarations,
    title: () => __('Withdrawals and reports'),
    capability: 'manage_shop',
    parent: SLUG.overview,
    position: 6,
    pendingCount: () => declarations.count({ status: 'recorded' }),
    handler: (request) => (request.method === 'POST' ? decide(request) : show(request)),
  };
}
