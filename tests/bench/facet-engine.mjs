/** Loads the filter engine and the generator of records from their TypeScript sources. */
export function loadEngine(root, load) {
  const { outputFiles } = load('esbuild').buildSync({
    stdin: {
      contents: `export { createMemoryEngine } from './plugins/facet/engine/memory-engine'; export { textSearch } from './plugins/facet/search/text-index'; export { normalizeForSearch as fold } from './core/api/normalize-for-search'; export { stemsOf } from './plugins/facet/search/stems'; export { randomRecords, randomStream } from './tests/facet/random-records';`,
      resolveDir: root,
      loader: 'ts',
    },
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    write: false,
    logLevel: 'silent',
    external: ['plinth'],
  });
  const module = { exports: {} };
  new Function('module', 'exports', 'require', outputFiles[0].text)(module, module.exports, load);
  return module.exports;
}

/** Yields records in batches, as the index reader does. */
export async function* inBatches(records, size = 100) {
  for (let at = 0; at < records.length; at += size) yield records.slice(at, at + size);
}

export const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
export const ms = (value) => `${value.toFixed(2)} ms`;
