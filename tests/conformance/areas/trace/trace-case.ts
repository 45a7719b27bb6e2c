/** A request whose hooks were recorded, as the README of the recording describes it. */
export interface TraceCase {
  readonly id: string;
  readonly input: TraceRequest & {
    /** URL of a page to load first. */
    readonly from?: string;
    /** Words of the link or button of that page to follow. */
    readonly link?: readonly string[];
    readonly before?: readonly (TraceRequest & { readonly settle?: number })[];
    /** Milliseconds to keep recording after the response. */
    readonly settle?: number;
  };
  /** The recorded status; reported for failed cases but not compared. */
  readonly status: number;
  readonly expected: readonly RecordedHook[];
}

/** The request and its user. */
export interface TraceRequest {
  readonly method: string;
  readonly path: string;
  readonly as?: string;
  readonly auth?: 'cookie';
  /** Uses a new session. */
  readonly fresh?: boolean;
  readonly nonce?: boolean | string;
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string | readonly string[]>>;
  /** File name of an image sent as the body. */
  readonly png?: string;
  /** Form field that contains an image. */
  readonly upload?: string;
  /** Form fields that contain a nonce, with its action. */
  readonly nonces?: Readonly<Record<string, string>>;
  readonly editor?: string;
}

/** The first call of a hook. */
export interface RecordedHook {
  readonly hook: string;
  readonly kind: 'action' | 'filter';
  /** Types of the arguments, by PHP's names. */
  readonly args: readonly string[];
  /** Whether the hook may have fired at startup instead. */
  readonly once?: boolean;
}
