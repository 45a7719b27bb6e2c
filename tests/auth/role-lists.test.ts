import { defaultEngines } from '../kit/databases.js';
import { bootSite, type TestSite } from '../kit/site.js';

/** Stored roles: 600 subscribers, ten users with two roles, then authors. */
function rolesOf(index: number): string {
  if (index < 600) return 'a:1:{s:10:"subscriber";b:1;}';
  return index < 610 ? 'a:2:{s:6:"editor";b:1;s:6:"author";b:1;}' : 'a:1:{s:6:"author";b:1;}';
}

describe.each(defaultEngines)('users by role on %s', (engine) => {
  let test: TestSite;
  beforeAll(async () => {
    test = await bootSite({ engine });
    await test.inContext(async () => {
      const db = test.site.db;
      await db.transaction(async () => {
        await db().batchInsert(
          'users',
          Array.from({ length: 620 }, (_, index) => ({
            id: 100 + index,
            user_login: `u${String(index).padStart(4, '0')}`,
            user_pass: '',
            user_nicename: `u${index}`,
            user_email: `u${index}@example.test`,
            user_registered: '2026-01-01 00:00:00',
            display_name: `U${index}`,
          })),
          100,
        );
        await db().batchInsert(
          'usermeta',
          Array.from({ length: 620 }, (_, index) => ({
            user_id: 100 + index,
            meta_key: 'wp_capabilities',
            meta_value: rolesOf(index),
          })),
          100,
        );
      });
    });
  });
  afterAll(() => test?.close());

  const queryUsers = (query: object) =>
    test.inContext(() => test.site.users.getUsers({ number: 5, orderby: 'login', ...query }));
  const logins = async (query: object): Promise<unknown[]> => {
    const { users, total } = await queryUsers(query);
    return [total, ...users.map((user) => user.user_login)];
  };

  it('can be listed and counted by one or several roles', async () => {
    expect(await logins({ role: 'subscriber' })).toEqual([600, 'u0000', 'u0001', 'u0002', 'u0003', 'u0004']);
    expect(await logins({ role: 'editor', order: 'DESC' })).toEqual([10, 'u0609', 'u0608', 'u0607', 'u0606', 'u0605']);
    expect(await logins({ role: ['editor', 'author'], number: 2 })).toEqual([10, 'u0600', 'u0601']);
    expect(await logins({ role: 'editor,author', number: 1 })).toEqual([10, 'u0600']);
    expect(await logins({ role__in: ['editor', 'author'], number: 1 })).toEqual([20, 'u0600']);
    expect(await logins({ role: 'subscriber', search: 'u059*', number: 1 })).toEqual([10, 'u0590']);
    expect(await logins({ role: 'nobody' })).toEqual([0]);
    expect((await queryUsers({})).total).toBe(621);
  });

  it('are counted once per role', async () => {
    const { total_users, avail_roles } = await test.inContext(() => test.site.users.countUsers());
    expect([total_users, avail_roles]).toEqual([
      621,
      { administrator: 1, editor: 10, author: 20, subscriber: 600, none: 0 },
    ]);
  });

  it('reflect a changed role at once', async () => {
    await test.inContext(() => test.site.roles.setUserRole(100, 'editor'));
    expect(await logins({ role: 'subscriber', number: 1 })).toEqual([599, 'u0001']);
    expect(await logins({ role: 'editor', number: 1 })).toEqual([11, 'u0000']);
    await test.inContext(() => test.site.roles.setUserRole(100, 'subscriber'));
    expect((await test.inContext(() => test.site.users.countUsers())).avail_roles.subscriber).toBe(600);
  });
});
