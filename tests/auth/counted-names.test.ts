import { type Counters, hashCounterNames } from '../../core/limits/index.js';
import { bootSite } from '../kit/site.js';

describe('hashed names of rate limits', () => {
  it('contain no IP address, login or email', async () => {
    const site = await bootSite();
    try {
      for (const name of ['compliance:withdrawal:127.0.0.1', 'login:celina:2001:db8::7', 'celina@example.test'])
        await site.inContext(() => site.site.limits.consumeRateLimit(name, 5, 60));
      const names = await site.site.db()('rate_limits').pluck<string[]>('name');
      expect(names.join(' ')).not.toMatch(/127\.0\.0\.1|celina|2001:db8/);
      expect(names.filter((name) => name.startsWith('compliance:'))).toHaveLength(1);
    } finally {
      await site.close();
    }
  });

  it('differ between names and between sites', () => {
    const countedNames: string[] = [];
    const counters: Counters = {
      hit: async (name) => ({ hits: countedNames.push(name), endsAt: 0 }),
      read: async () => undefined,
      clear: async () => undefined,
    };
    const [first, second] = [hashCounterNames(counters, 'key of one'), hashCounterNames(counters, 'key of the other')];
    for (const name of ['login:a', 'login:a', 'login:b']) void first.hit(name, 60);
    void second.hit('login:a', 60);
    expect(countedNames[0]).toBe(countedNames[1]);
    expect(new Set(countedNames).size).toBe(3);
  });
});
