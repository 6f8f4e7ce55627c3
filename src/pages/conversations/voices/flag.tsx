import styles from './flag.module.css'

/** First Unicode regional indicator symbol. */
const first = 0x1f1e6

/** Detects flag emoji support: only a flag font renders in colour. */
function hasFlags(): boolean {
  const canvas = Object.assign(document.createElement('canvas'), { width: 16, height: 16 })
  const context = canvas.getContext('2d')
  if (!context) return false
  context.fillText('🇩🇪', 0, 12)
  const { data } = context.getImageData(0, 0, 16, 16)
  return data.some((value, at) => at % 4 === 0 && value !== data[at + 1])
}
let flags: boolean | undefined

/** Flag emoji, or the country code where the font has no flags. */
export function Flag({ flag }: { flag: string }) {
  flags ??= hasFlags()
  if (flags) return <span aria-hidden>{flag}</span>
  const letters = [...flag].map(sign => String.fromCharCode((sign.codePointAt(0) ?? first) - first + 65))
  return (
    <span className={styles.letters} translate="no" aria-hidden>
      {letters.join('')}
    </span>
  )
}
