import { killPayments, type Moment } from './payment-kills.js';

/** Where a process ends that has the most to lose; `npm run -s kills:payments` ends it everywhere. */
const WORST: Readonly<Record<Moment, readonly RegExp[]>> = {
  payment: [/^heard: PUT .*verify/, /^sql: update `store_orders`/],
  refund: [/^heard: POST .*refund/],
  'refund told': [/^sql: update `store_orders`/],
};

describe('a process that is killed while money moves', () => {
  it('leaves each order paid once and given back once, whatever the moment, when the provider repeats its notice', async () => {
    const { kills, problems } = await killPayments({ engine: 'sqlite', pick: (_steps, moment) => WORST[moment] });
    expect(problems).toEqual([]);
    expect(kills).toBe(Object.values(WORST).flat().length);
  });
});
