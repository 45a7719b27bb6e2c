import { addDays, type PluginScope, toUtcString } from 'plinth';
import { dayStart, localDay, siteZone } from '../time/local-time.js';
import type { DaySales, OrderStore } from '../orders/order-store.js';
import type { Money } from '../money/money.js';

const WIDTH = 720;
const HEIGHT = 140;

/** A bar of the chart. Coordinates and sizes are in units of the SVG view box. */
interface Bar extends DaySales {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface SalesChart {
  readonly width: number;
  readonly height: number;
  /** One per day, including days without orders. */
  readonly bars: readonly Bar[];
  readonly orders: number;
  /** Minor units. */
  readonly revenue: number;
  /** Highest revenue of a day, in minor units. */
  readonly max: number;
}

/**
 * Returns the given number of days up to and including today, the oldest first.
 * @param today `YYYY-MM-DD`
 */
function lastDays(today: string, days: number): string[] {
  return Array.from({ length: days }, (_, index) => addDays(today, index + 1 - days));
}

/** Calculates the bars of the chart. The page also renders them as a table. */
function createSalesChart(sales: readonly DaySales[], dates: readonly string[]): SalesChart {
  const byDay = new Map(sales.map((day) => [day.day, day]));
  const all = dates.map((day) => byDay.get(day) ?? { day, orders: 0, revenue: 0 });
  const max = Math.max(0, ...all.map((day) => day.revenue));
  const step = WIDTH / dates.length;
  const bars = all.map((day, index) => {
    const height = max > 0 ? Math.round((day.revenue / max) * HEIGHT * 10) / 10 : 0;
    return {
      ...day,
      x: Math.round((index * step + step * 0.15) * 10) / 10,
      y: Math.round((HEIGHT - height) * 10) / 10,
      width: Math.round(step * 7) / 10,
      height,
    };
  });
  return {
    width: WIDTH,
    height: HEIGHT,
    bars,
    max,
    orders: all.reduce((sum, day) => sum + day.orders, 0),
    revenue: all.reduce((sum, day) => sum + day.revenue, 0),
  };
}

const CHART_DAYS = 30;

/** Returns the chart of the last 30 days in the site's time zone, with formatted amounts for the views. */
export async function salesChartView(
  store: Pick<OrderStore, 'salesByDay'>,
  money: Money,
  { getOption }: Pick<PluginScope, 'getOption'>,
): Promise<object> {
  const zone = await siteZone(getOption);
  const dates = lastDays(localDay(toUtcString(), zone), CHART_DAYS);
  const chart = createSalesChart(await store.salesByDay(dayStart(dates[0] ?? '', zone)), dates);
  return {
    ...chart,
    revenue: money.format(chart.revenue),
    most: money.format(chart.max),
    bars: chart.bars.map((bar) => ({
      ...bar,
      revenue: money.format(bar.revenue),
      text: `${bar.day}: ${money.format(bar.revenue)}`,
    })),
  };
}
