import { createContext, useContext } from 'react'
import type { InferOutput } from 'valibot'
import type { PanelForm, SettingsPanel } from './plugin.ts'
import type { FormSchema } from './ui/form-schema.ts'
import type { FormValues } from './ui/use-form.ts'

/**
 * The panels that plugins contribute to the Settings page, as far as the session may see them; the shell says which.
 */
export const Panels = createContext<readonly SettingsPanel[]>([])

/** The same, for the page that shows them. */
export const usePanels = () => useContext(Panels)

/** A panel's form, its reading and saving checked against its schema. */
export const panelForm = <S extends FormSchema>(form: {
  schema: S
  read(): Promise<FormValues<S>>
  save(values: InferOutput<S>): Promise<void>
}): PanelForm => form
