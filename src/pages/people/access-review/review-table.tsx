import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import type { Language } from '#contract/kit/language.ts'
import { Button } from '#kit/button.tsx'
import { type CallOptions, errorDetail } from '#kit/call.ts'
import { Dialog } from '#kit/dialog.tsx'
import { download } from '#kit/download.ts'
import { EmptyState } from '#kit/empty-state.tsx'
import { useFormat } from '#kit/format.ts'
import { Panel } from '#kit/panel.tsx'
import tables from '#kit/table.module.css'
import { Table } from '#kit/table.tsx'
import { toast } from '#kit/toasts.ts'
import styles from './access-review.module.css'
import { Pages, type Paging } from './pages.tsx'

interface ReviewRow {
  id: string
  name: string
}

interface ReviewTableProps<Row extends ReviewRow> {
  title: string
  rows: readonly Row[]
  paging: Paging
  /** All rows that match, on every page. */
  total: number
  heads: readonly string[]
  /** The cells after the name. */
  cells: (row: Row) => ReactNode
  /** What is below the name. */
  note: (row: Row) => ReactNode
  /** Whether something of the row can be ended. */
  isEndable: (row: Row) => boolean
  /** The texts of the action. */
  act: 'people' | 'keys'
  end: (ids: string[]) => Promise<void>
  /** The list and its filters, for the export. */
  exported: { endpoint: Endpoint; query: Record<string, unknown>; file: string }
}

/** Rows to choose from, with an action on one or many that asks first, and an export of all that match. */
export function ReviewTable<Row extends ReviewRow>({
  title,
  rows,
  paging,
  total,
  heads,
  cells,
  note,
  isEndable,
  act,
  end,
  exported,
}: ReviewTableProps<Row>) {
  const { t } = useTranslation('access-review')
  const format = useFormat()
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<readonly Row[]>([])
  const endable = rows.filter(isEndable)
  const chosen = endable.filter(({ id }) => chosenIds.has(id))
  const choose = (ids: readonly string[], isChosen: boolean) =>
    setChosenIds(current => {
      const next = new Set(current)
      for (const id of ids) isChosen ? next.add(id) : next.delete(id)
      return next
    })
  return (
    <Panel title={title} actions={<ExportButton {...exported} />}>
      <div className={styles.bar}>
        <span role="status">{t('count', { count: total, shown: format.number(rows.length) })}</span>
        {chosen.length > 0 && (
          <Button variant="danger" onClick={() => setAsked(chosen)}>
            {t(`${act}.endChosen`, { count: chosen.length })}
          </Button>
        )}
      </div>
      {rows.length === 0 ? (
        <EmptyState tone="good" title={t(`${act}.empty`)}>
          {t('emptyHint')}
        </EmptyState>
      ) : (
        <Table
          label={title}
          heads={[t('choose'), t('fields.name'), ...heads]}
          actionsLabel={t('actions')}
          hasCards
        >
          <tr>
            <td>
              <input
                type="checkbox"
                className={styles.check}
                aria-label={t('chooseAll')}
                checked={endable.length > 0 && chosen.length === endable.length}
                disabled={endable.length === 0}
                onChange={({ target }) =>
                  choose(
                    endable.map(({ id }) => id),
                    target.checked,
                  )
                }
              />
            </td>
            <td colSpan={heads.length + 2} className={tables.quiet}>
              {t('chooseAll')}
            </td>
          </tr>
          {rows.map(row => (
            <tr key={row.id}>
              <td>
                <input
                  type="checkbox"
                  className={styles.check}
                  aria-label={t('chooseOne', { name: row.name })}
                  checked={chosenIds.has(row.id) && isEndable(row)}
                  disabled={!isEndable(row)}
                  onChange={({ target }) => choose([row.id], target.checked)}
                />
              </td>
              <th scope="row">
                <span dir="auto" translate="no">
                  {row.name}
                </span>
                <small>{note(row)}</small>
              </th>
              {cells(row)}
              <td className={tables.actions}>
                {isEndable(row) && (
                  <Button
                    variant="quiet"
                    aria-label={t(`${act}.endOne`, { name: row.name })}
                    onClick={() => setAsked([row])}
                  >
                    {t(`${act}.end`)}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
      <Pages of={paging} total={total} />
      {asked.length > 0 && (
        <ConfirmDialog
          act={act}
          rows={asked}
          end={end}
          onClose={() => setAsked([])}
          onEnded={() => setChosenIds(new Set())}
        />
      )}
    </Panel>
  )
}

interface ConfirmDialogProps {
  act: 'people' | 'keys'
  rows: readonly ReviewRow[]
  end: (ids: string[]) => Promise<void>
  onClose: () => void
  onEnded: () => void
}

function ConfirmDialog({ act, rows, end, onClose, onEnded }: ConfirmDialogProps) {
  const { t } = useTranslation(['access-review', 'common'])
  const [pending, setPending] = useState(false)
  const count = rows.length

  async function confirm() {
    setPending(true)
    try {
      await end(rows.map(({ id }) => id))
      toast({ tone: 'good', text: t(`${act}.ended`, { count }) })
      onEnded()
    } catch (error) {
      toast({ tone: 'bad', text: t(`${act}.endFailed`), detail: errorDetail(error) ?? '' })
    } finally {
      onClose()
    }
  }

  return (
    <Dialog
      title={t(`${act}.ask`, { count })}
      onClose={onClose}
      actions={
        <>
          <Button autoFocus onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button variant="danger" pending={pending} onClick={() => void confirm()}>
            {t(`${act}.end`)}
          </Button>
        </>
      }
    >
      <p>{t(`${act}.consequence`)}</p>
      <ul className={styles.names}>
        {rows.map(({ id, name }) => (
          <li key={id} dir="auto" translate="no">
            {name}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function ExportButton({ endpoint, query, file }: { endpoint: Endpoint; query: object; file: string }) {
  const { t, i18n } = useTranslation('access-review')
  const [pending, setPending] = useState(false)

  async function save() {
    setPending(true)
    try {
      const asked = { ...query, _format: 'csv', _language: i18n.language as Language }
      const options = { query: asked } as unknown as CallOptions<Endpoint>
      await download(endpoint, options, `${file}.csv`, () => {})
    } catch (error) {
      toast({ tone: 'bad', text: t('exportFailed'), detail: errorDetail(error) ?? '' })
    } finally {
      setPending(false)
    }
  }

  return (
    <Button pending={pending} onClick={() => void save()}>
      {t('export')}
    </Button>
  )
}
