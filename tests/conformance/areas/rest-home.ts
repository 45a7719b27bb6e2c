/** Where the recorded site was. */
export const SITE_URL = 'http://127.0.0.1:8181';
