import { type HookApi, type MaybePromise } from '../api/index.js';

/** An item of a feed; texts are rendered HTML. */
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
  /** The date in RSS format, if it differs from `date`. */
  rssDate?: string | undefined;
  /** Output of plugins within the item. */
  extraXml?: string;
}

/** Where plugins add output to a feed: attributes of the root element, the head, an item. */
export type FeedPlace = 'ns' | 'head' | 'item';

type Print = (hooks: HookApi, out: string[]) => MaybePromise<unknown>;

/** WordPress's feed actions, by feed type. */
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

/** Returns the output of plugins in a feed of posts; may be empty. */
export async function printedIn(hooks: HookApi, kind: string, position: FeedPlace): Promise<string> {
  const out: string[] = [];
  await PRINTS[kind]?.[position]?.(hooks, out);
  return out.join('');
}
