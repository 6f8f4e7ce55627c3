import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { type Given, reasonOf } from '../call.ts'
import { callOnce } from '../call-once.ts'
import { say } from '../toasts.ts'
import { useReread } from '../use-reread.ts'

interface Said<Reply> {
  /** What to say when it is done; nothing where the screen shows it anyhow. */
  done?: string | ((reply: Reply) => string | { text: string; detail: string })
  failed: string
}

/** Does something about alerts, once for each wish of the person, says what became of it and shows what changed. */
export function useAct(resource = 'alerts') {
  const { t } = useTranslation()
  const reread = useReread(resource)
  const [pending, setPending] = useState(false)

  /** @returns the reply, or null where it was refused, which is said. */
  async function act<E extends Endpoint, Reply = Awaited<ReturnType<typeof callOnce<E>>>>(
    endpoint: E,
    given: Given<E>,
    { done, failed }: Said<Reply>,
  ): Promise<Reply | null> {
    if (pending) return null
    setPending(true)
    try {
      const reply = (await callOnce(endpoint, given)) as Reply
      const said = typeof done === 'function' ? done(reply) : done
      if (said) say({ tone: 'good', ...(typeof said === 'string' ? { text: said } : said) })
      return reply
    } catch (error) {
      say({ tone: 'bad', text: failed, detail: reasonOf(error) ?? t('networkError') })
      return null
    } finally {
      setPending(false)
      void reread()
    }
  }
  return { act, pending }
}
