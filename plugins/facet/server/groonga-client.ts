import { PlinthError } from 'plinth';

/** A row of a result, in the order of the requested columns. */
export type Row = readonly unknown[];

/** Rows of a result or group, and their total number. */
export interface RowList {
  readonly count: number;
  readonly rows: readonly Row[];
  /** Drilldown groups, by label. */
  readonly groups: ReadonlyMap<string, RowList>;
}

/** The result of a select. */
export interface SelectResult extends RowList {
  /** Slices of the result, by label. */
  readonly slices: ReadonlyMap<string, RowList>;
}

/** Runs commands of a Groonga server over HTTP. @since 0.1.0 */
export interface GroongaClient {
  select(parameters: Readonly<Record<string, string>>): Promise<SelectResult>;
  /** Returns the names of tables with a prefix. */
  tables(prefix: string): Promise<readonly string[]>;
  /**
   * Changes the schema, or deletes data.
   * @param ms timeout in milliseconds
   */
  run(command: string, parameters: Readonly<Record<string, string>>, ms?: number): Promise<unknown>;
  /**
   * Writes rows, replacing those with the same key.
   * @throws PlinthError `facet_server_rejected` unless all were accepted
   */
  load(table: string, rows: readonly object[]): Promise<void>;
}

interface ClientOptions {
  /** In the form `http://127.0.0.1:10041`. */
  readonly origin: string;
  /** Timeout of reads, in milliseconds. */
  readonly readTimeoutMs?: number;
}

const READ_TIMEOUT_MS = 5000;
const WRITE_TIMEOUT_MS = 30_000;
/** Timeout of commands that create an index, in milliseconds; the index of a large catalog is built in one step. */
export const INDEX_TIMEOUT_MS = 600_000;
/** Maximum size of a response, in bytes; a response with 100 facets of 10,000 values each is smaller. */
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;

/** Creates a client. Node's own pool for `fetch` keeps and shares the connections of each origin. */
export function createGroongaClient({ origin, readTimeoutMs = READ_TIMEOUT_MS }: ClientOptions): GroongaClient {
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
      text = await readLimitedText(response);
    } catch (error) {
      if (error instanceof PlinthError) throw error;
      throw new PlinthError(
        'facet_server_unavailable',
        `The search server at ${origin} does not respond: ${reasonOf(error)}.`,
        {
          hint: 'Start the search server, or remove its address under Product filter → Search server. Until then, queries use the tables.',
          status: 503,
          kind: 'outage',
        },
      );
    }
    const parsedResponse = parseResponse(text);
    if (parsedResponse === undefined || parsedResponse.code !== 0)
      throw rejectionError(command, parsedResponse?.message ?? text.slice(0, 200));
    return parsedResponse.body;
  }

  const sendForm = (command: string, parameters: Readonly<Record<string, string>>, ms: number): Promise<unknown> =>
    send(
      command,
      '',
      'application/x-www-form-urlencoded',
      new URLSearchParams({ ...parameters, command_version: '3' }).toString(),
      ms,
    );

  return {
    // The server’s own cache detects changes with a resolution of one second, so it must not be used.
    select: async (parameters) =>
      toSelectResult(await sendForm('select', { ...parameters, cache: 'no' }, readTimeoutMs)),
    async tables(prefix) {
      const list = JSON.stringify(await sendForm('table_list', { prefix }, readTimeoutMs));
      const names = [...list.matchAll(/"(\w+)"/g)].map(([, name = '']) => name);
      return [...new Set(names.filter((name) => name.startsWith(prefix)))];
    },
    run: (command, parameters, ms = WRITE_TIMEOUT_MS) => sendForm(command, parameters, ms),
    async load(table, rows) {
      if (rows.length === 0) return;
      const query = new URLSearchParams({ table, command_version: '3' }).toString();
      const body = await send('load', `?${query}`, 'application/json', `${JSON.stringify(rows)}\n`, WRITE_TIMEOUT_MS);
      const loadedCount = isObject(body) ? Number(body.n_loaded_records) : 0;
      if (loadedCount !== rows.length)
        throw rejectionError('load', `only ${loadedCount} of ${rows.length} rows were loaded`);
    },
  };
}

/** Quotes a text for expressions of the server. */
export const quoted = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`;

function rejectionError(command: string, why: string): PlinthError {
  return new PlinthError('facet_server_rejected', `The search server rejected "${command}": ${why}.`, {
    hint: 'Check the log of the search server. Until it is fixed, queries use the tables.',
    status: 503,
  });
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

async function readLimitedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const body: ReadableStream<Uint8Array> | null = response.body;
  const reader = body?.getReader();
  for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
    bytes += read.value.byteLength;
    if (bytes > MAX_RESPONSE_BYTES) {
      await reader?.cancel();
      throw new PlinthError(
        'facet_server_rejected',
        `The search server returned more than ${MAX_RESPONSE_BYTES} bytes.`,
        {
          hint: 'Filter by fewer facets that have many values.',
          status: 503,
        },
      );
    }
    chunks.push(read.value);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

function parseResponse(
  text: string,
): { readonly code: number; readonly message: string; readonly body: unknown } | undefined {
  try {
    const response: unknown = JSON.parse(text);
    if (!isObject(response) || !isObject(response.header)) return undefined;
    const { return_code: code, error } = response.header;
    return { code: Number(code), message: isObject(error) ? String(error.message) : '', body: response.body };
  } catch {
    return undefined;
  }
}

function toRowList(value: unknown): RowList {
  if (!isObject(value)) return { count: 0, rows: [], groups: new Map() };
  return {
    count: Number(value.n_hits),
    rows: (isList(value.records) ? value.records : []).filter(isList),
    groups: toGroups(value.drilldowns),
  };
}

const toGroups = (value: unknown): ReadonlyMap<string, RowList> =>
  new Map(isObject(value) ? Object.entries(value).map(([label, list]) => [label, toRowList(list)]) : []);

const toSelectResult = (body: unknown): SelectResult => ({
  ...toRowList(body),
  slices: toGroups(isObject(body) ? body.slices : undefined),
});

/** Maximum length of an address, in characters. */
const MAX_ADDRESS_LENGTH = 200;

/**
 * Returns the origin of a search server's address; undefined if the address is not allowed: only http and https,
 * without path or password.
 */
export function serverOrigin(address: string): string | undefined {
  const text = address.trim();
  if (text === '' || text.length > MAX_ADDRESS_LENGTH || !URL.canParse(text)) return undefined;
  const { protocol, origin, pathname, search, hash, username, password } = new URL(text);
  const isOriginOnly =
    (pathname === '/' || pathname === '') && search === '' && hash === '' && username === '' && password === '';
  return (protocol === 'http:' || protocol === 'https:') && isOriginOnly ? origin : undefined;
}
