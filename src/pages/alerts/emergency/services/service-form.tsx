import type { z } from 'zod'
import { EmergencyService, emergencyServices } from '#contract/alerts/emergency-services.ts'
import { call, callIdempotently } from '#kit/call.ts'
import { CheckItem, SelectItem, TextItem } from '#kit/form.tsx'
import { useLabels } from '#kit/resource/labels.ts'
import { type Reachable, ReachableForm } from '../reachable-form.tsx'

type Service = z.output<typeof EmergencyService>
type Values = Reachable & Pick<Service, 'type' | 'available_24_7'> & { address: string; notes: string }

const types = EmergencyService.shape.type.options

interface ServiceFormProps {
  /** The service to edit; omit to add one. */
  service: Service | undefined
  /** Organization of a new service; defaults to the user's own. */
  organization: string | undefined
  onClose: () => void
}

/** Adds or edits an emergency service. */
export function ServiceForm({ service, organization, onClose }: ServiceFormProps) {
  const labels = useLabels('emergency-services')

  function send({ address, notes, ...rest }: Values) {
    const body = { ...rest, address: address.trim() || null, notes: notes.trim() || null }
    if (service) {
      const params = { id: service.id }
      return call(emergencyServices.update, { params, body, ifMatch: service.version })
    }
    return callIdempotently(emergencyServices.create, {
      body: { ...body, ...(organization && { organization_id: organization }) },
    })
  }

  return (
    <ReachableForm<Values>
      kind="services"
      isEdited={service !== undefined}
      initial={{
        name: service?.name ?? '',
        phone: service?.phone ?? '',
        type: service?.type ?? 'medical',
        address: service?.address ?? '',
        notes: service?.notes ?? '',
        available_24_7: service?.available_24_7 ?? true,
      }}
      send={send}
      onClose={onClose}
    >
      <SelectItem
        name="type"
        label={labels.field('type')}
        options={types.map(value => ({ value, label: labels.option('type', value) }))}
      />
      <TextItem name="address" label={labels.field('address')} maxLength={300} />
      <TextItem name="notes" label={labels.field('notes')} maxLength={2_000} />
      <CheckItem name="available_24_7" label={labels.field('available_24_7')} />
    </ReachableForm>
  )
}
