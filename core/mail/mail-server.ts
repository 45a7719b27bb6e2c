import type SMTPTransport from 'nodemailer/lib/smtp-transport';
import type SMTPPool from 'nodemailer/lib/smtp-pool';
import type { OptionsApi } from '../api/index.js';

export const SECURITIES = ['tls', 'starttls', 'none'] as const;
/** Encryption of the connection to a mail server: from its start, after its greeting, or none. */
export type MailSecurity = (typeof SECURITIES)[number];

/** The mail server configured in the admin; none when the host is empty. */
export interface MailServerSettings {
  readonly host: string;
  readonly port: number;
  readonly security: MailSecurity;
  /** Empty for no authentication. */
  readonly user: string;
  readonly password: string;
  /** The sender address of emails; empty for the site's own. */
  readonly from: string;
}

/**
 * Where emails are sent: `environment` is `SMTP_URL`, which takes precedence over the admin's settings; `none` is the
 * mail folder.
 */
export type MailRoute =
  | { readonly kind: 'environment'; readonly url: string }
  | { readonly kind: 'settings'; readonly server: MailServerSettings }
  | { readonly kind: 'none' };

/** The site's mail server, wherever it is configured. */
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
    seal(text: string, context: string): string;
    open(sealed: string, context: string): string | undefined;
  };
}

const OPTION = 'mail_server';
const SEAL_CONTEXT = 'mail server';
const NONE: MailServerSettings = { host: '', port: 465, security: 'tls', user: '', password: '', from: '' };
/** Timeouts in milliseconds for a connection, a greeting and inactivity: a wrong host must not block for minutes. */
const TIMEOUT = { connectionTimeout: 8000, greetingTimeout: 8000, socketTimeout: 20_000 } as const;

export function createMailServer({ smtpUrl, options, box }: MailServerDeps): MailServer {
  async function read(): Promise<MailServerSettings> {
    const stored = await options.getOption<unknown>(OPTION, null);
    if (typeof stored !== 'object' || stored === null) return NONE;
    const { sealed = '', ...rest } = stored as Partial<MailServerSettings> & { readonly sealed?: string };
    // With another key, after a move without its file, the password has to be entered again.
    return { ...NONE, ...rest, password: sealed === '' ? '' : (box.open(sealed, SEAL_CONTEXT) ?? '') };
  }
  return {
    read,
    async route() {
      if (smtpUrl !== undefined && smtpUrl !== '') return { kind: 'environment', url: smtpUrl };
      const server = await read();
      return server.host === '' ? { kind: 'none' } : { kind: 'settings', server };
    },
    async write({ password, ...rest }) {
      await options.updateOption(OPTION, { ...rest, sealed: password === '' ? '' : box.seal(password, SEAL_CONTEXT) });
    },
  };
}

/** Returns a server's options for the mail library. */
export function transportOf({
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
    ...TIMEOUT,
    ...(user === '' ? {} : { auth: { user, pass: password } }),
  };
}
