import pino, { type Logger } from 'pino';
import { currentContext } from '../context/index.js';

export type Log = Logger;

/**
 * One JSON line an event, on standard error, so that commands can print results on standard output; with the ids of the process and the request.
 * @param onLine gets the lines instead
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

/** What a log says of an error: its stack where it has one. */
export function describeError(error: unknown): string {
  const { stack } = (error ?? {}) as { readonly stack?: unknown };
  return error instanceof Error || typeof stack === 'string' ? String(stack) : String(error);
}
