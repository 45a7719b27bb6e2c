import PostalMime from 'postal-mime';
import { openMailServer } from '../kit/mail-server.js';

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
  const { url, letters, close } = await openMailServer({
    receive: () => new Promise((resolve) => void setTimeout(() => resolve('250 kept'), pause())),
  });
  return { url, received: () => Promise.all(letters.map(read)), close };
}

async function read(letter: string): Promise<ReceivedLetter> {
  const { to, replyTo, subject, text } = await PostalMime.parse(Buffer.from(letter, 'latin1'));
  return { to: to?.[0]?.address ?? '', replyTo: replyTo?.[0]?.address ?? '', subject: subject ?? '', text: text ?? '' };
}
