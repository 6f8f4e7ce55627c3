import DownOutlined from '@ant-design/icons/DownOutlined'
import EditOutlined from '@ant-design/icons/EditOutlined'
import { flexRender, type Row as TableRowModel } from '@tanstack/react-table'
import { type ComponentProps, type MouseEvent, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { Button } from '../../button.tsx'
import { PickRow } from '../bulk/pick-cells.tsx'
import type { Selecting } from '../bulk/selection.ts'
import { fromScreen, useEditPlace } from '../form/edit-place.ts'
import { useMay } from '../may.ts'
import { nameIn } from '../reference.tsx'
import type { Resource, Row } from '../resource.ts'
import styles from './row-table.module.css'

interface TableRowProps extends Pick<ComponentProps<'tr'>, 'tabIndex' | 'onFocus'> {
  of: Resource
  row: TableRowModel<Row>
  index: number
  measure: (row: HTMLTableRowElement | null) => void
  /** Set where rows can be chosen. */
  selecting: Selecting | undefined
  /** Whether it is edited over the list, by a button in its first cell. */
  editing: boolean
  act?: (row: Row) => ReactNode
}

/** Whether a click meant something inside of the row, or marked its text. */
const meantElsewhere = ({ target }: MouseEvent) =>
  (target as Element).closest('a, button, input, label') !== null || !getSelection()?.isCollapsed

/** A row. Enter and a click open its record, or its details in place where there is no record's screen; `e` edits it. */
export function TableRow({ of, row, index, measure, selecting, editing, act, ...focus }: TableRowProps) {
  const { t } = useTranslation('kit')
  const may = useMay()
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const details = useId()
  const path = may(of.api.show) && !act ? `${of.path}/${row.id}` : undefined
  const { expand } = of.list
  const place = useEditPlace(of)(row.id)
  const edit = () => void navigate(place, { state: fromScreen, preventScrollReset: true })
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
        onClick={event => meantElsewhere(event) || enter()}
        onKeyDown={event => {
          if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
          if (event.key === 'Enter') enter()
          if (event.key === 'e' && path && may(of.api.update)) edit()
        }}
        data-chosen={selecting?.has(row.id) || undefined}
        {...focus}
      >
        {selecting && (
          <PickRow selecting={selecting} id={row.id} index={index} name={nameIn(of, row.original)} />
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
            >
              {editing && at === 0 ? (
                <span className={styles.editable}>
                  <span className={styles.shown}>{shown}</span>
                  <span className={styles.edit}>
                    <Button
                      look="quiet"
                      icon={<EditOutlined />}
                      tabIndex={-1}
                      aria-haspopup="dialog"
                      aria-label={t('list.editRow', { name: nameIn(of, row.original) })}
                      title={t('list.editRow', { name: nameIn(of, row.original) })}
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
