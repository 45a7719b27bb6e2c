import type SMTPTransport from 'nodemailer/lib/smtp-transport';
import type SMTPPool from 'nodemailer/lib/smtp-pool';
import type { OptionsApi } from '../api/index.js';

export const SECURITIES = ['tls', 'starttls', 'none'] as const;
/** Encryption of the connection to a mail server: from the start (`tls`), after the greeting (`starttls`), or none. */
export type MailSecurity = (typeof SECURITIES)[number];

/** The mail server in the admin settings. If the host is empty, there is none. */
export interface MailServerSettings {
  readonly host: string;
  readonly port: number;
  readonly security: MailSecurity;
  /** Username; empty if there is no authentication. */
  readonly user: string;
  readonly password: string;
  /** Sender address of emails; empty for the site's own address. */
  readonly from: string;
}

/**
 * How emails are sent: with `SMTP_URL` (`environment`), which takes precedence; with the admin settings (`settings`);
 * or only to the mail folder (`none`).
 */
export type MailRoute =
  | { readonly kind: 'environment'; readonly url: string }
  | { readonly kind: 'settings'; readonly server: MailServerSettings }
  | { readonly kind: 'none' };

/** The configuration of the site's mail server. */
export interface MailServer {
  route(): Promise<MailRoute>;
  read(): Promise<MailServerSettings>;
  write(settings: MailServerSettings): Promise<void>;
}

interface MailServerDeps {
  readonly smtpUrl: string | undefined;
  readonly options: Pick<OptionsApi, 'getOption' | 'updateOption'>;
  /** Encrypts the password. */
  readonly box: {
    encrypt(text: string, context: string): string;
    decrypt(encryptedText: string, context: string): string | undefined;
  };
}

const OPTION_NAME = 'mail_server';
const ENCRYPTION_CONTEXT = 'mail server';
const NO_SERVER: MailServerSettings = { host: '', port: 465, security: 'tls', user: '', password: '', from: '' };
/** Timeouts in milliseconds for the connection, the greeting and inactivity, so that a wrong host does not block. */
const TIMEOUTS_MS = { connectionTimeout: 8000, greetingTimeout: 8000, socketTimeout: 20_000 } as const;

export function createMailServer({ smtpUrl, options, box }: MailServerDeps): MailServer {
  async function read(): Promise<MailServerSettings> {
    const stored = await options.getOption<unknown>(OPTION_NAME, null);
    if (typeof stored !== 'object' || stored === null) return NO_SERVER;
    const { encryptedPassword = '', ...rest } = stored as Partial<MailServerSettings> & {
      readonly encryptedPassword?: string;
    };
    // The password cannot be decrypted with another key, for example after a move without the key file.
    return {
      ...NO_SERVER,
      ...rest,
      password: encryptedPassword === '' ? '' : (box.decrypt(encryptedPassword, ENCRYPTION_CONTEXT) ?? ''),
    };
  }
  return {
    read,
    async route() {
      if (smtpUrl !== undefined && smtpUrl !== '') return { kind: 'environment', url: smtpUrl };
      const server = await read();
      return server.host === '' ? { kind: 'none' } : { kind: 'settings', server };
    },
    async write({ password, ...rest }) {
      await options.updateOption(OPTION_NAME, {
        ...rest,
        encryptedPassword: password === '' ? '' : box.encrypt(password, ENCRYPTION_CONTEXT),
      });
    },
  };
}

/** Returns the options of a server for the mail library. */
export function transportOptions({
  host,
  port,
  security,
  user,
  password,
}: MailServerSettings): SMTPPool.Options | SMTPTransport.Options {
  return {
    pool: true,
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...TIMEOUTS_MS,
    ...(user === '' ? {} : { auth: { user, pass: password } }),
  };
}
