import CheckOutlined from '@ant-design/icons/CheckOutlined'
import CopyOutlined from '@ant-design/icons/CopyOutlined'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'

interface CopyButtonProps {
  /** The text, or a function that creates it when copying. */
  text: string | (() => string)
  /** Label for what is copied. */
  label?: string
  icon?: ReactNode
}

/** Copies a text and confirms it for two seconds. */
export function CopyButton({ text, label, icon = <CopyOutlined /> }: CopyButtonProps) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const over = setTimeout(setCopied, 2_000, false)
    return () => clearTimeout(over)
  }, [copied])
  const currentLabel = copied ? t('copied') : (label ?? t('copy'))
  return (
    <>
      <Button
        variant="quiet"
        icon={copied ? <CheckOutlined /> : icon}
        aria-label={currentLabel}
        title={currentLabel}
        onClick={() => {
          void navigator.clipboard
            .writeText(typeof text === 'string' ? text : text())
            .then(() => setCopied(true))
        }}
      />
      <span className="spoken" role="status">
        {copied ? t('copied') : ''}
      </span>
    </>
  )
}
