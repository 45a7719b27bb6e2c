import { bootSite, activatePlugin, type TestSite } from '../kit/site.js';

/** A podcast plugin. */
const PODCAST = `export default { boot(scope) {
  scope.addAction('rss2_ns', (out) => void out.push('xmlns:cast="urn:cast" '));
  scope.addAction('rss2_head', (out) => void out.push('<cast:author>Ola</cast:author>'));
  scope.addAction('rss2_item', (out) => void out.push('<cast:length>7</cast:length>'));
  scope.addAction('atom_ns', (out) => void out.push('xmlns:cast="urn:cast"'));
  scope.addAction('atom_head', (out) => void out.push('<cast:author>Ola</cast:author>'));
  scope.addAction('atom_entry', (out) => void out.push('<cast:here/>'));
  scope.addAction('rdf_header', (out) => void out.push('<cast:rdf/>'));
  scope.addAction('rdf_item', (out) => void out.push('<cast:one/>'));
  scope.addFilter('the_title_rss', (title) => title + ' (heard)');
  scope.addFilter('the_permalink_rss', (url) => url + '?from=feed');
  scope.addFilter('the_excerpt_rss', (text) => text + ' In short.');
  scope.addFilter('the_content_feed', (text, kind) => text + '<p>Read in ' + kind + '</p>', 10, 2);
  scope.addFilter('get_wp_title_rss', (title) => 'Cast: ' + title);
  scope.addAction('do_feed_rss2', (isOfComments, kind) => { globalThis.fed = [isOfComments, kind]; }, 10, 2);
} };`;

describe('post feed', () => {
  let test: TestSite;
  beforeAll(async () => {
    test = await bootSite({ uncached: true });
    await test.inContext(() =>
      test.site.content.wpInsertPost({ post_title: 'A & B', post_content: '<p>Words</p>', post_status: 'publish' }),
    );
  });
  afterAll(() => test.close());

  const read = async (path: string): Promise<string> => (await fetch(test.url + path)).text();

  it('includes the namespaces, elements and filtered texts of plugins', async () => {
    const before = await read('/feed/');
    await activatePlugin(test, 'cast', { 'index.js': PODCAST });
    const rss = await read('/feed/');
    expect(rss).toMatch(/<rss [^>]*xmlns:atom="[^"]+" xmlns:cast="urn:cast">/);
    for (const part of [
      '<title>Cast: ',
      '</language>\n<cast:author>Ola</cast:author><item>',
      '<cast:length>7</cast:length></item>',
      '<title>A &amp; B (heard)</title>',
      '?from=feed</link>',
      ' In short.]]>',
      '<p>Read in rss2</p>',
    ])
      expect(rss).toContain(part);
    expect((globalThis as { fed?: unknown }).fed).toEqual([false, 'rss2']);
    const atom = await read('/feed/atom/');
    expect(atom).toMatch(
      /<feed xmlns="[^"]+" xmlns:cast="urn:cast">[\s\S]*<cast:author>Ola<\/cast:author><entry>[\s\S]*<p>Read in atom<\/p>[\s\S]*<cast:here\/><\/entry>/,
    );
    expect(await read('/feed/rdf/')).toMatch(/<cast:rdf\/><\/channel>[\s\S]*<cast:one\/><\/item>/);
    await test.inContext(() => test.site.plugins.deactivatePlugins('cast'));
    expect(await read('/feed/')).toBe(before);
  });
});
