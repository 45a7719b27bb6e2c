import { AsyncLocalStorage } from 'node:async_hooks';

/** Output that one piece of work has printed so far. */
interface CapturedOutput {
  text: string;
}

/** Callback of a stream's `write`. */
type WriteCallback = () => void;

const outputStorage = new AsyncLocalStorage<CapturedOutput>();
let activeCaptures = 0;
let originalWrite: typeof process.stdout.write;

/**
 * Runs work and captures what it prints to standard output, which is the site's log; concurrent output of other code
 * passes through.
 * @returns the work's result and the printed text
 */
export async function captureOutput<T>(work: () => Promise<T>): Promise<{ result: T; output: string }> {
  const captured: CapturedOutput = { text: '' };
  if (activeCaptures++ === 0) {
    originalWrite = process.stdout.write;
    process.stdout.write = captureWrite;
  }
  try {
    return { result: await outputStorage.run(captured, work), output: captured.text };
  } finally {
    if (--activeCaptures === 0) process.stdout.write = originalWrite;
  }
}

const captureWrite = function (this: typeof process.stdout, ...args: Parameters<typeof process.stdout.write>): boolean {
  const captured = outputStorage.getStore();
  if (!captured) return originalWrite.apply(process.stdout, args);
  const [chunk, encoding, done] = args as [
    string | Uint8Array,
    BufferEncoding | WriteCallback | undefined,
    WriteCallback | undefined,
  ];
  captured.text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8');
  const callback = typeof encoding === 'function' ? encoding : done;
  if (callback) queueMicrotask(callback);
  return true;
} as typeof process.stdout.write;
