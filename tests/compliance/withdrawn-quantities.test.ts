import { countWithdrawals } from '../../plugins/compliance/declarations/quantities.js';
import type { Order } from '../../plugins/compliance/store/shop.js';
import { calculateRefund } from '../../plugins/compliance/withdrawal/refund-amount.js';

const LINES = [
  { lineId: 1, quantity: 3, exception: 0, kind: 'physical' },
  { lineId: 2, quantity: 1, exception: 0, kind: 'physical' },
] as const;

const declare = (id: number, fields: Record<string, string>, status = 'recorded') => ({
  id,
  status,
  fields: { order: '2026-1', ...fields },
});
const named = (id: number, quantities: string, status?: string) => declare(id, { items: 'x', quantities }, status);
const counted = (count: ReturnType<typeof countWithdrawals>, id: number) => [...(count.byDeclaration.get(id) ?? [])];

describe('quantities withdrawn from an order', () => {
  it('counts each piece once, in the order of the declarations', () => {
    const count = countWithdrawals(LINES, [named(1, '1=1'), named(2, '1=3,2=1'), named(3, '1=3')]);
    expect([1, 2, 3].map((id) => counted(count, id))).toEqual([
      [[1, 1]],
      [
        [1, 2],
        [2, 1],
      ],
      [],
    ]);
    expect([...count.remaining.values()]).toEqual([0, 0]);
    expect(count.finalId).toBe(2);
  });

  it('gives the pieces of a declined declaration back', () => {
    const count = countWithdrawals(LINES, [named(1, '1=3,2=1', 'rejected'), named(2, '1=1')]);
    expect([...count.remaining.values()]).toEqual([2, 1]);
    expect([counted(count, 1), counted(count, 2), count.finalId]).toEqual([[], [[1, 1]], 0]);
  });

  it('takes a declaration without items as one about the whole rest, and leaves items in words to the owner', () => {
    const inWords = countWithdrawals(LINES, [declare(1, { items: 'the blue mug' })]);
    expect([inWords.byDeclaration.has(1), [...inWords.remaining.values()]]).toEqual([false, [3, 1]]);
    const whole = countWithdrawals(LINES, [named(1, '1=1'), declare(2, { items: '' })]);
    expect(counted(whole, 2)).toEqual([
      [1, 2],
      [2, 1],
    ]);
    expect(whole.finalId).toBe(2);
  });

  it('does not count an erased declaration', () => {
    const count = countWithdrawals(LINES, [{ id: 1, status: 'recorded', fields: {} }]);
    expect([count.byDeclaration.has(1), [...count.remaining.values()]]).toEqual([false, [3, 1]]);
  });
});

describe('amount due for a withdrawal', () => {
  const share = (line: number | null, amount: number) => ({ rate: 23, amount, tax: 0, line });
  const ORDER = {
    lines: [
      { id: 1, quantity: 3, total: 3000 },
      { id: 2, quantity: 1, total: 1000 },
    ] as unknown as Order['lines'],
    itemsTotal: 4000,
    deliveryTotal: 1700,
    paymentFee: 500,
    adjustments: [],
  };
  const discount = (amount: number, taxes: readonly object[]) =>
    ({ kind: 'discount', amount, taxes }) as unknown as Order['adjustments'][number];
  const due = (
    own: readonly (readonly [number, number])[],
    earlier: readonly (readonly [number, number])[] = [],
    cheapestDelivery: number | null = null,
    order = ORDER as Parameters<typeof calculateRefund>[0],
  ): number => calculateRefund(order, LINES, { own: new Map(own), earlier: new Map(earlier), cheapestDelivery });
  const ALL = [
    [1, 3],
    [2, 1],
  ] as const;

  it('is the price of the pieces, without delivery, for a part of the order', () => {
    expect(due([[1, 1]])).toBe(1000);
    expect(due([])).toBe(0);
  });

  it('includes delivery up to the least expensive one, and fees, once everything is withdrawn from', () => {
    expect(due(ALL)).toBe(6200);
    expect(due(ALL, [], 1200)).toBe(5700);
    expect(due(ALL, [], 2500)).toBe(6200);
    expect(due([[2, 1]], [[1, 3]], 1200)).toBe(1000 + 1200 + 500);
  });

  it('deducts the discounts of the pieces, also those on delivery', () => {
    const order = {
      ...ORDER,
      adjustments: [discount(-600, [share(0, -600)]), discount(-1700, [share(null, -1700)])],
    };
    expect(due([[1, 1]], [], null, order)).toBe(800);
    expect(due([[2, 1]], [], null, order)).toBe(1000);
    expect(due(ALL, [], null, order)).toBe(3000 - 600 + 1000 + 500);
  });

  it('never exceeds the order, however it is split', () => {
    const order = { ...ORDER, adjustments: [discount(-1, []), discount(-1000, [share(0, -1000)])] };
    const parts = [0, 1, 2].map((withdrawn) => due([[1, 1]], [[1, withdrawn]], null, order));
    const rest = due([[2, 1]], [[1, 3]], null, order);
    expect([...parts, rest].reduce((sum, part) => sum + part, 0)).toBe(due(ALL, [], null, order));
    expect(due(ALL, [], null, order)).toBe(4000 - 1001 + 1700 + 500);
  });

  it('returns delivery once all goods are withdrawn from, although a download is kept', () => {
    const lines = [LINES[0], { ...LINES[1], kind: 'digital' }];
    expect(
      calculateRefund(ORDER as Parameters<typeof calculateRefund>[0], lines, {
        own: new Map([[1, 3]]),
        earlier: new Map(),
        cheapestDelivery: null,
      }),
    ).toBe(3000 + 1700);
  });
});
