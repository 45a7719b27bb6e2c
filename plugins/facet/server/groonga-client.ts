import { PlinthError } from 'plinth';

/** A row of an answer, in the order of the columns that were asked for. */
export type Row = readonly unknown[];

/** Rows that were found or grouped, and how many there are in all. */
export interface RowList {
  readonly count: number;
  readonly rows: readonly Row[];
  /** Groups of them, by label. */
  readonly groups: ReadonlyMap<string, RowList>;
}

/** What a select answers. */
export interface Selected extends RowList {
  /** Parts of what was found, by label. */
  readonly slices: ReadonlyMap<string, RowList>;
}

/** Runs commands of a Groonga server over HTTP. @since 0.3.0 */
export interface GroongaClient {
  select(parameters: Readonly<Record<string, string>>): Promise<Selected>;
  /** Names of tables that begin so. */
  tables(prefix: string): Promise<readonly string[]>;
  /** Changes the schema, or deletes. @param ms milliseconds that it may take */
  run(command: string, parameters: Readonly<Record<string, string>>, ms?: number): Promise<unknown>;
  /** Writes rows over those of the same key. @throws PlinthError `facet_server_refused` unless all were taken */
  load(table: string, rows: readonly object[]): Promise<void>;
}

interface ClientOptions {
  /** As `http://127.0.0.1:10041`. */
  readonly origin: string;
  /** Milliseconds that a reader waits. */
  readonly readMs?: number;
}

const READ_MS = 5000;
const WRITE_MS = 30_000;
/** An index of a large catalogue is made in one go. */
export const INDEX_MS = 600_000;
/** Bytes of an answer; one of a hundred facets with ten thousand values each has less. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Connections are kept and shared by Node's own pool for `fetch`, which has one for each origin. */
export function createGroongaClient({ origin, readMs = READ_MS }: ClientOptions): GroongaClient {
  async function send(command: string, query: string, type: string, body: string, ms: number): Promise<unknown> {
    let text: string;
    try {
      const response = await fetch(`${origin}/d/${command}${query}`, {
        method: 'POST',
        headers: { 'content-type': type },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(ms),
      });
      text = await boundedText(response);
    } catch (error) {
      if (error instanceof PlinthError) throw error;
      throw new PlinthError(
        'facet_server_silent',
        `The search server at ${origin} does not answer: ${reasonOf(error)}.`,
        {
          hint: 'Start it, or take its address out of Product filter; the tables answer meanwhile.',
          status: 503,
          kind: 'outage',
        },
      );
    }
    const answer = parsed(text);
    if (answer === undefined || answer.code !== 0) throw refused(command, answer?.message ?? text.slice(0, 200));
    return answer.body;
  }

  const form = (command: string, parameters: Readonly<Record<string, string>>, ms: number): Promise<unknown> =>
    send(
      command,
      '',
      'application/x-www-form-urlencoded',
      new URLSearchParams({ ...parameters, command_version: '3' }).toString(),
      ms,
    );

  return {
    // The server’s own cache is told of changes by the second; what it kept must not outlive one.
    select: async (parameters) => selectedOf(await form('select', { ...parameters, cache: 'no' }, readMs)),
    async tables(prefix) {
      const list = JSON.stringify(await form('table_list', { prefix }, readMs));
      const names = [...list.matchAll(/"(\w+)"/g)].map(([, name = '']) => name);
      return [...new Set(names.filter((name) => name.startsWith(prefix)))];
    },
    run: (command, parameters, ms = WRITE_MS) => form(command, parameters, ms),
    async load(table, rows) {
      if (rows.length === 0) return;
      const query = new URLSearchParams({ table, command_version: '3' }).toString();
      const body = await send('load', `?${query}`, 'application/json', `${JSON.stringify(rows)}\n`, WRITE_MS);
      const taken = isObject(body) ? Number(body.n_loaded_records) : 0;
      if (taken !== rows.length) throw refused('load', `${taken} of ${rows.length} rows were taken`);
    },
  };
}

/** A text as the server's expressions write it. */
export const quoted = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`;

function refused(command: string, why: string): PlinthError {
  return new PlinthError('facet_server_refused', `The search server did not do "${command}": ${why}.`, {
    hint: 'Look into the log of the search server; the tables answer meanwhile.',
    status: 503,
  });
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const body: ReadableStream<Uint8Array> | null = response.body;
  const reader = body?.getReader();
  for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
    bytes += read.value.byteLength;
    if (bytes > MAX_BYTES) {
      await reader?.cancel();
      throw new PlinthError('facet_server_refused', `The search server answered with more than ${MAX_BYTES} bytes.`, {
        hint: 'Filter by fewer facets of many values.',
        status: 503,
      });
    }
    chunks.push(read.value);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

function parsed(text: string): { readonly code: number; readonly message: string; readonly body: unknown } | undefined {
  try {
    const answer: unknown = JSON.parse(text);
    if (!isObject(answer) || !isObject(answer.header)) return undefined;
    const { return_code: code, error } = answer.header;
    return { code: Number(code), message: isObject(error) ? String(error.message) : '', body: answer.body };
  } catch {
    return undefined;
  }
}

function listOf(value: unknown): RowList {
  if (!isObject(value)) return { count: 0, rows: [], groups: new Map() };
  return {
    count: Number(value.n_hits),
    rows: (isList(value.records) ? value.records : []).filter(isList),
    groups: mapOf(value.drilldowns),
  };
}

const mapOf = (value: unknown): ReadonlyMap<string, RowList> =>
  new Map(isObject(value) ? Object.entries(value).map(([label, list]) => [label, listOf(list)]) : []);

const selectedOf = (body: unknown): Selected => ({
  ...listOf(body),
  slices: mapOf(isObject(body) ? body.slices : undefined),
});

/** Longer addresses name no server. */
const MAX_ADDRESS = 200;

/** The origin of a search server that an address names; undefined where it is none that is asked: only http and https, no path, no password. */
export function serverOrigin(address: string): string | undefined {
  const text = address.trim();
  if (text === '' || text.length > MAX_ADDRESS || !URL.canParse(text)) return undefined;
  const { protocol, origin, pathname, search, hash, username, password } = new URL(text);
  const plain =
    (pathname === '/' || pathname === '') && search === '' && hash === '' && username === '' && password === '';
  return (protocol === 'http:' || protocol === 'https:') && plain ? origin : undefined;
}
