import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { conversations, type Message, verdicts } from '#contract/conversations/conversations.ts'
import { Button } from '#kit/button.tsx'
import { call, errorDetail } from '#kit/call.ts'
import { toast } from '#kit/toasts.ts'
import { Choice } from './fields.tsx'
import styles from './turn-details.module.css'

type Verdict = (typeof verdicts)[number]

/** A reviewer's rating of a turn. */
export function Judge({ session, message }: { session: string; message: Message }) {
  const { t } = useTranslation('conversations')
  const queries = useQueryClient()
  const [verdict, setVerdict] = useState<Verdict>('good')
  const [note, setNote] = useState('')
  const judge = useMutation({
    mutationFn: () =>
      call(conversations.annotate, {
        params: { id: session },
        body: { message_id: message.id, verdict, note },
      }),
    onSuccess: () => {
      setNote('')
      toast({ tone: 'good', text: t('judge.done') })
      return queries.invalidateQueries({ queryKey: ['call', 'GET', conversations.show.path] })
    },
    onError: error =>
      toast({
        tone: 'bad',
        text: t('judge.failed'),
        detail: errorDetail(error),
      }),
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    judge.mutate()
  }
  return (
    <form className={styles.judge} onSubmit={submit}>
      <Choice
        label={t('judge.verdict')}
        value={verdict}
        options={verdicts.map(value => ({ value, label: t(`verdict.${value}`) }))}
        onChange={value => setVerdict(value as Verdict)}
      />
      <textarea
        aria-label={t('judge.note')}
        placeholder={t('judge.note')}
        maxLength={2_000}
        value={note}
        onChange={event => setNote(event.target.value)}
      />
      <Button type="submit" pending={judge.isPending}>
        {t('judge.submit')}
      </Button>
    </form>
  )
}
