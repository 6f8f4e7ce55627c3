import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Button } from '../../button.tsx'
import { useCanCall } from '../../current-user.ts'
import { toast } from '../../toasts.ts'
import { fromScreen, useEditLocation } from '../form/edit-location.ts'
import { LeaveDialog } from '../form/leave-guard.tsx'
import { useLabels } from '../labels.ts'
import type { CellEdit } from './cell-edit.ts'
import { type CellActions, CellEditor, type Move } from './cell-editor.tsx'
import styles from './cells.module.css'
import { editableIn, moved, nextEditable, type Place, rangeOf } from './editable.ts'
import { cellIn, focusCell, focusInput, rowIn } from './focus.ts'
import { isKept } from './kept-rows.ts'
import type { CellExtra, CellStart, CellsState, CellTable } from './use-cells.tsx'
import { useCopyCells } from './use-copy-cells.ts'
import { keyOf, useEdits } from './use-edits.ts'

interface CellGridProps extends CellTable {
  start: CellStart
  publish: (state: CellsState | undefined) => void
}

/** A cell by the id of its row and its column. */
interface Position {
  row: string
  column: string
}

/**
 * Cell mode of a table: its active cell, the selected ones and those being edited. It shows nothing but notices: what it
 * adds to the cells is rendered by the table.
 */
