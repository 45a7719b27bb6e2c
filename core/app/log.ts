import pino, { type Logger } from 'pino';
import { currentContext } from '../context/index.js';

export type Log = Logger;

/**
 * Creates a log that writes one JSON line per event to standard error, so that commands can print results on standard
 * output. Each line includes the process and request IDs.
 * @param onLine receives the lines instead
 */
export function createLog(level: string, onLine?: (line: string) => void): Log {
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['password', 'authorization', 'cookie'],
      mixin: () => {
        const request = currentContext()?.id;
        return request === undefined ? {} : { request };
      },
    },
    onLine ? { write: onLine } : pino.destination({ fd: 2, sync: true }),
  );
}

/** Returns an error's stack, or the error as text if it has none. */
export function describeError(error: unknown): string {
  const { stack } = (error ?? {}) as { readonly stack?: unknown };
  return error instanceof Error || typeof stack === 'string' ? String(stack) : String(error);
}
