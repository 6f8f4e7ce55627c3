import { useTranslation } from 'react-i18next'
import { Geofence, readiness } from '#contract/alerts/emergency-services.ts'
import { callIdempotently } from '#kit/call.ts'
import { FormDialog } from '#kit/dialog.tsx'
import { SelectField, TextField } from '#kit/field.tsx'
import { parseDecimal } from '#kit/format.ts'
import { toast } from '#kit/toasts.ts'
import { useRefetch } from '#kit/use-call.ts'
import { useSubmit } from '#kit/use-submit.ts'

const fields = ['name', 'radius_m', 'alerts_on', 'latitude', 'longitude'] as const
const AlertsOn = Geofence.shape.alerts_on

/** Adds a geofence; defaults to the person's last known location. */
export function GeofenceForm({ person, onClose }: { person: string; onClose: () => void }) {
  const { t } = useTranslation('emergency')
  const refetch = useRefetch('geofences')
  const { errors, ...form } = useSubmit({
    fields,
    failed: t('geofences.addFailed'),
    async send({ name, radius_m, alerts_on, latitude, longitude }) {
      await callIdempotently(readiness.addGeofence, {
        body: {
          user_id: person,
          name,
          radius_m: parseDecimal(radius_m),
          alerts_on: AlertsOn.parse(alerts_on),
          ...(latitude && { latitude: parseDecimal(latitude) }),
          ...(longitude && { longitude: parseDecimal(longitude) }),
        },
      })
      toast({ tone: 'good', text: t('geofences.added') })
      void refetch()
      onClose()
    },
  })

  return (
    <FormDialog title={t('geofences.add')} submitLabel={t('save')} {...form} onClose={onClose}>
      <TextField
        name="name"
        label={t('geofences.name')}
        defaultValue={t('geofences.home')}
        error={errors.name}
        maxLength={120}
        required
        autoComplete="off"
        autoFocus
      />
      <TextField
        name="radius_m"
        type="number"
        label={t('geofences.radius')}
        hint={t('geofences.radiusHint')}
        defaultValue={200}
        error={errors.radius_m}
        required
      />
      <SelectField
        name="alerts_on"
        label={t('geofences.alertsOn')}
        defaultValue="leave"
        error={errors.alerts_on}
        options={AlertsOn.options.map(option => ({ value: option, label: t(`geofences.on.${option}`) }))}
      />
      <TextField
        name="latitude"
        inputMode="decimal"
        label={t('geofences.latitude')}
        hint={t('geofences.placeHint')}
        error={errors.latitude}
        autoComplete="off"
      />
      <TextField
        name="longitude"
        inputMode="decimal"
        label={t('geofences.longitude')}
        error={errors.longitude}
        autoComplete="off"
      />
    </FormDialog>
  )
}
