import { readFileSync } from 'node:fs';

/** Processor time of the main thread so far, in milliseconds. */
export interface ProcessorTime {
  readonly ran: number;
  /** Time during which it was ready to run but other processes had the processor. */
  readonly waited: number;
}

/** The window in milliseconds that is evaluated. */
const WINDOW_MS = 8_000;
/** Milliseconds between two samples. */
const SAMPLE_INTERVAL_MS = 2_000;
/** Waiting time in milliseconds below which a timeout has other causes. */
const MIN_WAIT_MS = 500;

/**
 * Detects whether other processes have recently starved this one of processor time, so that timeouts in it are not
 * attributed to slow code.
 */
export interface ProcessorWatch {
  isStarved(): boolean;
  /** Takes a sample; also done automatically every two seconds. */
  sample(): void;
  stop(): void;
}

/** @param read returns undefined where the system does not provide it; the process then never counts as starved */
export function watchProcessorTime(read: () => ProcessorTime | undefined = readProcessorTime): ProcessorWatch {
  const samples: ProcessorTime[] = [];
  const takeSample = (): void => {
    const now = read();
    if (now) samples.push(now);
    if (samples.length > WINDOW_MS / SAMPLE_INTERVAL_MS) samples.shift();
  };
  takeSample();
  const timer = setInterval(takeSample, SAMPLE_INTERVAL_MS).unref();
  return {
    sample: takeSample,
    isStarved() {
      const [before, now] = [samples.at(0), read()];
      if (!before || !now) return false;
      const waitedMs = now.waited - before.waited;
      // Without waiting, the work would have taken two thirds of the time.
      return waitedMs >= MIN_WAIT_MS && waitedMs >= (now.ran - before.ran) / 2;
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
