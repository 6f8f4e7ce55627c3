import { Trans, useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { z } from 'zod'
import type { Rehearsal } from '#contract/alerts/emergency.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { Remark } from '../remark.tsx'
import { FindingsOf } from './findings.tsx'

interface RehearsalReportProps {
  report: z.output<typeof Rehearsal>
  onClose: () => void
}

/** What a run through the ladder found: who would be reached by which minute, and where it ends in nobody. */
export function RehearsalReport({ report, onClose }: RehearsalReportProps) {
  const { t } = useTranslation(['emergency', 'common'])
  const { alert_id, ladder } = report
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
      <FindingsOf findings={report} />
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
