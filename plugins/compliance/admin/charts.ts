import type { DayCount } from '../consents/statistics.js';
import type { DayScore } from '../checks/scans.js';

/** Size of the charts, in units of the SVG. */
const WIDTH = 720;
const HEIGHT = 140;

/** The score of a day with its bar, in units of the SVG. */
interface ScoreBar extends DayScore {
  readonly x: number;
  readonly width: number;
  readonly y: number;
  readonly height: number;
}

/** Creates a bar chart of the daily scores; the page renders the chart and offers the numbers as a table. */
export function createScoreChart(days: readonly DayScore[]): {
  readonly width: number;
  readonly height: number;
  readonly bars: readonly ScoreBar[];
} {
  const step = WIDTH / Math.max(30, days.length);
  const round = (value: number): number => Math.round(value * 10) / 10;
  return {
    width: WIDTH,
    height: HEIGHT,
    bars: days.map((day, index) => {
      const height = round((day.score / 100) * HEIGHT);
      return {
        ...day,
        x: round(index * step + step * 0.15),
        width: round(step * 0.7),
        height,
        y: round(HEIGHT - height),
      };
    }),
  };
}

/** The counts of a day with two overlapping bars, in units of the SVG. */
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
 * Creates a chart of how often checkboxes were shown and accepted each day; the page renders the chart and offers the
 * numbers as a table.
 */
export function createTrendChart(days: readonly DayCount[]): TrendChart {
  const max = Math.max(0, ...days.map(({ shown }) => shown));
  const step = WIDTH / Math.max(1, days.length);
  const round = (value: number): number => Math.round(value * 10) / 10;
  const barHeight = (value: number): number => (max === 0 ? 0 : round((value / max) * HEIGHT));
  const bars = days.map((day, index) => {
    const [shownHeight, acceptedHeight] = [barHeight(day.shown), barHeight(day.accepted)];
    return {
      ...day,
      x: round(index * step + step * 0.15),
      width: round(step * 0.7),
      shownHeight,
      shownY: round(HEIGHT - shownHeight),
      acceptedHeight,
      acceptedY: round(HEIGHT - acceptedHeight),
    };
  });
  return { width: WIDTH, height: HEIGHT, max, bars };
}
