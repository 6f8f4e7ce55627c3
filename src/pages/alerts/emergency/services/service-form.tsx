import type { z } from 'zod'
import { EmergencyService, emergencyServices } from '#contract/alerts/emergency-services.ts'
import { call, callIdempotently } from '#kit/call.ts'
import { Checkbox, SelectField, TextField } from '#kit/field.tsx'
import { useLabels } from '#kit/resource/labels.ts'
import { ReachableForm } from '../reachable-form.tsx'

const fields = ['name', 'phone', 'type', 'address', 'available_24_7', 'notes'] as const
const Type = EmergencyService.shape.type

interface ServiceFormProps {
  /** The service to edit; omit to add one. */
  service: z.output<typeof EmergencyService> | undefined
  /** Organization of a new service; defaults to the user's own. */
  organization: string | undefined
  onClose: () => void
}

/** Adds or edits an emergency service. */
export function ServiceForm({ service, organization, onClose }: ServiceFormProps) {
  const labels = useLabels('emergency-services')

  function send(values: Record<(typeof fields)[number], string>) {
    const body = {
      name: values.name,
      phone: values.phone,
      type: Type.parse(values.type),
      address: values.address.trim() || null,
      available_24_7: values.available_24_7 === 'on',
      notes: values.notes.trim() || null,
    }
    if (service) {
      const params = { id: service.id }
      return call(emergencyServices.update, { params, body, ifMatch: service.version })
    }
    return callIdempotently(emergencyServices.create, {
      body: { ...body, ...(organization && { organization_id: organization }) },
    })
  }

  return (
    <ReachableForm kind="services" initial={service} fields={fields} send={send} onClose={onClose}>
      {errors => (
        <>
          <SelectField
            name="type"
            label={labels.field('type')}
            defaultValue={service?.type ?? 'medical'}
            error={errors.type}
            options={Type.options.map(option => ({ value: option, label: labels.option('type', option) }))}
          />
          <TextField
            name="address"
            label={labels.field('address')}
            defaultValue={service?.address ?? ''}
            error={errors.address}
            maxLength={300}
            autoComplete="off"
          />
          <TextField
            name="notes"
            label={labels.field('notes')}
            defaultValue={service?.notes ?? ''}
            error={errors.notes}
            maxLength={2_000}
            autoComplete="off"
          />
          <Checkbox
            name="available_24_7"
            label={labels.field('available_24_7')}
            defaultChecked={service?.available_24_7 ?? true}
            error={errors.available_24_7}
          />
        </>
      )}
    </ReachableForm>
  )
}
