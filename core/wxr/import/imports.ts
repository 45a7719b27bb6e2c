import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type CronApi, PlinthError, type RemoteApi, utcText } from '../../api/index.js';
import { createContext, runInContext } from '../../context/index.js';
import { readWxrFile } from '../read/read-wxr.js';
import type { Choices } from './choices.js';
import type { ImportDeps } from './deps.js';
import type { LedgerEntry } from './ledger.js';
import { fromFolder, fromOldSite, fromZip, type MediaSource } from './media-source.js';
import { type Survey, surveyOf } from './survey.js';
import { importAll } from './work.js';

export type ImportState = 'looked' | 'running' | 'stopped' | 'done' | 'failed';

/** A file that was brought to the site, and how far it is. */
export interface ImportRecord {
  readonly id: number;
  readonly name: string;
  readonly state: ImportState;
  readonly survey: Survey;
  readonly choices: Choices | undefined;
  readonly done: number;
  readonly total: number;
  /** Why it stands; empty while it does not. */
  readonly problem: string;
  readonly created_at: string;
  readonly finished_at: string | null;
}

/** Numbers of a report: by kind and outcome. */
export interface ReportLine {
  readonly kind: string;
  readonly outcome: LedgerEntry['outcome'];
  readonly count: number;
}

/** Content of other sites coming in. @since 0.3.0 */
export interface Imports {
  /** The folder in which files may be laid that are too large for a form. */
  readonly folder: string;
  /** Names of what lies there. */
  waiting(): Promise<{ readonly files: readonly string[]; readonly media: readonly string[] }>;
  /**
   * Takes a file, reads all of it, and writes nothing of it.
   * @throws PlinthError `wxr_not_one`, `wxr_doctype`, `wxr_too_large`, `wxr_unreadable`
   */
  look(file: string, name: string, userId: number): Promise<number>;
  /** The same of bytes that somebody sent. */
  take(bytes: Buffer, name: string, userId: number): Promise<number>;
  /** The same of a file in the folder. @throws PlinthError `import_file_missing` besides */
  lookAt(name: string, userId: number): Promise<number>;
  get(id: number): Promise<ImportRecord | undefined>;
  list(): Promise<readonly ImportRecord[]>;
  /** Begins, in the background. @param media the name of a folder or zip in the folder, or a path; empty: files are fetched from the old site. False when it runs already, or is done. */
  start(id: number, choices: Choices, media?: string): Promise<boolean>;
  /** Begins, and waits until all is in. @param progress told how many entries are done of how many */
  run(id: number, choices: Choices, media: string, progress: (done: number, total: number) => void): Promise<void>;
  /** Has the work end behind the entry that comes in now; what is in stays. False where it does not run. */
  stop(id: number): Promise<boolean>;
  /** Has one that failed, or was stopped, go on where it was. */
  goOn(id: number): Promise<boolean>;
  forget(id: number): Promise<void>;
  report(id: number): Promise<readonly ReportLine[]>;
  /** What did not come in, or not wholly, or all of it. */
  entries(
    id: number,
    which: { readonly all: boolean; readonly limit: number; readonly after?: number },
  ): Promise<readonly (LedgerEntry & { readonly id: number })[]>;
}

export interface ImportsDeps extends ImportDeps {
  readonly cron: CronApi;
  readonly remote: Pick<RemoteApi, 'wpSafeRemoteGet'>;
  readonly dataDir: string;
  pause(ms: number): Promise<void>;
}

interface Row extends Omit<ImportRecord, 'survey' | 'choices'> {
  readonly file: string;
  readonly media: string;
  readonly user_id: number;
  readonly survey: string;
  readonly choices: string;
}

const TABLE = 'imports';
const JOB = 'plinth/import';
/** Milliseconds of work before other jobs have their turn. */
const SLICE_MS = 20_000;
const LOCK = { wait: 1_000, ttl: 120_000 } as const;
const UNFIT = [
  'wxr_not_one',
  'wxr_doctype',
  'wxr_too_large',
  'wxr_unreadable',
  'media_unreadable',
  'plugin_zip_refused',
];

