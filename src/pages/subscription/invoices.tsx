import { useTranslation } from 'react-i18next'
import type { Invoice } from '#contract/subscriptions.ts'
import { useFormat } from '#kit/format.ts'
import { Badge } from '#kit/resource/badge.tsx'
import styles from './subscription.module.css'

const looks = {
  paid: { tone: 'green', text: 'invoices.paid' },
  open: { tone: 'red', text: 'invoices.unpaid' },
  void: { tone: 'grey', text: 'invoices.void' },
  uncollectible: { tone: 'yellow', text: 'invoices.uncollectible' },
} as const

/** What was billed, the newest first. */
export function Invoices({ of: invoices }: { of: Invoice[] }) {
  const { t } = useTranslation('subscriptions')
  const format = useFormat()
  return (
    <section className={styles.panel} aria-labelledby="invoices">
      <h2 id="invoices">{t('invoices.title')}</h2>
      {invoices.length === 0 ? (
        <p className={styles.empty}>{t('invoices.empty')}</p>
      ) : (
        <table className={styles.invoices} aria-labelledby="invoices">
          <thead>
            <tr>
              <th scope="col">{t('invoices.number')}</th>
              <th scope="col">{t('invoices.period')}</th>
              <th scope="col" className={styles.amount}>
                {t('invoices.amount')}
              </th>
              <th scope="col">{t('invoices.status')}</th>
            </tr>
          </thead>
          <tbody>
            {invoices.map(invoice => (
              <tr key={invoice.id}>
                <th scope="row" className={styles.number}>
                  {invoice.url ? (
                    <a href={invoice.url} target="_blank" rel="noreferrer">
                      {invoice.number}
                    </a>
                  ) : (
                    invoice.number
                  )}
                </th>
                <td>
                  {format.date(invoice.period_start)} – {format.date(invoice.period_end)}
                </td>
                <td className={`${styles.amount} numbers`}>{format.money(invoice.amount)}</td>
                <td>
                  <Badge tone={looks[invoice.status].tone}>{t(looks[invoice.status].text)}</Badge>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
