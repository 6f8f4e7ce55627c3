import { useTranslation } from 'react-i18next'
import type { SummarySentence } from './summary-sentences.ts'
import { useClock, useMoment } from './use-person-format.ts'

/** Formats summary sentences. @param name the person's preferred name */
export function useSummaryText({
  name,
  zone,
}: {
  name: string
  zone: string
}): (words: SummarySentence) => string {
  const { t } = useTranslation('care')
  const clock = useClock(zone)
  const moment = useMoment(zone)
  return words => {
    switch (words.key) {
      case 'needsHelp':
      case 'noContacts':
      case 'noneNotified':
      case 'noneResponded':
      case 'notCheckedIn':
      case 'nothingHeard':
      case 'tookAll':
        return t(`words.${words.key}`, { name })
      case 'silent':
        return t('words.silent', { name, time: clock(words.at) })
      case 'openAlerts':
        return t('words.openAlerts', { count: words.count, time: moment(words.at) })
      case 'unreached':
        return t('words.unreached', { count: words.count })
      case 'responder':
        return t('words.responder', { who: words.who, time: moment(words.at) })
      case 'notified':
      case 'messageSent':
        return t(`words.${words.key}.${words.channel}`, { who: words.who, time: moment(words.at) })
      case 'nextAttempt':
        return t('words.nextAttempt', { time: moment(words.at) })
      case 'checkedIn':
      case 'checkedInAndTook':
        return t(`words.${words.key}.${words.feeling}`, { name, time: clock(words.at) })
      default:
        return t(`words.${words.key}`, { name, time: clock(words.at), what: words.what })
    }
  }
}
