import type { Endpoint } from '#contract/kit/endpoint.ts'
import { call, type Given, Refused, Unreachable } from '#kit/call.ts'
import { apiKey } from './api-key.ts'

/** Sends as the program of the key: what it is refused says nothing of the person's session. */
async function sendWith(key: string, { method, path }: Endpoint, body: unknown): Promise<void> {
  const response = await fetch(path, {
    method,
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify(body),
  }).catch((error: unknown) => {
    throw new Unreachable('The server cannot be reached', { cause: error })
  })
  if (!response.ok) throw new Refused(await response.json())
}

/** Sends a body, with the saved API key where there is one, else as the signed-in person. */
export async function send<E extends Endpoint>(
  endpoint: E,
  body: NonNullable<Given<E>['body']>,
): Promise<void> {
  const key = apiKey.get()
  if (key) await sendWith(key, endpoint, body)
  else await call(endpoint, { body } as Given<E>)
}
