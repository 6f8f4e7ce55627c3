import HolderOutlined from '@ant-design/icons/HolderOutlined'
import PushpinFilled from '@ant-design/icons/PushpinFilled'
import PushpinOutlined from '@ant-design/icons/PushpinOutlined'
import TableOutlined from '@ant-design/icons/TableOutlined'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../button.tsx'
import { moveItem } from '../../move-item.ts'
import { Popover } from '../../popover.tsx'
import type { Labels } from '../labels.ts'
import menu from '../menu.module.css'
import type { Resource } from '../resource.ts'
import styles from './columns-menu.module.css'

interface ColumnsMenuProps {
  of: Resource
  shown: readonly string[]
  /** Columns that stay in view while the others scroll. */
  pinned: readonly string[]
  choose: (columns: readonly string[]) => void
  pin: (columns: readonly string[]) => void
  /** Changes a column's width by pixels and returns the new one. */
  widen: (column: string, by: number) => number
  /** Returns to the default columns and widths. */
  reset: () => void
  labels: Labels
}

/** Menu for choosing, ordering, pinning and resizing columns. */
export function ColumnsMenu(props: ColumnsMenuProps) {
  const { t } = useTranslation('kit')
  return (
    <Popover
      label={t('list.columns')}
      trigger={trigger => (
        <Button
          {...trigger}
          variant="quiet"
          icon={<TableOutlined />}
          aria-label={t('list.columns')}
          title={t('list.columns')}
        />
      )}
    >
      {close => (
        <>
          <Columns {...props} />
          <div className={menu.foot}>
            <Button
              variant="quiet"
              onClick={() => {
                props.reset()
                close()
              }}
            >
              {t('list.columnsReset')}
            </Button>
          </div>
        </>
      )}
    </Popover>
  )
}

const steps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity }

/** Pixels by which an arrow key changes a width. */
const widthStep = 16

/** Visible columns, ordered and resized by arrow keys on a handle, then the hidden ones. */
function Columns({ of, shown, pinned, choose, pin, widen, labels }: ColumnsMenuProps) {
  const { t, i18n } = useTranslation('kit')
  const [dragged, setDragged] = useState<string>()
  const [announcement, setAnnouncement] = useState('')
  const hidden = [...new Set([...of.list.columns, ...of.fields.keys()])].filter(name => !shown.includes(name))

  // The URL updates asynchronously; further key presses start from here.
  const latest = useRef(shown)
  useEffect(() => {
    latest.current = shown
  }, [shown])

  function move(name: string, to: number) {
    const columns = moveItem(latest.current, latest.current.indexOf(name), to)
    latest.current = columns
    choose(columns)
    setAnnouncement(
      t('list.columnMoved', {
        column: labels.field(name),
        place: columns.indexOf(name) + 1,
        of: columns.length,
      }),
    )
  }
  function step(event: KeyboardEvent, name: string) {
    const by = steps[event.key]
    if (by === undefined) return resize(event, name)
    event.preventDefault()
    move(name, latest.current.indexOf(name) + by)
  }
  function resize(event: KeyboardEvent, name: string) {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    const isWider = (event.key === 'ArrowRight') === (i18n.dir() === 'ltr')
    const width = widen(name, isWider ? widthStep : -widthStep)
    setAnnouncement(t('list.columnWidth', { column: labels.field(name), width }))
  }
  const box = (name: string, checked: boolean, toggled: readonly string[]) => (
    <label className={menu.option}>
      <input
        type="checkbox"
        checked={checked}
        disabled={toggled.length === 0}
        onChange={() => choose(toggled)}
      />
      {labels.field(name)}
    </label>
  )

  return (
    <>
      <ol className={menu.options} aria-label={t('list.columnsShown')}>
        {shown.map((name, at) => (
          <li
            key={name}
            className={styles.column}
            data-dragged={name === dragged || undefined}
            draggable
            onDragStart={event => {
              event.dataTransfer.effectAllowed = 'move'
              setDragged(name)
            }}
            onDragEnter={() =>
              dragged && dragged !== name && choose(moveItem(shown, shown.indexOf(dragged), at))
            }
            onDragOver={event => event.preventDefault()}
            onDragEnd={() => setDragged(undefined)}
          >
            {box(
              name,
              true,
              shown.filter(other => other !== name),
            )}
            <Button
              variant="quiet"
              icon={pinned.includes(name) ? <PushpinFilled /> : <PushpinOutlined />}
              aria-pressed={pinned.includes(name)}
              title={t('list.pinColumn', { column: labels.field(name) })}
              onClick={() =>
                pin(pinned.includes(name) ? pinned.filter(other => other !== name) : [...pinned, name])
              }
            />
            <button
              type="button"
              className={styles.handle}
              aria-label={t('list.moveColumn', { column: labels.field(name) })}
              aria-description={t('list.moveHint')}
              data-tooltip={t('list.moveHint')}
              onKeyDown={event => step(event, name)}
            >
              <HolderOutlined aria-hidden />
            </button>
          </li>
        ))}
      </ol>
      <ul className={menu.options}>
        {hidden.map(name => (
          <li key={name}>{box(name, false, [...shown, name])}</li>
        ))}
      </ul>
      <span className="spoken" role="status">
        {announcement}
      </span>
    </>
  )
}
