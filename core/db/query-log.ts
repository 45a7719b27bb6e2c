import { currentContext, type RequestContext } from '../context/index.js';

/** A recorded statement, without its values. */
export interface RecordedQuery {
  readonly sql: string;
  times: number;
  /** Total milliseconds. */
  ms: number;
}

/** The database queries of a request. */
export interface QueryRecord {
  times: number;
  /** Total milliseconds; may exceed the request's duration if queries ran concurrently. */
  ms: number;
  /** By statement; statements after the first 200 are only counted. */
  readonly byStatement: ReadonlyMap<string, RecordedQuery>;
}

interface QueryRecording extends QueryRecord {
  readonly byStatement: Map<string, RecordedQuery>;
}

/** Memo key of a request whose queries are recorded. */
const QUERIES = 'questions';
const MAX_STATEMENTS = 200;
/** Maximum stored length of a statement, in characters. */
const LONGEST = 2000;

/** Number of requests being recorded; if there are none, statements need not look up their context. */
let recording = 0;

/**
 * Starts recording the queries of a request.
 * @returns a function that stops recording
 */
export function recordQueries({ memo }: RequestContext): () => void {
  memo.set(QUERIES, { times: 0, ms: 0, byStatement: new Map() } satisfies QueryRecording);
  recording++;
  return () => {
    if (memo.delete(QUERIES)) recording--;
  };
}

/** Returns the queries recorded for the current request; undefined if it is not recorded. */
export function recordedQueries(): QueryRecord | undefined {
  return recording === 0 ? undefined : recordingNow();
}

/** Runs a statement and records it if the request is being recorded. */
export function runRecorded<T>(sql: string, execute: () => Promise<T>): Promise<T> {
  const queries = recording === 0 ? undefined : recordingNow();
  return queries ? timed(queries, sql, execute) : execute();
}

async function timed<T>(queries: QueryRecording, sql: string, execute: () => Promise<T>): Promise<T> {
  const started = performance.now();
  try {
    return await execute();
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

function recordingNow(): QueryRecording | undefined {
  return currentContext()?.memo.get(QUERIES) as QueryRecording | undefined;
}
