import type { Field, OwnRegistry, RegistryEntry } from 'plinth';
import type { DeliveryMethod, Label, PaymentMethod } from '../contract/index.js';
import { labelOf } from '../registries/store-registries.js';
import type { MethodOptions, MethodSettings } from '../commerce/method-settings.js';
import { wrapPluginFields } from '../commerce/plugin-fields.js';

export const METHOD_KINDS = ['delivery', 'payment'] as const;
/** Kind of a method: shipping or payment. */
export type MethodKind = (typeof METHOD_KINDS)[number];

/** A shipping or payment method of a plugin, with its settings. */
export interface PluginMethod {
  readonly kind: MethodKind;
  readonly id: string;
  readonly fields: readonly Field[];
  label(): Promise<string>;
  read(): Promise<MethodSettings>;
  write(settings: MethodSettings): Promise<void>;
}

export const METHOD_SLUG = 'store-method';

/** Returns the URL of the settings screen of a method. */
export function methodUrl({ kind, id }: Pick<PluginMethod, 'kind' | 'id'>): string {
  return `admin.php?page=${METHOD_SLUG}&kind=${kind}&method=${encodeURIComponent(id)}`;
}

/** Returns the shipping or payment methods registered by plugins. */
export type PluginMethods = (kind: MethodKind) => readonly PluginMethod[];

interface PluginMethodsDeps {
  readonly registries: { readonly delivery: OwnRegistry<DeliveryMethod>; readonly payment: OwnRegistry<PaymentMethod> };
  readonly options: Readonly<Record<MethodKind, MethodOptions>>;
  /** Slug of the store plugin, whose methods are set on the shipping and payment screen and are not listed here. */
  readonly owner: string;
  currency(): string;
}

export function createPluginMethods({
  registries,
  options,
  owner: storeOwner,
  currency,
}: PluginMethodsDeps): PluginMethods {
  function listMethods<T extends { readonly id: string; readonly label: Label; readonly settings?: readonly Field[] }>(
    kind: MethodKind,
    registry: OwnRegistry<T>,
  ): readonly PluginMethod[] {
    const toMethod = (entry: RegistryEntry<T>): PluginMethod => ({
      kind,
      id: entry.id,
      fields: wrapPluginFields(registry, entry, entry.value.settings ?? [], currency()),
      label: () => labelOf(registry, entry, ({ label }) => label),
      read: () => options[kind].read(entry.value),
      write: (settings) => options[kind].write(entry.value, settings),
    });
    return registry
      .entries()
      .filter(({ owner }) => owner !== storeOwner)
      .map(toMethod);
  }
  return (kind) =>
    kind === 'delivery' ? listMethods(kind, registries.delivery) : listMethods(kind, registries.payment);
}
