import { type SubmitEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { may } from '#contract/kit/permissions.ts'
import {
  errorsIn,
  type FormName,
  type Forms,
  findFaults,
  placeholdersOf,
  requiredForms,
  sourceForm,
  tagsOf,
} from '#contract/localisation/text-rules.ts'
import { type TextFault, type TextWithHistory, translations } from '#contract/localisation/translations.ts'
import { Button } from '../button.tsx'
import { Callout } from '../callout.tsx'
import { useCan, useCurrentUser } from '../current-user.ts'
import { TextField } from '../field.tsx'
import { QueryState } from '../query-state.tsx'
import { useCall } from '../use-call.ts'
import { FormField } from './form-field.tsx'
import { History } from './history.tsx'
import { StatusBadges } from './status-badges.tsx'
import styles from './text-editor.module.css'
import { type TextActions, useTextActions } from './use-text-actions.ts'

/** Editor for a text in one language: source, translation and history. */
export function TextEditor({ id }: { id: string }) {
  const { t } = useTranslation('translations')
  const text = useCall(translations.show, { params: { id } }, { resource: 'translations' })
  return (
    <QueryState of={text} failed={t('failed')}>
      {text => <Editor key={id} of={text} />}
    </QueryState>
  )
}

/** Unsaved edits, and the version they are based on. */
interface Edited {
  version: number
  forms: Forms
}

function Editor({ of: text }: { of: TextWithHistory }) {
  const { t } = useTranslation('translations')
  const can = useCan()
  const actions = useTextActions(text)
  const [edited, setEdited] = useState<Edited>()
  const input = useRef<HTMLTextAreaElement>(null)
  const { language, source, columns, status } = text
  const wanted = requiredForms(language, source)
  const forms = edited?.forms ?? text.forms
  const version = edited?.version ?? text.version
  const faults = findFaults({ language, source, forms, columns })
  const mayApprove = can(may('translations', 'approve'))
  const mayWrite = can(may('translations', 'update'))
  const chips = [
    ...new Set(
      Object.values(source).flatMap(sourceText => [
        ...placeholdersOf(sourceText ?? ''),
        // Tags are inserted in pairs.
        ...tagsOf(sourceText ?? '').flatMap(tag => (/^<\w+>$/.test(tag) ? [`${tag}</${tag.slice(1)}`] : [])),
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
    if (edited && (await actions.save(version, edited.forms))) setEdited(undefined)
  }
  async function submit() {
    if (await actions.submit(version, edited?.forms)) setEdited(undefined)
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
      <Description of={text} actions={actions} />
      <section className={styles.source} aria-label={t('editor.source')}>
        {Object.entries(source).map(([form, sourceText]) => (
          <p key={form} lang="en" dir="ltr">
            {sourceText}
          </p>
        ))}
      </section>
      {text.is_outdated && <Callout tone="warn">{t('outdated.text')}</Callout>}
      {text.is_protected && <Callout tone="info">{t('protected.text')}</Callout>}
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
          model={sourceForm(source, form)}
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
      {actions.failure && (
        <Callout tone="bad" role="alert">
          {actions.failure}
        </Callout>
      )}
      {edited && edited.version !== text.version && (
        <Callout tone="warn" role="status">
          <p>{t('editor.overtaken', { name: text.author?.name ?? '–' })}</p>
          <Button onClick={() => setEdited(undefined)}>{t('editor.discard')}</Button>
        </Callout>
      )}
      {mayWrite && (edited || status === 'draft') && (
        <div className={styles.actions}>
          {edited && (
            <>
              <Button onClick={() => setEdited(undefined)}>{t('editor.discard')}</Button>
              <Button pending={actions.pending === 'save'} onClick={() => void save()}>
                {t('editor.save')}
              </Button>
            </>
          )}
          <Button
            variant="main"
            disabled={errorsIn(faults).length > 0}
            pending={actions.pending === 'submit'}
            onClick={() => void submit()}
          >
            {t('editor.submit')}
          </Button>
        </div>
      )}
      {mayApprove && !edited && status === 'review' && <ReviewForm of={text} actions={actions} />}
      <section aria-label={t('history.title')} className={styles.past}>
        <h2>{t('history.title')}</h2>
        <History of={text} actions={actions} mayRollBack={mayApprove} />
      </section>
    </div>
  )
}

/** Note for translators of all languages, editable by any of them. */
export function Description({ of: text, actions }: { of: TextWithHistory; actions: TextActions }) {
  const { t } = useTranslation(['translations', 'common'])
  const [open, setOpen] = useState(false)
  async function keep(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const description = String(new FormData(event.currentTarget).get('description') ?? '')
    if (await actions.describe(description)) setOpen(false)
  }
  if (!open)
    return (
      <div className={styles.described}>
        <p className={text.description ? undefined : styles.quiet}>
          {text.description ?? t('description.none')}
        </p>
        <Button variant="quiet" onClick={() => setOpen(true)}>
          {t('description.edit')}
        </Button>
      </div>
    )
  return (
    <form className={styles.inline} onSubmit={event => void keep(event)}>
      <TextField
        label={t('description.label')}
        hint={t('description.hint')}
        name="description"
        maxLength={500}
        defaultValue={text.description ?? ''}
      />
      <div className={styles.actions}>
        <Button onClick={() => setOpen(false)}>{t('common:cancel')}</Button>
        <Button type="submit" variant="main" pending={actions.pending === 'describe'}>
          {t('description.save')}
        </Button>
      </div>
    </form>
  )
}

/** Approve a text in review, or reject it with a reason. */
export function ReviewForm({ of: text, actions }: { of: TextWithHistory; actions: TextActions }) {
  const { t } = useTranslation(['translations', 'common'])
  const caller = useCurrentUser()
  const [rejecting, setRejecting] = useState(false)
  const isOwn = text.is_protected && text.author?.id === caller.id
  async function reject(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '')
    if (await actions.reject(reason)) setRejecting(false)
  }
  if (rejecting)
    return (
      <form className={styles.inline} onSubmit={event => void reject(event)}>
        <TextField label={t('reject.reason')} name="reason" required maxLength={500} />
        <div className={styles.actions}>
          <Button onClick={() => setRejecting(false)}>{t('common:cancel')}</Button>
          <Button type="submit" variant="danger" pending={actions.pending === 'reject'}>
            {t('reject.submit')}
          </Button>
        </div>
      </form>
    )
  return (
    <>
      {isOwn && <Callout tone="info">{t('protected.own')}</Callout>}
      <div className={styles.actions}>
        <Button onClick={() => setRejecting(true)}>{t('reject.open')}</Button>
        <Button
          variant="main"
          disabled={isOwn || errorsIn(text.faults as TextFault[]).length > 0}
          pending={actions.pending === 'approve'}
          onClick={() => void actions.approve()}
        >
          {t('approve')}
        </Button>
      </div>
    </>
  )
}
