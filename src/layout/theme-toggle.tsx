import MoonOutlined from '@ant-design/icons/MoonOutlined'
import SunOutlined from '@ant-design/icons/SunOutlined'
import { useTranslation } from 'react-i18next'
import { Button } from '#kit/button.tsx'
import { theme, useTheme } from '#providers/theme.ts'

export function ThemeToggle() {
  const { t } = useTranslation()
  const dark = useTheme() === 'dark'
  const label = t(dark ? 'theme.toLight' : 'theme.toDark')
  return (
    <Button
      variant="quiet"
      icon={dark ? <SunOutlined /> : <MoonOutlined />}
      aria-label={label}
      title={label}
      onClick={theme.toggle}
    />
  )
}
