import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { profile } from '#contract/people/profile.ts'
import { TextField } from '#kit/field.tsx'
import { useCall } from '#kit/use-call.ts'
import { useSubmit } from '#kit/use-submit.ts'
import { PersonForm } from './person-form.tsx'
import { send, usePost } from './send.ts'

/** Creates or edits an elderly user's profile. */
export function ProfileDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('events')
  const post = usePost()
  const [userId, setUserId] = useState('')
  const params = { id: userId.trim() }
  const isKey = /^[1-9]\d{0,8}$/.test(params.id)
  const { data: known } = useCall(profile.show, { params }, { enabled: isKey })
  const shown = isKey ? known : undefined
  const form = useSubmit({
    fields: ['user_id', 'name', 'preferred_name', 'notes'],
    failed: t('profile.failed'),
    check: ({ user_id, name }) => (user_id || name ? {} : { name: t('profile.personRequired') }),
    send: async ({ user_id, ...typed }) => {
      const filled = Object.entries(typed).filter(([, value]) => value.trim() !== '')
      const body = { ...Object.fromEntries(filled), ...(user_id && { user_id: user_id.trim() }) }
      if (await post('profile.sent', () => send(profile.upsert, body))) onClose()
    },
  })
  return (
    <PersonForm
      title={t('profile.title')}
      submit={t('profile.save')}
      form={form}
      onClose={onClose}
      hint={t('profile.userIdHint')}
      onText={setUserId}
    >
      <Fragment key={shown?.id}>
        <TextField
          name="name"
          label={t('profile.name')}
          defaultValue={shown?.name}
          error={form.errors.name}
        />
        <TextField
          name="preferred_name"
          label={t('profile.preferredName')}
          defaultValue={shown?.preferred_name ?? ''}
          error={form.errors.preferred_name}
        />
        <TextField
          name="notes"
          label={t('profile.notes')}
          defaultValue={shown?.notes ?? ''}
          error={form.errors.notes}
        />
      </Fragment>
    </PersonForm>
  )
}
