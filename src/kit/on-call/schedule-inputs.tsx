import PlusOutlined from '@ant-design/icons/PlusOutlined'
import { Form } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DutyWindow } from '#contract/alerts/duty.ts'
import { type OnCallLayer, onCall } from '#contract/alerts/on-call.ts'
import { Button } from '../button.tsx'
import { useCanCall, useCurrentUser } from '../current-user.ts'
import styles from '../ladder/ladder.module.css'
import { WindowsInput } from '../ladder/windows-input.tsx'
import { useLabels } from '../resource/labels.ts'
import type { CustomInputProps } from '../resource/resource.ts'
import { useCall } from '../use-call.ts'
import { LayerCard } from './layer-card.tsx'

let made = 0
const newKey = () => ++made

const localDay = (date: Date) =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map(part => String(part).padStart(2, '0'))
    .join('-')

/** Editor for a schedule's layers. */
export function LayersInput({ id, value = [], onChange, row }: CustomInputProps<OnCallLayer[]>) {
  const { t } = useTranslation('on-call')
  const may = useCanCall()
  const caller = useCurrentUser()
  const typed = Form.useWatch('organization_id') as string | undefined
  const organization_id = (row?.organization_id as string | undefined) ?? typed ?? caller.organization.id
  const { data } = useCall(onCall.people, { query: { organization_id } }, { enabled: may(onCall.people) })
  // Layers have no id, so React keys are kept separately.
  const [keys, setKeys] = useState(() => value.map(newKey))

  function add() {
    setKeys([...keys, newKey()])
    const layer: OnCallLayer = {
      name: value.length === 0 ? t('firstLayer') : t('layer', { place: value.length + 1 }),
      person_ids: [],
      rotation: 'weekly',
      every: 1,
      starts_on: localDay(new Date()),
      handover_at: '08:00',
      windows: [],
    }
    onChange?.([...value, layer])
  }

  return (
    <div id={id} className={styles.steps}>
      <ol className={styles.list}>
        {value.map((layer, at) => (
          <LayerCard
            key={keys[at]}
            layer={layer}
            position={at + 1}
            people={data?.people ?? []}
            onChange={changed => onChange?.(value.with(at, changed))}
            onRemove={() => {
              setKeys(keys.toSpliced(at, 1))
              onChange?.(value.toSpliced(at, 1))
            }}
          />
        ))}
      </ol>
      <div className={styles.add}>
        <Button icon={<PlusOutlined />} onClick={add}>
          {t('addLayer')}
        </Button>
      </div>
    </div>
  )
}

/** When someone has to be on call. */
export function RequiredInput({ value = [], onChange, row }: CustomInputProps<DutyWindow[]>) {
  const { t } = useTranslation('on-call')
  const typed = Form.useWatch('time_zone') as string | undefined
  const zone = typed ?? String(row?.time_zone ?? 'UTC')
  return (
    <WindowsInput
      legend={useLabels('on-call-schedules').field('required_windows')}
      hasLabel
      note={value.length === 0 ? t('always') : t('zone', { zone })}
      nameOf={window => t('window', { window })}
      addLabel={t('addWindow')}
      windows={value}
      onChange={windows => onChange?.(windows)}
    />
  )
}
