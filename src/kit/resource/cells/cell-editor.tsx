import { Form } from 'antd'
import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useTranslation } from 'react-i18next'
import { Antd } from '../../antd/provider.tsx'
import { Button } from '../../button.tsx'
import { FieldEditors } from '../../presence/others.tsx'
import { useOpenRecord, useOthers } from '../../presence/presence.ts'
import { FieldInput } from '../form/field-input.tsx'
import { FieldNotice } from '../form/field-notice.tsx'
import { inputKindOf, isRequired } from '../form/input-kind.ts'
import { parseInput } from '../form/values.ts'
import type { Labels } from '../labels.ts'
import type { Resource, Row } from '../resource.ts'
import { Value } from '../value.tsx'
import type { CellEdit } from './cell-edit.ts'
import styles from './cells.module.css'

/** Where the focus goes from an edited cell; `none` leaves it where it is. */
export type Move = 'down' | 'next' | 'previous' | 'stay' | 'none'

export interface CellActions {
  commit: (edit: CellEdit, move: Move) => void
  cancel: (edit: CellEdit) => void
  /** Called when the input is shown: it gets the focus if its cell has it. */
  shown: (edit: CellEdit) => void
}

interface CellEditorProps {
  of: Resource
  edit: CellEdit
  row: Row
  labels: Labels
  actions: RefObject<CellActions>
}

/** Kinds whose choice is the whole input. */
const isSavedByChoice = (kind: string | undefined) =>
  kind === 'choice' || kind === 'reference' || kind === 'timeZone'

/** Calendars are outside the cell, and open in its name. */
const isCalendarOpen = () => document.querySelector('.ant-picker-dropdown:not(.ant-picker-dropdown-hidden)')

/** The input of a cell, with what is wrong with it. While it is saved, its new value. */
export function CellEditor({ of, edit, row, labels, actions }: CellEditorProps) {
  const { t } = useTranslation(['kit', 'common'])
  const { field } = edit
  const { status, value, problem, merge } = useSyncExternalStore(edit.subscribe, edit.get)
  const panel = useRef<HTMLSpanElement>(null)
  const id = useId()
  const [isFocused, setFocused] = useState(false)
  useOpenRecord(of.name, row.id, true, isFocused ? field.name : undefined)
  const others = useOthers(of.name, row.id)
  const kind = inputKindOf(field)
  const conflict = merge.conflicts.get(field.name)
  const isSaving = status === 'saving'

  useLayoutEffect(() => {
    if (!isSaving) actions.current.shown(edit)
  }, [isSaving, actions, edit])

  if (isSaving) {
    return (
      <span className={styles.saving} aria-busy>
        <Value field={field} value={parseInput(field, value)} labels={labels} row={row} />
      </span>
    )
  }

  const choose = (side: 'mine' | 'theirs') => {
    if (side === 'mine') edit.keepMine()
    else edit.takeTheirs()
    actions.current.commit(edit, 'stay')
  }

  function change(next: unknown) {
    edit.type(next)
    // Once the list of choices has closed.
    if (isSavedByChoice(kind)) setTimeout(() => actions.current.commit(edit, 'stay'))
  }

  function handleKey(event: KeyboardEvent) {
    const input = event.target as HTMLElement
    const isButton = input.closest('button:not([role="switch"])') !== null
    const isListOpen = input.getAttribute('aria-expanded') === 'true'
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
    if (event.altKey) {
      if (!conflict || !['KeyM', 'KeyT'].includes(event.code)) return
      choose(event.code === 'KeyM' ? 'mine' : 'theirs')
    } else if (event.key === 'Escape') {
      if (isListOpen || isCalendarOpen()) return
      actions.current.cancel(edit)
    } else if (event.key === 'Enter') {
      const isUnfinished = kind === 'tags' && (input as HTMLInputElement).value !== ''
      if (isButton || isListOpen || isUnfinished || (kind === 'textarea' && event.shiftKey)) return
      // The field for dates reads what was typed on the same key.
      if (kind === 'day' || kind === 'instant')
        return void setTimeout(() => actions.current.commit(edit, 'down'))
      actions.current.commit(edit, 'down')
    } else if (event.key === 'Tab') {
      // Through the buttons of a conflict or a failure first.
      const hasButtons = panel.current?.querySelector('[data-choices] button') !== null
      if (isButton || (hasButtons && !event.shiftKey)) return
      actions.current.commit(edit, event.shiftKey ? 'previous' : 'next')
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  function leave({ currentTarget, relatedTarget }: FocusEvent) {
    setFocused(false)
    // What was refused is sent again by a key, not by leaving.
    if (problem) return
    const isInside = currentTarget.contains(relatedTarget as Node | null)
    const isInPopup = relatedTarget instanceof Element && relatedTarget.closest('.ant-picker-dropdown')
    if (isInside || isInPopup || !document.hasFocus()) return
    actions.current.commit(edit, 'none')
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it passes on the keys of its input
    <span
      ref={panel}
      className={styles.panel}
      data-editor={field.name}
      onKeyDownCapture={handleKey}
      // The keys and clicks of the grid are not those of its inputs.
      onKeyDown={event => event.stopPropagation()}
      onClick={event => event.stopPropagation()}
      onDoubleClick={event => event.stopPropagation()}
      onFocus={() => setFocused(true)}
      onBlur={leave}
    >
      <label className="spoken" htmlFor={id}>
        {labels.field(field.name)}
      </label>
      <Antd>
        <Form component={false}>
          <Form.Item noStyle validateStatus={problem ? 'error' : ''}>
            <FieldInput
              id={id}
              field={field}
              labels={labels}
              required={isRequired(field, 'old', row[field.name])}
              row={row}
              value={value}
              onChange={next => change(eventValue(next))}
              isOpen={isSavedByChoice(kind)}
              {...(problem && { 'aria-invalid': true, 'aria-describedby': `${id}-problem` })}
            />
          </Form.Item>
        </Form>
      </Antd>
      {problem && (
        <span className={styles.problem} role="alert" data-choices>
          <span id={`${id}-problem`}>{problem}</span>
          {status === 'failed' && (
            <Button onClick={() => actions.current.commit(edit, 'stay')}>{t('common:retry')}</Button>
          )}
        </span>
      )}
      <FieldEditors others={others} field={field.name} />
      <span data-choices={conflict && true}>
        <FieldNotice
          field={field}
          labels={labels}
          followed={merge.followed.get(field.name)}
          conflict={conflict}
          keep={() => choose('mine')}
          take={() => choose('theirs')}
        />
      </span>
    </span>
  )
}

/** The value of a change, as antd's form reads it: of an input's event, or the value itself. */
const eventValue = (next: unknown): unknown =>
  next !== null && typeof next === 'object' && 'target' in next
    ? (next.target as HTMLInputElement).value
    : next
