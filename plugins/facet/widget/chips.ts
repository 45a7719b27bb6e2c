import type { PluginScope } from 'plinth';
import type { Catalog } from '../index/catalog.js';
import { type Facet, listStyleOf } from '../settings/facet-types.js';
import { type FilterState, withoutCustomState, withoutRange, withValues } from '../url-state/filter-state.js';
import { displayedValues } from './visible-values.js';
import type { Chip, WidgetData } from './widget-data.js';
import type { WidgetLinks } from './widget-links.js';

/** Formats an amount in major units, as the store formats prices. */
const formatMoney = (amount: number, currency: string, locale: string): string =>
  new Intl.NumberFormat(locale.replace('_', '-'), { style: 'currency', currency, useGrouping: 'always' }).format(
    amount,
  );

/** Data for creating chips. */
export type ChipData = Pick<WidgetData, 'facets' | 'state' | 'names' | 'context' | 'scale'>;

interface ChipDeps {
  readonly scope: Pick<PluginScope, '__' | 'locale'>;
  readonly catalog: () => Catalog;
  readonly links: WidgetLinks;
  /** Formats a number in the visitor's language. */
  number(value: number): string;
  unitOf(facet: Facet): string;
}

/** Creates the function that returns a chip for each selection, with the state without it. */
export function createChips({ scope, catalog, links, number, unitOf }: ChipDeps): (data: ChipData) => Chip[] {
  const { __ } = scope;

  function rangeText(facet: Facet, min: number | null, max: number | null, scale: number): string {
    const { currency = '' } = facet.measure ?? {};
    const text = (end: number): string => {
      if (facet.source === 'price') return catalog().formatPrice(Math.round(end * scale));
      return currency !== '' && facet.unit === ''
        ? formatMoney(end, currency, scope.locale())
        : [number(end), unitOf(facet)].filter(Boolean).join(' ');
    };
    if (min !== null && max !== null) return `${text(min)} – ${text(max)}`;
    return min !== null ? __('from %s', text(min)) : __('up to %s', text(max ?? 0));
  }

  /** Returns the label of each selection in a facet, and the state without it. */
  function selectionsOf(
    facet: Facet,
    { state, names, scale }: ChipData,
  ): Pick<Chip, 'label' | 'text' | 'stateWithout'>[] {
    const values = state.values.get(facet.slug) ?? [];
    const range = state.ranges.get(facet.slug);
    const customState = state.customStates?.get(facet.slug);
    if (customState !== undefined) {
      const description = facet.kind.describe?.(customState, facet) ?? '';
      const label = `${facet.label}: ${description}`.replace(/: $/, '');
      return [{ label, text: description || facet.label, stateWithout: withoutCustomState(state, facet.slug) }];
    }
    if (range) {
      const rangeLabel = rangeText(facet, range.min, range.max, scale(facet));
      const text = facet.source === 'price' ? rangeLabel : `${facet.label} ${rangeLabel}`;
      return [{ label: `${facet.label}: ${rangeLabel}`, text, stateWithout: withoutRange(state, facet.slug) }];
    }
    if (values.length === 0) return [];
    const shownList = displayedValues(facet, names).list();
    return values.map((value) => {
      const name = shownList.find(({ slug }) => slug === value)?.label ?? value;
      const others = values.filter((other) => other !== value);
      return { ...valueTexts(facet, name), stateWithout: withValues(state, facet.slug, others) };
    });
  }

  function valueTexts(facet: Facet, name: string): Pick<Chip, 'label' | 'text'> {
    const full = `${facet.label}: ${name}`;
    const isNameOnly = listStyleOf(facet.kind).toggle && name === facet.label;
    return { label: isNameOnly ? name : full, text: name === __('Yes') || name === __('No') ? full : name };
  }

  function searchChip(state: FilterState): Pick<Chip, 'label' | 'text' | 'stateWithout'> {
    const orderby = state.orderby === 'relevance' ? '' : state.orderby;
    return {
      label: __('Search: “%s”', state.search),
      text: __('“%s”', state.search),
      stateWithout: { ...state, search: '', orderby, page: 1 },
    };
  }

  return (data) => {
    const facetChips = data.facets.flatMap((facet) => selectionsOf(facet, data));
    const all = data.state.search === '' ? facetChips : [...facetChips, searchChip(data.state)];
    return all.map((chip) => ({
      ...chip,
      href: links.link(data, chip.stateWithout),
      stateText: links.stateText(data, chip.stateWithout),
    }));
  };
}

/** Maximum number of selections in a title. */
const MAX_SELECTIONS = 6;

/** Returns the selection as text for titles and headings: `White, PLN 50.00 – PLN 200.00`. */
export function selectionText(chips: readonly Pick<Chip, 'text'>[]): string {
  const texts = chips.map((chip) => chip.text);
  return texts.length > MAX_SELECTIONS ? `${texts.slice(0, MAX_SELECTIONS).join(', ')}, …` : texts.join(', ');
}
