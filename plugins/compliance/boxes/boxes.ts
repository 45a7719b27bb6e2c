import { randomBytes } from 'node:crypto';
import type { AuditApi, Database, Knex } from 'plinth';
import type { BoxSwitches } from '../settings/settings.js';
import type { Clock } from '../time/clock.js';
import { type Box, type BoxChanges, type BoxConditions, type BoxLocation, NO_CONDITIONS } from './box.js';
import { BUILT_IN_BOXES } from './built-in.js';
import type { BoxRow } from './tables.js';

export function boxOf(row: BoxRow): Box {
  return {
    id: row.id,
    slug: row.slug,
    own: row.seed_key.startsWith('own:'),
    label: row.label,
    required: row.required === 1,
    location: row.location,
    enabled: row.enabled === 1,
    position: row.position,
    legalPageId: row.legal_page_id,
    errorMessage: row.error_message,
    description: row.description,
    conditions: { ...NO_CONDITIONS, ...(JSON.parse(row.conditions) as Partial<BoxConditions>) },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** The columns that changes write; what is not named stays. */
export function columnsOf(changes: BoxChanges): Partial<BoxRow> {
  const columns: { [K in keyof BoxRow]?: BoxRow[K] | undefined } = {
    label: changes.label,
    required: changes.required === undefined ? undefined : Number(changes.required),
    location: changes.location,
    enabled: changes.enabled === undefined ? undefined : Number(changes.enabled),
    position: changes.position,
    legal_page_id: changes.legalPageId,
    error_message: changes.errorMessage,
    description: changes.description,
    conditions: changes.conditions === undefined ? undefined : JSON.stringify(changes.conditions),
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

/** The legal boxes of the shop. @since 0.1.0 */
export interface Boxes {
  /** By position, then id. */
  list(): Promise<readonly Box[]>;
  /** Those that stand in a place and are switched on. */
  at(location: BoxLocation): Promise<readonly Box[]>;
  get(id: number): Promise<Box | undefined>;
  /** Changes what is named and nothing else. */
  update(id: number, changes: BoxChanges): Promise<void>;
  /** Adds a box of the owner's own; `marketing` makes its consent free for good. */
  add(
    box: BoxChanges & { readonly label: string; readonly location: BoxLocation },
    slug: 'custom' | 'marketing',
  ): Promise<number>;
  /** Removes a box of the owner's own; what was agreed to stays provable. */
  remove(id: number): Promise<boolean>;
  /** Gives the boxes of a built-in text the page it speaks of, where none was chosen. */
  linkPage(slugs: readonly string[], pageId: number): Promise<void>;
  /** Writes the built-in boxes that are missing; harmless to repeat. */
  seed(): Promise<void>;
  /** The settings' view of the boxes at the checkout. */
  readonly switches: BoxSwitches;
}

/** How keys of boxes begin that no update of the plugin brings back. */
const OWN = 'own:';
const TABLE = 'compliance_checkboxes';

/** Names a built-in row for good, wherever its owner moves it. */
const seedKey = (slug: string, location: BoxLocation): string => `${slug}:${location}`;

/** The rows of the built-in boxes, one for each place that one stands in. */
function builtInRows(now: string): Omit<BoxRow, 'id'>[] {
  return BUILT_IN_BOXES.flatMap((box) =>
    box.locations.map((location) => ({
      seed_key: seedKey(box.slug, location),
      slug: box.slug,
      location,
      label: box.label,
      required: Number(box.required),
      enabled: Number(box.enabled),
      position: box.position,
      legal_page_id: null,
      error_message: box.error,
      description: '',
      conditions: JSON.stringify(box.productTypes ? { product_types: box.productTypes } : {}),
      created_at: now,
      updated_at: now,
    })),
  );
}

/** A box of the owner's own, before anything is said of it. */
const ownRow = (slug: string, location: BoxLocation, now: string): Omit<BoxRow, 'id' | 'label'> => ({
  seed_key: `${OWN}${randomBytes(8).toString('hex')}`,
  slug,
  location,
  required: 0,
  enabled: 1,
  position: 200,
  legal_page_id: null,
  error_message: '',
  description: '',
  conditions: '{}',
  created_at: now,
  updated_at: now,
});

/** The settings' view of the boxes at the checkout. */
function createSwitches(table: () => Knex.QueryBuilder<BoxRow, BoxRow[]>, clock: Pick<Clock, 'now'>): BoxSwitches {
  return {
    async read() {
      const rows = await table().where('seed_key', 'like', '%:checkout').select('slug', 'enabled');
      return Object.fromEntries(rows.map(({ slug, enabled }) => [slug, enabled === 1]));
    },
    async write(slug, enabled) {
      await table()
        .where({ seed_key: seedKey(slug, 'checkout') })
        .update({ enabled: Number(enabled), updated_at: clock.now() });
    },
  };
}

export function createBoxes({
  db,
  clock,
  audit,
}: {
  db: Database;
  clock: Clock;
  audit: Pick<AuditApi, 'record'>;
}): Boxes {
  const table = () => db()(TABLE);

  return {
    async list() {
      const rows = await table()
        .select()
        .orderBy([{ column: 'position' }, { column: 'id' }]);
      return rows.map(boxOf);
    },

    async at(location) {
      const rows = await table()
        .where({ location, enabled: 1 })
        .select()
        .orderBy([{ column: 'position' }, { column: 'id' }]);
      return rows.map(boxOf);
    },

    async get(id) {
      const row = await table().where({ id }).first();
      return row && boxOf(row);
    },

    async update(id, changes) {
      const columns = columnsOf(changes);
      if (Object.keys(columns).length === 0) return;
      await db.transaction(async () => {
        const before = await table().where({ id }).first();
        if (!before) return;
        await table()
          .where({ id })
          .update({ ...columns, updated_at: clock.now() });
        // Their order says nothing of what is agreed to.
        const differing = (Object.keys(columns) as (keyof typeof columns)[]).filter(
          (name) => name !== 'position' && before[name] !== columns[name],
        );
        if (differing.length > 0)
          await audit.record({
            action: 'compliance.box_changed',
            subject: { kind: 'box', id, title: before.slug },
            details: {
              changes: Object.fromEntries(differing.map((name) => [name, { from: before[name], to: columns[name] }])),
            },
          });
      });
    },

    async add(box, slug) {
      const fresh = { ...ownRow(slug, box.location, clock.now()), label: box.label };
      await table().insert({ ...fresh, ...columnsOf(box) });
      const row = await table().where({ seed_key: fresh.seed_key }).first();
      await audit.record({
        action: 'compliance.box_added',
        subject: { kind: 'box', id: row?.id ?? 0, title: slug },
        details: { label: box.label, location: box.location },
      });
      return row?.id ?? 0;
    },

    async remove(id) {
      return db.transaction(async () => {
        const own = () => table().where({ id }).where('seed_key', 'like', `${OWN}%`);
        const before = await own().first();
        if (!before || (await own().delete()) === 0) return false;
        await audit.record({
          action: 'compliance.box_removed',
          subject: { kind: 'box', id, title: before.slug },
          details: { label: before.label, location: before.location },
        });
        return true;
      });
    },

    async linkPage(slugs, pageId) {
      await table()
        .whereIn('slug', [...slugs])
        .whereNull('legal_page_id')
        .update({ legal_page_id: pageId });
    },

    async seed() {
      await table().insert(builtInRows(clock.now())).onConflict('seed_key').ignore();
    },

    switches: createSwitches(table, clock),
  };
}
