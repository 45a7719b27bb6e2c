import { type CallInput, runCalls } from './site-free.js';

/** PHP names quotes by a number: none, double ones, both kinds. */
const QUOTES = { 0: 'none', 2: 'double', 3: 'both' } as const;
type Quotes = 'none' | 'double' | 'single' | 'both';

/** Runs one recorded case of the text functions. */
export function runFormattingCase(input: CallInput): Promise<unknown> {
  return runCalls(input, ({ formatting, shortcodes }) => ({
    ...formatting,
    shortcode_unautop: shortcodes.shortcodeUnautop,
    wp_specialchars_decode: (text: string, style: keyof typeof QUOTES | Quotes = 0) =>
      formatting.wpSpecialcharsDecode(text, typeof style === 'number' ? QUOTES[style] : style),
  }));
}
