declare module 'on-headers' {
  import type { ServerResponse } from 'node:http';

  /** Calls a listener just before the headers of a response are written; the latest added is called first. */
  export default function onHeaders<T extends ServerResponse>(response: T, listener: (this: T) => void): void;
}
