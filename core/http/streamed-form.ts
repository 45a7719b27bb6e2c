import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import busboy from '@fastify/busboy';
import { PlinthError, type UploadedFile } from '../api/index.js';
import { MAX_FIELDS, nestFields, tooManyFields } from '../rest/index.js';
import { BODY_LIMIT, MAX_FILES, refuseLonger, tooLarge } from './body.js';

/** Maximum number of forms received at once; further clients have to retry. */
const MAX_AT_ONCE = 16;

/** A form whose files are stored on disk. */
export interface StreamedForm {
  readonly form: Record<string, unknown>;
  readonly files: readonly UploadedFile[];
  /** Removes the files. */
  discard(): Promise<void>;
}

let receiving = 0;

/** Whether a request carries a form that can contain files. */
export function isMultipart({ method, headers }: IncomingMessage): boolean {
  return method === 'POST' && (headers['content-type'] ?? '').toLowerCase().startsWith('multipart/form-data');
}

/**
 * Reads a form with files, which are streamed into a temporary folder of the system; the other fields may have as many
 * bytes as any form.
 * @param limit bytes, files included
 * @throws PlinthError `request_too_large`, `rest_too_many_fields` (413), `upload_limit_reached` (503), `request_aborted`
 * (400)
 */
export async function readStreamedForm(request: IncomingMessage, limit: number): Promise<StreamedForm> {
  refuseLonger(request, limit);
  if (receiving >= MAX_AT_ONCE) {
    request.resume();
    throw new PlinthError('upload_limit_reached', 'Too many files are being uploaded at once.', {
      status: 503,
      kind: 'refusal',
      hint: 'Try again in a minute.',
    });
  }
  receiving++;
  const folder = await mkdtemp(join(tmpdir(), 'plinth-form-'));
  const discard = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const stop = new AbortController();
  try {
    return { ...(await receive(request, limit, folder, stop.signal)), discard };
  } catch (error) {
    stop.abort();
    // The rest is drained so that the client can read the response.
    request.resume();
    await discard();
    throw error;
  } finally {
    receiving--;
  }
}

async function receive(
  request: IncomingMessage,
  limit: number,
  folder: string,
  signal: AbortSignal,
): Promise<Omit<StreamedForm, 'discard'>> {
  const fields: [string, string][] = [];
  const writes: Promise<UploadedFile | undefined>[] = [];
  let textLength = 0;
  let refusal: PlinthError | undefined;
  let parser: ReturnType<typeof busboy>;
  try {
    parser = busboy({
      headers: { 'content-type': request.headers['content-type'] ?? '' },
      limits: { fields: MAX_FIELDS, files: MAX_FILES, parts: MAX_FIELDS },
    });
  } catch {
    // A form without a boundary is empty, as in PHP.
    request.resume();
    return { form: {}, files: [] };
  }
  const ended = new Promise<void>((resolve) => void parser.once('finish', resolve).on('error', () => resolve()));
  for (const event of ['fieldsLimit', 'partsLimit', 'filesLimit'] as const)
    parser.on(event, () => (refusal ??= tooManyFields(413)));
  parser.on('field', (name, value) => {
    textLength += name.length + value.length;
    if (textLength > BODY_LIMIT) refusal ??= tooLarge(BODY_LIMIT);
    else fields.push([name, value]);
  });
  parser.on('file', (field, stream, name, _encoding, type) => {
    const path = join(folder, String(writes.length));
    const file: UploadedFile = {
      field,
      name,
      type,
      path,
      get bytes() {
        return readFileSync(path);
      },
    };
    // A file that breaks off is discarded.
    writes.push(
      pipeline(stream, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal }).then(
        () => (name ? file : undefined),
        () => undefined,
      ),
    );
  });

  let size = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limit) refusal ??= tooLarge(limit);
      if (refusal) break;
      if (!parser.write(chunk)) await Promise.race([once(parser, 'drain'), ended]);
    }
  } catch (cause) {
    throw new PlinthError('request_aborted', 'The request was aborted before its body was complete.', {
      status: 400,
      hint: 'Send it again.',
      cause,
    });
  }
  if (!refusal) {
    parser.end();
    await ended;
  }
  // Set by the parser as it ended.
  const problem = refusal;
  if (problem) throw problem;
  const files = (await Promise.all(writes)).filter((file) => file !== undefined);
  return { form: nestFields(fields), files };
}
