import { definePlugin, isWpError, PlinthError, type PluginScope } from 'plinth';
import type { DeliveryMethod, OrderBox, PaymentMethod } from 'plinth/contracts/store';

const REFRESH = 'locker-delivery/refresh';
const POINTS = 'locker_delivery_points';
const LOCKER = 'locker';
const INVOICE = 'invoice';
/** User meta key of accounts that may pay later. */
const TRUSTED = 'pays_on_invoice';
/** Maximum weight in grams for a locker, and the weight from which a parcel is large. */
const MAX_WEIGHT = 25_000;
const LARGE_WEIGHT = 5000;
/** Maximum number of lockers to read; larger carriers provide lists by region. */
const MAX_POINTS = 5000;
/** Number of lockers offered: those nearest to the buyer. */
const MAX_OFFERED = 30;
const REFERENCE_LENGTH = 40;

/** A locker in the carrier's list. */
interface Point {
  readonly code: string;
  readonly name: string;
  readonly city: string;
  readonly postcode: string;
}
type Settings = ReturnType<typeof addSettings>;

function addSettings(scope: PluginScope) {
  const { __ } = scope;
  return scope.addSettingsPage({
    slug: 'locker-delivery',
    title: () => __('Lockers and invoices'),
    sections: [
      {
        title: () => __('Parcel lockers'),
        description: () => __('Prices are set under Shipping and payment.'),
        fields: [
          {
            key: 'locker_delivery_list',
            type: 'url',
            label: () => __('URL of the carrier’s list'),
            help: () => __('JSON list of pickup points, each with code, name, city, and postcode. Fetched once a day.'),
            pattern: 'https://.+',
            patternHelp: () => __('The URL must start with https://.'),
          },
        ],
      },
      {
        title: () => __('Payment on invoice'),
        description: () => __('Offered to customers whose account allows payment on invoice.'),
        fields: [
          {
            key: 'locker_delivery_days',
            type: 'number',
            label: () => __('Payment term in days'),
            min: 1,
            max: 90,
            default: 14,
            required: true,
          },
          {
            key: 'locker_delivery_limit',
            type: 'money',
            label: () => __('Maximum order total'),
            min: 0,
            default: 100_000,
            required: true,
          },
        ],
      },
    ],
    // Runs after saving, which must not wait for another site.
    onSaved: async () => void (await scope.wpScheduleSingleEvent(now(), REFRESH, ['saved'])),
  });
}

const now = (): number => Math.floor(Date.now() / 1000);

/** Returns a sanitized text of the list; empty for other types. */
const textOf = (scope: PluginScope, value: unknown, length: number): string =>
  typeof value === 'string' ? scope.sanitizeTextField(value).slice(0, length) : '';

/** Returns the valid lockers in a carrier's response. */
function pointsIn(scope: PluginScope, body: string): readonly Point[] {
  let list: unknown;
  try {
    list = JSON.parse(body);
  } catch {
    return [];
  }
  const found = (Array.isArray(list) ? (list as unknown[]) : [])
    .slice(0, MAX_POINTS)
    .flatMap((one): [string, Point][] => {
      const { code, name, city, postcode } = (typeof one === 'object' && one !== null ? one : {}) as Readonly<
        Record<string, unknown>
      >;
      const point = {
        code: textOf(scope, code, 20),
        name: textOf(scope, name, 100),
        city: textOf(scope, city, 60),
        postcode: textOf(scope, postcode, 10),
      };
      return /^[A-Z0-9-]+$/.test(point.code) && point.name !== '' && /^\d\d-\d{3}$/.test(point.postcode)
        ? [[point.code, point]]
        : [];
    });
  return [...new Map(found).values()];
}

/**
 * Fetches the carrier's list. If it cannot be read, the known lockers stay.
 * @throws PlinthError `locker_list_missing`, `locker_list_unreadable`
 */
