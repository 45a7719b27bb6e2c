import { currentContext, type RequestContext } from '../context/index.js';

/** A recorded statement, without its values. */
export interface RecordedQuery {
  readonly sql: string;
  count: number;
  /** Total duration in milliseconds. */
  ms: number;
}

/** The database queries of a request, with their number and duration. */
export interface QueryRecord {
  count: number;
  /** Total duration in milliseconds. It may exceed the duration of the request if queries ran concurrently. */
  ms: number;
  /** By statement. Statements after the first 200 are counted, but not listed. */
  readonly byStatement: ReadonlyMap<string, RecordedQuery>;
}

interface QueryRecording extends QueryRecord {
  readonly byStatement: Map<string, RecordedQuery>;
}

/** Memo key for the recorded queries of a request. */
const QUERIES_KEY = 'queries';
const MAX_STATEMENTS = 200;
/** Maximum stored length of a statement in characters. */
const MAX_STATEMENT_LENGTH = 2000;

/** Number of requests that are being recorded. If it is 0, statements need not look up their context. */
let activeRecordings = 0;

/**
 * Starts recording the queries of a request.
 * @returns a function that stops recording
 */
export function recordQueries({ memo }: RequestContext): () => void {
  memo.set(QUERIES_KEY, { count: 0, ms: 0, byStatement: new Map() } satisfies QueryRecording);
  activeRecordings++;
  return () => {
    if (memo.delete(QUERIES_KEY)) activeRecordings--;
  };
}

/** Returns the recorded queries of the current request; undefined if it is not recorded. */
export function getRecordedQueries(): QueryRecord | undefined {
  return activeRecordings === 0 ? undefined : currentRecording();
}

/** Runs a statement, and records it if the request is recorded. */
export function runAndRecord<T>(sql: string, execute: () => Promise<T>): Promise<T> {
  const queries = activeRecordings === 0 ? undefined : currentRecording();
  return queries ? runTimed(queries, sql, execute) : execute();
}

async function runTimed<T>(queries: QueryRecording, sql: string, execute: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  try {
    return await execute();
  } finally {
    const ms = performance.now() - startedAt;
    queries.count++;
    queries.ms += ms;
    const { byStatement } = queries;
    const text = sql.length > MAX_STATEMENT_LENGTH ? `${sql.slice(0, MAX_STATEMENT_LENGTH)}…` : sql;
    const existing = byStatement.get(text);
    if (existing) {
      existing.count++;
      existing.ms += ms;
    } else if (byStatement.size < MAX_STATEMENTS) byStatement.set(text, { sql: text, count: 1, ms });
  }
}

function currentRecording(): QueryRecording | undefined {
  return currentContext()?.memo.get(QUERIES_KEY) as QueryRecording | undefined;
}
