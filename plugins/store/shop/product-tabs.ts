import type { ProductRecord, ProductSummary } from '../contract/index.js';
import { labelOf, type StoreRegistries } from '../registries/store-registries.js';

/** A tab on a product page, added by a plugin. */
interface RenderedTab {
  readonly id: string;
  readonly title: string;
  readonly html: string;
}

/** Tabs before the description, between it and the details, and after both. */
interface TabGroups {
  readonly tabsBefore: readonly RenderedTab[];
  readonly tabsBetween: readonly RenderedTab[];
  readonly tabsAfter: readonly RenderedTab[];
}

const NO_TABS: TabGroups = { tabsBefore: [], tabsBetween: [], tabsAfter: [] };
/** Order of the built-in tabs. */
const DESCRIPTION_ORDER = 10;
const DETAILS_ORDER = 20;

/** Creates the function that renders the tabs of plugins. Empty tabs and tabs with errors are omitted. */
export function createProductTabs(
  tabs: StoreRegistries['tabs'],
): (product: ProductRecord, summary: ProductSummary) => Promise<TabGroups> {
  return async (product, summary) => {
    const sorted = [...tabs.entries()].sort((a, b) => (a.value.order ?? Infinity) - (b.value.order ?? Infinity) || 0);
    if (sorted.length === 0) return NO_TABS;
    const renderedTabs = await Promise.all(
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
    );
    return groupTabs(renderedTabs);
  };
}

function groupTabs(tabs: readonly (RenderedTab & { readonly order: number })[]): TabGroups {
  const between = (from: number, to: number): RenderedTab[] =>
    tabs.filter(({ html, order }) => html !== '' && order >= from && order < to);
  return {
    tabsBefore: between(-Infinity, DESCRIPTION_ORDER),
    tabsBetween: between(DESCRIPTION_ORDER, DETAILS_ORDER),
    tabsAfter: [
      ...between(DETAILS_ORDER, Infinity),
      ...tabs.filter(({ html, order }) => html !== '' && order === Infinity),
    ],
  };
}
