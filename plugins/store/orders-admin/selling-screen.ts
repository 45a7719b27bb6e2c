import type { AdminPage, PageRequest, PluginScope, Reply } from 'plinth';
import type { FormError } from '../contract/index.js';
import { readIban, writtenIban } from '../selling/iban.js';
import type { Money } from '../money/money.js';
import type { SellingOptions, SellingSettings } from '../selling/selling-settings.js';
import { methodLabel } from '../selling/method.js';
import { OWN_DELIVERIES } from '../selling/own-deliveries.js';
import type { ArrivalOptions } from '../selling/arrival-settings.js';
import { type AddedMethods, methodAddress, type MethodKind } from './added-methods.js';
import { type DatedMethod, readArrival, typedArrival, type TypedArrival } from './arrival-form.js';
import { ORDERS_SLUG } from './orders-screen.js';

interface SellingScreenDeps {
  readonly scope: Pick<
    PluginScope,
    | '__'
    | 'render'
    | 'addNotice'
    | 'useAsset'
    | 'isEmail'
    | 'wpTimezoneString'
    | 'sanitizeTextField'
    | 'getOption'
    | 'adminUrl'
    | 'db'
  >;
  readonly selling: SellingOptions;
  readonly arrivals: ArrivalOptions;
  readonly money: Money;
  readonly added: AddedMethods;
}

export const SELLING_SLUG = 'store-selling';
const AMOUNTS = ['courierPrice', 'freeFrom', 'pickupPrice', 'codFee'] as const;
const SWITCHES = ['courier', 'pickup', 'cod', 'transfer'] as const;
/** Whole numbers, with the most they may be; the least is 1 where 0 would ask everybody for a code. */
const NUMBERS = {
  transferDays: [0, 365],
  onlineMinutes: [0, 10_080],
  ordersPerEmail: [1, 1000],
  ordersPerNetwork: [1, 10_000],
  ordersPerSession: [1, 1000],
} as const;
type NumberName = keyof typeof NUMBERS;
const NUMBER_NAMES = Object.keys(NUMBERS) as NumberName[];
const TEXTS = ['pickupPlace', 'accountHolder', 'accountNumber', 'bankName', 'shopEmail'] as const;

