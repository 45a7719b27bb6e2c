import type { DayCount } from '../consents/statistics.js';
import type { DayScore } from '../checks/scans.js';

const WIDTH = 720;
const HEIGHT = 140;

/** A day as a bar, in units of the SVG. */
interface ScoreBar extends DayScore {
  readonly x: number;
  readonly width: number;
  readonly y: number;
  readonly height: number;
}

/** Bar chart data of the daily scores; the page renders the chart and offers the numbers as a table. */
export function scoreChart(days: readonly DayScore[]): {
  readonly width: number;
  readonly height: number;
  readonly bars: readonly ScoreBar[];
} {
  const step = WIDTH / Math.max(30, days.length);
  const round = (value: number): number => Math.round(value * 10) / 10;
  return {
    width: WIDTH,
    height: HEIGHT,
    bars: days.map((day, at) => {
      const height = round((day.score / 100) * HEIGHT);
      return { ...day, x: round(at * step + step * 0.15), width: round(step * 0.7), height, y: round(HEIGHT - height) };
    }),
  };
}

/** A day as two overlapping bars, in units of the SVG. */
interface TrendBar extends DayCount {
  readonly x: number;
  readonly width: number;
  readonly shownY: number;
  readonly shownHeight: number;
  readonly acceptedY: number;
  readonly acceptedHeight: number;
}

interface TrendChart {
  readonly width: number;
  readonly height: number;
  readonly max: number;
  readonly bars: readonly TrendBar[];
}

/**
 * Chart data of how often checkboxes were shown and accepted each day; the page renders the chart and offers the
 * numbers as a table.
 */
export function trendChart(days: readonly DayCount[]): TrendChart {
  const max = Math.max(0, ...days.map(({ shown }) => shown));
  const step = WIDTH / Math.max(1, days.length);
  const round = (value: number): number => Math.round(value * 10) / 10;
  const high = (value: number): number => (max === 0 ? 0 : round((value / max) * HEIGHT));
  const bars = days.map((day, at) => {
    const [shownHeight, acceptedHeight] = [high(day.shown), high(day.accepted)];
    return {
      ...day,
      x: round(at * step + step * 0.15),
      width: round(step * 0.7),
      shownHeight,
      shownY: round(HEIGHT - shownHeight),
      acceptedHeight,
      acceptedY: round(HEIGHT - acceptedHeight),
    };
  });
  return { width: WIDTH, height: HEIGHT, max, bars };
}
