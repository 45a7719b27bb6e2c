import type { PluginScope } from 'plinth';
import type { ConsentCheckboxes } from '../consents/checkboxes.js';
import type { ConsentLog } from '../consents/consents.js';
import type { TextVersions } from '../consents/text-versions.js';
import type { Settings } from '../settings/settings.js';
import type { Order } from '../store/shop.js';
import type { Clock } from '../time/clock.js';
import { formatDay } from '../time/format-time.js';
import type { Contracts } from '../withdrawal/contracts.js';
import type { Deadline, Deadlines } from '../withdrawal/deadlines.js';
import { getExceptionTexts } from '../withdrawal/exceptions.js';
import { createConsentMarker, findDigitalConsent } from './contract-records.js';
import type { Declarations } from './declarations.js';
import { findFinalDeclaration } from './quantities.js';
import { withdrawalUrl } from './addresses.js';

interface OrderLinkDeps {
  readonly settings: Settings;
  readonly contracts: Contracts;
  readonly deadlines: Deadlines;
  readonly checkboxes: Pick<ConsentCheckboxes, 'list'>;
  readonly consents: Pick<ConsentLog, 'list'>;
  readonly versions: Pick<TextVersions, 'get'>;
  readonly declarations: Pick<Declarations, 'listByOrder'>;
  readonly clock: Pick<Clock, 'local'>;
}

/** IDs of emails to the shop; all others go to the customer. */
const SHOP_EMAIL_IDS = ['new_order', 'payment_failed'];

/** Adds links to an order's prefilled withdrawal form to each email about it, its page and the account. */
export function registerOrderLinks(scope: PluginScope, deps: OrderLinkDeps): void {
  const { settings, contracts, deadlines, declarations, clock } = deps;
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

  /** Returns the text shown when nothing is left to withdraw from; otherwise empty. */
  async function renderWithdrawalDate(order: Order): Promise<string> {
    const withdrawals = await declarations.listByOrder(order.id);
    const last =
      withdrawals.length === 0 ? undefined : findFinalDeclaration((await deadlines(order)).contract.lines, withdrawals);
    return last
      ? `<p>${escHtml(__('You withdrew from this order on %s.', formatDay(await clock.local(last.createdAt), scope.locale())))}</p>`
      : '';
  }

  scope.addFilter(
    'store/order_html',
    async (html: string, order: Order) => {
      if (!(await isEnabled())) return html;
      const url = withdrawalUrl(scope, await contracts.tokenOf(order.id));
      const deadline = await deadlines(order);
      const content =
        (await renderWithdrawalDate(order)) ||
        `<p>${escHtml(getDeadlineText(deadline))}</p>${renderExceptions(deadline)}<p><a class="button button--quiet" href="${escAttr(url)}">${escHtml(__('Withdraw from this order'))}</a></p>`;
      scope.useAsset('compliance-declarations');
      // The link with the statutory wording is in the footer, once per page.
      return `${html}<section class="order-withdrawal" aria-labelledby="order-withdrawal"><h2 id="order-withdrawal">${escHtml(__('Right of withdrawal'))}</h2>${content}</section>`;
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
          ((await renderWithdrawalDate(order)) ||
            `<p>${escHtml(__('To withdraw from this order:'))} <a href="${escAttr(withdrawalUrl(scope, token))}">${escHtml(__('Withdraw from the contract here'))}</a></p>`)
        );
      },
    });
  });
}
