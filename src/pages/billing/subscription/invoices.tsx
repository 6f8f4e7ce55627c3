import { useTranslation } from 'react-i18next'
import type { Invoice } from '#contract/billing/subscriptions.ts'
import { useFormat } from '#kit/format.ts'
import { Panel } from '#kit/panel.tsx'
import { Badge } from '#kit/resource/badge.tsx'
import tables from '#kit/table.module.css'
import { Table } from '#kit/table.tsx'

const looks = {
  paid: { tone: 'green', text: 'invoices.paid' },
  open: { tone: 'red', text: 'invoices.unpaid' },
  void: { tone: 'grey', text: 'invoices.void' },
  uncollectible: { tone: 'yellow', text: 'invoices.uncollectible' },
} as const

/** Invoices, newest first. */
export function Invoices({ of: invoices }: { of: Invoice[] }) {
  const { t } = useTranslation('subscriptions')
  const format = useFormat()
  return (
    <Panel title={t('invoices.title')}>
      {invoices.length === 0 ? (
        <p className={tables.note}>{t('invoices.empty')}</p>
      ) : (
        <Table
          label={t('invoices.title')}
          heads={[
            t('invoices.number'),
            t('invoices.period'),
            { number: t('invoices.amount') },
            t('invoices.status'),
          ]}
        >
          {invoices.map(invoice => (
            <tr key={invoice.id}>
              <th scope="row" className={tables.whole}>
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
              <td className={tables.number}>{format.money(invoice.amount)}</td>
              <td>
                <Badge tone={looks[invoice.status].tone}>{t(looks[invoice.status].text)}</Badge>
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  )
}
