import type { TranslationApi } from 'plinth';
import { FACET_TYPES, type FacetType } from './facet-types.js';

interface FacetTypeText {
  readonly value: FacetType;
  readonly label: string;
  readonly help: string;
}

/** What the types are called, and what each is good for. */
export function facetTypeTexts({ __ }: Pick<TranslationApi, '__'>): FacetTypeText[] {
  const texts: Readonly<Record<FacetType, readonly [label: string, help: string]>> = {
    checkbox: [__('Checkboxes'), __('Several values can be chosen.')],
    radio: [__('Radio buttons'), __('One value can be chosen.')],
    dropdown: [__('Drop-down list'), __('One value can be chosen, in little space.')],
    swatch: [__('Swatches'), __('Checkboxes with colors or pictures.')],
    hierarchy: [__('Tree'), __('Categories with their subcategories.')],
    autocomplete: [__('List with a search'), __('For more values than one wants to read.')],
    az_index: [__('A to Z'), __('A list with a bar of first letters.')],
    range_slider: [__('Range'), __('From and to, by number or slider.')],
    search: [__('Search'), __('Words in names, codes and descriptions.')],
    rating: [__('Stars'), __('So many stars and more.')],
    toggle: [__('Switch'), __('On or off.')],
  };
  return FACET_TYPES.map((value) => ({ value, label: texts[value][0], help: texts[value][1] }));
}
