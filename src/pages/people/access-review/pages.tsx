import LeftOutlined from '@ant-design/icons/LeftOutlined'
import RightOutlined from '@ant-design/icons/RightOutlined'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#kit/button.tsx'
import { useFormat } from '#kit/format.ts'
import styles from './access-review.module.css'

/** Rows of a page; what is chosen on it can be ended in one call. */
const pageSize = 50

export interface Paging {
  /** Index of the first row. */
  start: number
  turn: (start: number) => void
}

/** The page of a list, which starts at the first one when filters change; `range` is what to request. */
export function usePaging(filters: object): Paging & { range: { _start: number; _end: number } } {
  const key = JSON.stringify(filters)
  const [{ of, start }, setPage] = useState({ of: key, start: 0 })
  const current = of === key ? start : 0
  return {
    start: current,
    turn: start => setPage({ of: key, start }),
    range: { _start: current, _end: current + pageSize },
  }
}

/** Turns the pages of a review; nothing where there is only one. */
export function Pages({ of: { start, turn }, total }: { of: Paging; total: number }) {
  const { t } = useTranslation('access-review')
  const { number } = useFormat()
  if (total <= pageSize && start === 0) return null
  const end = Math.min(start + pageSize, total)
  return (
    <nav className={styles.pages} aria-label={t('pages.label')}>
      <span className="numbers">
        {t('pages.range', { from: number(Math.min(start + 1, end)), to: number(end), total: number(total) })}
      </span>
      <Button
        icon={<LeftOutlined className={styles.arrow} />}
        aria-label={t('pages.previous')}
        title={t('pages.previous')}
        disabled={start === 0}
        onClick={() => turn(Math.max(0, start - pageSize))}
      />
      <Button
        icon={<RightOutlined className={styles.arrow} />}
        aria-label={t('pages.next')}
        title={t('pages.next')}
        disabled={end >= total}
        onClick={() => turn(start + pageSize)}
      />
    </nav>
  )
}
