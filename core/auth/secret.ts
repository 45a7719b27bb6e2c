import { randomBytes } from 'node:crypto';
import type { OptionsApi } from '../api/index.js';

/** The site's secret for nonces and sessions, made at the first start and shared by all nodes. */
export async function authSecret(options: Pick<OptionsApi, 'addOption' | 'getOption'>): Promise<string> {
  const stored = await options.getOption<string | false>('auth_secret');
  if (typeof stored === 'string' && stored.length >= 64) return stored;
  await options.addOption('auth_secret', randomBytes(48).toString('hex'));
  // Another node may have been first.
  return options.getOption<string>('auth_secret');
}
