import { type HookApi, type MaybePromise, ready, type Steps } from '../api/index.js';

/** An entry of a feed; texts are finished HTML. */
export interface FeedItem {
  title: string;
  url: string;
  guid: string;
  author: string;
  /** UTC, `YYYY-MM-DD HH:MM:SS`. */
  date: string;
  categories: readonly string[];
  summary: string;
  content: string;
  /** The date as RSS writes it, where it is another text than that of `date`. */
  rssDate?: string | undefined;
  /** What plugins print into the entry. */
  more?: string;
}

/** Where plugins print into a feed: attributes of its first tag, lines of its head, lines of an entry. */
export type FeedPlace = 'ns' | 'head' | 'item';

type Print = (hooks: HookApi, out: string[]) => MaybePromise<unknown>;

/** WordPress's actions of feeds, by kind of feed. */
const PRINTS: Readonly<Record<string, Readonly<Partial<Record<FeedPlace, Print>>>>> = {
  rss2: {
    ns: (hooks, out) => hooks.doAction('rss2_ns', out),
    head: (hooks, out) => hooks.doAction('rss2_head', out),
    item: (hooks, out) => hooks.doAction('rss2_item', out),
  },
  rss: { head: (hooks, out) => hooks.doAction('rss_head', out), item: (hooks, out) => hooks.doAction('rss_item', out) },
  atom: {
    ns: (hooks, out) => hooks.doAction('atom_ns', out),
    head: (hooks, out) => hooks.doAction('atom_head', out),
    item: (hooks, out) => hooks.doAction('atom_entry', out),
  },
  rdf: {
    ns: (hooks, out) => hooks.doAction('rdf_ns', out),
    head: (hooks, out) => hooks.doAction('rdf_header', out),
    item: (hooks, out) => hooks.doAction('rdf_item', out),
  },
};

/** What plugins print into a feed of posts; empty when they print nothing. */
export function* printedIn(hooks: HookApi, kind: string, place: FeedPlace): Steps<string> {
  const out: string[] = [];
  yield* ready(PRINTS[kind]?.[place]?.(hooks, out));
  return out.join('');
}
