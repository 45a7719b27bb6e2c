import { currentContext, type RequestContext } from '../context/index.js';

/** What one statement was asked, without its values. */
export interface RecordedQuery {
  readonly sql: string;
  times: number;
  /** Milliseconds in all. */
  ms: number;
}

/** What a request asked the database. */
export interface QueryRecord {
  times: number;
  /** Milliseconds in all; more than the request took when it asked several things at once. */
  ms: number;
  /** By the statement; those past the first 200 are only counted. */
  readonly byStatement: ReadonlyMap<string, RecordedQuery>;
}

interface Recording extends QueryRecord {
  readonly byStatement: Map<string, RecordedQuery>;
}

/** The memo of a request whose questions are recorded. */
const QUERIES = 'questions';
const MAX_STATEMENTS = 200;
/** Characters of a statement that are kept. */
const LONGEST = 2000;

/** Requests recorded now: while there are none, a statement costs no look at its context. */
let recording = 0;

/**
 * Records what a request asks from now on.
 * @returns ends it
 */
export function recordQueries({ memo }: RequestContext): () => void {
  memo.set(QUERIES, { times: 0, ms: 0, byStatement: new Map() } satisfies Recording);
  recording++;
  return () => {
    if (memo.delete(QUERIES)) recording--;
  };
}

/** What the running request has asked; undefined when nobody wants to know. */
export function recordedQueries(): QueryRecord | undefined {
  return recording === 0 ? undefined : recordingNow();
}

/** Asks a statement, and records it where somebody wants to know. */
export function asked<T>(sql: string, ask: () => Promise<T>): Promise<T> {
  const queries = recording === 0 ? undefined : recordingNow();
  return queries ? timed(queries, sql, ask) : ask();
}

async function timed<T>(queries: Recording, sql: string, ask: () => Promise<T>): Promise<T> {
  const started = performance.now();
  try {
    return await ask();
  } finally {
    const ms = performance.now() - started;
    queries.times++;
    queries.ms += ms;
    const { byStatement } = queries;
    const text = sql.length > LONGEST ? `${sql.slice(0, LONGEST)}…` : sql;
    const known = byStatement.get(text);
    if (known) {
      known.times++;
      known.ms += ms;
    } else if (byStatement.size < MAX_STATEMENTS) byStatement.set(text, { sql: text, times: 1, ms });
  }
}

function recordingNow(): Recording | undefined {
  return currentContext()?.memo.get(QUERIES) as Recording | undefined;
}
