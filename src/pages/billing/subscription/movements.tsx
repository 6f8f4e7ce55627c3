import { useTranslation } from 'react-i18next'
import type { SubscriptionMovement } from '#contract/billing/subscriptions.ts'
import { useFormat } from '#kit/format.ts'
import { Panel } from '#kit/panel.tsx'
import { useLabels } from '#kit/resource/labels.ts'
import tables from '#kit/table.module.css'
import { Table } from '#kit/table.tsx'

/** Ledger movements of a subscription, newest first. */
export function Movements({ of: movements }: { of: SubscriptionMovement[] }) {
  const { t } = useTranslation('subscriptions')
  const labels = useLabels('subscriptions')
  const format = useFormat()
  return (
    <Panel title={t('movements.title')}>
      {movements.length === 0 ? (
        <p className={tables.note}>{t('movements.empty')}</p>
      ) : (
        <Table
          label={t('movements.title')}
          heads={[
            t('movements.when'),
            t('movements.what'),
            t('movements.plan'),
            { number: t('movements.delta') },
          ]}
        >
          {movements.map(({ id, ts, kind, plan, mrr_delta }) => (
            <tr key={id}>
              <td>{format.dateTime(ts)}</td>
              <th scope="row">{t(`movements.${kind}`)}</th>
              <td>{labels.option('plan', plan)}</td>
              <td className={tables.number}>{format.money(mrr_delta)}</td>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  )
}
