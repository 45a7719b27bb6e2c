import { randomUUID } from 'node:crypto';
import { type Database, PlinthError } from '../api/index.js';
import { within } from '../hooks/index.js';

/** Rows among the locks: one for each process that serves the site now. */
const NODE = 'node:';
const BEAT_MS = 10_000;
/** Milliseconds after which a node that was killed counts as gone. */
const GONE_MS = 30_000;
/** Milliseconds that taking back the row may take. */
const STOP_MS = 1_000;

/** Says that this process serves the site, until it is told to stop. */
export async function writeHeartbeat(db: Database, now = Date.now): Promise<() => Promise<void>> {
  const owner = randomUUID();
  const name = NODE + owner;
  const say = async (): Promise<void> =>
    void (await db()('locks')
      .insert({ name, owner, expires_at: now() + GONE_MS })
      .onConflict('name')
      .merge(['expires_at']));
  await say();
  const beat = setInterval(() => void say().catch(() => undefined), BEAT_MS);
  beat.unref();
  return async () => {
    clearInterval(beat);
    // A database that is gone does not keep the process from ending; the row lapses by itself.
    await within(db()('locks').where({ name }).delete(), STOP_MS, () => new Error('late')).catch(() => undefined);
  };
}

/**
 * Refuses what only a stopped site bears.
 * @throws PlinthError `site_running`
 */
export async function assertStopped(db: Database, now = Date.now): Promise<void> {
  const [{ nodes }] = (await db()('locks')
    .where('name', 'like', `${NODE}%`)
    .where('expires_at', '>', now())
    .count({ nodes: '*' })) as [{ nodes: number | string }];
  if (Number(nodes) > 0)
    throw new PlinthError('site_running', 'The site is running.', {
      hint: 'Stop it first, on every node; one that was killed counts as stopped after half a minute.',
      status: 409,
    });
}
