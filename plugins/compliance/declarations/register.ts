import type { PageRequest, PluginScope } from 'plinth';
import type { ReadOrder } from '../store/read-order.js';
import type { Order } from '../store/store-form.js';
import { REPORT_PATH, WITHDRAWAL_PATH } from '../pages/generator.js';
import type { Settings } from '../settings/settings.js';
import type { Clock } from '../time/clock.js';
import type { Contracts } from '../withdrawal/contracts.js';
import type { Deadlines } from '../withdrawal/deadlines.js';
import { casePage } from './case-page.js';
import { caseUrl } from './case-url.js';
import { declarationForm } from './declaration-form.js';
import type { Declarations } from './declarations.js';
import type { createKnownOrders } from './known-orders.js';
import { createOrderSubjects } from './order-subject.js';
import type { Receipts } from './receipts.js';
import type { ReportCases } from './report-cases.js';
import { withdrawalUrl } from './withdrawal-url.js';

interface DeclarationParts {
  readonly settings: Settings;
  readonly declarations: Declarations;
  readonly receipts: Receipts;
  readonly cases: ReportCases;
  readonly orders: ReturnType<typeof createKnownOrders>;
  readonly clock: Clock;
  readonly contracts: Contracts;
  readonly deadlines: Deadlines;
  readonly readOrder: ReadOrder;
}

/** Orders that a signed-in customer is offered. */
const OFFERED = 20;

/** The withdrawal (Directive 2011/83/EU, art. 11a) and the report of illegal content (Regulation (EU) 2022/2065, art. 16). */
export function registerDeclarations(
  scope: PluginScope,
  { settings, declarations, receipts, cases, orders, clock, contracts, deadlines, readOrder }: DeclarationParts,
): void {
  const { __ } = scope;
  const text = { type: 'text', required: true, autocomplete: 'off', maxLength: 200 } as const;
  const parts = { scope, declarations, receipts };
  scope.enqueueStyle('compliance-declarations', 'declarations.css', { onDemand: true });

  scope.addAction('store/booted', ({ letters }) => {
    letters.fixed.register({
      id: 'withdrawal_receipt',
      label: () => __('Receipt of a withdrawal'),
      why: () =>
        __(
          'The law wants each withdrawal confirmed at once on a durable medium (Consumer Rights Act, art. 30; Directive 2011/83/EU, art. 11a).',
        ),
    });
    letters.fixed.register({
      id: 'report_receipt',
      label: () => __('Receipt of a report of illegal content'),
      why: () => __('The law wants each report confirmed (Regulation (EU) 2022/2065, art. 16).'),
    });
  });

  async function known({ userId }: PageRequest): Promise<Record<string, string>> {
    const user = userId > 0 ? await scope.getUserdata(userId) : false;
    return user ? { name: user.display_name, email: user.user_email } : {};
  }

  const subject = createOrderSubjects({ scope, contracts, deadlines, readOrder });

  async function choices({ userId }: PageRequest): Promise<readonly object[]> {
    if (userId === 0 || !scope.services.has('store.orders')) return [];
    const own = await scope.services.get('store.orders').list({ userId, limit: OFFERED, offset: 0 });
    return Promise.all(
      own.map(async ({ id, number, createdAt }) => ({
        number,
        createdAt,
        url: withdrawalUrl(scope, await contracts.tokenOf(id)),
      })),
    );
  }

  scope.registerFrontRoute(
    declarationForm(parts, {
      kind: 'withdrawal',
      path: WITHDRAWAL_PATH,
      on: async () => (await settings.values()).flag('withdrawal_enabled'),
      known,
      subject,
      choices,
      async place({ order = '', email = '' }, known) {
        const orderId = known?.orderId ?? (await orders.find(order, email));
        const found = await readOrder(orderId);
        return { orderId, late: found !== null && !(await deadlines(found)).isInTime(clock.now()) };
      },
      fields: (known) => [
        { ...text, name: 'name', autocomplete: 'name' },
        {
          ...text,
          name: 'order',
          maxLength: 64,
          ...(known
            ? { fixed: true }
            : { hint: __('As in our letters; if you do not have it, write what you bought and when.') }),
        },
        {
          ...text,
          name: 'email',
          type: 'email',
          autocomplete: 'email',
          maxLength: 254,
          hint: __('We send the confirmation there at once.'),
        },
        ...(known
          ? []
          : [
              {
                ...text,
                name: 'items',
                type: 'textarea' as const,
                required: false,
                maxLength: 2000,
                hint: __('Only if you do not withdraw from the whole order. You need not give a reason.'),
              },
            ]),
      ],
      texts: () => ({
        title: __('Withdraw from the contract here'),
        intro: __(
          'Here you can withdraw from a contract made with this shop, without giving a reason and without logging in.',
        ),
        review: __(
          'Please look at your declaration: “I withdraw from the contract named below.” It counts once you confirm it.',
        ),
        confirm: __('Confirm withdrawal'),
        done: __('You have withdrawn from the contract.'),
      }),
    }),
  );

  scope.registerFrontRoute(
    declarationForm(parts, {
      kind: 'report',
      path: REPORT_PATH,
      on: async () => (await settings.values()).flag('dsa_enabled'),
      known,
      problems: ({ url = '' }) =>
        url === '' || /^https?:\/\/\S+$/.test(url)
          ? []
          : [{ field: 'url', message: __('Please write the whole address, beginning with https://.') }],
      fields: () => [
        { ...text, name: 'url', type: 'url', maxLength: 1000, hint: __('Copy it from the bar of your browser.') },
        { ...text, name: 'reason', type: 'textarea', maxLength: 5000 },
        {
          ...text,
          name: 'name',
          required: false,
          autocomplete: 'name',
          hint: __('Not needed when you report the sexual abuse of children.'),
        },
        {
          ...text,
          name: 'email',
          type: 'email',
          required: false,
          autocomplete: 'email',
          maxLength: 254,
          hint: __('We tell you there that we have received the report, and what we decide.'),
        },
        {
          ...text,
          name: 'good_faith',
          type: 'checkbox',
          maxLength: 1,
          hint: __('I believe in good faith that what I write here is right and complete.'),
        },
      ],
      added: async ({ id, email, locale }) => void (await cases.open(id, 'reporter', { email, locale })),
      follow: async ({ id }) => {
        const one = await cases.of(id, 'reporter');
        return one ? caseUrl(scope, one.token) : '';
      },
      texts: () => ({
        title: __('Report illegal content'),
        intro: __(
          'Tell us of content in this shop that you believe to be illegal. Everybody may report; we look at each report and answer it.',
        ),
        review: __('Please look at your report before you send it.'),
        confirm: __('Send the report'),
        done: __('Thank you. We have received your report.'),
      }),
    }),
  );

  scope.registerFrontRoute(casePage(scope, { cases, declarations, receipts, clock }));

  scope.addAction('store/order_created', (order: Order) => orders.remember(order));
  scope.addAction('store/order_email_changed', (order: Order) => orders.readdress(order));
}
