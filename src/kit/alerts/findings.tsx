import WarningFilled from '@ant-design/icons/WarningFilled'
import { useTranslation } from 'react-i18next'
import type { Findings } from '#contract/alerts/emergency.ts'
import { useFormat } from '../format.ts'
import { Remark } from '../remark.tsx'
import tables from '../table.module.css'
import { Table } from '../table.tsx'
import { DeliveryOutcome } from './delivery-state.tsx'

/** What a run through a ladder found: by which minute whom it reaches, and, unmistakably, where it ends in nobody. */
export function FindingsOf({ findings }: { findings: Findings }) {
  const { t } = useTranslation('emergency')
  const format = useFormat()
  const { calls, gaps, reached, first_reached_minute, ends_minute, ends_in_nobody } = findings
  return (
    <>
      {ends_in_nobody ? (
        <Remark tone="bad" role="alert">
          <WarningFilled aria-hidden /> {t('rehearsal.nobody', { minute: format.number(ends_minute) })}
        </Remark>
      ) : (
        <Remark tone="good">
          {t('rehearsal.reached', {
            count: reached,
            first: format.number(first_reached_minute),
            last: format.number(ends_minute),
          })}
        </Remark>
      )}
      <Table
        label={t('rehearsal.calls')}
        heads={[
          t('rehearsal.minute'),
          t('deliveries.step'),
          t('deliveries.recipient'),
          t('deliveries.channel'),
          t('deliveries.state'),
        ]}
      >
        {calls.map((call, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a report never changes
          <tr key={at}>
            <td className="numbers">{format.number(call.minute)}</td>
            <td className="numbers">{call.step}</td>
            <td>{call.recipient}</td>
            <td>{t(`channels.${call.channel}`)}</td>
            <td>
              <DeliveryOutcome state={call.state} answer={call.answer} />
            </td>
          </tr>
        ))}
        {gaps.map(({ step, minute, reason }) => (
          <tr key={`gap-${step}-${minute}`}>
            <td className="numbers">{format.number(minute)}</td>
            <td className="numbers">{step}</td>
            <td colSpan={3} className={tables.quiet}>
              {t(`rehearsal.gaps.${reason}`)}
            </td>
          </tr>
        ))}
      </Table>
    </>
  )
}
