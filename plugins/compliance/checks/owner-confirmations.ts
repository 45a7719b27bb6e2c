import { createHash } from 'node:crypto';
import { PlinthError, type PluginScope } from 'plinth';
import type { Clock } from '../time/clock.js';
import type { Finding } from './check.js';

/** A person's confirmation of something that no program can judge. */
export interface OwnerConfirmation {
  readonly checkId: string;
  /** SHA-256 of what was confirmed; the confirmation ends when it changes. */
  readonly subjectHash: string;
  /** Display name of who confirmed; '' if the account was deleted, but the audit log still has the name. */
  readonly userName: string;
  /** UTC. */
  readonly confirmedAt: string;
}

/**
 * Confirmations by the shop owner, one for each check.
 * @since 0.1.0
 */
export interface OwnerConfirmations {
  /** Returns the confirmation of a check if it still applies to the subject. */
  find(checkId: string, subjectHash: string): Promise<OwnerConfirmation | undefined>;
  /**
   * Confirms what a check asked for, in the name of the current user, and records it in the audit log.
   * @throws PlinthError `compliance_confirmation_invalid` without a user
   */
  confirm(checkId: string, subjectHash: string): Promise<void>;
}

const TABLE = 'compliance_check_confirmations';

/** Returns the hash that stands for the subject of a finding; '' when nothing can be confirmed. */
export function hashSubject({ state, subject = '' }: Finding): string {
  return state === 'unconfirmed' && subject !== '' ? createHash('sha256').update(subject, 'utf8').digest('hex') : '';
}

export function createOwnerConfirmations({ scope, clock }: { scope: PluginScope; clock: Clock }): OwnerConfirmations {
  const { db } = scope;
  return {
    async find(checkId, subjectHash) {
      const row = await db()(TABLE).where({ check_id: checkId, subject_hash: subjectHash }).first();
      if (!row) return undefined;
      const user = await scope.getUserdata(row.user_id);
      return { checkId, subjectHash, userName: user ? user.display_name : '', confirmedAt: row.confirmed_at };
    },

    async confirm(checkId, subjectHash) {
      const user = await scope.getUserdata(scope.getCurrentUserId());
      if (!user)
        throw new PlinthError('compliance_confirmation_invalid', 'Only a logged-in person can confirm a requirement.', {
          hint: 'Log in as a user who manages the shop.',
          kind: 'refusal',
        });
      const row = {
        check_id: checkId,
        subject_hash: subjectHash,
        user_id: user.id,
        confirmed_at: clock.now(),
      };
      await db.transaction(async () => {
        await db()(TABLE).insert(row).onConflict(['check_id']).merge();
        await scope.audit.record({
          action: 'compliance.requirement_confirmed',
          subject: { kind: 'check', id: checkId },
          details: { subject_hash: subjectHash },
        });
      });
    },
  };
}
