import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { wellness } from '#contract/care/wellness.ts'
import { SelectField, TextField } from '#kit/field.tsx'
import { parseDecimal } from '#kit/format.ts'
import { useSubmit } from '#kit/use-submit.ts'
import { PersonForm } from './person-form.tsx'
import { send, usePost } from './send.ts'

const moods = ['very_good', 'good', 'neutral', 'low', 'very_low'] as const
const vitals = ['systolic', 'diastolic', 'pulse', 'temperature_c', 'oxygen_percent'] as const
const kinds = ['mood', 'vitals', 'note'] as const
type Kind = (typeof kinds)[number]

/** Adds a mood, vital signs or a note to an elderly user's wellness diary. */
export function WellnessDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('events')
  const post = usePost()
  const [kind, setKind] = useState<Kind>('mood')
  const form = useSubmit({
    fields: ['user_id', 'mood', 'text', ...vitals],
    failed: t('wellness.failed'),
    check: ({ user_id }) => (user_id ? {} : { user_id: t('wellness.personRequired') }),
    send: async ({ user_id, mood, text, ...typed }) => {
      const measured = Object.entries(typed).filter(([, value]) => value !== '')
      const value = {
        mood: { mood },
        note: { text },
        vitals: Object.fromEntries(measured.map(([name, value]) => [name, parseDecimal(value)])),
      }[kind]
      // Ranges are validated by the server, the same for every client.
      const body = { user_id, kind, value } as Parameters<typeof send<typeof wellness.log>>[1]
      if (await post('wellness.sent', () => send(wellness.log, body))) onClose()
    },
  })
  return (
    <PersonForm title={t('wellness.title')} submit={t('wellness.log')} form={form} onClose={onClose} required>
      <SelectField
        label={t('wellness.kind')}
        value={kind}
        onChange={setKind}
        options={kinds.map(kind => ({ value: kind, label: t(`wellness.kinds.${kind}`) }))}
      />
      {kind === 'mood' && (
        <SelectField
          name="mood"
          label={t('wellness.kinds.mood')}
          defaultValue="good"
          error={form.errors.mood}
          options={moods.map(mood => ({ value: mood, label: t(`wellness.moods.${mood}`) }))}
        />
      )}
      {kind === 'note' && (
        <TextField name="text" required label={t('wellness.kinds.note')} error={form.errors.text} />
      )}
      {kind === 'vitals' &&
        vitals.map(name => (
          <TextField
            key={name}
            name={name}
            inputMode="decimal"
            label={t(`wellness.vitals.${name}`)}
            error={form.errors[name]}
          />
        ))}
    </PersonForm>
  )
}
