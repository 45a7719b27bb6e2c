import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import busboy from '@fastify/busboy';
import { PlinthError, type UploadedFile } from '../api/index.js';
import { MAX_FIELDS, nestFields, occursMoreThan, parsePhpQuery, tooManyFields } from '../rest/index.js';

/** Bodies read ahead, before a handler needed them. */
const bodies = new WeakMap<IncomingMessage, Buffer>();

/**
 * Reads the body of a request with a known length in advance; later readers get the same bytes.
 * @param then not called for an aborted request
 */
export function readAhead(request: IncomingMessage, then: (body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => void chunks.push(chunk));
  request.once('end', () => {
    const [first, ...others] = chunks;
    const body = first && others.length === 0 ? first : Buffer.concat(chunks);
    bodies.set(request, body);
    then(body);
  });
  // Nothing to do for a client that has disconnected.
  request.once('error', () => undefined);
}

/** Returns the body that was read ahead. */
const bodyAhead = (request: IncomingMessage): Buffer | undefined => bodies.get(request);

/** One MiB, as specified for both namespaces. */
export const BODY_LIMIT = 1024 * 1024;

/** The content of a request's body. */
export interface Body {
  /** As text; empty when it is larger than text may be. */
  readonly text: string;
  /** The raw bytes; empty for forms parsed separately. */
  readonly bytes: Buffer;
  readonly form: Record<string, unknown>;
  readonly files: readonly UploadedFile[];
}

/** Maximum number of files in one form. */
export const MAX_FILES = 20;

const BOUNDARY = /;\s*boundary="?([^";]+)/i;
const JSON_TYPE = /^application\/(?:[^\s;/]+\+)?json(?:[\s;]|$)/;

export const EMPTY_BODY: Body = { text: '', bytes: Buffer.alloc(0), form: {}, files: [] };

/**
 * Reads a body; forms of POST requests are parsed, as PHP does for `$_POST`.
 * @param limit bytes, files included
 * @throws PlinthError `request_too_large` and `rest_too_many_fields` (413), `invalid_json` (400) when JSON is not UTF-8
 */
export async function readBody(request: IncomingMessage, limit = BODY_LIMIT): Promise<Body> {
  if (!hasBody(request)) return EMPTY_BODY;
  const bytes = await collect(request, limit);
  if (bytes.length === 0) return EMPTY_BODY;
  const type = (request.headers['content-type'] ?? '').toLowerCase();
  if (request.method === 'POST' && type.startsWith('multipart/form-data')) {
    return { ...EMPTY_BODY, ...(await readMultipart(request.headers['content-type'] ?? '', bytes)) };
  }
  // Decoding it anyway would store characters the client never sent.
  if (JSON_TYPE.test(type) && !isUtf8(bytes))
    throw new PlinthError('invalid_json', 'Invalid JSON body passed.', {
      status: 400,
      hint: 'Send the body as UTF-8.',
    });
  const text = bytes.length > BODY_LIMIT ? '' : bytes.toString('utf8');
  const isForm = type.startsWith('application/x-www-form-urlencoded');
  // A PUT without a content type is parsed as a form later.
  if ((isForm || type === '') && occursMoreThan(text, '&', MAX_FIELDS - 1)) throw tooManyFields(413);
  return { text, bytes, form: isForm && request.method === 'POST' ? parsePhpQuery(text) : {}, files: [] };
}

/** Whether the headers announce a body (RFC 9112, 6). */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

async function collect(request: IncomingMessage, limit: number): Promise<Buffer> {
  refuseLonger(request, limit);
  const ahead = bodyAhead(request);
  if (ahead) return ahead;
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limit) {
        request.resume();
        throw tooLarge(limit);
      }
      chunks.push(chunk);
    }
  } catch (cause) {
    if (!request.destroyed || cause instanceof PlinthError) throw cause;
    throw new PlinthError('request_aborted', 'The request was aborted before its body was complete.', {
      status: 400,
      hint: 'Send it again.',
      cause,
    });
  }
  return Buffer.concat(chunks);
}

/** Refuses a body whose declared length exceeds the limit. */
export function refuseLonger(request: IncomingMessage, limit: number): void {
  if (Number(request.headers['content-length'] ?? 0) <= limit) return;
  // The rest is drained so that the client can read the response.
  request.resume();
  throw tooLarge(limit);
}

export function tooLarge(limit: number): PlinthError {
  return new PlinthError('request_too_large', `The request is larger than ${limitText(limit)}.`, {
    status: 413,
    hint: 'Send less data in one request.',
  });
}

/**
 * Formats a limit for display.
 * @param limit bytes
 */
export function limitText(limit: number): string {
  return limit < 1024 * 1024 ? `${Math.floor(limit / 1024)} KB` : `${Math.floor(limit / 1024 / 1024)} MB`;
}

function readMultipart(contentType: string, bytes: Buffer): Promise<Pick<Body, 'form' | 'files'>> {
  const boundary = BOUNDARY.exec(contentType)?.[1];
  // The last boundary is the end of the form.
  if (boundary !== undefined && occursMoreThan(bytes, `--${boundary}`, MAX_FIELDS + 1))
    return Promise.reject(tooManyFields(413));
  return new Promise((resolve, reject) => {
    const fields: [string, string][] = [];
    const files: UploadedFile[] = [];
    const done = (): void => {
      // Called by the parser, where an error from a field's name would not be caught.
      try {
        resolve({ form: nestFields(fields), files });
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    };
    let parser: ReturnType<typeof busboy>;
    try {
      parser = busboy({
        headers: { 'content-type': contentType },
        limits: { fields: MAX_FIELDS, files: MAX_FILES, parts: MAX_FIELDS },
      });
    } catch {
      // A form without a boundary is empty, as in PHP.
      done();
      return;
    }
    parser.on('field', (name, value) => void fields.push([name, value]));
    parser.on('file', (field, stream, name, _encoding, type) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => void parts.push(part));
      // A file that breaks off is discarded; an unhandled error would end the process.
      stream.on('error', () => void (parts.length = 0));
      stream.on('end', () => {
        if (name) files.push({ field, name, type, bytes: Buffer.concat(parts) });
      });
    });
    parser.on('finish', done);
    parser.on('error', done);
    parser.end(bytes);
  });
}
