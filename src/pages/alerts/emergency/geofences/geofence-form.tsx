import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { Geofence, readiness } from '#contract/alerts/emergency-services.ts'
import { callIdempotently } from '#kit/call.ts'
import { FormDialog } from '#kit/dialog.tsx'
import { SelectItem, TextItem } from '#kit/form.tsx'
import { parseDecimal } from '#kit/format.ts'
import { toast } from '#kit/toasts.ts'
import { useRefetch } from '#kit/use-call.ts'

const AlertsOn = Geofence.shape.alerts_on

type Values = {
  name: string
  radius_m: string
  alerts_on: z.infer<typeof AlertsOn>
  latitude?: string
  longitude?: string
}

/** Adds a geofence; defaults to the person's last known location. */
export function GeofenceForm({ person, onClose }: { person: string; onClose: () => void }) {
  const { t } = useTranslation('emergency')
  const refetch = useRefetch('geofences')

  async function send({ name, radius_m, alerts_on, latitude, longitude }: Values) {
    await callIdempotently(readiness.addGeofence, {
      body: {
        user_id: person,
        name,
        radius_m: parseDecimal(radius_m),
        alerts_on,
        ...(latitude && { latitude: parseDecimal(latitude) }),
        ...(longitude && { longitude: parseDecimal(longitude) }),
      },
    })
    toast({ tone: 'good', text: t('geofences.added') })
    void refetch()
    onClose()
  }

  return (
    <FormDialog<Values>
      title={t('geofences.add')}
      submitLabel={t('save')}
      failed={t('geofences.addFailed')}
      initial={{ name: t('geofences.home'), radius_m: '200', alerts_on: 'leave' }}
      send={send}
      onClose={onClose}
    >
      <TextItem name="name" label={t('geofences.name')} maxLength={120} required autoFocus />
      <TextItem
        name="radius_m"
        type="number"
        label={t('geofences.radius')}
        hint={t('geofences.radiusHint')}
        required
      />
      <SelectItem
        name="alerts_on"
        label={t('geofences.alertsOn')}
        options={AlertsOn.options.map(option => ({ value: option, label: t(`geofences.on.${option}`) }))}
      />
      <TextItem
        name="latitude"
        inputMode="decimal"
        label={t('geofences.latitude')}
        hint={t('geofences.placeHint')}
      />
      <TextItem name="longitude" inputMode="decimal" label={t('geofences.longitude')} />
    </FormDialog>
  )
}
