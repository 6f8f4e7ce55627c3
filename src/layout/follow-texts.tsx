import { useSubscription } from '@refinedev/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { may } from '#contract/kit/permissions.ts'
import { publishedTexts } from '#contract/localisation/published-texts.ts'
import { useCaller, useCan } from '#kit/caller.ts'
import { liveness } from '#kit/liveness.ts'
import { translateModeKey } from '#kit/translate-mode/key.ts'
import { readPublished } from '#providers/published-texts.ts'

/** Follows what is published, and goes on translating on the screen where this tab was at it before a reload. */
export default function FollowTexts() {
  const { i18n } = useTranslation()
  const caller = useCaller()
  const mayTranslate = useCan()(may('translations', 'update'))
  useSubscription({ channel: `resources/${publishedTexts}`, types: ['*'], onLiveEvent: readPublished })
  // While the stream was away, changes may have been missed.
  useEffect(() => liveness.whenLive(readPublished), [])
  useEffect(() => {
    const isTranslating = () => mayTranslate && sessionStorage.getItem(translateModeKey) !== null
    const mode = () => import('#providers/translate-mode.tsx')
    if (isTranslating()) void mode().then(({ startTranslating }) => startTranslating(i18n, caller))
    return () => {
      if (isTranslating()) void mode().then(({ pauseTranslating }) => pauseTranslating())
    }
  }, [i18n, caller, mayTranslate])
  return null
}
