import { memoize } from '../api/index.js';

/** A parsed message: texts, and the argument numbers between them. */
interface Message {
  /** One more than there are placeholders. */
  readonly texts: readonly string[];
  readonly placeholders: readonly { readonly argument: number; readonly raw: string }[];
}

/** Maximum number of cached parsed messages; a site's plugins and themes have a few thousand with placeholders. */
const MAX = 5000;
const known = new Map<string, Message>();

/**
 * Replaces `%s`, `%d` and `%1$s` with arguments; `%%` is a percent sign. A placeholder without an argument stays as it
 * is.
 */
export function format(text: string, args: readonly (string | number)[]): string {
  if (!text.includes(args.length === 0 ? '%%' : '%')) return text;
  const { texts, placeholders } = memoize(known, MAX, text, () => takeApart(text));
  let done = texts[0] as string;
  for (let at = 0; at < placeholders.length; at++) {
    const { argument, raw } = placeholders[at] as Message['placeholders'][number];
    const value = args[argument];
    done += (value === undefined ? raw : String(value)) + (texts[at + 1] as string);
  }
  return done;
}

function takeApart(text: string): Message {
  const texts = [''];
  const placeholders: Message['placeholders'][number][] = [];
  let next = 0;
  let end = 0;
  const add = (more: string): void => void (texts[texts.length - 1] += more);
  for (const { 0: written, 1: position, 2: kind, index } of text.matchAll(/%(?:(\d+)\$)?([sd%])/g)) {
    add(text.slice(end, index));
    end = index + written.length;
    if (kind === '%') add('%');
    else {
      placeholders.push({ argument: position === undefined ? next++ : Number(position) - 1, raw: written });
      texts.push('');
    }
  }
  add(text.slice(end));
  return { texts, placeholders };
}
