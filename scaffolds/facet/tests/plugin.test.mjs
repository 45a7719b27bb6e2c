import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { bootSite } from 'plinth/testing';

let site;
before(async () => {
  site = await bootSite({ plugins: ['.'] });
});
after(() => site?.stop());

test('registers the facet source', async () => {
  const added = [];
  const container = { has: () => true, get: () => ({ register: (source) => added.push(source) }) };
  await site.run(() => site.scope().doAction('facet/booted', { container }));
  assert.deepEqual(
    added.map(({ id }) => id),
    ['%FN%_length'],
  );
  assert.equal(added[0].getValue({ name: 'Oak' }), 3);
  assert.deepEqual(await site.pluginErrors(), []);
});