export function createImports(deps: ImportsDeps): Imports {
  const {
    db,
    hooks,
    content,
    cron,
    remote,
    now,
    pause,
    text: { __ },
  } = deps;
  const folder = join(deps.dataDir, 'import');
  const kept = join(deps.dataDir, 'imports');
  const rowOf = async (id: number): Promise<Row | undefined> =>
    (await db()<Row>(TABLE).where({ id }).first()) as Row | undefined;
  const change = (id: number, values: Partial<Row>): Promise<number> => db()(TABLE).where({ id }).update(values);
  const recordOf = ({ survey, choices, ...row }: Row): ImportRecord => ({
    ...row,
    survey: JSON.parse(survey) as Survey,
    choices: choices === '' ? undefined : (JSON.parse(choices) as Choices),
  });

  async function ownFile(): Promise<string> {
    await mkdir(kept, { recursive: true, mode: 0o700 });
    return join(kept, `${randomBytes(12).toString('hex')}.xml`);
  }

  async function look(file: string, name: string, userId: number): Promise<number> {
    const own = await ownFile();
    await copyFile(file, own).catch((cause: unknown) => {
      throw new PlinthError('wxr_unreadable', `${file} cannot be read.`, {
        status: 400,
        kind: 'refusal',
        cure: 'Check the path, and who may read it.',
        cause,
      });
    });
    return survey(own, name, userId);
  }

  async function survey(own: string, name: string, userId: number): Promise<number> {
    try {
      const found = await surveyOf(readWxrFile(own), content);
      const total =
        found.problemCount +
        found.authors.length +
        [...found.kinds, ...found.taxonomies].reduce((sum, { count }) => sum + count, 0);
      const [id] = (await db()(TABLE).insert({
        name: basename(name).slice(0, 190),
        file: own,
        media: '',
        state: 'looked',
        user_id: userId,
        survey: JSON.stringify(found),
        choices: '',
        done: 0,
        total,
        problem: '',
        created_at: utcText(now()),
      })) as [number];
      return id;
    } catch (error) {
      await rm(own, { force: true });
      throw error;
    }
  }

  async function mediaOf(media: string): Promise<MediaSource> {
    if (media === '') return fromOldSite(remote, pause);
    const path = media.includes('/') ? media : join(folder, basename(media));
    const found = await stat(path).catch((cause: unknown) => {
      throw new PlinthError('media_unreadable', `${path} cannot be read.`, {
        status: 400,
        cure: 'Check its path.',
        cause,
      });
    });
    return found.isDirectory() ? fromFolder(path) : fromZip(path);
  }

  async function begin(id: number, choices: Choices, media: string): Promise<boolean> {
    const taken = await db()(TABLE)
      .where({ id })
      .whereIn('state', ['looked', 'failed', 'stopped'])
      .update({ state: 'running', choices: JSON.stringify(choices), media, problem: '' });
    return taken > 0;
  }

  /** Works for a while. @returns whether all is in */
  async function work(
    row: Row,
    isOver: () => boolean,
    progress: (done: number, total: number) => Promise<void>,
  ): Promise<boolean> {
    const { survey, choices } = recordOf(row);
    const media = await mediaOf(row.media);
    // Whoever began it is who saves: what they may not write is taken out of texts.
    return runInContext(createContext('import', row.user_id), async () => {
      await hooks.doAction('import_start');
      const task = {
        id: row.id,
        userId: row.user_id,
        oldSite: survey.url,
        choices: choices as Choices,
        media,
        read: () => readWxrFile(row.file),
      };
      const finished = await importAll(deps, task, { isOver, progress: (done) => progress(done, row.total) });
      if (finished) {
        await change(row.id, { state: 'done', done: row.total, finished_at: utcText(now()) });
        await rm(row.file, { force: true });
        await hooks.doAction('import_end');
      }
      return finished;
    });
  }

  cron.registerJob(JOB, async (payload, report) => {
    const { id } = payload as { id: number };
    const row = await rowOf(id);
    if (row?.state !== 'running') return;
    const until = now() + SLICE_MS;
    let isStopped = false;
    try {
      const finished = await db.withLock(
        JOB,
        () =>
          work(
            row,
            () => isStopped || now() >= until,
            async (done, total) => {
              // Who stopped it may have done so in another process.
              isStopped =
                (await db()(TABLE)
                  .where({ id, state: 'running' })
                  .update({ done: Math.min(done, total) })) === 0;
              await report(Math.min(done, total), total);
            },
          ),
        LOCK,
      );
      if (!finished && !isStopped) await cron.enqueueJob(JOB, { id });
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      const isFinal = error instanceof PlinthError && UNFIT.includes(error.code);
      await change(id, { problem: problem.slice(0, 1000), ...(isFinal ? { state: 'failed' } : {}) });
      throw isFinal
        ? new PlinthError(error.code, error.message, { cure: error.cure, final: true, cause: error })
        : error;
    }
  });

  async function enqueue(id: number): Promise<void> {
    await cron.enqueueJob(JOB, { id });
    // Nobody waits for it; what is killed on the way is found again by the next beat.
    void runInContext(createContext('import'), () => cron.runJobs()).catch(() => undefined);
  }

  return {
    folder,
    async waiting() {
      const found = await readdir(folder, { withFileTypes: true }).catch(() => []);
      const shown = found.filter(({ name }) => !name.startsWith('.')).slice(0, 200);
      return {
        files: shown.filter((one) => one.isFile() && /\.xml$/i.test(one.name)).map(({ name }) => name),
        media: shown.filter((one) => one.isDirectory() || /\.zip$/i.test(one.name)).map(({ name }) => name),
      };
    },
    look,
    async take(bytes, name, userId) {
      const own = await ownFile();
      await writeFile(own, bytes, { mode: 0o600 });
      return survey(own, name, userId);
    },
    async lookAt(name, userId) {
      const lies = (await readdir(folder).catch((): string[] => [])).includes(name);
      if (!lies)
        throw new PlinthError('import_file_missing', __('There is no such file in the folder.'), { status: 404 });
      return look(join(folder, name), name, userId);
    },
    async get(id) {
      const row = await rowOf(id);
      return row && recordOf(row);
    },
    list: async () => ((await db()<Row>(TABLE).orderBy('id', 'desc').limit(50))).map(recordOf),
    async start(id, choices, media = '') {
      if (!(await begin(id, choices, media))) return false;
      await enqueue(id);
      return true;
    },
    async run(id, choices, media, progress) {
      if (!(await begin(id, choices, media)))
        throw new PlinthError('import_running', 'This file is being brought in already.', { status: 409 });
      const row = await rowOf(id);
      if (!row) throw new PlinthError('import_missing', 'There is no such import.', { status: 404 });
      try {
        await db.withLock(
          JOB,
          () =>
            work(
              row,
              () => false,
              async (done, total) => progress(Math.min(done, total), total),
            ),
          LOCK,
        );
      } catch (error) {
        await change(id, {
          state: 'failed',
          problem: (error instanceof Error ? error.message : String(error)).slice(0, 1000),
        });
        throw error;
      }
    },
    stop: async (id) =>
      (await db()(TABLE).where({ id, state: 'running' }).update({ state: 'stopped', problem: '' })) > 0,
    async goOn(id) {
      const row = await rowOf(id);
      if (!row || row.choices === '' || row.state === 'done') return false;
      await change(id, { state: 'running', problem: '' });
      await enqueue(id);
      return true;
    },
    async forget(id) {
      const row = await rowOf(id);
      if (!row || row.state === 'running') return;
      await db.transaction(async () => {
        await db()('import_entries').where({ import_id: id }).delete();
        await db()(TABLE).where({ id }).delete();
      });
      await rm(row.file, { force: true });
    },
    async report(id) {
      const rows = (await db()('import_entries')
        .where({ import_id: id })
        .groupBy('kind', 'outcome')
        .orderBy('kind')
        .select('kind', 'outcome')
        .count({ count: '*' })) as unknown as {
        kind: string;
        outcome: LedgerEntry['outcome'];
        count: number | string;
      }[];
      return rows.map(({ kind, outcome, count }) => ({ kind, outcome, count: Number(count) }));
    },
    async entries(id, { all, limit, after = 0 }) {
      const query = db()('import_entries').where({ import_id: id }).where('id', '>', after);
      if (!all) void query.whereIn('outcome', ['left', 'failed', 'partly']);
      return (await query
        .orderBy('id')
        .limit(limit)
        .select('id', 'source', 'kind', 'target_id', 'outcome', 'title', 'note')) as (LedgerEntry & { id: number })[];
    },
  };
}
