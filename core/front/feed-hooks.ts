import { type HookApi, type MaybePromise } from '../api/index.js';

/** An item of a feed. Its texts are HTML. */
export interface FeedItem {
  title: string;
  url: string;
  guid: string;
  author: string;
  /** Date in UTC, as `YYYY-MM-DD HH:MM:SS`. */
  date: string;
  categories: readonly string[];
  summary: string;
  content: string;
  /** The date in RSS format, if plugins have changed it. */
  rssDate?: string | undefined;
  /** Output of plugins inside the item. */
  extraXml?: string;
}

/** The places where plugins add output to a feed: attributes of the root element, the head, and the items. */
export type FeedPosition = 'ns' | 'head' | 'item';

type FireFeedAction = (hooks: HookApi, out: string[]) => MaybePromise<unknown>;

/** WordPress's feed actions, by feed type. */
const FEED_ACTIONS: Readonly<Record<string, Readonly<Partial<Record<FeedPosition, FireFeedAction>>>>> = {
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

/** Returns the output of plugins at a position of a feed; empty if there is none. */
export async function captureFeedOutput(hooks: HookApi, kind: string, position: FeedPosition): Promise<string> {
  const out: string[] = [];
  await FEED_ACTIONS[kind]?.[position]?.(hooks, out);
  return out.join('');
}
