import { randomBytes } from 'node:crypto';
import type { Database } from 'plinth';
import type { Order } from '../store/shop.js';
import {
  type DigitalRecords,
  getExceptionState,
  type ExceptionPoint,
  type ExceptionState,
  parsePoint,
} from './exceptions.js';
import type { WithdrawalFacts } from './window.js';
import type { ContractRow, ContractLineRow } from './tables.js';

/** A line of an order with the data that affects the right of withdrawal. */
export interface ContractLine {
  readonly lineId: number;
  readonly name: string;
  readonly sku: string;
  readonly quantity: number;
  readonly kind: string;
  readonly exception: ExceptionPoint | 0;
  readonly state: ExceptionState;
}

/** Quantities by line ID. */
export type Quantities = ReadonlyMap<number, number>;

export interface Parcel {
  readonly name: string;
  /** `YYYY-MM-DD`; '' until delivered. */
  readonly deliveredOn: string;
}

/** Data that determines the right of withdrawal of an order. */
export interface Contract extends DigitalRecords {
  readonly orderId: number;
  /** Token in the URL of its withdrawal form; '' for an order from before tokens were stored. */
  readonly token: string;
  readonly informed: WithdrawalFacts['informed'];
  readonly countsFrom: WithdrawalFacts['countsFrom'];
  readonly parcels: readonly Parcel[];
  readonly lines: readonly ContractLine[];
}

/** Fields of a contract that the shop owner can edit. */
export type ContractChanges = Partial<Pick<Contract, 'informed' | 'countsFrom' | 'parcels' | keyof DigitalRecords>>;

/** Properties of a line's product at the time of sale. */
export interface SoldProduct {
  readonly kind: string;
  readonly exception: ExceptionPoint | 0;
}

/** Stored contract data for the right of withdrawal. */
export interface Contracts {
  /**
   * Stores the current properties of an order's products, and whether the customer is informed of the right; inside the
   * transaction of the order.
   */
  add(order: Order, soldAs: ReadonlyMap<number, SoldProduct>, informed: 'order' | 'never'): Promise<void>;
  get(order: Order): Promise<Contract>;
  /** Stores the shop owner's changes, and creates a token for an order without one. */
  update(orderId: number, changes: ContractChanges): Promise<void>;
  /**
   * Records the times required by point 13, each only once; existing ones stay unchanged.
   * @param time UTC
   */
  record(orderId: number, kinds: readonly (keyof DigitalRecords)[], time: string): Promise<void>;
  /** Returns the order of a token; 0 for none. */
  orderOf(token: string): Promise<number>;
  /** Returns the token of an order, creating it if needed. */
  tokenOf(orderId: number): Promise<string>;
}

/** Order metadata with the time at which the order first reached a status that counts as delivery. */
export const WITHDRAWAL_CLOCK_META = 'withdrawal_clock_started';

const TOKEN_PATTERN = /^[0-9a-f]{40}$/;
const COLUMNS = { consentAt: 'consent_at', noticeAt: 'notice_at', confirmedAt: 'confirmed_at' } as const;

const createRow = (orderId: number, informed: Contract['informed']): ContractRow => ({
  order_id: orderId,
  token: randomBytes(20).toString('hex'),
  informed,
  counts_from: 'last',
  consent_at: '',
  notice_at: '',
  confirmed_at: '',
});

export function createContracts({ db }: { db: Database }): Contracts {
  const contracts = () => db()('compliance_contracts');
  const lines = () => db()('compliance_contract_lines');
  const parcels = () => db()('compliance_parcels');
  const ensureContract = async (orderId: number): Promise<void> =>
    void (await contracts().insert(createRow(orderId, 'unknown')).onConflict('order_id').ignore());

  return {
    async add({ id, lines: orderLines }, soldAs, informed) {
      await contracts().insert(createRow(id, informed)).onConflict('order_id').ignore();
      const rows = orderLines.map((line): ContractLineRow => ({
        order_id: id,
        line_id: line.id,
        kind: soldAs.get(line.productId)?.kind ?? 'physical',
        exception: soldAs.get(line.productId)?.exception ?? 0,
      }));
      if (rows.length > 0) await lines().insert(rows).onConflict(['order_id', 'line_id']).ignore();
    },

    async get({ id, lines: orderLines }) {
      const row = await contracts().where({ order_id: id }).first();
      const storedLines = await lines().where({ order_id: id }).select();
      const storedParcels = await parcels().where({ order_id: id }).orderBy('id').select();
      const records: DigitalRecords = {
        consentAt: row?.consent_at ?? '',
        noticeAt: row?.notice_at ?? '',
        confirmedAt: row?.confirmed_at ?? '',
      };
      return {
        orderId: id,
        token: row?.token ?? '',
        informed: row?.informed ?? 'unknown',
        countsFrom: row?.counts_from ?? 'last',
        ...records,
        parcels: storedParcels.map(({ name, delivered_on: deliveredOn }) => ({ name, deliveredOn })),
        lines: orderLines.map((line) => {
          const { kind = 'physical', exception: stored = 0 } =
            storedLines.find(({ line_id: lineId }) => lineId === line.id) ?? {};
          const exception = parsePoint(stored);
          return {
            lineId: line.id,
            name: line.name,
            sku: line.sku,
            quantity: line.quantity,
            kind,
            exception,
            state: getExceptionState(exception, records),
          };
        }),
      };
    },

    async update(orderId, { parcels: newParcels, informed, countsFrom, ...records }) {
      await db.transaction(async () => {
        await ensureContract(orderId);
        const { consentAt, noticeAt, confirmedAt } = records;
        const changed: Partial<ContractRow> = {
          ...(informed === undefined ? {} : { informed }),
          ...(countsFrom === undefined ? {} : { counts_from: countsFrom }),
          ...(consentAt === undefined ? {} : { consent_at: consentAt }),
          ...(noticeAt === undefined ? {} : { notice_at: noticeAt }),
          ...(confirmedAt === undefined ? {} : { confirmed_at: confirmedAt }),
        };
        if (Object.keys(changed).length > 0) await contracts().where({ order_id: orderId }).update(changed);
        if (newParcels === undefined) return;
        await parcels().where({ order_id: orderId }).delete();
        if (newParcels.length > 0)
          await parcels().insert(
            newParcels.map(({ name, deliveredOn }) => ({ order_id: orderId, name, delivered_on: deliveredOn })),
          );
      });
    },

    async record(orderId, kinds, time) {
      await ensureContract(orderId);
      for (const kind of kinds)
        await contracts()
          .where({ order_id: orderId, [COLUMNS[kind]]: '' })
          .update({ [COLUMNS[kind]]: time });
    },

    async orderOf(token) {
      const row = TOKEN_PATTERN.test(token) ? await contracts().where({ token }).first('order_id') : undefined;
      return row?.order_id ?? 0;
    },

    async tokenOf(orderId) {
      const readToken = async (): Promise<string | undefined> =>
        (await contracts().where({ order_id: orderId }).first('token'))?.token;
      const existingToken = await readToken();
      if (existingToken !== undefined) return existingToken;
      await ensureContract(orderId);
      return (await readToken()) ?? '';
    },
  };
}
