import DeleteOutlined from '@ant-design/icons/DeleteOutlined'
import { useTranslation } from 'react-i18next'
import { Button } from '../../button.tsx'

interface RemovedSwitchProps {
  on: boolean
  turn: (on: boolean) => void
}

/** Changes between the records in place and the removed ones. */
export function RemovedSwitch({ on, turn }: RemovedSwitchProps) {
  const { t } = useTranslation('kit')
  return (
    <Button
      look={on ? 'plain' : 'quiet'}
      icon={<DeleteOutlined />}
      aria-label={t('restore.show')}
      title={t('restore.show')}
      aria-pressed={on}
      onClick={() => turn(!on)}
    >
      {on && t('restore.shown')}
    </Button>
  )
}
