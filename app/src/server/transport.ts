/** One request over the network; the playground has another one (app/src/playground/transport.ts). */
import { Offline, Refused } from './refusing.ts';
import type { Failure } from './shapes.ts';

const ROOT = '/api/v1';

export async function sent(path: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(ROOT + path, { credentials: 'omit', ...init });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new Offline(String(error));
  }
  if (response.ok) return response;
  const failure = (await response.json().catch(() => null)) as Failure | null;
  if (!failure || typeof failure.code !== 'string') throw new Offline(`${response.status}`);
  throw new Refused(failure);
}
