/** Requests to the server. An error is thrown as `Refused` with its sentences; no network as `Offline`. */
import { sent } from './transport.ts';

export { Offline, Refused } from './refusing.ts';

export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return answer<T>(path, signal ? { signal } : {});
}

export async function post<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  const headers = { 'Content-Type': 'application/json' };
  return answer<T>(path, { method: 'POST', headers, body: JSON.stringify(body), ...(signal ? { signal } : {}) });
}

export async function bytes(path: string, body?: unknown): Promise<Uint8Array<ArrayBuffer>> {
  const headers = { 'Content-Type': 'application/json' };
  const response = await sent(path, body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) });
  return new Uint8Array(await response.arrayBuffer());
}

/** A request with a token, or a write with a key. */
export interface Asked {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly token?: string | undefined;
  readonly key?: string;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}
export async function ask<T>(path: string, { method, token, key, body, signal }: Asked = {}): Promise<T> {
  const response = await asked(path, {
    ...(method ? { method } : {}),
    token,
    ...(key ? { key } : {}),
    body,
    ...(signal ? { signal } : {}),
  });
  return (response.status === 204 ? null : await response.json()) as T;
}
export async function asked(path: string, { method, token, key, body, signal }: Asked = {}): Promise<Response> {
  const headers: Record<string, string> = {};
  const file = body instanceof Blob;
  if (body !== undefined) headers['Content-Type'] = file ? 'application/octet-stream' : 'application/json';
  if (token) headers['Authorization'] = `Bearer ${token}`;
  if (key) headers['Idempotency-Key'] = key;
  const content = file ? body : JSON.stringify(body);
  return sent(path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers,
    ...(body === undefined ? {} : { body: content }),
    ...(signal ? { signal } : {}),
  });
}

async function answer<T>(path: string, init: RequestInit): Promise<T> {
  return (await (await sent(path, init)).json()) as T;
}
