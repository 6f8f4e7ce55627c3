import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { may } from '#contract/kit/permissions.ts'
import {
  errorsIn,
  type FormName,
  type Forms,
  faultsOf,
  formsWanted,
  modelOf,
  placeholdersOf,
  tagsOf,
} from '#contract/localisation/text-rules.ts'
import { type TextWithHistory, translations } from '#contract/localisation/translations.ts'
import { Button } from '../button.tsx'
import { useCan } from '../caller.ts'
import { Reading } from '../reading.tsx'
import { Remark } from '../remark.tsx'
import { useCall } from '../use-call.ts'
import { Decision } from './decision.tsx'
import { Description } from './description.tsx'
import { FormField } from './form-field.tsx'
import { History } from './history.tsx'
import { StatusBadges } from './status-badges.tsx'
import styles from './text-editor.module.css'
import { useTextActs } from './use-text-acts.ts'

/** A text in one language: what it says in English, what it is to say, and what became of it so far. */
export function TextEditor({ id }: { id: string }) {
  const { t } = useTranslation('translations')
  const text = useCall(translations.show, { params: { id } }, { follows: 'translations' })
  return (
    <Reading of={text} failed={t('failed')}>
      {text => <Editor key={id} of={text} />}
    </Reading>
  )
}

/** What was written since the last reading, and of which version. */
interface Edited {
  version: number
  forms: Forms
}

function Editor({ of: text }: { of: TextWithHistory }) {
  const { t } = useTranslation('translations')
  const can = useCan()
  const acts = useTextActs(text)
  const [edited, setEdited] = useState<Edited>()
  const input = useRef<HTMLTextAreaElement>(null)
  const { language, source, columns, status } = text
  const wanted = formsWanted(language, source)
  const forms = edited?.forms ?? text.forms
  const version = edited?.version ?? text.version
  const faults = faultsOf({ language, source, forms, columns })
  const mayApprove = can(may('translations', 'approve'))
  const mayWrite = can(may('translations', 'update'))
  const chips = [
    ...new Set(
      Object.values(source).flatMap(said => [
        ...placeholdersOf(said ?? ''),
        // A tag is put in as a whole, opened and closed.
        ...tagsOf(said ?? '').flatMap(tag => (/^<\w+>$/.test(tag) ? [`${tag}</${tag.slice(1)}`] : [])),
      ]),
    ),
  ]

  const write = (form: FormName, value: string) => setEdited({ version, forms: { ...forms, [form]: value } })

  function insert(chip: string) {
    const at = input.current
    const form = (at?.name ?? wanted[0]) as FormName
    const value = forms[form] ?? ''
    const [start, end] = [at?.selectionStart ?? value.length, at?.selectionEnd ?? value.length]
    write(form, value.slice(0, start) + chip + value.slice(end))
    at?.focus()
    requestAnimationFrame(() => at?.setSelectionRange(start + chip.length, start + chip.length))
  }

  async function save() {
    if (edited && (await acts.save(version, edited.forms))) setEdited(undefined)
  }
  async function submit() {
    if (await acts.submit(version, edited?.forms)) setEdited(undefined)
  }

  return (
    <div className={styles.editor}>
      <div className={styles.head}>
        <p className={styles.key}>
          <code>
            {text.namespace}:{text.key}
          </code>
        </p>
        <p className={styles.badges}>
          <StatusBadges of={text} />
        </p>
      </div>
      <p className={styles.where}>{t(`where.${text.namespace}` as 'where.common', { defaultValue: '' })}</p>
      <Description of={text} acts={acts} />
      <section className={styles.source} aria-label={t('editor.source')}>
        {Object.entries(source).map(([form, said]) => (
          <p key={form} lang="en" dir="ltr">
            {said}
          </p>
        ))}
      </section>
      {text.is_outdated && <Remark tone="warn">{t('outdated.text')}</Remark>}
      {text.is_protected && <Remark tone="info">{t('protected.text')}</Remark>}
      {chips.length > 0 && (
        <fieldset className={styles.chips}>
          <legend>{t('editor.insert')}</legend>
          {chips.map(chip => (
            <Button key={chip} disabled={!mayWrite} onClick={() => insert(chip)}>
              <code>{chip}</code>
            </Button>
          ))}
        </fieldset>
      )}
      {wanted.map(form => (
        <FormField
          key={form}
          language={language}
          form={form}
          model={modelOf(source, form)}
          value={forms[form] ?? ''}
          columns={columns}
          faults={faults.filter(fault => fault.form === form)}
          readOnly={!mayWrite}
          onChange={value => write(form, value)}
          onFocus={focused => {
            input.current = focused
          }}
        />
      ))}
      {acts.failure && (
        <Remark tone="bad" role="alert">
          {acts.failure}
        </Remark>
      )}
      {edited && edited.version !== text.version && (
        <Remark tone="warn" role="status">
          <p>{t('editor.overtaken', { name: text.author?.name ?? '–' })}</p>
          <Button onClick={() => setEdited(undefined)}>{t('editor.discard')}</Button>
        </Remark>
      )}
      {mayWrite && (edited || status === 'draft') && (
        <div className={styles.actions}>
          {edited && (
            <>
              <Button onClick={() => setEdited(undefined)}>{t('editor.discard')}</Button>
              <Button pending={acts.pending === 'save'} onClick={() => void save()}>
                {t('editor.save')}
              </Button>
            </>
          )}
          <Button
            look="main"
            disabled={errorsIn(faults).length > 0}
            pending={acts.pending === 'submit'}
            onClick={() => void submit()}
          >
            {t('editor.submit')}
          </Button>
        </div>
      )}
      {mayApprove && !edited && status === 'review' && <Decision of={text} acts={acts} />}
      <section aria-label={t('history.title')} className={styles.past}>
        <h2>{t('history.title')}</h2>
        <History of={text} acts={acts} mayRollBack={mayApprove} />
      </section>
    </div>
  )
}
