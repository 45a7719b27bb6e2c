import type { DayScore } from '../checks/looks.js';

const [WIDTH, HEIGHT] = [720, 140];

/** A day as a bar, in the units of the picture. */
interface ScoreBar extends DayScore {
  readonly x: number;
  readonly width: number;
  readonly y: number;
  readonly height: number;
}

/** The scores day by day; the page draws them, and offers the numbers as a table. */
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
