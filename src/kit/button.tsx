import type { ComponentProps, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import styles from './button.module.css'

export type ButtonLook = 'main' | 'plain' | 'quiet' | 'danger'

interface Looks {
  look?: ButtonLook
  /** As wide as what holds it, and a little taller: the one act of a form. */
  wide?: boolean
  icon?: ReactNode
}

const classOf = (look: ButtonLook, wide: boolean, bare: boolean) =>
  [styles.button, styles[look], wide && styles.wide, bare && styles.bare].filter(Boolean).join(' ')

/** An icon says nothing by itself: the names that icons bring along are English, and would be spoken. */
const Icon = ({ children }: { children: ReactNode }) =>
  children && (
    <span className={styles.icon} aria-hidden>
      {children}
    </span>
  )

/** A button. While `pending` it stays focusable, says so and does nothing. */
export function Button({
  look = 'plain',
  wide = false,
  icon,
  pending = false,
  children,
  onClick,
  ...rest
}: Looks & { pending?: boolean } & Omit<ComponentProps<'button'>, 'className'>) {
  return (
    <button
      type="button"
      {...rest}
      className={classOf(look, wide, !children)}
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

/** A link that looks like a button. */
export function ButtonLink({
  look = 'plain',
  wide = false,
  icon,
  children,
  ...rest
}: Looks & Omit<LinkProps, 'className'>) {
  return (
    <Link {...rest} className={classOf(look, wide, !children)}>
      <Icon>{icon}</Icon>
      {children}
    </Link>
  )
}
