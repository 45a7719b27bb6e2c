import { memoize } from '../api/index.js';

/** A message taken apart: texts, and between them the numbers of the arguments. */
interface Message {
  /** One more than there are places. */
  readonly texts: readonly string[];
  readonly places: readonly { readonly argument: number; readonly written: string }[];
}

/** Messages that are remembered taken apart; plugins and themes of a site have some thousand with places. */
const MAX = 5000;
const known = new Map<string, Message>();

/** Puts arguments into `%s`, `%d` and `%1$s`; `%%` is a percent sign. A place without an argument stays as it is. */
export function format(text: string, args: readonly (string | number)[]): string {
  if (!text.includes(args.length === 0 ? '%%' : '%')) return text;
  const { texts, places } = memoize(known, MAX, text, () => takeApart(text));
  let done = texts[0] as string;
  for (let at = 0; at < places.length; at++) {
    const { argument, written } = places[at] as Message['places'][number];
    const value = args[argument];
    done += (value === undefined ? written : String(value)) + (texts[at + 1] as string);
  }
  return done;
}

function takeApart(text: string): Message {
  const texts = [''];
  const places: Message['places'][number][] = [];
  let next = 0;
  let end = 0;
  const add = (more: string): void => void (texts[texts.length - 1] += more);
  for (const { 0: written, 1: position, 2: kind, index } of text.matchAll(/%(?:(\d+)\$)?([sd%])/g)) {
    add(text.slice(end, index));
    end = index + written.length;
    if (kind === '%') add('%');
    else {
      places.push({ argument: position === undefined ? next++ : Number(position) - 1, written });
      texts.push('');
    }
  }
  add(text.slice(end));
  return { texts, places };
}
