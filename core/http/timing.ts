import type { Request, RequestHandler, Response } from 'express';
import { currentContext } from '../context/index.js';
import { type RecordedQuery, type QueryRecord, recordedQueries, recordQueries } from '../db/query-log.js';
import type { Witnessed } from '../hooks/index.js';
import { cspNonce } from './security.js';

/** What making an answer cost, for the panel at the end of a page. */
export interface AnswerCost {
  /** Milliseconds from the request's beginning to the answer's end. */
  readonly ms: number;
  readonly questions: Pick<QueryRecord, 'times' | 'ms'>;
  /** The slowest first. */
  readonly statements: readonly RecordedQuery[];
  /** What hooks did meanwhile, where somebody develops. */
  readonly hooks?: Witnessed;
  /** Lets the panel's styles apply. */
  readonly cspNonce: string;
}

interface TimingDeps {
  /** Whether somebody may see what an answer cost. */
  mayKnow(userId: number): Promise<boolean>;
  /** The HTML of the panel. */
  panel(cost: AnswerCost): string;
  /** Where somebody develops: looks at what hooks do, and is told of each answer; administrators then see the panel without asking. */
  readonly development?: {
    witness(): () => Witnessed;
    onAnswer(request: Request, response: Response, ms: number, hooks: Witnessed): void;
  };
}

/** Shows what answers cost to those who ask for it and may know it. */
export interface Timing {
  /** Stands at a request's beginning. */
  readonly begin: RequestHandler;
  /** Stands after everything that changes answers on their way, such as sessions. */
  readonly show: RequestHandler;
}

const ASKED = /[?&]plinth_timing=1(?:&|$)/;
/** When the recording of a request began, in its memo. */
const SINCE = 'timing_since';
/** Answers with what hooks did since, in its memo. */
const WITNESS = 'timing_witness';

/**
 * Answers `?plinth_timing=1`, or the header `X-Plinth-Timing: 1`, with `Server-Timing` and, in pages, with a panel. Nobody else is told anything.
 * @since 0.1.0
 */
export function createTiming({ mayKnow, panel, development }: TimingDeps): Timing {
  async function tell(request: Request, response: Response, chunk: unknown): Promise<unknown> {
    const context = currentContext();
    const questions = recordedQueries();
    if (!context || !questions || response.headersSent || context.userId === 0) return chunk;
    const { times, ms } = questions;
    const cost = performance.now() - (context.memo.get(SINCE) as number);
    const statements = [...questions.byStatement.values()].sort((a, b) => b.ms - a.ms);
    if (!(await mayKnow(context.userId))) return chunk;
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
    const hooks = (context.memo.get(WITNESS) as (() => Witnessed) | undefined)?.();
    const page = Buffer.from(
      html.slice(0, end) +
        panel({
          ms: cost,
          ...(hooks ? { hooks } : {}),
          questions: { times, ms },
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
      if (context && (development || request.headers['x-plinth-timing'] === '1' || ASKED.test(request.originalUrl))) {
        const began = performance.now();
        context.memo.set(SINCE, began);
        if (development) {
          const seen = development.witness();
          context.memo.set(WITNESS, seen);
          response.once('finish', () => development.onAnswer(request, response, performance.now() - began, seen()));
        }
        response.once('close', recordQueries(context));
      }
      next();
    },

    show(request, response, next) {
      if (recordedQueries()) onEnd(response, (chunk) => tell(request, response, chunk));
      next();
    },
  };
}

/** Has the last piece of an answer changed before it goes out. When that fails, it goes out as it was. */
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
