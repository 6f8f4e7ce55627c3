import type { ComponentProps, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import styles from './button.module.css'

export type ButtonVariant = 'main' | 'plain' | 'quiet' | 'danger'

interface ButtonStyle {
  variant?: ButtonVariant
  /** Full width and slightly taller: the primary action of a form. */
  block?: boolean
  icon?: ReactNode
}

const classOf = (variant: ButtonVariant, block: boolean, bare: boolean) =>
  [styles.button, styles[variant], block && styles.wide, bare && styles.bare].filter(Boolean).join(' ')

/** Hidden from screen readers: antd's icons have English labels. */
const Icon = ({ children }: { children: ReactNode }) =>
  children && (
    <span className={styles.icon} aria-hidden>
      {children}
    </span>
  )

/** A button. While `pending` it stays focusable, is announced as busy and does nothing. */
export function Button({
  variant = 'plain',
  block = false,
  icon,
  pending = false,
  children,
  onClick,
  ...rest
}: ButtonStyle & { pending?: boolean } & Omit<ComponentProps<'button'>, 'className'>) {
  return (
    <button
      type="button"
      {...rest}
      className={classOf(variant, block, !children)}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      onClick={event => {
        if (pending) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {pending ? <span className={styles.spinner} /> : <Icon>{icon}</Icon>}
      {children}
    </button>
  )
}

/** A link styled as a button. */
export function ButtonLink({
  variant = 'plain',
  block = false,
  icon,
  children,
  ...rest
}: ButtonStyle & Omit<LinkProps, 'className'>) {
  return (
    <Link {...rest} className={classOf(variant, block, !children)}>
      <Icon>{icon}</Icon>
      {children}
    </Link>
  )
}
