import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useCaller } from '#kit/caller.ts'
import { formatIn, useFormat } from '#kit/format.ts'

/** The viewer's ways of writing, by the clock of the person whom it is about. */
export function usePersonFormat(zone: string) {
  const { i18n } = useTranslation()
  const { locale } = useCaller()
  const language = locale.startsWith(i18n.language) ? locale : i18n.language
  return useMemo(() => formatIn(language, zone), [language, zone])
}

/** A time by the person's clock, and by the viewer's where that reads another. */
export function useClock(zone: string): (instant: string) => string {
  const { t } = useTranslation('care')
  const viewer = useFormat()
  const person = usePersonFormat(zone)
  return instant => {
    const [there, here] = [person.time(instant), viewer.time(instant)]
    return there === here ? there : t('time.there', { there, here })
  }
}
