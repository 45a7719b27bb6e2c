import type { TranslationApi } from 'plinth';
import { formatDay, toDayNumber } from '../index/days.js';
import type { FacetType } from './facet-types.js';

/** Selected days, both inclusive; empty leaves an end open. */
interface DateRange {
  readonly from: string;
  readonly to: string;
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const SEPARATOR = '..';

/** Returns a valid date, or an empty text. */
const dateOf = (text = ''): string => (DATE.test(text) && toDayNumber(text) !== undefined ? text : '');

/** A range of days: `sf_made=2026-01-01..2026-06-30`, with either end left out for an open one. */
export function dateRangeType({ __, locale }: Pick<TranslationApi, '__' | 'locale'>): FacetType {
  const type: FacetType<DateRange> = {
    id: 'date_range',
    label: () => __('Date range'),
    help: () => __('First and last day, either of which may be left open.'),
    supports: ({ kind }) => kind === 'date',
    state: {
      read({ text, parts }) {
        const [first, second] = text.split(SEPARATOR);
        const [from, to] = [dateOf(parts.from ?? first), dateOf(parts.to ?? second)];
        if (from === '' && to === '') return undefined;
        return from !== '' && to !== '' && from > to ? { from: to, to: from } : { from, to };
      },
      write: ({ from, to }) => from + SEPARATOR + to,
    },
    range: ({ from, to }) => ({ min: toDayNumber(from) ?? null, max: toDayNumber(to) ?? null }),
    match: () => undefined,
    describe({ from, to }) {
      const [first, last] = [formatDay(from, locale()), formatDay(to, locale())];
      if (from !== '' && to !== '') return `${first} – ${last}`;
      return from === '' ? __('up to %s', last) : __('from %s', first);
    },
    render: ({ state, name, id }) =>
      `<div class="facet-range__fields facet-range__fields--dates">${dateField(`${id}-from`, `${name}[from]`, __('From'), state?.from)}${dateField(`${id}-to`, `${name}[to]`, __('To'), state?.to)}</div>`,
  };
  return type;
}

/** @param label text of a translation, without markup */
const dateField = (id: string, name: string, label: string, value = ''): string =>
  `<label for="${id}">${label}</label><input type="date" id="${id}" name="${name}" value="${value}">`;
