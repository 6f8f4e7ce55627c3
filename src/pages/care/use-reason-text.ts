import { useTranslation } from 'react-i18next'
import type { CareReason } from '#contract/care/care.ts'
import { useFormat } from '#kit/format.ts'
import { useLabels } from '#kit/resource/labels.ts'
import { usePersonFormat } from './use-person-format.ts'

const distressSources = ['conversation', 'mood', 'checkin', 'symptoms'] as const

/** Formats a reason for attention. @param zone the person's time zone */
export function useReasonText(zone: string): (reason: CareReason, now: number) => string {
  const { t } = useTranslation('care')
  const format = useFormat()
  const person = usePersonFormat(zone)
  const alerts = useLabels('alerts')
  return ({ kind, count, since, what }, now) => {
    const ago = format.ago(since, now)
    switch (kind) {
      case 'open_alert':
        return t('reason.open_alert', { count, what: alerts.option('type', what ?? ''), ago })
      case 'missed_dose':
        return t('reason.missed_dose', { count, what, ago })
      case 'silent':
        return since === null ? t('reason.never_heard') : t('reason.silent', { ago })
      case 'no_checkin':
        return t('reason.no_checkin', { time: person.time(since) })
      case 'distress':
        return t(`reason.distress.${distressSources.find(sign => sign === what) ?? 'mood'}`, { ago })
      case 'vitals':
        return t('reason.vitals', { count, what: t(`vitals.${what as 'pulse'}`), ago })
      case 'overdue_tasks':
        return t('reason.overdue_tasks', { count, what })
    }
  }
}
