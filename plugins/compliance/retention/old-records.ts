import type { Database } from 'plinth';
import { isFreeConsent } from '../consents/checkbox.js';
import { isWithdrawal } from '../consents/consents.js';
import type { Declarations } from '../declarations/declarations.js';
import type { DeclarationKind } from '../declarations/tables.js';
import type { ConsentRow } from '../consents/tables.js';

/**
 * Removes people from records whose retention period has ended; the fact of a consent or declaration and its hashes
 * remain.
 */
export interface OldRecords {
  /**
   * Anonymizes consents; those still in effect retain their person.
   * @param before UTC
   * @returns number of records changed
   */
  consents(before: string): Promise<number>;
  /**
   * Anonymizes decided declarations without later activity.
   * @param before UTC
   * @returns number of records changed
   */
  declarations(kinds: readonly DeclarationKind[], before: string): Promise<number>;
}

const BATCH_SIZE = 500;
const ANONYMIZED = { email: '', address: '', user_id: 0, ip: '' };

export function createOldRecords({
  db,
  declarations,
}: {
  readonly db: Database;
  readonly declarations: Pick<Declarations, 'eraseByIds'>;
}): OldRecords {
  const queryConsents = () => db()('compliance_consents');

  /**
   * Whether a freely given consent was withdrawn before a date. Until then it is in effect, or its withdrawal must
   * remain provable. The location of the last entry says whether it is a withdrawal.
   */
  async function isWithdrawnBefore(
    { purpose, address, user_id }: Pick<ConsentRow, 'purpose' | 'address' | 'user_id'>,
    before: string,
  ): Promise<boolean> {
    const last = await queryConsents()
      .where({ purpose })
      .where((builder) => void (address === '' ? builder.where({ user_id }) : builder.where({ address })))
      .orderBy('id', 'desc')
      .first('location', 'created_at');
    return last !== undefined && last.created_at < before && isWithdrawal(last);
  }

  return {
    async consents(before) {
      let changed = 0;
      for (let after = 0; ;) {
        const rows = await queryConsents()
          .where('created_at', '<', before)
          .where('id', '>', after)
          .where((builder) => void builder.whereNot({ email: '' }).orWhereNot({ ip: '' }).orWhereNot({ user_id: 0 }))
          .orderBy('id')
          .limit(BATCH_SIZE)
          .select('id', 'purpose', 'address', 'user_id');
        const ids: number[] = [];
        for (const row of rows)
          if (!isFreeConsent(row.purpose) || (await isWithdrawnBefore(row, before))) ids.push(row.id);
        if (ids.length > 0) changed += await queryConsents().whereIn('id', ids).update(ANONYMIZED);
        const last = rows.at(-1);
        if (!last || rows.length < BATCH_SIZE) return changed;
        after = last.id;
      }
    },

    async declarations(kinds, before) {
      const recentCases = db()('compliance_report_cases').where('decided_at', '>=', before).select('declaration_id');
      const ids = await db()('compliance_declarations')
        .whereIn('kind', [...kinds])
        .whereNot({ status: 'recorded' })
        .where('created_at', '<', before)
        .whereNotIn('id', recentCases)
        .whereNot('statement', 'like', '{"erased"%')
        .orderBy('id')
        .limit(BATCH_SIZE)
        .pluck('id');
      if (ids.length === 0) return 0;
      return db.transaction(async () => {
        await db()('compliance_report_cases').whereIn('declaration_id', ids).update({ email: '' });
        return declarations.eraseByIds(ids);
      });
    },
  };
}
