import type { RestResponse } from '../../core/api/index.js';
import { userCommands } from '../../core/cli/user-commands.js';
import { createContext, runInContext } from '../../core/context/index.js';
import { allEngines } from '../kit/databases.js';
import { assertDefined } from '../kit/assert-defined.js';
import { bootSite, type TestSite } from '../kit/site.js';

const OWNER = 1;
const NO_ROLE = { code: 'rest_user_invalid_role', data: { status: 403 } };

describe.each(allEngines)('user roles over REST and CLI on %s', (engine) => {
  let test: TestSite;

  beforeAll(async () => void (test = await bootSite({ engine })));
  afterAll(() => test?.close());

  async function call(userId: number, method: string, route: string, params = {}): Promise<[number, unknown]> {
    const { rest } = test.site;
    const response: RestResponse = await runInContext(createContext('test', userId), () =>
      rest.dispatch(rest.createRequest(method, route, params)),
    );
    return [response.getStatus(), response.getData()];
  }
  async function account(login: string, role: string): Promise<number> {
    const id = await test.inContext(() =>
      test.site.users.wpInsertUser({ user_login: login, user_email: `${login}@x.example`, user_pass: 'x', role }),
    );
    if (typeof id !== 'number') throw id;
    return id;
  }
  const rolesOf = (id: number) => test.inContext(async () => (await test.site.roles.userCapabilities(id)).roles);

  it('refuses administrators a role for themselves that cannot administer users', async () => {
    expect(await call(OWNER, 'POST', '/wp/v2/users/me', { roles: ['subscriber'] })).toMatchObject([403, NO_ROLE]);
    expect(await call(OWNER, 'POST', `/wp/v2/users/${OWNER}`, { roles: ['editor'] })).toMatchObject([403, NO_ROLE]);
    expect(await rolesOf(OWNER)).toEqual(['administrator']);
  });

  it('keeps the last administrator from deletion and demotion', async () => {
    await test.site.roles.addRole('people', 'People', {
      read: true,
      list_users: true,
      create_users: true,
      edit_users: true,
      delete_users: true,
      promote_users: true,
    });
    const manager = await account('manager', 'people');
    expect(await call(manager, 'POST', `/wp/v2/users/${OWNER}`, { roles: ['subscriber'] })).toMatchObject([
      403,
      NO_ROLE,
    ]);
    const deleting = { force: true, reassign: manager };
    expect(await call(OWNER, 'DELETE', '/wp/v2/users/me', deleting)).toMatchObject([
      403,
      { code: 'rest_user_cannot_delete' },
    ]);
    expect((await call(manager, 'DELETE', `/wp/v2/users/${OWNER}`, deleting))[0]).toBe(403);
    const setRole = assertDefined(userCommands(test.site).find(({ name }) => name.startsWith('user set-role')));
    const output = { line: () => undefined } as unknown as Parameters<typeof setRole.run>[2];
    await expect(test.inContext(() => setRole.run(['admin', 'editor'], {}, output))).rejects.toMatchObject({
      code: 'last_administrator',
    });
    expect(await rolesOf(OWNER)).toEqual(['administrator']);

    const second = await account('second', 'administrator');
    expect((await call(OWNER, 'POST', `/wp/v2/users/${second}`, { roles: ['editor'] }))[0]).toBe(200);
  });

  it('allows only roles without more capabilities than the assigning user’s', async () => {
    await test.site.roles.addRole('registrar', 'Registrar', { read: true, create_users: true, list_users: true });
    const registrar = await account('registrar', 'registrar');
    const fresh = (username: string, roles: string[]) => ({
      username,
      email: `${username}@x.example`,
      password: 'a long enough password',
      roles,
    });
    expect(await call(registrar, 'POST', '/wp/v2/users', fresh('evil', ['administrator']))).toMatchObject([
      403,
      NO_ROLE,
    ]);
    expect((await call(registrar, 'POST', '/wp/v2/users', fresh('good', ['subscriber'])))[0]).toBe(201);
    const manager = assertDefined((await test.site.users.getUsers({ role: 'people' })).users[0]).id;
    expect(await call(manager, 'POST', '/wp/v2/users', fresh('evil', ['administrator']))).toMatchObject([403, NO_ROLE]);
    expect((await call(OWNER, 'POST', '/wp/v2/users', fresh('writer', ['editor'])))[0]).toBe(201);
  });
});
