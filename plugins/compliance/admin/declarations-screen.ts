import type { AdminPage, PageRequest, PluginScope, Reply } from 'plinth';
import type { Confirmations } from '../accounts/confirmations.js';
import type { Declaration, DeclarationKind, Declarations } from '../declarations/declarations.js';
import { CLOCK_META, isInTime, lastDay } from '../declarations/deadline.js';
import { fieldLabels, type Receipts } from '../declarations/receipts.js';
import type { RefusedLetters } from '../letters/refused-letters.js';
import type { Settings } from '../settings/settings.js';
import type { Clock } from '../time/clock.js';
import { createRefusedLettersList } from './refused-letters-list.js';
import { screenPath, SLUG } from './screen-path.js';

export interface DeclarationsScreenParts {
  readonly settings: Settings;
  readonly declarations: Declarations;
  readonly receipts: Receipts;
  readonly clock: Clock;
  readonly refusals: RefusedLetters;
  readonly confirmations: Confirmations;
}

const PER_PAGE = 20;
const MAX_DECISION = 5000;

/** Withdrawals and reports as they came in, and what was decided. */
export function declarationsScreen(scope: PluginScope, { declarations, receipts, clock, settings, refusals, confirmations }: DeclarationsScreenParts): AdminPage {
  const { __ } = scope;
  const refused = createRefusedLettersList({ scope, refusals, confirmations });

  /** Until when the customer of an order could withdraw; the days have not begun before it was delivered. */
  async function deadlineOf({ kind, orderId, createdAt }: Declaration): Promise<string> {
    if (kind !== 'withdrawal' || orderId === 0) return '';
    const started = (await scope.services.get('store.orders').get(orderId))?.meta[CLOCK_META];
    if (started === undefined) return __('in time: its days have not begun');
    const zone = await clock.zone();
    const last = lastDay(started, (await settings.values()).number('withdrawal_days'), zone);
    return isInTime(createdAt, last, zone) ? __('in time: the last day is %s', last) : __('late: the last day was %s', last);
  }

  async function rowOf(declaration: Declaration, refusedLetters: readonly object[] = []): Promise<object> {
    const labels = fieldLabels(scope);
    const doubts = { '': '', trap: __('Doubtful: the hidden field was filled in'), many: __('Doubtful: many came from one network in a short time') };
    const statuses = { recorded: __('New'), accepted: __('Accepted'), rejected: __('Rejected') };
    return {
      ...declaration, refusedLetters, withdrawal: declaration.kind === 'withdrawal', open: declaration.status === 'recorded', statusText: statuses[declaration.status], tag: { recorded: 'pending', accepted: 'good', rejected: 'trash' }[declaration.status],
      parts: Object.entries(declaration.fields).filter(([, value]) => value !== '').map(([key, value]) => ({ label: labels[key] ?? key, value: key === 'good_faith' ? __('Yes') : value })),
      doubtText: doubts[declaration.doubt],
      deadline: await deadlineOf(declaration),
      orderUrl: declaration.orderId > 0 ? scope.adminUrl(`admin.php?page=store-order&id=${declaration.orderId}`) : '',
    };
  }

  async function show(request: PageRequest): Promise<Reply> {
    scope.useAsset('compliance-admin');
    const asked = request.field('kind');
    const kind: DeclarationKind | undefined = asked === 'withdrawal' || asked === 'report' ? asked : undefined;
    const total = await declarations.count(kind);
    const pages = Math.max(1, Math.ceil(total / PER_PAGE));
    const at = Math.min(pages, Math.max(1, Math.trunc(Number(request.field('paged'))) || 1));
    const rows = await declarations.list({ ...(kind ? { kind } : {}), limit: PER_PAGE, offset: (at - 1) * PER_PAGE });
    const letters = await refused.ofDeclarations(rows.map(({ id }) => id));
    const broken = await declarations.broken();
    const tab = (label: string, value: string): object => ({ label, url: screenPath(SLUG.declarations, value === '' ? {} : { kind: value }), current: value === (kind ?? '') });
    const more: Readonly<Record<string, string>> = kind ? { kind } : {};
    const data = {
      rows: await Promise.all(rows.map((row) => rowOf(row, letters.get(row.id)))), accounts: await refused.ofAccounts(), total, pages, at, broken: broken ?? 0, tabs: [tab(__('All'), ''), tab(__('Withdrawals'), 'withdrawal'), tab(__('Reports'), 'report')],
      newer: at > 1 ? screenPath(SLUG.declarations, { ...more, paged: String(at - 1) }) : '', older: at < pages ? screenPath(SLUG.declarations, { ...more, paged: String(at + 1) }) : '',
    };
    return { kind: 'page', title: __('Withdrawals and reports'), view: 'admin/declarations', data };
  }

  async function decide(request: PageRequest): Promise<Reply> {
    const declaration = await declarations.get(Number(request.field('declaration')) || 0);
    const status = request.field('decide');
    if (declaration && (status === 'accepted' || status === 'rejected')) {
      await scope.db.transaction(async () => {
        await declarations.decide(declaration.id, status, request.field('decision').trim().slice(0, MAX_DECISION));
        if (declaration.email !== '') await receipts.queueDecision(declaration.id);
      });
      scope.addNotice(request, 'success', declaration.email === '' ? __('The decision is kept.') : __('The decision is kept and on its way to %s.', declaration.email));
    } else scope.addNotice(request, 'error', __('Choose a declaration and a decision.'));
    return { kind: 'redirect', status: 303, location: screenPath(SLUG.declarations) };
  }

  return {
    slug: SLUG.declarations,
    title: () => __('Withdrawals and reports'),
    capability: 'manage_shop',
    parent: SLUG.overview,
    position: 6,
    handler: (request) => (request.method === 'POST' ? decide(request) : show(request)),
  };
}
