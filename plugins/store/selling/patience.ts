/** Milliseconds that a carrier may take before a page is shown without it; the checkout waits longer. */
export const CARRIER_PATIENCE_MS = 1000;

/** What work answers within some milliseconds; something else where it takes longer or fails. The work goes on. */
export async function withinPatience<T>(work: Promise<T>, ms: number, otherwise: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<T>((resolve) => void (timer = setTimeout(() => resolve(otherwise), ms)));
  return Promise.race([work.catch(() => otherwise), late]).finally(() => clearTimeout(timer));
}
