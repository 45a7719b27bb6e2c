import { allEngines } from '../kit/databases.js';
import { bootCommerce, type CommerceSite } from './selling-site.js';

describe.each(allEngines)('outbox lease of a killed process on %s', (engine) => {
  let shop: CommerceSite;
  beforeEach(async () => {
    shop = await bootCommerce(engine);
  });
  afterEach(() => shop.close());

  const utc = (secondsAgo: number): string =>
    new Date(Date.now() - secondsAgo * 1000).toISOString().slice(0, 19).replace('T', ' ');
  const email = async (id: number): Promise<string | undefined> =>
    (await shop.site.db()('store_emails').where({ id }).first<{ state: string } | undefined>('state'))?.state;
  const waiting = (): Promise<{ id: number; run_at: string }[]> =>
    shop.site.db()('jobs').where({ queue: 'store/send_email', state: 'waiting' }).select('id', 'run_at');

  /** An email that a process has started to send, and the recovery job, due now. */
  async function insertSending(changedAt: string): Promise<number> {
    const [id] = (await shop.site.db()('store_emails').insert({
      order_id: 0,
      kind: 'new_account',
      recipient: 'anna@example.test',
      locale: 'en_US',
      data: '',
      state: 'sending',
      created_at: changedAt,
      changed_at: changedAt,
    })) as [number];
    await shop.inContext(() => shop.site.cron.enqueueJob('store/send_email', { id }));
    return id;
  }

  it('checks again while the lease lasts and sends the email afterwards', async () => {
    const id = await insertSending(utc(1));
    await shop.inContext(() => shop.site.cron.runJobs());
    expect([await email(id), shop.emails().length]).toEqual(['sending', 0]);
    const [job, ...others] = await waiting();
    expect(others).toEqual([]);
    expect(Date.parse(`${job?.run_at ?? ''}Z`)).toBeLessThanOrEqual(Date.now() + 61_000);

    await shop.site
      .db()('store_emails')
      .where({ id })
      .update({ changed_at: utc(61) });
    await shop.site
      .db()('jobs')
      .where({ id: job?.id })
      .update({ run_at: utc(1) });
    await shop.inContext(() => shop.site.cron.runJobs());
    expect([await email(id), shop.emails().length]).toEqual(['filed', 1]);
    expect(await waiting()).toEqual([]);
  });

  it('sends at once when the lease has already expired', async () => {
    const id = await insertSending(utc(120));
    await shop.inContext(() => shop.site.cron.runJobs());
    expect([await email(id), shop.emails().length]).toEqual(['filed', 1]);
  });

  it('retries an email that was refused without reporting a plugin error', async () => {
    await shop.extend('refuser', "export default { boot(scope) { scope.addFilter('pre_wp_mail', () => false); } };");
    const id = await insertSending(utc(120));
    await shop.inContext(() => shop.site.cron.runJobs());
    expect(await email(id)).toBe('failed');
    expect(await waiting()).toHaveLength(1);
    await shop.site.plugins.pluginErrors.flush();
    expect(await shop.inContext(() => shop.site.plugins.pluginErrors.list())).toEqual([]);
  });
});
