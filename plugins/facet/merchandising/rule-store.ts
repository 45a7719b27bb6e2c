import { PlinthError, type PluginScope } from 'plinth';
import type { MerchandisingRule, RuleDraft } from './rule.js';
import { RULE_HISTORY, type RuleRow } from './tables.js';

/**
 * The owner's rules; if several affect a product, the first one applies.
 * @since 0.1.0
 */
export interface RuleStore {
  /** Returns the rules in order of precedence, highest first. */
  all(): Promise<readonly MerchandisingRule[]>;
  /**
   * @param id 0 for a new rule, which is placed below the others
   * @returns its id
   * @throws PlinthError `facet_rule_not_found`, or `facet_rule_limit_reached` if there are too many
   */
  save(id: number, draft: RuleDraft): Promise<number>;
  remove(id: number): Promise<void>;
  /** Reorders the rules; those not listed come after the others. */
  reorder(ids: readonly number[]): Promise<void>;
  /**
   * Reverts the last change.
   * @returns whether there was one
   */
  undo(): Promise<boolean>;
  /** Returns the number of changes that can be reverted. */
  undoCount(): Promise<number>;
}

/** Maximum number of rules; all of them are evaluated for each list. */
export const MAX_RULES = 200;
const MAX_HISTORY = 20;
const TABLE = 'facet_rules';
const LOCK = 'facet-rules';
/** Rows per statement, since databases limit the number of bindings. */
const BATCH = 100;

export function createRuleStore({ db, cache }: Pick<PluginScope, 'db' | 'cache'>): RuleStore {
  const rows = async (): Promise<readonly RuleRow[]> => db()(TABLE).orderBy([{ column: 'position' }, { column: 'id' }]);
  const rowOf = ({ id, ...rule }: MerchandisingRule, position: number): RuleRow => ({
    id,
    position,
    rule: JSON.stringify(rule),
  });
  const ruleOf = ({ id, rule }: RuleRow): MerchandisingRule => ({ id, ...(JSON.parse(rule) as RuleDraft) });

  /** Changes the rules, and stores their previous state. */
  const changeRules = <T>(work: (before: readonly RuleRow[]) => Promise<T>): Promise<T> =>
    db.withLock(LOCK, () =>
      db.transaction(async () => {
        const before = await rows();
        await db()(RULE_HISTORY).insert({ rules: JSON.stringify(before) });
        const historyIds = (await db()(RULE_HISTORY).orderBy('id', 'desc').select('id')).map(({ id }) => id);
        if (historyIds.length > MAX_HISTORY)
          await db()(RULE_HISTORY).whereIn('id', historyIds.slice(MAX_HISTORY)).delete();
        return work(before);
      }),
    );

  return {
    all: async () => cache.get('facet:rules', async () => (await rows()).map(ruleOf)),

    save: (id, draft) =>
      changeRules(async (before) => {
        const { rule } = rowOf({ id, ...draft }, 0);
        if (id > 0) {
          if (!before.some((row) => row.id === id))
            throw new PlinthError('facet_rule_not_found', 'This rule no longer exists.', {
              status: 404,
              hint: 'Create it again.',
            });
          await db()(TABLE).where({ id }).update({ rule });
          return id;
        }
        if (before.length >= MAX_RULES)
          throw new PlinthError('facet_rule_limit_reached', `The limit of ${MAX_RULES} rules has been reached.`, {
            status: 409,
            hint: 'Remove rules that are no longer needed.',
          });
        const [insertedId] = await db()(TABLE).insert({ position: (before.at(-1)?.position ?? 0) + 1, rule });
        return Number(insertedId);
      }),

    remove: (id) => changeRules(async () => void (await db()(TABLE).where({ id }).delete())),

    reorder: (ids) =>
      changeRules(async (before) => {
        const placeOf = ({ id }: RuleRow): number => (ids.includes(id) ? ids.indexOf(id) : ids.length);
        const reordered = [...before].sort((a, b) => placeOf(a) - placeOf(b));
        for (const [position, { id }] of reordered.entries()) await db()(TABLE).where({ id }).update({ position });
      }),

    undo: () =>
      db.withLock(LOCK, () =>
        db.transaction(async () => {
          const last = await db()(RULE_HISTORY).orderBy('id', 'desc').first();
          if (!last) return false;
          const before = JSON.parse(last.rules) as readonly RuleRow[];
          await db()(TABLE).delete();
          for (let offset = 0; offset < before.length; offset += BATCH)
            await db()(TABLE).insert(before.slice(offset, offset + BATCH));
          await db()(RULE_HISTORY).where({ id: last.id }).delete();
          return true;
        }),
      ),

    async undoCount() {
      const [counted] = await db()(RULE_HISTORY).count({ number: '*' });
      return Number(counted?.number ?? 0);
    },
  };
}
