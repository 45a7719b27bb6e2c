import type { Money } from '../money/money.js';
import type { OrderStore } from '../orders/order-store.js';
import { chartStart, salesChart } from './sales-chart.js';

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
