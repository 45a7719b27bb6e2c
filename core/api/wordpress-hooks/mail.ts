import type { RenderedMail, SentState } from './values.js';

/** WordPress's hooks of emails, as fired here. */
declare module '../hooks.js' {
  interface Filters {
    pre_wp_mail: (sent: boolean | null, letter: RenderedMail) => boolean | null;
    wp_mail: (letter: RenderedMail) => RenderedMail;
    wp_mail_content_type: (contentType: string) => string;
    wp_mail_from: (address: string) => string;
    wp_mail_from_name: (name: string) => string;
  }

  interface Actions {
    phpmailer_init: (message: object) => void;
    wp_mail_failed: (letter: RenderedMail, outcome: SentState) => void;
    wp_mail_succeeded: (letter: RenderedMail, outcome: SentState) => void;
  }
}

export type {};
