import DeleteOutlined from '@ant-design/icons/DeleteOutlined'
import HolderOutlined from '@ant-design/icons/HolderOutlined'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LadderAudience, LadderStep } from '#contract/alerts/ladders.ts'
import { Channel } from '#contract/alerts/timeline.ts'
import { formatDuration } from '../alerts/duration.ts'
import { Button } from '../button.tsx'
import { SelectField, TextField } from '../field.tsx'
import { useLabels } from '../resource/labels.ts'
import type { Row } from '../resource/resource.ts'
import { channelsByAudience } from './audiences.ts'
import { DutyInput } from './duty-input.tsx'
import { ExclusionInput } from './exclusion-input.tsx'
import styles from './ladder.module.css'
import { ScheduleField } from './schedule-field.tsx'

interface StepCardProps {
  /** Stable key of the card. */
  name: number
  step: LadderStep
  /** From 1. */
  position: number
  /** Seconds after the alarm. */
  begins: number
  row: Row | undefined
  isDragged: boolean
  onChange: (step: LadderStep) => void
  onRemove: () => void
  /** Called with the new position, from 0. */
  onMove: (to: number) => void
  onDrag: (isDragged: boolean) => void
  onDragOver: () => void
}

type NumberName = 'wait_seconds' | 'times' | 'every_seconds'

/** One step of a ladder: audience, channel, delay, repetitions and duty windows. */
export function StepCard(props: StepCardProps) {
  const { name, step, position, begins, row, isDragged, onChange, onRemove, onMove, onDrag, onDragOver } =
    props
  const { t } = useTranslation(['ladders', 'emergency'])
  const labels = useLabels('ladders')
  const [isHandleDown, setHandleDown] = useState(false)
  const change = (part: Partial<LadderStep>) => onChange({ ...step, ...part })

  const positionOfKey: Record<string, number> = {
    ArrowUp: position - 2,
    ArrowDown: position,
    Home: 0,
    End: Number.POSITIVE_INFINITY,
  }
  function press(event: KeyboardEvent) {
    const to = positionOfKey[event.key]
    if (to === undefined) return
    event.preventDefault()
    onMove(to)
  }

  const number = (field: NumberName, hint?: string) => {
    const { success } = LadderStep.shape[field].safeParse(step[field])
    return (
      <TextField
        type="number"
        inputMode="numeric"
        label={labels.field(field)}
        value={Number.isNaN(step[field]) ? '' : step[field]}
        onChange={({ target }) => change({ [field]: target.valueAsNumber })}
        error={success ? undefined : t(`range.${field}`)}
        {...(hint && { hint })}
      />
    )
  }

  return (
    <li
      data-key={name}
      className={styles.card}
      data-dragged={isDragged || undefined}
      aria-label={t('step', { place: position })}
      // Draggable only by the handle, so that text in the inputs can be selected.
      draggable={isHandleDown}
      onDragStart={event => {
        event.dataTransfer.effectAllowed = 'move'
        onDrag(true)
      }}
      onDragEnter={onDragOver}
      onDragOver={event => event.preventDefault()}
      onDragEnd={() => {
        setHandleDown(false)
        onDrag(false)
      }}
    >
      <header className={styles.head}>
        <button
          type="button"
          className={styles.handle}
          aria-label={t('move', { place: position })}
          aria-description={t('moveHint')}
          data-tooltip={t('moveHint')}
          onKeyDown={press}
          onPointerDown={() => setHandleDown(true)}
          onPointerUp={() => setHandleDown(false)}
        >
          <HolderOutlined />
        </button>
        <strong>{t('step', { place: position })}</strong>
        <span className={styles.begins}>{t('begins', { time: formatDuration(begins) })}</span>
        <Button
          variant="quiet"
          icon={<DeleteOutlined />}
          aria-label={t('remove', { place: position })}
          title={t('remove', { place: position })}
          onClick={onRemove}
        />
      </header>
      <div className={styles.fields}>
        <SelectField
          label={labels.field('who')}
          value={step.who}
          options={LadderAudience.options.map(who => ({ value: who, label: labels.option('who', who) }))}
          onChange={who => {
            const [first] = channelsByAudience[who]
            const channel = channelsByAudience[who].includes(step.channel) ? step.channel : first
            change({
              who,
              channel,
              ...(who !== 'contacts' && { priority: null, role: null }),
              ...(who !== 'on_call' && { schedule_id: null }),
            })
          }}
        />
        <SelectField
          label={labels.field('channel')}
          value={step.channel}
          options={Channel.options
            .filter(channel => channel === step.channel || channelsByAudience[step.who].includes(channel))
            .map(channel => ({ value: channel, label: t(`emergency:channels.${channel}`) }))}
          onChange={channel => change({ channel })}
          error={channelsByAudience[step.who].includes(step.channel) ? undefined : t('unreachable')}
        />
        {step.who === 'on_call' && (
          <ScheduleField
            row={row}
            value={step.schedule_id}
            onChange={schedule_id => change({ schedule_id })}
          />
        )}
        {step.who === 'contacts' && (
          <>
            <SelectField
              label={labels.field('priority')}
              value={step.priority ?? 0}
              options={[
                { value: 0, label: t('anyPriority') },
                ...[1, 2, 3].map(value => ({ value, label: labels.option('priority', String(value)) })),
              ]}
              onChange={priority => change({ priority: priority || null })}
            />
            <TextField
              label={labels.field('role')}
              hint={t('anyRole')}
              value={step.role ?? ''}
              maxLength={60}
              autoComplete="off"
              onChange={({ target }) => change({ role: target.value || null })}
            />
          </>
        )}
        {number('wait_seconds', t(position === 1 ? 'afterAlarm' : 'afterStep'))}
        {number('times')}
        {step.times > 1 && number('every_seconds')}
      </div>
      {step.who !== 'services' && step.who !== 'webhooks' && (
        <ExclusionInput step={step} row={row} onChange={change} />
      )}
      <DutyInput
        position={position}
        windows={step.on_duty}
        row={row}
        onChange={on_duty => change({ on_duty })}
      />
    </li>
  )
}
