import ExclamationCircleOutlined from '@ant-design/icons/ExclamationCircleOutlined'
import InboxOutlined from '@ant-design/icons/InboxOutlined'
import { useTranslation } from 'react-i18next'
import type { DeviceEvent } from '#contract/devices/device-events.ts'
import { Button } from '#kit/button.tsx'
import { EmptyState } from '#kit/empty-state.tsx'
import { useFormat } from '#kit/format.ts'
import { Panel } from '#kit/panel.tsx'
import { Badge, type Tone } from '#kit/resource/badge.tsx'
import { useLabels } from '#kit/resource/labels.ts'
import { Reference } from '#kit/resource/reference.tsx'
import { Skeleton } from '#kit/skeleton.tsx'
import tables from '#kit/table.module.css'
import { Table } from '#kit/table.tsx'
import { useNow } from '#kit/use-now.ts'

const tones: Readonly<Record<string, Tone>> = {
  button: 'red',
  fall: 'red',
  fault: 'yellow',
  battery: 'yellow',
  test: 'yellow',
}

interface EventTableProps {
  /** Null before the first reply. */
  events: readonly DeviceEvent[] | null
  /** Whether the last request failed. */
  failed: boolean
  retry: () => void
}

/** Recent device events, newest first. */
export function EventTable({ events, failed, retry }: EventTableProps) {
  const { t } = useTranslation(['events', 'common'])
  if (events === null) {
    if (!failed) return <Skeleton />
    return (
      <EmptyState
        tone="bad"
        role="alert"
        icon={<ExclamationCircleOutlined />}
        title={t('table.failed')}
        actions={<Button onClick={retry}>{t('common:retry')}</Button>}
      />
    )
  }
  if (events.length === 0) {
    return (
      <EmptyState icon={<InboxOutlined />} title={t('table.empty')}>
        {t('table.emptyHint')}
      </EmptyState>
    )
  }
  return (
    <Panel title={t('table.title')}>
      <Table
        label={t('table.title')}
        heads={[t('table.time'), t('table.type'), t('table.device'), { number: t('table.battery') }]}
      >
        {events.map(event => (
          <EventRow key={event.id} event={event} />
        ))}
      </Table>
    </Panel>
  )
}

function EventRow({ event: { ts, device_id, type, battery } }: { event: DeviceEvent }) {
  const labels = useLabels('device-events')
  const format = useFormat()
  const now = useNow()
  return (
    <tr>
      <td>
        <time dateTime={ts} title={format.dateTime(ts)}>
          {format.ago(ts, Math.max(now, Date.parse(ts)))}
        </time>
      </td>
      <td>
        <Badge tone={tones[type] ?? 'grey'}>{labels.option('type', type)}</Badge>
      </td>
      <td>
        <Reference resource="devices" id={device_id} />
      </td>
      <td className={tables.number}>{format.percent(battery)}</td>
    </tr>
  )
}
