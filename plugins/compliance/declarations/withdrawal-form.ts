import { type FrontRoute, type PageRequest, PlinthError, type PluginScope } from 'plinth';
import { WITHDRAWAL_PATH } from '../pages/generator.js';
import type { Settings } from '../settings/settings.js';
import type { Order, ReadOrder } from '../store/shop.js';
import type { Clock } from '../time/clock.js';
import type { Contracts } from '../withdrawal/contracts.js';
import type { Deadlines } from '../withdrawal/deadlines.js';
import { createDeclarationForm } from './declaration-form.js';
import { createDefaultValues, type MatchedOrder, TEXT_FIELD, type Values } from './declaration-input.js';
import type { Declaration, Declarations } from './declarations.js';
import type { createKnownOrders } from './known-orders.js';
import { createOrderSubjects, type OrderSubject } from './order-subject.js';
import { parseQuantities, serializeQuantities } from './quantities.js';
import type { Receipts } from './receipts.js';
import type { ReadWithdrawals } from './withdrawals.js';
import { withdrawalUrl } from './declaration-urls.js';

export interface WithdrawalFormDeps {
  readonly settings: Settings;
  readonly declarations: Declarations;
  readonly receipts: Receipts;
  readonly orders: Pick<ReturnType<typeof createKnownOrders>, 'find' | 'findByNumber'>;
  readonly clock: Clock;
  readonly contracts: Contracts;
  readonly deadlines: Deadlines;
  readonly readOrder: ReadOrder;
  readonly readWithdrawals: ReadWithdrawals;
}

/** Maximum number of orders offered to a logged-in customer. */
const MAX_ORDERS = 20;
/**
 * Number of declarations about an order from which its receipts to other addresses than the customer's are limited, so
 * that an order cannot be used for sending arbitrary emails.
 */
const MAX_UNLIMITED_ELSEWHERE = 20;

/** Form for withdrawing from an order (Directive 2011/83/EU, art. 11a). */
export function createWithdrawalForm(
  scope: PluginScope,
  {
    settings,
    declarations,
    receipts,
    orders,
    clock,
    contracts,
    deadlines,
    readOrder,
    readWithdrawals,
  }: WithdrawalFormDeps,
): FrontRoute {
  const { __ } = scope;

  async function listOrderLinks({ userId }: PageRequest): Promise<readonly object[]> {
    if (userId === 0 || !scope.services.has('store.orders')) return [];
    const customerOrders = await scope.services.get('store.orders').list({ userId, limit: MAX_ORDERS, offset: 0 });
    return Promise.all(
      customerOrders.map(async ({ id, number, createdAt }) => ({
        number,
        createdAt,
        url: withdrawalUrl(scope, await contracts.tokenOf(id)),
      })),
    );
  }

  /** Refuses a declaration whose pieces another one, stored meanwhile, has withdrawn. */
  async function refuseRepeated({ id, orderId, fields }: Declaration): Promise<void> {
    const declared = parseQuantities(fields.quantities ?? '');
    const order = declared.size === 0 ? null : await readOrder(orderId);
    if (!order) return;
    const counted = (await readWithdrawals(order)).byDeclaration.get(id) ?? new Map<number, number>();
    if (serializeQuantities(counted) !== serializeQuantities(declared))
      throw new PlinthError(
        'compliance_already_withdrawn',
        __('You have already withdrawn from some of these items.'),
        {
          status: 409,
          hint: __('Check the quantities that are left.'),
        },
      );
  }

  async function describeFinal(withdrawal: Declaration): Promise<string> {
    const { receivedAt, zone } = await receipts.time(withdrawal);
    return __(
      'You have already withdrawn from all items of this order. We received your withdrawal on %1$s (%2$s).',
      receivedAt,
      zone,
    );
  }

  return createDeclarationForm(
    { scope, declarations, receipts },
    {
      kind: 'withdrawal',
      path: WITHDRAWAL_PATH,
      isEnabled: async () => (await settings.values()).flag('withdrawal_enabled'),
      defaultValues: createDefaultValues(scope),
      subject: createOrderSubjects({ scope, contracts, readWithdrawals, readOrder }),
      added: refuseRepeated,
      closedText: describeFinal,
      orderLinks: listOrderLinks,
      matchOrder: createOrderMatch(scope, { declarations, orders, clock, deadlines, readOrder }),
      fields: (known) => [
        { ...TEXT_FIELD, name: 'name', autocomplete: 'name' },
        {
          ...TEXT_FIELD,
          name: 'order',
          maxLength: 64,
          ...(known
            ? { readOnly: true }
            : { hint: __('You can find it in our emails. If you don’t have it, write what you bought and when.') }),
        },
        {
          ...TEXT_FIELD,
          name: 'email',
          type: 'email',
          autocomplete: 'email',
          maxLength: 254,
          hint: __('We send the confirmation to this address immediately.'),
        },
        ...(known
          ? []
          : [
              {
                ...TEXT_FIELD,
                name: 'items',
                type: 'textarea' as const,
                required: false,
                maxLength: 2000,
                hint: __('Only if you are not withdrawing from the whole order. You don’t need to give a reason.'),
              },
            ]),
      ],
      texts: () => ({
        title: __('Withdraw from the contract here'),
        intro: __(
          'Here you can withdraw from a contract made with this shop, without giving a reason and without logging in.',
        ),
        review: __(
          'Check your declaration: “I withdraw from the contract named below.” It takes effect once you confirm it.',
        ),
        confirm: __('Confirm withdrawal'),
        done: __('You have withdrawn from the contract.'),
      }),
    },
  );
}

/** Finds the order of a withdrawal: by its link, by its number and email address, or by its number in the account. */
function createOrderMatch(
  { getUserdata }: Pick<PluginScope, 'getUserdata'>,
  {
    declarations,
    orders,
    clock,
    deadlines,
    readOrder,
  }: Pick<WithdrawalFormDeps, 'declarations' | 'orders' | 'clock' | 'deadlines' | 'readOrder'>,
): (values: Values, known: OrderSubject | undefined, request: Pick<PageRequest, 'userId'>) => Promise<MatchedOrder> {
  async function findInAccount(number: string, userId: number): Promise<number> {
    const order = userId > 0 ? await readOrder(await orders.findByNumber(number)) : null;
    return order?.userId === userId ? order.id : 0;
  }

  /** Whether an email address is the one of the order or of the account, or few declarations were made so far. */
  async function isReceiptUnlimited({ id, billing }: Order, email: string, userId: number): Promise<boolean> {
    const user = userId > 0 ? await getUserdata(userId) : false;
    const addresses = [billing.email, ...(user ? [user.user_email] : [])].map((address) => address.toLowerCase());
    return (
      addresses.includes(email.toLowerCase()) || (await declarations.listByOrder(id)).length < MAX_UNLIMITED_ELSEWHERE
    );
  }

  return async ({ order: number = '', email = '' }, known, { userId }) => {
    const orderId = known?.orderId ?? ((await orders.find(number, email)) || (await findInAccount(number, userId)));
    const order = await readOrder(orderId);
    if (!order) return { orderId, late: false, isFromCustomer: orderId > 0 };
    return {
      orderId,
      late: !(await deadlines(order)).isInTime(clock.now()),
      isFromCustomer: await isReceiptUnlimited(order, email, userId),
    };
  };
}
