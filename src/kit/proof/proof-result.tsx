import CheckCircleOutlined from '@ant-design/icons/CheckCircleOutlined'
import ExclamationCircleOutlined from '@ant-design/icons/ExclamationCircleOutlined'
import { useTranslation } from 'react-i18next'
import type { Fault, Verification } from '#contract/platform/activity-logs.ts'
import { reasonOf } from '../call.ts'
import { CopyButton } from '../copy-button.tsx'
import { useFormat } from '../format.ts'
import { Notice } from '../notice.tsx'
import styles from './proof-result.module.css'
import type { Proof } from './use-proof.ts'

/** What a proof has found so far. */
export function ProofResult({ of: { step, failure, going } }: { of: Proof }) {
  const { t } = useTranslation(['kit', 'common'])
  if (failure) {
    return (
      <Notice tone="bad" icon={<ExclamationCircleOutlined />} title={t('proof.failed')} role="alert">
        {reasonOf(failure) ?? t('common:networkError')}
      </Notice>
    )
  }
  if (going) return <Going step={step} />
  if (!step) return null
  return step.fault ? <Broken fault={step.fault} /> : <Whole step={step} />
}

function Going({ step }: { step: Verification | null }) {
  const { t } = useTranslation('kit')
  const format = useFormat()
  return (
    <div className={styles.going}>
      <progress aria-label={t('proof.title')} max={step?.seals ?? 1} value={step?.seal ?? 0} />
      <span className="numbers">{t('proof.going', { rows: format.number(step?.rows ?? 0) })}</span>
    </div>
  )
}

function Whole({ step: { rows, seals, erased, waiting, anchor } }: { step: Verification }) {
  const { t } = useTranslation('kit')
  const format = useFormat()
  const counts = { rows: format.number(rows), seals: format.number(seals) }
  return (
    <Notice tone="good" icon={<CheckCircleOutlined />} title={t('proof.whole')} role="status">
      <p>{t('proof.counts', counts)}</p>
      {erased > 0 && <p>{t('proof.erased', { rows: format.number(erased) })}</p>}
      {waiting > 0 && <p>{t('proof.waiting', { rows: format.number(waiting) })}</p>}
      {anchor && (
        <p>
          {t('proof.anchor')} <code className={styles.anchor}>{anchor}</code>
          <CopyButton text={anchor} label={t('proof.copyAnchor')} />
        </p>
      )}
    </Notice>
  )
}

function Broken({ fault: { kind, seal, row } }: { fault: Fault }) {
  const { t } = useTranslation('kit')
  const format = useFormat()
  return (
    <Notice tone="bad" icon={<ExclamationCircleOutlined />} title={t('proof.broken')} role="alert">
      <p>{t(`proof.faults.${kind}`)}</p>
      {row && (
        <p>
          {t('proof.row', { time: format.dateTime(row.timestamp) })}{' '}
          <code className={styles.anchor}>{row.id}</code>
        </p>
      )}
      {seal !== null && <p>{t('proof.seal', { number: format.number(seal) })}</p>}
    </Notice>
  )
}
