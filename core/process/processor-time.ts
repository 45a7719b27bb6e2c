import { readFileSync } from 'node:fs';

/** Processor time of the main thread so far, in milliseconds. */
export interface ProcessorTime {
  readonly ran: number;
  /** Time during which it was ready to run but other processes had the processor. */
  readonly waited: number;
}

/** The window in milliseconds that is evaluated. */
const WINDOW_MS = 8_000;
const EVERY_MS = 2_000;
/** Waiting time in milliseconds below which a timeout has other causes. */
const MIN_WAIT_MS = 500;

/**
 * Detects whether other processes have recently starved this one of processor time, so that timeouts in it are not
 * attributed to slow code.
 */
export interface ProcessorWatch {
  isStarved(): boolean;
  /** Takes a sample; also done automatically every two seconds. */
  look(): void;
  stop(): void;
}

/** @param read returns undefined where the system does not provide it; the process then never counts as starved */
export function watchProcessorTime(read: () => ProcessorTime | undefined = readProcessorTime): ProcessorWatch {
  const looks: ProcessorTime[] = [];
  const look = (): void => {
    const now = read();
    if (now) looks.push(now);
    if (looks.length > WINDOW_MS / EVERY_MS) looks.shift();
  };
  look();
  const timer = setInterval(look, EVERY_MS).unref();
  return {
    look,
    isStarved() {
      const [before, now] = [looks.at(0), read()];
      if (!before || !now) return false;
      const waited = now.waited - before.waited;
      // Without waiting, the work would have taken two thirds of the time.
      return waited >= MIN_WAIT_MS && waited >= (now.ran - before.ran) / 2;
    },
    stop: () => clearInterval(timer),
  };
}

/** Linux provides it for the main thread: nanoseconds run, nanoseconds waited, and the number of time slices. */
function readProcessorTime(): ProcessorTime | undefined {
  try {
    const [ran = NaN, waited = NaN] = readFileSync('/proc/self/schedstat', 'latin1')
      .split(' ')
      .map((ns) => Number(ns) / 1e6);
    return Number.isFinite(ran) && Number.isFinite(waited) ? { ran, waited } : undefined;
  } catch {
    return undefined;
  }
}
