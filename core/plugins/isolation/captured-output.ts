import { AsyncLocalStorage } from 'node:async_hooks';

/** Output printed so far by one piece of work. */
interface Sheet {
  text: string;
}

/** Callback of a stream's `write`. */
type Told = () => void;

const sheets = new AsyncLocalStorage<Sheet>();
let readers = 0;
let write: typeof process.stdout.write;

/**
 * Runs work and captures what it prints to standard output, which is the site's log; concurrent output of other code
 * passes through.
 * @returns the work's result and the printed text
 */
export async function catchPrinted<T>(work: () => Promise<T>): Promise<{ result: T; output: string }> {
  const sheet: Sheet = { text: '' };
  if (readers++ === 0) {
    write = process.stdout.write;
    process.stdout.write = captureWrite;
  }
  try {
    return { result: await sheets.run(sheet, work), output: sheet.text };
  } finally {
    if (--readers === 0) process.stdout.write = write;
  }
}

const captureWrite = function (this: typeof process.stdout, ...args: Parameters<typeof process.stdout.write>): boolean {
  const sheet = sheets.getStore();
  if (!sheet) return write.apply(process.stdout, args);
  const [chunk, encoding, done] = args as [string | Uint8Array, BufferEncoding | Told | undefined, Told | undefined];
  sheet.text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8');
  const callback = typeof encoding === 'function' ? encoding : done;
  if (callback) queueMicrotask(callback);
  return true;
} as typeof process.stdout.write;
