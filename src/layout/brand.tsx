import styles from './brand.module.css'

/** Product logo and name. */
export function Brand() {
  return (
    <span className={styles.brand} translate="no">
      <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="var(--accent-solid)" />
        <path
          d="M8 13v6M13.3 9v14M18.7 12v8M24 14.5v3"
          stroke="var(--on-accent)"
          strokeWidth="2.8"
          strokeLinecap="round"
        />
      </svg>
      Voicedeck
    </span>
  )
}
