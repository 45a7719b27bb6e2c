import PostalMime from 'postal-mime';
import { openMailServer } from '../kit/mail-server.js';

export interface ReceivedEmail {
  readonly to: string;
  readonly replyTo: string;
  readonly subject: string;
  readonly text: string;
}

/** A mail server that accepts and stores all emails, even if the sender has been killed. */
export interface MailSink {
  readonly url: string;
  /** Emails acknowledged to the sender, even if it could not receive the response. */
  received(): Promise<readonly ReceivedEmail[]>;
  close(): Promise<void>;
}

/** @param pause returns the delay in milliseconds before an email is acknowledged */
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
