import * as v from 'valibot'
import { proxy, ref, useSnapshot } from 'valtio'
import { type Setting, displayName } from 'stowage'
import type { Held, Section } from '../contract.ts'
import { type Change, changesOf, schemaOf } from './values.ts'

type Values = Readonly<Record<string, unknown>>

/** What was typed of one target and is not saved yet. */
export type Unsaved = { section: Section; settings: readonly Setting[]; held: Held; values: Values }

/** A target of a section. */
export type Target = { section: Pick<Section, 'key' | 'title'>; held: Pick<Held, 'target'> }

/** What stands in forms that were left for another section, by section and target; it ends with the Settings page. */
const forms = proxy({ all: {} as Record<string, ReturnType<typeof ref<Unsaved>>>, discarded: 0 })

const nameOf = ({ section, held }: Target) => `${section.key} ${held.target}`

/** What a target is called among others. */
export const titleOf = ({ section: { title }, held: { target } }: Target) =>
  target === '_' ? title : `${title}, ${displayName(target)}`

/** What of it differs from what is set. */
export const changesIn = ({ settings, held, values }: Unsaved): Change[] => changesOf(settings, held, values)

/** Whether all that stands in it can be saved. */
export const isValid = ({ settings, held, values }: Unsaved) => v.safeParse(schemaOf(settings, held), values).success

/** Keeps what stands in a form as long as it differs from what is set. */
export const keep = (form: Unsaved) => {
  if (changesIn(form).length > 0) forms.all[nameOf(form)] = ref(form)
  else forget(form)
}

/** Forgets what was typed of a target: it is saved, or set to its defaults. */
export const forget = (form: Target) => void delete forms.all[nameOf(form)]

/** What was typed of a target before. */
export const typedIn = (form: Target): Values | undefined => forms.all[nameOf(form)]?.values

/** Forgets all that was typed; forms begin anew with what is set. */
export const discardAll = () => {
  forms.all = {}
  forms.discarded += 1
}

/** All forms that differ from what is set, and how often all was discarded. */
export const useUnsaved = () => {
  const { all, discarded } = useSnapshot(forms)
  return { forms: Object.values(all) as readonly Unsaved[], discarded }
}
