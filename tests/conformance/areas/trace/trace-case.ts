/** A request whose hooks were recorded, as the README of the recording describes it. */
export interface TraceCase {
  readonly id: string;
  readonly input: TraceRequest & {
    /** A page that is read first. */
    readonly from?: string;
    /** What its first link or button says that is followed. */
    readonly link?: readonly string[];
    readonly before?: readonly (TraceRequest & { readonly settle?: number })[];
    /** Milliseconds to listen after the answer. */
    readonly settle?: number;
  };
  /** What was answered; said of a case that fails, and not judged. */
  readonly status: number;
  readonly expected: readonly RecordedHook[];
}

/** What is sent, and by whom. */
export interface TraceRequest {
  readonly method: string;
  readonly path: string;
  readonly as?: string;
  readonly auth?: 'cookie';
  /** With a new session. */
  readonly fresh?: boolean;
  readonly nonce?: boolean | string;
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string | readonly string[]>>;
  /** The name of a picture that is the body. */
  readonly png?: string;
  /** The form's field that holds a picture. */
  readonly upload?: string;
  /** Form fields that hold a nonce of this action. */
  readonly nonces?: Readonly<Record<string, string>>;
  readonly editor?: string;
}

/** A hook at its first call. */
export interface RecordedHook {
  readonly hook: string;
  readonly kind: 'action' | 'filter';
  /** The kinds of that call's arguments, in PHP's words. */
  readonly args: readonly string[];
  /** May have fired when the site started instead. */
  readonly once?: boolean;
}
