import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { EmergencyService, emergencyServices } from '#contract/emergency-services.ts'
import { Button } from '#kit/button.tsx'
import { call } from '#kit/call.ts'
import { callOnce } from '#kit/call-once.ts'
import { Dialog } from '#kit/dialog.tsx'
import { FailureRemark } from '#kit/failure-remark.tsx'
import { Checkbox, SelectField, TextField } from '#kit/field.tsx'
import { useLabels } from '#kit/resource/labels.ts'
import { say } from '#kit/toasts.ts'
import { useReread } from '#kit/use-reread.ts'
import { useSubmit } from '#kit/use-submit.ts'
import styles from '../form.module.css'

const fields = ['name', 'phone', 'type', 'address', 'available_24_7', 'notes'] as const
const Type = EmergencyService.shape.type

interface ServiceFormProps {
  /** The service to change; none to add one. */
  service: z.output<typeof EmergencyService> | undefined
  /** Whose a new one is; the caller's own organization's without it. */
  organization: string | undefined
  onClose: () => void
}

/** Adds an emergency service or changes one. */
export function ServiceForm({ service, organization, onClose }: ServiceFormProps) {
  const { t } = useTranslation('emergency')
  const labels = useLabels('emergency-services')
  const reread = useReread('emergency_services')
  const form = useId()
  const failed = t(service ? 'services.updateFailed' : 'services.addFailed')
  const { errors, failure, pending, onSubmit } = useSubmit({
    fields,
    failed,
    check: ({ name, phone }) => ({
      ...(!name.trim() && { name: t('services.required') }),
      ...(!phone.trim() && { phone: t('services.required') }),
    }),
    async send({ name, phone, type, address, available_24_7, notes }) {
      const body = {
        name,
        phone,
        type: Type.parse(type),
        address: address.trim() || null,
        available_24_7: available_24_7 === 'on',
        notes: notes.trim() || null,
      }
      if (service) {
        const params = { id: service.id }
        await call(emergencyServices.update, { params, body, ifMatch: service.version })
      } else
        await callOnce(emergencyServices.create, {
          body: { ...body, ...(organization && { organization_id: organization }) },
        })
      say({ tone: 'good', text: t(service ? 'services.updated' : 'services.added') })
      void reread()
      onClose()
    },
  })

  return (
    <Dialog
      title={t(service ? 'services.edit' : 'services.add')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look="main" type="submit" form={form} pending={pending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={onSubmit} noValidate>
        <FailureRemark failure={failure} />
        <TextField
          name="name"
          label={labels.field('name')}
          defaultValue={service?.name}
          error={errors.name}
          maxLength={120}
          aria-required
          autoComplete="off"
          autoFocus
        />
        <TextField
          name="phone"
          type="tel"
          label={labels.field('phone')}
          defaultValue={service?.phone ?? ''}
          error={errors.phone}
          aria-required
          autoComplete="off"
        />
        <SelectField
          name="type"
          label={labels.field('type')}
          defaultValue={service?.type ?? 'medical'}
          error={errors.type}
        >
          {Type.options.map(option => (
            <option key={option} value={option}>
              {labels.option('type', option)}
            </option>
          ))}
        </SelectField>
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
      </form>
    </Dialog>
  )
}
