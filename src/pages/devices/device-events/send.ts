import type { Endpoint } from '#contract/kit/endpoint.ts'
import { ApiError, type CallOptions, call, NetworkError } from '#kit/call.ts'
import { apiKey } from './api-key.ts'

/** Sends with the API key; a 401 or 403 here must not end the user's session. */
async function sendWith(key: string, { method, path }: Endpoint, body: unknown): Promise<void> {
  const response = await fetch(path, {
    method,
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify(body),
  }).catch((error: unknown) => {
    throw new NetworkError('The server cannot be reached', { cause: error })
  })
  if (!response.ok) throw new ApiError(await response.json())
}

/** Sends a body with the saved API key, or else with the user's session. */
export async function send<E extends Endpoint>(
  endpoint: E,
  body: NonNullable<CallOptions<E>['body']>,
): Promise<void> {
  const key = apiKey.get()
  if (key) await sendWith(key, endpoint, body)
  else await call(endpoint, { body } as CallOptions<E>)
}
