import { listen } from './server.js';

/** A port that nobody listens at. */
export async function freePort(): Promise<number> {
  const probe = await listen((_request, response) => void response.end(), 0, '127.0.0.1');
  await probe.close();
  return probe.port;
}
