import { type EstimateInputs, deliveryDays, estimateValidUntil } from '../../plugins/store/commerce/estimate-days.js';
import {
  createEstimateOptions,
  NEW_SHOP_SETTINGS,
  parseDays,
  formatDays,
} from '../../plugins/store/commerce/estimate-settings.js';
import { estimateText } from '../../plugins/store/commerce/estimate-text.js';

const THERE = { handlingDays: 0, expectedOn: '' };

/** A shop in Warsaw with cut-off at noon and a transit time of one or two days. @param time local time in Warsaw with UTC offset */
function days(time: string, more: Partial<EstimateInputs> = {}): string {
  const found = deliveryDays({
    now: Date.parse(time),
    timeZone: 'Europe/Warsaw',
    country: 'PL',
    cutOff: '12:00',
    daysOff: [],
    lines: [THERE],
    transit: { from: 1, to: 2 },
    ...more,
  });
  return found === null ? 'nothing' : `${found.earliest} ${found.latest}`;
}

describe('delivery date calculation', () => {
  it.each([
    ['ships the same day one minute before the cut-off', '2026-11-24T11:59:00+01:00', {}, '2026-11-25 2026-11-26'],
    ['ships the next day at the cut-off itself', '2026-11-24T12:00:00+01:00', {}, '2026-11-26 2026-11-27'],
    [
      'never ships the same day when no cut-off is set',
      '2026-11-24T06:00:00+01:00',
      { cutOff: '' },
      '2026-11-26 2026-11-27',
    ],
    ['ships on Monday when ordered on Friday afternoon', '2026-11-20T15:00:00+01:00', {}, '2026-11-24 2026-11-25'],
    ['ships on Monday when ordered on Saturday morning', '2026-11-21T08:00:00+01:00', {}, '2026-11-24 2026-11-25'],
    ['skips 1 May and the following weekend in transit', '2026-04-30T09:00:00+02:00', {}, '2026-05-04 2026-05-05'],
    ['skips Easter Monday in transit', '2026-04-02T09:00:00+02:00', {}, '2026-04-03 2026-04-07'],
    ['does not ship on Easter Monday', '2026-04-06T09:00:00+02:00', {}, '2026-04-08 2026-04-09'],
    ['does not ship on 3 May', '2027-05-03T09:00:00+02:00', {}, '2027-05-05 2027-05-06'],
    ['skips Christmas in transit, including Christmas Eve', '2026-12-23T10:00:00+01:00', {}, '2026-12-28 2026-12-29'],
    [
      'ships after Christmas when ordered after the cut-off on 23 December',
      '2026-12-23T13:00:00+01:00',
      {},
      '2026-12-29 2026-12-30',
    ],
    ['does not ship on Corpus Christi', '2026-06-03T13:00:00+02:00', {}, '2026-06-08 2026-06-09'],
    [
      'skips no Polish holidays when the country’s holidays are unknown',
      '2026-04-30T09:00:00+02:00',
      { country: '' },
      '2026-05-01 2026-05-04',
    ],
    [
      'does not ship on the owner’s days off, but delivers on them',
      '2026-11-24T09:00:00+01:00',
      { daysOff: ['2026-11-24', '2026-11-25', '2026-11-27'] },
      '2026-11-27 2026-11-30',
    ],
    ['applies the cut-off in summer time, one minute before it', '2026-07-14T09:59:00Z', {}, '2026-07-15 2026-07-16'],
    ['applies the cut-off in summer time, at the cut-off itself', '2026-07-14T10:00:00Z', {}, '2026-07-16 2026-07-17'],
    [
      'uses the order date of the shop’s time zone, not of UTC',
      '2026-11-24T23:30:00Z',
      { cutOff: '01:00' },
      '2026-11-26 2026-11-27',
    ],
    [
      'waits for the line with the longest handling time',
      '2026-11-24T09:00:00+01:00',
      { lines: [THERE, { handlingDays: 3, expectedOn: '' }] },
      '2026-11-30 2026-12-01',
    ],
    [
      'ships after the day when goods are expected',
      '2026-11-24T09:00:00+01:00',
      { lines: [THERE, { handlingDays: 0, expectedOn: '2026-12-04' }] },
      '2026-12-08 2026-12-09',
    ],
    [
      'starts handling after the goods have arrived',
      '2026-11-24T09:00:00+01:00',
      { lines: [{ handlingDays: 1, expectedOn: '2026-12-03' }] },
      '2026-12-08 2026-12-09',
    ],
    [
      'returns null when the arrival of goods is unknown',
      '2026-11-24T09:00:00+01:00',
      { lines: [THERE, { handlingDays: 0, expectedOn: null }] },
      'nothing',
    ],
    ['returns null without lines to ship', '2026-11-24T09:00:00+01:00', { lines: [] }, 'nothing'],
    [
      'allows pickup on the day of packing',
      '2026-11-24T09:00:00+01:00',
      { transit: { from: 0, to: 0 } },
      '2026-11-24 2026-11-24',
    ],
    [
      'allows pickup on Monday when ordered on Saturday',
      '2026-11-21T09:00:00+01:00',
      { transit: { from: 0, to: 1 } },
      '2026-11-23 2026-11-24',
    ],
    [
      'returns null for a handling time of 5000 days',
      '2026-11-24T09:00:00+01:00',
      { lines: [{ handlingDays: 5000, expectedOn: '' }] },
      'nothing',
    ],
  ] as const)('%s', (_what, now, more, expected) => {
    expect(days(now, more as Partial<EstimateInputs>)).toBe(expected);
  });

  it.each([
    ['2026-11-24T11:59:00+01:00', '12:00', '2026-11-24T11:00:00.000Z'],
    ['2026-11-24T12:00:00+01:00', '12:00', '2026-11-24T23:00:00.000Z'],
    ['2026-11-24T08:00:00+01:00', '', '2026-11-24T23:00:00.000Z'],
    ['2026-07-14T09:59:00Z', '12:00', '2026-07-14T10:00:00.000Z'],
    // The day on which daylight saving time ends has 25 hours.
    ['2026-10-25T00:30:00+02:00', '', '2026-10-25T23:00:00.000Z'],
    ['2026-03-29T00:30:00+01:00', '12:00', '2026-03-29T10:00:00.000Z'],
  ])('keeps an estimate valid at %s with cut-off "%s" until %s', (time, cutOff, until) => {
    expect(estimateValidUntil(Date.parse(time), { timeZone: 'Europe/Warsaw', cutOff }).toISOString()).toBe(until);
  });
});

