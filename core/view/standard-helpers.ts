import Handlebars from 'handlebars';
import { DateTime } from 'luxon';
import { phpDate, dateNames, toZone } from '../dates/index.js';
import { formatNumber, memoize } from '../api/index.js';
import { createI18n, type I18n } from '../i18n/index.js';
import type { Templates } from './templates.js';

/** Text domains of a template: the first one that has a text translates it. */
export type Domains = readonly string[];

interface HelperOptions {
  data?: { domains?: Domains };
  hash: Record<string, unknown>;
  fn?(context: unknown): string;
  inverse?(context: unknown): string;
}

/** The site's settings for times. */
interface SiteClock {
  timeZone(): string;
  dateFormat(): string;
}

/** Whether a value is true to `{{#if}}`, for which an empty list is false. */
function isTrue(value: unknown): boolean {
  return Boolean(value) && !(Array.isArray(value) && value.length === 0);
}

/** Functions that return URLs of the site's pages and of the host's files. */
interface UrlFunctions {
  homeUrl(path?: string): string;
  hostFile(path: string): string;
}

/** Adds the helpers of every template: translation, URLs, comparison, lists. */
export function addStandardHelpers(
  templates: Pick<Templates, 'addHelper'>,
  i18n: Pick<I18n, 'domain' | 'locale'>,
  urls: UrlFunctions,
  clock: SiteClock,
): void {
  const splitOptions = (args: unknown[]): { rest: (string | number)[]; options: HelperOptions } => ({
    rest: args.slice(0, -1) as (string | number)[],
    options: args.at(-1) as HelperOptions,
  });
  const domain = (options: HelperOptions) => {
    const [name = 'default', ...fallbacks] = options.data?.domains ?? [];
    return i18n.domain(name, ...fallbacks);
  };

  /** `{{__ "Text with %s" value}}` */
  templates.addHelper('__', (...args: unknown[]) => {
    const {
      rest: [text, ...values],
      options,
    } = splitOptions(args);
    return domain(options).__(String(text), ...values);
  });
  /** `{{_n "%d product" "%d products" count}}` */
  templates.addHelper('_n', (...args: unknown[]) => {
    const {
      rest: [single, plural, count, ...values],
      options,
    } = splitOptions(args);
    return domain(options)._n(String(single), String(plural), Number(count), ...values);
  });
  /** `{{_x "Order" "of a customer"}}` */
  templates.addHelper('_x', (...args: unknown[]) => {
    const {
      rest: [text, context, ...values],
      options,
    } = splitOptions(args);
    return domain(options)._x(String(text), String(context), ...values);
  });
  templates.addHelper('siteUrl', (path: unknown) => urls.homeUrl(String(path)));
  /**
   * `{{hostFile "/wp-includes/assets/admin.css"}}`: URL of a script or stylesheet of the host, which browsers cache
   * until it changes.
   */
  templates.addHelper('hostFile', (path: unknown) => urls.hostFile(String(path)));
  templates.addHelper('eq', (a: unknown, b: unknown) => a === b);
  templates.addHelper('ne', (a: unknown, b: unknown) => a !== b);
  templates.addHelper('gt', (a: unknown, b: unknown) => Number(a) > Number(b));
  templates.addHelper('not', (a: unknown) => !isTrue(a));
  templates.addHelper('and', (...args: unknown[]) => args.slice(0, -1).every(isTrue));
  templates.addHelper('or', (...args: unknown[]) => args.slice(0, -1).some(isTrue));
  templates.addHelper('join', (list: unknown, separator: unknown) =>
    Array.isArray(list) ? list.join(String(separator)) : '',
  );
  templates.addHelper('number', (value: unknown) => formatNumber(Number(value), i18n.locale()));
  /**
   * `{{date "2026-11-21 10:00:00" "long"}}`: a UTC time in the language of the request, in the site's time zone, with
   * the site's format for long dates.
   */
  templates.addHelper('date', (value: unknown, style: unknown, options: unknown) => {
    const zone = (options as HelperOptions | undefined)?.hash?.zone;
    return formatDate(
      typeof value === 'string' ? value : '',
      typeof style === 'string' ? style : 'medium',
      i18n.locale(),
      typeof zone === 'string' ? zone : clock.timeZone(),
      clock.dateFormat(),
    );
  });
  /** `{{month "2026-11-15 12:00:00"}}`: a month and its year in the language of the request. */
  templates.addHelper('month', (value: unknown) =>
    DateTime.fromSQL(String(value), { zone: 'utc' }).setLocale(i18n.locale().replace('_', '-')).toFormat('LLLL yyyy'),
  );
  /** `{{json value}}` for attributes and inert script elements. */
  templates.addHelper(
    'json',
    (value: unknown) =>
      new Handlebars.SafeString(JSON.stringify(value).replace(/</g, '\\u003c').replace(/"/g, '&quot;')),
  );
}

/** Returns the names of all standard helpers, for tools that check templates without rendering them. */
export function standardHelperNames(): string[] {
  const names: string[] = [];
  addStandardHelpers(
    { addHelper: (name) => (names.push(name), () => undefined) },
    createI18n(),
    { homeUrl: () => '', hostFile: () => '' },
    { timeZone: () => '', dateFormat: () => '' },
  );
  return names;
}

/**
 * The default format of new sites; it is independent of the language, so that each visitor sees the usual format of
 * theirs.
 */
const DEFAULT_FORMAT = 'F j, Y';

/** Formatted dates by their input, because computing the hour in a time zone is slow. */
const formattedDates = new Map<string, string>();
const MAX_FORMATTED_DATES = 1000;

/**
 * Formats a UTC time in a language.
 * @param style `short`, `medium` or `long`, optionally followed by `+` and the style of the time
 */
export function formatDate(value: string, style: string, locale: string, zone: string, siteFormat: string): string {
  return memoize(formattedDates, MAX_FORMATTED_DATES, [value, style, locale, zone, siteFormat].join('|'), () =>
    computeDateText(value, style, locale, zone, siteFormat),
  );
}

function computeDateText(value: string, style: string, locale: string, zone: string, siteFormat: string): string {
  const date = DateTime.fromISO(
    /Z|[+-]\d\d:?\d\d$/.test(value) ? value.replace(' ', 'T') : `${value.replace(' ', 'T')}Z`,
    { zone: toZone(zone) },
  );
  if (!date.isValid) return '';
  const [dateStyle, timeStyle] = style.split('+') as ['short' | 'medium' | 'long', 'short' | 'medium' | undefined];
  const localizedDate = date.setLocale(locale.replace('_', '-'));
  if (dateStyle !== 'long' || siteFormat === '' || siteFormat === DEFAULT_FORMAT)
    return localizedDate.toLocaleString({ dateStyle, ...(timeStyle ? { timeStyle } : {}) });
  return [
    phpDate(siteFormat, date, dateNames(locale)),
    ...(timeStyle ? [localizedDate.toLocaleString({ timeStyle })] : []),
  ].join(' ');
}
