import { randomBytes } from 'node:crypto';
import type { Database } from 'plinth';
import type { Order } from '../store/shop.js';
import {
  type DigitalRecords,
  exceptionState,
  type ExceptionPoint,
  type ExceptionState,
  pointOf,
} from './exceptions.js';
import type { WithdrawalFacts } from './window.js';
import type { ContractRow, ContractLineRow } from './tables.js';

/** One line of an order as the right of withdrawal sees it. */
export interface ContractLine {
  readonly lineId: number;
  readonly name: string;
  readonly sku: string;
  readonly quantity: number;
  readonly kind: string;
  readonly exception: ExceptionPoint | 0;
  readonly state: ExceptionState;
}

export interface Parcel {
  readonly name: string;
  /** `YYYY-MM-DD`; '' while it is not delivered. */
  readonly deliveredOn: string;
}

/** What the right of withdrawal of one order rests on. */
export interface Contract extends DigitalRecords {
  readonly orderId: number;
  /** Of the address that leads to its declaration; '' for an order from before these were kept. */
  readonly token: string;
  readonly informed: WithdrawalFacts['informed'];
  readonly countsFrom: WithdrawalFacts['countsFrom'];
  readonly parcels: readonly Parcel[];
  readonly lines: readonly ContractLine[];
}

/** What the owner may enter of a contract. */
export type ContractChanges = Partial<Pick<Contract, 'informed' | 'countsFrom' | 'parcels' | keyof DigitalRecords>>;

/** What was sold on a line, as the product said it then. */
export interface SoldAs {
  readonly kind: string;
  readonly exception: ExceptionPoint | 0;
}

/** What is kept of orders for the right of withdrawal. */
export interface Contracts {
  /** Inside the transaction of the order: what its products say now, and whether its customer is told of the right. */
  remember(order: Order, soldAs: ReadonlyMap<number, SoldAs>, informed: 'order' | 'never'): Promise<void>;
  of(order: Order): Promise<Contract>;
  /** Stores what the owner entered, and a token for an order that had none. */
  change(orderId: number, changes: ContractChanges): Promise<void>;
  /** Records what point 13 asks for, each once; what stands there stays. @param at UTC */
  record(orderId: number, kinds: readonly (keyof DigitalRecords)[], at: string): Promise<void>;
  /** The order that an address leads to; 0 for none. */
  orderOf(token: string): Promise<number>;
  /** The token of an order, made when it has none. */
  tokenOf(orderId: number): Promise<string>;
}

/** What stands in the order when it first took a status that stands for its delivery. */
export const CLOCK_META = 'withdrawal_clock_started';

const TOKEN = /^[0-9a-f]{40}$/;
const COLUMN = { consentAt: 'consent_at', noticeAt: 'notice_at', confirmedAt: 'confirmed_at' } as const;

const newRow = (orderId: number, informed: Contract['informed']): ContractRow => ({
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
  const begin = async (orderId: number): Promise<void> =>
    void (await contracts().insert(newRow(orderId, 'unknown')).onConflict('order_id').ignore());

  return {
    async remember({ id, lines: sold }, soldAs, informed) {
      await contracts().insert(newRow(id, informed)).onConflict('order_id').ignore();
      const rows = sold.map((line): ContractLineRow => ({
        order_id: id,
        line_id: line.id,
        kind: soldAs.get(line.productId)?.kind ?? 'physical',
        exception: soldAs.get(line.productId)?.exception ?? 0,
      }));
      if (rows.length > 0) await lines().insert(rows).onConflict(['order_id', 'line_id']).ignore();
    },

    async of({ id, lines: sold }) {
      const row = await contracts().where({ order_id: id }).first();
      const kept = await lines().where({ order_id: id }).select();
      const sent = await parcels().where({ order_id: id }).orderBy('id').select();
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
        parcels: sent.map(({ name, delivered_on: deliveredOn }) => ({ name, deliveredOn })),
        lines: sold.map((line) => {
          const { kind = 'physical', exception: stored = 0 } =
            kept.find(({ line_id: lineId }) => lineId === line.id) ?? {};
          const exception = pointOf(stored);
          return {
            lineId: line.id,
            name: line.name,
            sku: line.sku,
            quantity: line.quantity,
            kind,
            exception,
            state: exceptionState(exception, records),
          };
        }),
      };
    },

    async change(orderId, { parcels: sent, informed, countsFrom, ...records }) {
      await db.transaction(async () => {
        await begin(orderId);
        const { consentAt, noticeAt, confirmedAt } = records;
        const changed: Partial<ContractRow> = {
          ...(informed === undefined ? {} : { informed }),
          ...(countsFrom === undefined ? {} : { counts_from: countsFrom }),
          ...(consentAt === undefined ? {} : { consent_at: consentAt }),
          ...(noticeAt === undefined ? {} : { notice_at: noticeAt }),
          ...(confirmedAt === undefined ? {} : { confirmed_at: confirmedAt }),
        };
        if (Object.keys(changed).length > 0) await contracts().where({ order_id: orderId }).update(changed);
        if (sent === undefined) return;
        await parcels().where({ order_id: orderId }).delete();
        if (sent.length > 0)
          await parcels().insert(
            sent.map(({ name, deliveredOn }) => ({ order_id: orderId, name, delivered_on: deliveredOn })),
          );
      });
    },

    async record(orderId, kinds, at) {
      await begin(orderId);
      for (const kind of kinds)
        await contracts()
          .where({ order_id: orderId, [COLUMN[kind]]: '' })
          .update({ [COLUMN[kind]]: at });
    },

    async orderOf(token) {
      const row = TOKEN.test(token) ? await contracts().where({ token }).first('order_id') : undefined;
      return row?.order_id ?? 0;
    },

    async tokenOf(orderId) {
      const read = async (): Promise<string | undefined> =>
        (await contracts().where({ order_id: orderId }).first('token'))?.token;
      const known = await read();
      if (known !== undefined) return known;
      await begin(orderId);
      return (await read()) ?? '';
    },
  };
}
