import type { ReactNode } from 'react'
import styles from './scroll-area.module.css'

interface ScrollerProps {
  /** Accessible name, where the context provides none. */
  label?: string
  /** Limits the height. */
  className?: string | undefined
  children: ReactNode
}

/** A scrollable area that can be scrolled by keyboard. A group, because the panel around it is the landmark. */
export const ScrollArea = ({ label, className = '', children }: ScrollerProps) => (
  // biome-ignore lint/a11y: what scrolls must be reached by the keyboard; a fieldset is for inputs
  <div role="group" className={`${styles.scroller} ${className}`} aria-label={label} tabIndex={0}>
    {children}
  </div>
)
