import { allEngines } from '../kit/databases.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';

const AT_ONCE = 12;
const ROUNDS = 6;

describe.each(allEngines)('Many sign-ins of one account at once (%s)', (engine) => {
  let site: TestSite;
  beforeAll(async () => {
    site = await bootSite({ engine });
  });
  afterAll(() => site.close());

  const signIn = async (): Promise<number> => {
    const answer = await fetch(`${site.url}/wp-login.php`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ log: ADMIN.login, pwd: ADMIN.password }),
    });
    await answer.arrayBuffer();
    return answer.status;
  };

  test('are answered each by what it is: in, or too many, and never by a database that is in its own way', async () => {
    const seen: Record<number, number> = {};
    for (let round = 0; round < ROUNDS; round++) {
      for (const status of await Promise.all(Array.from({ length: AT_ONCE }, signIn)))
        seen[status] = (seen[status] ?? 0) + 1;
    }
    expect(Object.keys(seen).filter((status) => !['302', '303', '429'].includes(status))).toEqual([]);
  });
});
