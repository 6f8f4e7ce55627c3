import CheckCircleOutlined from '@ant-design/icons/CheckCircleOutlined'
import ExclamationCircleOutlined from '@ant-design/icons/ExclamationCircleOutlined'
import SafetyCertificateOutlined from '@ant-design/icons/SafetyCertificateOutlined'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { activityLogs, type Fault, type Verification } from '#contract/platform/activity-logs.ts'
import { Button } from '../button.tsx'
import { call, errorDetail } from '../call.ts'
import { CopyButton } from '../copy-button.tsx'
import { useCanCall } from '../current-user.ts'
import { Dialog } from '../dialog.tsx'
import { download } from '../download.ts'
import { EmptyState } from '../empty-state.tsx'
import { useFormat } from '../format.ts'
import { Select } from '../select.tsx'
import { toast } from '../toasts.ts'
import styles from './proof-export.module.css'

/** Verifies the hash chain of the audit log, and exports a proof. */
export function VerifyLogDialog({ close }: { close: () => void }) {
  const { t } = useTranslation('kit')
  const { verification, start, stop } = useLogVerification()
  return (
    <Dialog
      wide
      title={t('verification.title')}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{t('verification.close')}</Button>
          {verification.isRunning ? (
            <Button onClick={stop}>{t('verification.stop')}</Button>
          ) : (
            <Button variant="main" onClick={() => void start()}>
              {t('verification.start')}
            </Button>
          )}
        </>
      }
    >
      <p>{t('verification.text')}</p>
      <LogVerificationResult of={verification} />
      <ProofExport />
    </Dialog>
  )
}

/** Opens the audit log verification, for users with permission. */
export function VerifyLogButton() {
  const { t } = useTranslation('kit')
  const may = useCanCall()
  const [open, setOpen] = useState(false)
  if (!may(activityLogs.verify)) return null
  return (
    <>
      <Button icon={<SafetyCertificateOutlined />} onClick={() => setOpen(true)}>
        {t('verification.open')}
      </Button>
      {open && <VerifyLogDialog close={() => setOpen(false)} />}
    </>
  )
}

const days = { '24h': 1, '7d': 7, '30d': 30, '90d': 90 } as const
type Span = keyof typeof days

/** Downloads recently sealed rows with everything needed to verify them offline. */
export function ProofExport() {
  const { t } = useTranslation('kit')
  const id = useId()
  const [span, setSpan] = useState<Span>('7d')
  const [isRunning, setGoing] = useState(false)
  const stopper = useRef<AbortController>(null)
  useEffect(() => () => stopper.current?.abort(), [])

  async function save() {
    stopper.current = new AbortController()
    const { signal } = stopper.current
    const now = Date.now()
    const name = `activity-log ${new Date(now).toISOString().slice(0, 10)}.jsonl`
    const from = new Date(now - days[span] * 86_400_000).toISOString()
    setGoing(true)
    try {
      await download(activityLogs.proof, { query: { from }, signal }, name, () => {})
      toast({ tone: 'good', text: t('export.done', { name }) })
    } catch (error) {
      if (!signal.aborted) {
        toast({ tone: 'bad', text: t('export.failed'), detail: error instanceof Error ? error.message : '' })
      }
    }
    setGoing(false)
  }

  return (
    <div className={styles.file}>
      <p>{t('verification.file')}</p>
      <div className={styles.span}>
        <label htmlFor={id}>{t('verification.span')}</label>
        <Select
          id={id}
          value={span}
          options={(Object.keys(days) as Span[]).map(value => ({ value, label: t(`filter.spans.${value}`) }))}
          onChange={setSpan}
        />
      </div>
      <Button pending={isRunning} onClick={() => void save()}>
        {t('verification.download')}
      </Button>
    </div>
  )
}

/** Progress or result of a verification. */
export function LogVerificationResult({ of: { step, failure, isRunning } }: { of: LogVerification }) {
  const { t } = useTranslation(['kit', 'common'])
  if (failure) {
    return (
      <EmptyState
        tone="bad"
        icon={<ExclamationCircleOutlined />}
        title={t('verification.failed')}
        role="alert"
      >
        {errorDetail(failure) ?? t('common:networkError')}
      </EmptyState>
    )
  }
  if (isRunning) return <Going step={step} />
  if (!step) return null
  return step.fault ? <Broken fault={step.fault} /> : <Whole step={step} />
}

function Going({ step }: { step: Verification | null }) {
  const { t } = useTranslation('kit')
  const format = useFormat()
  return (
    <div className={styles.going}>
      <progress aria-label={t('verification.title')} max={step?.seals ?? 1} value={step?.seal ?? 0} />
      <span className="numbers">{t('verification.going', { rows: format.number(step?.rows ?? 0) })}</span>
    </div>
  )
}

function Whole({ step: { rows, seals, erased, waiting, anchor } }: { step: Verification }) {
  const { t } = useTranslation('kit')
  const format = useFormat()
  const counts = { rows: format.number(rows), seals: format.number(seals) }
  return (
    <EmptyState tone="good" icon={<CheckCircleOutlined />} title={t('verification.whole')} role="status">
      <p>{t('verification.counts', counts)}</p>
      {erased > 0 && <p>{t('verification.erased', { rows: format.number(erased) })}</p>}
      {waiting > 0 && <p>{t('verification.waiting', { rows: format.number(waiting) })}</p>}
      {anchor && (
        <p>
          {t('verification.anchor')} <code className={styles.anchor}>{anchor}</code>
          <CopyButton text={anchor} label={t('verification.copyAnchor')} />
        </p>
      )}
    </EmptyState>
  )
}

function Broken({ fault: { kind, seal, row } }: { fault: Fault }) {
  const { t } = useTranslation('kit')
  const format = useFormat()
  return (
    <EmptyState tone="bad" icon={<ExclamationCircleOutlined />} title={t('verification.broken')} role="alert">
      <p>{t(`verification.faults.${kind}`)}</p>
      {row && (
        <p>
          {t('verification.row', { time: format.dateTime(row.timestamp) })}{' '}
          <code className={styles.anchor}>{row.id}</code>
        </p>
      )}
      {seal !== null && <p>{t('verification.seal', { number: format.number(seal) })}</p>}
    </EmptyState>
  )
}

/** Progress of a verification: the last step, with rows summed over all steps. */
export interface LogVerification {
  step: Verification | null
  /** Why the verification could not continue; says nothing about the log itself. */
  failure: unknown
  isRunning: boolean
}

const notStarted: LogVerification = { step: null, failure: null, isRunning: false }

/** Verifies the log step by step until done, broken or stopped. */
export function useLogVerification() {
  const [verification, setVerification] = useState(notStarted)
  const stopper = useRef<AbortController>(null)
  useEffect(() => () => stopper.current?.abort(), [])
  const stop = () => stopper.current?.abort()

  async function start() {
    stop()
    stopper.current = new AbortController()
    const { signal } = stopper.current
    setVerification({ ...notStarted, isRunning: true })
    try {
      let step: Verification | null = null
      while (!step?.done) {
        step = sum(step, await call(activityLogs.verify, { query: { after: step?.seal ?? 0 }, signal }))
        setVerification({ step, failure: null, isRunning: !step.done })
      }
    } catch (failure) {
      setVerification(signal.aborted ? notStarted : { step: null, failure, isRunning: false })
    }
  }

  return { verification, start, stop }
}

const sum = (before: Verification | null, step: Verification): Verification => ({
  ...step,
  rows: (before?.rows ?? 0) + step.rows,
  erased: (before?.erased ?? 0) + step.erased,
})
