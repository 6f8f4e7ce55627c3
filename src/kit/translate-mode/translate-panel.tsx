import CloseOutlined from '@ant-design/icons/CloseOutlined'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/kit/language.ts'
import { maxPageSize } from '#contract/kit/listing.ts'
import type { InterfaceText } from '#contract/localisation/interface-texts.ts'
import { translations } from '#contract/localisation/translations.ts'
import { Button } from '../button.tsx'
import { Drawer } from '../drawer.tsx'
import { Checkbox, TextField } from '../field.tsx'
import { Badge } from '../resource/badge.tsx'
import { TextEditor } from '../text-editor/text-editor.tsx'
import { useCall } from '../use-call.ts'
import { type FoundText, textsAt, textsWithin } from './found.ts'
import styles from './translate-panel.module.css'

interface TranslatePanelProps {
  /** The edited language: the one the screen is shown in. */
  language: string
  onLeave: () => void
}

/** The texts of a language that need work, by key. */
function useTextsToDo(language: string) {
  const query = { language: language as Language, _end: maxPageSize }
  const missing = useCall(translations.list, { query: { ...query, status: 'missing' as const } })
  const outdated = useCall(translations.list, { query: { ...query, outdated: true } as never })
  return useMemo(
    () =>
      new Map(
        [...(missing.data?.texts ?? []), ...(outdated.data?.texts ?? [])].map(text => [
          `${text.namespace}:${text.key}`,
          text,
        ]),
      ),
    [missing.data, outdated.data],
  )
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

/** Alt+click operates the screen. On a link, browsers would download its target instead. */
function followLink(event: MouseEvent, target: Element) {
  const link = target.closest<HTMLAnchorElement>('a[href]')
  if (!link) return
  event.preventDefault()
  event.stopPropagation()
  link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
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
  const toDo = useTextsToDo(language)
  const [picking, setPicking] = useState(true)
  const [wanted, setWanted] = useState('')
  const [several, setSeveral] = useState<FoundText[]>()
  const [editing, setEditing] = useState<string>()
  const isPicking = picking && editing === undefined
  const outline = useOutline(isPicking, aside)

  useEffect(() => {
    if (!isPicking) return
    // Capture phase, before the screen handles the click.
    const pick = (event: MouseEvent) => {
      const target = event.target
      if (!(target instanceof Element) || aside()?.contains(target)) return
      // The keyboard operates the screen; it reaches the texts by the list.
      if (event.detail === 0) return
      if (event.altKey) {
        followLink(event, target)
        return
      }
      const targets = textsAt(target, aside())
      const [first] = targets
      if (!first) return
      event.preventDefault()
      event.stopPropagation()
      if (targets.length === 1) setEditing(first.key)
      else {
        setWanted('')
        setSeveral(targets)
      }
    }
    document.addEventListener('click', pick, true)
    return () => document.removeEventListener('click', pick, true)
  }, [isPicking, aside])

  const words = wanted.toLocaleLowerCase()
  const shown = (several ?? texts).filter(({ key, text }) =>
    `${key}\n${text}`.toLocaleLowerCase().includes(words),
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
                  <span dir="auto">{text.text}</span>
                  <code>{text.key}</code>
                  <ToDoBadge of={toDo.get(text.key)} />
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

function ToDoBadge({ of }: { of: InterfaceText | undefined }) {
  const { t } = useTranslation('translations')
  if (!of) return null
  if (of.is_outdated) return <Badge tone="orange">{t('outdated.badge')}</Badge>
  return <Badge tone="red">{t('status.missing')}</Badge>
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
