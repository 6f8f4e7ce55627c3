import PlusOutlined from '@ant-design/icons/PlusOutlined'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type OwnOnCall, onCall } from '#contract/alerts/on-call.ts'
import { Button } from '#kit/button.tsx'
import { call, callIdempotently, errorDetail } from '#kit/call.ts'
import styles from '#kit/on-call/on-call.module.css'
import { SpanDialog } from '#kit/on-call/span-dialog.tsx'
import { useSpanFormat } from '#kit/on-call/span-format.ts'
import { Page } from '#kit/page.tsx'
import { Panel } from '#kit/panel.tsx'
import { QueryState } from '#kit/query-state.tsx'
import { Badge } from '#kit/resource/badge.tsx'
import { toast } from '#kit/toasts.ts'
import { useCall, useRefetch } from '#kit/use-call.ts'
import { useNow } from '#kit/use-now.ts'
import { CalendarFeed } from './calendar-feed.tsx'
import { CoverDialog } from './cover-dialog.tsx'
import { CoverList } from './cover-list.tsx'

/** Milliseconds between two readings. */
const refetchIntervalMs = 30_000

type OwnShift = OwnOnCall['shifts'][number]

/** A responder's own shifts, cover requests and absences, for a telephone. */
export function Component() {
  const { t } = useTranslation(['on-call', 'navigation'])
  const own = useCall(onCall.mine, {}, { resource: 'on-call-covers', refetchIntervalMs })
  return (
    <Page title={t('navigation:screens.myShifts')} lead={t('mine.lead')}>
      <QueryState of={own} failed={t('mine.failed')}>
        {data => (
          <>
            <Panel title={t('cover.title')}>
              <div className={styles.section}>
                <CoverList covers={data.covers} />
              </div>
            </Panel>
            <Panel title={t('plan.title')}>
              <div className={styles.section}>
                <Shifts own={data} />
              </div>
            </Panel>
            <Panel title={t('absences.title')}>
              <div className={styles.section}>
                <Absences own={data} />
              </div>
            </Panel>
            <Panel title={t('calendar.title')}>
              <div className={styles.section}>
                <CalendarFeed since={data.calendar_since} />
              </div>
            </Panel>
          </>
        )}
      </QueryState>
    </Page>
  )
}

function Shifts({ own }: { own: OwnOnCall }) {
  const { t } = useTranslation('on-call')
  const format = useSpanFormat()
  const now = useNow()
  const [asked, setAsked] = useState<OwnShift>()
  if (own.shifts.length === 0) return <p className={styles.quiet}>{t('mine.empty')}</p>
  return (
    <>
      <ul className={styles.list}>
        {own.shifts.map(shift => (
          <li key={`${shift.schedule_id}${shift.starts_at}`}>
            <span>
              {format.range(shift)}
              <small>
                <bdi>{shift.schedule_name}</bdi>
              </small>
            </span>
            {Date.parse(shift.starts_at) <= now && <Badge tone="green">{t('mine.running')}</Badge>}
            <span className={styles.actions}>
              <Button
                aria-label={t('cover.askFor', { time: format.range(shift) })}
                onClick={() => setAsked(shift)}
              >
                {t('cover.ask')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {asked && (
        <CoverDialog
          shift={asked}
          colleagues={own.colleagues.filter(({ schedule_id }) => schedule_id === asked.schedule_id)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}

function Absences({ own }: { own: OwnOnCall }) {
  const { t } = useTranslation('on-call')
  const format = useSpanFormat()
  const refetch = useRefetch('on-call-covers')
  const [isAdding, setAdding] = useState(false)

  async function remove(id: string) {
    try {
      await call(onCall.removeAbsence, { params: { id } })
      toast({ tone: 'good', text: t('removed') })
    } catch (error) {
      toast({ tone: 'bad', text: t('removeFailed'), detail: errorDetail(error) })
    }
    void refetch()
  }
  async function add(_: string | undefined, times: { starts_at: string; ends_at: string }) {
    await callIdempotently(onCall.addAbsence, { body: times })
    toast({ tone: 'good', text: t('absences.added') })
    void refetch()
    setAdding(false)
  }

  return (
    <>
      <p className={styles.quiet}>{t('absences.lead')}</p>
      <ul className={styles.list}>
        {own.absences.map(absence => (
          <li key={absence.id}>
            <span>{format.range(absence)}</span>
            <span className={styles.actions}>
              <Button
                variant="quiet"
                aria-label={t('absences.remove', { name: format.range(absence) })}
                onClick={() => void remove(absence.id)}
              >
                {t('remove')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button icon={<PlusOutlined />} onClick={() => setAdding(true)}>
          {t('absences.add')}
        </Button>
      </div>
      {isAdding && <SpanDialog kind="absences" onAdd={add} onClose={() => setAdding(false)} />}
    </>
  )
}
