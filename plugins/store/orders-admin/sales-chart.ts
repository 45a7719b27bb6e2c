import { addDays, type PluginScope, toUtcString } from 'plinth';
import { dayStart, localDay, siteZone } from '../time/local-time.js';
import type { DaySales, OrderStore } from '../orders/order-store.js';
import type { Money } from '../money/money.js';

const WIDTH = 720;
const HEIGHT = 140;

/** One bar, in the units of the picture. */
interface Bar extends DaySales {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface SalesChart {
  readonly width: number;
  readonly height: number;
  /** One per day, days without orders included. */
  readonly bars: readonly Bar[];
  readonly orders: number;
  /** Minor units. */
  readonly turnover: number;
  /** The best day's turnover. */
  readonly max: number;
}

/** The last days until one, the oldest first. @param today `YYYY-MM-DD` */
function daysUntil(today: string, days: number): string[] {
  return Array.from({ length: days }, (_, index) => addDays(today, index + 1 - days));
}

/** Turnover per day as bars; the page draws them and offers the numbers as a table. */
function salesChart(sales: readonly DaySales[], dates: readonly string[]): SalesChart {
  const byDay = new Map(sales.map((day) => [day.day, day]));
  const all = dates.map((day) => byDay.get(day) ?? { day, orders: 0, turnover: 0 });
  const max = Math.max(0, ...all.map((day) => day.turnover));
  const step = WIDTH / dates.length;
  const bars = all.map((day, index) => {
    const height = max > 0 ? Math.round((day.turnover / max) * HEIGHT * 10) / 10 : 0;
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
    turnover: all.reduce((sum, day) => sum + day.turnover, 0),
  };
}

const CHART_DAYS = 30;

/** The turnover of the last 30 days of the site's zone, as the views draw it and write it. */
export async function shownChart(
  store: Pick<OrderStore, 'salesByDay'>,
  money: Money,
  { getOption }: Pick<PluginScope, 'getOption'>,
): Promise<object> {
  const zone = await siteZone(getOption);
  const dates = daysUntil(localDay(toUtcString(), zone), CHART_DAYS);
  const drawn = salesChart(await store.salesByDay(dayStart(dates[0] ?? '', zone)), dates);
  return {
    ...drawn,
    turnover: money.format(drawn.turnover),
    most: money.format(drawn.max),
    bars: drawn.bars.map((bar) => ({
      ...bar,
      turnover: money.format(bar.turnover),
      text: `${bar.day}: ${money.format(bar.turnover)}`,
    })),
  };
}
