import { readFileSync } from 'node:fs';

/** What the main thread got of a processor so far, in milliseconds. */
export interface ProcessorTime {
  readonly ran: number;
  /** It could have run, and somebody else did. */
  readonly waited: number;
}

/** Of how many of its last milliseconds a process is judged. */
const WINDOW_MS = 8_000;
const EVERY_MS = 2_000;
/** Waiting less than this long makes nobody late. */
const MIN_WAIT_MS = 500;

/** Tells whether others kept the processor from this process lately, so that whoever is late in it was not slow. */
export interface ProcessorWatch {
  isStarved(): boolean;
  /** Notes what it got so far; done every two seconds by itself. */
  look(): void;
  stop(): void;
}

/** @param read undefined where the system does not tell; then nobody is ever held to be starved */
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
      // It would have been done in two thirds of the time.
      return waited >= MIN_WAIT_MS && waited >= (now.ran - before.ran) / 2;
    },
    stop: () => clearInterval(timer),
  };
}

/** Linux tells it of the main thread: nanoseconds run, nanoseconds waited, and how often. */
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
