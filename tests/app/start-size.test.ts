import { type HeapProfiler, Session } from 'node:inspector';
import { bootSite, type TestSite } from '../kit/site.js';

const MEGABYTE = 1024 * 1024;

/** Returns the bytes that were allocated during work and survived the young generation, as sampled by V8. */
async function allocatedBytes(work: () => Promise<unknown>): Promise<number> {
  const session = new Session();
  session.connect();
  const sampling = { samplingInterval: 8192, includeObjectsCollectedByMajorGC: true };
  await new Promise<void>((resolve, reject) =>
    session.post('HeapProfiler.startSampling', sampling, (error) => (error ? reject(error) : resolve())),
  );
  await work();
  const profile = await new Promise<HeapProfiler.SamplingHeapProfile>((resolve, reject) =>
    session.post('HeapProfiler.stopSampling', (error, result) => (error ? reject(error) : resolve(result.profile))),
  );
  session.disconnect();
  return sizeOf(profile.head);
}

function sizeOf(node: HeapProfiler.SamplingHeapProfileNode): number {
  return node.children.reduce((sum, child) => sum + sizeOf(child), node.selfSize);
}

describe('memory of a site with the shop', () => {
  it('takes less than 16 MB for another site in the same process', async () => {
    for (let n = 0; n < 3; n++) await (await bootSite({ shop: true })).close();
    const sizes: number[] = [];
    for (let n = 0; n < 3; n++) {
      let test: TestSite | undefined;
      sizes.push(await allocatedBytes(async () => (test = await bootSite({ shop: true }))));
      expect(test?.site.plugins.runningPlugin('store')).toBeDefined();
      await test?.close();
    }
    // The minimum of three, since samples include other work in the process. A site needs 10 to 12 MB.
    expect(Math.min(...sizes)).toBeLessThan(16 * MEGABYTE);
  });
});
