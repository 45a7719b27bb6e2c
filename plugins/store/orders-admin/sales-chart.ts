import type { DaySales, OrderStore } from '../orders/order-store.js';
import type { Money } from '../money/money.js';

const DAY_MS = 86_400_000;
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
  readonly most: number;
}

/** The first of the last `days` days. @returns UTC, `YYYY-MM-DD 00:00:00` */
function chartStart(days: number, now = Date.now()): string {
  return `${new Date(now - (days - 1) * DAY_MS).toISOString().slice(0, 10)} 00:00:00`;
}

/** Turnover per day as bars; the page draws them and offers the numbers as a table. */
function salesChart(sales: readonly DaySales[], days: number, now = Date.now()): SalesChart {
  const byDay = new Map(sales.map((day) => [day.day, day]));
  const dates = Array.from({ length: days }, (_, index) =>
    new Date(now - (days - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
  const all = dates.map((day) => byDay.get(day) ?? { day, orders: 0, turnover: 0 });
  const most = Math.max(0, ...all.map((day) => day.turnover));
  const step = WIDTH / days;
  const bars = all.map((day, index) => {
    const height = most > 0 ? Math.round((day.turnover / most) * HEIGHT * 10) / 10 : 0;
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
    most,
    orders: all.reduce((sum, day) => sum + day.orders, 0),
    turnover: all.reduce((sum, day) => sum + day.turnover, 0),
  };
}

const CHART_DAYS = 30;

/** The turnover of the last 30 days, as the views draw it and write it. */
export async function shownChart(store: Pick<OrderStore, 'salesByDay'>, money: Money): Promise<object> {
  const drawn = salesChart(await store.salesByDay(chartStart(CHART_DAYS)), CHART_DAYS);
  return {
    ...drawn,
    turnover: money.format(drawn.turnover),
    most: money.format(drawn.most),
    bars: drawn.bars.map((bar) => ({
      ...bar,
      turnover: money.format(bar.turnover),
      text: `${bar.day}: ${money.format(bar.turnover)}`,
    })),
  };
}
