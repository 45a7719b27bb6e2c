import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as Nodemailer from 'nodemailer';
import { type Database, type HookApi, type Mail, PlinthError, toUtcString } from '../api/index.js';
import { fileNamePrefix } from './email-log.js';
import { type MailRoute, type MailServer, transportOptions } from './mail-server.js';
import { toPlainText } from './plain-text.js';
import { isPermanentRejection, rejectedRecipients, serverMessage } from './rejection.js';
import type { MailRecord } from './tables.js';

export interface Mailer {
  /**
   * Sends an email (`wp_mail`). Returns false if it was not sent.
   * @throws PlinthError `mail_refused`, `mail_not_sent`, for an email that is `required`
   */
  wpMail(email: Email): Promise<boolean>;
  log(limit?: number): Promise<MailRecord[]>;
  /** Returns the source of an email in the mail folder. */
  readMailFile(file: string): Promise<string | undefined>;
}

/** An email with its rendered text: a {@link Mail} without a view. */
export type Email = Omit<Mail, 'view' | 'data' | 'subject'> & { readonly subject: string };

interface MailDeps {
  db: Database;
  hooks: HookApi;
  log: { error(fields: object, message: string): void };
  folder: string;
  server: Pick<MailServer, 'route'>;
  from(): Promise<string>;
}

/** Headers that the mailer sets: sender, recipients, and the MIME structure. */
const MAILER_HEADERS = /^(?:from|sender|to|cc|bcc|subject|date|message-id|mime-version|content-.*)$/i;

const requireModule = createRequire(__filename);
/** Loads the library with the first email, because most processes send none. */
const loadNodemailer = (): typeof Nodemailer => requireModule('nodemailer') as typeof Nodemailer;

export function createMailer(deps: MailDeps): Mailer {
  let cachedTransport: { readonly key: string; readonly transport: Nodemailer.Transporter } | undefined;

  /** Returns the transport for the mail server. It is used for all emails until the settings change. */
  function getTransport(route: Exclude<MailRoute, { kind: 'none' }>): Nodemailer.Transporter {
    const key = JSON.stringify(route);
    if (cachedTransport?.key !== key) {
      cachedTransport?.transport.close();
      cachedTransport = {
        key,
        transport:
          route.kind === 'environment'
            ? loadNodemailer().createTransport(route.url)
            : loadNodemailer().createTransport(transportOptions(route.server)),
      };
    }
    return cachedTransport.transport;
  }

  async function logEmail(email: Email, entry: Pick<MailRecord, 'state' | 'error' | 'file'>): Promise<void> {
    const time = toUtcString();
    const recipients = [email.to].flat().join(', ').slice(0, 500);
    await deps
      .db()('mail_log')
      .insert({ at: time, recipients, subject: email.subject.slice(0, 250), ...entry });
  }

  async function writeToFolder(message: Nodemailer.SendMailOptions): Promise<string> {
    await mkdir(deps.folder, { recursive: true, mode: 0o700 });
    const { message: bytes } = await loadNodemailer()
      .createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
      .sendMail(message);
    const name = `${fileNamePrefix(Date.now())}-${Math.random().toString(36).slice(2, 8)}.eml`;
    await writeFile(join(deps.folder, name), bytes as Buffer, { mode: 0o600 });
    return name;
  }

  /** Returns the address and name of the sender (`wp_mail_from`, `wp_mail_from_name`). */
  async function getSender(): Promise<string | { name: string; address: string }> {
    const defaultSender = await deps.from();
    const [, name = '', address = defaultSender] = /^\s*"?(.*?)"?\s*<([^<>]+)>\s*$/.exec(defaultSender) ?? [];
    const from = {
      address: await deps.hooks.applyFilters('wp_mail_from', address.trim()),
      name: await deps.hooks.applyFilters('wp_mail_from_name', name),
    };
    return from.address === address.trim() && from.name === name ? defaultSender : from;
  }

  async function deliver(email: Email): Promise<Pick<MailRecord, 'state' | 'error' | 'file'>> {
    const message: Nodemailer.SendMailOptions = {
      from: await getSender(),
      to: [...[email.to].flat()],
      subject: email.subject.replace(/[\r\n]+/g, ' '),
      replyTo: email.replyTo,
      html: email.html,
      text: email.text ?? (email.html === undefined ? '' : toPlainText(email.html)),
      headers: Object.fromEntries(Object.entries(email.headers ?? {}).filter(([name]) => !MAILER_HEADERS.test(name))),
      attachments: email.attachments?.map((attachment) => ({ ...attachment })),
    };
    await deps.hooks.doAction('phpmailer_init', message);
    try {
      const route = await deps.server.route();
      if (route.kind === 'none') return { state: 'filed', error: '', file: await writeToFolder(message) };
      return { state: 'sent', error: rejectedRecipients(await getTransport(route).sendMail(message)), file: '' };
    } catch (error) {
      const isRefused = isPermanentRejection(error);
      deps.log.error(
        { error, subject: email.subject },
        isRefused ? 'a mail server refused an email' : 'an email could not be sent',
      );
      return { state: isRefused ? 'refused' : 'failed', error: serverMessage(error), file: '' };
    }
  }

  return {
    async wpMail(original) {
      const filtered = toHtmlEmail(
        await deps.hooks.applyFilters('wp_mail', original),
        await deps.hooks.applyFilters('wp_mail_content_type', original.html === undefined ? 'text/plain' : 'text/html'),
      );
      const preResult: unknown = await deps.hooks.applyFilters('pre_wp_mail', null, filtered);
      if (preResult !== null) return toResult(original, { state: preResult ? 'sent' : 'failed', error: '' });
      // If a filter replaces the email, the reference of the original remains.
      const email = original.reference === undefined ? filtered : { ...filtered, reference: original.reference };
      const outcome = await deliver(email);
      await logEmail(email, outcome);
      await deps.hooks.doAction(isDelivered(outcome) ? 'wp_mail_succeeded' : 'wp_mail_failed', email, outcome);
      return toResult(original, outcome);
    },
    log: (limit = 100) => deps.db()('mail_log').orderBy('id', 'desc').limit(limit),
    async readMailFile(name) {
      const known = await readdir(deps.folder).catch((): string[] => []);
      return known.includes(name) ? readFile(join(deps.folder, name), 'utf8') : undefined;
    },
  };
}

/** Converts the text to HTML content if a plugin has set the content type HTML. */
function toHtmlEmail(email: Email, type: string): Email {
  return type !== 'text/html' || email.html !== undefined || email.text === undefined
    ? email
    : { ...email, text: undefined, html: email.text };
}

const isDelivered = ({ state }: Pick<MailRecord, 'state'>): boolean => state === 'sent' || state === 'filed';

/** Returns the result for the caller of `wpMail`, or throws an error for a required email. */
function toResult(
  { required = false, subject }: Email,
  { state, error }: Pick<MailRecord, 'state' | 'error'>,
): boolean {
  if (isDelivered({ state }) || !required) return isDelivered({ state });
  if (state !== 'refused')
    throw new PlinthError('mail_not_sent', `The email "${subject}" could not be sent. ${error}`.trim(), {
      kind: 'outage',
      status: 503,
      hint: 'Check the mail log for the response of the mail server.',
    });
  throw new PlinthError('mail_refused', `The mail server refused the email "${subject}": ${error}`, {
    status: 422,
    final: true,
    details: { response: error },
    hint: 'Fix the address, and send the email again.',
  });
}
