import type { PageRequest, TranslationApi } from 'plinth';
import type { FormError, TransitDays } from '../contract/index.js';
import { COLLECTED } from '../commerce/delivery-estimates.js';
import {
  type EstimateSettings,
  isClock,
  MAX_DAYS_OFF,
  MAX_TRANSIT,
  readDays,
  writtenDays,
} from '../commerce/estimate-settings.js';

/** A method with a transit time. */
export interface DatedMethod {
  readonly id: string;
  readonly label: string;
}

/** Values of the form. */
export interface EstimateInput {
  readonly cutOff: string;
  readonly daysOff: string;
  readonly methods: readonly (DatedMethod & { readonly rows: readonly TypedDays[] })[];
}

/** Entered transit time of a method, domestic or abroad. */
interface TypedDays {
  /** Name of the fields and of their errors: `home.courier`. */
  readonly name: string;
  readonly destination: (typeof WHERE)[number];
  readonly from: string;
  readonly to: string;
}

const WHERE = ['home', 'abroad'] as const;

const destinationsOf = (id: string): readonly (typeof WHERE)[number][] => (id === COLLECTED ? ['home'] : WHERE);

/** Returns the form values of the settings. */
export function estimateInput(settings: EstimateSettings, methods: readonly DatedMethod[]): EstimateInput {
  const rows = (id: string): TypedDays[] =>
    destinationsOf(id).map((destination) => ({
      name: `${destination}.${id}`,
      destination: destination,
      from: String(settings[destination][id]?.from ?? ''),
      to: String(settings[destination][id]?.to ?? ''),
    }));
  return {
    cutOff: settings.cutOff,
    daysOff: writtenDays(settings.daysOff),
    methods: methods.map((method) => ({ ...method, rows: rows(method.id) })),
  };
}

/** Reads the form; methods that are not in it keep their transit times. */
export function readEstimate(
  request: Pick<PageRequest, 'field' | 'form'>,
  before: EstimateSettings,
  methods: readonly DatedMethod[],
  { __ }: Pick<TranslationApi, '__'>,
): { readonly input: EstimateInput; readonly errors: readonly FormError[]; readonly settings: EstimateSettings } {
  if (!('cutOff' in request.form)) return { input: estimateInput(before, methods), errors: [], settings: before };
  const typedIn = (field: string, name: string): string => {
    const all = request.form[field];
    const text =
      typeof all === 'object' && !Array.isArray(all) ? (all as Readonly<Record<string, unknown>>)[name] : undefined;
    return typeof text === 'string' ? text.trim().slice(0, 5) : '';
  };
  const cutOff = clockOf(request.field('cutOff'));
  const daysOff = request.field('daysOff').slice(0, 10_000);
  const errors: FormError[] = [];
  if (cutOff !== '' && !isClock(cutOff)) errors.push({ field: 'cutOff', message: __('Enter a time such as 12:00.') });
  const off = readDays(daysOff);
  if (off === null)
    errors.push({
      field: 'daysOff',
      message: __(
        'Enter dates such as 2026-12-28, or 2026-12-28 – 2026-12-31, one per line, up to %d days.',
        MAX_DAYS_OFF,
      ),
    });
  const daysByDestination = { home: { ...before.home }, abroad: { ...before.abroad } };
  const rowOf = (id: string, destination: (typeof WHERE)[number]): TypedDays => {
    const row = {
      name: `${destination}.${id}`,
      destination: destination,
      from: typedIn('days_from', `${destination}.${id}`),
      to: typedIn('days_to', `${destination}.${id}`),
    };
    const days = daysOf(row);
    if (days === null)
      errors.push({
        field: row.name,
        message: __(
          'Enter two whole numbers of days from 0 to %d, the second not lower than the first, or leave both fields empty.',
          MAX_TRANSIT,
        ),
      });
    const { [id]: _old, ...others } = daysByDestination[destination];
    daysByDestination[destination] = days ? { ...others, [id]: days } : others;
    return row;
  };
  const input = {
    cutOff,
    daysOff,
    methods: methods.map((method) => ({
      ...method,
      rows: destinationsOf(method.id).map((where) => rowOf(method.id, where)),
    })),
  };
  return { input, errors, settings: { cutOff, daysOff: off ?? [], ...daysByDestination } };
}

/** Normalizes a time as typed: `9.30` becomes `09:30`. */
function clockOf(text: string): string {
  const time = text.trim().slice(0, 5).replace('.', ':');
  return /^\d:/.test(time) ? `0${time}` : time;
}

/** Parses a transit time; undefined when both fields are empty, null when invalid. A single number applies to both. */
function daysOf({ from, to }: Pick<TypedDays, 'from' | 'to'>): TransitDays | undefined | null {
  if (from === '' && to === '') return undefined;
  const [first, last] = [from || to, to || from];
  const isFine =
    /^\d{1,2}$/.test(first) && /^\d{1,2}$/.test(last) && Number(first) <= Number(last) && Number(last) <= MAX_TRANSIT;
  return isFine ? { from: Number(first), to: Number(last) } : null;
}
