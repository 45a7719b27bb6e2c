import { createHash } from 'node:crypto';
import type { AuditApi, Database, Knex } from 'plinth';
import type { Clock } from '../time/clock.js';
import type {
  DeclarationEndRow,
  DeclarationKind,
  DeclarationRow,
  DeclarationStatus,
  Flag,
  ReceiptStatus,
} from './tables.js';

/** A declaration as it was submitted. */
export interface Declaration {
  readonly id: number;
  readonly kind: DeclarationKind;
  readonly email: string;
  /** 0 when no order matches. */
  readonly orderId: number;
  readonly fields: Readonly<Record<string, string>>;
  /**
   * SHA-256 of the previous declaration's hash and this one's text, including its time: changes and deletions are
   * detectable.
   */
  readonly hash: string;
  readonly locale: string;
  readonly status: DeclarationStatus;
  readonly decision: string;
  readonly flag: Flag;
  /** Whether it was made after the withdrawal period, as far as known; it is recorded nevertheless. */
  readonly late: boolean;
  /** UTC. */
  readonly createdAt: string;
  /** Exact input of `hash`: the text whose SHA-256 it is. */
  readonly hashInput: string;
  readonly receipt: ReceiptState;
}

/** Delivery state of a receipt. */
export interface ReceiptState {
  readonly status: ReceiptStatus;
  /** UTC; null unless it was sent. */
  readonly sentAt: string | null;
  /** Number of attempts to send it. */
  readonly attempts: number;
}

interface NewDeclaration {
  readonly kind: DeclarationKind;
  readonly email: string;
  readonly orderId: number;
  readonly fields: Readonly<Record<string, string>>;
  readonly locale: string;
  readonly flag: Flag;
  readonly late?: boolean;
}

/** Declarations that need attention: without a matching order, after the last day, or whose receipt was not sent. */
export type Anomaly = 'unmatched' | 'late' | 'unconfirmed';

/** Filters for declarations. */
interface DeclarationQuery {
  readonly kind?: DeclarationKind;
  readonly anomaly?: Anomaly;
  readonly status?: DeclarationStatus;
}

/**
 * Record of declarations. None is rejected because of its content or deleted. Its content changes only when personal
 * data is erased.
 */
export interface Declarations {
  /** Appends a declaration; runs `work` in the same transaction. */
  add(declaration: NewDeclaration, work: (added: Declaration) => Promise<void>): Promise<Declaration>;
  get(id: number): Promise<Declaration | undefined>;
  /** Newest first. */
  list(query: DeclarationQuery & { readonly limit: number; readonly offset: number }): Promise<readonly Declaration[]>;
  count(query?: DeclarationQuery): Promise<number>;
  /** Withdrawals from an order, oldest first. */
  listByOrder(orderId: number): Promise<readonly Declaration[]>;
  /** Assigns a declaration to an order and sets whether it was late; what was declared stays unchanged. */
  assignOrder(id: number, orderId: number, late: boolean): Promise<void>;
  decide(id: number, status: DeclarationStatus, decision: string): Promise<void>;
  /** All declarations of an email address. */
  listByEmail(email: string): Promise<readonly Declaration[]>;
  /**
   * Erases a person's data; hashes remain, so that the chain can still be verified.
   * @returns number of declarations changed
   */
  erase(email: string): Promise<number>;
  /**
   * Erases the personal data of these declarations, as in a personal data request.
   * @returns number of declarations changed
   */
  eraseByIds(ids: readonly number[]): Promise<number>;
  /**
   * First declaration that does not match its hash, or the newest when that is missing; undefined when the whole chain
   * is intact.
   */
  findBroken(): Promise<number | undefined>;
}

const TABLE = 'compliance_declarations';
const END_TABLE = 'compliance_declaration_end';
const BATCH_SIZE = 500;
/** Prefix of the text that replaces personal data after erasure. */
const ERASED_PREFIX = '{"erased":true,';

/** Input of the hash: the previous declaration's hash, and this one's text. */
const createHashInput = (previous: string, statement: string): string => `${previous}\n${statement}`;

export function hashOf(previous: string, statement: string): string {
  return createHash('sha256').update(createHashInput(previous, statement), 'utf8').digest('hex');
}

/** Whether a row is intact and follows the previous one; for an erased row, only its time can be compared. */
function isIntact(row: DeclarationRow, previous: string): boolean {
  if (row.previous_hash !== previous) return false;
  if (!row.statement.startsWith(ERASED_PREFIX) && row.hash !== hashOf(previous, row.statement)) return false;
  const { createdAt = row.created_at } = JSON.parse(row.statement) as { createdAt?: string };
  return createdAt === row.created_at;
}

function toDeclaration(row: DeclarationRow): Declaration {
  const { fields } = JSON.parse(row.statement) as { fields: Record<string, string> };
  return {
    id: row.id,
    kind: row.kind,
    email: row.email,
    orderId: row.order_id,
    fields,
    hash: row.hash,
    locale: row.locale,
    status: row.status,
    decision: row.decision,
    flag: row.flag,
    late: row.late === 1,
    createdAt: row.created_at,
    hashInput: createHashInput(row.previous_hash, row.statement),
    receipt: { status: row.receipt_status, sentAt: row.receipt_sent_at, attempts: row.receipt_attempts },
  };
}

