import type { AssetOptions, PlinthError } from '../../api/index.js';

export type AssetKind = 'script' | 'style' | 'module';

/** A script, style or script module that is known. */
export interface Asset {
  readonly handle: string;
  readonly kind: AssetKind;
  /** The complete address, with its version; empty for one that only gathers others. */
  readonly src: string;
  readonly owner: string;
  readonly options: AssetOptions;
  /** Known, and in a page only when it is enqueued or needed. */
  readonly isIdle?: boolean;
  /** Of a module: the dependencies that are imported when they are wanted. */
  readonly dynamic?: readonly string[];
}

/** Code and data that stand beside a script or style. */
export interface Beside {
  readonly kind: AssetKind;
  readonly handle: string;
  readonly position: 'data' | 'before' | 'after';
  readonly code: string;
}

/** Told what is wrong with a plugin's asset, once for each; the page goes on without it. */
export type AssetTrouble = (owner: string, handle: string, error: PlinthError) => void;

/** One plugin's own. */
export function keyOf({ kind, owner, handle }: Pick<Asset, 'kind' | 'owner' | 'handle'>): string {
  return `${kind} ${owner} ${handle}`;
}

/** Everybody's of that name. */
export function nameOf({ kind, handle }: Pick<Asset, 'kind' | 'handle'>): string {
  return `${kind} ${handle}`;
}
