import * as v from 'valibot'
import { proxy, ref, useSnapshot } from 'valtio'
import { type Setting, displayName } from 'stowage'
import type { TargetSettings, Section } from '../contract.ts'
import { type Change, changesOf, schemaOf } from './values.ts'

type Values = Readonly<Record<string, unknown>>

/** Unsaved input for one target. */
export type Unsaved = { section: Section; settings: readonly Setting[]; stored: TargetSettings; values: Values }

export type Target = { section: Pick<Section, 'key' | 'title'>; stored: Pick<TargetSettings, 'target'> }

/**
 * Input of forms that were left for another section, by section and target. It is cleared on leaving the Settings page,
 * unless the session has ended.
 */
const forms = proxy({ all: {} as Record<string, ReturnType<typeof ref<Unsaved>>>, discarded: 0 })

const nameOf = ({ section, stored }: Target) => `${section.key} ${stored.target}`

/** Title of a target in a list. */
export const titleOf = ({ section: { title }, stored: { target } }: Target) =>
  target === '_' ? title : `${title}, ${displayName(target)}`

/** Values that differ from the stored ones. */
export const changesIn = ({ settings, stored, values }: Unsaved): Change[] => changesOf(settings, stored, values)

/** Whether all input of the form is valid. */
export const isValid = ({ settings, stored, values }: Unsaved) =>
  v.safeParse(schemaOf(settings, stored), values).success

/** Keeps a form's input while it differs from the stored values. */
export const keepUnsaved = (form: Unsaved) => {
  if (changesIn(form).length > 0) forms.all[nameOf(form)] = ref(form)
  else forgetUnsaved(form)
}

/** Forgets the input for a target after it was saved or reset. */
export const forgetUnsaved = (form: Target) => void delete forms.all[nameOf(form)]

/** Earlier input for a target. */
export const unsavedValues = (form: Target): Values | undefined => forms.all[nameOf(form)]?.values

/** Discards all input; forms start again with the stored values. */
export const discardAll = () => {
  forms.all = {}
  forms.discarded += 1
}

let owner: string | undefined

/** Discards input that another account has left when its session ended. */
export const discardOfOthers = (account: string) => {
  if (owner !== account) forms.all = {}
  owner = account
}

/** All forms with changes, and a counter that grows when all are discarded. */
export const useUnsaved = () => {
  const { all, discarded } = useSnapshot(forms)
  return { forms: Object.values(all) as readonly Unsaved[], discarded }
}
