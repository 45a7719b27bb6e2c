import type { MaybePromise } from 'plinth';
import type { CartProduct } from '../contract/index.js';
import { labelOf, type StoreRegistries } from '../registries/store-registries.js';
import type { ProductKind } from './tables.js';

/** The kinds of products there are: goods, downloads, and those that plugins registered. */
export interface ProductTypes {
  kinds(): readonly ProductKind[];
  /** Whether something of a kind is sent; so is what nobody knows any more. */
  sentAs(kind: ProductKind): 'physical' | 'digital';
  /** Whether it goes into the cart; what nobody knows any more does not. */
  isSellable(kind: ProductKind): boolean;
  /** Registered ones with what the owner calls them. */
  registered(): Promise<readonly { readonly value: ProductKind; readonly label: string }[]>;
  /** HTML in the place of the button that puts a product into the cart; empty when its kind has none. */
  button(kind: ProductKind, product: CartProduct): MaybePromise<string>;
}

const OWN: readonly ProductKind[] = ['physical', 'digital'];

/** @param registry absent while plugins are only being switched on */
export function createProductTypes(registry?: StoreRegistries['productTypes']): ProductTypes {
  return {
    kinds: () => [...OWN, ...(registry?.entries().map(({ id }) => id) ?? [])],
    sentAs: (kind) => (kind === 'digital' || registry?.find(kind)?.value.isPhysical === false ? 'digital' : 'physical'),
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
      return registry.ask(
        entry,
        (type) => type.button?.(product) ?? '',
        '',
        (html) => (typeof html === 'string' ? '' : 'a button is HTML.'),
      );
    },
  };
}
