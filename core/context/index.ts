import { AsyncLocalStorage } from 'node:async_hooks';
import type { Dependencies } from './dependencies.js';

/** State of a single request, command or job, isolated from everything that runs concurrently. */
export interface RequestContext {
  /** Included in every log line and error response. */
  readonly id: string;
  /** The user on whose behalf this runs; 0 for an anonymous visitor. */
  userId: number;
  /** The language of this request, such as `en_US` or `pl_PL`; the site's language when absent. */
  locale?: string;
  /** Values cached for the duration of the request. */
  readonly memo: Map<string, unknown>;
  /** Active dependency tracking for responses that will be cached; see `track-dependencies.ts`. */
  readonly trackedDependencies: Set<Dependencies>;
}

/** The context ID of scheduled work, which no request started. */
export const SCHEDULED = 'cron';

/** Memo key of the current page request. */
export const PAGE_REQUEST = 'page_request';

/** Memo key of the current admin screen. */
export const CURRENT_SCREEN = 'current_screen';

/** Memo key of the editor's meta boxes. */
export const META_BOXES = 'meta_boxes';

/** Memo key of the dashboard widgets added by plugins while the dashboard is rendered. */
export const DASHBOARD_WIDGETS = 'dashboard_widgets';

/** Memo key that marks the requested page as not found, whatever was rendered so far. */
export const NOT_FOUND = 'not_found';

/** Memo key of the page's main query. */
export const MAIN_QUERY = 'main_query';

/** Memo key of a reply set instead of the requested page. */
export const REPLY_INSTEAD = 'reply_instead';

/** Memo key of the client's IP address. */
export const CLIENT_IP = 'client_ip';

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs work in its own context. */
export function runInContext<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work);
}

/** Returns the context of the current request, if any. */
export function currentContext(): RequestContext | undefined {
  return storage.getStore();
}

/**
 * Returns the client's IP address; empty outside of requests.
 * @param counting whether it is only counted, so that the response does not depend on it and may be cached for others
 */
export function clientIp(counting = false): string {
  if (!counting)
    for (const reading of storage.getStore()?.trackedDependencies ?? [])
      reading.bypassReason ||= 'it reads the visitor’s IP address';
  return (storage.getStore()?.memo.get(CLIENT_IP) as string | undefined) ?? '';
}

/** Whether the current page was marked as not found. */
export function isNotFound(): boolean {
  return storage.getStore()?.memo.get(NOT_FOUND) === true;
}

/** Creates a context for work that no request started, such as a command or a job. */
export function createContext(id: string, userId = 0): RequestContext {
  return { id, userId, memo: new Map(), trackedDependencies: new Set() };
}
