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
