import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { may } from '#contract/kit/permissions.ts'
import type { TextProposal, TextSuggestion, TextWithHistory } from '#contract/localisation/interface-texts.ts'
import {
  type FormName,
  placeholdersOf,
  requiredForms,
  sourceForm,
  tagsOf,
} from '#contract/localisation/text-forms.ts'
import { takeOver } from '#contract/localisation/text-memory.ts'
import { translations } from '#contract/localisation/translations.ts'
import { Button } from '../button.tsx'
import { Callout } from '../callout.tsx'
import { useCan } from '../current-user.ts'
import { FieldEditors, OthersView } from '../presence/others.tsx'
import { useOpenRecord, useOthers } from '../presence/presence.ts'
import { QueryState } from '../query-state.tsx'
import { useCall } from '../use-call.ts'
import { Description } from './description.tsx'
import { FormField } from './form-field.tsx'
import { FormNotice } from './form-notice.tsx'
import { History } from './history.tsx'
import { isProposalKey, Proposal } from './proposal.tsx'
import { ReviewForm } from './review-form.tsx'
import { SourceText, TermList } from './source-text.tsx'
import { Suggestions, suggestionOf } from './suggestions.tsx'
import styles from './text-editor.module.css'
import { StatusBadges } from './text-state.tsx'
import { useEdits } from './use-edits.ts'
import { isBlocked, useFindings } from './use-findings.ts'
import { useProposal } from './use-proposal.ts'
import { useTerms } from './use-terms.ts'
import { useTextActions } from './use-text-actions.ts'

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

