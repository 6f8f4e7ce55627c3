import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#kit/dialog.tsx'
import type { useSubmit } from '#kit/use-submit.ts'
import { findPeople } from './find-people.ts'
import { FoundField } from './found-field.tsx'

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
