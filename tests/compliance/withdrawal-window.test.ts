import {
  getExceptionState,
  EXCEPTION_POINTS,
  parsePoint,
  statesLossOfRight,
} from '../../plugins/compliance/withdrawal/exceptions.js';
import { countryOfZone, endOnWorkingDay } from '../../core/api/index.js';
import {
  isInTime,
  type WithdrawalFacts,
  calculateWithdrawalWindow,
} from '../../plugins/compliance/withdrawal/window.js';

const ZONE = 'Europe/Warsaw';
const FACTS: WithdrawalFacts = {
  concludedAt: '2026-11-02 10:00:00',
  hasGoods: true,
  parcels: [],
  countsFrom: 'last',
  completedAt: '',
  informed: 'order',
  days: 14,
  zone: ZONE,
  country: 'PL',
};
const on = (...days: string[]): Pick<WithdrawalFacts, 'parcels'> => ({
  parcels: days.map((deliveredOn) => ({ deliveredOn })),
});
const lastDay = (more: Partial<WithdrawalFacts>): string => calculateWithdrawalWindow({ ...FACTS, ...more }).lastDay;

describe('withdrawal period', () => {
  it.each([
    ['the day of delivery does not count', on('2026-11-09'), '2026-11-23'],
    ['a Saturday moves to Monday', on('2026-11-07'), '2026-11-23'],
    ['a Sunday moves to Monday', on('2026-11-08'), '2026-11-23'],
    ['Independence Day', on('2026-10-28'), '2026-11-12'],
    ['All Saints’ Day on a Sunday', on('2026-10-18'), '2026-11-02'],
    ['Christmas Eve since 2025, through Christmas and a Sunday', on('2026-12-10'), '2026-12-28'],
    ['Christmas Eve before 2025, still a working day', on('2024-12-10'), '2024-12-24'],
    ['Easter Monday', on('2027-03-15'), '2027-03-30'],
    ['Corpus Christi, 60 days after Easter', on('2026-05-21'), '2026-06-05'],
    ['1 and 3 May with a Sunday between', on('2027-04-17'), '2027-05-04'],
    ['Epiphany', on('2026-12-23'), '2027-01-07'],
    ['February 29 of a leap year', on('2028-02-15'), '2028-02-29'],
    ['across a daylight saving change', on('2028-03-22'), '2028-04-05'],
    ['a period of 30 days set by the owner', { ...on('2026-11-09'), days: 30 }, '2026-12-09'],
  ] as const)('law 11 ends on a working day: %s', (_name, more, last) => {
    expect(lastDay(more)).toBe(last);
  });

  it('law 11 starts with the last parcel, and not before it was delivered', () => {
    expect(calculateWithdrawalWindow({ ...FACTS, ...on('2026-11-03', '2026-11-10') })).toEqual({
      from: '2026-11-10',
      lastDay: '2026-11-24',
      basis: 'delivery',
      moved: false,
      extended: '',
    });
    expect(calculateWithdrawalWindow({ ...FACTS, ...on('2026-11-03', '') })).toEqual({
      from: '',
      lastDay: '',
      basis: 'open',
      moved: false,
      extended: '',
    });
    expect(lastDay({ ...on('2026-11-10', '2026-11-03') })).toBe('2026-11-24');
  });

  it('law 11 starts with the first delivery of a regular series if so set', () => {
    expect(
      calculateWithdrawalWindow({ ...FACTS, ...on('2026-11-03', '2026-11-10', ''), countsFrom: 'first' }),
    ).toMatchObject({
      from: '2026-11-03',
      lastDay: '2026-11-17',
      basis: 'first',
    });
    expect(calculateWithdrawalWindow({ ...FACTS, ...on(''), countsFrom: 'first' })).toMatchObject({
      lastDay: '',
      basis: 'open',
    });
  });

  it('law 11 assumes delivery from the order status unless a date was entered', () => {
    expect(calculateWithdrawalWindow({ ...FACTS, completedAt: '2026-11-08 23:30:00' })).toEqual({
      from: '2026-11-09',
      lastDay: '2026-11-23',
      basis: 'assumed',
      moved: false,
      extended: '',
    });
    expect(
      calculateWithdrawalWindow({ ...FACTS, completedAt: '2026-11-02 12:00:00', ...on('2026-11-12') }),
    ).toMatchObject({
      from: '2026-11-12',
      basis: 'delivery',
    });
    expect(calculateWithdrawalWindow(FACTS)).toMatchObject({ lastDay: '', basis: 'open' });
  });

  it('law 11 starts with the contract for services and downloads, in the seller’s time zone', () => {
    expect(calculateWithdrawalWindow({ ...FACTS, hasGoods: false, concludedAt: '2026-11-08 23:30:00' })).toMatchObject({
      from: '2026-11-09',
      lastDay: '2026-11-23',
      basis: 'contract',
    });
    expect(lastDay({ hasGoods: false, concludedAt: '2026-11-09 23:30:00', zone: 'UTC' })).toBe('2026-11-23');
  });

  it.each([
    ['never informed, by twelve months', 'never', '2027-11-23', 'never'],
    ['informed on a later day, to 14 days from then', '2026-12-01', '2026-12-15', 'later'],
    ['informed late, only to the end of the twelve months', '2027-11-20', '2027-11-23', 'later'],
    ['informed before delivery, not at all', '2026-11-05', '2026-11-23', ''],
    ['unknown whether informed, not at all', 'unknown', '2026-11-23', ''],
  ] as const)('law 11 extends the period of a customer who was not informed: %s', (_name, informed, last, extended) => {
    expect(calculateWithdrawalWindow({ ...FACTS, ...on('2026-11-09'), informed })).toMatchObject({
      lastDay: last,
      extended,
    });
  });

  it('law 11 moves the end of the twelve-month extension to a working day', () => {
    // 30 October 2027 is a Saturday; the following Monday is All Saints' Day.
    expect(calculateWithdrawalWindow({ ...FACTS, ...on('2026-10-16'), informed: 'never' })).toMatchObject({
      lastDay: '2027-11-02',
      moved: true,
    });
  });

  it('law 11 skips only weekends where the holidays of a country are unknown', () => {
    expect([
      endOnWorkingDay('2026-11-11', ''),
      endOnWorkingDay('2026-11-14', ''),
      endOnWorkingDay('2026-11-11', 'PL'),
    ]).toEqual(['2026-11-11', '2026-11-16', '2026-11-12']);
    expect(['Europe/Warsaw', 'UTC', 'UTC+1', 'Europe/Berlin'].map(countryOfZone)).toEqual(['PL', 'PL', 'PL', '']);
  });

  it.each([
    [2024, '04-01'],
    [2025, '04-21'],
    [2026, '04-06'],
    [2027, '03-29'],
    [2028, '04-17'],
    [2049, '04-19'],
    [2076, '04-20'],
    [2038, '04-26'],
  ])('treats Easter Monday of %i as a holiday', (year, monday) => {
    expect(endOnWorkingDay(`${year}-${monday}`, 'PL')).toBe(
      `${year}-${monday.slice(0, 3)}${String(Number(monday.slice(3)) + 1).padStart(2, '0')}`,
    );
  });

  it('law 11 accepts a declaration until the last minute of the last day in the zone', () => {
    const window = { lastDay: '2028-02-29' };
    expect(
      ['2028-02-29 22:59:59', '2028-02-29 23:00:00', '2028-01-01 00:00:00', '2028-02-29', '2028-03-01'].map((time) =>
        isInTime(time, window, ZONE),
      ),
    ).toEqual([true, false, true, true, false]);
    expect(isInTime('2028-02-29 23:59:59', window, 'UTC')).toBe(true);
    expect(isInTime('2030-01-01 00:00:00', { lastDay: '' }, ZONE)).toBe(true);
  });
});

