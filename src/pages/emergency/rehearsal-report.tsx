import { Trans, useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { z } from 'zod'
import type { Rehearsal } from '#contract/emergency.ts'
import { Button } from '#kit/button.tsx'
import { Dialog } from '#kit/dialog.tsx'
import { useFormat } from '#kit/format.ts'
import { Remark } from '#kit/remark.tsx'
import { DeliveryStateTag } from './delivery-state.tsx'
import tables from './table.module.css'
import { Table } from './table.tsx'

interface RehearsalReportProps {
  report: z.output<typeof Rehearsal>
  onClose: () => void
}

/** What a run through the ladder found: who would be reached by which minute, and where it ends in nobody. */
export function RehearsalReport({ report, onClose }: RehearsalReportProps) {
  const { t } = useTranslation(['emergency', 'common'])
  const format = useFormat()
  const { alert_id, ladder, calls, gaps, reached, first_reached_minute, ends_minute, ends_in_nobody } = report
  return (
    <Dialog
      broad
      title={t('rehearsal.report', { ladder: ladder.name })}
      onClose={onClose}
      actions={
        <Button look="main" autoFocus onClick={onClose}>
          {t('common:close')}
        </Button>
      }
    >
      <Remark tone="info">{t('rehearsal.test')}</Remark>
      {ends_in_nobody ? (
        <Remark tone="bad" role="alert">
          {t('rehearsal.nobody', { minute: format.number(ends_minute) })}
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
              <DeliveryStateTag state={call.state} />
              {call.answer && <small>{call.answer}</small>}
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
      <p>
        <Trans
          t={t}
          i18nKey="rehearsal.kept"
          components={{ alert: <Link to={`/emergency/alerts/${alert_id}`} /> }}
        />
      </p>
    </Dialog>
  )
}
