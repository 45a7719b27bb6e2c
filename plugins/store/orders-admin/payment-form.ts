import type { PageRequest, PluginScope } from 'plinth';
import type { FormError, MethodSetting, MethodValues, PaymentMethod } from '../contract/index.js';
import type { Money } from '../money/money.js';
import type { PaymentSetup, PaymentOptions } from '../selling/payment-options.js';
import type { PaymentMethods } from '../selling/payment-methods.js';

interface PaymentFormDeps {
  readonly scope: Pick<PluginScope, '__' | 'render' | 'sanitizeTextField'>;
  readonly methods: Pick<PaymentMethods, 'added' | 'label'>;
  readonly options: PaymentOptions;
  readonly money: Pick<Money, 'parse' | 'typed' | 'currency'>;
}

/** What was typed for one method. */
export interface TypedMethod {
  readonly method: PaymentMethod;
  readonly choice: PaymentSetup;
  /** As typed, by setting; secrets never. */
  readonly texts: Readonly<Record<string, string>>;
}

/** The settings of the payment methods that plugins bring, below those of the shop. */
export interface PaymentForm {
  /** As they are stored. */
  stored(): Promise<readonly TypedMethod[]>;
  read(request: PageRequest): Promise<{ readonly typed: readonly TypedMethod[]; readonly errors: readonly FormError[] }>;
  html(typed: readonly TypedMethod[], errors: readonly FormError[]): Promise<string>;
  write(typed: readonly TypedMethod[]): Promise<void>;
}

const TEXT = 500;
const fieldOf = (method: PaymentMethod, name: string): string => `payment_${method.id}_${name}`;
const words = (text: string | (() => string) | undefined): string => (typeof text === 'function' ? text() : (text ?? ''));

export function createPaymentForm({ scope, methods, options, money }: PaymentFormDeps): PaymentForm {
  const { __ } = scope;

  function textOf({ type, name }: MethodSetting, values: MethodValues): string {
    const value = values[name];
    if (type === 'secret') return '';
    return typeof value === 'number' ? money.typed(value) : typeof value === 'boolean' ? (value ? '1' : '') : value;
  }

  /** A setting as it was typed, or why it cannot be. */
  function readSetting(setting: MethodSetting, typed: string, before: MethodValues): { value: string | boolean | number; wrong: string } {
    const { type, name, check } = setting;
    if (type === 'switch') return { value: typed === '1', wrong: '' };
    if (type === 'amount') {
      const minor = money.parse(typed === '' ? '0' : typed);
      return { value: minor ?? 0, wrong: minor === null ? __('Please write an amount such as 15.00.') : '' };
    }
    if (type === 'select') return setting.options?.some(({ value }) => value === typed) ? { value: typed, wrong: '' } : { value: setting.default, wrong: __('Please choose one of those there are.') };
    const value = type === 'secret' && typed === '' ? (before[name] ?? '') : typed;
    return { value, wrong: value === '' ? '' : (check?.(String(value)) ?? '') };
  }

  return {
    async stored() {
      return Promise.all(methods.added().map(async (method) => {
        const choice = await options.read(method);
        return { method, choice, texts: Object.fromEntries((method.settings ?? []).map((setting) => [setting.name, textOf(setting, choice.values)])) };
      }));
    },
    async read(request) {
      const errors: FormError[] = [];
      const typed: TypedMethod[] = [];
      for (const method of methods.added()) {
        const before = await options.read(method);
        const enabled = request.field(fieldOf(method, 'enabled')) === '1';
        const texts: Record<string, string> = {};
        const values: Record<string, string | boolean | number> = {};
        for (const setting of method.settings ?? []) {
          const field = fieldOf(method, setting.name);
          const text = scope.sanitizeTextField(request.field(field)).slice(0, TEXT);
          const { value, wrong } = readSetting(setting, text, before.values);
          if (setting.type !== 'secret') texts[setting.name] = text;
          values[setting.name] = value;
          if (wrong !== '') errors.push({ field, message: wrong });
          else if (enabled && setting.required && value === '') errors.push({ field, message: __('%1$s needs this: %2$s.', methods.label(method.id), words(setting.label)) });
        }
        typed.push({ method, choice: { enabled, values }, texts });
      }
      return { typed, errors };
    },
    html(typed, errors) {
      const errorOf = (field: string): string => errors.find((error) => error.field === field)?.message ?? '';
      const shown = typed.map(({ method, choice, texts }) => ({
        legend: methods.label(method.id), enabledField: fieldOf(method, 'enabled'), enabled: choice.enabled,
        settings: (method.settings ?? []).map(({ name, label, hint, type, options: all }) => {
          const field = fieldOf(method, name);
          const kept = type === 'secret' && choice.values[name] !== '';
          return {
            field, label: type === 'amount' ? `${words(label)} (${money.currency()})` : words(label), hint: [words(hint), kept ? __('It is set; leave this empty to keep it.') : ''].join(' ').trim(), value: texts[name] ?? '', error: errorOf(field),
            isSwitch: type === 'switch', isSelect: type === 'select', isSecret: type === 'secret', isAmount: type === 'amount', options: all?.map((one) => ({ value: one.value, label: words(one.label), selected: one.value === texts[name] })),
          };
        }),
      }));
      return scope.render('orders-admin/payment-methods', { methods: shown });
    },
    async write(typed) {
      for (const { method, choice } of typed) await options.write(method, choice);
    },
  };
}