describe('withdrawal exceptions (art. 38)', () => {
  const NO_RECORDS = { consentAt: '', noticeAt: '', confirmedAt: '' };
  const ALL = { consentAt: '2026-11-02 10:00:00', noticeAt: '2026-11-02 10:00:00', confirmedAt: '2026-11-02 10:00:05' };

  it('law 12 classifies the thirteen points; the thirteenth needs three records', () => {
    expect(EXCEPTION_POINTS.map((point) => getExceptionState(point, NO_RECORDS))).toEqual([
      'depends',
      'exempt',
      'exempt',
      'exempt',
      'depends',
      'depends',
      'exempt',
      'exempt',
      'depends',
      'exempt',
      'exempt',
      'exempt',
      'incomplete',
    ]);
    expect([getExceptionState(13, ALL), getExceptionState(0, ALL)]).toEqual(['exempt', 'may']);
    for (const key of ['consentAt', 'noticeAt', 'confirmedAt'] as const)
      expect([key, getExceptionState(13, { ...ALL, [key]: '' })]).toEqual([key, 'incomplete']);
    expect(['3', 3, '', '0', '14', 'x', undefined, true, '3.5'].map(parsePoint)).toEqual([3, 3, 0, 0, 0, 0, 0, 0, 0]);
  });

  it.each([
    ['przyjmuję do wiadomości, że tracę wtedy prawo odstąpienia', true],
    ['Utracę prawo do odstąpienia.', true],
    ['prawo wygaśnie', true],
    ['I know that I lose my right then.', true],
    ['with the loss of my right', true],
    ['Zgadzam się na dostarczenie treści cyfrowych od razu.', false],
    ['I agree to the contract and to tracking.', false],
    ['I want it closed in a glossy box', false],
    ['losowy prezent', false],
  ])('law 12 accepts a consent as a notice only if it mentions the loss: %s', (text, tells) => {
    expect(statesLossOfRight(text)).toBe(tells);
  });
});
