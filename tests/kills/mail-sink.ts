import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';

export interface ReceivedLetter {
  readonly to: string;
  readonly replyTo: string;
  readonly subject: string;
  readonly text: string;
}

/** A mail server that takes every letter and keeps it, whatever becomes of who sent it. */
export interface MailSink {
  readonly url: string;
  /** What was acknowledged to the sender, or would have been if it still listened. */
  received(): Promise<readonly ReceivedLetter[]>;
  close(): Promise<void>;
}

/** @param pause how many milliseconds it thinks about a letter before it acknowledges it */
export async function openMailSink(pause: () => number): Promise<MailSink> {
  const letters: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.once('close', () => sockets.delete(socket)).on('error', () => undefined));
    converse(socket, (letter) => {
      letters.push(letter);
      return pause();
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: () => Promise.all(letters.map(read)),
    close: () => new Promise((resolve) => {
      for (const socket of sockets) socket.destroy();
      server.close(() => resolve());
    }),
  };
}

function converse(socket: Socket, keep: (letter: string) => number): void {
  let unread = '';
  let writing = false;
  const say = (line: string): void => void socket.write(`${line}\r\n`);
  say('220 sink');
  socket.on('data', (bytes: Buffer) => {
    unread += bytes.toString('latin1');
    for (;;) {
      const end = unread.indexOf(writing ? '\r\n.\r\n' : '\r\n');
      if (end < 0) return;
      const piece = unread.slice(0, end);
      unread = unread.slice(end + (writing ? 5 : 2));
      if (writing) {
        writing = false;
        setTimeout(() => say('250 kept'), keep(piece.replace(/^\.\./gm, '.')));
      } else if (/^DATA/i.test(piece)) {
        writing = true;
        say('354 go on');
      } else if (/^QUIT/i.test(piece)) {
        say('221 bye');
        socket.end();
      } else say('250 fine');
    }
  });
}

async function read(letter: string): Promise<ReceivedLetter> {
  const { to, replyTo, subject, text } = await PostalMime.parse(Buffer.from(letter, 'latin1'));
  return { to: to?.[0]?.address ?? '', replyTo: replyTo?.[0]?.address ?? '', subject: subject ?? '', text: text ?? '' };
}
