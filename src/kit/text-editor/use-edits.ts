import { useEffect, useRef, useState } from 'react'
import type { TextWithHistory } from '#contract/localisation/interface-texts.ts'
import { type FormName, type Forms, formNames } from '#contract/localisation/text-forms.ts'
import { type Merge, mergeVersion, settle, startMerge } from '../merge.ts'

/** Unsaved edits of a text, merged with the versions that others save meanwhile. */
interface Edits {
  version: number
  forms: Forms
  merge: Merge<string | null>
  /** The machine's proposal that was taken over. */
  proposal?: string | undefined
}

const startEdits = ({ version, forms }: TextWithHistory): Edits => ({
  version,
  forms,
  merge: startMerge(forms),
})

/** The edits over a version that someone else has saved, form by form. */
export function mergeText(edits: Edits, text: Pick<TextWithHistory, 'version' | 'forms' | 'author'>): Edits {
  const { merge, set } = mergeVersion(edits.merge, {
    mine: edits.forms,
    theirs: text.forms,
    fields: formNames,
    by: text.author?.name ?? null,
    isSame: (_form, one, other) => (one ?? '') === (other ?? ''),
  })
  const forms: Forms = { ...edits.forms, ...set }
  return { ...edits, version: text.version, forms, merge }
}

/** What is typed into an editor and not yet saved; null if nothing. */
export function useEdits(text: TextWithHistory) {
  const [edits, setEdits] = useState<Edits | null>(null)
  const latest = useRef(text)
  useEffect(() => {
    if (latest.current.version === text.version) return
    latest.current = text
    setEdits(edits => edits && mergeText(edits, text))
  }, [text])

  const change = (work: (edits: Edits) => Edits) => setEdits(edits => work(edits ?? startEdits(text)))
  return {
    edits,
    /** @param proposal the machine's proposal that the forms are from */
    writeAll: (forms: Forms, proposal?: string) => change(edits => ({ ...edits, forms, proposal })),
    write: (form: FormName, value: string) =>
      change(edits => ({ ...edits, forms: { ...edits.forms, [form]: value } })),
    keepMine: (form: FormName) => change(edits => ({ ...edits, merge: settle(edits.merge, form) })),
    takeTheirs: (form: FormName) =>
      change(edits => ({
        ...edits,
        forms: { ...edits.forms, [form]: edits.merge.base[form] },
        merge: settle(edits.merge, form),
      })),
    discard: () => setEdits(null),
  }
}
