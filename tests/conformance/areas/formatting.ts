import { type CallInput, runCalls } from './site-free.js';

/** PHP's quote flags: ENT_NOQUOTES, ENT_COMPAT, ENT_QUOTES. */
const QUOTES = { 0: 'none', 2: 'double', 3: 'both' } as const;
type Quotes = 'none' | 'double' | 'single' | 'both';

/** PHP's URL component constants, in order. */
const PARTS = ['scheme', 'host', 'port', 'user', 'pass', 'path', 'query', 'fragment'] as const;

/** Runs one recorded case of the formatting functions. */
export function runFormattingCase(input: CallInput): Promise<unknown> {
  return runCalls(input, ({ formatting, shortcodes, dates }) => ({
    ...formatting,
    ...dates,
    shortcode_unautop: shortcodes.shortcodeUnautop,
    wp_specialchars_decode: (text: string, style: keyof typeof QUOTES | Quotes = 0) =>
      formatting.wpSpecialcharsDecode(text, typeof style === 'number' ? QUOTES[style] : style),
    wp_parse_url: (url: string, part = -1) => {
      const component = PARTS[part];
      return component === undefined ? formatting.wpParseUrl(url) : formatting.wpParseUrl(url, component);
    },
    wp_kses_no_null: (text: string, options?: { slash_zero?: string }) =>
      formatting.wpKsesNoNull(text, options?.slash_zero === 'keep'),
  }));
}
