import { type FailureKind, PlinthError } from '../../api/index.js';
import { classifyDatabaseError } from '../../db/index.js';
import { isPermanentRejection } from '../../mail/index.js';
import { isOutageStatus } from '../../network/index.js';

/** Error codes of Node.js, its `fetch` and the mail library for failures of a disk, the network or another server. */
const OUTAGE_CODES = new Set([
  'ECONNABORTED',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EIO',
  'EMFILE',
  'ENFILE',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_SOCKET',
  'ECONNECTION',
  'EAUTH',
  'EENVELOPE',
  'EMESSAGE',
  'ETLS',
  'ESOCKET',
  'EDNS',
  'EPROTOCOL',
  'ESTREAM',
  'EREQUIRETLS',
]);
const MAX_CAUSE_DEPTH = 5;

/**
 * Distinguishes an error of a plugin from an outage, which has no owner, and from a refusal, which is a valid result.
 */
export function failureKind(error: unknown): FailureKind {
  for (let current = error, depth = 0; isObject(current) && depth < MAX_CAUSE_DEPTH; current = current.cause, depth++) {
    if (
      current instanceof PlinthError
        ? current.kind === 'outage'
        : classifyDatabaseError(current) === 'outage' || isExternalOutage(current)
    )
      return 'outage';
  }
  if (error instanceof PlinthError) return error.kind;
  if (isPermanentRejection(error)) return 'refusal';
  return classifyDatabaseError(error) ?? 'plugin_error';
}

function isExternalOutage(error: ErrorShape): boolean {
  return (
    (typeof error.code === 'string' && OUTAGE_CODES.has(error.code) && !isPermanentRejection(error)) ||
    error.name === 'TimeoutError' ||
    isOutageResponse(error)
  );
}

/**
 * Whether an HTTP client's error means that the other site is temporarily unavailable: it carries the response's
 * status, or the response.
 */
function isOutageResponse({ name, statusCode, response }: ErrorShape): boolean {
  if (name === 'PlinthError') return false;
  const { status, statusCode: code } = isObject(response) ? (response as Readonly<Record<string, unknown>>) : {};
  return [statusCode, status, code].some(isOutageStatus);
}

interface ErrorShape {
  code?: unknown;
  name?: unknown;
  cause?: unknown;
  statusCode?: unknown;
  response?: unknown;
}

/** Errors from other realms count too, and any value may be thrown. */
function isObject(value: unknown): value is ErrorShape {
  return typeof value === 'object' && value !== null;
}
