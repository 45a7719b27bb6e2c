import type SMTPTransport from 'nodemailer/lib/smtp-transport';
import type SMTPPool from 'nodemailer/lib/smtp-pool';
import type { OptionsApi } from '../api/index.js';

export const SECURITIES = ['tls', 'starttls', 'none'] as const;
/** How the connection to a mail server is kept secret: from its start, after its greeting, or not at all. */
export type MailSecurity = (typeof SECURITIES)[number];

/** The mail server that the owner typed into the admin; without a host there is none. */
export interface MailServerSettings {
  readonly host: string;
  readonly port: number;
  readonly security: MailSecurity;
  /** Empty: it asks nobody who they are. */
  readonly user: string;
  readonly password: string;
  /** The address that letters come from; empty: the site's own. */
  readonly from: string;
}

/** Where letters go: `environment` is `SMTP_URL`, which counts more than what was typed; `none` is the mail folder. */
export type MailRoute =
  | { readonly kind: 'environment'; readonly url: string }
  | { readonly kind: 'settings'; readonly server: MailServerSettings }
  | { readonly kind: 'none' };

/** The site's mail server, wherever it was set. */
export interface MailServer {
  route(): Promise<MailRoute>;
  read(): Promise<MailServerSettings>;
  write(settings: MailServerSettings): Promise<void>;
}

interface MailServerDeps {
  readonly smtpUrl: string | undefined;
  readonly options: Pick<OptionsApi, 'getOption' | 'updateOption'>;
  /** Locks the password. */
  readonly box: { seal(text: string, place: string): string; open(sealed: string, place: string): string | undefined };
}

const OPTION = 'mail_server';
const PLACE = 'mail server';
const NONE: MailServerSettings = { host: '', port: 465, security: 'tls', user: '', password: '', from: '' };
/** Milliseconds for a connection, a greeting, and silence in between: nobody waits minutes for a wrong host. */
const PATIENCE = { connectionTimeout: 8000, greetingTimeout: 8000, socketTimeout: 20_000 } as const;

export function createMailServer({ smtpUrl, options, box }: MailServerDeps): MailServer {
  async function read(): Promise<MailServerSettings> {
    const stored = await options.getOption<unknown>(OPTION, null);
    if (typeof stored !== 'object' || stored === null) return NONE;
    const { sealed = '', ...rest } = stored as Partial<MailServerSettings> & { readonly sealed?: string };
    // Under another key, after a move without its file, the password has to be typed again.
    return { ...NONE, ...rest, password: sealed === '' ? '' : (box.open(sealed, PLACE) ?? '') };
  }
  return {
    read,
    async route() {
      if (smtpUrl !== undefined && smtpUrl !== '') return { kind: 'environment', url: smtpUrl };
      const server = await read();
      return server.host === '' ? { kind: 'none' } : { kind: 'settings', server };
    },
    async write({ password, ...rest }) {
      await options.updateOption(OPTION, { ...rest, sealed: password === '' ? '' : box.seal(password, PLACE) });
    },
  };
}

/** A server as the mail library opens it. */
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
    ...PATIENCE,
    ...(user === '' ? {} : { auth: { user, pass: password } }),
  };
}
