import { useEffect, useRef, useState } from 'react'
import type { TextProposal } from '#contract/localisation/interface-texts.ts'
import { translations } from '#contract/localisation/translations.ts'
import { call, errorDetail } from '../call.ts'

/** The AI model's proposal for a text: asked for by a person, and stopped when they leave. */
export function useProposal(id: string) {
  const [proposal, setProposal] = useState<TextProposal>()
  const [failure, setFailure] = useState<{ detail: string | undefined }>()
  const [isPending, setPending] = useState(false)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function ask() {
    if (running.current) return
    const own = new AbortController()
    running.current = own
    setPending(true)
    setFailure(undefined)
    setProposal(undefined)
    try {
      setProposal(await call(translations.propose, { params: { id }, signal: own.signal }))
    } catch (error) {
      if (!own.signal.aborted) setFailure({ detail: errorDetail(error) })
    } finally {
      if (running.current === own) {
        running.current = undefined
        setPending(false)
      }
    }
  }

  function cancel() {
    running.current?.abort()
    running.current = undefined
    setPending(false)
  }

  return { proposal, failure, isPending, ask, cancel }
}
export type Proposing = ReturnType<typeof useProposal>
