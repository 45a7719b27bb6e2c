/**
 * Sends a request to the REST API as the current user. The cookie alone does not identify a user: the request needs the
 * nonce of the page. When the session has ended meanwhile, the request is repeated as a visitor.
 * @param root the widget, whose `data-nonce` is set for users who are logged in
 */
export async function sendRequest(root: HTMLElement, url: string, options: RequestInit): Promise<Response> {
  const { nonce } = root.dataset;
  if (nonce === undefined) return fetch(url, options);
  const response = await fetch(url, { ...options, headers: { ...options.headers, 'X-WP-Nonce': nonce } });
  if (response.status !== 403) return response;
  delete root.dataset.nonce;
  return fetch(url, options);
}
