import type { PageRequest, PluginScope } from 'plinth';
import type { FormError } from '../contract/index.js';
import type { Money } from '../money/money.js';
import { readIban, formatIban } from '../commerce/iban.js';
import type { CommerceValues } from '../commerce/commerce-settings.js';

const AMOUNT_NAMES = ['courierPrice', 'freeFrom', 'pickupPrice', 'codFee'] as const;
const SWITCH_NAMES = ['courier', 'pickup', 'cod', 'transfer'] as const;
/**
 * Minimum and maximum of whole numbers. The order limits have a minimum of 1, because 0 would require a code from every
 * customer.
 */
const NUMBER_RANGES = {
  transferDays: [0, 365],
  onlineMinutes: [0, 10_080],
  ordersPerEmail: [1, 1000],
  ordersPerNetwork: [1, 10_000],
  ordersPerSession: [1, 1000],
} as const;
type NumberName = keyof typeof NUMBER_RANGES;
const NUMBER_NAMES = [
  'transferDays',
  'onlineMinutes',
  'ordersPerEmail',
  'ordersPerNetwork',
  'ordersPerSession',
] as const satisfies readonly NumberName[];
const TEXT_NAMES = ['pickupPlace', 'accountHolder', 'accountNumber', 'bankName', 'shopEmail'] as const;

/** Submitted values, by field name. */
export type CommerceInput = Readonly<Record<string, string | boolean>>;

type Texts = Readonly<Record<(typeof TEXT_NAMES)[number], string>>;
type Switches = Readonly<Record<(typeof SWITCH_NAMES)[number], boolean>>;

/** Whether at least one shipping method, and at least one payment method, of plugins is enabled. */
interface OtherMethods {
  readonly delivery: boolean;
  readonly payment: boolean;
}

interface CommerceFormDeps {
  readonly scope: Pick<PluginScope, '__' | 'isEmail' | 'sanitizeTextField'>;
  readonly money: Pick<Money, 'read'>;
}

/** Returns the form values of the settings. */
export function commerceInput(settings: CommerceValues, money: Pick<Money, 'formatInput'>): CommerceInput {
  const entries = [...TEXT_NAMES, ...SWITCH_NAMES].map((name) => [name, settings[name]] as const);
  const amounts = AMOUNT_NAMES.map(
    (name) => [name, settings[name] === null ? '' : money.formatInput(settings[name])] as const,
  );
  const account = readIban(settings.accountNumber);
  return {
    ...Object.fromEntries<string | boolean>(entries),
    ...(account === null ? {} : { accountNumber: formatIban(account) }),
    ...Object.fromEntries(amounts),
    ...Object.fromEntries(NUMBER_NAMES.map((name) => [name, String(settings[name])])),
    shippingTaxRate: String(settings.shippingTaxRate),
  };
}

/**
 * Reads the submitted form.
 * @param before current settings, for values that are not in the form
 */
export function readCommerceForm(
  { scope, money }: CommerceFormDeps,
  request: PageRequest,
  before: CommerceValues,
  others: OtherMethods,
): { input: CommerceInput; errors: FormError[]; settings: CommerceValues } {
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
  const { input: amountInputs, values: amounts } = readAmounts({ money }, request, errors);
  const settings = {
    ...texts,
    accountNumber: account ?? '',
    ...switches,
    ...amounts,
    freeFrom: amountInputs.freeFrom === '' ? null : amounts.freeFrom,
    ...numberValues,
    shippingTaxRate,
  };
  return { input: { ...texts, ...switches, ...amountInputs, ...numbers, shippingTaxRate: rateText }, errors, settings };
}

type AmountName = (typeof AMOUNT_NAMES)[number];

/** Returns the amounts in minor units; an empty field is 0. */
function readAmounts(
  { money }: Pick<CommerceFormDeps, 'money'>,
  request: PageRequest,
  errors: FormError[],
): { readonly input: Record<AmountName, string>; readonly values: Record<AmountName, number> } {
  const inputs = { courierPrice: '', freeFrom: '', pickupPrice: '', codFee: '' };
  const values = { courierPrice: 0, freeFrom: 0, pickupPrice: 0, codFee: 0 };
  for (const name of AMOUNT_NAMES) {
    inputs[name] = request.field(name).trim().slice(0, 20);
    const { minor, problem } = money.read(inputs[name] === '' ? '0' : inputs[name]);
    if (problem !== '') errors.push({ field: name, message: problem });
    values[name] = minor ?? 0;
  }
  return { input: inputs, values };
}

/** Reads the whole numbers. Values that are not in the form stay unchanged. */
function readNumbers(
  { __ }: Pick<PluginScope, '__'>,
  request: PageRequest,
  before: CommerceValues,
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
    const [min, max] = NUMBER_RANGES[name];
    const text = (name in request.form ? request.field(name) : String(before[name])).trim().slice(0, 10);
    inputs[name] = text;
    values[name] = Number(text);
    if (!/^\d{1,6}$/.test(text) || Number(text) < min || Number(text) > max)
      errors.push({ field: name, message: __('Enter a whole number from %1$d to %2$d.', min, max) });
  }
  return { input: inputs, values };
}

/** Returns errors if no payment method is enabled, or if the bank account is invalid or missing. */
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
