import { DateTime } from 'luxon';

/** A moment of the database as a field of date and time holds it, in the site's zone. */
export function toLocal(utc: string | null, zone: string): string {
  if (utc === null) return '';
  const local = DateTime.fromSQL(utc, { zone: 'utc' }).setZone(zone);
  return local.isValid ? local.toFormat("yyyy-MM-dd'T'HH:mm") : '';
}

/** What such a field holds as a moment of the database; null when it is empty, undefined when it is none. */
export function fromLocal(text: string, zone: string): string | null | undefined {
  if (text === '') return null;
  const local = DateTime.fromISO(text.replace(' ', 'T'), { zone });
  return local.isValid && /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text)
    ? local.toUTC().toFormat('yyyy-MM-dd HH:mm:ss')
    : undefined;
}

/** The site's zone; UTC where the owner chose none that is known. */
export async function siteZone(getOption: (name: string, fallback?: unknown) => Promise<unknown>): Promise<string> {
  const zone = await getOption('timezone_string', 'UTC');
  return typeof zone === 'string' && zone !== '' && DateTime.local({ zone }).isValid ? zone : 'UTC';
}
