import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#kit/button.tsx'
import { BareDialog } from '#kit/dialog.tsx'
import type { PictureReport } from '#kit/preview/picture.ts'
import { previewBase } from '#kit/preview/preview.ts'
import styles from './text-picture.module.css'

/** The size that the screen has in its picture, in pixels. */
const screenSize = { width: 1280, height: 800 }

/** Where a text can be seen: one screen for each, by a file that `npm run text-places` writes and tests keep true. */
function usePlace(text: string) {
  return useQuery({
    queryKey: ['text-places'],
    queryFn: async () => {
      const { default: places } = await import('./text-places.json')
      return new Map(
        Object.entries<string>(places).flatMap(([path, texts]) =>
          texts.split(' ').map(text => [text, path] as const),
        ),
      )
    },
    staleTime: Number.POSITIVE_INFINITY,
    select: places => places.get(text) ?? null,
  })
}

/** The screen on which a text stands, with the text framed: the preview itself, in the language of the translation. */
export function TextPicture({ id }: { id: string }) {
  const { t } = useTranslation('translations')
  const [language = '', namespace, ...key] = id.split(':')
  const text = `${namespace}:${key.join(':')}`
  const { data: path } = usePlace(text)
  const [isLarge, setLarge] = useState(false)
  if (path === undefined) return null
  if (path === null) return <p className={styles.none}>{t('picture.none')}</p>
  const frame = <Frame key={`${path} ${language}`} path={path} text={text} language={language} />
  return (
    <figure className={styles.picture} aria-label={t('picture.title')}>
      {frame}
      <figcaption>
        <Button onClick={() => setLarge(true)}>{t('picture.enlarge')}</Button>
        <a href={previewBase + path}>{t('picture.open')}</a>
      </figcaption>
      {isLarge && (
        <BareDialog label={t('picture.title')} width={screenSize.width} onClose={() => setLarge(false)}>
          {frame}
        </BareDialog>
      )}
    </figure>
  )
}

interface FrameProps {
  path: string
  text: string
  language: string
}

/** The screen, as wide as there is room. It is loaded once it is scrolled to. */
function Frame({ path, text, language }: FrameProps) {
  const { t } = useTranslation('translations')
  const around = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const [width, setWidth] = useState(0)
  const [report, setReport] = useState<PictureReport>()

  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0))
    if (around.current) observer.observe(around.current)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    const listen = ({ source, data }: MessageEvent<PictureReport>) => {
      if (source === frame.current?.contentWindow && data.kind === 'text-picture') setReport(data)
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [])

  const state = report?.isFound ? 'found' : report?.isComplete ? 'hidden' : 'loading'
  return (
    <>
      <div ref={around} className={styles.screen} data-state={state}>
        {width > 0 && (
          <iframe
            ref={frame}
            key={text}
            title={t('picture.title')}
            src={previewBase + path}
            data-text-picture={text}
            data-language={language}
            loading="lazy"
            inert
            tabIndex={-1}
            {...screenSize}
            style={{ scale: width / screenSize.width }}
          />
        )}
      </div>
      <p role="status" className={styles.state}>
        {state !== 'found' && t(`picture.${state}`)}
      </p>
    </>
  )
}
