import type { PluginScope } from 'plinth';
import type { ConsentCheckboxes } from '../consents/checkboxes.js';
import type { ConsentLog } from '../consents/consents.js';
import type { TextVersions } from '../consents/text-versions.js';
import type { Settings } from '../settings/settings.js';
import type { Clock } from '../time/clock.js';
import type { Catalog, Order } from '../store/shop.js';
import { formatDateTime, formatDay } from '../time/format-time.js';
import type { Contracts } from '../withdrawal/contracts.js';
import type { Deadline } from '../withdrawal/deadlines.js';
import { getExceptionTexts } from '../withdrawal/exceptions.js';
import { createConsentMarker, findDigitalConsent } from './contract-records.js';
import { formatQuantities } from './quantities.js';
import type { OrderWithdrawal, OrderWithdrawals, ReadWithdrawals } from './withdrawals.js';
import { withdrawalUrl } from './declaration-urls.js';

interface OrderLinkDeps {
  readonly settings: Settings;
  readonly contracts: Contracts;
  readonly checkboxes: Pick<ConsentCheckboxes, 'list'>;
  readonly consents: Pick<ConsentLog, 'list'>;
  readonly versions: Pick<TextVersions, 'get'>;
  readonly readWithdrawals: ReadWithdrawals;
  readonly clock: Clock;
  catalog(): Catalog | undefined;
}

/** IDs of emails to the shop; all others go to the customer. */
const SHOP_EMAIL_IDS = ['new_order', 'payment_failed'];

/** Adds links to an order's prefilled withdrawal form to each email about it, its page and the account. */
export function registerOrderLinks(scope: PluginScope, deps: OrderLinkDeps): void {
  const { settings, contracts, readWithdrawals, clock } = deps;
  const { __, escHtml, escAttr } = scope;
  const isEnabled = async (): Promise<boolean> => (await settings.values()).flag('withdrawal_enabled');

  /** Returns the end of the withdrawal period; no date when it is only assumed, so that customers do not rely on it. */
  function getDeadlineText({ window }: Deadline): string {
    if (window.basis === 'open' || window.basis === 'assumed') return __('Your withdrawal period starts on delivery.');
    return __('You can withdraw from the contract until %s.', formatDay(window.lastDay, scope.locale()));
  }

  function renderExceptions({ contract }: Deadline): string {
    const labels = getExceptionTexts(scope);
    const items = contract.lines.flatMap(({ name, exception }) =>
      exception === 0 ? [] : [`<li><strong>${escHtml(name)}</strong>: ${escHtml(labels[exception])}</li>`],
    );
    return items.length === 0 ? '' : `<ul>${items.join('')}</ul>`;
  }

  const formatLocalDay = async (utc: string): Promise<string> =>
    formatDateTime(utc, { zone: await clock.zone(), locale: scope.locale(), to: 'day' });

  /** Returns the text shown when nothing is left to withdraw from; otherwise empty. */
  async function renderWithdrawalDate({ list, finalId }: OrderWithdrawals): Promise<string> {
    const last = list.find(({ declaration }) => declaration.id === finalId)?.declaration;
    return last
      ? `<p>${escHtml(__('You withdrew from this order on %s.', await formatLocalDay(last.createdAt)))}</p>`
      : '';
  }

  /** Returns what became of a withdrawal, for its customer. */
  function getOutcome({ declaration, refund }: OrderWithdrawal, currency: string): string {
    const amount = refund
      ? new Intl.NumberFormat(scope.locale().replace('_', '-'), { style: 'currency', currency }).format(
          refund.amount / 10 ** (deps.catalog()?.currencyDigits() ?? 2),
        )
      : '';
    if (refund) return refund.state === 'done' ? __('%s refunded', amount) : __('%s is being refunded', amount);
    return { recorded: __('received'), accepted: __('accepted'), rejected: __('declined') }[declaration.status];
  }

  /** Lists the withdrawals from an order, with the items and what became of them. */
  async function renderWithdrawals({ list, deadline }: OrderWithdrawals, { currency }: Order): Promise<string> {
    if (list.length === 0) return '';
    const items = await Promise.all(
      list.map(async (withdrawal) => {
        const { declaration, quantities } = withdrawal;
        const named = declaration.fields.items || formatQuantities(deadline.contract.lines, quantities ?? new Map());
        return `<li>${escHtml(await formatLocalDay(declaration.createdAt))}: ${escHtml(named.replaceAll('\n', ', '))} <span class="muted">(${escHtml(getOutcome(withdrawal, currency))})</span></li>`;
      }),
    );
    return `<h3>${escHtml(__('Your withdrawals'))}</h3><ul>${items.join('')}</ul>`;
  }

  scope.addFilter(
    'store/order_html',
    async (html: string, order: Order) => {
      if (!(await isEnabled())) return html;
      const url = withdrawalUrl(scope, await contracts.tokenOf(order.id));
      const withdrawals = await readWithdrawals(order);
      const { deadline } = withdrawals;
      const content =
        (await renderWithdrawalDate(withdrawals)) ||
        `<p>${escHtml(getDeadlineText(deadline))}</p>${renderExceptions(deadline)}<p><a class="button button--quiet" href="${escAttr(url)}">${escHtml(__('Withdraw from this order'))}</a></p>`;
      scope.useAsset('compliance-declarations');
      // The link with the statutory wording is in the footer, once per page.
      return `${html}<section class="order-withdrawal" aria-labelledby="order-withdrawal"><h2 id="order-withdrawal">${escHtml(__('Right of withdrawal'))}</h2>${content}${await renderWithdrawals(withdrawals, order)}</section>`;
    },
    30,
    2,
  );

  scope.addAction('store/booted', ({ emails: messages }) => {
    messages.sections.register({
      id: 'withdrawal',
      async render(order, kind) {
        if (SHOP_EMAIL_IDS.includes(kind) || !(await isEnabled())) return '';
        const token = await contracts.tokenOf(order.id);
        const consent = await findDigitalConsent(deps, order.id);
        const confirmation = consent
          ? `<p ${createConsentMarker(token)}>${escHtml(__('You agreed to the following with your order on %s:', formatDay(await clock.local(consent.createdAt), scope.locale())))} ${scope.wpKsesPost(consent.text)}</p>`
          : '';
        return (
          confirmation +
          ((await renderWithdrawalDate(await readWithdrawals(order))) ||
            `<p>${escHtml(__('To withdraw from this order:'))} <a href="${escAttr(withdrawalUrl(scope, token))}">${escHtml(__('Withdraw from the contract here'))}</a></p>`)
        );
      },
    });
  });
}
