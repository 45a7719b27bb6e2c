import { randomUUID } from 'node:crypto';
import { type Database, PlinthError } from '../api/index.js';
import { withTimeout } from '../hooks/index.js';

/** Prefix of rows in the locks table: one for each process that serves the site. */
const NODE_PREFIX = 'node:';
/** Milliseconds between two heartbeats. */
const HEARTBEAT_MS = 10_000;
/** Milliseconds after which a killed node counts as gone. */
const EXPIRY_MS = 30_000;
/** Timeout in milliseconds for deleting the row. */
const DELETE_TIMEOUT_MS = 1_000;

/** Registers this process as serving the site. Returns the function that ends the registration. */
export async function startHeartbeat(db: Database, now = Date.now): Promise<() => Promise<void>> {
  const owner = randomUUID();
  const name = NODE_PREFIX + owner;
  const storeHeartbeat = async (): Promise<void> =>
    void (await db()('locks')
      .insert({ name, owner, expires_at: now() + EXPIRY_MS })
      .onConflict('name')
      .merge(['expires_at']));
  await storeHeartbeat();
  const timer = setInterval(() => void storeHeartbeat().catch(() => undefined), HEARTBEAT_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    // An unreachable database must not keep the process from ending; the row expires by itself.
    await withTimeout(db()('locks').where({ name }).delete(), DELETE_TIMEOUT_MS, () => new Error('late')).catch(
      () => undefined,
    );
  };
}

/**
 * Refuses operations that require a stopped site.
 * @throws PlinthError `site_running`
 */
export async function assertStopped(db: Database, now = Date.now): Promise<void> {
  const [{ nodes }] = (await db()('locks')
    .where('name', 'like', `${NODE_PREFIX}%`)
    .where('expires_at', '>', now())
    .count({ nodes: '*' })) as [{ nodes: number | string }];
  if (Number(nodes) > 0)
    throw new PlinthError('site_running', 'The site is running.', {
      hint: 'Stop it on every node first; a node that was killed counts as stopped after 30 seconds.',
      status: 409,
    });
}
