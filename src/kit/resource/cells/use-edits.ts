import type { Table } from '@tanstack/react-table'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { call, errorDetail } from '../../call.ts'
import { toast } from '../../toasts.ts'
import { isRequired, validateField } from '../form/input-kind.ts'
import type { Labels } from '../labels.ts'
import { recordName } from '../reference.tsx'
import type { Field, Resource, Row } from '../resource.ts'
import { useUpdateRow } from '../rows.ts'
import { type CellEdit, openCellEdit } from './cell-edit.ts'
import { type KeptRow, type KeptRows, noKeptRows, withKept } from './kept-rows.ts'

export type Edits = ReadonlyMap<string, CellEdit>
export const keyOf = (row: string, column: string) => `${row} ${column}`

interface EditsOptions {
  of: Resource
  table: Table<Row>
  fields: ReadonlyMap<string, Field>
  labels: Labels
}

/** The cells being edited, and the rows that stay in the list because of them. */
export function useEdits({ of, table, fields, labels }: EditsOptions) {
  const { t } = useTranslation(['cells', 'kit', 'common'])
  const { t: tKit } = useTranslation('kit')
  const { update } = useUpdateRow(of)
  const { search } = useLocation()
  const [edits, setEdits] = useState<Edits>(new Map())
  const [kept, keepRows] = useState(noKeptRows)
  // Cells that are entered again while they are saved: they open when they are.
  const entered = useRef(new Set<CellEdit>())
  const { amendRows } = table.options.meta ?? {}
  // For what happens after a save, when the list may have rendered again or be gone.
  const rows = table.getRowModel().rowsById
  const latest = useRef({ update, edits, amendRows })
  latest.current = { update, edits, amendRows }
  useLayoutEffect(
    () => latest.current.amendRows?.(kept.size > 0 ? listed => withKept(listed, kept) : undefined),
    [kept],
  )
  useEffect(() => () => latest.current.amendRows?.(undefined), [])

  const keep = (change: (rows: Map<string, KeptRow>) => void) =>
    keepRows(before => {
      const next = new Map(before)
      change(next)
      return next
    })

  function remove(edit: CellEdit) {
    setEdits(before => new Map([...before].filter(([, other]) => other !== edit)))
    latest.current.edits = new Map([...latest.current.edits].filter(([, other]) => other !== edit))
  }

  const isEdited = (id: string) => [...latest.current.edits.values()].some(edit => edit.id === id)

  /** Closes an edit without saving it. */
  function close(edit: CellEdit) {
    remove(edit)
    keep(rows => {
      if (rows.get(edit.id)?.state === 'edited' && !isEdited(edit.id)) rows.delete(edit.id)
    })
  }

  function open(row: Row, index: number, column: string) {
    const field = fields.get(column)
    const known = latest.current.edits.get(keyOf(row.id, column))
    if (known?.get().status === 'saving') entered.current.add(known)
    if (!field || known) return
    const load = async (id: string) =>
      of.api.show ? ((await call(of.api.show, { params: { id } })) as Row) : row
    const edit = openCellEdit({
      resource: of.name,
      row,
      index,
      field,
      validate: value =>
        validateField(field, value, { required: isRequired(field, 'old', row[field.name]), labels }, tKit),
      update: (over, values) => latest.current.update(over, values),
      load,
      texts: { offline: t('common:networkError'), failed: t('kit:form.failed') },
    })
    setEdits(before => new Map(before).set(keyOf(row.id, column), edit))
    keep(rows => rows.set(row.id, { row, index, state: 'edited' }))
  }

  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])

  const rowOf = (edit: CellEdit): Row => rows[edit.id]?.original ?? kept.get(edit.id)?.row ?? { id: edit.id }
  const nameOf = (edit: CellEdit) => recordName(of, rowOf(edit))

  async function save(edit: CellEdit) {
    const before = edit.get().merge.base[edit.field.name]
    const saved = await edit.save()
    const isEntered = entered.current.delete(edit)
    if (!saved) {
      // The list was left before the answer came: its cell can no longer say so.
      if (!isShown.current)
        toast({ tone: 'bad', text: t('notSaved', { name: nameOf(edit) }), detail: edit.get().problem })
      return
    }
    remove(edit)
    keep(rows => {
      const own = rows.get(edit.id)
      if (own) rows.set(edit.id, { ...own, row: saved, state: isEdited(edit.id) ? 'edited' : 'saved' })
    })
    if (isEntered) open(saved, edit.index, edit.field.name)
    const name = recordName(of, saved)
    const undo = async () => {
      try {
        if (!(await edit.undo(saved, before)))
          toast({ key: 'cell', tone: 'bad', text: t('undoChanged', { name }) })
      } catch (error) {
        toast({ key: 'cell', tone: 'bad', text: t('kit:form.failed'), detail: errorDetail(error) })
      }
    }
    toast({
      key: 'cell',
      tone: 'good',
      text: t('kit:form.saved', { name }),
      actions: [{ text: t('common:undo'), run: () => void undo() }],
    })
  }

  // Newer versions of rows, from live updates and from saves of their other cells.
  useEffect(() => {
    for (const edit of edits.values()) {
      const row = rows[edit.id]?.original
      if (row) edit.follow(row)
    }
  }, [edits, rows])

  const release = useCallback(
    () => keepRows((before: KeptRows) => new Map([...before].filter(([, { state }]) => state === 'edited'))),
    [],
  )
  // In another view, only rows that are being edited stay.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each view
  useEffect(() => () => void release(), [search, release])

  return {
    edits,
    kept,
    open,
    close,
    closeAll() {
      setEdits(new Map())
      keepRows(noKeptRows)
    },
    rowOf,
    /** Closes an unchanged cell, or begins to save it. @returns false if it shows what is wrong with it */
    commit(edit: CellEdit): boolean {
      if (![...latest.current.edits.values()].includes(edit)) return false
      if (!edit.check()) return false
      if (edit.isChanged()) void save(edit)
      else close(edit)
      return true
    },
    /** Lets go of the rows that only stay until the list is refreshed. */
    release,
  }
}
