import type { Database } from 'plinth';

const TABLE = 'compliance_invoice_numbers';
const COUNT_PLACEHOLDER = '{n}';

/**
 * Returns the series of a number on a day: each series is numbered from 1.
 * @param day `YYYY-MM-DD`
 */
export function getSeries(pattern: string, day: string): string {
  return pattern.replaceAll('{year}', day.slice(0, 4)).replaceAll('{month}', day.slice(5, 7));
}

/**
 * Takes the next number of a series inside the running transaction: the row stays locked until the commit, so that
 * numbers are unique and without gaps, however many invoices are issued at once (VAT Act, art. 106e(1)(2)). A rollback
 * releases the number.
 */
export async function takeInvoiceNumber(db: Database, pattern: string, day: string): Promise<string> {
  const series = getSeries(pattern, day);
  // A single statement: reading before writing could deadlock.
  await db()(TABLE)
    .insert({ series, last: 1 })
    .onConflict('series')
    .merge({ last: db().raw('?? + 1', [`${TABLE}.last`]) } as never);
  const row = await db()(TABLE).where({ series }).first('last');
  return series.replace(COUNT_PLACEHOLDER, String(row?.last ?? 1));
}

/** A KSeF number, with or without the hyphen in its middle part: NIP, date, twelve hash digits, checksum. */
const KSEF_NUMBER =
  /^(?:[1-9](?:\d[1-9]|[1-9]\d)\d{7}|M\d{9}|[A-Z]{3}\d{7})-20[2-9]\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])-[0-9A-F]{6}-?[0-9A-F]{6}-[0-9A-F]{2}$/;

/** Returns the KSeF number in the form used in documents; undefined when it is invalid. */
export function parseKsefNumber(text: string): string | undefined {
  const number = text.trim().toUpperCase();
  return KSEF_NUMBER.test(number) ? number : undefined;
}
