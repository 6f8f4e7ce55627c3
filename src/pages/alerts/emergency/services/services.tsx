import PlusOutlined from '@ant-design/icons/PlusOutlined'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { type EmergencyService, emergencyServices } from '#contract/alerts/emergency-services.ts'
import { Button } from '#kit/button.tsx'
import { useCanCall } from '#kit/current-user.ts'
import { Panel } from '#kit/panel.tsx'
import { Phone } from '#kit/phone.tsx'
import { QueryState } from '#kit/query-state.tsx'
import { useLabels } from '#kit/resource/labels.ts'
import tables from '#kit/table.module.css'
import { Table } from '#kit/table.tsx'
import { useCall } from '#kit/use-call.ts'
import { RemoveButton } from '../remove-button.tsx'
import { ServiceForm } from './service-form.tsx'

type Service = z.output<typeof EmergencyService>

/** Page size. */
const step = 10

/** Emergency services of one organization, or all accessible ones, newest first. */
export function Services({ organization }: { organization: string | undefined }) {
  const { t } = useTranslation('emergency')
  const labels = useLabels('emergency-services')
  const may = useCanCall()
  const [shown, setShown] = useState(step)
  const reading = useCall(
    emergencyServices.list,
    {
      query: {
        ...(organization && { organization_id: organization }),
        _sort: 'created_at',
        _order: 'desc',
        _end: shown,
      },
    },
    { resource: 'emergency_services' },
  )
  const [editing, setEditing] = useState<Service | 'new'>()

  const add = may(emergencyServices.create) && (
    <Button icon={<PlusOutlined />} onClick={() => setEditing('new')}>
      {t('services.add')}
    </Button>
  )
  return (
    <Panel title={labels.text('many')} actions={add}>
      <QueryState of={reading} failed={labels.text('failed')}>
        {({ services, total }) =>
          services.length === 0 ? (
            <p className={tables.note}>{t('services.empty')}</p>
          ) : (
            <>
              <Table
                label={labels.text('many')}
                heads={[
                  labels.field('name'),
                  labels.field('type'),
                  labels.field('phone'),
                  labels.field('available_24_7'),
                ]}
                actionsLabel={t('actions.title')}
              >
                {services.map(service => (
                  <tr key={service.id}>
                    <th scope="row">
                      {service.name}
                      {service.address && <small>{service.address}</small>}
                      {service.notes && <small>{service.notes}</small>}
                    </th>
                    <td>{labels.option('type', service.type)}</td>
                    <td>{service.phone ? <Phone of={service.phone} /> : t('hidden')}</td>
                    <td>{labels.option('available_24_7', String(service.available_24_7))}</td>
                    <td className={tables.actions}>
                      {may(emergencyServices.update) && (
                        <Button
                          variant="quiet"
                          aria-label={t('edit', { name: service.name })}
                          onClick={() => setEditing(service)}
                        >
                          {t('update')}
                        </Button>
                      )}
                      <RemoveButton kind="services" of={service} />
                    </td>
                  </tr>
                ))}
              </Table>
              {total > services.length && (
                <p className={tables.note}>
                  {t('services.some', { shown: services.length, count: total })}{' '}
                  <Button pending={reading.isFetching} onClick={() => setShown(shown + step)}>
                    {t('services.more')}
                  </Button>
                </p>
              )}
            </>
          )
        }
      </QueryState>
      {editing && (
        <ServiceForm
          organization={organization}
          service={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(undefined)}
        />
      )}
    </Panel>
  )
}
