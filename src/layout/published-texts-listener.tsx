import { useSubscription } from '@refinedev/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { may } from '#contract/kit/permissions.ts'
import { publishedTexts } from '#contract/localisation/published-texts.ts'
import { useCan, useCurrentUser } from '#kit/current-user.ts'
import { liveStatus } from '#kit/live-status.ts'
import { translateModeKey } from '#kit/translate-mode/marks.ts'
import { refreshPublishedTexts } from '#providers/published-texts.ts'

/** Applies newly published texts, and resumes translate mode after a reload. */
export default function PublishedTextsListener() {
  const { i18n } = useTranslation()
  const caller = useCurrentUser()
  const mayTranslate = useCan()(may('translations', 'update'))
  useSubscription({
    channel: `resources/${publishedTexts}`,
    types: ['*'],
    onLiveEvent: refreshPublishedTexts,
  })
  // Changes may have been missed while the stream was down.
  useEffect(() => liveStatus.onLive(refreshPublishedTexts), [])
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
