import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  type ChatModel,
  type ConversationLanguage,
  chatModels,
  conversationLanguages,
  conversations,
  type Task,
  tasks,
} from '#contract/conversations/conversations.ts'
import { call } from '#kit/call.ts'
import { useCurrentUser } from '#kit/current-user.ts'
import { FormDialog } from '#kit/dialog.tsx'
import { CheckItem, SelectItem } from '#kit/form.tsx'
import { useLocaleFormats } from '#kit/locale-formats.ts'
import { PersonItem, parseUserId } from './fields.tsx'

type Values = {
  person: string
  task: Task
  model: ChatModel
  language: ConversationLanguage
  voiceInput: boolean
  voiceOutput: boolean
}

interface StartDialogProps {
  onStarted: (id: string) => void
  onClose: () => void
}

/** Starts a conversation. */
export function StartDialog({ onStarted, onClose }: StartDialogProps) {
  const { t } = useTranslation('conversations')
  const languages = useLocaleFormats().byName(
    conversationLanguages.map(value => ({ value, label: t(`languages.${value}`) })),
    ({ label }) => label,
  )
  const { role, user_id } = useCurrentUser()
  const queries = useQueryClient()

  async function start({ person, task, model, language, voiceInput, voiceOutput }: Values) {
    const { session } = await call(conversations.start, {
      body: {
        user_id: parseUserId(person),
        chat_model: model,
        language,
        voice_input: voiceInput,
        voice_output: voiceOutput,
        task,
      },
    })
    void queries.invalidateQueries({ queryKey: ['call', 'GET', conversations.list.path] })
    onStarted(session.session_id)
  }

  return (
    <FormDialog<Values>
      title={t('start.title')}
      submitLabel={t('start.submit')}
      failed={t('start.failed')}
      names={{ user_id: 'person' }}
      initial={{
        person: role === 'elderly_user' ? String(user_id) : '1',
        task: 'mood_checkin',
        model: 'gpt-4o-mini',
        language: 'en',
        voiceInput: false,
        voiceOutput: false,
      }}
      check={({ person }) => ({ person: Number.isNaN(parseUserId(person)) && t('start.userHint') })}
      send={start}
      onClose={onClose}
    >
      {role !== 'elderly_user' && <PersonItem name="person" required />}
      <SelectItem
        name="task"
        label={t('start.task')}
        options={tasks.map(value => ({ value, label: t(`task.${value}`) }))}
      />
      <SelectItem
        name="model"
        label={t('start.model')}
        options={chatModels.map(value => ({ value, label: value }))}
      />
      <SelectItem name="language" label={t('start.language')} options={languages} />
      <CheckItem name="voiceInput" label={t('start.voiceInput')} />
      <CheckItem name="voiceOutput" label={t('start.voiceOutput')} />
    </FormDialog>
  )
}
