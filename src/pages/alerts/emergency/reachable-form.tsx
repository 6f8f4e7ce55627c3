import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#kit/dialog.tsx'
import { TextField } from '#kit/field.tsx'
import { useLabels } from '#kit/resource/labels.ts'
import { toast } from '#kit/toasts.ts'
import { useRefetch } from '#kit/use-call.ts'
import { useSubmit } from '#kit/use-submit.ts'

type Kind = 'contacts' | 'services'
const resources = {
  contacts: { labels: 'contacts', live: 'contacts' },
  services: { labels: 'emergency-services', live: 'emergency_services' },
} as const

interface ReachableFormProps<Name extends string> {
  kind: Kind
  /** The record to edit; omit to add one. */
  initial: { name: string; phone: string | null } | undefined
  /** All input names, including name and phone. */
  fields: readonly ('name' | 'phone' | Name)[]
  send: (values: Record<'name' | 'phone' | Name, string>) => Promise<unknown>
  onClose: () => void
  /** Inputs after name and phone. */
  children: (errors: { [name in 'name' | 'phone' | Name]?: string }) => ReactNode
}

/** Form of a contact or emergency service; name and phone number are required. */
export function ReachableForm<Name extends string>({
  kind,
  initial,
  fields,
  send,
  onClose,
  children,
}: ReachableFormProps<Name>) {
  const { t } = useTranslation('emergency')
  const labels = useLabels(resources[kind].labels)
  const refetch = useRefetch(resources[kind].live)
  const required = t(`${kind}.required`)
  const { errors, ...form } = useSubmit<'name' | 'phone' | Name>({
    fields,
    failed: t(initial ? `${kind}.updateFailed` : `${kind}.addFailed`),
    check: ({ name, phone }) =>
      ({ ...(!name.trim() && { name: required }), ...(!phone.trim() && { phone: required }) }) as {
        [name in 'name' | 'phone' | Name]?: string
      },
    async send(values) {
      await send(values)
      toast({ tone: 'good', text: t(initial ? `${kind}.updated` : `${kind}.added`) })
      void refetch()
      onClose()
    },
  })

  return (
    <FormDialog
      title={t(initial ? `${kind}.edit` : `${kind}.add`)}
      submitLabel={t('save')}
      {...form}
      onClose={onClose}
    >
      <TextField
        name="name"
        label={labels.field('name')}
        defaultValue={initial?.name}
        error={errors.name}
        maxLength={120}
        aria-required
        autoComplete="off"
        autoFocus
      />
      <TextField
        name="phone"
        type="tel"
        label={labels.field('phone')}
        defaultValue={initial?.phone ?? ''}
        error={errors.phone}
        aria-required
        autoComplete="off"
      />
      {children(errors)}
    </FormDialog>
  )
}
