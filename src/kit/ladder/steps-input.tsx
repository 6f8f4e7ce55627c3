import PlusOutlined from '@ant-design/icons/PlusOutlined'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { builtInLadder, type LadderStep } from '#contract/alerts/ladders.ts'
import { Button } from '../button.tsx'
import { moveItem } from '../move-item.ts'
import type { CustomInputProps } from '../resource/resource.ts'
import styles from './ladder.module.css'
import { StepCard } from './step-card.tsx'

const newStep: LadderStep = {
  who: 'contacts',
  priority: null,
  role: null,
  schedule_id: null,
  channel: 'voice',
  wait_seconds: 60,
  times: 1,
  every_seconds: 60,
  on_duty: [],
  exclude_relationships: [],
  exclude_ids: [],
}

let made = 0
const newKey = () => ++made

/** Editor for a ladder's steps, reordered by dragging or by arrow keys on the handle. */
export function StepsInput({ id, value = [], onChange, row }: CustomInputProps<LadderStep[]>) {
  const { t } = useTranslation('ladders')
  const list = useRef<HTMLOListElement>(null)
  // Steps have no id, so React keys are kept separately.
  const [keys, setKeys] = useState(() => value.map(newKey))
  const [dragged, setDragged] = useState<number>()
  const [announcement, setAnnouncement] = useState('')
  const [follow, setFollow] = useState<number>()

  useEffect(() => {
    if (follow === undefined) return
    const card = list.current?.querySelector<HTMLElement>(`[data-key="${follow}"] button`)
    card?.focus()
    setFollow(undefined)
  }, [follow])

  function put(steps: LadderStep[], their: number[]) {
    setKeys(their)
    onChange?.(steps)
  }
  function move(from: number, to: number) {
    const target = Math.max(0, Math.min(value.length - 1, to))
    if (target === from) return
    put(moveItem(value, from, target), moveItem(keys, from, target))
    setAnnouncement(t('moved', { from: from + 1, place: target + 1, of: value.length }))
  }
  function add() {
    const key = newKey()
    put([...value, newStep], [...keys, key])
    setFollow(key)
  }
  function remove(at: number) {
    const next = keys[at + 1] ?? keys[at - 1]
    put(value.toSpliced(at, 1), keys.toSpliced(at, 1))
    setAnnouncement(t('removed', { step: at + 1 }))
    setFollow(next)
  }

  // Start of each step in seconds after the alarm.
  const begins = value.map((_, at) =>
    value.slice(0, at + 1).reduce((sum, step) => sum + (step.wait_seconds || 0), 0),
  )

  return (
    <div id={id} className={styles.steps}>
      {value.length === 0 && <p className={styles.none}>{t('none')}</p>}
      <ol ref={list} className={styles.list}>
        {value.map((step, at) => (
          <StepCard
            key={keys[at]}
            name={keys[at] as number}
            step={step}
            position={at + 1}
            begins={begins[at] as number}
            row={row}
            isDragged={dragged === keys[at]}
            onChange={changed => onChange?.(value.with(at, changed))}
            onRemove={() => remove(at)}
            onMove={to => {
              move(at, to)
              setFollow(keys[at])
            }}
            onDrag={isDragged => setDragged(isDragged ? keys[at] : undefined)}
            onDragOver={() => {
              const from = dragged === undefined ? -1 : keys.indexOf(dragged)
              if (from >= 0 && from !== at) move(from, at)
            }}
          />
        ))}
      </ol>
      <div className={styles.add}>
        <Button icon={<PlusOutlined />} onClick={add}>
          {t('add')}
        </Button>
        {value.length === 0 && (
          <Button onClick={() => put(builtInLadder.steps, builtInLadder.steps.map(newKey))}>
            {t('builtIn')}
          </Button>
        )}
      </div>
      <span className="spoken" role="status">
        {announcement}
      </span>
    </div>
  )
}
