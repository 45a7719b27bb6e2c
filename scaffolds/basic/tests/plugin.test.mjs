import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { bootSite } from 'plinth/testing';

let site;
before(async () => {
  site = await bootSite({ plugins: ['.'] });
  await site.createPost({ post_type: 'page', post_title: 'Greeting', post_content: '[%FN%]' });
});
after(() => site?.stop());

test('shows a greeting where the shortcode is', async () => {
  assert.match((await site.visitor().get('/greeting/')).html, /<p>Hello from a plugin<\/p>/);
});

test('shows the greeting in Polish', async () => {
  const guest = site.visitor();
  await guest.get('/?wp_lang=pl_PL');
  assert.match((await guest.get('/greeting/')).html, /<p>Hello z wtyczki<\/p>/);
});

test('escapes the greeting', async () => {
  await site.run(() => site.scope().updateOption('%FN%_greeting', '<script>'));
  assert.match((await site.visitor().get('/greeting/')).html, /&lt;script&gt; from a plugin/);
});
