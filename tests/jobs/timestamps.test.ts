import { isWpError } from '../../core/api/index.js';
import { bootSite, type TestSite } from '../kit/site.js';

describe('timestamp of a scheduled event', () => {
  let test: TestSite;
  beforeAll(async () => {
    test = await bootSite();
  });
  afterAll(() => test.close());

  it('must be in seconds, so milliseconds are rejected', async () => {
    const { cron } = test.site;
    const results = await test.inContext(async () => [
      await cron.wpScheduleEvent(Date.now(), 'hourly', 'parcel_sync'),
      await cron.wpScheduleSingleEvent(Date.now(), 'parcel_sync'),
      await cron.wpNextScheduled('parcel_sync'),
      await cron.wpScheduleEvent(Date.UTC(9999, 11, 31) / 1000, 'hourly', 'parcel_far'),
    ]);
    expect(results).toEqual([false, false, false, true]);
    const error = await test.inContext(() => cron.wpScheduleEvent(Date.now(), 'hourly', 'parcel_sync', [], true));
    expect(isWpError(error) && error.getErrorCode()).toBe('invalid_timestamp');
  });
});
