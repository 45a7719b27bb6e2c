import { getCandidateNumbers } from '../../plugins/compliance/declarations/known-orders.js';

describe('parsing of quoted order numbers', () => {
  it.each(['2026-00116-0', '2026001160', '2026 00116 0', '2026–00116–0', ' #2026-00116-0 ', 'Nr 2026-00116-0'])(
    'recognizes %s as 2026-00116-0',
    (input) => {
      expect(getCandidateNumbers(input)).toContain('2026-00116-0');
    },
  );

  it('accepts longer numbers and keeps other formats as typed', () => {
    expect(getCandidateNumbers('20261234567')).toContain('2026-123456-7');
    expect(getCandidateNumbers('A-17')).toEqual(['A-17']);
  });
});
