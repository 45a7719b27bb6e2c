import type { Database } from '../api/index.js';
import { clientIp, currentContext, SCHEDULED } from '../context/index.js';

/** Who did something: an account, or what acts without one. */
export type ActorKind = 'user' | 'visitor' | 'command' | 'schedule' | 'site';

/** What is written down of something that was done. */
export interface NewEntry {
  /** UTC. */
  readonly at: string;
  readonly actor_kind: ActorKind;
  /** 0 for none. */
  readonly user_id: number;
  /** The account's name, at the time. */
  readonly actor: string;
  /** The network address; taken out after a while. */
  readonly address: string;
  readonly address_salt: string;
  readonly address_mark: string;
  readonly action: string;
  readonly subject_kind: string;
  readonly subject_id: string;
  readonly subject: string;
  readonly outcome: 'done' | 'refused';
  /** JSON. */
  readonly details: string;
  readonly seal: string;
}

/** A row of `audit_log`. */
export interface Entry extends NewEntry {
  readonly id: number;
  readonly position: number | string | null;
  readonly previous_hash: string;
  readonly hash: string;
}

export const AUDIT_TABLE = 'audit_log';

/** Who acts, as an entry names them. */
interface Actor {
  readonly actor_kind: ActorKind;
  readonly user_id: number;
  readonly actor: string;
  readonly address: string;
}

/** Contexts that no request made, by their ids. */
const WITHOUT_REQUEST: Readonly<Record<string, ActorKind>> = { [SCHEDULED]: 'schedule', cli: 'command', start: 'site' };

/** Says on whose behalf the running work is done. */
export function createActors(db: Database): (given?: number) => Promise<Actor> {
  return async (given) => {
    const context = currentContext();
    const userId = given ?? context?.userId ?? 0;
    const address = clientIp();
    if (userId > 0) {
      const user = await db()('users').where({ id: userId }).first('user_login');
      return { actor_kind: 'user', user_id: userId, actor: user?.user_login ?? '', address };
    }
    const kind = context ? (WITHOUT_REQUEST[context.id] ?? 'visitor') : 'site';
    return { actor_kind: kind, user_id: 0, actor: '', address };
  };
}
