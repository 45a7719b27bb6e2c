import type { Socket } from 'node:net';

/** An error of the HTTP parser, with the bytes it could not parse. */
type ParserError = NodeJS.ErrnoException & { readonly rawPacket?: Buffer };

/** A socket of Node.js's HTTP server, with the response that is being written. */
type ServerSocket = Socket & { readonly _httpMessage?: { readonly _headerSent?: boolean } | null };

const TITLES = {
  400: ['Bad Request', 'Invalid request', 'The URL or a header of the request contains invalid characters.'],
  408: ['Request Timeout', 'Request timed out', 'The request did not arrive in time. Send it again.'],
  431: [
    'Request Header Fields Too Large',
    'Request header too large',
    'Delete the cookies of this site in your browser, then try again.',
  ],
} as const;

const UTF8 = new TextDecoder('utf-8', { fatal: true });
/** The request line of a page request; the path must not name another host. */
const PAGE_REQUEST = /^(?:GET|HEAD) (\/(?![/\\])[^\x00-\x20\x7f]*) HTTP\/1\.[01]\r?\n/;
const NOT_ASCII = /[\x80-\xff]/g;

/**
 * Answers a request that cannot be parsed: with a redirect if its address only lacks the encoding of UTF-8 letters, as
 * sent by old programs, otherwise with a page. The connection is closed.
 */
export function handleClientError(error: ParserError, socket: Socket): void {
  const isAnswered = (socket as ServerSocket)._httpMessage?._headerSent === true;
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswered) return void socket.destroy();
  const location = encodedTarget(error.rawPacket);
  socket.end(location === undefined ? errorPage(statusOf(error)) : redirectTo(location));
}

function statusOf({ code }: ParserError): keyof typeof TITLES {
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
}

/** Returns the percent-encoded address of a page request whose address contains UTF-8 bytes. */
function encodedTarget(packet: Buffer | undefined): string | undefined {
  const target = PAGE_REQUEST.exec(packet?.toString('latin1') ?? '')?.[1];
  if (target === undefined || target.search(NOT_ASCII) < 0) return undefined;
  try {
    UTF8.decode(Buffer.from(target, 'latin1'));
  } catch {
    return undefined;
  }
  return target.replace(NOT_ASCII, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
}

const redirectTo = (location: string): string =>
  `HTTP/1.1 301 Moved Permanently\r\nLocation: ${location}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;

function errorPage(status: keyof typeof TITLES): string {
  const [reason, title, text] = TITLES[status];
  const html = `<!DOCTYPE html>
<html lang="en">
<head><meta charset="UTF-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title></head>
<body><main><h1>${title}</h1><p>${text}</p><p>Error ${status}.</p><p><a href="/">Home</a></p></main></body>
</html>
`;
  return [
    `HTTP/1.1 ${status} ${reason}`,
    'Content-Type: text/html; charset=UTF-8',
    'Cache-Control: no-store',
    'Connection: close',
    `Content-Length: ${Buffer.byteLength(html)}`,
    '',
    html,
  ].join('\r\n');
}
