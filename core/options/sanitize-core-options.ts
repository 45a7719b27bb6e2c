import type { Formatting } from '../api/index.js';
import { isNumeric, toAbsInteger, toInteger } from '../formatting/integer.js';

const LOCALES: readonly string[] = ['en_US', 'pl_PL'];

/** Formatting functions needed by options and content. */
export type FormattingPort = Pick<
  Formatting,
  | 'escHtml'
  | 'sanitizeEmail'
  | 'isEmail'
  | 'sanitizeUrl'
  | 'wpKsesPost'
  | 'sanitizeTitle'
  | 'sanitizeTextField'
  | 'sanitizeUser'
>;

/** The result of a rule: the value to store, or an error that leaves the old one unchanged. */
type SanitizeResult = { value: unknown } | { error: string };

interface SanitizeDeps {
  formatting: FormattingPort;
  /** Returns the stored value of an option. */
  getStored(name: string): Promise<unknown>;
}

type Rule = (value: unknown, needs: SanitizeDeps) => Promise<SanitizeResult> | SanitizeResult;

const absoluteInteger: Rule = (value) => ({ value: toAbsInteger(value) });
const email: Rule = (value, { formatting }) => {
  const clean = formatting.sanitizeEmail(toText(value));
  return formatting.isEmail(clean)
    ? { value: clean }
    : {
        error:
          'The email address entered did not appear to be a valid email address. Please enter a valid email address.',
      };
};
const perPage: Rule = (value) => {
  const number = toInteger(value) || 1;
  return { value: number < -1 ? Math.abs(number) : number };
};
const openOrClosed: Rule = (value) => ({ value: ['', '0', 0].includes(value as string) ? 'closed' : value });
const escaped: Rule = (value, { formatting }) => ({ value: formatting.escHtml(toText(value)) });
const kses: Rule = (value, { formatting }) => ({ value: formatting.wpKsesPost(toText(value)) });
const stripped: Rule = (value, { formatting }) => ({
  value: formatting.wpKsesPost(toText(value).replace(/<[^<>]*>/g, '')),
});
const urlRule =
  (label: string): Rule =>
  (value, { formatting }) =>
    /http(s?):\/\/(.+)/i.test(toText(value))
      ? { value: formatting.sanitizeUrl(toText(value)) }
      : { error: `The ${label} you entered did not appear to be a valid URL. Please enter a valid URL.` };
const pathBase: Rule = (value, { formatting }) => ({
  value: formatting.sanitizeUrl(toText(value)).replace('http://', ''),
});

const rules: Record<string, Rule> = {
  admin_email: email,
  new_admin_email: email,
  posts_per_page: perPage,
  posts_per_rss: perPage,
  default_ping_status: openOrClosed,
  default_comment_status: openOrClosed,
  blogname: escaped,
  blogdescription: escaped,
  blog_charset: (value) => ({ value: typeof value === 'string' ? value.replace(/[^a-zA-Z0-9_-]/g, '') : '' }),
  blog_public: (value) => ({ value: value === null || value === undefined ? 1 : toInteger(value) }),
  date_format: stripped,
  time_format: stripped,
  mailserver_url: stripped,
  mailserver_login: stripped,
  mailserver_pass: stripped,
  upload_path: stripped,
  ping_sites: (value, { formatting }) => {
    const lines = toText(value)
      .split('\n')
      .map((line) => line.trim())
      .filter(isNotEmpty);
    const clean = lines.map((line) => formatting.sanitizeUrl(line));
    return { value: clean.filter((line) => line !== '').join('\n') };
  },
  gmt_offset: (value) => ({ value: isNumeric(value) ? toText(value).replace(/[^0-9:.-]/g, '') : '' }),
  siteurl: urlRule('WordPress address'),
  home: urlRule('Site address'),
  WPLANG: async (value, { getStored }) =>
    ['', ...LOCALES].includes(toText(value)) ? { value } : { value: await getStored('WPLANG') },
  site_languages: (value) => ({
    value: Array.isArray(value) ? LOCALES.filter((locale) => value.includes(locale)) : [],
  }),
  illegal_names: (value) => ({ value: emptyListToText(splitList(value, ' ')) }),
  limited_email_domains: (value) => ({ value: emptyListToText(domains(value)) }),
  banned_email_domains: (value) => ({ value: emptyListToText(domains(value)) }),
  timezone_string: (value) =>
    !isNotEmpty(toText(value)) || isTimeZone(toText(value))
      ? { value }
      : { error: 'The timezone you have entered is not valid. Please select a valid timezone.' },
  permalink_structure: (value, { formatting }) => {
    const clean = formatting.sanitizeUrl(toText(value)).replace('http://', '');
    return clean !== '' && !/%[^/%]+%/.test(clean)
      ? { error: 'A structure tag is required when using custom permalinks.' }
      : { value: clean };
  },
  category_base: pathBase,
  tag_base: pathBase,
  default_role: async (value, { getStored }) => {
    const roles = (await getStored('user_roles')) as Record<string, unknown> | false;
    return { value: roles && toText(value) in roles ? value : 'subscriber' };
  },
  moderation_keys: (value) => ({ value: uniqueLines(value) }),
  disallowed_keys: (value) => ({ value: uniqueLines(value) }),
  upload_url_path: (value, { formatting }) => ({ value: formatting.sanitizeUrl(toText(value)) }),
};

const INTEGER_OPTIONS = [
  'thumbnail_size_w',
  'thumbnail_size_h',
  'medium_size_w',
  'medium_size_h',
  'medium_large_size_w',
  'medium_large_size_h',
  'large_size_w',
  'large_size_h',
  'mailserver_port',
  'comment_max_links',
  'page_on_front',
  'page_for_posts',
  'rss_excerpt_length',
  'default_category',
  'default_email_category',
  'default_link_category',
  'close_comments_days_old',
  'comments_per_page',
  'thread_comments_depth',
  'users_can_register',
  'start_of_week',
  'site_icon',
  'fileupload_maxk',
];
for (const name of INTEGER_OPTIONS) rules[name] = absoluteInteger;
for (const name of ['welcome_email', 'new_user_email']) rules[name] = kses;

/** Applies the sanitization rule of a core option; other options pass unchanged (WordPress: sanitize_option). */
export async function sanitizeCoreOption(name: string, value: unknown, needs: SanitizeDeps): Promise<SanitizeResult> {
  const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
  return rule ? rule(value, needs) : { value };
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  return value === true ? '1' : '';
}

function splitList(value: unknown, separator: string): string[] {
  const list = Array.isArray(value) ? value.map(toText) : toText(value).split(separator);
  return list.map((item) => item.trim()).filter(isNotEmpty);
}

/** Whether a text is not empty; as in PHP, a single zero counts as empty. */
function isNotEmpty(value: string): boolean {
  return value !== '' && value !== '0';
}

/** Returns an empty string for an empty list, as WordPress stores it. */
function emptyListToText(list: string[]): string[] | '' {
  return list.length === 0 ? '' : list;
}

function domains(value: unknown): string[] {
  return splitList(value, '\n').filter((domain) => !/(--|\.\.)/.test(domain) && /^([a-zA-Z0-9-.])+$/.test(domain));
}

function uniqueLines(value: unknown): string {
  return [...new Set(splitList(value, '\n'))].join('\n');
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