async function refresh(scope: PluginScope, settings: Settings): Promise<number> {
  const { locker_delivery_list: url } = await settings.values();
  if (url === '')
    throw new PlinthError('locker_list_missing', scope.__('No carrier list is set.'), {
      hint: scope.__('Enter its URL under Settings → Lockers and invoices.'),
    });
  // An event's callback has a timeout of five seconds.
  const response = await scope.wpSafeRemoteGet(url, {
    timeout: 4,
    limitResponseSize: 4 * 1024 * 1024,
    headers: { Accept: 'application/json' },
  });
  const status = scope.wpRemoteRetrieveResponseCode(response);
  const points = status === 200 ? pointsIn(scope, scope.wpRemoteRetrieveBody(response)) : [];
  if (points.length === 0) {
    const reason = isWpError(response)
      ? response.getErrorMessage()
      : scope.__('status %s, no valid points', String(status));
    throw new PlinthError('locker_list_unreadable', scope.__('The carrier’s list could not be read: %s.', reason), {
      hint: scope.__('The previous points stay in use. Check the URL or try again later.'),
    });
  }
  await scope.updateOption(POINTS, points, false);
  return points.length;
}

const points = (scope: PluginScope): Promise<readonly Point[]> => scope.getOption<readonly Point[]>(POINTS, []);

/** Returns the lockers nearest to a postcode; neighboring postcodes have similar numbers. */
function nearest(all: readonly Point[], postcode: string): readonly Point[] {
  const number = (text: string): number => Number(text.replace(/\D/g, '').padEnd(5, '0').slice(0, 5));
  const distance = (point: Point): number =>
    /\d/.test(postcode) ? Math.abs(number(point.postcode) - number(postcode)) : 0;
  return [...all]
    .sort((a, b) => distance(a) - distance(b) || a.city.localeCompare(b.city) || a.code.localeCompare(b.code))
    .slice(0, MAX_OFFERED);
}

const lockers = (scope: PluginScope): DeliveryMethod => ({
  id: LOCKER,
  label: () => scope.__('Parcel locker'),
  note: () => scope.__('Open 24/7. You will receive a pickup code on your phone.'),
  settings: [
    { key: 'price', type: 'money', label: () => scope.__('Price'), required: true, min: 0, default: 1299 },
    {
      key: 'large',
      type: 'money',
      label: () => scope.__('Price of parcels over 5 kg'),
      required: true,
      min: 0,
      default: 1999,
    },
  ],
  async rates({ weight, destination, settings }) {
    const reachable =
      (destination.country === '' || destination.country === 'PL') &&
      weight <= MAX_WEIGHT &&
      (await points(scope)).length > 0;
    return reachable ? [{ price: Number(weight > LARGE_WEIGHT ? settings.large : settings.price) }] : [];
  },
  async fields({ destination }) {
    const options = nearest(await points(scope), destination.postcode).map(({ code, name, city, postcode }) => ({
      value: code,
      label: `${city}, ${name} (${code}, ${postcode})`,
    }));
    return [
      {
        name: 'point',
        label: scope.__('Pickup point'),
        type: 'select',
        required: true,
        options,
        hint: scope.__('The points nearest to your postcode. Update the order summary after changing it.'),
      },
      { name: 'phone', label: scope.__('Mobile number for the pickup code'), required: true, maxLength: 20 },
    ];
  },
  validate: ({ phone = '' }) =>
    phone === '' || /^(?:\+48 ?)?\d{3} ?\d{3} ?\d{3}$/.test(phone)
      ? []
      : [{ field: 'phone', message: scope.__('Enter nine digits, such as 600 100 200.') }],
});

/** The owner enters the parcel's number, which is then shown to the customer with the order. */
const parcelBox = (scope: PluginScope): OrderBox => ({
  id: 'locker-parcel',
  title: () => scope.__('Parcel'),
  render: ({ shippingMethod, meta }) =>
    shippingMethod !== LOCKER
      ? ''
      : `<p><label for="locker_parcel">${scope.escHtml__('Parcel number')}</label><input id="locker_parcel" name="locker_parcel" inputmode="numeric" maxlength="24" value="${scope.escAttr(meta.locker_parcel ?? '')}"></p>`,
  async save({ id }, request) {
    const number = request.field('locker_parcel').replace(/\s/g, '');
    if (!/^\d{10,24}$/.test(number))
      return scope.addNotice(request, 'error', scope.__('A parcel number has 10 to 24 digits. Nothing was changed.'));
    await scope.services.get('store.orders').setMeta(id, 'locker_parcel', number, { label: scope.__('Parcel number') });
    scope.addNotice(request, 'success', scope.__('Parcel number saved.'));
  },
});

