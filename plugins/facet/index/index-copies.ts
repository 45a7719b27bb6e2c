import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { PluginScope } from 'plinth';
import type { EngineCopy, EnginePosition } from '../engine/types.js';
import { readCopy, writeCopy } from './copy-file.js';

/** Format of a copy; must change with its contents and with the engine's representation of a product. */
export const COPY_FORMAT = 4;

/**
 * Option with the tokens of the last copies written by any process of the site. A copy that is not listed, such as one
 * from before a backup was restored, belongs to another history.
 */
export const COPIES_OPTION = 'facet_index_copies';
const MAX_TOKENS = 20;
const FILE = 'index.copy';
const LOCK = 'facet-index-copy';
const LOCK_TIMEOUT_MS = 60_000;

/**
 * Copies of the engine's data in a file beside the site's data; a starting process reads it instead of all rows.
 * @since 0.1.0
 */
export interface IndexCopies {
  /** Returns the copy with a fingerprint; undefined if there is no reliable one. */
  find(filling: string): Promise<{ readonly copy: EngineCopy; readonly position: EnginePosition } | undefined>;
  /**
   * Stores a copy in place of the previous one. Copies are an optimization, so an error such as a full disk is only
   * logged.
   */
  save(copy: EngineCopy, position: EnginePosition): Promise<void>;
}

export function createIndexCopies(
  scope: Pick<PluginScope, 'pluginDataPath' | 'wpMkdirP' | 'getOption' | 'updateOption' | 'db' | 'log'>,
): IndexCopies {
  const folder = (): string => scope.pluginDataPath('cache');
  const file = (): string => path.join(folder(), FILE);
  const readTokens = async (): Promise<readonly unknown[]> => {
    const tokens = await scope.getOption<unknown>(COPIES_OPTION, []);
    return Array.isArray(tokens) ? (tokens as unknown[]) : [];
  };

  return {
    async find(filling) {
      try {
        const tokens = await readTokens();
        const found = await readCopy(
          file(),
          (head) => head.format === COPY_FORMAT && head.fingerprint === filling && tokens.includes(head.token),
        );
        if (!found) return undefined;
        const {
          head: { sequence, ownSequence },
          parts,
        } = found;
        return { copy: { parts }, position: { fingerprint: filling, sequence, ownSequence } };
      } catch (error) {
        scope.log.warn('the copy of the index could not be read; its rows are read instead', { error: String(error) });
        return undefined;
      }
    },

    async save({ parts }, position) {
      try {
        await scope.wpMkdirP(folder());
        // Processes that start together also finish together.
        await scope.db.withLock(
          LOCK,
          async () => {
            const token = randomUUID();
            await writeCopy(file(), { format: COPY_FORMAT, token, ...position }, parts);
            await scope.updateOption(COPIES_OPTION, [...(await readTokens()), token].slice(-MAX_TOKENS), false);
          },
          { wait: LOCK_TIMEOUT_MS },
        );
      } catch (error) {
        scope.log.warn('the index could not be copied; the next start reads all of its rows', { error: String(error) });
      }
    },
  };
}
