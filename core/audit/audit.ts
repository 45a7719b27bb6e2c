import { randomBytes } from 'node:crypto';
import {
  type AuditApi,
  type AuditEvent,
  type Database,
  type OptionsApi,
  PlinthError,
  toUtcString,
} from '../api/index.js';
import { isContention } from '../db/index.js';
import { withTimeout } from '../hooks/index.js';
import { createActorResolver, AUDIT_TABLE } from './entry.js';
import { type AuditReader, createAuditReader } from './entry-query.js';
import { type Chain, createChain } from './chain.js';
import { storedDetails, removeBrokenSurrogate } from './details.js';
import { type ChainEnds, type KeyedHashes, createKeyedHashes } from './entry-hash.js';
import { createVerify, type Verification } from './verify.js';

type LabelSource = () => Readonly<Record<string, string>>;

/** Labels of actions. */
export interface ActionLabels extends Pick<AuditApi, 'describe'> {
  /** Returns the label of an action or group in the language of the request; its own name if it has none. */
  labelFor(name: string): string;
}

function createActionLabels(): ActionLabels {
  const labelSources = new Set<LabelSource>();
  return {
    describe(labels) {
      labelSources.add(labels);
      return () => void labelSources.delete(labels);
    },
    labelFor(name) {
      for (const labels of labelSources) {
        const label = labels()[name];
        if (label !== undefined) return label;
      }
      return name;
    },
  };
}

/** Milliseconds to wait for further entries before all of them are appended to the chain. */
const APPEND_DELAY_MS = 1000;
/** Maximum duration of closing, in milliseconds. */
const CLOSE_TIMEOUT_MS = 1000;
/** Milliseconds for which a verification result is cached, and that a screen waits for a new one. */
const RESULT_LIFETIME_MS = 3_600_000;
const TIMEOUT_MS = 1500;
const DAY_MS = 86_400_000;

/** The settings of the log, with their defaults. */
export const AUDIT_SETTINGS = { audit_days: 365, audit_address_days: 30 } as const;

interface AuditDeps {
  readonly db: Database;
  readonly options: Pick<OptionsApi, 'getOption'>;
  /** The site's secret, read for each use because an import replaces it. */
  secret(): Promise<string>;
  readonly log: { info(fields: object, message: string): void; error(fields: object, message: string): void };
  /** Unix time in milliseconds. */
  readonly now?: () => number;
}

/** A verification of the whole log. */
interface AuditCheck {
  /** UTC. */
  readonly checkedAt: string;
  readonly result: Verification;
}

/** The audit log as the host uses it. */
export interface Audit extends AuditApi, Pick<Chain, 'append'>, AuditReader, ActionLabels {
  verify(): Promise<Verification>;
  /**
   * Returns the latest verification result, or a new one if `fresh`. A long log takes time to verify: if there is no
   * result within a moment, the previous one or undefined is returned and verification continues.
   */
  lastVerification(renew?: boolean): Promise<AuditCheck | undefined>;
  /** Number of entries this process failed to write since it started. */
  failedWrites(): number;
  /** Deletes entries older than the settings allow, and writes the end of the chain to the server's log. */
  prune(): Promise<{ readonly entries: number; readonly addresses: number }>;
  /** Appends pending entries to the chain; afterwards nothing is appended automatically. */
  close(): Promise<void>;
}