function addConditions(query: Knex.QueryBuilder, { kind, anomaly, status }: DeclarationQuery): void {
  if (kind !== undefined) void query.where({ kind });
  if (status !== undefined) void query.where({ status });
  if (anomaly === 'unmatched') void query.where({ kind: 'withdrawal', order_id: 0 });
  if (anomaly === 'late') void query.where({ late: 1 });
  if (anomaly === 'unconfirmed') void query.whereNotIn('receipt_status', ['none', 'sent']);
}

/** Returns the first declaration that breaks the chain, or the newest when the end of the chain is missing. */
async function findBroken(
  table: () => Knex.QueryBuilder<DeclarationRow, DeclarationRow[]>,
  end: () => Knex.QueryBuilder<DeclarationEndRow, DeclarationEndRow[]>,
): Promise<number | undefined> {
  // Read first, so that declarations added meanwhile do not appear as a gap.
  const last = await end().first('declaration_id', 'hash');
  let isEndFound = last?.hash === '';
  let [previous, lastId] = ['', 0];
  for (;;) {
    const rows = await table().where('id', '>', lastId).orderBy('id').limit(BATCH_SIZE).select();
    for (const row of rows) {
      if (!isIntact(row, previous)) return row.id;
      [previous, lastId] = [row.hash, row.id];
      isEndFound ||= row.hash === last?.hash;
    }
    if (rows.length < BATCH_SIZE) return isEndFound ? undefined : (last?.declaration_id ?? lastId);
  }
}

export function createDeclarations({
  db,
  clock,
  audit,
}: {
  db: Database;
  clock: Clock;
  audit: Pick<AuditApi, 'record'>;
}): Declarations {
  const table = () => db()(TABLE);
  const end = () => db()(END_TABLE).where({ id: 1 });

  /** Erases a row except for the data that its position in the chain needs. */
  async function eraseRows(rows: readonly DeclarationRow[]): Promise<number> {
    for (const { id, created_at: createdAt, receipt_status: receiptStatus } of rows)
      await table()
        .where({ id })
        .update({
          email: '',
          statement: `${ERASED_PREFIX}${JSON.stringify({ createdAt, fields: {} }).slice(1)}`,
          decision: '',
          // Without an address, an unsent receipt is no longer due.
          receipt_status: receiptStatus === 'sent' ? 'sent' : 'none',
          receipt_network: '',
        });
    return rows.length;
  }

  return {
    add: ({ kind, email, orderId, fields, locale, flag, late = false }, work) =>
      db.transaction(async () => {
        // Locked until the commit, so that two declarations cannot follow the same one; the database releases the lock
        // when a process dies.
        const headQuery = end().first('hash');
        const last = await (db.engine === 'mysql' ? headQuery.forUpdate() : headQuery);
        const createdAt = clock.now();
        // Not taken from the last existing row: a deleted one would go unnoticed.
        const previous = last?.hash ?? '';
        const statement = JSON.stringify({ kind, createdAt, email, fields });
        const hash = hashOf(previous, statement);
        await table().insert({
          kind,
          email,
          order_id: orderId,
          statement,
          hash,
          previous_hash: previous,
          locale,
          status: 'recorded',
          decision: '',
          flag,
          late: Number(late),
          created_at: createdAt,
        });
        const row = await table().where({ hash }).first();
        if (!row) throw new Error('A declaration was not stored.');
        await end().update({ declaration_id: row.id, hash });
        const added = toDeclaration(row);
        await work(added);
        return added;
      }),

    async get(id) {
      const row = await table().where({ id }).first();
      return row && toDeclaration(row);
    },

    async list({ limit, offset, ...filter }) {
      const query = table().select().orderBy('id', 'desc').limit(limit).offset(offset);
      addConditions(query, filter);
      const rows = await query;
      return rows.map(toDeclaration);
    },

    async count(filter = {}) {
      const query = table().count({ n: '*' });
      addConditions(query, filter);
      const [row] = await query;
      return Number(row?.n ?? 0);
    },

    async listByOrder(orderId) {
      if (orderId <= 0) return [];
      const rows = await table().where({ kind: 'withdrawal', order_id: orderId }).orderBy('id').select();
      return rows.map(toDeclaration);
    },

    assignOrder: async (id, orderId, late) =>
      void (await table()
        .where({ id, kind: 'withdrawal' })
        .update({ order_id: orderId, late: Number(late) })),

    async decide(id, status, decision) {
      await db.transaction(async () => {
        const before = await table().where({ id }).first('kind', 'status');
        if (!before) return;
        await table().where({ id }).update({ status, decision });
        await audit.record({
          action: 'compliance.declaration_decided',
          subject: { kind: before.kind, id },
          details: { from: before.status, to: status },
        });
      });
    },

    async listByEmail(email) {
      const rows = await table().where({ email }).orderBy('id').select();
      return rows.map(toDeclaration);
    },

    erase: (email) => db.transaction(async () => eraseRows(await table().where({ email }).select())),
    eraseByIds: (ids) =>
      db.transaction(async () =>
        eraseRows(
          await table()
            .whereIn('id', [...ids])
            .select(),
        ),
      ),

    findBroken: () => findBroken(table, end),
  };
}
