import type { ComponentProps, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import styles from './button.module.css'

export type ButtonVariant = 'main' | 'plain' | 'quiet' | 'danger'

interface ButtonStyle {
  /** Shown as a tooltip; names a button without text, describes one with it. */
  title?: string | undefined
  variant?: ButtonVariant
  /** Full width: the primary action of a form. */
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

const tooltipOf = (title: string | undefined, children: ReactNode) =>
  title && { 'data-tooltip': title, [children ? 'aria-description' : 'aria-label']: title }

/**
 * A button. While `pending` it stays focusable, is announced as busy and does nothing. One that `shrinks` shows its icon
 * alone on narrow screens; the text remains its name.
 */
export function Button({
  variant = 'plain',
  block = false,
  icon,
  pending = false,
  shrinks = false,
  title,
  children,
  onClick,
  ...rest
}: ButtonStyle & { pending?: boolean; shrinks?: boolean } & Omit<
    ComponentProps<'button'>,
    'className' | 'title'
  >) {
  return (
    <button
      type="button"
      {...tooltipOf(title, children)}
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
      {shrinks ? <span className={styles.shrinking}>{children}</span> : children}
    </button>
  )
}

/** A link styled as a button. */
export function ButtonLink({
  variant = 'plain',
  block = false,
  icon,
  title,
  children,
  ...rest
}: ButtonStyle & Omit<LinkProps, 'className' | 'title'>) {
  return (
    <Link {...tooltipOf(title, children)} {...rest} className={classOf(variant, block, !children)}>
      <Icon>{icon}</Icon>
      {children}
    </Link>
  )
}
