import { PlinthError } from 'plinth';

/** How many questions wait for the tables at most; of a large catalogue each keeps the database busy for seconds. */
const MOST_WAITING = 8;

/** Lets slow questions go one after the other, and refuses what would wait too long. @throws PlinthError `facet_index_missing` */
export function createQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async (work) => {
    if (waiting >= MOST_WAITING)
      throw new PlinthError('facet_index_missing', 'The filter is being prepared.', {
        cure: 'Try again in a minute.',
        status: 503,
      });
    waiting++;
    const mine = last.then(work, work).finally(() => waiting--);
    last = mine;
    return mine;
  };
}
