import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#kit/form-dialog.tsx'
import type { useSubmit } from '#kit/use-submit.ts'
import { findPeople } from './find-people.ts'
import { FoundField } from './found-field.tsx'

interface PersonFormProps extends Pick<ComponentProps<typeof FoundField>, 'hint' | 'onText' | 'required'> {
  title: string
  /** What sending it does. */
  submit: string
  form: ReturnType<typeof useSubmit<'user_id'>>
  onClose(): void
  /** The fields behind that of the person. */
  children: ReactNode
}

/** A dialog that writes something of an elderly user, who is found by name or number. */
export function PersonForm({ title, submit, form, onClose, children, ...person }: PersonFormProps) {
  const { t } = useTranslation('events')
  const { errors, ...sending } = form
  return (
    <FormDialog title={title} submit={submit} {...sending} onClose={onClose}>
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
