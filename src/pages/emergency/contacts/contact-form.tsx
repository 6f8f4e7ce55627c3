import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { contacts, Relationship } from '#contract/contacts.ts'
import { Button } from '#kit/button.tsx'
import { call } from '#kit/call.ts'
import { callOnce } from '#kit/call-once.ts'
import { Dialog } from '#kit/dialog.tsx'
import { FailureRemark } from '#kit/failure-remark.tsx'
import { SelectField, TextField } from '#kit/field.tsx'
import { useLabels } from '#kit/resource/labels.ts'
import { say } from '#kit/toasts.ts'
import { useReread } from '#kit/use-reread.ts'
import { useSubmit } from '#kit/use-submit.ts'
import styles from '../form.module.css'
import type { Contact } from './use-contacts.ts'

const fields = ['name', 'phone', 'email', 'relationship', 'role', 'priority'] as const
const priorities = [1, 2, 3]

interface ContactFormProps {
  person: string
  /** The contact to change; none to add one. */
  contact: Contact | undefined
  onClose: () => void
}

/** Adds a personal contact or changes one. */
export function ContactForm({ person, contact, onClose }: ContactFormProps) {
  const { t } = useTranslation('emergency')
  const labels = useLabels('contacts')
  const reread = useReread('contacts')
  const form = useId()
  const failed = t(contact ? 'contacts.updateFailed' : 'contacts.addFailed')
  const { errors, failure, pending, onSubmit } = useSubmit({
    fields,
    failed,
    check: ({ name, phone }) => ({
      ...(!name.trim() && { name: t('contacts.required') }),
      ...(!phone.trim() && { phone: t('contacts.required') }),
    }),
    async send({ name, phone, email, relationship, role, priority }) {
      const body = {
        name,
        phone,
        email: email.trim() || null,
        relationship: Relationship.parse(relationship),
        role: role.trim() || null,
        priority: Number(priority),
      }
      if (contact) await call(contacts.update, { params: { id: contact.id }, body, ifMatch: contact.version })
      else await callOnce(contacts.create, { query: { user_id: person }, body })
      say({ tone: 'good', text: t(contact ? 'contacts.updated' : 'contacts.added') })
      void reread()
      onClose()
    },
  })

  return (
    <Dialog
      title={t(contact ? 'contacts.edit' : 'contacts.add')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look="main" type="submit" form={form} pending={pending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={onSubmit} noValidate>
        <FailureRemark failure={failure} />
        <TextField
          name="name"
          label={labels.field('name')}
          defaultValue={contact?.name}
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
          defaultValue={contact?.phone ?? ''}
          error={errors.phone}
          aria-required
          autoComplete="off"
        />
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
        >
          {Relationship.options.map(option => (
            <option key={option} value={option}>
              {labels.option('relationship', option)}
            </option>
          ))}
        </SelectField>
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
        >
          {priorities.map(priority => (
            <option key={priority} value={priority}>
              {labels.option('priority', String(priority))}
            </option>
          ))}
        </SelectField>
      </form>
    </Dialog>
  )
}
