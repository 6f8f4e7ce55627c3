import { useTranslation } from 'react-i18next'
import { Geofence, readiness } from '#contract/alerts/emergency-services.ts'
import { callOnce } from '#kit/call-once.ts'
import { SelectField, TextField } from '#kit/field.tsx'
import { FormDialog } from '#kit/form-dialog.tsx'
import { say } from '#kit/toasts.ts'
import { typedNumber } from '#kit/typed-number.ts'
import { useReread } from '#kit/use-reread.ts'
import { useSubmit } from '#kit/use-submit.ts'

const fields = ['name', 'radius_m', 'alerts_on', 'latitude', 'longitude'] as const
const AlertsOn = Geofence.shape.alerts_on

/** Adds a circle around a place; around where the person was last known to be unless it says where. */
export function GeofenceForm({ person, onClose }: { person: string; onClose: () => void }) {
  const { t } = useTranslation('emergency')
  const reread = useReread('geofences')
  const { errors, ...form } = useSubmit({
    fields,
    failed: t('geofences.addFailed'),
    async send({ name, radius_m, alerts_on, latitude, longitude }) {
      await callOnce(readiness.addGeofence, {
        body: {
          user_id: person,
          name,
          radius_m: typedNumber(radius_m),
          alerts_on: AlertsOn.parse(alerts_on),
          ...(latitude && { latitude: typedNumber(latitude) }),
          ...(longitude && { longitude: typedNumber(longitude) }),
        },
      })
      say({ tone: 'good', text: t('geofences.added') })
      void reread()
      onClose()
    },
  })

  return (
    <FormDialog title={t('geofences.add')} submit={t('save')} {...form} onClose={onClose}>
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
      >
        {AlertsOn.options.map(option => (
          <option key={option} value={option}>
            {t(`geofences.on.${option}`)}
          </option>
        ))}
      </SelectField>
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
