import DeleteOutlined from '@ant-design/icons/DeleteOutlined'
import PlusOutlined from '@ant-design/icons/PlusOutlined'
import { Input, Select } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Medication } from '#contract/people/elderly.ts'
import { Button } from '../button.tsx'
import { useFormZone } from '../resource/form/form-zone.ts'
import { useLabels } from '../resource/labels.ts'
import type { CustomInputProps } from '../resource/resource.ts'
import { timeOfDayFrom } from '../time-of-day.ts'
import styles from './medications-input.module.css'

let made = 0
const newKey = () => ++made

/** Editor for a person's medications: name, dose and times of day in the person's time zone. */
export function MedicationsInput({ id, value = [], onChange, row }: CustomInputProps<Medication[]>) {
  const { t } = useTranslation('resources')
  const labels = useLabels('elderly')
  const zone = useFormZone(row)
  const hint = useId()
  // Medications have no id, so React keys are kept separately.
  const [keys, setKeys] = useState(() => value.map(newKey))
  const [added, setAdded] = useState<number>()

  const change = (at: number, part: Partial<Medication>) =>
    onChange?.(value.map((medication, index) => (index === at ? { ...medication, ...part } : medication)))
  function add() {
    const key = newKey()
    setKeys([...keys, key])
    setAdded(key)
    onChange?.([...value, { name: '', dose: '', times: [] }])
  }
  function remove(at: number) {
    setKeys(keys.toSpliced(at, 1))
    onChange?.(value.toSpliced(at, 1))
    document.getElementById(`${id}-add`)?.focus()
  }

  return (
    <div id={id} className={styles.medications}>
      <p id={hint} className={styles.zone}>
        {zone ? t('elderly.medication.zone', { zone }) : t('elderly.medication.zoneUnknown')}
      </p>
      {value.map(({ name, dose, times }, at) => (
        <fieldset key={keys[at]} className={styles.medication}>
          <legend className="spoken">{t('elderly.medication.item', { position: at + 1 })}</legend>
          <Input
            aria-label={labels.field('name')}
            placeholder={labels.field('name')}
            value={name}
            autoComplete="off"
            autoFocus={keys[at] === added}
            onChange={({ target }) => change(at, { name: target.value })}
          />
          <Input
            aria-label={labels.field('dose')}
            placeholder={labels.field('dose')}
            value={dose}
            autoComplete="off"
            onChange={({ target }) => change(at, { dose: target.value })}
          />
          <Select
            mode="tags"
            aria-label={labels.field('times')}
            aria-describedby={hint}
            placeholder={`${labels.field('times')}: 08:00, 20:00`}
            value={times}
            tokenSeparators={[',', ' ']}
            open={false}
            suffixIcon={null}
            onChange={(typed: string[]) =>
              change(at, { times: [...new Set(typed.map(timeOfDayFrom))].sort() })
            }
          />
          <Button
            icon={<DeleteOutlined />}
            aria-label={t('elderly.medication.remove', { position: at + 1, name })}
            title={t('elderly.medication.remove', { position: at + 1, name })}
            onClick={() => remove(at)}
          />
        </fieldset>
      ))}
      <div>
        <Button id={`${id}-add`} icon={<PlusOutlined />} onClick={add}>
          {t('elderly.medication.add')}
        </Button>
      </div>
    </div>
  )
}
