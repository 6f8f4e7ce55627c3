import { useTranslation } from 'react-i18next'
import type { SubscriptionMovement } from '#contract/subscriptions.ts'
import { useFormat } from '#kit/format.ts'
import { useLabels } from '#kit/resource/labels.ts'
import styles from './subscription.module.css'

/** What the ledger says of a subscription, the newest first. */
export function Movements({ of: movements }: { of: SubscriptionMovement[] }) {
  const { t } = useTranslation('subscriptions')
  const labels = useLabels('subscriptions')
  const format = useFormat()
  return (
    <section className={styles.panel} aria-labelledby="movements">
      <h2 id="movements">{t('movements.title')}</h2>
      {movements.length === 0 ? (
        <p className={styles.empty}>{t('movements.empty')}</p>
      ) : (
        <table className={styles.invoices} aria-labelledby="movements">
          <thead>
            <tr>
              <th scope="col">{t('movements.when')}</th>
              <th scope="col">{t('movements.what')}</th>
              <th scope="col">{t('movements.plan')}</th>
              <th scope="col" className={styles.amount}>
                {t('movements.delta')}
              </th>
            </tr>
          </thead>
          <tbody>
            {movements.map(({ id, ts, kind, plan, mrr_delta }) => (
              <tr key={id}>
                <td>{format.dateTime(ts)}</td>
                <th scope="row">{t(`movements.${kind}`)}</th>
                <td>{labels.option('plan', plan)}</td>
                <td className={`${styles.amount} numbers`}>{format.money(mrr_delta)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
