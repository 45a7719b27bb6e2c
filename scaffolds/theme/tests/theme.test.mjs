import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { bootSite } from 'plinth/testing';

let site;
before(async () => {
  site = await bootSite({ theme: '.', settings: { permalink_structure: '/%postname%/' } });
  await site.createPost({ post_title: 'First', post_content: 'Some words' });
  await site.createPost({
    post_type: 'page',
    post_title: 'Broad',
    post_content: 'More words',
    meta_input: { _wp_page_template: 'wide' },
  });
});
after(() => site?.stop());

test('shows a thank-you note below a post, in the theme’s style', async () => {
  const { html } = await site.visitor().get('/first/');
  assert.match(html, /<p class="%ID%-thanks">Thank you for reading\.<\/p>/);
  assert.match(html, /themes\/%ID%\/assets\/style\.css/);
});

test('shows the note and the host’s texts in Polish', async () => {
  const guest = site.visitor();
  await guest.get('/?wp_lang=pl_PL');
  const { html } = await guest.get('/first/');
  assert.match(html, /Dziękujemy za lekturę\./);
  assert.match(html, /Przejdź do treści/);
});

test('offers a wide page template', async () => {
  assert.match((await site.visitor().get('/broad/')).html, /%ID%-wide/);
});
