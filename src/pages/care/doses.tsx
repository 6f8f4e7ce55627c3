import CheckOutlined from '@ant-design/icons/CheckOutlined'
import { useTranslation } from 'react-i18next'
import type { Dose, DoseState } from '#contract/care/health-quick.ts'
import { Button } from '#kit/button.tsx'
import { Badge, type Tone } from '#kit/resource/badge.tsx'
import styles from './care.module.css'
import type { CareActions } from './use-care-actions.ts'
import { useClock } from './use-person-format.ts'

const tones: Record<DoseState, Tone> = {
  upcoming: 'blue',
  due: 'purple',
  taken: 'green',
  late: 'yellow',
  missed: 'red',
  unknown: 'grey',
}
/** Doses that can still be confirmed as taken. */
const open: readonly DoseState[] = ['due', 'late', 'unknown', 'missed']

interface DosesProps {
  doses: readonly Dose[]
  /** The person's time zone. */
  zone: string
  label: string
  actions: CareActions
}

/** Doses with their state; an unconfirmed one can be confirmed. */
export function Doses({ doses, zone, label, actions }: DosesProps) {
  const { t } = useTranslation('care')
  const clock = useClock(zone)
  return (
    <ul className={styles.rows} aria-label={label}>
      {doses.map(dose => (
        <li key={`${dose.name} ${dose.due_at}`} className={styles.row}>
          <time dateTime={dose.due_at} className="numbers">
            {clock(dose.due_at)}
          </time>
          <span className={styles.what}>{[dose.name, dose.dose].filter(Boolean).join(' ')}</span>
          <Badge tone={tones[dose.state]}>{t(`dose.states.${dose.state}`)}</Badge>
          {actions.canLog && open.includes(dose.state) && (
            <Button
              icon={<CheckOutlined />}
              pending={actions.pending}
              aria-label={t('dose.tookNamed', { name: dose.name, time: clock(dose.due_at) })}
              onClick={() => void actions.took(dose)}
            >
              {t('dose.took')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
