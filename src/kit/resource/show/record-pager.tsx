import LeftOutlined from '@ant-design/icons/LeftOutlined'
import RightOutlined from '@ant-design/icons/RightOutlined'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../button.tsx'
import { useFormat } from '../../format.ts'
import { ariaKeys, shortcuts, useShortcuts } from '../../shortcuts.ts'
import { readListOrigin, saveListOrigin, useListPage } from '../list-origin.ts'
import type { Resource, Row } from '../resource.ts'
import type { View } from '../view.ts'
import styles from './neighbours.module.css'

interface NeighboursProps {
  of: Resource
  id: string
  /** Called with the next record and the page that it is on. */
  open: (row: Row, on: View) => void
}

/** Previous and next record of the list that this one was opened from. */
export function RecordPager({ of, id, open }: NeighboursProps) {
  const [view] = useState(() => readListOrigin(of))
  return view && <Between of={of} id={id} open={open} view={view} />
}

/** `view` is the page that the record is on. */
function Between({ of, id, open, view }: NeighboursProps & { view: View }) {
  const { t } = useTranslation('kit')
  const format = useFormat()
  const { rows = [], total = 0 } = useListPage(of, view) ?? {}
  const at = rows.findIndex(row => row.id === id)
  const position = (view.page - 1) * view.size + at + 1
  const isFirst = at === 0 && view.page > 1
  // Lists paged by cursor have no page numbers, so paging ends with the page.
  const isLast = at === rows.length - 1 && position < total && !of.listing.keyset
  const beyond = { ...view, page: isFirst ? view.page - 1 : view.page + 1 }
  // Not at the ends, this is the same page and costs no request.
  const others = useListPage(of, at >= 0 && (isFirst || isLast) ? beyond : view)?.rows

  function way(row: Row | undefined, on: View) {
    return (
      row &&
      (() => {
        saveListOrigin(of, on)
        open(row, on)
      })
    )
  }
  const previous = isFirst ? way(others?.at(-1), beyond) : way(rows[at - 1], view)
  const next = isLast ? way(others?.[0], beyond) : way(rows[at + 1], view)

  useShortcuts({
    ...(at >= 0 && previous && { [shortcuts.previous.keys[0]]: previous }),
    ...(at >= 0 && next && { [shortcuts.next.keys[0]]: next }),
  })
  // Its place is kept while the list loads and if the record is not on it, because on a phone it has a line of its own.
  if (at < 0) return <span className={styles.awaited} aria-hidden />
  return (
    <span className={styles.neighbours}>
      <span className="numbers">
        {t('show.position', { at: format.number(position), total: format.number(total) })}
      </span>
      <Button
        variant="quiet"
        icon={<LeftOutlined className={styles.arrow} />}
        aria-label={t('show.previous')}
        title={t('show.previous')}
        aria-keyshortcuts={ariaKeys('previous')}
        disabled={!previous}
        onClick={previous}
      />
      <Button
        variant="quiet"
        icon={<RightOutlined className={styles.arrow} />}
        aria-label={t('show.next')}
        title={t('show.next')}
        aria-keyshortcuts={ariaKeys('next')}
        disabled={!next}
        onClick={next}
      />
    </span>
  )
}
