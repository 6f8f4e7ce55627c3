import DownOutlined from '@ant-design/icons/DownOutlined'
import EditOutlined from '@ant-design/icons/EditOutlined'
import {
  type Cell,
  type ColumnSizingState,
  flexRender,
  type Row as TableRowModel,
} from '@tanstack/react-table'
import { type ComponentProps, type MouseEvent, memo, type ReactNode, Suspense, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { Button } from '../../button.tsx'
import { useCanCall } from '../../current-user.ts'
import { SelectRowCell } from '../bulk/select-cells.tsx'
import type { SelectionControls } from '../bulk/selection.ts'
import type { CellsState, RowExtra } from '../cells/use-cells.tsx'
import { fromScreen, useEditLocation } from '../form/edit-location.ts'
import { asOfParameter } from '../past/as-of.ts'
import { recordName } from '../reference.tsx'
import type { Resource, Row } from '../resource.ts'
import { pinnedAt } from './column-layout.tsx'
import styles from './row-table.module.css'

interface TableRowProps
  extends Pick<
    ComponentProps<'tr'>,
    'tabIndex' | 'onFocus' | 'aria-level' | 'aria-posinset' | 'aria-setsize' | 'aria-rowindex'
  > {
  of: Resource
  row: TableRowModel<Row>
  layout: ColumnSizingState
  index: number
  measure: (row: HTMLTableRowElement | null) => void
  /** Set if rows can be selected. */
  selecting: SelectionControls | undefined
  /** Whether the first cell has an edit button. */
  editing: boolean
  act?: (row: Row) => ReactNode
  /** The instant as of which rows are shown; null for now. */
  asOf: string | null
  /** Set in cell mode. */
  cellsState?: CellsState | undefined
}

/** Opens the form of a record over the list. */
function useEdit(of: Resource, id: string): () => void {
  const navigate = useNavigate()
  const location = useEditLocation(of)(id)
  return () => void navigate(location, { state: fromScreen, preventScrollReset: true })
}

/** Whether a click hit a control within the row, or selected text. */
const isHandledElsewhere = ({ target }: MouseEvent) =>
  (target as Element).closest('a, button, input, label') !== null || !getSelection()?.isCollapsed

/** A row. Enter and click open the record, or expand its details if there is no record screen; `e` edits it. */
export function TableRow({
  of,
  row,
  layout,
  index,
  measure,
  selecting,
  editing,
  act,
  asOf,
  cellsState,
  ...focus
}: TableRowProps) {
  const { t } = useTranslation('kit')
  const may = useCanCall()
  const navigate = useNavigate()
  const edit = useEdit(of, row.id)
  const [open, setOpen] = useState(false)
  const details = useId()
  const query = asOf ? `?${new URLSearchParams({ [asOfParameter]: asOf })}` : ''
  const path = may(of.api.show) && !act ? `${of.path}/${row.id}${query}` : undefined
  const { expand } = of.list
  const cells = row.getVisibleCells()

  function enter() {
    if (expand) setOpen(!open)
    else if (path) void navigate(path)
  }

  return (
    <>
      <tr
        ref={measure}
        data-index={index}
        aria-rowindex={index + 2}
        className={styles.row}
        data-opens={Boolean(expand || path) || undefined}
        onClick={event => isHandledElsewhere(event) || enter()}
        onKeyDown={event => {
          if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
          if (event.key === 'Enter') enter()
          if (event.key === 'e' && path && !asOf && may(of.api.update)) edit()
        }}
        data-chosen={selecting?.has(row.id) || undefined}
        data-kept={row.original.is_kept}
        {...focus}
      >
        {selecting && (
          <SelectRowCell
            selecting={selecting}
            id={row.id}
            index={index}
            name={recordName(of, row.original)}
          />
        )}
        {expand && (
          <td className={styles.opener}>
            <button
              type="button"
              className={styles.toggle}
              tabIndex={-1}
              aria-expanded={open}
              aria-controls={open ? details : undefined}
              aria-label={t('list.openRow')}
              onClick={() => setOpen(!open)}
            >
              <DownOutlined aria-hidden />
            </button>
          </td>
        )}
        <RowCells
          of={of}
          record={row.original}
          cells={cells}
          layout={layout}
          path={path}
          editing={editing}
          readOnly={cellsState?.readOnly}
          extra={cellsState?.rows.get(row.id)}
        />
        {act && <td className={styles.act}>{act(row.original)}</td>}
      </tr>
      {expand && open && (
        <tr id={details} className={styles.details}>
          <td colSpan={cells.length + (selecting ? 2 : 1)}>{expand(row.original)}</td>
        </tr>
      )}
    </>
  )
}

interface RowCellsProps {
  of: Resource
  record: Row
  cells: readonly Cell<Row, unknown>[]
  /** Widths of columns; cells know their own, but not when it has changed. */
  layout: ColumnSizingState
  /** The record's screen, if it has one. */
  path: string | undefined
  editing: boolean
  /** Columns that cannot be edited; set in cell mode. */
  readOnly: ReadonlySet<string> | undefined
  extra: RowExtra | undefined
}

/** A row's values. Moving the focus, selecting and opening a record leave them alone. */
const RowCells = memo(function RowCells(props: RowCellsProps) {
  const { of, record, cells, path, editing, readOnly, extra } = props
  return cells.map((cell, at) => {
    const own = extra?.get(cell.column.id)
    const { meta, cell: draw } = cell.column.columnDef
    const content = flexRender(draw, cell.getContext())
    const titled = cell.column.id === of.title
    const shown =
      titled && path ? (
        <Link className={styles.title} to={path} tabIndex={-1}>
          {content}
        </Link>
      ) : (
        content
      )
    return (
      <td
        key={cell.id}
        data-column={cell.column.id}
        data-label={meta?.label}
        data-title={titled || undefined}
        className={meta?.number ? styles.number : undefined}
        style={pinnedAt(cell.column)}
        data-pinned={cell.column.getIsPinned() || undefined}
        {...(readOnly && {
          tabIndex: -1,
          'aria-colindex': cell.column.getIndex() + 1,
          'aria-readonly': readOnly.has(cell.column.id),
        })}
        {...own?.attributes}
      >
        {own?.content ? (
          <Suspense fallback={shown}>{own.content}</Suspense>
        ) : editing && at === 0 ? (
          <span className={styles.editable}>
            <span className={styles.shown}>{shown}</span>
            <span className={styles.edit}>
              <EditButton of={of} record={record} />
            </span>
          </span>
        ) : (
          shown
        )}
      </td>
    )
  })
})

function EditButton({ of, record }: { of: Resource; record: Row }) {
  const { t } = useTranslation('kit')
  const label = t('list.editRow', { name: recordName(of, record) })
  return (
    <Button
      variant="quiet"
      icon={<EditOutlined />}
      tabIndex={-1}
      aria-haspopup="dialog"
      aria-label={label}
      title={label}
      onClick={useEdit(of, record.id)}
    />
  )
}
