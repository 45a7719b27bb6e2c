import { quotedNumbers } from '../../plugins/compliance/declarations/known-orders.js';

describe('the number of an order as a customer quotes it', () => {
  it.each(['2026-00116-0', '2026001160', '2026 00116 0', '2026–00116–0', ' #2026-00116-0 ', 'Nr 2026-00116-0'])(
    '%s means 2026-00116-0',
    (typed) => {
      expect(quotedNumbers(typed)).toContain('2026-00116-0');
    },
  );

  it('may be longer, and one of another kind stays as it is typed', () => {
    expect(quotedNumbers('20261234567')).toContain('2026-123456-7');
    expect(quotedNumbers('A-17')).toEqual(['A-17']);
  });
});
