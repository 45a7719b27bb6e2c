import type { AssetOptions, PlinthError } from '../../api/index.js';

export type AssetKind = 'script' | 'style' | 'module';

/** A registered script, style or script module. */
export interface Asset {
  readonly handle: string;
  readonly kind: AssetKind;
  /** The complete URL, with its version; empty for an asset that only groups others. */
  readonly src: string;
  readonly owner: string;
  readonly options: AssetOptions;
  /** Whether it is registered only, and included in a page when it is enqueued or required. */
  readonly registeredOnly?: boolean;
  /** For a module: the dynamically imported dependencies. */
  readonly dynamic?: readonly string[];
}

/** Inline code and data attached to a script or style. */
export interface InlineCode {
  readonly kind: AssetKind;
  readonly handle: string;
  readonly position: 'data' | 'before' | 'after';
  readonly code: string;
}

/** Called with an error of a plugin's asset, once for each; the page is rendered without it. */
export type AssetErrorHandler = (owner: string, handle: string, error: PlinthError) => void;

/** Returns the key of one plugin's asset. */
export function assetKey({ kind, owner, handle }: Pick<Asset, 'kind' | 'owner' | 'handle'>): string {
  return `${kind} ${owner} ${handle}`;
}

/** Returns the key of all assets with that handle. */
export function handleKey({ kind, handle }: Pick<Asset, 'kind' | 'handle'>): string {
  return `${kind} ${handle}`;
}
