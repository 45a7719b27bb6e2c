import PostalMime from 'postal-mime';
import { openMailServer } from '../kit/mail-server.js';

export interface ReceivedEmail {
  readonly to: string;
  readonly replyTo: string;
  readonly subject: string;
  readonly text: string;
}

/** A mail server that takes every letter and keeps it, whatever becomes of who sent it. */
export interface MailSink {
  readonly url: string;
  /** What was acknowledged to the sender, or would have been if it still listened. */
  received(): Promise<readonly ReceivedEmail[]>;
  close(): Promise<void>;
}

/** @param pause how many milliseconds it thinks about a letter before it acknowledges it */
export async function openMailSink(pause: () => number): Promise<MailSink> {
  const { url, emails, close } = await openMailServer({
    receive: () => new Promise((resolve) => void setTimeout(() => resolve('250 kept'), pause())),
  });
  return { url, received: () => Promise.all(emails.map(read)), close };
}

async function read(email: string): Promise<ReceivedEmail> {
  const { to, replyTo, subject, text } = await PostalMime.parse(Buffer.from(email, 'latin1'));
  return { to: to?.[0]?.address ?? '', replyTo: replyTo?.[0]?.address ?? '', subject: subject ?? '', text: text ?? '' };
}
