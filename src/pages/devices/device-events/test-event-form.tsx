import AlertOutlined from '@ant-design/icons/AlertOutlined'
import SendOutlined from '@ant-design/icons/SendOutlined'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { alerts } from '#contract/alerts/alerts.ts'
import { deviceEvents } from '#contract/devices/device-events.ts'
import { devices } from '#contract/devices/devices.ts'
import { Button } from '#kit/button.tsx'
import { call } from '#kit/call.ts'
import { Form } from '#kit/form.tsx'
import { FoundItem, type Offer } from './found-item.tsx'
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
  // Which of the buttons submits the form.
  const isAlert = useRef(false)

  async function sendTest({ device_id }: { device_id: string }) {
    if (isAlert.current) {
      const alert = { device_id, type: 'test', test: true }
      await post('testAlert.sent', () => send(alerts.ingest, alert))
    } else {
      const event = { device_id, type: 'test', ts: new Date().toISOString() }
      await post('testEvent.sent', () => send(deviceEvents.ingest, event))
    }
  }

  const choose = (alert: boolean) => () => {
    isAlert.current = alert
  }
  return (
    <Form<{ device_id: string }> layout="line" failed={t('testEvent.failed')} send={sendTest}>
      {pending => (
        <>
          <FoundItem
            of="devices"
            find={findDevices}
            name="device_id"
            required
            label={t('testEvent.device')}
          />
          <Button
            type="submit"
            variant="main"
            icon={<SendOutlined />}
            pending={pending}
            onClick={choose(false)}
          >
            {t('testEvent.send')}
          </Button>
          {mayAlert && (
            <Button type="submit" icon={<AlertOutlined />} pending={pending} onClick={choose(true)}>
              {t('testAlert.send')}
            </Button>
          )}
        </>
      )}
    </Form>
  )
}
