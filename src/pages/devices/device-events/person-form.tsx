import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { profile } from '#contract/people/profile.ts'
import { call } from '#kit/call.ts'
import { FormDialog } from '#kit/dialog.tsx'
import type { useSubmit } from '#kit/use-submit.ts'
import { FoundField, type Offer } from './found-field.tsx'

interface PersonFormProps extends Pick<ComponentProps<typeof FoundField>, 'hint' | 'onText' | 'required'> {
  title: string
  /** Label of the submit button. */
  submit: string
  form: ReturnType<typeof useSubmit<'user_id'>>
  onClose(): void
  /** Fields after the person field. */
  children: ReactNode
}

/** Form dialog with a person field (name or user_id). */
export function PersonForm({ title, submit, form, onClose, children, ...person }: PersonFormProps) {
  const { t } = useTranslation('events')
  const { errors, ...sending } = form
  return (
    <FormDialog title={title} submitLabel={submit} {...sending} onClose={onClose}>
      <FoundField
        of="people"
        find={findPeople}
        name="user_id"
        label={t('userId')}
        error={errors.user_id}
        {...person}
      />
      {children}
    </FormDialog>
  )
}

/** Searches elderly users by name; the value is their user_id. */
async function findPeople(text: string): Promise<Offer[]> {
  const { profiles } = await call(profile.list, {
    query: { ...(text && { q: text }), _sort: 'name', limit: 20 },
  })
  return profiles.map(({ user_id, name }) => ({ value: String(user_id), label: name }))
}
