import LeftOutlined from '@ant-design/icons/LeftOutlined'
import RightOutlined from '@ant-design/icons/RightOutlined'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../button.tsx'
import { useFormat } from '../../format.ts'
import { ariaKeys, shortcuts, useKeys } from '../../shortcuts.ts'
import type { Resource, Row } from '../resource.ts'
import { keepTrail, readTrail, useTrailPage } from '../trail.ts'
import type { View } from '../view.ts'
import styles from './neighbours.module.css'

interface NeighboursProps {
  of: Resource
  id: string
  /** Told the record to go on to, and the page of the list that it stands on. */
  open: (row: Row, on: View) => void
}

/** The records before and after one, in the list that it was opened from; nothing where it stands in none. */
export function Neighbours({ of, id, open }: NeighboursProps) {
  const [view] = useState(() => readTrail(of))
  return view && <Between of={of} id={id} open={open} view={view} />
}

/** `view` is the page that the record stands on. */
function Between({ of, id, open, view }: NeighboursProps & { view: View }) {
  const { t } = useTranslation('kit')
  const format = useFormat()
  const { rows = [], total = 0 } = useTrailPage(of, view) ?? {}
  const at = rows.findIndex(row => row.id === id)
  const position = (view.page - 1) * view.size + at + 1
  const isFirst = at === 0 && view.page > 1
  // Lists that page by cursor have no number of pages to go on to; their way ends with the page.
  const isLast = at === rows.length - 1 && position < total && !of.listing.keyset
  const beyond = { ...view, page: isFirst ? view.page - 1 : view.page + 1 }
  // Away from the ends this is the page itself, which costs no further call.
  const others = useTrailPage(of, at >= 0 && (isFirst || isLast) ? beyond : view)?.rows

  function way(row: Row | undefined, on: View) {
    return (
      row &&
      (() => {
        keepTrail(of, on)
        open(row, on)
      })
    )
  }
  const previous = isFirst ? way(others?.at(-1), beyond) : way(rows[at - 1], view)
  const next = isLast ? way(others?.[0], beyond) : way(rows[at + 1], view)

  useKeys({
    ...(at >= 0 && previous && { [shortcuts.previous.keys[0]]: previous }),
    ...(at >= 0 && next && { [shortcuts.next.keys[0]]: next }),
  })
  if (at < 0) return null
  return (
    <span className={styles.neighbours}>
      <span className="numbers">
        {t('show.position', { at: format.number(position), total: format.number(total) })}
      </span>
      <Button
        look="quiet"
        icon={<LeftOutlined className={styles.arrow} />}
        aria-label={t('show.previous')}
        title={t('show.previous')}
        aria-keyshortcuts={ariaKeys('previous')}
        disabled={!previous}
        onClick={previous}
      />
      <Button
        look="quiet"
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
