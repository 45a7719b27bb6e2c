import type { Request, RequestHandler, Response } from 'express';
import { currentContext } from '../context/index.js';
import { type RecordedQuery, type QueryRecord, recordedQueries, recordQueries } from '../db/query-log.js';
import type { HookActivity } from '../hooks/index.js';
import { cspNonce } from './security.js';

/** Cost of a response, for the panel at the end of a page. */
export interface AnswerCost {
  /** Milliseconds from the start of the request to the end of the response. */
  readonly ms: number;
  readonly queries: Pick<QueryRecord, 'times' | 'ms'>;
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
  panel(cost: AnswerCost): string;
  /**
   * In development: records hook activity and is notified of each response; administrators then always see the panel.
   */
  readonly development?: {
    recordHookActivity(): () => HookActivity;
    onAnswer(request: Request, response: Response, ms: number, hooks: HookActivity): void;
  };
}

/** Shows the cost of responses to users who request it and have permission. */
export interface Timing {
  /** Runs at the start of a request. */
  readonly begin: RequestHandler;
  /** Runs after everything that modifies responses, such as sessions. */
  readonly show: RequestHandler;
}

const TIMING_PARAM = /[?&]plinth_timing=1(?:&|$)/;
/** Memo key: when the recording of a request began. */
const SINCE = 'timing_since';
/** Memo key: function that returns the hook activity since then. */
const WITNESS = 'timing_witness';

/**
 * Answers `?plinth_timing=1`, or the header `X-Plinth-Timing: 1`, with `Server-Timing` and, in pages, with a panel.
 * Without permission, nothing is shown.
 * @since 0.1.0
 */
export function createTiming({ canView, panel, development }: TimingDeps): Timing {
  async function addReport(request: Request, response: Response, chunk: unknown): Promise<unknown> {
    const context = currentContext();
    const queries = recordedQueries();
    if (!context || !queries || response.headersSent || context.userId === 0) return chunk;
    const { times, ms } = queries;
    const cost = performance.now() - (context.memo.get(SINCE) as number);
    const statements = [...queries.byStatement.values()].sort((a, b) => b.ms - a.ms);
    if (!(await canView(context.userId))) return chunk;
    response.setHeader(
      'Server-Timing',
      `total;dur=${cost.toFixed(1)}, db;dur=${ms.toFixed(1)};desc="${times} questions"`,
    );
    if (!String(response.getHeader('Cache-Control')).includes('no-store'))
      response.setHeader('Cache-Control', 'no-store');
    const html = request.method === 'HEAD' ? undefined : htmlOf(response, chunk);
    if (html === undefined) return chunk;
    const end = html.lastIndexOf('</body>');
    if (end < 0) return chunk;
    const hooks = (context.memo.get(WITNESS) as (() => HookActivity) | undefined)?.();
    const page = Buffer.from(
      html.slice(0, end) +
        panel({
          ms: cost,
          ...(hooks ? { hooks } : {}),
          queries: { times, ms },
          statements,
          cspNonce: cspNonce(response),
        }) +
        html.slice(end),
    );
    if (response.hasHeader('Content-Length')) response.setHeader('Content-Length', page.length);
    return page;
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
          context.memo.set(WITNESS, readActivity);
          response.once('finish', () =>
            development.onAnswer(request, response, performance.now() - began, readActivity()),
          );
        }
        response.once('close', recordQueries(context));
      }
      next();
    },

    show(request, response, next) {
      if (recordedQueries()) onEnd(response, (chunk) => addReport(request, response, chunk));
      next();
    },
  };
}

/** Modifies the last chunk of a response before it is sent. On an error, the chunk is sent unchanged. */
function onEnd(response: Response, change: (chunk: unknown) => Promise<unknown>): void {
  const end = response.end.bind(response) as (...args: unknown[]) => Response;
  let isEnding = false;
  response.end = ((...args: unknown[]) => {
    if (isEnding) return response;
    isEnding = true;
    const [chunk, ...rest] = typeof args[0] === 'function' ? [undefined, ...args] : args;
    void change(chunk)
      .catch(() => chunk)
      .then((changed) => end(changed, ...rest));
    return response;
  }) as Response['end'];
}

function htmlOf(response: Response, chunk: unknown): string | undefined {
  if (!String(response.getHeader('Content-Type')).startsWith('text/html')) return undefined;
  if (Buffer.isBuffer(chunk)) return chunk.toString();
  return typeof chunk === 'string' ? chunk : undefined;
}
