import pino, { type Logger } from 'pino';

export type Log = Logger;

/** One JSON line an event, on standard error, so that commands can print results on standard output. */
export function createLog(level: string): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact: ['password', 'authorization', 'cookie'] }, pino.destination({ fd: 2, sync: true }));
}