function Editor({ of: text }: { of: TextWithHistory }) {
  const { t } = useTranslation(['translations', 'kit'])
  const can = useCan()
  const actions = useTextActions(text)
  const { edits, write, writeAll, keepMine, takeTheirs, discard } = useEdits(text)
  const [focused, setFocused] = useState<FormName>()
  const [isAsked, setAsked] = useState(false)
  useOpenRecord('translations', text.id, edits !== null || focused !== undefined, focused)
  const others = useOthers('translations', text.id)
  const input = useRef<HTMLTextAreaElement>(null)
  const { language, source, columns, status } = text
  const wanted = requiredForms(language, source)
  const forms = edits?.forms ?? text.forms
  const version = edits?.version ?? text.version
  const conflicts = edits?.merge.conflicts
  const { found, terms, split } = useTerms(language, source)
  const findings = useFindings({ text, forms, terms, split })
  const memory = useCall(translations.memory, { params: { id: text.id } }, { resource: 'translations' })
  const suggestions = memory.data?.suggestions ?? []
  const proposing = useProposal(text.id)
  const mayApprove = can(may('translations', 'approve'))
  const mayWrite = can(may('translations', 'update'))
  const mayPropose = mayWrite && memory.data?.may_propose === true
  const chips = [
    ...new Set(
      Object.values(source).flatMap(sourceText => [
        ...placeholdersOf(sourceText ?? ''),
        // Tags are inserted in pairs.
        ...tagsOf(sourceText ?? '').flatMap(tag => (/^<\w+>$/.test(tag) ? [`${tag}</${tag.slice(1)}`] : [])),
      ]),
    ),
  ]

  const formNameOf = (form: string) => {
    if (form === 'text') return t('editor.translation')
    return wanted.includes(form as FormName) ? t(`editor.form.${form as 'one'}`) : undefined
  }

  const focusedForm = () => (input.current?.name ?? wanted[0]) as FormName

  function take(suggestion: TextSuggestion) {
    writeAll(takeOver({ source, forms, wanted, focused: focusedForm(), suggestion }))
    input.current?.focus()
  }

  function takeProposal({ id, forms }: TextProposal) {
    writeAll(forms, id)
    input.current?.focus()
  }

  function takeByKey(event: KeyboardEvent) {
    if (mayPropose && isProposalKey(event.nativeEvent)) {
      event.preventDefault()
      if (proposing.proposal) takeProposal(proposing.proposal)
      else void proposing.ask()
    }
    const suggestion = suggestions[suggestionOf(event.nativeEvent) ?? -1]
    if (!suggestion || !mayWrite) return
    event.preventDefault()
    take(suggestion)
  }

  function insert(chip: string) {
    const at = input.current
    const form = focusedForm()
    const value = forms[form] ?? ''
    const [start, end] = [at?.selectionStart ?? value.length, at?.selectionEnd ?? value.length]
    write(form, value.slice(0, start) + chip + value.slice(end))
    at?.focus()
    requestAnimationFrame(() => at?.setSelectionRange(start + chip.length, start + chip.length))
  }

  /** Whether each form that someone else changed too has a choice. */
  function isSettled() {
    const isOpen = (conflicts?.size ?? 0) > 0
    setAsked(isOpen)
    return !isOpen
  }

  async function save() {
    if (edits && isSettled() && (await actions.save(version, edits))) discard()
  }
  async function submit() {
    if (isSettled() && (await actions.submit(version, edits ?? undefined))) discard()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: shortcuts of the fields within
    <div className={styles.editor} onKeyDown={takeByKey}>
      <div className={styles.head}>
        <p className={styles.key}>
          <code>
            {text.namespace}:{text.key}
          </code>
        </p>
        <div className={styles.badges}>
          <OthersView others={others} fieldName={formNameOf} />
          <StatusBadges of={text} />
        </div>
      </div>
      <p className={styles.where}>{t(`where.${text.namespace}` as 'where.common', { defaultValue: '' })}</p>
      <Description of={text} actions={actions} />
      <SourceText source={source} found={found} />
      <TermList terms={terms} language={language} disabled={!mayWrite} onInsert={insert} />
      <SentBack of={text} />
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
          findings={findings.filter(finding => finding.form === form)}
          actions={actions}
          readOnly={!mayWrite}
          onChange={value => write(form, value)}
          onDismiss={(check, reason) => actions.dismissFinding(check, forms, reason)}
          onFocus={focusedInput => {
            input.current = focusedInput
            setFocused(form)
          }}
          onBlur={() => setFocused(undefined)}
        >
          <FieldEditors others={others} field={form} />
          <FormNotice
            language={language}
            form={form}
            followed={edits?.merge.followed.get(form)}
            conflict={conflicts?.get(form)}
            onKeep={() => keepMine(form)}
            onTake={() => takeTheirs(form)}
          />
        </FormField>
      ))}
      <Suggestions
        suggestions={suggestions}
        language={language}
        source={source}
        disabled={!mayWrite}
        onTake={take}
      />
      {mayPropose && <Proposal of={proposing} language={language} onTake={takeProposal} />}
      {actions.failure && (
        <Callout tone="bad" role="alert">
          {actions.failure}
        </Callout>
      )}
      {isAsked && (conflicts?.size ?? 0) > 0 && (
        <Callout tone="warn" role="alert">
          {t('editor.overtaken', {
            name: [...(conflicts?.values() ?? [])][0]?.by ?? t('kit:presence.someone'),
          })}
        </Callout>
      )}
      {mayWrite && (edits || status === 'draft') && (
        <div className={styles.actions}>
          {edits && (
            <>
              <Button onClick={discard}>{t('editor.discard')}</Button>
              <Button pending={actions.pending === 'save'} onClick={() => void save()}>
                {t('editor.save')}
              </Button>
            </>
          )}
          <Button
            variant="main"
            disabled={isBlocked(findings)}
            pending={actions.pending === 'submit'}
            onClick={() => void submit()}
          >
            {t('editor.submit')}
          </Button>
        </div>
      )}
      {mayApprove && !edits && status === 'review' && <ReviewForm of={text} actions={actions} />}
      <section aria-label={t('history.title')} className={styles.past}>
        <h2>{t('history.title')}</h2>
        <History of={text} actions={actions} mayRollBack={mayApprove} />
      </section>
    </div>
  )
}

/** Why a reviewer rejected or discarded the translation, until it is worked on again. */
function SentBack({ of: { history } }: { of: TextWithHistory }) {
  const { t } = useTranslation('translations')
  const [last] = history
  if (!last?.note || (last.act !== 'reject' && last.act !== 'discard')) return null
  const values = { name: last.author?.name ?? '–', reason: last.note }
  return <Callout tone="warn">{t(`sentBack.${last.act}`, values)}</Callout>
}