export function CellGrid({ start, publish, ...list }: CellGridProps) {
  const { of, table, shown, scroller, scrollTo, isPast, isDeleted } = list
  const { t } = useTranslation(['cells', 'common', 'kit'])
  const labels = useLabels(of.name)
  const mayUpdate = useCanCall()(of.api.update)
  const navigate = useNavigate()
  const editLocation = useEditLocation(of)
  const columns = table.getVisibleLeafColumns()
  const size = { rows: shown.length, columns: columns.length }
  const { fields, refusalOf } = useMemo(
    () => editableIn({ of, isPast, isDeleted, mayUpdate }),
    [of, isPast, isDeleted, mayUpdate],
  )
  const [active, setActive] = useState<Position>()
  const [anchor, setAnchor] = useState<Position>()
  const editing = useEdits({ of, table, fields, labels })
  const { edits, kept } = editing
  // The cell to focus once it is rendered, and where it last was.
  const wanted = useRef<Position>(undefined)
  const lastPlace = useRef<Place>({ row: 0, column: 0 })

  const placeOf = (at: Position): Place => ({
    row: shown.findIndex(({ id }) => id === at.row),
    column: columns.findIndex(({ id }) => id === at.column),
  })
  const positionAt = ({ row, column }: Place): Position | undefined => {
    const [model, definition] = [shown[row], columns[column]]
    return model && definition && { row: model.id, column: definition.id }
  }
  const cellAt = (at: Position) => cellIn(scroller.current, placeOf(at).row, at.column)

  function goTo(place: Place | undefined, isExtended = false) {
    const next = place && positionAt(place)
    if (!next) return
    setAnchor(isExtended ? (anchor ?? active) : undefined)
    wanted.current = next
    setActive(next)
    scrollTo(place.row)
    showColumn(next)
  }

  /** Scrolls to a column that is not rendered because it is not in view. */
  function showColumn(at: Position) {
    const column = table.getColumn(at.column)
    const frame = scroller.current
    if (!column || !frame || cellAt(at) || column.getIsPinned()) return
    const isRtl = getComputedStyle(frame).direction === 'rtl'
    frame.scrollLeft = (isRtl ? -1 : 1) * column.getStart('center')
  }

  function leaveCells() {
    const row = active && rowIn(scroller.current, placeOf(active).row)
    setActive(undefined)
    setAnchor(undefined)
    row?.focus()
  }

  /** Says why a cell cannot be edited, and where it can. */
  function explain(row: string, column: string) {
    const refusal = refusalOf(column)
    if (!refusal) return false
    const inForm = refusal === 'confirmed' || refusal === 'form'
    toast({
      key: 'cell',
      tone: 'info',
      text: t(`refusal.${refusal}`, { field: labels.field(column) }),
      ...(inForm && {
        actions: [
          {
            text: t('openForm'),
            run: () => void navigate(editLocation(row), { state: fromScreen, preventScrollReset: true }),
          },
        ],
      }),
    })
    return true
  }

  function edit(row: string, column: string) {
    setAnchor(undefined)
    wanted.current = { row, column }
    setActive({ row, column })
    if (explain(row, column)) return
    const model = shown.find(({ id }) => id === row)
    if (model) editing.open(model.original, placeOf({ row, column }).row, column)
  }

  function moveFrom({ id, field }: CellEdit, move: Move) {
    const place = placeOf({ row: id, column: field.name })
    if (move === 'none') return
    if (move === 'stay') return goTo(place)
    if (move === 'down') return goTo({ row: Math.min(place.row + 1, size.rows - 1), column: place.column })
    const next = nextEditable(place, move === 'next' ? 1 : -1, size, at => !refusalOf(columns[at]?.id ?? ''))
    const position = next && positionAt(next)
    if (!position) return goTo(place)
    goTo(next)
    edit(position.row, position.column)
  }

  const actions = useRef<CellActions>(null as unknown as CellActions)
  actions.current = {
    commit(edited, move) {
      if (editing.commit(edited)) moveFrom(edited, move)
    },
    cancel(edited) {
      editing.close(edited)
      moveFrom(edited, 'stay')
    },
    shown(edited) {
      if (edited.id !== active?.row || edited.field.name !== active.column) return
      const cell = cellAt(active)
      const isElsewhere = document.activeElement !== document.body && !cell?.contains(document.activeElement)
      if (!cell || (isElsewhere && wanted.current === undefined)) return
      wanted.current = undefined
      focusInput(cell)
    },
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!active || event.altKey) return
    const { key, shiftKey } = event
    const hasCtrl = event.ctrlKey || event.metaKey
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const place = placeOf(active)
    const next = moved(place, key, { hasCtrl, isRtl }, size)
    if (next) goTo(next, shiftKey)
    else if (hasCtrl) return
    else if (key === 'Enter' || key === 'F2') edit(active.row, active.column)
    else if (key === ' ') setAnchor(anchor ? undefined : active)
    else if (key === 'Escape' && anchor) setAnchor(undefined)
    else if (key === 'Escape') leaveCells()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  // Keys and clicks of the table go to the newest functions.
  const handlers = useRef({ onKeyDown, edit })
  handlers.current = { onKeyDown, edit }

  const order = shown.map(({ id }) => id).join()
  const columnOrder = columns.map(({ id }) => id).join()
  const range = active && anchor && rangeOf(placeOf(anchor), placeOf(active))
  const rangeKey = range && Object.values(range).join()

  // biome-ignore lint/correctness/useExhaustiveDependencies: rows and columns change with every render, their order rarely
  const state = useMemo((): CellsState | undefined => {
    if (!active && edits.size === 0) return
    const rows = new Map<string, Map<string, CellExtra>>()
    const add = (row: string, column: string, attributes: CellExtra['attributes'], content?: ReactNode) => {
      const cells = rows.get(row) ?? new Map<string, CellExtra>()
      const before = cells.get(column)
      cells.set(column, {
        attributes: { ...before?.attributes, ...attributes },
        ...((content ?? before?.content) && { content: content ?? before?.content }),
      })
      rows.set(row, cells)
    }
    if (active) add(active.row, active.column, { tabIndex: 0 })
    if (range)
      for (const { id } of shown.slice(range.top, range.bottom + 1))
        for (const column of columns.slice(range.start, range.end + 1))
          add(id, column.id, { 'aria-selected': true })
    for (const edit of edits.values())
      add(
        edit.id,
        edit.field.name,
        { 'data-edited': true } as CellExtra['attributes'],
        <CellEditor of={of} edit={edit} row={editing.rowOf(edit)} labels={labels} actions={actions} />,
      )
    return {
      rows,
      readOnly: new Set(columns.map(({ id }) => id).filter(id => refusalOf(id) !== undefined)),
      onKeyDown: event => handlers.current.onKeyDown(event),
      edit: (row, column) => {
        const id = shown[row]?.id
        if (id) handlers.current.edit(id, column)
      },
    }
  }, [active, rangeKey, edits, order, columnOrder, refusalOf, labels, of])

  useLayoutEffect(() => publish(state), [state, publish])
  useEffect(() => () => publish(undefined), [publish])

  // biome-ignore lint/correctness/useExhaustiveDependencies: begins once each time
  useEffect(() => {
    const first = start.isEdited ? columns.find(({ id }) => !refusalOf(id)) : columns[0]
    const column = start.column ?? first?.id ?? columns[0]?.id
    const row = shown[start.row]?.id
    if (!row || !column) return
    if (start.isEdited) edit(row, column)
    else goTo(placeOf({ row, column }))
  }, [start])

  useLayoutEffect(() => {
    if (active) {
      const place = placeOf(active)
      if (place.row >= 0 && place.column >= 0) lastPlace.current = place
      // Its row or column has gone: the cell in its place is next.
      else goTo({ row: Math.min(lastPlace.current.row, size.rows - 1), column: Math.max(place.column, 0) })
    }
    const cell = wanted.current && cellAt(wanted.current)
    if (!cell?.hasAttribute('tabindex')) return
    const hasEditor = wanted.current && edits.has(keyOf(wanted.current.row, wanted.current.column))
    focusCell(cell, table.getLeftTotalSize())
    // The input may still be loading; it takes the focus from its cell.
    if (hasEditor) focusInput(cell)
    wanted.current = undefined
  })

  // Rows that are moved within the document lose the focus.
  const shownOrder = useRef(order)
  useLayoutEffect(() => {
    const isMoved = shownOrder.current !== order
    shownOrder.current = order
    const cell = active && isMoved && document.activeElement === document.body && cellAt(active)
    if (cell) cell.focus({ preventScroll: true })
  })

  // A row that has the focus again is not in cell mode.
  useEffect(() => {
    const body = scroller.current
    const handle = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLTableRowElement)) return
      setActive(undefined)
      setAnchor(undefined)
    }
    body?.addEventListener('focusin', handle)
    return () => body?.removeEventListener('focusin', handle)
  }, [scroller])

  useCopyCells({ scroller, shown, columns, active: active && placeOf(active), range })
  const isUnsaved = useCallback(
    () => [...edits.values()].some(edit => edit.get().status !== 'saving' && edit.isChanged()),
    [edits],
  )
  const hasLeft = shown.some(({ original }) => isKept(original) && kept.get(original.id)?.state === 'saved')
  return (
    <>
      {edits.size > 0 && <LeaveDialog isUnsaved={isUnsaved} onDiscard={editing.closeAll} />}
      {hasLeft && (
        <div className={styles.bar} role="status">
          {t('kept')}
          <Button onClick={editing.release}>{t('common:refresh')}</Button>
        </div>
      )}
    </>
  )
}
