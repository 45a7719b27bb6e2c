import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { bootSite } from 'plinth/testing';

let site;
before(async () => {
  site = await bootSite({ plugins: ['.'] });
  const block = (attributes) => `<!-- wp:%ID%/note ${JSON.stringify(attributes)} /-->`;
  await site.createPost({
    post_type: 'page',
    post_title: 'Notes',
    post_content: block({ text: 'Tea & biscuits', highlighted: true }) + block({ text: 'Plain' }),
  });
});
after(() => site?.stop());

test('shows a note with its style', async () => {
  const { html } = await site.visitor().get('/notes/');
  assert.match(html, /<aside class="%ID%-note is-highlighted">Tea &amp; biscuits<\/aside>/);
  assert.match(html, /<aside class="%ID%-note">Plain<\/aside>/);
  assert.match(html, /%ID%\/assets\/note\.css/);
});

test('does not load the style on pages without a note', async () => {
  assert.doesNotMatch((await site.visitor().get('/')).html, /note\.css/);
});
