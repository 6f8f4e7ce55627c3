import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { contacts, Relationship } from '#contract/alerts/contacts.ts'
import { call, callIdempotently } from '#kit/call.ts'
import { SelectItem, TextItem } from '#kit/form.tsx'
import { useLabels } from '#kit/resource/labels.ts'
import { type Reachable, ReachableForm } from '../reachable-form.tsx'
import type { Contact } from './use-contacts.ts'

const priorities = [1, 2, 3]

type Values = Reachable & {
  email: string
  relationship: z.infer<typeof Relationship>
  role: string
  priority: number
}

interface ContactFormProps {
  person: string
  /** The contact to edit; omit to add one. */
  contact: Contact | undefined
  onClose: () => void
}

/** Adds or edits a personal contact. */
export function ContactForm({ person, contact, onClose }: ContactFormProps) {
  const { t } = useTranslation('emergency')
  const labels = useLabels('contacts')

  function send({ email, role, ...rest }: Values) {
    const body = { ...rest, email: email.trim() || null, role: role.trim() || null }
    return contact
      ? call(contacts.update, { params: { id: contact.id }, body, ifMatch: contact.version })
      : callIdempotently(contacts.create, { query: { user_id: person }, body })
  }

  return (
    <ReachableForm<Values>
      kind="contacts"
      isEdited={contact !== undefined}
      initial={{
        name: contact?.name ?? '',
        phone: contact?.phone ?? '',
        email: contact?.email ?? '',
        relationship: contact?.relationship ?? 'family',
        role: contact?.role ?? '',
        priority: contact?.priority ?? 2,
      }}
      send={send}
      onClose={onClose}
    >
      <TextItem name="email" type="email" label={labels.field('email')} />
      <SelectItem
        name="relationship"
        label={labels.field('relationship')}
        options={Relationship.options.map(value => ({ value, label: labels.option('relationship', value) }))}
      />
      <TextItem name="role" label={labels.field('role')} hint={t('contacts.roleHint')} maxLength={60} />
      <SelectItem
        name="priority"
        label={labels.field('priority')}
        options={priorities.map(value => ({ value, label: labels.option('priority', String(value)) }))}
      />
    </ReachableForm>
  )
}
