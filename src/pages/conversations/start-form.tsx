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
import { Button } from '#kit/button.tsx'
import { call, errorDetail } from '#kit/call.ts'
import { Callout } from '#kit/callout.tsx'
import { useCurrentUser } from '#kit/current-user.ts'
import { Checkbox } from '#kit/field.tsx'
import { useLocaleFormats } from '#kit/locale-formats.ts'
import styles from './conversations.module.css'
import { Choice, PersonField, parseUserId } from './fields.tsx'

interface StartFormProps {
  /** Disabled while a session is selected. */
  isSelected: boolean
  onStarted: (id: string) => void
}

/** Form that starts a conversation. */
export function StartForm({ isSelected, onStarted }: StartFormProps) {
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
  const isKnown = Number.isInteger(parseUserId(person))
  return (
    <form className={`${styles.panel} ${styles.start}`} onSubmit={submit} aria-labelledby="start">
      <h2 id="start">{t('start.title')}</h2>
      <div className={styles.fields}>
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
        {start.error && (
          <Callout tone="bad" role="alert">
            <p>{errorDetail(start.error) ?? t('start.failed')}</p>
          </Callout>
        )}
        <Button
          variant="main"
          type="submit"
          block
          disabled={isSelected || start.isPending || !isKnown}
          pending={start.isPending}
        >
          {t('start.submit')}
        </Button>
      </div>
    </form>
  )
}
