import { AsyncLocalStorage } from 'node:async_hooks';
import type { Reading } from './dependencies.js';

/** What belongs to one request, command or job, and to nothing else that runs at the same time. */
export interface RequestContext {
  /** Goes into every log line and error answer. */
  readonly id: string;
  /** The user on whose behalf this runs; 0 is nobody. */
  userId: number;
  /** The language of this request, `en_US` or `pl_PL`; the site's when absent. */
  locale?: string;
  /** Answers remembered for the length of the request, by whoever computes them. */
  readonly memo: Map<string, unknown>;
  /** Notes about what is read, of those who keep what they make of it; see `readings.ts`. */
  readonly readings: Set<Reading>;
}

/** The id of scheduled work, which no request started. */
export const SCHEDULED = 'cron';

/** The memo of the page request that is being answered. */
export const PAGE_REQUEST = 'page_request';

/** The memo of the admin's screen that is being shown. */
export const CURRENT_SCREEN = 'current_screen';

/** The memo of the boxes that the editor's form gets. */
export const META_BOXES = 'meta_boxes';

/** The memo of the boxes that plugins add to the dashboard while it is made. */
export const DASHBOARD_WIDGETS = 'dashboard_widgets';

/** The memo that says that the page asked for is not there, whatever was made of it so far. */
export const NOT_FOUND = 'not_found';

/** The memo of the query that the address of the page asks. */
export const MAIN_QUERY = 'main_query';

/** The memo of an answer that somebody gave in place of the page that was asked for. */
export const REPLY_INSTEAD = 'reply_instead';

/** The memo of the address that the request came from. */
export const CLIENT_IP = 'client_ip';

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs work in a context of its own. */
export function runInContext<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work);
}

/** The context of the running request, if there is one. */
export function currentContext(): RequestContext | undefined {
  return storage.getStore();
}

/** The network address of whoever sent the running request; empty when nobody did. @param counting what is made does not depend on it, and may be kept for others */
export function clientIp(counting = false): string {
  if (!counting)
    for (const reading of storage.getStore()?.readings ?? []) reading.once ||= 'it asks for the address of the visitor';
  return (storage.getStore()?.memo.get(CLIENT_IP) as string | undefined) ?? '';
}

/** Whether somebody said that the page that is being made is not there. */
export function isNotFound(): boolean {
  return storage.getStore()?.memo.get(NOT_FOUND) === true;
}

/** A context for work that no request started, such as a command or a job. */
export function createContext(id: string, userId = 0): RequestContext {
  return { id, userId, memo: new Map(), readings: new Set() };
}
