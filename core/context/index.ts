import { AsyncLocalStorage } from 'node:async_hooks';
import type { Dependencies } from './dependencies.js';

/** State of a single request, command or job. Requests that run at the same time have separate contexts. */
export interface RequestContext {
  /** Included in every log line and error response. */
  readonly id: string;
  /** ID of the user who sent the request or for whom the job runs; 0 for an anonymous visitor. */
  userId: number;
  /** Locale of this request, such as `en_US` or `pl_PL`; without it, the site's locale applies. */
  locale?: string;
  /** Values cached for the duration of the request. */
  readonly memo: Map<string, unknown>;
  /** Dependencies that are being tracked for responses that will be cached; see `track-dependencies.ts`. */
  readonly trackedDependencies: Set<Dependencies>;
}

/** The context ID of scheduled jobs, which run outside requests. */
export const SCHEDULED_CONTEXT = 'cron';

/** Memo key of the current page request. */
export const PAGE_REQUEST = 'page_request';

/** Memo key of the current admin screen (WordPress: get_current_screen). */
export const CURRENT_SCREEN = 'current_screen';

/** Memo key of the editor's meta boxes. */
export const META_BOXES = 'meta_boxes';

/** Memo key of the dashboard widgets that plugins add while the dashboard is rendered. */
export const DASHBOARD_WIDGETS = 'dashboard_widgets';

/** Memo key that marks the requested page as not found (404), regardless of what was rendered before. */
export const NOT_FOUND = 'not_found';

/** Memo key of the page's main query. */
export const MAIN_QUERY = 'main_query';

/** Memo key of a reply that replaces the requested page. */
export const REPLY_INSTEAD = 'reply_instead';

/** Memo key of the client's IP address. */
export const CLIENT_IP = 'client_ip';

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs a function in a context of its own. */
export function runInContext<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work);
}

/** Returns the context of the current request, if any. */
export function currentContext(): RequestContext | undefined {
  return storage.getStore();
}

/**
 * Returns the client's IP address; empty outside of requests.
 * @param isOnlyCounted whether the address is only counted. The response does not depend on it then, so it can be cached.
 */
export function clientIp(isOnlyCounted = false): string {
  if (!isOnlyCounted)
    for (const reading of storage.getStore()?.trackedDependencies ?? [])
      reading.bypassReason ||= 'it reads the visitor’s IP address';
  return (storage.getStore()?.memo.get(CLIENT_IP) as string | undefined) ?? '';
}

/** Whether the current page was marked as not found. */
export function isNotFound(): boolean {
  return storage.getStore()?.memo.get(NOT_FOUND) === true;
}

/** Creates a context for a command or a job, which run outside requests. */
export function createContext(id: string, userId = 0): RequestContext {
  return { id, userId, memo: new Map(), trackedDependencies: new Set() };
}
