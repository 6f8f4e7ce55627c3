import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#kit/dialog.tsx'
import { TextItem } from '#kit/form.tsx'
import { useLabels } from '#kit/resource/labels.ts'
import { toast } from '#kit/toasts.ts'
import { useRefetch } from '#kit/use-call.ts'

const resources = {
  contacts: { labels: 'contacts', live: 'contacts' },
  services: { labels: 'emergency-services', live: 'emergency_services' },
} as const

export type Reachable = { name: string; phone: string }

interface ReachableFormProps<Values extends Reachable> {
  kind: keyof typeof resources
  /** Whether it exists already. */
  isEdited: boolean
  initial: Partial<Values>
  send: (values: Values) => Promise<unknown>
  onClose: () => void
  /** Inputs after name and phone. */
  children: ReactNode
}

/** Form of a contact or emergency service; name and phone number are required. */
export function ReachableForm<Values extends Reachable>({
  kind,
  isEdited,
  initial,
  send,
  onClose,
  children,
}: ReachableFormProps<Values>) {
  const { t } = useTranslation('emergency')
  const labels = useLabels(resources[kind].labels)
  const refetch = useRefetch(resources[kind].live)
  const required = t(`${kind}.required`)
  return (
    <FormDialog<Values>
      title={t(isEdited ? `${kind}.edit` : `${kind}.add`)}
      submitLabel={t('save')}
      failed={t(isEdited ? `${kind}.updateFailed` : `${kind}.addFailed`)}
      initial={initial}
      onClose={onClose}
      send={async values => {
        await send(values)
        toast({ tone: 'good', text: t(isEdited ? `${kind}.updated` : `${kind}.added`) })
        void refetch()
        onClose()
      }}
    >
      <TextItem name="name" label={labels.field('name')} maxLength={120} required={required} autoFocus />
      <TextItem name="phone" type="tel" label={labels.field('phone')} required={required} />
      {children}
    </FormDialog>
  )
}
