import type { Request, RequestHandler, Response } from 'express';
import onHeaders from 'on-headers';
import { currentContext, type RequestContext } from '../context/index.js';
import { type RecordedQuery, type QueryRecord, getRecordedQueries, recordQueries } from '../db/query-log.js';
import type { HookActivity } from '../hooks/index.js';
import { cspNonce } from './security.js';

/** Cost of a response, for the panel at the end of a page. */
export interface ResponseCost {
  /** Milliseconds from the start of the request to the end of the response. */
  readonly ms: number;
  readonly queries: Pick<QueryRecord, 'count' | 'ms'>;
  /** Slowest first. */
  readonly statements: readonly RecordedQuery[];
  /** Hook activity during the request, in development. */
  readonly hooks?: HookActivity;
  /** Nonce that allows the panel's styles. */
  readonly cspNonce: string;
}

interface TimingDeps {
  /** Whether a user may see the cost of a response. */
  canView(userId: number): Promise<boolean>;
  /** Returns the HTML of the panel. */
  panel(cost: ResponseCost): string;
  /**
   * In development: records hook activity and is notified of each response; administrators then always see the panel.
   */
  readonly development?: {
    recordHookActivity(): () => HookActivity;
    onResponse(request: Request, response: Response, ms: number, hooks: HookActivity): void;
  };
}

/** Shows the cost of responses to users who request it and have permission. */
export interface Timing {
  /** Runs at the start of a request. */
  readonly begin: RequestHandler;
  /** Reports the cost of a response to a user who requested it and has permission, once the user is known. */
  report(response: Response): Promise<void>;
}

const TIMING_PARAM = /[?&]plinth_timing=1(?:&|$)/;
/** Memo key: when the recording of a request began. */
const SINCE = 'timing_since';
/** Memo key: function that returns the hook activity since then. */
const HOOK_ACTIVITY = 'timing_hook_activity';

/**
 * Answers `?plinth_timing=1`, or the header `X-Plinth-Timing: 1`, with `Server-Timing` and, in pages, with a panel.
 * Without permission, nothing is shown.
 * @since 0.1.0
 */
export function createTiming({ canView, panel, development }: TimingDeps): Timing {
  /** Reports the cost of a response: in a header, and in the panel that {@link withTimingPanel} adds. */
  function addReport(response: Response, context: RequestContext, queries: QueryRecord): void {
    const elapsed = (): number => performance.now() - (context.memo.get(SINCE) as number);
    onHeaders(response, () => {
      const { count, ms } = queries;
      response.setHeader(
        'Server-Timing',
        `total;dur=${elapsed().toFixed(1)}, db;dur=${ms.toFixed(1)};desc="${count} queries"`,
      );
      if (!String(response.getHeader('Cache-Control')).includes('no-store'))
        response.setHeader('Cache-Control', 'no-store');
    });
    response.locals.timingPanel = (): string => {
      const hooks = (context.memo.get(HOOK_ACTIVITY) as (() => HookActivity) | undefined)?.();
      return panel({
        ms: elapsed(),
        ...(hooks ? { hooks } : {}),
        queries: { count: queries.count, ms: queries.ms },
        statements: [...queries.byStatement.values()].sort((a, b) => b.ms - a.ms),
        cspNonce: cspNonce(response),
      });
    };
  }

  return {
    begin(request, response, next) {
      const context = currentContext();
      if (
        context &&
        (development || request.headers['x-plinth-timing'] === '1' || TIMING_PARAM.test(request.originalUrl))
      ) {
        const began = performance.now();
        context.memo.set(SINCE, began);
        if (development) {
          const readActivity = development.recordHookActivity();
          context.memo.set(HOOK_ACTIVITY, readActivity);
          response.once('finish', () =>
            development.onResponse(request, response, performance.now() - began, readActivity()),
          );
        }
        response.once('close', recordQueries(context));
      }
      next();
    },

    async report(response) {
      const [context, queries] = [currentContext(), getRecordedQueries()];
      if (!context || !queries || context.userId === 0 || response.locals.timingPanel !== undefined) return;
      if (await canView(context.userId)) addReport(response, context, queries);
    },
  };
}

/** Returns a page with the panel of its cost, if it is to be shown. */
export function withTimingPanel(response: Response, html: string): string {
  const { timingPanel } = response.locals as { timingPanel?: () => string };
  const end = timingPanel ? html.lastIndexOf('</body>') : -1;
  return !timingPanel || end < 0 ? html : html.slice(0, end) + timingPanel() + html.slice(end);
}