describe('delivery date text', () => {
  it.each([
    ['en_US', '2026-11-26', '2026-11-27', 'Thursday 26 – Friday 27 November'],
    ['en_US', '2026-11-30', '2026-12-01', 'Monday 30 November – Tuesday 1 December'],
    ['en_US', '2026-11-26', '2026-11-26', 'Thursday 26 November'],
    ['pl_PL', '2026-11-26', '2026-11-27', 'czwartek 26 – piątek 27 listopada'],
    ['pl_PL', '2026-11-30', '2026-12-01', 'poniedziałek 30 listopada – wtorek 1 grudnia'],
    ['pl_PL', '2026-12-31', '2027-01-04', 'czwartek 31 grudnia – poniedziałek 4 stycznia'],
    ['de_DE', '2026-11-26', '2026-11-27', 'Donnerstag 26. – Freitag 27. November'],
  ])('formats the range for %s: %s to %s', (locale, earliest, latest, text) => {
    expect(estimateText({ earliest, latest }, locale)).toBe(text);
  });
});

describe('delivery settings of the owner', () => {
  it('parses days off and ranges in any order without duplicates', () => {
    expect(parseDays('2026-12-30 – 2027-01-02\n\n2026-12-28, 2026-12-31')).toEqual([
      '2026-12-28',
      '2026-12-30',
      '2026-12-31',
      '2027-01-01',
      '2027-01-02',
    ]);
    expect(formatDays(['2026-12-28', '2026-12-30', '2026-12-31', '2027-01-01'])).toBe(
      '2026-12-28\n2026-12-30 – 2027-01-01',
    );
    expect(['2026-02-30', 'tomorrow', '2026-12-31 – 2026-12-01', '2026-01-01 – 2030-01-01'].map(parseDays)).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it('starts empty in an existing shop and with courier days in a new one', async () => {
    const stored = new Map<string, unknown>();
    const options = createEstimateOptions({
      getOption: async <T>(name: string, otherwise?: unknown) => (stored.get(name) ?? otherwise) as T,
      updateOption: async (name: string, value: unknown) => stored.set(name, value) !== undefined,
    });
    await options.initialize(async () => false);
    expect((await options.read()).home).toEqual({});
    await options.initialize(async () => true);
    expect(await options.read()).toEqual(NEW_SHOP_SETTINGS);
    await options.write({ ...NEW_SHOP_SETTINGS, cutOff: '', home: {} });
    await options.initialize(async () => true);
    expect(await options.read()).toMatchObject({ cutOff: '', home: {} });
  });
});
