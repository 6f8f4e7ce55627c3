import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../button.tsx'
import { useCurrentUser } from '../../current-user.ts'
import { Dialog } from '../../dialog.tsx'
import { InstantField } from '../../field.tsx'
import { clockAt, instantAt } from '../day.ts'

interface AsOfDialogProps {
  title: string
  /** The instant shown now; null for the present. */
  asOf: string | null
  choose: (instant: string) => void
  onClose: () => void
}

const minuteIn = (instant: string, zone: string) => {
  const { day, time } = clockAt(instant, zone)
  return `${day}T${time}`
}

/** Asks for an instant in the past, to the minute, in the user's time zone. */
export default function AsOfDialog({ title, asOf, choose, onClose }: AsOfDialogProps) {
  const { t } = useTranslation(['kit', 'common'])
  const { time_zone: zone } = useCurrentUser()
  const id = useId()
  const [now] = useState(() => new Date().toISOString())
  const [minute, setMinute] = useState(() => minuteIn(asOf ?? now, zone))
  const [isRefused, setRefused] = useState(false)

  function submit() {
    const [day = '', time = ''] = minute.split('T')
    const instant = day && time ? instantAt(day, time, zone) : null
    if (!instant || instant.getTime() > Date.now()) return setRefused(true)
    choose(instant.toISOString())
    onClose()
  }

  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button variant="main" type="submit" form={id}>
            {t('past.show')}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
      >
        <InstantField
          label={t('past.time')}
          hint={t('past.zone', { zone })}
          error={isRefused ? t('past.invalid') : undefined}
          value={minute}
          max={minuteIn(now, zone)}
          onChange={value => {
            setRefused(false)
            setMinute(value)
          }}
        />
      </form>
    </Dialog>
  )
}
