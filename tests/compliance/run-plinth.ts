import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { ShopSite } from './shop.js';

const CLI = join(__dirname, '../../core/cli/plinth.mjs');

/** Result of a command. */
export interface CommandResult {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

/** Runs `plinth …` beside a running site. */
export function runPlinth(
  shop: Pick<ShopSite, 'site' | 'url'>,
  args: readonly string[],
  siteUrl = shop.url,
): Promise<CommandResult> {
  const { dataDir, databaseUrl } = shop.site.config as { dataDir: string; databaseUrl?: string };
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    LOG_LEVEL: 'error',
    DATA_DIR: dataDir,
    SITE_URL: siteUrl,
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  };
  return new Promise((done) => {
    const child = spawn(process.execPath, [CLI, ...args], { env });
    const text = { out: '', error: '' };
    child.stdout.on('data', (bytes: Buffer) => void (text.out += bytes.toString()));
    child.stderr.on('data', (bytes: Buffer) => void (text.error += bytes.toString()));
    child.on('close', (code) => done({ code, ...text }));
  });
}
