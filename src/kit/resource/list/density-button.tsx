import MenuOutlined from '@ant-design/icons/MenuOutlined'
import UnorderedListOutlined from '@ant-design/icons/UnorderedListOutlined'
import { useTranslation } from 'react-i18next'
import type { ListPreferences } from '#contract/platform/lists.ts'
import { Button } from '../../button.tsx'

interface DensityButtonProps {
  density: ListPreferences['density']
  choose: (density: ListPreferences['density']) => void
}

/** Changes between compact and roomy rows. */
export function DensityButton({ density, choose }: DensityButtonProps) {
  const { t } = useTranslation('kit')
  const compact = density === 'compact'
  const act = t(compact ? 'list.roomy' : 'list.compact')
  return (
    <Button
      look="quiet"
      icon={compact ? <MenuOutlined /> : <UnorderedListOutlined />}
      aria-label={act}
      title={act}
      onClick={() => choose(compact ? 'roomy' : 'compact')}
    />
  )
}
