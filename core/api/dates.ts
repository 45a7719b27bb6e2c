/** Times in the site's zone and in PHP's date letters. @since 0.1.0 */
export interface DatesApi {
  /** The site's time zone: a name such as `Europe/Warsaw`, or an offset such as `+02:00` (`wp_timezone_string`). */
  readonly wpTimezoneString: () => Promise<string>;
  /**
   * Now (`current_time`).
   * @param type `mysql` for `YYYY-MM-DD HH:MM:SS`, `timestamp` or `U` for seconds since 1970, or a format in PHP's letters
   * @param gmt in UTC; otherwise in the site's zone, also for seconds, which then are as many more as the zone is ahead
   */
  readonly currentTime: (type: string, gmt?: boolean) => Promise<string | number>;
  /**
   * A moment in PHP's date letters, with the names of months and days in the language of the request (`wp_date`);
   * the filter `wp_date` changes it.
   * @param timestamp seconds since 1970; now when absent. False comes back for what is no number
   * @param timezone a name or an offset; the site's when absent
   */
  readonly wpDate: (
    format: string,
    timestamp?: number | string | null,
    timezone?: string | null,
  ) => Promise<string | false>;
  /**
   * As `wpDate`, for seconds that hold the site's offset already, as `currentTime('timestamp')` gives them (`date_i18n`).
   * @param gmt the time is UTC, when none is given
   * @returns the given seconds for the format `U`
   */
  readonly dateI18n: (format: string, timestampWithOffset?: number | false, gmt?: boolean) => Promise<string | number>;
  /**
   * A stored local time in another form (`mysql2date`): seconds with the site's offset for the formats `U` and `G`, false for an empty or unreadable time.
   * @param translate with the names of months and days in the language of the request
   */
  readonly mysql2date: (format: string, date: string, translate?: boolean) => Promise<string | number | false>;
  /** A UTC time in the site's zone; what cannot be read is the beginning of 1970 (`get_date_from_gmt`). */
  readonly getDateFromGmt: (date: string, format?: string) => Promise<string>;
  /** A time of the site's zone in UTC; what cannot be read is the beginning of 1970 (`get_gmt_from_date`). */
  readonly getGmtFromDate: (date: string, format?: string) => Promise<string>;
}

/** The second that was asked for last: a page asks for its own again and again. */
let last = { second: Number.NaN, text: '' };

/**
 * A moment as the database keeps it: UTC, `YYYY-MM-DD HH:MM:SS`, which sorts by time.
 * @param ms milliseconds since 1970; now when absent
 * @throws RangeError when it is no moment
 * @since 0.2.0
 */
export function toUtcString(ms: number = Date.now()): string {
  const second = Math.floor(ms / 1000);
  if (second !== last.second) last = { second, text: new Date(ms).toISOString().slice(0, 19).replace('T', ' ') };
  return last.text;
}
