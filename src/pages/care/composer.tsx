import PictureOutlined from '@ant-design/icons/PictureOutlined'
import { type SubmitEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { maxMediaBytes } from '#contract/care/family-simple.ts'
import { Button } from '#kit/button.tsx'
import { toast } from '#kit/toasts.ts'
import styles from './family.module.css'
import type { CareActions } from './use-care-actions.ts'

/** Sends a message, a picture or a check-in request. */
export function Composer({ name, actions }: { name: string; actions: CareActions }) {
  const { t } = useTranslation('care')
  const id = useId()
  const file = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (text.trim() && (await actions.send(text.trim()))) setText('')
  }

  async function share(picture: File | undefined) {
    if (!picture) return
    if (picture.size > maxMediaBytes) toast({ tone: 'bad', text: t('picture.tooLarge') })
    else if (await actions.sharePicture(picture, text.trim())) setText('')
    if (file.current) file.current.value = ''
  }

  return (
    <form className={styles.composer} onSubmit={event => void send(event)}>
      <label htmlFor={id}>{t('message.to', { name })}</label>
      <textarea
        id={id}
        rows={2}
        maxLength={500}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className={styles.ways}>
        <Button variant="main" type="submit" pending={actions.pending}>
          {t('message.send')}
        </Button>
        <Button icon={<PictureOutlined />} pending={actions.pending} onClick={() => file.current?.click()}>
          {t('picture.share')}
        </Button>
        <Button pending={actions.pending} onClick={() => void actions.askToCheckIn()}>
          {t('ask.title')}
        </Button>
        <input
          ref={file}
          type="file"
          accept="image/jpeg,image/png,image/webp"
          aria-label={t('picture.share')}
          hidden
          onChange={({ target }) => void share(target.files?.[0])}
        />
      </div>
    </form>
  )
}
