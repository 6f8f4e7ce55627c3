import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { ApiError, type CallOptions, call, errorDetail, NetworkError } from '#kit/call.ts'
import { isPreview } from '#kit/preview/preview.ts'
import { toast } from '#kit/toasts.ts'

const key = 'device_api_key'
const listeners = new Set<() => void>()

/** API key saved in this browser, used instead of the session to send events. */
export const apiKey = {
  get: () => localStorage.getItem(key),
  save(value: string) {
    localStorage.setItem(key, value)
    for (const listener of listeners) listener()
  },
  clear() {
    localStorage.removeItem(key)
    for (const listener of listeners) listener()
  },
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useApiKey = () => useSyncExternalStore(subscribe, apiKey.get)

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
  if (key && !isPreview) await sendWith(key, endpoint, body)
  else await call(endpoint, { body } as CallOptions<E>)
}

type Done = 'testEvent.sent' | 'testAlert.sent' | 'profile.sent' | 'wellness.sent'

/** Runs a send action and shows the outcome as a toast. @returns whether it succeeded */
export function usePost() {
  const { t } = useTranslation(['events', 'common'])
  return async (done: Done, post: () => Promise<void>): Promise<boolean> => {
    try {
      await post()
      toast({ tone: 'good', text: t(done) })
      return true
    } catch (error) {
      const message = errorDetail(error) ?? t('common:networkError')
      toast({ tone: 'bad', text: t('failed', { message }) })
      return false
    }
  }
}
