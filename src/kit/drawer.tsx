import CloseOutlined from '@ant-design/icons/CloseOutlined'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { useModal } from './dialog.tsx'
import styles from './drawer.module.css'

interface DrawerProps {
  title: string
  /** Shown beside the title. */
  tools?: ReactNode
  children: ReactNode
  onClose: () => void
}

/** A modal side panel, open while it is rendered. */
export function Drawer({ title, tools, children, onClose }: DrawerProps) {
  const { t } = useTranslation()
  const dialog = useModal()
  const heading = useId()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes it by Escape
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      className={styles.drawer}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
      onClick={event => {
        if (event.target === dialog.current) onClose()
      }}
    >
      <div className={styles.inside}>
        <header className={styles.header}>
          <h2 id={heading}>{title}</h2>
          {tools}
          <Button
            variant="quiet"
            icon={<CloseOutlined />}
            aria-label={t('close')}
            title={t('close')}
            onClick={onClose}
          />
        </header>
        {children}
      </div>
    </dialog>
  )
}
