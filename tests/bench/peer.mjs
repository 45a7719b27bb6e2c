import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRequire } from 'node:module';

/** Packages that a bench compares with, which nothing else needs: they are not installed with the site. */
const PEERS = { itemsjs: '2.4.4', minisearch: '7.2.0' };

/**
 * A package to compare with, from `BENCH_PEERS`, a folder with its `node_modules`.
 * @throws when it is not there, with what to do
 */
export async function loadPeer(name) {
  const folder = process.env.BENCH_PEERS;
  try {
    const file = createRequire(path.join(path.resolve(folder ?? '.'), 'index.js')).resolve(name);
    const module = await import(pathToFileURL(file).href);
    return module.default?.default ?? module.default ?? module;
  } catch {
    throw new Error(
      `This bench compares with ${name}: npm install --prefix FOLDER ${name}@${PEERS[name]}, and run it with BENCH_PEERS=FOLDER.`,
    );
  }
}
