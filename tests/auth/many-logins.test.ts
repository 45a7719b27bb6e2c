import { allEngines } from '../kit/databases.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';

const AT_ONCE = 12;
const ROUNDS = 6;

describe.each(allEngines)('simultaneous logins of one account (%s)', (engine) => {
  let site: TestSite;
  beforeAll(async () => {
    site = await bootSite({ engine });
  });
  afterAll(() => site.close());

  const logIn = async (): Promise<number> => {
    const response = await fetch(`${site.url}/wp-login.php`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ log: ADMIN.login, pwd: ADMIN.password }),
    });
    await response.arrayBuffer();
    return response.status;
  };

  test('are answered with a redirect or 429, never with a database error', async () => {
    const countByStatus: Record<number, number> = {};
    for (let round = 0; round < ROUNDS; round++) {
      for (const status of await Promise.all(Array.from({ length: AT_ONCE }, logIn)))
        countByStatus[status] = (countByStatus[status] ?? 0) + 1;
    }
    expect(Object.keys(countByStatus).filter((status) => !['302', '303', '429'].includes(status))).toEqual([]);
  });
});