const isTrusted = async (scope: PluginScope, userId: number): Promise<boolean> =>
  userId > 0 && ['1', 1, true].includes((await scope.getUserMeta(userId, TRUSTED, true)) as string);

/** Payment on invoice: for some customers, and up to a maximum. Without `pay`, the order is processed at once. */
const onInvoice = (scope: PluginScope, settings: Settings): PaymentMethod => ({
  id: INVOICE,
  label: () => scope.__('Invoice'),
  note: () => scope.__('You receive the invoice with the goods and pay it by bank transfer.'),
  initialStatus: 'processing',
  isAvailable: async ({ amount, order }) =>
    amount <= ((await settings.values()).locker_delivery_limit ?? 0) &&
    (await isTrusted(scope, order?.userId ?? scope.getCurrentUserId())),
  fields: () =>
    `<p class="field"><label for="invoice_reference">${scope.escHtml__('Your order number (optional)')}</label><input id="invoice_reference" name="invoice_reference" maxlength="${REFERENCE_LENGTH}" value="${scope.escAttr(scope.currentRequest()?.field('invoice_reference') ?? '')}"></p>`,
  validate: (request) =>
    request.field('invoice_reference').length > REFERENCE_LENGTH
      ? [
          {
            field: 'invoice_reference',
            message: scope.__('Your order number can have at most %d characters.', REFERENCE_LENGTH),
          },
        ]
      : [],
});

/** Runs in the transaction that stores the order: both are stored, or neither. */
async function noteInvoice(scope: PluginScope, settings: Settings, orderId: number, reference: string): Promise<void> {
  const orders = scope.services.get('store.orders');
  const due = new Date(Date.now() + ((await settings.values()).locker_delivery_days ?? 14) * 86_400_000);
  await orders.setMeta(orderId, 'invoice_due', due.toISOString().slice(0, 10), { label: scope.__('Due date') });
  if (reference !== '')
    await orders.setMeta(orderId, 'invoice_reference', reference, { label: scope.__('Your order number') });
}

export default definePlugin({
  async activate(scope) {
    if ((await scope.wpNextScheduled(REFRESH)) === false) await scope.wpScheduleEvent(now(), 'daily', REFRESH);
  },

  boot(scope) {
    const { __ } = scope;
    const settings = addSettings(scope);
    // `capability`: customers must neither see nor select it in their own profile.
    scope.addFields({
      objectType: 'user',
      title: () => __('Shop'),
      fields: [{ key: TRUSTED, type: 'checkbox', label: () => __('May pay on invoice'), capability: 'manage_shop' }],
    });

    scope.addAction('store/booted', ({ deliveries, payments, orderBoxes, orderColumns }) => {
      deliveries.register(lockers(scope));
      payments.register(onInvoice(scope, settings));
      orderBoxes.register(parcelBox(scope));
      orderColumns.register({
        id: 'locker',
        label: () => __('Locker'),
        cell: ({ meta }) => meta[`${LOCKER}_point`] ?? '',
      });
    });
    scope.addAction(
      'store/form_submitted',
      async ({ paymentMethod, request }, { orderId }) => {
        if (paymentMethod === INVOICE && orderId > 0)
          await noteInvoice(
            scope,
            settings,
            orderId,
            scope.sanitizeTextField(request.field('invoice_reference')).slice(0, REFERENCE_LENGTH),
          );
      },
      10,
      2,
    );

    scope.addAction(REFRESH, async () => {
      try {
        if ((await settings.values()).locker_delivery_list !== '') await refresh(scope, settings);
      } catch (error) {
        if (!(error instanceof PlinthError)) throw error;
        scope.log.warn(error.message);
      }
    });
    scope.addCommand({
      name: 'lockers refresh',
      description: 'Fetch the list of parcel lockers now',
      run: async (_args, _options, output) => {
        const count = await refresh(scope, settings);
        output.line(scope._n('%d point available.', '%d points available.', count));
      },
    });
  },

  async deactivate(scope) {
    await scope.wpUnscheduleHook(REFRESH);
  },

  async uninstall(scope, { deleteData }) {
    if (!deleteData) return;
    for (const option of [
      POINTS,
      'locker_delivery_list',
      'locker_delivery_days',
      'locker_delivery_limit',
      `store_payment_${INVOICE}`,
    ])
      await scope.deleteOption(option);
    await scope.deleteMetadata('user', 0, TRUSTED, '', true);
  },
});
