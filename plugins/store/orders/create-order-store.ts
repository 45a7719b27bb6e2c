import type { Database } from 'plinth';
import { createOrderCounts } from './order-counts.js';
import { createOrderCustomer } from './order-customer.js';
import { createOrderMeta } from './order-meta.js';
import { createOrderQueries } from './order-queries.js';
import { createOrderSearch } from './order-search.js';
import type { OrderStore } from './order-store.js';
import { createOrderTokens } from './order-tokens.js';
import { createOrderWrites } from './order-writes.js';

/**
 * Creates the order store.
 * @param deps `timeZone`: returns the time zone of the site, which determines the year in order numbers and the days of
 * sales
 */
export function createOrderStore({
  db,
  timeZone = () => Promise.resolve('UTC'),
}: {
  readonly db: Database;
  readonly timeZone?: () => Promise<string>;
}): OrderStore {
  const counts = createOrderCounts({ db });
  const tokens = createOrderTokens({ db });
  const queries = createOrderQueries({ db, timeZone, counts, orderSearch: createOrderSearch({ db, tokens }) });
  const meta = createOrderMeta({ db });
  return {
    ...queries,
    ...createOrderWrites({ db, timeZone, counts, tokens, meta, find: queries.find }),
    ...createOrderCustomer({ db, tokens }),
    ...meta,
  };
}
