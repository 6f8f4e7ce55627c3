import ArrowUpOutlined from '@ant-design/icons/ArrowUpOutlined'
import DeleteOutlined from '@ant-design/icons/DeleteOutlined'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { OnCallLayer } from '#contract/alerts/on-call.ts'
import { Button } from '../button.tsx'
import { DateInput } from '../date-input.tsx'
import fields from '../field.module.css'
import { SelectField, TextField, TimeField } from '../field.tsx'
import styles from '../ladder/ladder.module.css'
import { WindowsInput } from '../ladder/windows-input.tsx'
import { moveItem } from '../move-item.ts'
import { useLabels } from '../resource/labels.ts'
import rota from './on-call.module.css'

interface Person {
  id: string
  name: string
}

interface LayerCardProps {
  layer: OnCallLayer
  /** From 1. */
  position: number
  /** Who can be on call. */
  people: readonly Person[]
  onChange: (layer: OnCallLayer) => void
  onRemove: () => void
}

/** One layer of a schedule: who takes turns, when they hand over, and at which hours. */
export function LayerCard({ layer, position, people, onChange, onRemove }: LayerCardProps) {
  const { t } = useTranslation('on-call')
  const labels = useLabels('on-call-schedules')
  const day = useId()
  const change = (part: Partial<OnCallLayer>) => onChange({ ...layer, ...part })
  const { name, person_ids, rotation, every, starts_on, handover_at, windows } = layer
  const isWhole = OnCallLayer.shape.every.safeParse(every).success
  return (
    <li className={styles.card} aria-label={t('layer', { place: position })}>
      <header className={styles.head}>
        <strong className={styles.begins}>{t('layer', { place: position })}</strong>
        <Button
          variant="quiet"
          icon={<DeleteOutlined />}
          aria-label={t('removeLayer', { place: position })}
          title={t('removeLayer', { place: position })}
          onClick={onRemove}
        />
      </header>
      <div className={styles.fields}>
        <TextField
          label={labels.field('name')}
          value={name}
          maxLength={120}
          autoComplete="off"
          onChange={({ target }) => change({ name: target.value })}
        />
        <SelectField
          label={labels.field('rotation')}
          value={rotation}
          options={OnCallLayer.shape.rotation.options.map(value => ({
            value,
            label: labels.option('rotation', value),
          }))}
          onChange={value => change({ rotation: value })}
        />
        <TextField
          type="number"
          inputMode="numeric"
          label={labels.field('every')}
          value={Number.isNaN(every) ? '' : every}
          onChange={({ target }) => change({ every: target.valueAsNumber })}
          hint={t('weekHint')}
          error={isWhole ? undefined : t('weekHint')}
        />
        <div className={fields.field}>
          <label htmlFor={day}>{labels.field('starts_on')}</label>
          <DateInput id={day} kind="day" value={starts_on} onChange={value => change({ starts_on: value })} />
        </div>
        <TimeField
          label={labels.field('handover_at')}
          value={handover_at}
          onChange={value => change({ handover_at: value })}
        />
      </div>
      <PeopleInput value={person_ids} people={people} onChange={ids => change({ person_ids: ids })} />
      <WindowsInput
        legend={labels.field('windows')}
        note={windows.length === 0 ? t('always') : ''}
        nameOf={window => `${t('layer', { place: position })}, ${t('window', { window })}`}
        addLabel={t('addWindow')}
        windows={windows}
        onChange={value => change({ windows: value })}
      />
    </li>
  )
}

interface PeopleInputProps {
  value: readonly string[]
  people: readonly Person[]
  onChange: (ids: string[]) => void
}

/** Who takes turns, in order. */
function PeopleInput({ value, people, onChange }: PeopleInputProps) {
  const { t } = useTranslation('on-call')
  const labels = useLabels('on-call-schedules')
  const nameOf = (id: string) => people.find(person => person.id === id)?.name ?? '–'
  return (
    <fieldset className={styles.duty}>
      <legend>{labels.field('person_ids')}</legend>
      <ol className={rota.people}>
        {value.map((id, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: someone may take several turns
          <li key={at}>
            <bdi>{nameOf(id)}</bdi>
            <Button
              variant="quiet"
              icon={<ArrowUpOutlined />}
              aria-label={t('movePerson', { name: nameOf(id) })}
              title={t('movePerson', { name: nameOf(id) })}
              disabled={at === 0}
              onClick={() => onChange(moveItem([...value], at, at - 1))}
            />
            <Button
              variant="quiet"
              icon={<DeleteOutlined />}
              aria-label={t('removePerson', { name: nameOf(id) })}
              title={t('removePerson', { name: nameOf(id) })}
              onClick={() => onChange(value.toSpliced(at, 1))}
            />
          </li>
        ))}
      </ol>
      <div className={styles.fields}>
        <SelectField
          label={t('addPerson')}
          value=""
          options={[
            { value: '', label: t('choosePerson') },
            ...people.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={id => id && onChange([...value, id])}
          error={value.length === 0 ? t('peopleMissing') : undefined}
        />
      </div>
    </fieldset>
  )
}
