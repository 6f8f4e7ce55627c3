import PlusOutlined from '@ant-design/icons/PlusOutlined'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { type Geofence, readiness } from '#contract/alerts/emergency-services.ts'
import { mapUrl } from '#contract/kit/map.ts'
import { Button } from '#kit/button.tsx'
import { useFormat } from '#kit/format.ts'
import { Panel } from '#kit/panel.tsx'
import { Reading } from '#kit/reading.tsx'
import { Badge } from '#kit/resource/badge.tsx'
import { useMay } from '#kit/resource/may.ts'
import tables from '#kit/table.module.css'
import { Table } from '#kit/table.tsx'
import { useCall } from '#kit/use-call.ts'
import { RemoveButton } from '../remove-button.tsx'
import { GeofenceForm } from './geofence-form.tsx'

type Fence = z.output<typeof Geofence>

/** Milliseconds between two readings of whether it is known where the person is. */
const every = 15_000

/** The circles around somebody's places: leaving or entering one raises an alert. */
export function Geofences({ person }: { person: string }) {
  const { t } = useTranslation('emergency')
  const may = useMay()
  const reading = useCall(readiness.geofences, { query: { user_id: person } }, { follows: 'geofences' })
  const { data: places } = useCall(readiness.locationStatus, { query: { user_id: person } }, { every })
  const [adding, setAdding] = useState(false)

  const add = may(readiness.addGeofence) && (
    <Button icon={<PlusOutlined />} onClick={() => setAdding(true)}>
      {t('geofences.add')}
    </Button>
  )
  return (
    <Panel title={t('geofences.title')} actions={add}>
      <Reading of={reading} failed={t('geofences.failed')}>
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
              acts={t('acts.title')}
            >
              {geofences.map(fence => (
                <FenceRow key={fence.id} fence={fence} isLocated={places?.gps_available ?? false} />
              ))}
            </Table>
          )
        }
      </Reading>
      {adding && <GeofenceForm person={person} onClose={() => setAdding(false)} />}
    </Panel>
  )
}

interface FenceRowProps {
  fence: Fence
  /** Whether it is known where the person is now: where they were last says little of it. */
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
      <td className={tables.acts}>
        <RemoveButton kind="geofences" of={fence} />
      </td>
    </tr>
  )
}
