import { useTranslation } from 'react-i18next'
import type { SummarySentence } from './summary-sentences.ts'
import { useClock } from './use-person-format.ts'

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
  return words => {
    switch (words.key) {
      case 'alert':
      case 'notCheckedIn':
      case 'nothingHeard':
      case 'tookAll':
        return t(`words.${words.key}`, { name })
      case 'silent':
        return t('words.silent', { name, time: clock(words.at) })
      case 'checkedIn':
      case 'checkedInAndTook':
        return t(`words.${words.key}.${words.feeling}`, { name, time: clock(words.at) })
      default:
        return t(`words.${words.key}`, { name, time: clock(words.at), what: words.what })
    }
  }
}
