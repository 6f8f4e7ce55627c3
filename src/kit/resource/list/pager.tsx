import LeftOutlined from '@ant-design/icons/LeftOutlined'
import RightOutlined from '@ant-design/icons/RightOutlined'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { Button } from '../../button.tsx'
import { useFormat } from '../../format.ts'
import { Select } from '../../select.tsx'
import type { Resource } from '../resource.ts'
import type { Rows } from '../rows.ts'
import { pageSizes, type View } from '../view.ts'
import styles from './pager.module.css'

interface PagerProps {
  of: Resource
  view: View
  rows: Rows
  go: (view: View, step: 'push' | 'replace', state?: unknown) => void
}

/** Pagination by page number, or by cursor for append-only lists, and the page size. */
export function Pager({ of, view, rows, go }: PagerProps) {
  const { t } = useTranslation('kit')
  const format = useFormat()
  const id = useId()
  return (
    <nav className={styles.pager} aria-label={t('list.pages')}>
      <div className={styles.size}>
        <label htmlFor={id}>{t('list.rowsPerPage')}</label>
        <Select
          id={id}
          value={view.size}
          options={pageSizes.map(value => ({ value, label: format.number(value) }))}
          onChange={size => go({ ...view, page: 1, after: null, size }, 'push')}
        />
      </div>
      {of.listing.keyset ? (
        <ByCursor view={view} rows={rows} go={go} />
      ) : (
        <ByNumber view={view} rows={rows} go={go} />
      )}
    </nav>
  )
}

type Turning = Omit<PagerProps, 'of'>

function ByNumber({ view, rows, go }: Turning) {
  const { t } = useTranslation('kit')
  const format = useFormat()
  const first = (view.page - 1) * view.size
  const last = Math.min(first + (rows.rows?.length ?? 0), rows.total)
  const turn = (page: number) => go({ ...view, page }, 'push')
  return (
    <div className={styles.turn}>
      <span className="numbers">
        {t('list.range', {
          from: format.number(first + 1),
          to: format.number(last),
          total: format.number(rows.total),
        })}
      </span>
      <Button
        icon={<LeftOutlined className={styles.arrow} />}
        aria-label={t('list.previous')}
        title={t('list.previous')}
        disabled={view.page === 1}
        onClick={() => turn(view.page - 1)}
      />
      <Button
        icon={<RightOutlined className={styles.arrow} aria-hidden />}
        aria-label={t('list.next')}
        title={t('list.next')}
        disabled={last >= rows.total}
        onClick={() => turn(view.page + 1)}
      />
    </div>
  )
}

/** Cursors of the previous pages, kept in the history state because cursors only lead forward. */
const trailIn = (state: unknown) => (state as { trail?: (string | null)[] } | null)?.trail ?? []

function ByCursor({ view, rows: { next }, go }: Turning) {
  const { t } = useTranslation('kit')
  const trail = trailIn(useLocation().state)
  return (
    <div className={styles.turn}>
      <Button variant="quiet" disabled={!view.after} onClick={() => go({ ...view, after: null }, 'push')}>
        {t('list.newest')}
      </Button>
      <Button
        icon={<LeftOutlined className={styles.arrow} />}
        disabled={!view.after}
        onClick={() => go({ ...view, after: trail.at(-1) ?? null }, 'push', { trail: trail.slice(0, -1) })}
      >
        {t('list.newer')}
      </Button>
      <Button
        disabled={next === null}
        onClick={() => go({ ...view, after: next }, 'push', { trail: [...trail, view.after] })}
      >
        {t('list.older')}
        <RightOutlined className={styles.arrow} aria-hidden />
      </Button>
    </div>
  )
}
