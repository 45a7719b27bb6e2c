import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { bootSite } from 'plinth/testing';

let site;
before(async () => {
  site = await bootSite({ plugins: ['.'] });
});
after(() => site?.stop());

test('registers the payment method', async () => {
  const offered = [];
  await site.run(() =>
    site.scope().doAction('store/booted', { payments: { register: (method) => offered.push(method) } }),
  );
  assert.deepEqual(
    offered.map(({ id }) => id),
    ['%ID%'],
  );
  assert.equal((await offered[0].pay()).kind, 'failed');
  assert.deepEqual(await site.pluginErrors(), []);
});
