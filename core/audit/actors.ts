import type { Database } from '../api/index.js';
import { clientIp, currentContext, SCHEDULED } from '../context/index.js';
import type { ActorKind } from './entry.js';

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
