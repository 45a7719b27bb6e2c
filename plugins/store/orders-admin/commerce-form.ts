import type { PageRequest, PluginScope } from 'plinth';
import type { FormError } from '../contract/index.js';
import type { Money } from '../money/money.js';
import { readIban, writtenIban } from '../commerce/iban.js';
import type { SellingSettings } from '../commerce/commerce-settings.js';

const AMOUNTS = ['courierPrice', 'freeFrom', 'pickupPrice', 'codFee'] as const;
const SWITCHES = ['courier', 'pickup', 'cod', 'transfer'] as const;
/** Minimum and maximum of whole numbers; the minimum is 1 where 0 would require a code from everyone. */
const NUMBERS = {
  transferDays: [0, 365],
  onlineMinutes: [0, 10_080],
  ordersPerEmail: [1, 1000],
  ordersPerNetwork: [1, 10_000],
  ordersPerSession: [1, 1000],
} as const;
type NumberName = keyof typeof NUMBERS;
const NUMBER_NAMES = [
  'transferDays',
  'onlineMinutes',
  'ordersPerEmail',
  'ordersPerNetwork',
  'ordersPerSession',
] as const satisfies readonly NumberName[];
const TEXTS = ['pickupPlace', 'accountHolder', 'accountNumber', 'bankName', 'shopEmail'] as const;

/** Entered values, by field name. */
export type TypedSelling = Readonly<Record<string, string | boolean>>;

type Texts = Readonly<Record<(typeof TEXTS)[number], string>>;
type Switches = Readonly<Record<(typeof SWITCHES)[number], boolean>>;

/** Whether any shipping method and any payment method of a plugin is enabled. */
interface OtherMethods {
  readonly delivery: boolean;
  readonly payment: boolean;
}

interface SellingFormDeps {
  readonly scope: Pick<PluginScope, '__' | 'isEmail' | 'sanitizeTextField'>;
  readonly money: Pick<Money, 'read'>;
}

/** Returns the settings as the form shows them. */
export function typedSelling(settings: SellingSettings, money: Pick<Money, 'formatInput'>): TypedSelling {
  const entries = [...TEXTS, ...SWITCHES].map((name) => [name, settings[name]] as const);
  const amounts = AMOUNTS.map(
    (name) => [name, settings[name] === null ? '' : money.formatInput(settings[name])] as const,
  );
  const account = readIban(settings.accountNumber);
  return {
    ...Object.fromEntries<string | boolean>(entries),
    ...(account === null ? {} : { accountNumber: writtenIban(account) }),
    ...Object.fromEntries(amounts),
    ...Object.fromEntries(NUMBER_NAMES.map((name) => [name, String(settings[name])])),
    shippingTaxRate: String(settings.shippingTaxRate),
  };
}

/**
 * Reads the form.
 * @param before current settings, for values that are not in the form
 */
export function readSellingForm(
  { scope, money }: SellingFormDeps,
  request: PageRequest,
  before: SellingSettings,
  others: OtherMethods,
): { input: TypedSelling; errors: FormError[]; settings: SellingSettings } {
  const { __ } = scope;
  const text = (name: keyof Texts): string => scope.sanitizeTextField(request.field(name)).slice(0, 200);
  const texts: Texts = {
    pickupPlace: text('pickupPlace'),
    accountHolder: text('accountHolder'),
    accountNumber: text('accountNumber'),
    bankName: text('bankName'),
    shopEmail: text('shopEmail'),
  };
  const isOn = (name: keyof Switches): boolean => request.field(name) === '1';
  const switches: Switches = {
    courier: isOn('courier'),
    pickup: isOn('pickup'),
    cod: isOn('cod'),
    transfer: isOn('transfer'),
  };
  const errors: FormError[] = [];
  const { input: numbers, values: numberValues } = readNumbers(scope, request, before, errors);
  const rateText = request.field('shippingTaxRate').trim().replace(',', '.');
  const shippingTaxRate = /^\d{1,2}(\.\d{1,2})?$/.test(rateText) ? Number(rateText) : Number.NaN;
  if (Number.isNaN(shippingTaxRate))
    errors.push({ field: 'shippingTaxRate', message: __('Enter a tax rate from 0 to 99.') });
  if (texts.shopEmail !== '' && scope.isEmail(texts.shopEmail) === false)
    errors.push({
      field: 'shopEmail',
      message: __('Enter a full email address, such as name@example.com.'),
    });
  const account = readIban(texts.accountNumber);
  errors.push(...paymentErrors(scope, { texts, switches, account, otherMethods: others }));
  if (!switches.courier && !switches.pickup && !others.delivery)
    errors.push({ field: 'courier', message: __('Enable at least one shipping method.') });
  const { input: raw, values: amounts } = readAmounts({ money }, request, errors);
  const settings = {
    ...texts,
    accountNumber: account ?? '',
    ...switches,
    ...amounts,
    freeFrom: raw.freeFrom === '' ? null : amounts.freeFrom,
    ...numberValues,
    shippingTaxRate,
  };
  return { input: { ...texts, ...switches, ...raw, ...numbers, shippingTaxRate: rateText }, errors, settings };
}

