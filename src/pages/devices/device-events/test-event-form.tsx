import AlertOutlined from '@ant-design/icons/AlertOutlined'
import SendOutlined from '@ant-design/icons/SendOutlined'
import { useTranslation } from 'react-i18next'
import { alerts } from '#contract/alerts/alerts.ts'
import { deviceEvents } from '#contract/devices/device-events.ts'
import { devices } from '#contract/devices/devices.ts'
import { Button } from '#kit/button.tsx'
import { call } from '#kit/call.ts'
import { useSubmit } from '#kit/use-submit.ts'
import styles from './device-events.module.css'
import { FoundField, type Offer } from './found-field.tsx'
import { send, usePost } from './send.ts'

async function findDevices(text: string): Promise<Offer[]> {
  const query = { ...(text && { q: text }), status_ne: 'retired', _sort: 'name', limit: 20 }
  const matches = await call(devices.list, { query })
  return matches.devices.map(({ serial, name }) => ({ value: serial, label: name }))
}

/** Sends a `test` device event, or raises a test alert that notifies no one. */
export function TestEventForm({ mayAlert }: { mayAlert: boolean }) {
  const { t } = useTranslation('events')
  const post = usePost()
  const { errors, pending, onSubmit } = useSubmit({
    fields: ['device_id', 'act'],
    names: {},
    failed: t('testEvent.failed'),
    send: async ({ device_id, act }) => {
      if (act === 'alert') {
        const alert = { device_id, type: 'test', test: true }
        await post('testAlert.sent', () => send(alerts.ingest, alert))
      } else {
        const event = { device_id, type: 'test', ts: new Date().toISOString() }
        await post('testEvent.sent', () => send(deviceEvents.ingest, event))
      }
    },
  })
  return (
    <form className={styles.tool} noValidate onSubmit={onSubmit}>
      <FoundField
        of="devices"
        find={findDevices}
        name="device_id"
        required
        label={t('testEvent.device')}
        error={errors.device_id}
      />
      <Button type="submit" variant="main" icon={<SendOutlined />} pending={pending}>
        {t('testEvent.send')}
      </Button>
      {mayAlert && (
        <Button type="submit" name="act" value="alert" icon={<AlertOutlined />} pending={pending}>
          {t('testAlert.send')}
        </Button>
      )}
    </form>
  )
}
