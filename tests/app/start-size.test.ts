import { type HeapProfiler, Session } from 'node:inspector';
import { bootSite, type TestSite } from '../kit/site.js';

const MEGABYTE = 1024 * 1024;

/** Bytes that were taken while work was done and outlived the youngest generation, by the samples of V8. */
async function allocatedBytes(work: () => Promise<void>): Promise<number> {
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
    let test: TestSite | undefined;
    const bytes = await allocatedBytes(async () => {
      test = await bootSite({ shop: true });
    });
    expect(test?.site.plugins.runningPlugin('store')).toBeDefined();
    await test?.close();
    // With the property lists that V8 copied for each scope it took twenty-six; the shop itself takes ten to twelve.
    expect(bytes).toBeLessThan(16 * MEGABYTE);
  });
});
