import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
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
import { call, errorDetail } from '#kit/call.ts'
import { useCurrentUser } from '#kit/current-user.ts'
import { FormDialog } from '#kit/dialog.tsx'
import { Checkbox } from '#kit/field.tsx'
import { useLocaleFormats } from '#kit/locale-formats.ts'
import { Choice, PersonField, parseUserId } from './fields.tsx'

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
  const [person, setPerson] = useState(role === 'elderly_user' ? String(user_id) : '1')
  const [task, setTask] = useState<Task>('mood_checkin')
  const [model, setModel] = useState<ChatModel>('gpt-4o-mini')
  const [language, setLanguage] = useState<ConversationLanguage>('en')
  const [voiceInput, setVoiceInput] = useState(false)
  const [voiceOutput, setVoiceOutput] = useState(false)
  const start = useMutation({
    mutationFn: () =>
      call(conversations.start, {
        body: {
          user_id: parseUserId(person),
          chat_model: model,
          language,
          voice_input: voiceInput,
          voice_output: voiceOutput,
          task,
        },
      }),
    onSuccess: ({ session }) => {
      void queries.invalidateQueries({ queryKey: ['call', 'GET', conversations.list.path] })
      onStarted(session.session_id)
    },
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    start.mutate()
  }
  return (
    <FormDialog
      title={t('start.title')}
      submitLabel={t('start.submit')}
      pending={start.isPending}
      disabled={!Number.isInteger(parseUserId(person))}
      failure={start.error && { text: errorDetail(start.error) ?? t('start.failed') }}
      onSubmit={submit}
      onClose={onClose}
    >
      {role !== 'elderly_user' && <PersonField value={person} required onChange={setPerson} />}
      <Choice
        label={t('start.task')}
        value={task}
        options={tasks.map(value => ({ value, label: t(`task.${value}`) }))}
        onChange={value => setTask(value as Task)}
      />
      <Choice
        label={t('start.model')}
        value={model}
        options={chatModels.map(value => ({ value, label: value }))}
        onChange={value => setModel(value as ChatModel)}
      />
      <Choice
        label={t('start.language')}
        value={language}
        options={languages}
        onChange={value => setLanguage(value as ConversationLanguage)}
      />
      <Checkbox
        label={t('start.voiceInput')}
        checked={voiceInput}
        onChange={event => setVoiceInput(event.target.checked)}
      />
      <Checkbox
        label={t('start.voiceOutput')}
        checked={voiceOutput}
        onChange={event => setVoiceOutput(event.target.checked)}
      />
    </FormDialog>
  )
}
