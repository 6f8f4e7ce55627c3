import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { profile } from '#contract/people/profile.ts'
import { FormDialog } from '#kit/dialog.tsx'
import { TextItem } from '#kit/form.tsx'
import { useCall } from '#kit/use-call.ts'
import { PersonItem } from './found-item.tsx'
import { send, usePost } from './send.ts'

type Values = Partial<Record<'user_id' | 'name' | 'preferred_name' | 'notes', string>>

/** Creates or edits an elderly user's profile. */
export function ProfileDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('events')
  const post = usePost()
  const [userId, setUserId] = useState('')
  const params = { id: userId.trim() }
  const isKey = /^[1-9]\d{0,8}$/.test(params.id)
  const { data: known } = useCall(profile.show, { params }, { enabled: isKey })
  const shown = isKey ? known : undefined

  async function save({ user_id, ...typed }: Values) {
    const filled = Object.entries(typed).filter(([, value]) => value?.trim())
    const body = { ...Object.fromEntries(filled), ...(user_id && { user_id: user_id.trim() }) }
    if (await post('profile.sent', () => send(profile.upsert, body))) onClose()
  }

  return (
    <FormDialog<Values>
      title={t('profile.title')}
      submitLabel={t('profile.save')}
      failed={t('profile.failed')}
      {...(shown && {
        loaded: {
          name: shown.name,
          preferred_name: shown.preferred_name ?? '',
          notes: shown.notes ?? '',
        },
      })}
      check={({ user_id, name }) => ({ name: !user_id && !name && t('profile.personRequired') })}
      send={save}
      onClose={onClose}
    >
      <PersonItem hint={t('profile.userIdHint')} onText={setUserId} />
      <TextItem name="name" label={t('profile.name')} />
      <TextItem name="preferred_name" label={t('profile.preferredName')} />
      <TextItem name="notes" label={t('profile.notes')} />
    </FormDialog>
  )
}
