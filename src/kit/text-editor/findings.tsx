import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { may } from '#contract/kit/permissions.ts'
import { checkRules } from '#contract/localisation/checks/checks.ts'
import { Button } from '../button.tsx'
import { useCan } from '../current-user.ts'
import { FormDialog } from '../dialog.tsx'
import { TextItem } from '../form.tsx'
import styles from './text-editor.module.css'
import type { ShownFinding } from './use-findings.ts'
import type { TextActions } from './use-text-actions.ts'

/** One sentence about a finding. */
export function useFindingText(): (finding: Pick<ShownFinding, 'check' | 'subject' | 'term'>) => string {
  const { t } = useTranslation('translations')
  return ({ check, subject, term = '' }) => t(`findings.${check}`, { subject, term })
}

/** Id of the sentence about an open finding, which describes the field. */
export const findingId = (field: string, index: number) => `${field}-finding-${index}`

interface FindingsProps {
  /** Id of the field. */
  field: string
  findings: readonly ShownFinding[]
  readOnly: boolean
  actions: TextActions
  onFix: (finding: ShownFinding) => void
  /** Selects the span of a finding. */
  onShow: (finding: ShownFinding) => void
  onDismiss: (check: ShownFinding['check'], reason: string) => Promise<unknown>
}

/** Findings in a form of a text: open ones with their fix, dismissed ones folded. */
export function Findings({ field, findings, readOnly, actions, onFix, onShow, onDismiss }: FindingsProps) {
  const { t } = useTranslation('translations')
  const [dismissing, setDismissing] = useState<ShownFinding['check']>()
  const mayApprove = useCan()(may('translations', 'approve'))
  const textOf = useFindingText()
  const open = findings.filter(({ dismissal }) => !dismissal)
  const dismissed = findings.filter(({ dismissal }) => dismissal)
  const isDismissible = ({ check, level }: ShownFinding) =>
    !checkRules[check].isRequired && (level === 'warning' || mayApprove)
  return (
    <>
      {open.length > 0 && (
        <ul className={styles.findings} aria-label={t('checked.title')}>
          {open.map((finding, index) => {
            const { check, start, end, level, fix } = finding
            const text = textOf(finding)
            return (
              <li key={`${check} ${start} ${finding.subject}`} className={styles[level]}>
                <span id={findingId(field, index)}>{text}</span>
                <span className={styles.findingActions}>
                  {fix && !readOnly && (
                    <Button
                      variant="quiet"
                      aria-label={t('checked.fixOf', { finding: text })}
                      onClick={() => onFix(finding)}
                    >
                      {t('checked.fix')}
                    </Button>
                  )}
                  {end > start && (
                    <Button
                      variant="quiet"
                      aria-label={t('checked.showOf', { finding: text })}
                      onClick={() => onShow(finding)}
                    >
                      {t('checked.show')}
                    </Button>
                  )}
                  {!readOnly && isDismissible(finding) && (
                    <Button
                      variant="quiet"
                      aria-label={t('checked.dismissOf', { finding: text })}
                      onClick={() => setDismissing(check)}
                    >
                      {t('checked.dismiss')}
                    </Button>
                  )}
                </span>
              </li>
            )
          })}
        </ul>
      )}
      {open.some(({ fix }) => fix) && !readOnly && <p className={styles.quiet}>{t('checked.hint')}</p>}
      {dismissed.length > 0 && (
        <details className={styles.dismissed}>
          <summary>{t('checked.dismissed', { count: dismissed.length })}</summary>
          <ul className={styles.findings}>
            {dismissed.map(finding => (
              <li key={`${finding.check} ${finding.start}`}>
                <span>{textOf(finding)}</span>
                <span>
                  {t('checked.by', {
                    name: finding.dismissal?.author.name ?? '–',
                    reason: finding.dismissal?.reason ?? '–',
                  })}
                </span>
                {!readOnly && (
                  <Button
                    variant="quiet"
                    pending={actions.pending === 'restoreFinding'}
                    onClick={() => void actions.restoreFinding(finding.check)}
                  >
                    {t('checked.restore')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
      {dismissing && (
        <FormDialog<{ reason: string }>
          title={t('checked.dismissTitle', { check: t(`checks.${dismissing}`) })}
          submitLabel={t('checked.submit')}
          failed={t('actionFailed')}
          send={async ({ reason }) => {
            await onDismiss(dismissing, reason)
            setDismissing(undefined)
          }}
          onClose={() => setDismissing(undefined)}
        >
          <TextItem
            name="reason"
            label={t('checked.reason')}
            hint={t('checked.dismissText')}
            required
            maxLength={500}
            autoFocus
          />
        </FormDialog>
      )}
    </>
  )
}
