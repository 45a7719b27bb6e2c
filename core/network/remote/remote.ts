import { mkdtemp, writeFile } from 'node:fs/promises';
import { STATUS_CODES } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import {
  type HookApi,
  isWpError,
  type RemoteAnswer,
  type RemoteApi,
  type RemoteArgs,
  WpError,
} from '../../api/index.js';
import { isOutageStatus, noteRemoteOutage } from '../remote-outages.js';
import { sendRequest, type Found, BlockedUrlError } from './send-request.js';
import { formOf } from './request-body.js';

interface RemoteDeps {
  readonly hooks: HookApi;
  readonly siteUrl: string;
  readonly version: string;
}

const MAX_BYTES = 32 * 1024 * 1024;
const MAX_SECONDS = 60;
const MAX_REDIRECTS = 10;

/** Defaults of the request arguments passed to the hooks. */
const STANDARD = { method: 'GET', timeout: 5, redirection: 5, blocking: true, rejectUnsafeUrls: false } as const;

/**
 * Creates the HTTP client for plugins.
 * @since 0.1.0
 */
export function createRemote({ hooks, siteUrl, version }: RemoteDeps): RemoteApi {
  async function wpRemoteRequest(url: string, options: RemoteArgs = {}): Promise<RemoteAnswer> {
    const requestArgs: RemoteArgs = {
      ...STANDARD,
      'user-agent': await hooks.applyFilters('http_headers_useragent', `Plinth/${version}; ${siteUrl}`, url),
      ...options,
    };
    const changed = await hooks.applyFilters<RemoteArgs>('http_request_args', requestArgs, url);
    // A callback may make a request safer, but not less safe.
    const args: RemoteArgs = requestArgs.rejectUnsafeUrls === true ? { ...changed, rejectUnsafeUrls: true } : changed;
    const early = await hooks.applyFilters<RemoteAnswer | false>('pre_http_request', false, args, url);
    if (early !== false) return early;
    if (args.blocking === false) {
      void attempt(url, args);
      return answerOf({ status: 0, message: '', headers: {}, setCookies: [], bytes: Buffer.alloc(0) });
    }
    const response = await attempt(url, args);
    await hooks.doAction('http_api_debug', response, 'response', 'Plinth', args, url);
    return isWpError(response) ? response : hooks.applyFilters<RemoteAnswer>('http_response', response, args, url);
  }

  const asking =
    (fixed: RemoteArgs) =>
    (url: string, args: RemoteArgs = {}): Promise<RemoteAnswer> =>
      wpRemoteRequest(url, {
        ...fixed,
        ...args,
        ...(fixed.rejectUnsafeUrls ? { rejectUnsafeUrls: true } : {}),
        ...(fixed.method === undefined ? {} : { method: fixed.method }),
      });
  const head = { method: 'HEAD', redirection: 0 };
  const safe = { rejectUnsafeUrls: true };
  const wpSafeRemoteGet = asking({ method: 'GET', ...safe });

  return {
    wpRemoteRequest,
    wpRemoteGet: asking({ method: 'GET' }),
    wpRemotePost: asking({ method: 'POST' }),
    wpRemoteHead: asking(head),
    wpSafeRemoteRequest: asking(safe),
    wpSafeRemoteGet,
    wpSafeRemotePost: asking({ method: 'POST', ...safe }),
    wpSafeRemoteHead: asking({ ...head, ...safe }),
    wpRemoteRetrieveBody: (response) => (isWpError(response) ? '' : response.body),
    wpRemoteRetrieveResponseCode: (response) => (isWpError(response) ? '' : response.response.code),
    wpRemoteRetrieveResponseMessage: (response) => (isWpError(response) ? '' : response.response.message),
    wpRemoteRetrieveHeader: (response, name) =>
      isWpError(response) ? '' : (response.headers[name.toLowerCase()] ?? ''),
    wpRemoteRetrieveHeaders: (response) => (isWpError(response) ? {} : response.headers),
    wpRemoteRetrieveCookies: (response) => (isWpError(response) ? [] : response.cookies),
    wpRemoteRetrieveCookieValue: (response, name) =>
      isWpError(response) ? '' : (response.cookies.find((one) => one.name === name)?.value ?? ''),
    async downloadUrl(url, timeout = 300) {
      const response = await wpSafeRemoteGet(url, { timeout });
      if (isWpError(response)) return response;
      if (response.response.code !== 200)
        return new WpError('http_404', `${response.response.code} ${response.response.message}`.trim(), {
          code: response.response.code,
        });
      const folder = await mkdtemp(join(tmpdir(), 'plinth-'));
      const file = join(
        folder,
        basename(new URL(url).pathname)
          .replace(/[^\w.-]/g, '_')
          .slice(-100) || 'file',
      );
      await writeFile(file, response.bytes);
      return file;
    },
  };
}

/** @returns the response, or `http_request_failed` */
async function attempt(address: string, args: RemoteArgs): Promise<RemoteAnswer> {
  if (!URL.canParse(address)) return failed('A valid URL was not provided.');
  const { method = 'GET', timeout = STANDARD.timeout, redirection = STANDARD.redirection, limitResponseSize } = args;
  const form = formOf(args.body);
  try {
    const found = await sendRequest({
      url: new URL(address),
      method: method.toUpperCase(),
      headers: headersOf(args, form.type),
      body: form.bytes,
      redirects: bounded(redirection, MAX_REDIRECTS),
      maxBytes: Math.min(limitResponseSize ?? MAX_BYTES, MAX_BYTES),
      truncate: limitResponseSize !== undefined,
      safe: args.rejectUnsafeUrls === true,
      signal: AbortSignal.timeout(Math.max(1, bounded(timeout, MAX_SECONDS) * 1000)),
    });
    if (isOutageStatus(found.status)) noteRemoteOutage();
    return answerOf(found);
  } catch (error) {
    if (error instanceof BlockedUrlError) return failed(error.message);
    noteRemoteOutage();
    const { name, message } = error instanceof Error ? error : { name: '', message: '' };
    return failed(
      name === 'TimeoutError' || name === 'AbortError'
        ? `The remote server did not respond within ${timeout} seconds.`
        : message || 'The remote server does not respond.',
    );
  }
}

function headersOf(args: RemoteArgs, type: string | undefined): Record<string, string> {
  const cookies = Object.entries(args.cookies ?? {})
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('; ');
  const standard = {
    'user-agent': args['user-agent'] ?? 'Plinth',
    accept: '*/*',
    'accept-encoding': 'gzip, deflate, br',
    ...(type === undefined ? {} : { 'content-type': type }),
    ...(cookies === '' ? {} : { cookie: cookies }),
  };
  const own = Object.fromEntries(
    Object.entries(args.headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
  return { ...standard, ...own };
}

function answerOf({ status, message, headers, setCookies, bytes }: Omit<Found, 'url'>): RemoteAnswer {
  const cookies = setCookies
    .map((line) => /^\s*([^=;]+)=([^;]*)/.exec(line) ?? [])
    .flatMap(([, name, value = '']) => (name === undefined ? [] : [{ name: name.trim(), value: decoded(value) }]));
  return {
    headers,
    bytes,
    body: bytes.toString('utf8'),
    response: { code: status, message: message || (STATUS_CODES[status] ?? '') },
    cookies,
  };
}

function bounded(value: number, max: number): number {
  return Math.max(0, Math.min(Number.isFinite(value) ? value : max, max));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function failed(message: string): WpError {
  return new WpError('http_request_failed', message);
}
