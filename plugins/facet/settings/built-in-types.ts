import type { TranslationApi } from 'plinth';
import { dateRangeType } from './date-range-type.js';
import type { FacetType } from './facet-types.js';

type Source = Parameters<FacetType['supports']>[0];

const isListed = ({ kind }: Source): boolean => ['values', 'rating', 'flag', 'date'].includes(kind);

type Texts = Pick<TranslationApi, '__' | 'locale'>;

/** The built-in facet types, registered in the same way as those of extensions. */
export const builtInTypes = (texts: Texts): readonly FacetType[] => [
  ...listTypes(texts),
  ...otherTypes(texts),
  dateRangeType(texts),
];

/** Types for lists of the values of a source. */
function listTypes({ __ }: Texts): readonly FacetType[] {
  return [
    {
      id: 'checkbox',
      state: 'list',
      supports: isListed,
      label: () => __('Checkboxes'),
      help: () => __('Shoppers can select several values.'),
    },
    {
      id: 'radio',
      state: 'single',
      supports: isListed,
      label: () => __('Radio buttons'),
      help: () => __('Shoppers can select one value.'),
    },
    {
      id: 'dropdown',
      state: 'single',
      supports: isListed,
      style: { view: 'dropdown', field: 'never' },
      label: () => __('Drop-down list'),
      help: () => __('Shoppers can select one value; takes up little space.'),
    },
    {
      id: 'swatch',
      state: 'list',
      supports: isListed,
      label: () => __('Swatches'),
      help: () => __('Checkboxes with colors or images.'),
    },
    {
      id: 'hierarchy',
      state: 'list',
      supports: isListed,
      style: { view: 'tree', field: 'never' },
      label: () => __('Tree'),
      help: () => __('Categories with their subcategories.'),
    },
    {
      id: 'autocomplete',
      state: 'list',
      supports: isListed,
      style: { view: 'options', field: 'always' },
      label: () => __('Searchable list'),
      help: () => __('For facets with many values.'),
    },
    {
      id: 'az_index',
      state: 'list',
      supports: isListed,
      style: { view: 'options', letters: true },
      defaults: { order: 'label' },
      label: () => __('A to Z'),
      help: () => __('A list with an A–Z bar.'),
    },
  ];
}

/** Types for ranges, searches, and lists without values of their own. */
function otherTypes({ __ }: Texts): readonly FacetType[] {
  return [
    {
      id: 'range_slider',
      state: 'range',
      supports: ({ kind }) => kind === 'number',
      label: () => __('Range'),
      help: () => __('Minimum and maximum, with number fields or a slider.'),
    },
    {
      id: 'search',
      state: 'search',
      supports: ({ kind }) => kind === 'words',
      label: () => __('Search'),
      help: () => __('Searches names, SKUs, and descriptions.'),
    },
    {
      id: 'rating',
      state: 'single',
      supports: ({ kind }) => kind === 'rating',
      style: { view: 'options', field: 'never' },
      label: () => __('Stars'),
      help: () => __('Minimum number of stars.'),
    },
    {
      id: 'toggle',
      state: 'single',
      supports: isListed,
      style: { view: 'options', field: 'never', toggle: true },
      label: () => __('Switch'),
      help: () => __('On or off.'),
    },
    {
      id: 'bands',
      state: 'list',
      supports: ({ kind }) => kind === 'number',
      style: { view: 'options', field: 'never', bands: true },
      label: () => __('Ranges'),
      help: () => __('Number ranges that you define, shown as checkboxes.'),
    },
  ];
}
