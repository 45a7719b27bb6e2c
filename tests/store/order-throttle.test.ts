import type { PageRequest } from '../../core/api/index.js';
import {
  createOrderThrottle,
  type OrderThrottle,
  type OrderThrottleDeps,
} from '../../plugins/store/checkout/order-throttle.js';
import type { OrderPass } from '../../plugins/store/checkout/order-codes.js';

const PASS: OrderPass = { consume: async () => true };

describe('order throttle', () => {
  let used: Map<string, number>;
  let spans: Map<string, number>;
  let emails: { to: string; subject: string; locale: string; view: string; data: Record<string, unknown> }[];
  let logged: string[];
  let createdCodes: string[];
  let checked: string[];
  let limits: { ordersPerEmail: number; ordersPerNetwork: number; ordersPerSession: number };
  let world: {
    manager: boolean;
    mailWorks: boolean;
    mailboxFull: boolean;
    codeResult: OrderPass | 'wrong' | 'expired';
  };
  let throttle: OrderThrottle;
  beforeEach(() => {
    [used, spans, emails, logged, createdCodes, checked] = [new Map(), new Map(), [], [], [], []];
    limits = { ordersPerEmail: 100, ordersPerNetwork: 100, ordersPerSession: 100 };
    world = { manager: false, mailWorks: true, mailboxFull: false, codeResult: PASS };
    const limitResult = (allowed: boolean): { allowed: boolean; retryAfter: number } => ({
      allowed,
      retryAfter: allowed ? 0 : 60,
    });
    throttle = createOrderThrottle({
      scope: {
        consumeRateLimit: async (name: string, limit: number, seconds: number) => {
          used.set(name, (used.get(name) ?? 0) + 1);
          spans.set(name, seconds);
          return limitResult((used.get(name) ?? 0) <= limit);
        },
        consumeEmailLimit: async () => limitResult(!world.mailboxFull),
        currentUserCan: (capability: string) => capability === 'manage_shop' && world.manager,
        mail: async (email: {
          to: string;
          subject(): string;
          locale: string;
          view: string;
          data: Record<string, unknown> & { heading(): string };
        }) => {
          emails.push({
            ...email,
            subject: email.subject(),
            data: { ...email.data, heading: email.data.heading() },
          });
          return world.mailWorks;
        },
        siteName: async () => 'Dzban & syn',
        log: { error: (message: string) => void logged.push(message) },
        __: (text: string, ...values: string[]) =>
          text.replace(/%(\d)\$s/g, (_all, index: string) => String(values[Number(index) - 1])),
      } as unknown as OrderThrottleDeps['scope'],
      shopEmail: { read: async () => 'shop@example.test' },
      commerceSettings: { read: async () => limits as never },
      codes: {
        create: async (session, email) => {
          createdCodes.push(`${session} ${email}`);
          return '012345';
        },
        check: async (session, email, code) => {
          checked.push(`${session} ${email} ${code}`);
          return world.codeResult;
        },
      },
    });
  });

  const from = (ip = '192.0.2.7', session = 'session-1'): PageRequest =>
    ({ ip, session: { id: () => session }, locale: 'pl_PL' }) as unknown as PageRequest;
  const enter = (email = 'ewa@example.test', request = from()): ReturnType<OrderThrottle['check']> =>
    throttle.check(request, email, '');
  /** Expires one-minute limits, so that codes of different minutes do not collide. */
  const minutePasses = (): void => [...spans].forEach(([name, seconds]) => seconds === 60 && used.delete(name));

  it('admits usual orders and never limits shop staff', async () => {
    expect([await enter(), await enter()]).toEqual([{ open: true }, { open: true }]);
    expect(emails).toEqual([]);
    limits = { ordersPerEmail: 0, ordersPerNetwork: 0, ordersPerSession: 0 };
    [world.manager, used] = [true, new Map()];
    expect([await enter(), await throttle.check(from(), 'ewa@example.test', 'abc'), used.size]).toEqual([
      { open: true },
      { open: true },
      0,
    ]);
  });

  it.each([
    [
      'mailbox, across networks and sessions',
      { ordersPerEmail: 2 },
      (n: number) => enter('ewa@example.test', from(`192.0.2.${n}`, `session-${n}`)),
      3600,
    ],
    [
      'network, across email addresses and sessions',
      { ordersPerNetwork: 2 },
      (n: number) => enter(`${n}@example.test`, from('192.0.2.7', `session-${n}`)),
      3600,
    ],
    [
      'IPv6 network, across its addresses',
      { ordersPerNetwork: 2 },
      (n: number) => enter(`${n}@example.test`, from(`2001:db8:1:2::${n}`, `session-${n}`)),
      3600,
    ],
    [
      'session, across networks and email addresses',
      { ordersPerSession: 2 },
      (n: number) => enter(`${n}@example.test`, from(`192.0.2.${n}`)),
      600,
    ],
  ])('requires a code after the limit of orders of one %s', async (_name, fewer, order, seconds) => {
    Object.assign(limits, fewer);
    expect([await order(1), await order(2), await order(3)]).toEqual([
      { open: true },
      { open: true },
      { open: false, reason: 'sent' },
    ]);
    expect(
      [...used]
        .filter(([name, count]) => count === 3 && name.startsWith('store:orders:'))
        .map(([name]) => spans.get(name)),
    ).toEqual([seconds]);
  });

  it('counts email, network and session separately even when one limit is reached', async () => {
    limits.ordersPerEmail = 0;
    await enter('ewa@example.test', from('192.0.2.1', 'session-1'));
    await enter('jan@example.test', from('192.0.2.2', 'session-2'));
    expect([...used].filter(([name]) => name.startsWith('store:orders:')).map(([, count]) => count)).toEqual([
      1, 1, 1, 1, 1, 1,
    ]);
  });

  it.each(['EWA@example.test', ' ewa@example.test ', 'ewa+shop@example.test', 'Ewa+a+b@Example.test'])(
    'treats %j as the mailbox of ewa@example.test',
    async (spelling) => {
      limits.ordersPerEmail = 1;
      await enter('ewa@example.test');
      expect(await enter(spelling)).toEqual({ open: false, reason: 'sent' });
    },
  );

  it('stores hashed counter names without email, network or session', async () => {
    limits.ordersPerEmail = 0;
    await enter();
    expect([...used.keys()].join(' ')).not.toMatch(/ewa|example|192|session-1/);
    expect([...used.keys()].every((name) => /^store:[a-z:]+:[0-9a-f]{64}$/.test(name))).toBe(true);
  });

  it('emails the code in the visitor’s language with its validity', async () => {
    expect(await throttle.resendCode(from(), 'Ewa+shop@example.test')).toBe('sent');
    expect([createdCodes, logged]).toEqual([['session-1 Ewa+shop@example.test'], []]);
    const subject = '012345 is your code for Dzban & syn';
    expect(emails).toEqual([
      {
        replyTo: 'shop@example.test',
        to: 'Ewa+shop@example.test',
        subject,
        locale: 'pl_PL',
        view: 'order-code',
        data: { heading: subject, code: '012345', site: 'Dzban & syn', minutes: 15 },
      },
    ]);
  });

  it('sends one code per minute to a mailbox and reports the earlier one', async () => {
    expect([
      await throttle.resendCode(from(), 'ewa@example.test'),
      await throttle.resendCode(from(), 'ewa+x@example.test'),
      await throttle.resendCode(from(), 'jan@example.test'),
    ]).toEqual(['sent', 'already-sent', 'sent']);
    minutePasses();
    expect(await throttle.resendCode(from(), 'ewa@example.test')).toBe('sent');
    expect(emails).toHaveLength(3);
  });

  it('sends five codes per hour to a mailbox and thirty per network', async () => {
    const results: string[] = [];
    for (let n = 1; n <= 6; n++) {
      results.push(await throttle.resendCode(from(`192.0.2.${n}`), 'ewa@example.test'));
      minutePasses();
    }
    expect(results).toEqual(['sent', 'sent', 'sent', 'sent', 'sent', 'not-sent']);
    const many: string[] = [];
    for (let n = 1; n <= 31; n++)
      many.push(await throttle.resendCode(from('198.51.100.7', `session-${n}`), `${n}@example.test`));
    expect([many.slice(0, 30).every((result) => result === 'sent'), many[30]]).toEqual([true, 'not-sent']);
    expect(await throttle.resendCode(from('198.51.100.8'), 'fresh@example.test')).toBe('sent');
    expect(
      [...spans].filter(([name]) => /^store:codes:(hour|network):/.test(name)).every(([, seconds]) => seconds === 3600),
    ).toBe(true);
  });

  it('creates no code for a mailbox at its daily email limit', async () => {
    world.mailboxFull = true;
    expect([await throttle.resendCode(from(), 'ewa@example.test'), emails, createdCodes, logged]).toEqual([
      'not-sent',
      [],
      [],
      [],
    ]);
  });

  it('reports and logs a failed email without the code', async () => {
    world.mailWorks = false;
    expect(await throttle.resendCode(from(), 'ewa@example.test')).toBe('not-sent');
    expect(logged).toEqual(['a verification code for an order could not be sent']);
  });

  it('admits the right code without counting the order', async () => {
    limits.ordersPerEmail = 0;
    expect(await throttle.check(from(), 'ewa@example.test', '012345')).toEqual({ open: true, pass: PASS });
    expect([checked, used.size]).toEqual([['session-1 ewa@example.test 012345'], 0]);
  });

  it.each(['wrong', 'expired'] as const)('refuses a code that is %s without sending another', async (codeResult) => {
    world.codeResult = codeResult;
    expect(await throttle.check(from(), 'ewa@example.test', '543210')).toEqual({ open: false, reason: codeResult });
    expect(emails).toEqual([]);
  });

  it.each(['12345', '1234567', 'abcdef', '12345a', ' 12345', '１２３４５６'])(
    'rejects the malformed code %j without counting a try',
    async (code) => {
      expect(await throttle.check(from(), 'ewa@example.test', code)).toEqual({ open: false, reason: 'wrong' });
      expect(checked).toEqual([]);
    },
  );
});
