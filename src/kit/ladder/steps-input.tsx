import PlusOutlined from '@ant-design/icons/PlusOutlined'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { builtInLadder } from '#contract/alerts/built-in-ladder.ts'
import type { LadderStep } from '#contract/alerts/ladders.ts'
import { Button } from '../button.tsx'
import { moved } from '../moved.ts'
import type { OwnInput } from '../resource/resource.ts'
import styles from './ladder.module.css'
import { StepCard } from './step-card.tsx'

const newStep: LadderStep = {
  who: 'contacts',
  priority: null,
  role: null,
  channel: 'voice',
  wait_seconds: 60,
  times: 1,
  every_seconds: 60,
  on_duty: [],
}

let made = 0
const newKey = () => ++made

/** Asks for the steps of a ladder, put in order by dragging or by the arrow keys on a handle. */
export function StepsInput({ id, value = [], onChange, row }: OwnInput<LadderStep[]>) {
  const { t } = useTranslation('ladders')
  const list = useRef<HTMLOListElement>(null)
  // A step has no name of its own: what React tells them apart by is kept beside them.
  const [keys, setKeys] = useState(() => value.map(newKey))
  const [dragged, setDragged] = useState<number>()
  const [said, setSaid] = useState('')
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
    const place = Math.max(0, Math.min(value.length - 1, to))
    if (place === from) return
    put(moved(value, from, place), moved(keys, from, place))
    setSaid(t('moved', { from: from + 1, place: place + 1, of: value.length }))
  }
  function add() {
    const key = newKey()
    put([...value, newStep], [...keys, key])
    setFollow(key)
  }
  function remove(at: number) {
    const next = keys[at + 1] ?? keys[at - 1]
    put(value.toSpliced(at, 1), keys.toSpliced(at, 1))
    setSaid(t('removed', { step: at + 1 }))
    setFollow(next)
  }

  // When each step begins, in seconds after the alarm.
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
            place={at + 1}
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
        {said}
      </span>
    </div>
  )
}
