import DownOutlined from '@ant-design/icons/DownOutlined'
import EditOutlined from '@ant-design/icons/EditOutlined'
import { flexRender, type Row as TableRowModel } from '@tanstack/react-table'
import { type ComponentProps, type MouseEvent, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { Button } from '../../button.tsx'
import { useCanCall } from '../../current-user.ts'
import { SelectRowCell } from '../bulk/select-cells.tsx'
import type { SelectionControls } from '../bulk/selection.ts'
import { fromScreen, useEditLocation } from '../form/edit-location.ts'
import { recordName } from '../reference.tsx'
import type { Resource, Row } from '../resource.ts'
import { pinnedAt } from './column-layout.tsx'
import styles from './row-table.module.css'

interface TableRowProps extends Pick<ComponentProps<'tr'>, 'tabIndex' | 'onFocus'> {
  of: Resource
  row: TableRowModel<Row>
  index: number
  measure: (row: HTMLTableRowElement | null) => void
  /** Set if rows can be selected. */
  selecting: SelectionControls | undefined
  /** Whether the first cell has an edit button. */
  editing: boolean
  act?: (row: Row) => ReactNode
}

/** Whether a click hit a control within the row, or selected text. */
const isHandledElsewhere = ({ target }: MouseEvent) =>
  (target as Element).closest('a, button, input, label') !== null || !getSelection()?.isCollapsed

/** A row. Enter and click open the record, or expand its details if there is no record screen; `e` edits it. */
export function TableRow({ of, row, index, measure, selecting, editing, act, ...focus }: TableRowProps) {
  const { t } = useTranslation('kit')
  const may = useCanCall()
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const details = useId()
  const path = may(of.api.show) && !act ? `${of.path}/${row.id}` : undefined
  const { expand } = of.list
  const editLocation = useEditLocation(of)(row.id)
  const edit = () => void navigate(editLocation, { state: fromScreen, preventScrollReset: true })
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
          if (event.key === 'e' && path && may(of.api.update)) edit()
        }}
        data-chosen={selecting?.has(row.id) || undefined}
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
        {cells.map((cell, at) => {
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
              data-label={meta?.label}
              data-title={titled || undefined}
              className={meta?.number ? styles.number : undefined}
              style={pinnedAt(cell.column)}
              data-pinned={cell.column.getIsPinned() || undefined}
            >
              {editing && at === 0 ? (
                <span className={styles.editable}>
                  <span className={styles.shown}>{shown}</span>
                  <span className={styles.edit}>
                    <Button
                      variant="quiet"
                      icon={<EditOutlined />}
                      tabIndex={-1}
                      aria-haspopup="dialog"
                      aria-label={t('list.editRow', { name: recordName(of, row.original) })}
                      title={t('list.editRow', { name: recordName(of, row.original) })}
                      onClick={edit}
                    />
                  </span>
                </span>
              ) : (
                shown
              )}
            </td>
          )
        })}
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
