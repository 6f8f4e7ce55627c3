import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { wellness } from '#contract/care/wellness.ts'
import { FormDialog } from '#kit/dialog.tsx'
import { SelectItem, TextItem } from '#kit/form.tsx'
import { parseDecimal } from '#kit/format.ts'
import { PersonItem } from './found-item.tsx'
import { send, usePost } from './send.ts'

const moods = ['very_good', 'good', 'neutral', 'low', 'very_low'] as const
const vitals = ['systolic', 'diastolic', 'pulse', 'temperature_c', 'oxygen_percent'] as const
const kinds = ['mood', 'vitals', 'note'] as const
type Kind = (typeof kinds)[number]

type Values = { user_id: string; kind: Kind; mood: string; text?: string } & {
  [sign in (typeof vitals)[number]]?: string
}

/** Adds a mood, vital signs or a note to an elderly user's wellness diary. */
export function WellnessDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('events')
  const post = usePost()
  const [kind, setKind] = useState<Kind>('mood')

  async function log({ user_id, kind, mood, text, ...typed }: Values) {
    const measured = Object.entries(typed).filter(([, value]) => value)
    const value = {
      mood: { mood },
      note: { text },
      vitals: Object.fromEntries(measured.map(([name, value]) => [name, parseDecimal(value)])),
    }[kind]
    // Ranges are validated by the server, the same for every client.
    const body = { user_id, kind, value } as Parameters<typeof send<typeof wellness.log>>[1]
    if (await post('wellness.sent', () => send(wellness.log, body))) onClose()
  }

  return (
    <FormDialog<Values>
      title={t('wellness.title')}
      submitLabel={t('wellness.log')}
      failed={t('wellness.failed')}
      initial={{ kind: 'mood', mood: 'good' }}
      send={log}
      onClose={onClose}
    >
      <PersonItem required={t('wellness.personRequired')} />
      <SelectItem
        name="kind"
        label={t('wellness.kind')}
        onChange={setKind}
        options={kinds.map(kind => ({ value: kind, label: t(`wellness.kinds.${kind}`) }))}
      />
      {kind === 'mood' && (
        <SelectItem
          name="mood"
          label={t('wellness.kinds.mood')}
          options={moods.map(mood => ({ value: mood, label: t(`wellness.moods.${mood}`) }))}
        />
      )}
      {kind === 'note' && <TextItem name="text" required label={t('wellness.kinds.note')} />}
      {kind === 'vitals' &&
        vitals.map(name => (
          <TextItem key={name} name={name} inputMode="decimal" label={t(`wellness.vitals.${name}`)} />
        ))}
    </FormDialog>
  )
}
