import { useTranslation } from 'react-i18next'
import { contacts, Relationship } from '#contract/alerts/contacts.ts'
import { call, callIdempotently } from '#kit/call.ts'
import { SelectField, TextField } from '#kit/field.tsx'
import { useLabels } from '#kit/resource/labels.ts'
import { ReachableForm } from '../reachable-form.tsx'
import type { Contact } from './use-contacts.ts'

const fields = ['name', 'phone', 'email', 'relationship', 'role', 'priority'] as const
const priorities = [1, 2, 3]

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

  function send({
    name,
    phone,
    email,
    relationship,
    role,
    priority,
  }: Record<(typeof fields)[number], string>) {
    const body = {
      name,
      phone,
      email: email.trim() || null,
      relationship: Relationship.parse(relationship),
      role: role.trim() || null,
      priority: Number(priority),
    }
    return contact
      ? call(contacts.update, { params: { id: contact.id }, body, ifMatch: contact.version })
      : callIdempotently(contacts.create, { query: { user_id: person }, body })
  }

  return (
    <ReachableForm kind="contacts" initial={contact} fields={fields} send={send} onClose={onClose}>
      {errors => (
        <>
          <TextField
            name="email"
            type="email"
            label={labels.field('email')}
            defaultValue={contact?.email ?? ''}
            error={errors.email}
            autoComplete="off"
          />
          <SelectField
            name="relationship"
            label={labels.field('relationship')}
            defaultValue={contact?.relationship ?? 'family'}
            error={errors.relationship}
            options={Relationship.options.map(option => ({
              value: option,
              label: labels.option('relationship', option),
            }))}
          />
          <TextField
            name="role"
            label={labels.field('role')}
            hint={t('contacts.roleHint')}
            defaultValue={contact?.role ?? ''}
            error={errors.role}
            maxLength={60}
            autoComplete="off"
          />
          <SelectField
            name="priority"
            label={labels.field('priority')}
            defaultValue={contact?.priority ?? 2}
            error={errors.priority}
            options={priorities.map(priority => ({
              value: priority,
              label: labels.option('priority', String(priority)),
            }))}
          />
        </>
      )}
    </ReachableForm>
  )
}
