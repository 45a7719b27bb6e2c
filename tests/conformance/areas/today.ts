import { assertDefined } from '../../kit/assert-defined.js';
/** What was written into a recording in place of the day it was made on. */
const MOMENT = '{{NOW}}';
/** In place of the size of a file that the host made. */
const SIZE = '{{BYTES}}';
const DAY_MS = 86_400_000;

/** Fills in the folder and the day of today. */
export function dated(text: string): string {
  if (!text.includes('{{')) return text;
  const [year, month, day] = new Date().toISOString().slice(0, 10).split('-');
  return text.replaceAll('{{YM}}', `${year}/${month}`).replaceAll('{{DD}}', assertDefined(day));
}

/** A recorded value with the answer's moments, where they are of today, and with the sizes of its files. */
export function ofToday(want: unknown, have: unknown): unknown {
  if (want === SIZE) return typeof have === 'number' && have > 0 ? have : want;
  if (typeof want === 'string')
    return typeof have === 'string' && want.includes(MOMENT) && isOfToday(want, have) ? have : want;
  if (typeof want !== 'object' || want === null || typeof have !== 'object' || have === null) return want;
  const actual = have as Record<string, unknown>;
  if (Array.isArray(want)) return want.map((one, index) => ofToday(one, actual[index]));
  return Object.fromEntries(Object.entries(want).map(([key, one]) => [key, ofToday(one, actual[key])]));
}

function isOfToday(want: string, have: string): boolean {
  const around = want.split(MOMENT).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const moments =
    new RegExp(`^${around.join('(\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d:\\d\\d)')}$`).exec(have)?.slice(1) ?? [];
  return (
    moments.length > 0 &&
    moments.every((moment) => Math.abs(Date.now() - Date.parse(`${moment.replace(' ', 'T')}Z`)) < DAY_MS)
  );
}
