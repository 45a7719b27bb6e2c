/**
 * Dates and times in the site's time zone and PHP date formats.
 * @since 0.1.0
 */
export interface DatesApi {
  /**
   * Returns the site's time zone: a name such as `Europe/Warsaw`, or an offset such as `+02:00` (`wp_timezone_string`).
   */
  readonly wpTimezoneString: () => Promise<string>;
  /**
   * Returns the current time (`current_time`).
   * @param type `mysql` for `YYYY-MM-DD HH:MM:SS`, `timestamp` or `U` for Unix seconds, or a PHP date format
   * @param gmt whether to use UTC; otherwise the site's time zone, whose offset is also added to Unix seconds
   */
  readonly currentTime: (type: string, gmt?: boolean) => Promise<string | number>;
  /**
   * Formats a time in a PHP date format, with month and day names in the language of the request (`wp_date`); the
   * result passes through the filter `wp_date`.
   * @param timestamp Unix seconds; defaults to now. Returns false if it is not a number
   * @param timezone name or offset; defaults to the site's time zone
   */
  readonly wpDate: (
    format: string,
    timestamp?: number | string | null,
    timezone?: string | null,
  ) => Promise<string | false>;
  /**
   * As `wpDate`, for Unix seconds that already include the site's offset, as returned by `currentTime('timestamp')`
   * (`date_i18n`).
   * @param gmt whether to use UTC if no time is given
   * @returns the given seconds for the format `U`
   */
  readonly dateI18n: (format: string, timestampWithOffset?: number | false, gmt?: boolean) => Promise<string | number>;
  /**
   * Formats a stored local time (`mysql2date`). Returns seconds including the site's offset for the formats `U` and
   * `G`, false for an empty or invalid time.
   * @param translate whether to use month and day names in the language of the request
   */
  readonly mysql2date: (format: string, date: string, translate?: boolean) => Promise<string | number | false>;
  /** Converts a UTC time to the site's time zone; an invalid time becomes the start of 1970 (`get_date_from_gmt`). */
  readonly getDateFromGmt: (date: string, format?: string) => Promise<string>;
  /**
   * Converts a time in the site's time zone to UTC; an invalid time becomes the start of 1970 (`get_gmt_from_date`).
   */
  readonly getGmtFromDate: (date: string, format?: string) => Promise<string>;
}

/** Most recently formatted second: a page formats the same time repeatedly. */
let lastFormatted = { second: Number.NaN, text: '' };

/**
 * Formats a time as stored in the database: UTC, `YYYY-MM-DD HH:MM:SS`, which sorts chronologically.
 * @param ms Unix time in milliseconds; defaults to now
 * @throws RangeError if it is not a valid time
 * @since 0.1.0
 */
export function toUtcString(ms: number = Date.now()): string {
  const second = Math.floor(ms / 1000);
  if (second !== lastFormatted.second)
    lastFormatted = { second, text: new Date(ms).toISOString().slice(0, 19).replace('T', ' ') };
  return lastFormatted.text;
}
