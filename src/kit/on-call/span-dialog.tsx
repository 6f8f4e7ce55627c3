import { useTranslation } from 'react-i18next'
import { DateInput } from '../date-input.tsx'
import { FormDialog } from '../dialog.tsx'
import { InputItem, SelectItem } from '../form.tsx'

interface SpanDialogProps {
  kind: 'overrides' | 'absences'
  /** Who can be chosen; without it, the time is the reader's own. */
  people?: readonly { id: string; name: string }[]
  onAdd: (person: string | undefined, times: { starts_at: string; ends_at: string }) => Promise<void>
  onClose: () => void
}

type Values = { person_id?: string; starts_at?: string; ends_at?: string }

const toInstant = (value: string | undefined) => (value ? new Date(value).toISOString() : '')

/** Adds an override or an absence. Times are entered in the reader's time zone. */
export function SpanDialog({ kind, people, onAdd, onClose }: SpanDialogProps) {
  const { t } = useTranslation(['on-call', 'common'])
  return (
    <FormDialog<Values>
      title={t(`${kind}.add`)}
      submitLabel={t(`${kind}.add`)}
      failed={t(`${kind}.addFailed`)}
      initial={people?.[0] ? { person_id: people[0].id } : {}}
      check={({ starts_at, ends_at }) => ({
        starts_at: !starts_at && t('common:field.required'),
        ends_at: !ends_at && t('common:field.required'),
      })}
      send={({ person_id, starts_at, ends_at }) =>
        onAdd(person_id, { starts_at: toInstant(starts_at), ends_at: toInstant(ends_at) })
      }
      onClose={onClose}
    >
      {people && (
        <SelectItem
          name="person_id"
          label={t('span.person')}
          options={people.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <InputItem name="starts_at" label={t('span.from')}>
        <InstantInput />
      </InputItem>
      <InputItem name="ends_at" label={t('span.to')}>
        <InstantInput />
      </InputItem>
    </FormDialog>
  )
}

interface InstantInputProps {
  id?: string
  value?: string
  onChange?: (value: string) => void
}

const ignore = () => {}

/** A date with a time, as an input of a form. */
const InstantInput = ({ id = '', value = '', onChange = ignore }: InstantInputProps) => (
  <DateInput id={id} kind="instant" value={value} onChange={onChange} />
)
