import type { ReactNode } from 'react'
import styles from './scroller.module.css'

interface ScrollerProps {
  /** What it is called, where nothing around it says so. */
  label?: string
  /** How high it may become. */
  className?: string | undefined
  children: ReactNode
}

/** Holds what may be larger than the screen: it scrolls in itself, by the keyboard too. */
export const Scroller = ({ label, className = '', children }: ScrollerProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
  <section className={`${styles.scroller} ${className}`} aria-label={label} tabIndex={0}>
    {children}
  </section>
)
