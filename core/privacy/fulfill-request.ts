import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  type JobProgress,
  type PersonalDataErasers,
  type PersonalDataExporters,
  PlinthError,
  type UserRequest,
} from '../api/index.js';
import { addItems, type Groups, writeExport } from './export-file.js';
import type { PrivacyDeps } from './privacy-deps.js';
import type { RequestEmails } from './request-emails.js';
import { isEqual, hashKey, type UserRequests } from './user-requests.js';
import { decodeSiteName } from '../formatting/index.js';

const JOB_NAME = 'plinth/personal-data';
const FILE_META_KEY = '_export_file';
const OUTCOME_META_KEY = '_personal_data_outcome';
/** Seconds for which an export is available. */
const FILE_LIFETIME = 3 * 86_400;
/** Maximum number of pages of one exporter or eraser; one that never reports completion is stopped there. */
const MAX_PAGES = 1_000;

interface ExportFile {
  readonly name: string;
  /** Hash of the key in the email. */
  readonly key: string;
  /** Unix time in seconds at which the file expires. */
  readonly until: number;
}

/** The result of a request. */
export interface Outcome {
  readonly removed: number;
  readonly retained: number;
  readonly messages: readonly string[];
  /** The error, while the request is being retried; empty for none. */
  readonly problem: string;
}

/** Fulfills requests in the background. */
export interface Fulfillment {
  /** Queues a job for a confirmed request. */
  enqueue(id: number): Promise<void>;
  outcome(id: number): Promise<Outcome | undefined>;
  /**
   * Returns the path of an available export.
   * @param key the key from its email; not needed with permission to see all exports
   */
  file(id: number, key?: string): Promise<string | undefined>;
  deleteFile(id: number): Promise<void>;
  /** Deletes expired exports (`wp_privacy_delete_old_export_files`). */
  prune(): Promise<void>;
}

export function createFulfillment(deps: PrivacyDeps, requests: UserRequests, emails: RequestEmails): Fulfillment {
  const { db, hooks, meta, cron, options, siteUrl, folder, text, now } = deps;
  const unixTime = (): number => Math.floor(now() / 1000);

  /** Calls one exporter or eraser page by page. */
  async function processPages(name: string, processPage: (page: number) => Promise<boolean>): Promise<void> {
    for (let page = 1; page <= MAX_PAGES; page++) if (await processPage(page)) return;
    throw new PlinthError('personal_data_page_limit_reached', `"${name}" did not finish within the page limit.`, {
      hint: 'Return `done: true` when there is nothing left to process.',
    });
  }

  async function exportData(request: UserRequest, progress: JobProgress): Promise<void> {
    const exporters = Object.entries(
      await hooks.applyFilters<PersonalDataExporters>('wp_privacy_personal_data_exporters', {}),
    );
    const groups: Groups = new Map();
    for (const [index, [name, exporter]] of exporters.entries()) {
      await processPages(name, async (page) => {
        const { data, done } = await exporter.callback(request.email, page);
        addItems(groups, data);
        return done;
      });
      await progress(index + 1, exporters.length);
    }
    await removeFile(request.id);
    const name = `personal-data-${request.id}-${randomBytes(16).toString('hex')}.zip`;
    const key = randomBytes(24).toString('base64url');
    const lifetime = Number(await hooks.applyFilters('wp_privacy_export_expiration', FILE_LIFETIME));
    await writeExport(
      join(folder, name),
      {
        email: request.email,
        siteName: decodeSiteName(await options.getOption('blogname')),
        siteUrl,
        createdAt: new Date(now()),
        groups,
      },
      text,
    );
    await meta.updatePostMeta(request.id, FILE_META_KEY, { name, key: hashKey(key), until: unixTime() + lifetime });
    const url = `${siteUrl}/wp-login.php?action=personaldata&request_id=${request.id}&confirm_key=${encodeURIComponent(key)}`;
    await hooks.doAction('wp_privacy_personal_data_export_file_created', join(folder, name), url, request.id);
    await emails.sendExport(request, url, lifetime);
  }

  async function eraseData(request: UserRequest, progress: JobProgress): Promise<void> {
    const erasers = Object.entries(
      await hooks.applyFilters<PersonalDataErasers>('wp_privacy_personal_data_erasers', {}),
    );
    let [removed, retained] = [0, 0];
    const messages: string[] = [];
    for (const [index, [name, eraser]] of erasers.entries()) {
      await processPages(name, async (page) => {
        const result = await eraser.callback(request.email, page);
        removed += Number(result.items_removed);
        retained += Number(result.items_retained);
        messages.push(...result.messages);
        return result.done;
      });
      await progress(index + 1, erasers.length);
    }
    await meta.updatePostMeta(request.id, OUTCOME_META_KEY, {
      removed,
      retained,
      messages: messages.slice(0, 100),
      problem: '',
    });
    await hooks.doAction('wp_privacy_personal_data_erased', request.id);
    await emails.sendErasureConfirmation(request);
  }

  cron.registerJob(JOB_NAME, async (payload, progress) => {
    const { id } = payload as { id: number };
    const request = await requests.wpGetUserRequest(id);
    // Another process has completed it, or it was withdrawn.
    if (!request || request.status !== 'request-confirmed') return;
    try {
      await (request.actionName === 'export_personal_data' ? exportData : eraseData)(request, progress);
    } catch (error) {
      await meta.updatePostMeta(id, OUTCOME_META_KEY, {
        removed: 0,
        retained: 0,
        messages: [],
        problem: error instanceof Error ? error.message : String(error),
      });
      throw error;
    }
    await requests.complete(id);
    if (request.actionName === 'export_personal_data') await meta.deletePostMeta(id, OUTCOME_META_KEY);
  });

  async function fileOf(id: number): Promise<ExportFile | undefined> {
    const stored = await meta.getPostMeta(id, FILE_META_KEY, true);
    return typeof stored === 'object' && stored !== null && 'name' in stored ? (stored as ExportFile) : undefined;
  }

  async function removeFile(id: number): Promise<void> {
    const stored = await fileOf(id);
    if (!stored) return;
    await rm(join(folder, basename(stored.name)), { force: true });
    await meta.deletePostMeta(id, FILE_META_KEY);
  }

  return {
    enqueue: async (id) => void (await cron.enqueueJob(JOB_NAME, { id })),
    async outcome(id) {
      const stored = await meta.getPostMeta(id, OUTCOME_META_KEY, true);
      return typeof stored === 'object' && stored !== null && 'messages' in stored ? (stored as Outcome) : undefined;
    },
    async file(id, key) {
      const stored = await fileOf(id);
      if (!stored || stored.until < unixTime() || (key !== undefined && !isEqual(hashKey(key), stored.key)))
        return undefined;
      return join(folder, basename(stored.name));
    },
    deleteFile: removeFile,
    async prune() {
      for (const id of await db()('postmeta').where({ meta_key: FILE_META_KEY }).pluck<number[]>('post_id'))
        if (((await fileOf(id))?.until ?? 0) < unixTime()) await removeFile(id);
    },
  };
}