/** Delivery, payment, the shop's address for letters, and what nobody may have too much of. */
export function sellingScreen({ scope, selling, arrivals, money, added }: SellingScreenDeps): AdminPage {
  const { __ } = scope;

  /** What plugins brought, with the way to its own screen. */
  async function listed(kind: MethodKind): Promise<readonly object[]> {
    return Promise.all(
      added(kind).map(async (method) => ({
        label: await method.label(),
        enabled: (await method.read()).enabled,
        url: scope.adminUrl(methodAddress(method)),
      })),
    );
  }

  async function isAnyOn(kind: MethodKind): Promise<boolean> {
    return (await Promise.all(added(kind).map((method) => method.read()))).some(({ enabled }) => enabled);
  }

  /** Every way to get goods that is there, on or off. */
  async function dated(): Promise<readonly DatedMethod[]> {
    const own = OWN_DELIVERIES.map((id) => ({ id, label: methodLabel(id, scope) }));
    return [
      ...own,
      ...(await Promise.all(added('delivery').map(async ({ id, label }) => ({ id, label: await label() })))),
    ];
  }

  async function show(
    typed: Record<string, string | boolean>,
    arrival: TypedArrival,
    errors: readonly FormError[] = [],
  ): Promise<Reply> {
    scope.useAsset('store-orders-admin');
    scope.useAsset('store-checkout-admin');
    const errorOf = Object.fromEntries(errors.map((error) => [error.field, error.message]));
    const data = {
      arrival: {
        ...arrival,
        zone: await scope.wpTimezoneString(),
        methods: arrival.methods.map((method) => ({
          ...method,
          rows: method.rows.map((row) => ({ ...row, isHome: row.where === 'home', error: errorOf[row.name] ?? '' })),
        })),
      },
      deliveries: await listed('delivery'),
      payments: await listed('payment'),
      typed,
      errorOf,
      errorSummary: await scope.render('checkout/errors', { errors }),
      currency: money.currency(),
      adminEmail: await scope.getOption<string>('admin_email', ''),
    };
    return {
      kind: 'page',
      status: errors.length > 0 ? 422 : 200,
      title: __('Delivery and payment'),
      view: 'orders-admin/selling',
      data,
    };
  }

  function typedOf(settings: SellingSettings): Record<string, string | boolean> {
    const given = [...TEXTS, ...SWITCHES].map((name) => [name, settings[name]] as const);
    const amounts = AMOUNTS.map((name) => [name, settings[name] === null ? '' : money.typed(settings[name])] as const);
    const account = readIban(settings.accountNumber);
    return {
      ...Object.fromEntries<string | boolean>(given),
      ...(account === null ? {} : { accountNumber: writtenIban(account) }),
      ...Object.fromEntries(amounts),
      ...Object.fromEntries(NUMBER_NAMES.map((name) => [name, String(settings[name])])),
      shippingTaxRate: String(settings.shippingTaxRate),
    };
  }

  function readForm(
    request: PageRequest,
    before: SellingSettings,
    others: { readonly delivery: boolean; readonly payment: boolean },
  ): { typed: Record<string, string | boolean>; errors: FormError[]; settings: SellingSettings } {
    const texts = Object.fromEntries(
      TEXTS.map((name) => [name, scope.sanitizeTextField(request.field(name)).slice(0, 200)]),
    ) as Record<(typeof TEXTS)[number], string>;
    const switches = Object.fromEntries(SWITCHES.map((name) => [name, request.field(name) === '1'])) as Record<
      (typeof SWITCHES)[number],
      boolean
    >;
    const raw = Object.fromEntries(AMOUNTS.map((name) => [name, request.field(name).trim().slice(0, 20)])) as Record<
      (typeof AMOUNTS)[number],
      string
    >;
    const errors: FormError[] = [];
    const amount = (name: (typeof AMOUNTS)[number]): number => {
      const minor = money.parse(raw[name] === '' ? '0' : raw[name]);
      if (minor === null) errors.push({ field: name, message: __('Please write an amount such as 15.00.') });
      return minor ?? 0;
    };
    const numbers = Object.fromEntries(
      NUMBER_NAMES.map((name) => [
        name,
        (name in request.form ? request.field(name) : String(before[name])).trim().slice(0, 10),
      ]),
    ) as Record<NumberName, string>;
    for (const name of NUMBER_NAMES) {
      const [least, most] = NUMBERS[name];
      if (!/^\d{1,6}$/.test(numbers[name]) || Number(numbers[name]) < least || Number(numbers[name]) > most)
        errors.push({ field: name, message: __('Please write a whole number from %1$d to %2$d.', least, most) });
    }
    const whole = Object.fromEntries(NUMBER_NAMES.map((name) => [name, Number(numbers[name])])) as Record<
      NumberName,
      number
    >;
    const rateText = request.field('shippingTaxRate').trim().replace(',', '.');
    const shippingTaxRate = /^\d{1,2}(\.\d{1,2})?$/.test(rateText) ? Number(rateText) : Number.NaN;
    if (Number.isNaN(shippingTaxRate))
      errors.push({ field: 'shippingTaxRate', message: __('Please write a tax rate from 0 to 99.') });
    if (texts.shopEmail !== '' && scope.isEmail(texts.shopEmail) === false)
      errors.push({
        field: 'shopEmail',
        message: __('Please write the e-mail address in full, as in name@example.com.'),
      });
    const account = readIban(texts.accountNumber);
    if (texts.accountNumber !== '' && account === null)
      errors.push({
        field: 'accountNumber',
        message: __('Please check the account number: its length or its check digits are wrong.'),
      });
    else if (!switches.cod && !others.payment && switches.transfer && account === null)
      errors.push({
        field: 'accountNumber',
        message: __('Please write the account number: it is the only way to pay.'),
      });
    if (!switches.cod && !switches.transfer && !others.payment)
      errors.push({ field: 'cod', message: __('Offer at least one way to pay.') });
    if (!switches.courier && !switches.pickup && !others.delivery)
      errors.push({ field: 'courier', message: __('Offer at least one way of delivery.') });
    const [courierPrice, freeFrom, pickupPrice, codFee] = AMOUNTS.map(amount);
    const settings = {
      ...texts,
      accountNumber: account ?? '',
      ...switches,
      courierPrice: courierPrice ?? 0,
      freeFrom: raw.freeFrom === '' ? null : (freeFrom ?? 0),
      pickupPrice: pickupPrice ?? 0,
      codFee: codFee ?? 0,
      ...whole,
      shippingTaxRate,
    };
    return { typed: { ...texts, ...switches, ...raw, ...numbers, shippingTaxRate: rateText }, errors, settings };
  }

  return {
    slug: SELLING_SLUG,
    title: () => __('Delivery and payment'),
    capability: 'manage_shop',
    parent: ORDERS_SLUG,
    async handler(request) {
      const methods = await dated();
      const before = await arrivals.read();
      if (request.method !== 'POST') return show(typedOf(await selling.read()), typedArrival(before, methods));
      const arrival = readArrival(request, before, methods, scope);
      const { typed, errors, settings } = readForm(request, await selling.read(), {
        delivery: await isAnyOn('delivery'),
        payment: await isAnyOn('payment'),
      });
      if (errors.length + arrival.errors.length > 0) return show(typed, arrival.typed, [...errors, ...arrival.errors]);
      await scope.db.transaction(async () => {
        await selling.write(settings);
        await arrivals.write(arrival.settings);
      });
      scope.addNotice(request, 'success', __('The settings are saved.'));
      return { kind: 'redirect', status: 303, location: `/wp-admin/admin.php?page=${SELLING_SLUG}` };
    },
  };
}
