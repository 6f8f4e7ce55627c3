import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '#kit/field.tsx'
import { FormDialog } from '#kit/form-dialog.tsx'
import { useLabels } from '#kit/resource/labels.ts'
import { say } from '#kit/toasts.ts'
import { useReread } from '#kit/use-reread.ts'
import { useSubmit } from '#kit/use-submit.ts'

type Kind = 'contacts' | 'services'
const resources = {
  contacts: { labels: 'contacts', live: 'contacts' },
  services: { labels: 'emergency-services', live: 'emergency_services' },
} as const

interface ReachableFormProps<Name extends string> {
  kind: Kind
  /** The one to change; none to add one. */
  given: { name: string; phone: string | null } | undefined
  /** The names of its inputs, name and phone among them. */
  fields: readonly ('name' | 'phone' | Name)[]
  send: (values: Record<'name' | 'phone' | Name, string>) => Promise<unknown>
  onClose: () => void
  /** The inputs besides name and phone. */
  children: (errors: { [name in 'name' | 'phone' | Name]?: string }) => ReactNode
}

/** Adds or changes whoever can be called: a contact, an emergency service. Both need a name and a phone number. */
export function ReachableForm<Name extends string>({
  kind,
  given,
  fields,
  send,
  onClose,
  children,
}: ReachableFormProps<Name>) {
  const { t } = useTranslation('emergency')
  const labels = useLabels(resources[kind].labels)
  const reread = useReread(resources[kind].live)
  const required = t(`${kind}.required`)
  const { errors, ...form } = useSubmit<'name' | 'phone' | Name>({
    fields,
    failed: t(given ? `${kind}.updateFailed` : `${kind}.addFailed`),
    check: ({ name, phone }) =>
      ({ ...(!name.trim() && { name: required }), ...(!phone.trim() && { phone: required }) }) as {
        [name in 'name' | 'phone' | Name]?: string
      },
    async send(values) {
      await send(values)
      say({ tone: 'good', text: t(given ? `${kind}.updated` : `${kind}.added`) })
      void reread()
      onClose()
    },
  })

  return (
    <FormDialog
      title={t(given ? `${kind}.edit` : `${kind}.add`)}
      submit={t('save')}
      {...form}
      onClose={onClose}
    >
      <TextField
        name="name"
        label={labels.field('name')}
        defaultValue={given?.name}
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
        defaultValue={given?.phone ?? ''}
        error={errors.phone}
        aria-required
        autoComplete="off"
      />
      {children(errors)}
    </FormDialog>
  )
}
