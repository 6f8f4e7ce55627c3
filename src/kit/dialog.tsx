import { type ReactNode, useId } from 'react'
import styles from './dialog.module.css'
import { useModal } from './use-modal.ts'

interface DialogProps {
  title: string
  /** For what has columns. */
  broad?: boolean
  children: ReactNode
  /** From the least to the most consequential. */
  actions: ReactNode
  /** Told when the person turns away by Escape. */
  onClose: () => void
}

/** A question that has to be answered before work goes on. It is open as long as it is rendered. */
export function Dialog({ title, broad = false, children, actions, onClose }: DialogProps) {
  const dialog = useModal()
  const heading = useId()
  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      className={broad ? `${styles.dialog} ${styles.broad}` : styles.dialog}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
    >
      <h2 id={heading} className={styles.title}>
        {title}
      </h2>
      <div className={styles.text}>{children}</div>
      <div className={styles.actions}>{actions}</div>
    </dialog>
  )
}
