import type { RateLimitsApi } from '../../core/api/index.js';
import { createLoginLimiter, type LimiterOptions, type LoginLimiter } from '../../core/auth/login/limiter.js';
import { assertDefined } from '../kit/assert-defined.js';

const QUARTER_HOUR = 900;
const [NETWORK, OTHER_NETWORK] = ['192.0.2.7', '198.51.100.7'];

describe('login limiter', () => {
  let time: number;
  let counts: Map<string, { tries: number; ends: number }>;
  /** Rate limits as the host implements them: fixed windows that start with the first attempt. */
  const limits: RateLimitsApi = {
    async consumeRateLimit(name, limit, seconds) {
      const known = counts.get(name);
      const now = known && known.ends > time ? known : { tries: 0, ends: time + seconds };
      counts.set(name, { ...now, tries: now.tries + 1 });
      return { allowed: now.tries < limit, remaining: Math.max(0, limit - now.tries - 1), retryAfter: now.ends - time };
    },
    async peekRateLimit(name, limit) {
      const known = counts.get(name);
      const attempts = known && known.ends > time ? known.tries : 0;
      return {
        allowed: attempts < limit,
        remaining: Math.max(0, limit - attempts),
        retryAfter: known && known.ends > time ? known.ends - time : 0,
      };
    },
    async clearRateLimit(name) {
      counts.delete(name);
    },
  };
  const limiter = (options?: LimiterOptions): LoginLimiter => createLoginLimiter(limits, options);
  async function attemptLogins(
    logins: LoginLimiter,
    times: number,
    login = 'ewa',
    ip = NETWORK,
    purpose?: string,
  ): Promise<number[]> {
    const waitTimes: number[] = [];
    for (let n = 0; n < times; n++) waitTimes.push(await logins.attempt(login, ip, purpose));
    return waitTimes;
  }
  beforeEach(() => {
    [time, counts] = [1000, new Map()];
  });

  it('allows five attempts per account and network in 15 minutes, then a wait', async () => {
    const ewa = limiter();
    expect([await attemptLogins(ewa, 4), await ewa.retryAfter('ewa', NETWORK)]).toEqual([[0, 0, 0, 0], 0]);
    expect([await attemptLogins(ewa, 1), await ewa.retryAfter('ewa', NETWORK)]).toEqual([[0], QUARTER_HOUR]);
    time += 100;
    expect([await attemptLogins(ewa, 1), await ewa.retryAfter('ewa', NETWORK)]).toEqual([[800], 800]);
    time += 800;
    expect([await ewa.retryAfter('ewa', NETWORK), await attemptLogins(ewa, 6)]).toEqual([
      0,
      [0, 0, 0, 0, 0, QUARTER_HOUR],
    ]);
  });

  it('limits an account’s attempts from unknown networks, sparing a network known before', async () => {
    const logins = limiter({ perUnknownNetworks: 20 });
    await logins.recordSuccess('ewa', NETWORK);
    const tryPasswords = async (times: number, from = 1): Promise<number> => {
      let blocked = 0;
      for (let n = 0; n < times; n++) if ((await logins.attempt('ewa', `203.0.113.${from + n}`)) > 0) blocked++;
      return blocked;
    };
    expect(await tryPasswords(60)).toBe(40);
    // The owner's own network, and other accounts, are not blocked.
    expect([
      await logins.attempt('ewa', NETWORK),
      await logins.retryAfter('ewa', NETWORK),
      await logins.attempt('jan', OTHER_NETWORK),
    ]).toEqual([0, 0, 0]);
    expect(await logins.retryAfter('ewa', OTHER_NETWORK)).toBeGreaterThan(0);
    time += 3600;
    expect([await logins.retryAfter('ewa', OTHER_NETWORK), await tryPasswords(21, 100)]).toEqual([0, 1]);
  });

  it('counts each account and each network separately', async () => {
    const logins = limiter();
    await attemptLogins(logins, 6);
    expect([
      await logins.retryAfter('jan', NETWORK),
      await logins.retryAfter('ewa', OTHER_NETWORK),
      await attemptLogins(logins, 1, 'jan'),
      await attemptLogins(logins, 1, 'ewa', OTHER_NETWORK),
    ]).toEqual([0, 0, [0], [0]]);
  });

  it('treats spellings of a login as one account, an IPv6 /64 as one network', async () => {
    const logins = limiter({ perAccount: 1 });
    await attemptLogins(logins, 1, 'Ewa');
    for (const spelling of ['ewa', ' EWA ', 'éwa', 'e w a'])
      expect([spelling, await logins.retryAfter(spelling, NETWORK)]).toEqual([spelling, QUARTER_HOUR]);
    await attemptLogins(logins, 1, 'jan', '2001:db8:1:2::1');
    expect([
      await logins.retryAfter('jan', '2001:db8:1:2::ffff'),
      await logins.retryAfter('jan', '2001:db8:1:3::1'),
    ]).toEqual([QUARTER_HOUR, 0]);
    const byNumber = limiter({ perAccount: 1, accountOf: async (login) => (login.startsWith('ewa') ? '#7' : login) });
    await attemptLogins(byNumber, 1, 'ewa@example.test', OTHER_NETWORK);
    expect(await byNumber.retryAfter('ewa', OTHER_NETWORK)).toBe(QUARTER_HOUR);
  });

  it('blocks a network after fifty failures, whatever the accounts, and no other', async () => {
    const logins = limiter();
    for (let n = 0; n < 49; n++) await logins.recordFailure(NETWORK);
    expect([await logins.retryAfter('ewa', NETWORK), await attemptLogins(logins, 1)]).toEqual([0, [0]]);
    await logins.recordFailure(NETWORK);
    time += 100;
    expect([
      await logins.retryAfter('jan', NETWORK),
      await attemptLogins(logins, 1, 'jan'),
      await logins.retryAfter('jan', OTHER_NETWORK),
      await attemptLogins(logins, 1, 'jan', OTHER_NETWORK),
    ]).toEqual([800, [800], 0, [0]]);
  });

  it('counts no account attempts while the network is blocked', async () => {
    const logins = limiter({ perNetwork: 1, perAccount: 1 });
    await logins.recordFailure(NETWORK);
    await attemptLogins(logins, 3);
    counts.delete(assertDefined([...counts.keys()][0]));
    expect(await attemptLogins(logins, 1)).toEqual([0]);
  });

  it('returns the longer of the network and account waits', async () => {
    const network = limiter({ perNetwork: 1, perAccount: 1 });
    await attemptLogins(network, 1);
    time += 100;
    await network.recordFailure(NETWORK);
    expect(await network.retryAfter('ewa', NETWORK)).toBe(QUARTER_HOUR);
    const account = limiter({ perNetwork: 2, perAccount: 1 });
    await account.recordFailure(OTHER_NETWORK);
    time += 100;
    await attemptLogins(account, 1, 'ewa', OTHER_NETWORK);
    await account.recordFailure(OTHER_NETWORK);
    expect([await account.retryAfter('ewa', OTHER_NETWORK), await account.retryAfter('jan', OTHER_NETWORK)]).toEqual([
      QUARTER_HOUR,
      800,
    ]);
  });

  it('forgets attempts after a success, for this account from this network', async () => {
    const logins = limiter({ perAccount: 2 });
    for (const [login, ip] of [
      ['ewa', NETWORK],
      ['jan', NETWORK],
      ['ewa', OTHER_NETWORK],
    ])
      await attemptLogins(logins, 2, login, ip);
    await logins.recordSuccess('Ewa', NETWORK);
    expect([
      await logins.retryAfter('ewa', NETWORK),
      await logins.retryAfter('jan', NETWORK),
      await logins.retryAfter('ewa', OTHER_NETWORK),
    ]).toEqual([0, QUARTER_HOUR, QUARTER_HOUR]);
  });

  it('limits an account over all networks only when perName is set', async () => {
    const everywhere = limiter({ perAccountTotal: 3 });
    const waitTimes: number[] = [];
    for (let n = 1; n <= 4; n++) waitTimes.push(await everywhere.attempt('ewa', `192.0.2.${n}`));
    expect(waitTimes).toEqual([0, 0, 0, QUARTER_HOUR]);
    expect(await everywhere.attempt('jan', NETWORK)).toBe(0);
    counts.clear();
    const anywhere = limiter();
    for (let n = 1; n <= 40; n++) expect(await anywhere.attempt('ewa', `192.0.2.${n}`)).toBe(0);
  });

  it('does not count attempts already refused per account and network in perName', async () => {
    const logins = limiter({ perAccount: 1, perAccountTotal: 2 });
    await attemptLogins(logins, 5);
    expect([await logins.attempt('ewa', OTHER_NETWORK), await logins.attempt('ewa', '203.0.113.7')]).toEqual([
      0,
      QUARTER_HOUR,
    ]);
  });

  it('counts different kinds of attempts separately, over all networks too', async () => {
    const logins = limiter({ perAccount: 2, perAccountTotal: 2 });
    expect([
      await attemptLogins(logins, 3, 'ewa', NETWORK, 'key'),
      await attemptLogins(logins, 3),
      await logins.attempt('ewa', OTHER_NETWORK, 'key'),
      await logins.attempt('ewa', OTHER_NETWORK),
    ]).toEqual([[0, 0, QUARTER_HOUR], [0, 0, QUARTER_HOUR], QUARTER_HOUR, QUARTER_HOUR]);
    const emails = limiter({ name: 'emails', perAccount: 2 });
    expect(await attemptLogins(emails, 1)).toEqual([0]);
    for (let n = 0; n < 50; n++) await emails.recordFailure(NETWORK);
    expect(await limiter().retryAfter('jan', NETWORK)).toBe(0);
  });

  it('takes each limit from the limitOf callback', async () => {
    const calls: unknown[] = [];
    const logins = limiter({
      name: 'door',
      perAccountTotal: 9,
      limitOf: async (limit, kind, name) => {
        calls.push([limit, kind, name]);
        return { account: 1, network: 2, name: 3, strangers: 4 }[kind];
      },
    });
    expect(await attemptLogins(logins, 2)).toEqual([0, QUARTER_HOUR]);
    expect(calls).toEqual([
      [50, 'network', 'door'],
      [5, 'account', 'door'],
      [9, 'name', 'door'],
      [50, 'network', 'door'],
      [5, 'account', 'door'],
    ]);
    expect([
      await logins.retryAfter('ewa', NETWORK),
      await logins.attempt('ewa', '192.0.2.1'),
      await logins.attempt('ewa', '192.0.2.2'),
      await logins.attempt('ewa', '192.0.2.3'),
    ]).toEqual([QUARTER_HOUR, 0, 0, QUARTER_HOUR]);
    await logins.recordFailure(OTHER_NETWORK);
    expect(await logins.retryAfter('jan', OTHER_NETWORK)).toBe(0);
    await logins.recordFailure(OTHER_NETWORK);
    expect(await logins.retryAfter('jan', OTHER_NETWORK)).toBe(QUARTER_HOUR);
  });
});
