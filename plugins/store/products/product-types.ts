import type { MaybePromise } from 'plinth';
import type { CartProduct } from '../contract/index.js';
import { labelOf, type StoreRegistries } from '../registries/store-registries.js';
import type { ProductKind } from './tables.js';

/** Product types: physical goods, downloads, and those registered by plugins. */
export interface ProductTypes {
  kinds(): readonly ProductKind[];
  /** Whether a product of that kind needs shipping; an unknown kind does. */
  baseKind(kind: ProductKind): 'physical' | 'digital';
  /** Whether it can be put into the cart; an unknown kind cannot. */
  isSellable(kind: ProductKind): boolean;
  /** Registered types with their labels. */
  registered(): Promise<readonly { readonly value: ProductKind; readonly label: string }[]>;
  /** HTML that replaces the add-to-cart button; empty for a kind without its own. */
  button(kind: ProductKind, product: CartProduct): MaybePromise<string>;
}

const OWN: readonly ProductKind[] = ['physical', 'digital'];

/** @param registry absent during plugin activation */
export function createProductTypes(registry?: StoreRegistries['productTypes']): ProductTypes {
  return {
    kinds: () => [...OWN, ...(registry?.entries().map(({ id }) => id) ?? [])],
    baseKind: (kind) =>
      kind === 'digital' || registry?.find(kind)?.value.isPhysical === false ? 'digital' : 'physical',
    isSellable: (kind) => OWN.includes(kind) || registry?.find(kind)?.value.isSellable === true,
    registered: async () =>
      Promise.all(
        (registry?.entries() ?? []).map(async (entry) => ({
          value: entry.id,
          label: registry ? await labelOf(registry, entry, ({ label }) => label) : entry.id,
        })),
      ),
    button(kind, product) {
      const entry = registry?.find(kind);
      if (!registry || !entry?.value.button) return '';
      return registry.call(
        entry,
        (type) => type.button?.(product) ?? '',
        '',
        (html) => (typeof html === 'string' ? '' : 'a button must be an HTML string.'),
      );
    },
  };
}
