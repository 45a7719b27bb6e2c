import { send } from './http-case.js';
import { SITE_URL } from './rest-home.js';

const { host } = new URL(SITE_URL);

/** Logs in through the form as a browser does. @returns the `Cookie` header for further requests */
export async function logInByForm(port: number, login: string, password: string): Promise<string> {
  const form = new URLSearchParams({ log: login, pwd: password }).toString();
  const response = await send(
    port,
    'POST',
    '/wp-login.php',
    { host, 'content-type': 'application/x-www-form-urlencoded' },
    form,
  );
  return (response.headers['set-cookie'] ?? '')
    .split(/,\s*(?=[\w-]+=)/)
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** Fetches a REST nonce for a session from the endpoint that scripts use. */
export async function restNonce(port: number, cookie: string): Promise<string> {
  return (await send(port, 'GET', '/wp-admin/admin-ajax.php?action=rest-nonce', { host, cookie }, undefined)).text;
}
