import type { RenderedMail, SentState } from './values.js';

/** WordPress's hooks of emails, as fired here. */
declare module '../hooks.js' {
  interface Filters {
    pre_wp_mail: (sent: boolean | null, email: RenderedMail) => boolean | null;
    wp_mail: (email: RenderedMail) => RenderedMail;
    wp_mail_content_type: (contentType: string) => string;
    wp_mail_from: (address: string) => string;
    wp_mail_from_name: (name: string) => string;
  }

  interface Actions {
    phpmailer_init: (message: object) => void;
    wp_mail_failed: (email: RenderedMail, outcome: SentState) => void;
    wp_mail_succeeded: (email: RenderedMail, outcome: SentState) => void;
  }
}

export type {};
