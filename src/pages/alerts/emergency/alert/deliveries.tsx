import { useTranslation } from 'react-i18next'
import type { Delivery } from '#contract/alerts/timeline.ts'
import { DeliveryOutcome } from '#kit/alerts/delivery-state.tsx'
import { useFormat } from '#kit/format.ts'
import tables from '#kit/table.module.css'
import { Table } from '#kit/table.tsx'

/** Deliveries of an alert with their outcome. */
export function Deliveries({ deliveries }: { deliveries: readonly Delivery[] }) {
  const { t } = useTranslation('emergency')
  const format = useFormat()
  if (deliveries.length === 0) return <p className={tables.note}>{t('deliveries.empty')}</p>
  return (
    <Table
      label={t('deliveries.title')}
      heads={[
        t('deliveries.due'),
        t('deliveries.step'),
        t('deliveries.recipient'),
        t('deliveries.channel'),
        t('deliveries.state'),
        t('deliveries.attempts'),
      ]}
    >
      {deliveries.map(
        ({ id, due_at, round, step, recipient, channel, state, answer, attempts, repeats, receipts }) => (
          <tr key={id}>
            <td>
              <time dateTime={due_at}>{format.dateTime(due_at)}</time>
            </td>
            <td>{step === 0 ? t('deliveries.byHand') : t('deliveries.position', { round, step })}</td>
            <td>{recipient}</td>
            <td>{t(`channels.${channel}`)}</td>
            <td>
              <DeliveryOutcome state={state} answer={answer} />
              {receipts.map(({ carrier_id, status, code, at }) => (
                <small key={`${carrier_id} ${status}`} translate="no">
                  <time dateTime={at}>{format.time(at)}</time> {status} {code}
                </small>
              ))}
            </td>
            <td className="numbers">
              {format.number(attempts)}
              {repeats > 0 && <small>{t('deliveries.repeats', { count: repeats })}</small>}
            </td>
          </tr>
        ),
      )}
    </Table>
  )
}
