import type { Database } from '../api/index.js';
import { clientIp, currentContext, SCHEDULED_CONTEXT } from '../context/index.js';

/** The kind of an actor: an account, or something that acts without one. */
export type ActorKind = 'user' | 'visitor' | 'command' | 'schedule' | 'site';

/** The data of a new audit entry. */
export interface NewEntry {
  /** UTC. */
  readonly at: string;
  readonly actor_kind: ActorKind;
  /** 0 for none. */
  readonly user_id: number;
  /** The account's name at that time. */
  readonly actor: string;
  /** The IP address; removed after the retention period. */
  readonly address: string;
  /** Salt and keyed hash of the address, by which the entry stays verifiable after the address is removed. */
  readonly address_salt: string;
  readonly address_hmac: string;
  readonly action: string;
  readonly subject_kind: string;
  readonly subject_id: string;
  readonly subject: string;
  readonly outcome: 'done' | 'refused';
  /** JSON. */
  readonly details: string;
  readonly hmac: string;
}

/** A row of `audit_log`. */
export interface Entry extends NewEntry {
  readonly id: number;
  readonly position: number | string | null;
  readonly previous_hash: string;
  readonly hash: string;
}

export const AUDIT_TABLE = 'audit_log';

/** The actor of an entry. */
interface Actor {
  readonly actor_kind: ActorKind;
  readonly user_id: number;
  readonly actor: string;
  readonly address: string;
}

/** Contexts that were not created by a request, by ID. */
const WITHOUT_REQUEST: Readonly<Record<string, ActorKind>> = {
  [SCHEDULED_CONTEXT]: 'schedule',
  cli: 'command',
  start: 'site',
};

/** Creates a function that returns the actor of the current work. */
export function createActorResolver(db: Database): (explicitUserId?: number) => Promise<Actor> {
  return async (explicitUserId) => {
    const context = currentContext();
    const userId = explicitUserId ?? context?.userId ?? 0;
    const address = clientIp();
    if (userId > 0) {
      const user = await db()('users').where({ id: userId }).first('user_login');
      return { actor_kind: 'user', user_id: userId, actor: user?.user_login ?? '', address };
    }
    const kind = context ? (WITHOUT_REQUEST[context.id] ?? 'visitor') : 'site';
    return { actor_kind: kind, user_id: 0, actor: '', address };
  };
}
