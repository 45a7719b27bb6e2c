import type { IncomingMessage } from 'node:http';

/** Bodies that were read before anybody asked for them. */
const bodies = new WeakMap<IncomingMessage, Buffer>();

/** Reads the body of a request whose headers say how long it is; whoever reads it later gets the same. @param then not called for a request that breaks off */
export function readAhead(request: IncomingMessage, then: (body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => void chunks.push(chunk));
  request.once('end', () => {
    const [first, ...others] = chunks;
    const body = first && others.length === 0 ? first : Buffer.concat(chunks);
    bodies.set(request, body);
    then(body);
  });
  // Who hangs up waits for nothing.
  request.once('error', () => undefined);
}

/** The body that was read already. */
export const bodyAhead = (request: IncomingMessage): Buffer | undefined => bodies.get(request);
