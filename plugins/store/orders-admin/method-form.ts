import type { PageRequest, PluginScope } from 'plinth';
import type { FormError, OwnerSetting } from '../contract/index.js';
import type { Money } from '../money/money.js';
import { labelOf, type StoreRegistries } from '../registries/store-registries.js';
import type { MethodOptions, MethodSettings } from '../selling/method-settings.js';
import { OWN_DELIVERIES } from '../selling/own-deliveries.js';

/** The settings of registered delivery methods, as a part of the screen of delivery and payment. */
export interface MethodForm {
  /** What the view shows: a fieldset for each method. @param request the form that was sent, to show what was typed */
  view(errors: readonly FormError[], request?: PageRequest): Promise<readonly object[]>;
  read(request: PageRequest): Promise<{ readonly changed: Readonly<Record<string, MethodSettings>>; readonly errors: readonly FormError[] }>;
  write(changed: Readonly<Record<string, MethodSettings>>): Promise<void>;
}

interface MethodFormDeps {
  readonly scope: Pick<PluginScope, '__' | 'sanitizeTextField' | 'render'>;
  readonly registry: StoreRegistries['deliveries'];
  readonly options: MethodOptions;
  readonly money: Money;
}

const LENGTH = 200;

export function createMethodForm({ scope, registry, options, money }: MethodFormDeps): MethodForm {
  const { __ } = scope;
  const registered = () => registry.entries().filter(({ id }) => !OWN_DELIVERIES.includes(id));
  const nameOf = (id: string, name: string): string => `method_${id}_${name}`;

  function typedOf(one: OwnerSetting, value: string | number | boolean | undefined): string | boolean {
    if (one.type === 'switch') return value === true;
    return one.type === 'amount' ? money.typed(Number(value)) : String(value ?? '');
  }

  function parse(one: OwnerSetting, text: string): string | number | boolean | null {
    switch (one.type) {
      case 'switch':
        return text === '1';
      case 'amount':
        return money.parse(text === '' ? '0' : text);
      case 'number':
        return /^-?\d{1,9}(\.\d{1,4})?$/.test(text.replace(',', '.')) ? Number(text.replace(',', '.')) : null;
      case 'text':
        return scope.sanitizeTextField(text);
    }
  }

  return {
    view: (errors, request) => Promise.all(registered().map(async (entry) => {
      const { offered, values } = await options.read(entry.id, entry.value.settings ?? []);
      const offeredName = nameOf(entry.id, 'offered');
      return {
        label: await labelOf(registry, entry, ({ label }) => label), offeredName, offered: request ? request.field(offeredName) === '1' : offered,
        fieldsHtml: await scope.render('checkout/fields', { fields: (entry.value.settings ?? []).map((one) => {
          const id = nameOf(entry.id, one.name);
          const value = request ? (one.type === 'switch' ? request.field(id) === '1' : request.field(id).slice(0, LENGTH)) : typedOf(one, values[one.name]);
          return {
            id, label: one.type === 'amount' ? `${one.label} (${money.currency()})` : one.label, hint: one.hint ?? '', isBox: one.type === 'switch', type: 'text', inputMode: one.type === 'text' ? '' : 'decimal', maxLength: LENGTH, autocomplete: 'off', required: true,
            value, error: errors.find(({ field }) => field === id)?.message ?? '',
          };
        }) }),
      };
    })),
    async read(request) {
      const errors: FormError[] = [];
      const changed: Record<string, MethodSettings> = {};
      for (const { id, value } of registered()) {
        const values = (value.settings ?? []).map((one) => {
          const typed = parse(one, request.field(nameOf(id, one.name)).trim().slice(0, LENGTH));
          if (typed === null) errors.push({ field: nameOf(id, one.name), message: one.type === 'amount' ? __('Please write an amount such as 15.00.') : __('Please write a number: %s.', one.label) });
          return [one.name, typed ?? one.default] as const;
        });
        changed[id] = { offered: request.field(nameOf(id, 'offered')) === '1', values: Object.fromEntries(values) };
      }
      return { changed, errors };
    },
    write: (changed) => options.write(changed),
  };
}
