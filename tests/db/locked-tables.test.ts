import { createContext, runInContext } from '../../core/context/index.js';
import { createLockedTables, type LockedTables } from '../../core/db/locked-tables.js';

const READ = 'select * from `store_products` where `id` = ?';
const TIMEOUT = Object.assign(new Error('Lock wait timeout exceeded'), { code: 'ER_LOCK_WAIT_TIMEOUT' });

/** A query that completes when the test says so. */
interface Statement {
  readonly result: Promise<string>;
  free(): void;
  timeOut(): void;
}

describe('locked table handling', () => {
  let now: number;
  let tables: LockedTables;
  /** Number of queries sent to the server. */
  let statementCount: number;
  beforeEach(() => {
    now = 0;
    statementCount = 0;
    tables = createLockedTables(() => now);
  });

  const request = <T>(work: () => Promise<T>): Promise<T> => runInContext(createContext('request'), work);
  const runStatement = (sql = READ): Promise<string> => tables.run(sql, async () => (statementCount++, 'rows'));
  const timedOut = (sql = READ): Promise<string> =>
    tables.run(sql, async () => (statementCount++, Promise.reject(TIMEOUT)));
  function waiting(sql = READ): Statement {
    let [free, timeOut] = [(): void => undefined, (): void => undefined];
    const result = tables.run(
      sql,
      () =>
        new Promise<string>((resolve, reject) => {
          statementCount++;
          [free, timeOut] = [() => resolve('rows'), () => reject(TIMEOUT)];
        }),
    );
    return { result, free: () => free(), timeOut: () => timeOut() };
  }

  it('waits once per request, then refuses, and tries again later', async () => {
    await request(async () => {
      await expect(timedOut()).rejects.toBe(TIMEOUT);
      await expect(runStatement()).rejects.toMatchObject({ code: 'db_busy', status: 503, kind: 'outage' });
      await expect(runStatement('select 1 from `store_images` inner join `store_products` on 1')).rejects.toMatchObject(
        {
          code: 'db_busy',
        },
      );
      expect(statementCount).toBe(1);
      now = 3001;
      expect(await runStatement()).toBe('rows');
    });
  });

  it('lets one request wait at a time and refuses others at once', async () => {
    await expect(request(() => timedOut())).rejects.toBe(TIMEOUT);
    const { statement } = await request(async () => ({ statement: waiting() }));
    now = 251;
    await expect(request(() => runStatement())).rejects.toMatchObject({ code: 'db_busy' });
    await expect(request(() => runStatement())).rejects.toMatchObject({ code: 'db_busy' });
    expect(statementCount).toBe(2);
    statement.timeOut();
    await expect(statement.result).rejects.toBe(TIMEOUT);
  });

  it('frees the table for all requests once the waiting one is answered', async () => {
    await expect(request(() => timedOut())).rejects.toBe(TIMEOUT);
    const { statement, others } = await request(async () => ({
      statement: waiting(),
      others: [1, 2, 3].map(() => request(() => runStatement())),
    }));
    await new Promise(setImmediate);
    expect(statementCount).toBe(2);
    statement.free();
    expect(await Promise.all([statement.result, ...others])).toEqual(['rows', 'rows', 'rows', 'rows']);
    expect(statementCount).toBe(5);
    expect(await request(() => runStatement())).toBe('rows');
  });

  it('blocks neither other tables nor statements that wait for rows', async () => {
    await expect(request(() => timedOut())).rejects.toBe(TIMEOUT);
    await request(async () => {
      const { timeOut, result } = waiting();
      now = 1000;
      for (const sql of [
        'select * from `options`',
        'update `store_products` set `stock` = 1',
        'select * from `store_products` where `id` = 1 for update',
        'insert into `store_log` select 1',
      ]) {
        expect(await request(() => runStatement(sql))).toBe('rows');
      }
      timeOut();
      await expect(result).rejects.toBe(TIMEOUT);
    });
  });

  it('ignores timeouts on rows and other failures', async () => {
    await expect(request(() => timedOut('update `store_products` set `stock` = 1'))).rejects.toBe(TIMEOUT);
    await expect(request(() => timedOut('select * from `store_products` for update'))).rejects.toBe(TIMEOUT);
    await expect(
      request(() => tables.run(READ, async () => Promise.reject(new Error('no such column')))),
    ).rejects.toThrow('no such column');
    const statement = waiting();
    expect(await request(() => runStatement())).toBe('rows');
    statement.free();
  });

  it('frees the table when the trying statement fails otherwise', async () => {
    await expect(request(() => timedOut())).rejects.toBe(TIMEOUT);
    await expect(request(() => tables.run(READ, async () => Promise.reject(new Error('gone'))))).rejects.toThrow(
      'gone',
    );
    now = 10_000;
    expect(await request(() => runStatement())).toBe('rows');
    expect(await request(() => runStatement())).toBe('rows');
  });

  it('keeps free tables open that a statement joined with a locked one', async () => {
    await expect(request(() => timedOut('select * from `options` left join `store_products` on 1'))).rejects.toBe(
      TIMEOUT,
    );
    expect(await request(() => runStatement('select * from `options`'))).toBe('rows');
    const statement = waiting();
    now = 251;
    expect(await request(() => runStatement('select * from `options`'))).toBe('rows');
    await expect(request(() => runStatement())).rejects.toMatchObject({ code: 'db_busy' });
    statement.free();
  });
});
