/** One day of the chart: filtered or searched lists, and products opened from such a list. */
export interface ChartDay {
  /** UTC, `YYYY-MM-DD`. */
  readonly day: string;
  readonly lists: number;
  readonly clicks: number;
}

const [WIDTH, HEIGHT] = [720, 140];

/** The two overlapping bars of a day, in chart units. */
interface ChartBar extends ChartDay {
  readonly x: number;
  readonly width: number;
  readonly listsY: number;
  readonly listsHeight: number;
  readonly clicksY: number;
  readonly clicksHeight: number;
}

/** Lays out the days as bars; the page renders them and also offers the numbers as a table. */
export function createChart(days: readonly ChartDay[]): {
  readonly width: number;
  readonly height: number;
  readonly bars: readonly ChartBar[];
} {
  const max = Math.max(1, ...days.flatMap(({ lists, clicks }) => [lists, clicks]));
  const step = WIDTH / Math.max(1, days.length);
  const round = (value: number): number => Math.round(value * 10) / 10;
  const bars = days.map((day, index) => {
    const [listsHeight, clicksHeight] = [round((day.lists / max) * HEIGHT), round((day.clicks / max) * HEIGHT)];
    return {
      ...day,
      x: round(index * step + step * 0.15),
      width: round(step * 0.7),
      listsHeight,
      listsY: round(HEIGHT - listsHeight),
      clicksHeight,
      clicksY: round(HEIGHT - clicksHeight),
    };
  });
  return { width: WIDTH, height: HEIGHT, bars };
}
