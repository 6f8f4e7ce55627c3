import CheckCircleOutlined from '@ant-design/icons/CheckCircleOutlined'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { attention } from '#contract/alerts/attention.ts'
import { may } from '#contract/kit/permissions.ts'
import { useCaller, useCan } from '#kit/caller.ts'
import { Freshness } from '#kit/freshness.tsx'
import { Notice } from '#kit/notice.tsx'
import { Page } from '#kit/page.tsx'
import { Panel } from '#kit/panel.tsx'
import { Reading } from '#kit/reading.tsx'
import { Skeleton } from '#kit/skeleton.tsx'
import { useCall } from '#kit/use-call.ts'
import styles from './analytics.module.css'
import { AttentionList } from './attention-list.tsx'
import { greetingAt } from './greeting.ts'
import { QuickLinks } from './quick-links.tsx'

const Now = lazy(() => import('./now.tsx'))
/** For those alone who have only just begun. */
const EmailReminder = lazy(async () => ({
  default: (await import('./email-reminder.tsx')).EmailReminder,
}))
const FirstSteps = lazy(async () => ({ default: (await import('./first-steps.tsx')).FirstSteps }))

/** Milliseconds between two readings of what needs attention. */
const every = 30_000

/** The landing place after login: what needs attention now, for this person's role. */
export function Component() {
  const { t } = useTranslation(['pages', 'navigation'])
  const { name, time_zone } = useCaller()
  const items = useCall(attention.list, {}, { every })
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
      <Suspense>
        <EmailReminder />
      </Suspense>
      <Suspense>
        <FirstSteps />
      </Suspense>
      <div className={styles.columns}>
        <Panel title={t('overview.attention')}>
          <Reading of={items} failed={t('overview.failed')}>
            {({ items }) =>
              items.length > 0 ? (
                <AttentionList items={items} />
              ) : (
                <Notice tone="good" icon={<CheckCircleOutlined />} title={t('overview.clear.title')}>
                  {t('overview.clear.text')}
                </Notice>
              )
            }
          </Reading>
        </Panel>
        <QuickLinks />
      </div>
      {seesFigures && (
        <Suspense fallback={<Skeleton rows={1} height={168} />}>
          <Now />
        </Suspense>
      )}
    </Page>
  )
}
