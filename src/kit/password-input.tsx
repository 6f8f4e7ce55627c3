import EyeInvisibleOutlined from '@ant-design/icons/EyeInvisibleOutlined'
import EyeOutlined from '@ant-design/icons/EyeOutlined'
import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import styles from './field.module.css'

export type PasswordInputProps = Omit<ComponentProps<'input'>, 'className' | 'children' | 'type'>

/** A password input with a show/hide button. */
export function PasswordInput(props: PasswordInputProps) {
  const { t } = useTranslation()
  const [isShown, setShown] = useState(false)
  return (
    <div className={styles.password}>
      <input
        {...props}
        type={isShown ? 'text' : 'password'}
        className={styles.input}
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button
        variant="quiet"
        icon={isShown ? <EyeInvisibleOutlined /> : <EyeOutlined />}
        title={t(isShown ? 'password.hide' : 'password.show')}
        aria-controls={props.id}
        onClick={() => setShown(!isShown)}
      />
    </div>
  )
}
