/** URL of the recorded site. */
export const SITE_URL = 'http://127.0.0.1:8181';
