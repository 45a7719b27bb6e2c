import { killPayments, type Moment } from './payment-kills.js';

/** The most critical steps; `npm run -s kills:payments` tests all of them. */
const WORST: Readonly<Record<Moment, readonly RegExp[]>> = {
  payment: [/^response: PUT .*verify/, /^sql: update `store_orders`/],
  refund: [/^response: POST .*refund/],
  'refund told': [/^sql: update `store_orders`/],
};

describe('process killed during a payment or refund', () => {
  it('leaves each order paid and refunded exactly once after repeated provider notifications', async () => {
    const { kills, problems } = await killPayments({ engine: 'sqlite', pick: (_steps, moment) => WORST[moment] });
    expect(problems).toEqual([]);
    expect(kills).toBe(Object.values(WORST).flat().length);
  });
});
