import CloseOutlined from '@ant-design/icons/CloseOutlined'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../button.tsx'
import { Drawer } from '../drawer.tsx'
import { Checkbox, TextField } from '../field.tsx'
import { TextEditor } from '../text-editor/text-editor.tsx'
import { type FoundText, textsAt, textsWithin } from './found.ts'
import styles from './translate-panel.module.css'
import { useOutline } from './use-outline.ts'

interface TranslatePanelProps {
  /** The language whose texts are edited: the one that the screen speaks. */
  language: string
  onLeave: () => void
}

/** The texts of the page, read anew shortly after it has changed. */
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
 * What makes any screen editable: texts are outlined under the pointer and at the focus, a click opens the editor in
 * place, and all of them stand in a list for the keyboard.
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
    // Ahead of whatever the screen would do with the click.
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
            look="quiet"
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
