import { type ComponentProps, type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#kit/button.tsx'
import { Dialog } from '#kit/dialog.tsx'
import type { useSubmit } from '#kit/use-submit.ts'
import styles from './device-events.module.css'
import { findPeople } from './find-people.ts'
import { FoundField } from './found-field.tsx'

interface PersonFormProps extends Pick<ComponentProps<typeof FoundField>, 'hint' | 'onText' | 'required'> {
  title: string
  /** What its button does. */
  act: string
  form: Pick<ReturnType<typeof useSubmit<'user_id'>>, 'errors' | 'pending' | 'onSubmit'>
  onClose(): void
  /** The fields behind that of the person. */
  children: ReactNode
}

/** A dialog that writes something of an elderly user, who is found by name or number. */
export function PersonForm({ title, act, form, onClose, children, ...person }: PersonFormProps) {
  const { t } = useTranslation(['events', 'common'])
  const id = useId()
  const { errors, pending, onSubmit } = form
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={id} look="main" pending={pending}>
            {act}
          </Button>
        </>
      }
    >
      <form id={id} className={styles.form} noValidate onSubmit={onSubmit}>
        <FoundField
          of="people"
          find={findPeople}
          name="user_id"
          label={t('userId')}
          error={errors.user_id}
          {...person}
        />
        {children}
      </form>
    </Dialog>
  )
}
