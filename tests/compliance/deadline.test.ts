import { isInTime, lastDay } from '../../plugins/compliance/declarations/deadline.js';

const ZONE = 'Europe/Warsaw';

describe('the days in which a customer may withdraw', () => {
  it('begin on the day after the delivery, in the zone of the shop', () => {
    expect(lastDay('2028-02-15 12:00:00', 14, ZONE)).toBe('2028-02-29');
    // Half past eleven in the evening in UTC is the next day in Warsaw.
    expect(lastDay('2028-02-14 23:30:00', 14, ZONE)).toBe('2028-02-29');
    expect(lastDay('2028-02-15 23:30:00', 14, 'UTC')).toBe('2028-02-29');
  });

  it('are as many when the clocks are changed meanwhile', () => {
    expect(lastDay('2028-03-21 23:30:00', 14, ZONE)).toBe('2028-04-05');
    expect(lastDay('2028-10-17 22:30:00', 14, ZONE)).toBe('2028-11-01');
  });

  it('end with the last minute of the last day, in that zone', () => {
    expect(isInTime('2028-02-29 22:59:59', '2028-02-29', ZONE)).toBe(true);
    expect(isInTime('2028-02-29 23:00:00', '2028-02-29', ZONE)).toBe(false);
    expect(isInTime('2028-02-29 23:59:59', '2028-02-29', 'UTC')).toBe(true);
    expect(isInTime('2028-01-01 00:00:00', '2028-02-29', ZONE)).toBe(true);
  });
});
