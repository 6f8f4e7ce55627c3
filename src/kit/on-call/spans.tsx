import PlusOutlined from '@ant-design/icons/PlusOutlined'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type OnCallPlan, onCall } from '#contract/alerts/on-call.ts'
import { Button } from '../button.tsx'
import { call, callIdempotently, errorDetail } from '../call.ts'
import { useCanCall } from '../current-user.ts'
import { toast } from '../toasts.ts'
import { useRefetch } from '../use-call.ts'
import styles from './on-call.module.css'
import { SpanDialog } from './span-dialog.tsx'
import { useSpanFormat } from './span-format.ts'

interface SpansProps {
  kind: 'overrides' | 'absences'
  schedule: string
  plan: OnCallPlan
}

/** Overrides of a schedule, or absences of its people, which managers add and remove. */
export function Spans({ kind, schedule, plan }: SpansProps) {
  const { t } = useTranslation('on-call')
  const may = useCanCall()
  const refetch = useRefetch('on-call-schedules')
  const format = useSpanFormat(plan.time_zone)
  const [isAdding, setAdding] = useState(false)
  const mayChange = may(onCall.addOverride)

  async function remove(id: string) {
    const endpoint = kind === 'overrides' ? onCall.removeOverride : onCall.removeAbsence
    try {
      await call(endpoint, { params: { id } })
      toast({ tone: 'good', text: t('removed') })
    } catch (error) {
      toast({ tone: 'bad', text: t('removeFailed'), detail: errorDetail(error) })
    }
    void refetch()
  }
  async function add(person_id: string | undefined, times: { starts_at: string; ends_at: string }) {
    if (kind === 'absences') await callIdempotently(onCall.addAbsence, { body: { person_id, ...times } })
    else
      await callIdempotently(onCall.addOverride, {
        params: { id: schedule },
        body: { person_id: person_id ?? '', ...times },
      })
    toast({ tone: 'good', text: t(`${kind}.added`) })
    void refetch()
    setAdding(false)
  }

  return (
    <section className={styles.section} aria-label={t(`${kind}.title`)}>
      <h3>{t(`${kind}.title`)}</h3>
      {kind === 'absences' && <p className={styles.quiet}>{t('absences.lead')}</p>}
      {plan[kind].length === 0 && <p className={styles.quiet}>{t(`${kind}.empty`)}</p>}
      <ul className={styles.list}>
        {plan[kind].map(span => (
          <li key={span.id}>
            <span>
              <bdi>{span.person_name}</bdi>
              <small>{format.range(span)}</small>
            </span>
            {mayChange && (
              <Button
                aria-label={t(`${kind}.remove`, { name: span.person_name })}
                variant="quiet"
                onClick={() => void remove(span.id)}
              >
                {t('remove')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {mayChange && (
        <div className={styles.actions}>
          <Button icon={<PlusOutlined />} onClick={() => setAdding(true)}>
            {t(`${kind}.add`)}
          </Button>
        </div>
      )}
      {isAdding && (
        <SpanDialog kind={kind} people={plan.people} onAdd={add} onClose={() => setAdding(false)} />
      )}
    </section>
  )
}
