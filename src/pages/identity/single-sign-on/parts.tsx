import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { IdentityProvider } from '#contract/identity/single-sign-on.ts'
import { errorDetail } from '#kit/call.ts'
import { CopyButton } from '#kit/copy-button.tsx'
import { toast } from '#kit/toasts.ts'
import styles from './single-sign-on.module.css'

export interface PartProps {
  organizationId: string
  provider: IdentityProvider
  /** Loads the settings again. */
  onChange: () => Promise<void>
}

interface SectionProps {
  title: string
  lead: string
  children: ReactNode
}

export function Section({ title, lead, children }: SectionProps) {
  const heading = useId()
  return (
    <section className={styles.panel} aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      <p>{lead}</p>
      {children}
    </section>
  )
}

/** A value to be entered elsewhere. */
export const CopiedValue = ({ label, value, copy }: { label: string; value: string; copy: string }) => (
  <div className={styles.copied}>
    <dt>{label}</dt>
    <dd>
      <code dir="ltr">{value}</code>
      <CopyButton text={value} label={copy} />
    </dd>
  </div>
)

/** Runs a change, confirms it, and reports why it failed. */
export function useChange(onChange: () => Promise<void>) {
  const { t } = useTranslation('single-sign-on')
  return {
    onSuccess: async () => {
      toast({ tone: 'good', text: t('saved') })
      await onChange()
    },
    onError: (error: unknown) => toast({ tone: 'bad', text: t('notSaved'), detail: errorDetail(error) }),
  }
}
