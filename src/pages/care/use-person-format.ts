import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useCurrentUser } from '#kit/current-user.ts'
import { formatIn, useFormat } from '#kit/format.ts'

/** Formats in the viewer's locale and the person's time zone. */
export function usePersonFormat(zone: string) {
  const { i18n } = useTranslation()
  const { locale } = useCurrentUser()
  const language = locale.startsWith(i18n.language) ? locale : i18n.language
  return useMemo(() => formatIn(language, zone), [language, zone])
}

/** A time in the person's zone, plus the viewer's where it differs. */
export function useClock(zone: string): (instant: string) => string {
  const { t } = useTranslation('care')
  const viewer = useFormat()
  const person = usePersonFormat(zone)
  return instant => {
    const [personTime, viewerTime] = [person.time(instant), viewer.time(instant)]
    return personTime === viewerTime ? personTime : t('time.there', { there: personTime, here: viewerTime })
  }
}

/** Like the clock, with the date where the instant is not of today. */
export function useMoment(zone: string): (instant: string) => string {
  const clock = useClock(zone)
  const person = usePersonFormat(zone)
  return instant =>
    person.date(instant) === person.date(new Date().toISOString()) ? clock(instant) : person.dateTime(instant)
}
