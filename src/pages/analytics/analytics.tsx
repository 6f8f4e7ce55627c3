import CheckCircleOutlined from '@ant-design/icons/CheckCircleOutlined'
import RightOutlined from '@ant-design/icons/RightOutlined'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type AttentionItem, attention } from '#contract/alerts/attention.ts'
import { may } from '#contract/kit/permissions.ts'
import { useCan, useCurrentUser } from '#kit/current-user.ts'
import { EmptyState } from '#kit/empty-state.tsx'
import { useFormat } from '#kit/format.ts'
import { Freshness } from '#kit/freshness.tsx'
import { Page } from '#kit/page.tsx'
import { Panel } from '#kit/panel.tsx'
import { QueryState } from '#kit/query-state.tsx'
import { Skeleton } from '#kit/skeleton.tsx'
import { useCall } from '#kit/use-call.ts'
import styles from './analytics.module.css'
import { EmailReminder } from './email-reminder.tsx'
import { greetingAt } from './greeting.ts'
import { QuickLinks } from './quick-links.tsx'

const Now = lazy(() => import('./now.tsx'))
/** Lazy: only new installations show it. */
const FirstSteps = lazy(async () => ({ default: (await import('./first-steps.tsx')).FirstSteps }))

/** Refetch interval of the attention list in milliseconds. */
const refetchIntervalMs = 30_000

/** Landing page: what needs attention now, by role. */
export function Component() {
  const { t } = useTranslation(['pages', 'navigation'])
  const { name, time_zone } = useCurrentUser()
  const items = useCall(attention.list, {}, { refetchIntervalMs })
  const seesFigures = useCan()(may('analytics', 'list'))
  return (
    <Page
      title={t(`overview.greeting.${greetingAt(new Date(), time_zone)}`, {
        name: name.split(' ')[0] ?? name,
      })}
      tab={t('navigation:screens.analytics')}
      lead={t('overview.lead')}
      freshness={<Freshness of={items} />}
    >
      <EmailReminder />
      <div className={styles.columns}>
        <Panel title={t('overview.attention')}>
          <QueryState of={items} failed={t('overview.failed')}>
            {({ items }) =>
              items.length > 0 ? (
                <AttentionList items={items} />
              ) : (
                <EmptyState tone="good" icon={<CheckCircleOutlined />} title={t('overview.clear.title')}>
                  {t('overview.clear.text')}
                </EmptyState>
              )
            }
          </QueryState>
        </Panel>
        <QuickLinks />
      </div>
      {seesFigures && (
        <Suspense fallback={<Skeleton rows={1} height={168} />}>
          <Now />
        </Suspense>
      )}
      {/* Below the rest, which it would move when its reply arrives. */}
      <Suspense>
        <FirstSteps />
      </Suspense>
    </Page>
  )
}

/** Attention items in the server's order; each links to its rows. */
function AttentionList({ items }: { items: AttentionItem[] }) {
  const { t } = useTranslation('pages')
  const format = useFormat()
  return (
    <ul className={styles.list}>
      {items.map(({ kind, severity, count, since, path }) => (
        <li key={kind}>
          <Link to={path} className={styles.item} data-severity={severity}>
            <span className={`${styles.count} numbers`}>{format.number(count)}</span>
            <span className={styles.what}>
              <strong>{t(`attention.${kind}`, { count })}</strong>
              {since && <time dateTime={since}>{t('overview.since', { ago: format.ago(since) })}</time>}
            </span>
            <span className={styles.severity}>{t(`severity.${severity}`)}</span>
            <RightOutlined aria-hidden className={styles.itemChevron} />
          </Link>
        </li>
      ))}
    </ul>
  )
}
