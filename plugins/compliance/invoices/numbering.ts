import type { Database } from 'plinth';

const TABLE = 'compliance_invoice_numbers';
const COUNT = '{n}';

/** What numbers of a day have in common: each such series is counted from 1. @param day `YYYY-MM-DD` */
export function seriesOf(pattern: string, day: string): string {
  return pattern.replaceAll('{year}', day.slice(0, 4)).replaceAll('{month}', day.slice(5, 7));
}

/**
 * Takes the next number of a series inside the running transaction: the row is held until the commit, so that numbers have no gap and none
 * comes twice, however many are issued at once (VAT Act, art. 106e(1)(2)). What fails afterwards gives it back.
 */
export async function takeInvoiceNumber(db: Database, pattern: string, day: string): Promise<string> {
  const series = seriesOf(pattern, day);
  // One statement: who first looked and then wrote would wait for each other in a circle.
  await db()(TABLE)
    .insert({ series, last: 1 })
    .onConflict('series')
    .merge({ last: db().raw('?? + 1', [`${TABLE}.last`]) } as never);
  const row = await db()(TABLE).where({ series }).first('last');
  return series.replace(COUNT, String(row?.last ?? 1));
}

/** A number as KSeF gives it, with the hyphen within its middle or without: NIP, day, twelve digits of the hash, checksum. */
const KSEF_NUMBER =
  /^(?:[1-9](?:\d[1-9]|[1-9]\d)\d{7}|M\d{9}|[A-Z]{3}\d{7})-20[2-9]\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])-[0-9A-F]{6}-?[0-9A-F]{6}-[0-9A-F]{2}$/;

/** The number as documents quote it; undefined when it is none. */
export function ksefNumber(text: string): string | undefined {
  const number = text.trim().toUpperCase();
  return KSEF_NUMBER.test(number) ? number : undefined;
}
