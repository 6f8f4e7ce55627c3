import WarningFilled from '@ant-design/icons/WarningFilled'
import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { z } from 'zod'
import { emergency, type Findings, type Rehearsal } from '#contract/alerts/emergency.ts'
import type { AlertCategory } from '#contract/alerts/exclusions.ts'
import { Button } from '../button.tsx'
import { Callout } from '../callout.tsx'
import { Dialog } from '../dialog.tsx'
import { useFormat } from '../format.ts'
import tables from '../table.module.css'
import { Table } from '../table.tsx'
import { DeliveryOutcome } from './delivery-state.tsx'
import { useAlertAction } from './use-alert-action.ts'

interface RehearsalReportProps {
  report: z.output<typeof Rehearsal>
  onClose: () => void
}

/** Shows the report of a test run. */
export function RehearsalReport({ report, onClose }: RehearsalReportProps) {
  const { t } = useTranslation(['emergency', 'common'])
  const { alert_id, ladder } = report
  return (
    <Dialog
      wide
      title={t('rehearsal.report', { ladder: ladder.name })}
      onClose={onClose}
      actions={
        <Button variant="main" autoFocus onClick={onClose}>
          {t('common:close')}
        </Button>
      }
    >
      <Callout tone="info">{t('rehearsal.test')}</Callout>
      <RehearsalFindings findings={report} />
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

type ReportRow = ({ kind: 'call' } & Findings['calls'][number]) | ({ kind: 'gap' } & Findings['gaps'][number])

/** Calls and gaps in the order in which they would happen. */
export function reportRows({ calls, gaps }: Pick<Findings, 'calls' | 'gaps'>): ReportRow[] {
  return [
    ...calls.map((call): ReportRow => ({ kind: 'call', ...call })),
    ...gaps.map((gap): ReportRow => ({ kind: 'gap', ...gap })),
  ].sort((one, other) => one.minute - other.minute || one.step - other.step)
}

/** Result of a rehearsal: who is reached by which minute, and where the ladder reaches no one. */
export function RehearsalFindings({ findings }: { findings: Findings }) {
  const { t } = useTranslation('emergency')
  const format = useFormat()
  const { reached, first_reached_minute, ends_minute, reaches_no_one } = findings
  return (
    <>
      {reaches_no_one ? (
        <Callout tone="bad" role="alert">
          <WarningFilled aria-hidden /> {t('rehearsal.noRecipients', { minute: format.number(ends_minute) })}
        </Callout>
      ) : (
        <Callout tone="good">
          {t('rehearsal.reached', {
            count: reached,
            first: format.number(first_reached_minute),
            last: format.number(ends_minute),
          })}
        </Callout>
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
        {reportRows(findings).map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a report never changes
          <tr key={at}>
            <td className="numbers">{format.number(row.minute)}</td>
            <td className="numbers">{row.step}</td>
            {row.kind === 'gap' ? (
              <td colSpan={3} className={tables.quiet}>
                {t(`rehearsal.gaps.${row.reason}`)}
              </td>
            ) : (
              <>
                <td>{row.recipient}</td>
                <td>{t(`channels.${row.channel}`)}</td>
                <td>
                  <DeliveryOutcome state={row.state} answer={row.answer} />
                </td>
              </>
            )}
          </tr>
        ))}
      </Table>
      {findings.left_out.length > 0 && (
        <>
          <h3>{t('rehearsal.leftOut')}</h3>
          <ul>
            {findings.left_out.map(({ step, recipient_id, recipient, reason }) => (
              <li key={`${step}${recipient_id}`}>
                <bdi>{recipient}</bdi> · {t('deliveries.step')} {format.number(step)} ·{' '}
                {t(`exclusion.reasons.${reason}`)}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

interface RehearsalOptions {
  services: boolean
  category?: AlertCategory | null
}

/** Runs a person's escalation as a test, which calls no one, and shows the report until it is closed. */
export function useRehearsal(person: string | undefined) {
  const { t } = useTranslation('emergency')
  const { act, pending } = useAlertAction()
  const [report, setReport] = useState<z.output<typeof Rehearsal>>()

  async function rehearse({ services, category = null }: RehearsalOptions) {
    const reply = await act(
      emergency.testEscalation,
      {
        query: { user_id: person },
        body: {
          escalation_type: 'full_cascade',
          simulate_delays: true,
          include_emergency_services: services,
          category,
        },
      },
      { done: t('rehearsal.done'), failed: t('rehearsal.failed') },
    )
    if (reply) setReport(reply)
  }

  return { rehearse, pending, report, close: () => setReport(undefined) }
}
