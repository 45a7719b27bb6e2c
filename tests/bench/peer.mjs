import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRequire } from 'node:module';

/** Packages to compare with; they are not dependencies of the project. */
const PEERS = { itemsjs: '2.4.4', minisearch: '7.2.0' };

/**
 * Loads a package to compare with from the folder in `BENCH_PEERS`, which has a `node_modules`.
 * @throws if it is not installed; the message says how to install it
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
