import CheckOutlined from '@ant-design/icons/CheckOutlined'
import { useTranslation } from 'react-i18next'
import { Button } from '#kit/button.tsx'
import { useFormat } from '#kit/format.ts'
import { Badge } from '#kit/resource/badge.tsx'
import styles from './care.module.css'
import type { CareActions } from './use-care-actions.ts'

interface Task {
  id: string
  title: string
  due_at: string | null
  version: number
  status?: 'open' | 'done' | 'cancelled'
}

/** Tasks, each with a "done" button. */
export function Tasks({
  tasks,
  label,
  now,
  actions,
}: {
  tasks: readonly Task[]
  label: string
  now: number
  actions: CareActions
}) {
  const { t } = useTranslation('care')
  const format = useFormat()
  return (
    <ul className={styles.rows} aria-label={label}>
      {tasks.map(task => {
        const { id, title, due_at, status = 'open' } = task
        const isOverdue = status === 'open' && due_at !== null && Date.parse(due_at) < now
        return (
          <li key={id} className={styles.row}>
            <span className={styles.what}>{title}</span>
            {due_at && <time dateTime={due_at}>{format.ago(due_at, now)}</time>}
            {isOverdue && <Badge tone="yellow">{t('task.overdue')}</Badge>}
            {status === 'done' && <Badge tone="green">{t('task.isDone')}</Badge>}
            {status === 'open' && actions.canWrite && (
              <Button
                icon={<CheckOutlined />}
                pending={actions.pending}
                aria-label={t('task.finishNamed', { title })}
                onClick={() => void actions.finish(task)}
              >
                {t('task.finish')}
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