export function createAudit(deps: AuditDeps): Audit {
  const { db, log, now = Date.now } = deps;
  const getHashes = async (): Promise<KeyedHashes> => createKeyedHashes(await deps.secret());
  const resolveActor = createActorResolver(db);
  const pool = db();
  const chain = createChain(db, getHashes);
  const verify = createVerify({ db, chain, getHashes });
  let lostCount = 0;
  let timer: NodeJS.Timeout | undefined;
  let pendingAppend: Promise<unknown> = Promise.resolve();
  let isClosed = false;
  let lastCheck: (AuditCheck & { readonly ms: number }) | undefined;
  let pendingCheck: Promise<AuditCheck> | undefined;

  /**
   * Schedules appending to the chain: one run covers all entries that arrive in the meantime, and no order waits for
   * it.
   */
  function appendSoon(): void {
    if (timer || isClosed) return;
    timer = setTimeout(() => {
      timer = undefined;
      pendingAppend = db
        .outsideTransaction(() => chain.append())
        .catch((error: unknown) =>
          log.error(
            { error: String(error) },
            'audit log entries could not be added to the hash chain; the next run retries them',
          ),
        );
    }, APPEND_DELAY_MS);
    timer.unref();
  }

  async function runVerification(): Promise<AuditCheck> {
    let result: Verification;
    try {
      result = await verify();
    } catch (error) {
      log.error(
        { error: error instanceof Error ? error.message : String(error) },
        'AUDIT: the audit log cannot be read',
      );
      result = { isValid: false, row: 0, id: 0, reason: 'unreadable' };
    }
    const check = { checkedAt: toUtcString(now()), ms: now(), result };
    lastCheck = check;
    return check;
  }

  const write = createEntryWriter({ db, resolveActor, getHashes, now, onWritten: appendSoon });

  const retentionDays = async (name: keyof typeof AUDIT_SETTINGS): Promise<number> => {
    const stored = Number(await deps.options.getOption<unknown>(name, AUDIT_SETTINGS[name]));
    return Number.isInteger(stored) && stored > 0 ? stored : AUDIT_SETTINGS[name];
  };

  return {
    ...createAuditReader(db),
    ...createActionLabels(),
    append: chain.append,
    verify,
    async record(event, { required = false } = {}) {
      try {
        await write(event);
      } catch (error) {
        // The transaction is rolled back with it and will be retried as a whole.
        if (isContention(error) && db() !== pool) throw error;
        lostCount += 1;
        log.error(
          {
            action: event.action,
            subject: event.subject,
            error: error instanceof Error ? error.message : String(error),
          },
          'AUDIT: an event could not be written to the audit log',
        );
        if (required)
          throw new PlinthError(
            'audit_unavailable',
            'The audit log cannot be written, and this action must be recorded.',
            {
              hint: 'Check the server log, repair the table audit_log and try again.',
              status: 503,
              kind: 'outage',
              cause: error,
            },
          );
      }
    },
    async lastVerification(renew = false) {
      if (lastCheck && !renew && now() - lastCheck.ms < RESULT_LIFETIME_MS) return lastCheck;
      pendingCheck ??= runVerification().finally(() => (pendingCheck = undefined));
      return withTimeout<AuditCheck | undefined>(pendingCheck, TIMEOUT_MS, () => new Error('late')).catch(
        () => lastCheck,
      );
    },
    failedWrites: () => lostCount,
    async prune() {
      await chain.append();
      const entries = await chain.deleteBefore(toUtcString(now() - (await retentionDays('audit_days')) * DAY_MS));
      const addresses = await chain.deleteAddressesBefore(
        toUtcString(now() - (await retentionDays('audit_address_days')) * DAY_MS),
      );
      lastCheck = undefined;
      if (!(await runVerification()).result.isValid)
        log.error({}, 'AUDIT: the audit log was tampered with; run `audit verify` for details');
      log.info({ ...endDetails(await chain.ends()), dropped: entries, addresses }, 'end of the audit log');
      return { entries, addresses };
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      const appendRemaining = async (): Promise<void> => {
        await pendingAppend;
        await pendingCheck;
        if (timer) await chain.append();
      };
      // Shutdown does not wait for an unreachable database; the next start appends the entries.
      await withTimeout(appendRemaining(), CLOSE_TIMEOUT_MS, () => new Error('late')).catch((error: unknown) =>
        log.error(
          { error: String(error) },
          'audit log entries could not be added to the hash chain before shutdown; the next start adds them',
        ),
      );
    },
  };
}

interface EntryWriterDeps {
  readonly db: Database;
  readonly resolveActor: ReturnType<typeof createActorResolver>;
  getHashes(): Promise<KeyedHashes>;
  now(): number;
  /** Called after an entry is committed. */
  onWritten(): void;
}

/** Creates the function that writes entries, each with its keyed hash. */
function createEntryWriter({ db, resolveActor, getHashes, now, onWritten }: EntryWriterDeps) {
  return async ({ action, subject, details = {}, outcome = 'done', actor }: AuditEvent): Promise<void> => {
    const hashes = await getHashes();
    const { address, ...actorFields } = await resolveActor(actor);
    const salt = randomBytes(16).toString('hex');
    const hashedFields = {
      at: toUtcString(now()),
      ...actorFields,
      actor: truncate(actorFields.actor, 190),
      action: truncate(action, 64),
      subject_kind: truncate(subject?.kind ?? '', 40),
      subject_id: truncate(String(subject?.id ?? ''), 64),
      subject: truncate(subject?.title ?? '', 190),
      outcome,
      details: storedDetails(details),
      address_hmac: hashes.address(truncate(address, 64), salt),
    };
    await db()(AUDIT_TABLE).insert({
      ...hashedFields,
      address: truncate(address, 64),
      address_salt: salt,
      hmac: hashes.entry(hashedFields),
    });
    await db.afterCommit(onWritten);
  };
}

function endDetails(ends: ChainEnds | undefined): object {
  return ends ? { position: ends.end_position, hash: ends.end_hash } : { position: 'forged' };
}

/** Truncates a text to its column's length, without control characters and broken surrogates. */
function truncate(text: string, length: number): string {
  return removeBrokenSurrogate(text.replace(/[\u0000-\u001f\u007f]+/g, ' ').slice(0, length));
}