type AmountName = (typeof AMOUNTS)[number];

/** Returns minor units; an empty field is 0. */
function readAmounts(
  { money }: Pick<SellingFormDeps, 'money'>,
  request: PageRequest,
  errors: FormError[],
): { readonly input: Record<AmountName, string>; readonly values: Record<AmountName, number> } {
  const inputs = { courierPrice: '', freeFrom: '', pickupPrice: '', codFee: '' };
  const values = { courierPrice: 0, freeFrom: 0, pickupPrice: 0, codFee: 0 };
  for (const name of AMOUNTS) {
    inputs[name] = request.field(name).trim().slice(0, 20);
    const { minor, problem } = money.read(inputs[name] === '' ? '0' : inputs[name]);
    if (problem !== '') errors.push({ field: name, message: problem });
    values[name] = minor ?? 0;
  }
  return { input: inputs, values };
}

/** Values that are not in the form stay unchanged. */
function readNumbers(
  { __ }: Pick<PluginScope, '__'>,
  request: PageRequest,
  before: SellingSettings,
  errors: FormError[],
): { readonly input: Record<NumberName, string>; readonly values: Record<NumberName, number> } {
  const inputs = {
    transferDays: '',
    onlineMinutes: '',
    ordersPerEmail: '',
    ordersPerNetwork: '',
    ordersPerSession: '',
  };
  const values = { transferDays: 0, onlineMinutes: 0, ordersPerEmail: 0, ordersPerNetwork: 0, ordersPerSession: 0 };
  for (const name of NUMBER_NAMES) {
    const [min, max] = NUMBERS[name];
    const text = (name in request.form ? request.field(name) : String(before[name])).trim().slice(0, 10);
    inputs[name] = text;
    values[name] = Number(text);
    if (!/^\d{1,6}$/.test(text) || Number(text) < min || Number(text) > max)
      errors.push({ field: name, message: __('Enter a whole number from %1$d to %2$d.', min, max) });
  }
  return { input: inputs, values };
}

/** Returns the errors when no payment method is enabled, or the bank account is invalid or missing. */
function paymentErrors(
  { __ }: Pick<PluginScope, '__'>,
  {
    texts,
    switches,
    account,
    otherMethods,
  }: {
    readonly texts: Texts;
    readonly switches: Switches;
    readonly account: string | null;
    readonly otherMethods: OtherMethods;
  },
): FormError[] {
  const errors: FormError[] = [];
  if (texts.accountNumber !== '' && account === null)
    errors.push({
      field: 'accountNumber',
      message: __('Check the account number: its length or check digits are wrong.'),
    });
  else if (!switches.cod && !otherMethods.payment && switches.transfer && account === null)
    errors.push({
      field: 'accountNumber',
      message: __('Enter the account number: bank transfer is the only payment method.'),
    });
  if (!switches.cod && !switches.transfer && !otherMethods.payment)
    errors.push({ field: 'cod', message: __('Enable at least one payment method.') });
  return errors;
}
