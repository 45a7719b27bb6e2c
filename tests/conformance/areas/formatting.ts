import { type CallInput, runCalls } from './site-free.js';

/** Runs one recorded case of the text functions. */
export function runFormattingCase(input: CallInput): Promise<unknown> {
  return runCalls(input, ({ formatting, shortcodes }) => ({
    ...formatting,
    shortcode_unautop: shortcodes.shortcodeUnautop,
  }));
}
