import CloseOutlined from '@ant-design/icons/CloseOutlined'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../button.tsx'
import { Drawer } from '../drawer.tsx'
import { Checkbox, TextField } from '../field.tsx'
import { TextEditor } from '../text-editor/text-editor.tsx'
import { type FoundText, textsAt, textsWithin } from './found.ts'
import styles from './translate-panel.module.css'

interface TranslatePanelProps {
  /** The edited language: the one the screen is shown in. */
  language: string
  onLeave: () => void
}

/** Texts on screen, updated shortly after the DOM changes. */
function useTextsOnScreen(aside: () => Element | null): FoundText[] {
  const [texts, setTexts] = useState<FoundText[]>([])
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      waiting = undefined
      setTexts(textsWithin(document.body, aside()))
    }
    const later = () => {
      waiting ??= setTimeout(look, 250)
    }
    const observer = new MutationObserver(changes => {
      const own = aside()
      if (changes.some(({ target }) => !own?.contains(target))) later()
    })
    observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
    look()
    return () => {
      observer.disconnect()
      clearTimeout(waiting)
    }
  }, [aside])
  return texts
}

/**
 * Makes any screen editable: texts are outlined on hover and focus, a click opens the editor, and a list makes all of
 * them accessible by keyboard.
 */
export function TranslatePanel({ language, onLeave }: TranslatePanelProps) {
  const { t } = useTranslation('translations')
  const panel = useRef<HTMLElement>(null)
  const heading = useId()
  const [aside] = useState(() => () => panel.current?.parentElement ?? null)
  const texts = useTextsOnScreen(aside)
  const [picking, setPicking] = useState(true)
  const [wanted, setWanted] = useState('')
  const [several, setSeveral] = useState<FoundText[]>()
  const [editing, setEditing] = useState<string>()
  const outline = useOutline(picking, aside)

  useEffect(() => {
    if (!picking) return
    // Capture phase, before the screen handles the click.
    const pick = (event: MouseEvent) => {
      const target = event.target
      if (event.altKey || !(target instanceof Element) || aside()?.contains(target)) return
      const found = textsAt(target, aside())
      const [first] = found
      if (!first) return
      event.preventDefault()
      event.stopPropagation()
      if (found.length === 1) setEditing(first.key)
      else {
        setWanted('')
        setSeveral(found)
      }
    }
    document.addEventListener('click', pick, true)
    return () => document.removeEventListener('click', pick, true)
  }, [picking, aside])

  const words = wanted.toLocaleLowerCase()
  const shown = (several ?? texts).filter(({ key, said }) =>
    `${key}\n${said}`.toLocaleLowerCase().includes(words),
  )
  return (
    <>
      <aside ref={panel} className={styles.panel} aria-labelledby={heading}>
        <header className={styles.head}>
          <h2 id={heading}>{t('mode.title')}</h2>
          <Button
            variant="quiet"
            icon={<CloseOutlined />}
            aria-label={t('mode.off')}
            title={t('mode.off')}
            onClick={onLeave}
          />
        </header>
        <Checkbox
          label={t('mode.pick')}
          hint={t('mode.pickHint')}
          name="pick"
          checked={picking}
          onChange={event => setPicking(event.target.checked)}
        />
        <details className={styles.all} open={several ? true : undefined}>
          <summary>{t('mode.list')}</summary>
          {several && (
            <p role="status" className={styles.several}>
              {t('mode.several')}
            </p>
          )}
          <TextField
            label={t('mode.find')}
            type="search"
            value={wanted}
            onChange={event => {
              setSeveral(undefined)
              setWanted(event.target.value)
            }}
          />
          {shown.length === 0 && <p>{t('mode.none')}</p>}
          <ul className={styles.list}>
            {shown.map(text => (
              <li key={text.key}>
                <button
                  type="button"
                  onClick={() => {
                    setSeveral(undefined)
                    setEditing(text.key)
                  }}
                  onFocus={() => outline.around(text.element)}
                  onPointerEnter={() => outline.around(text.element)}
                >
                  <span dir="auto">{text.said}</span>
                  <code>{text.key}</code>
                </button>
              </li>
            ))}
          </ul>
        </details>
        {editing && (
          <Drawer title={t('mode.on')} onClose={() => setEditing(undefined)}>
            <TextEditor id={`${language}:${editing}`} />
          </Drawer>
        )}
      </aside>
      {outline.box && <div className={styles.outline} style={outline.box} aria-hidden />}
    </>
  )
}

/** Viewport position in pixels. */
interface Box {
  left: number
  top: number
  width: number
  height: number
}

const boxOf = (element: Element): Box => {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { left, top, width, height }
}

/** Outlines editable texts on hover and focus. */
export function useOutline(wanted: boolean, aside: () => Element | null) {
  const [box, setBox] = useState<Box>()
  useEffect(() => {
    if (!wanted) return
    const look = ({ target }: Event) => {
      if (!(target instanceof Element) || aside()?.contains(target)) return
      const [text] = textsAt(target, aside())
      setBox(text && boxOf(text.element))
    }
    const forget = () => setBox(undefined)
    document.addEventListener('pointerover', look)
    document.addEventListener('focusin', look)
    addEventListener('scroll', forget, true)
    return () => {
      forget()
      document.removeEventListener('pointerover', look)
      document.removeEventListener('focusin', look)
      removeEventListener('scroll', forget, true)
    }
  }, [wanted, aside])
  return { box, around: (element: Element) => setBox(boxOf(element)) }
}
