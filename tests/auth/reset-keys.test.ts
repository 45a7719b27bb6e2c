import { createResetKeys, type ResetKeys } from '../../core/auth/login/reset-keys.js';
import { isWpError, type UserWithRoles } from '../../core/api/index.js';
import { createWebSite, type WebSite } from '../kit/web-site.js';

describe('password reset key', () => {
  let site: WebSite;
  let keys: ResetKeys;
  let user: UserWithRoles;
  beforeEach(async () => {
    site = await createWebSite();
    await site.users.wpInsertUser({
      user_login: 'ewa',
      user_email: 'ewa@example.test',
      user_pass: 'a long password',
      role: 'subscriber',
    });
    const found = await site.users.getUserBy('login', 'ewa');
    if (!found) throw new Error('Nobody is called ewa.');
    user = found;
    keys = createResetKeys({ db: site.db, users: site.users });
  });
  afterEach(() => site.drop());

  /** Simulates that seconds have passed since the key was created. */
  async function age(seconds: number): Promise<void> {
    const { user_activation_key: stored } = await site
      .db()('users')
      .where({ id: user.id })
      .first<{ user_activation_key: string }>('user_activation_key');
    const [createdAt, ...rest] = stored.split(':');
    await site
      .db()('users')
      .where({ id: user.id })
      .update({ user_activation_key: [Number(createdAt) - seconds, ...rest].join(':') });
  }
  const checkKey = async (key: string, login = 'ewa'): Promise<string | number> => {
    const found = await keys.check(key, login);
    return isWpError(found) ? found.getErrorCode() : found.id;
  };

  it('expires after one day', async () => {
    const key = await keys.create(user);
    await age(86_300);
    expect(await checkKey(key)).toBe(user.id);
    await age(200);
    expect(await checkKey(key)).toBe('expired_key');
  });

  it('works only for its account, only the newest one, until cleared', async () => {
    const [first, second] = [await keys.create(user), await keys.create(user)];
    expect([
      await checkKey(first),
      await checkKey(second),
      await checkKey(second, 'admin'),
      await checkKey('', 'ewa'),
      await checkKey(second, ''),
    ]).toEqual(['invalid_key', user.id, 'invalid_key', 'invalid_key', 'invalid_key']);
    await keys.clear(user.id);
    expect(await checkKey(second)).toBe('invalid_key');
  });

  it('affects only its own account when created or cleared', async () => {
    await site.users.wpInsertUser({
      user_login: 'jan',
      user_email: 'jan@example.test',
      user_pass: 'a long password',
      role: 'subscriber',
    });
    const jan = await site.users.getUserBy('login', 'jan');
    if (!jan) throw new Error('Nobody is called jan.');
    const [own, other] = [await keys.create(user), await keys.create(jan)];
    expect([await checkKey(own), await checkKey(other, 'jan'), await checkKey(other)]).toEqual([
      user.id,
      jan.id,
      'invalid_key',
    ]);
    await keys.clear(user.id);
    expect([await checkKey(own), await checkKey(other, 'jan')]).toEqual(['invalid_key', jan.id]);
  });

  it('explains why it is refused and suggests requesting a new link', async () => {
    const checkMessage = async (key: string): Promise<string> => {
      const found = await keys.check(key, 'ewa');
      return isWpError(found) ? found.getErrorMessage() : '';
    };
    const key = await keys.create(user);
    expect(await checkMessage('wrong')).toContain('invalid. Please request a new link');
    await age(90_000);
    expect(await checkMessage(key)).toContain('expired. Please request a new link');
  });

  it('is not readable from the database', async () => {
    const key = await keys.create(user);
    expect(JSON.stringify(await site.db()('users').where({ id: user.id }).select('*'))).not.toContain(key);
  });
});
