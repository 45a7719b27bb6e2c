/** Timeout, in milliseconds, for the filter to read a whole catalog. */
const READY_MS = 600_000;

/** Waits until the filter has read the whole catalog and answers the lists at these URLs. */
export async function filterReady(site, addresses) {
  for (const until = Date.now() + READY_MS; ; await new Promise((resolve) => setTimeout(resolve, 500))) {
    const pages = await Promise.all(addresses.map((address) => site.get(address)));
    if (pages.every(({ text }) => text.includes('data-facet-fragment') && text.includes('data-price='))) return;
    if (Date.now() > until) throw new Error('The shop did not get ready.');
  }
}
