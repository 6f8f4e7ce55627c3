import FormOutlined from '@ant-design/icons/FormOutlined'
import HeartOutlined from '@ant-design/icons/HeartOutlined'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { alerts } from '#contract/alerts/alerts.ts'
import { wellness } from '#contract/care/wellness.ts'
import { deviceEvents } from '#contract/devices/device-events.ts'
import { profile } from '#contract/people/profile.ts'
import { Button } from '#kit/button.tsx'
import { useCan } from '#kit/current-user.ts'
import type { FeedState } from '#kit/device-feed/feed.ts'
import { Page } from '#kit/page.tsx'
import { Badge, type Tone } from '#kit/resource/badge.tsx'
import { ApiKeyForm } from './api-key-form.tsx'
import styles from './device-events.module.css'
import { EventTable } from './event-table.tsx'
import { ProfileDialog } from './profile-dialog.tsx'
import { useApiKey } from './send.ts'
import { TestEventForm } from './test-event-form.tsx'
import { useFeed } from './use-feed.ts'
import { WellnessDialog } from './wellness-dialog.tsx'

/** Live device events, and tools to test a device. */
export function Component() {
  const { t } = useTranslation('events')
  const can = useCan()
  const hasKey = useApiKey() !== null
  const feed = useFeed()
  const [open, setOpen] = useState<'profile' | 'wellness'>()
  const close = () => setOpen(undefined)
  const may = ({ access }: { access: Parameters<typeof can>[0] }) => hasKey || can(access)
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      freshness={<FeedMode {...feed} />}
      actions={
        <>
          {may(profile.upsert) && (
            <Button icon={<FormOutlined />} onClick={() => setOpen('profile')}>
              {t('profile.open')}
            </Button>
          )}
          {may(wellness.log) && (
            <Button icon={<HeartOutlined />} onClick={() => setOpen('wellness')}>
              {t('wellness.open')}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.tools}>
        {may(deviceEvents.ingest) && (
          <div className={styles.tool}>
            <TestEventForm mayAlert={may(alerts.ingest)} />
          </div>
        )}
        <div className={styles.tool}>
          <ApiKeyForm />
        </div>
      </div>
      <EventTable events={feed.events} failed={feed.failures > 0} retry={feed.retry} />
      {open === 'profile' && <ProfileDialog onClose={close} />}
      {open === 'wellness' && <WellnessDialog onClose={close} />}
    </Page>
  )
}

const tones: Record<FeedState['mode'], Tone> = {
  starting: 'grey',
  live: 'green',
  polling: 'yellow',
  stopped: 'red',
}

/** Current feed mode (stream or polling), announced when it changes. */
function FeedMode({ mode, interval, retry }: FeedState & { retry: () => void }) {
  const { t } = useTranslation('events')
  return (
    <span className={styles.mode}>
      <span role="status">
        <Badge tone={tones[mode]}>{t(`mode.${mode}`, { seconds: Math.round(interval / 1000) })}</Badge>
      </span>
      {mode === 'stopped' && <Button onClick={retry}>{t('mode.retry')}</Button>}
    </span>
  )
}
