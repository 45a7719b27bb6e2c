import type { MaybePromise } from 'plinth';
import type { ProductRecord, ProductSummary } from '../contract/index.js';
import { labelOf, type StoreRegistries } from '../registries/store-registries.js';

/** A tab on a product page, added by a plugin. */
interface ShownTab {
  readonly id: string;
  readonly title: string;
  readonly html: string;
}

/** Tabs before the description, between it and the details, and after both. */
interface ShownTabs {
  readonly tabsBefore: readonly ShownTab[];
  readonly tabsBetween: readonly ShownTab[];
  readonly tabsAfter: readonly ShownTab[];
}

const NONE: ShownTabs = { tabsBefore: [], tabsBetween: [], tabsAfter: [] };
const DESCRIPTION = 10;
const DETAILS = 20;

/** Renders the tabs that plugins add to a product page; empty and failing ones are left out. */
export function createProductTabs(
  tabs: StoreRegistries['tabs'],
): (product: ProductRecord, summary: ProductSummary) => MaybePromise<ShownTabs> {
  return (product, summary) => {
    const sorted = [...tabs.entries()].sort((a, b) => (a.value.order ?? Infinity) - (b.value.order ?? Infinity) || 0);
    if (sorted.length === 0) return NONE;
    return Promise.all(
      sorted.map(async (entry) => ({
        id: entry.id,
        order: entry.value.order ?? Infinity,
        title: await labelOf(tabs, entry, ({ title }) => title),
        html: await tabs.call(
          entry,
          (tab) => tab.render(product, summary),
          '',
          (html) => (typeof html === 'string' ? '' : 'a tab must be an HTML string.'),
        ),
      })),
    ).then(placed);
  };
}

function placed(tabs: readonly (ShownTab & { readonly order: number })[]): ShownTabs {
  const between = (from: number, to: number): ShownTab[] =>
    tabs.filter(({ html, order }) => html !== '' && order >= from && order < to);
  return {
    tabsBefore: between(-Infinity, DESCRIPTION),
    tabsBetween: between(DESCRIPTION, DETAILS),
    tabsAfter: [...between(DETAILS, Infinity), ...tabs.filter(({ html, order }) => html !== '' && order === Infinity)],
  };
}
