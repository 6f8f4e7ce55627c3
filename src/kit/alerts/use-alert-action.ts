import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { type CallOptions, callIdempotently, errorDetail } from '../call.ts'
import { toast } from '../toasts.ts'
import { useRefetch } from '../use-call.ts'

interface Message {
  text: string
  detail?: string
  /** Path of what the action was about. */
  path?: string
}

interface ActionMessages<Reply> {
  /** Shown on success; omitted where the screen shows the result anyway. */
  done?: string | Message | ((reply: Reply) => string | Message)
  failed: string
}

/**
 * Sends alert actions idempotently, shows a toast with each outcome and refetches. Only an action that is already
 * running is not sent again; another one, such as acknowledging a second alert, does not wait for the first.
 */
export function useAlertAction(resource = 'alerts') {
  const { t } = useTranslation()
  const refetch = useRefetch(resource)
  const running = useRef(new Set<string>())
  const [pending, setPending] = useState(false)
  const navigate = useNavigate()

  const showSuccess = ({ path, ...message }: Message) =>
    toast({
      tone: 'good',
      ...message,
      ...(path && { actions: [{ text: t('open'), run: () => void navigate(path) }] }),
    })

  /** @returns the reply; null on failure, which a toast reports, and for an action that is already running */
  async function run<E extends Endpoint, Reply = Awaited<ReturnType<typeof callIdempotently<E>>>>(
    endpoint: E,
    options: CallOptions<E>,
    { done, failed }: ActionMessages<Reply>,
  ): Promise<Reply | null> {
    const action = JSON.stringify([endpoint.method, endpoint.path, options])
    if (running.current.has(action)) return null
    running.current.add(action)
    setPending(true)
    try {
      const reply = (await callIdempotently(endpoint, options)) as Reply
      const message = typeof done === 'function' ? done(reply) : done
      if (message) showSuccess(typeof message === 'string' ? { text: message } : message)
      return reply
    } catch (error) {
      toast({ tone: 'bad', text: failed, detail: errorDetail(error) ?? t('networkError') })
      return null
    } finally {
      running.current.delete(action)
      setPending(running.current.size > 0)
      void refetch()
    }
  }
  return { act: run, pending }
}
