import type { CartProduct } from '../contract/index.js';
import { labelOf, type StoreRegistries } from '../registries/store-registries.js';
import type { ProductKind } from './tables.js';

/** Product types: physical products, downloads, and those registered by plugins. */
export interface ProductTypes {
  kinds(): readonly ProductKind[];
  /** Returns `physical` if products of a kind need shipping, otherwise `digital`; `physical` for an unknown kind. */
  baseKind(kind: ProductKind): 'physical' | 'digital';
  /** Whether products of a kind can be added to the cart; false for an unknown kind. */
  isSellable(kind: ProductKind): boolean;
  /** Returns the types registered by plugins, with their labels. */
  registered(): Promise<readonly { readonly value: ProductKind; readonly label: string }[]>;
  /** Returns the HTML that replaces the add-to-cart button; empty for none. */
  button(kind: ProductKind, product: CartProduct): Promise<string>;
}

const BUILT_IN_KINDS: readonly ProductKind[] = ['physical', 'digital'];

/** @param registry absent during plugin activation */
export function createProductTypes(registry?: StoreRegistries['productTypes']): ProductTypes {
  return {
    kinds: () => [...BUILT_IN_KINDS, ...(registry?.entries().map(({ id }) => id) ?? [])],
    baseKind: (kind) =>
      kind === 'digital' || registry?.find(kind)?.value.isPhysical === false ? 'digital' : 'physical',
    isSellable: (kind) => BUILT_IN_KINDS.includes(kind) || registry?.find(kind)?.value.isSellable === true,
    registered: async () =>
      Promise.all(
        (registry?.entries() ?? []).map(async (entry) => ({
          value: entry.id,
          label: registry ? await labelOf(registry, entry, ({ label }) => label) : entry.id,
        })),
      ),
    async button(kind, product) {
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
