import { createContext, useContext } from 'react'
import type { InferOutput } from 'valibot'
import type { FormPanel, PanelForm, SettingsPanel } from './plugin.ts'
import type { FormSchema, FormValues } from './form-schema.ts'

/** Panels of plugins on the Settings page that the session may see; provided by the shell. */
export const Panels = createContext<readonly SettingsPanel[]>([])

export const usePanels = () => useContext(Panels)

/** Whether a panel is a form over its plugin's own calls. */
export const isFormPanel = (panel: SettingsPanel): panel is FormPanel => 'load' in panel

/** Form of a panel, with typed values checked by its schema. */
export const panelForm = <S extends FormSchema>(form: {
  schema: S
  read(): Promise<FormValues<S>>
  save(values: InferOutput<S>): Promise<void>
  testAction?: {
    label: string
    done: string
    refusal(values: InferOutput<S>): string | false
    run(values: InferOutput<S>): Promise<void>
  }
}): PanelForm => form
