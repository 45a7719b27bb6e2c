import { assertDefined } from '../../kit/assert-defined.js';
/** Placeholder for a time on the day of the recording. */
const MOMENT = '{{NOW}}';
/** Placeholder for the size of a file that the site generated. */
const SIZE = '{{BYTES}}';
const DAY_MS = 86_400_000;

/** Fills in the current upload folder and day. */
export function dated(text: string): string {
  if (!text.includes('{{')) return text;
  const [year, month, day] = new Date().toISOString().slice(0, 10).split('-');
  return text.replaceAll('{{YM}}', `${year}/${month}`).replaceAll('{{DD}}', assertDefined(day));
}

/** Fills the placeholders of a recorded value with the times of the response, if within a day of now, and with its file sizes. */
export function ofToday(want: unknown, have: unknown): unknown {
  if (want === SIZE) return typeof have === 'number' && have > 0 ? have : want;
  if (typeof want === 'string')
    return typeof have === 'string' && want.includes(MOMENT) && isOfToday(want, have) ? have : want;
  if (typeof want !== 'object' || want === null || typeof have !== 'object' || have === null) return want;
  const actual = have as Record<string, unknown>;
  if (Array.isArray(want)) return want.map((expected, index) => ofToday(expected, actual[index]));
  return Object.fromEntries(Object.entries(want).map(([key, expected]) => [key, ofToday(expected, actual[key])]));
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
