import { createEmbed } from '../../plugins/facet/embed/embed.js';

type Parts = Parameters<typeof createEmbed>;

describe('filter that fails to render', () => {
  it('prevents caching of the page that embeds it', async () => {
    const calls: string[] = [];
    const scope = {
      cache: { bypass: () => calls.push('not cached') },
      currentRequest: () => undefined,
      log: { error: (text: string) => calls.push(text) },
      __: (text: string) => text,
      escHtml: (text: string) => text,
    };
    const running = { container: () => ({ get: () => ({ widget: () => Promise.reject(new Error('not yet')) }) }) };
    const embed = createEmbed(scope as unknown as Parts[0], running as unknown as Parts[1], {} as Parts[2]);
    expect(await embed.shopPage({ category: 0, term: 0 })).toBe('');
    expect(await embed.widget({})).toContain('being prepared');
    expect(calls).toEqual([
      'the filter could not be shown',
      'not cached',
      'the filter could not be shown',
      'not cached',
    ]);
  });
});
