import type { PageRequest, TranslationApi } from 'plinth';
import type { FormError, TransitDays } from '../contract/index.js';
import { PICKUP_METHOD } from '../commerce/delivery-estimates.js';
import {
  type EstimateSettings,
  isTimeOfDay,
  MAX_DAYS_OFF,
  MAX_TRANSIT,
  parseDays,
  formatDays,
} from '../commerce/estimate-settings.js';

/** A shipping method with a transit time. */
export interface EstimatedMethod {
  readonly id: string;
  readonly label: string;
}

/** Values of the form. */
export interface EstimateInput {
  readonly cutOff: string;
  readonly daysOff: string;
  readonly methods: readonly (EstimatedMethod & { readonly rows: readonly TransitInput[] })[];
}

/** Submitted transit time of a method in days, for one destination. */
interface TransitInput {
  /** Name of the form fields and of their errors, such as `home.courier`. */
  readonly name: string;
  readonly destination: (typeof DESTINATIONS)[number];
  readonly from: string;
  readonly to: string;
}

const DESTINATIONS = ['home', 'abroad'] as const;

const destinationsOf = (id: string): readonly (typeof DESTINATIONS)[number][] =>
  id === PICKUP_METHOD ? ['home'] : DESTINATIONS;

/** Returns the form values of the settings. */
export function estimateInput(settings: EstimateSettings, methods: readonly EstimatedMethod[]): EstimateInput {
  const rows = (id: string): TransitInput[] =>
    destinationsOf(id).map((destination) => ({
      name: `${destination}.${id}`,
      destination,
      from: String(settings[destination][id]?.from ?? ''),
      to: String(settings[destination][id]?.to ?? ''),
    }));
  return {
    cutOff: settings.cutOff,
    daysOff: formatDays(settings.daysOff),
    methods: methods.map((method) => ({ ...method, rows: rows(method.id) })),
  };
}

/** Reads the submitted form. Methods that are not in the form keep their transit times. */
export function readEstimate(
  request: Pick<PageRequest, 'field' | 'form'>,
  before: EstimateSettings,
  methods: readonly EstimatedMethod[],
  { __ }: Pick<TranslationApi, '__'>,
): { readonly input: EstimateInput; readonly errors: readonly FormError[]; readonly settings: EstimateSettings } {
  if (!('cutOff' in request.form)) return { input: estimateInput(before, methods), errors: [], settings: before };
  const readDayField = (field: string, name: string): string => {
    const all = request.form[field];
    const text =
      typeof all === 'object' && !Array.isArray(all) ? (all as Readonly<Record<string, unknown>>)[name] : undefined;
    return typeof text === 'string' ? text.trim().slice(0, 5) : '';
  };
  const cutOff = normalizeTime(request.field('cutOff'));
  const daysOff = request.field('daysOff').slice(0, 10_000);
  const errors: FormError[] = [];
  if (cutOff !== '' && !isTimeOfDay(cutOff))
    errors.push({ field: 'cutOff', message: __('Enter a time such as 12:00.') });
  const off = parseDays(daysOff);
  if (off === null)
    errors.push({
      field: 'daysOff',
      message: __(
        'Enter dates such as 2026-12-28, or 2026-12-28 – 2026-12-31, one per line, up to %d days.',
        MAX_DAYS_OFF,
      ),
    });
  const daysByDestination = { home: { ...before.home }, abroad: { ...before.abroad } };
  const readRow = (id: string, destination: (typeof DESTINATIONS)[number]): TransitInput => {
    const row = {
      name: `${destination}.${id}`,
      destination,
      from: readDayField('days_from', `${destination}.${id}`),
      to: readDayField('days_to', `${destination}.${id}`),
    };
    const days = parseTransitDays(row);
    if (days === null)
      errors.push({
        field: row.name,
        message: __(
          'Enter two whole numbers of days from 0 to %d, the second not lower than the first, or leave both fields empty.',
          MAX_TRANSIT,
        ),
      });
    const { [id]: _previous, ...others } = daysByDestination[destination];
    daysByDestination[destination] = days ? { ...others, [id]: days } : others;
    return row;
  };
  const input = {
    cutOff,
    daysOff,
    methods: methods.map((method) => ({
      ...method,
      rows: destinationsOf(method.id).map((target) => readRow(method.id, target)),
    })),
  };
  return { input, errors, settings: { cutOff, daysOff: off ?? [], ...daysByDestination } };
}

/** Normalizes a submitted time: `9.30` becomes `09:30`. */
function normalizeTime(text: string): string {
  const time = text.trim().slice(0, 5).replace('.', ':');
  return /^\d:/.test(time) ? `0${time}` : time;
}

/** Parses a transit time; undefined when both fields are empty, null when invalid. A single number applies to both. */
function parseTransitDays({ from, to }: Pick<TransitInput, 'from' | 'to'>): TransitDays | undefined | null {
  if (from === '' && to === '') return undefined;
  const [minText, maxText] = [from || to, to || from];
  const isValid =
    /^\d{1,2}$/.test(minText) &&
    /^\d{1,2}$/.test(maxText) &&
    Number(minText) <= Number(maxText) &&
    Number(maxText) <= MAX_TRANSIT;
  return isValid ? { from: Number(minText), to: Number(maxText) } : null;
}
