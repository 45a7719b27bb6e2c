import type { Migration } from '../../api/index.js';

/** When an event was put on the list, by which a clock that was set back is noticed. */
export const addEventPlans: Migration = {
  id: '020_event_plans',
  async up(db) {
    if (await db().schema.hasColumn('cron_events', 'planned_at')) return;
    await db().schema.alterTable(
      'cron_events',
      (table) => void table.bigInteger('planned_at').notNullable().defaultTo(0),
    );
  },
};
