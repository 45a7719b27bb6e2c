import { memoize } from '../api/index.js';

/** A parsed message: the texts, and the numbers of the arguments between them. */
interface ParsedMessage {
  /** There is one more text than there are placeholders. */
  readonly texts: readonly string[];
  readonly placeholders: readonly { readonly argument: number; readonly raw: string }[];
}

/** Maximum number of cached messages. A site with plugins and themes has a few thousand messages with placeholders. */
const MAX_CACHED_MESSAGES = 5000;
const parsedMessages = new Map<string, ParsedMessage>();

/**
 * Replaces `%s`, `%d` and `%1$s` with arguments, and `%%` with a percent sign. A placeholder without an argument is
 * unchanged.
 */
export function format(text: string, args: readonly (string | number)[]): string {
  if (!text.includes(args.length === 0 ? '%%' : '%')) return text;
  const { texts, placeholders } = memoize(parsedMessages, MAX_CACHED_MESSAGES, text, () => parseMessage(text));
  let result = texts[0] as string;
  for (let index = 0; index < placeholders.length; index++) {
    const { argument, raw } = placeholders[index] as ParsedMessage['placeholders'][number];
    const value = args[argument];
    result += (value === undefined ? raw : String(value)) + (texts[index + 1] as string);
  }
  return result;
}

function parseMessage(text: string): ParsedMessage {
  const texts = [''];
  const placeholders: ParsedMessage['placeholders'][number][] = [];
  let next = 0;
  let end = 0;
  const appendText = (more: string): void => void (texts[texts.length - 1] += more);
  for (const { 0: written, 1: position, 2: kind, index } of text.matchAll(/%(?:(\d+)\$)?([sd%])/g)) {
    appendText(text.slice(end, index));
    end = index + written.length;
    if (kind === '%') appendText('%');
    else {
      placeholders.push({ argument: position === undefined ? next++ : Number(position) - 1, raw: written });
      texts.push('');
    }
  }
  appendText(text.slice(end));
  return { texts, placeholders };
}
