import PlusOutlined from '@ant-design/icons/PlusOutlined'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { type Geofence, readiness } from '#contract/alerts/emergency-services.ts'
import { mapUrl } from '#contract/kit/urls.ts'
import { Button } from '#kit/button.tsx'
import { useCanCall } from '#kit/current-user.ts'
import { useFormat } from '#kit/format.ts'
import { Panel } from '#kit/panel.tsx'
import { QueryState } from '#kit/query-state.tsx'
import { Badge } from '#kit/resource/badge.tsx'
import tables from '#kit/table.module.css'
import { Table } from '#kit/table.tsx'
import { useCall } from '#kit/use-call.ts'
import { RemoveButton } from '../remove-button.tsx'
import { GeofenceForm } from './geofence-form.tsx'

type Fence = z.output<typeof Geofence>

/** Refetch interval of the location status in milliseconds. */
const refetchIntervalMs = 15_000

/** A person's geofences; leaving or entering one raises an alert. */
export function Geofences({ person }: { person: string }) {
  const { t } = useTranslation('emergency')
  const may = useCanCall()
  const reading = useCall(readiness.geofences, { query: { user_id: person } }, { resource: 'geofences' })
  const { data: places } = useCall(
    readiness.locationStatus,
    { query: { user_id: person } },
    { refetchIntervalMs },
  )
  const [adding, setAdding] = useState(false)

  const add = may(readiness.addGeofence) && (
    <Button icon={<PlusOutlined />} onClick={() => setAdding(true)}>
      {t('geofences.add')}
    </Button>
  )
  return (
    <Panel title={t('geofences.title')} actions={add}>
      <QueryState of={reading} failed={t('geofences.failed')}>
        {({ geofences }) =>
          geofences.length === 0 ? (
            <p className={tables.note}>{t('geofences.empty')}</p>
          ) : (
            <Table
              label={t('geofences.title')}
              heads={[
                t('geofences.name'),
                t('geofences.radius'),
                t('geofences.alertsOn'),
                t('geofences.state'),
              ]}
              actionsLabel={t('actions.title')}
            >
              {geofences.map(fence => (
                <FenceRow key={fence.id} fence={fence} isLocated={places?.gps_available ?? false} />
              ))}
            </Table>
          )
        }
      </QueryState>
      {adding && <GeofenceForm person={person} onClose={() => setAdding(false)} />}
    </Panel>
  )
}

interface FenceRowProps {
  fence: Fence
  /** Whether the current location is known; a stale one does not count. */
  isLocated: boolean
}

function FenceRow({ fence, isLocated }: FenceRowProps) {
  const { t } = useTranslation('emergency')
  const format = useFormat()
  const { name, latitude, longitude, radius_m, alerts_on, inside, changed_at } = fence
  const side = t(inside ? 'geofences.inside' : 'geofences.outside')
  return (
    <tr>
      <th scope="row">
        {name}
        {latitude !== null && longitude !== null && (
          <small>
            <a href={mapUrl(latitude, longitude)} target="_blank" rel="noreferrer">
              {t('place.map')}
            </a>
          </small>
        )}
      </th>
      <td>{t('geofences.metres', { metres: format.number(radius_m) })}</td>
      <td>{t(`geofences.on.${alerts_on}`)}</td>
      <td>
        {inside !== null && isLocated ? (
          <Badge tone={inside ? 'green' : 'yellow'}>{side}</Badge>
        ) : (
          <Badge tone="grey">{t('geofences.unknown')}</Badge>
        )}
        {changed_at && (
          <small>
            {!isLocated && `${side} · `}
            {format.ago(changed_at)}
          </small>
        )}
      </td>
      <td className={tables.actions}>
        <RemoveButton kind="geofences" of={fence} />
      </td>
    </tr>
  )
}
